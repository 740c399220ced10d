#include "engine/duckdb/row_counts.h"

#include <gtest/gtest.h>

#include <limits>
#include <string>

namespace tally::engine::duckdb {
namespace {

constexpr const char* kText =
    "# three scales\n"
    "scale   0.1   1      10\n"
    "bytes   100   1100   9000   # of the file\n"
    "\n"
    "fixed   20    20     20\n"
    "fact    1000  10000  100000\n"
    "small   1     1      6\n";

std::string shown(double scale) {
  auto counts = RowCounts::parse(kText, "rows.txt");
  if (!counts.ok()) return counts.error().message;
  auto expectation = counts->at(scale);
  if (!expectation.ok()) return expectation.error().message + "; " + expectation.error().hint;
  std::string text = std::to_string(expectation->bytes);
  for (const RowBounds& bounds : expectation->tables)
    text +=
        " " + bounds.table + " " + std::to_string(bounds.least) + "-" + std::to_string(bounds.most);
  return text;
}

TEST(RowCounts, ListedScalesAreExact) {
  EXPECT_EQ(shown(0.1), "100 fixed 20-20 fact 1000-1000 small 1-1");
  EXPECT_EQ(shown(10), "9000 fixed 20-20 fact 100000-100000 small 6-6");
}

TEST(RowCounts, BetweenScalesALargeTableHasGrownAndASmallOneMayHave) {
  EXPECT_EQ(shown(0.5), "544 fixed 20-20 fact 1001-10000 small 1-1");
  EXPECT_EQ(shown(5.5), "5050 fixed 20-20 fact 10001-100000 small 1-6");
}

TEST(RowCounts, BeyondTheLargestGrowthIsAtMostProportional) {
  EXPECT_EQ(shown(20), "18000 fixed 20-20 fact 100001-210000 small 7-13");
}

TEST(RowCounts, ImpossibleScales) {
  EXPECT_EQ(shown(0), "scale 0 is not possible; choose a scale from 0.1 to 10000");
  EXPECT_EQ(shown(-1), "scale -1 is not possible; choose a scale from 0.1 to 10000");
  EXPECT_EQ(shown(0.05), "scale 0.05 is not possible; choose a scale from 0.1 to 10000");
  EXPECT_EQ(shown(1e9), "scale 1000000000 is not possible; choose a scale from 0.1 to 10000");
  EXPECT_EQ(shown(std::numeric_limits<double>::quiet_NaN()),
            "scale nan is not possible; choose a scale from 0.1 to 10000");
}

TEST(RowCounts, TheGeneratorIsNamedOrTheDefault) {
  EXPECT_EQ(RowCounts::parse("scale 1\nt 1\n", "f")->generator(), "tpcds");
  EXPECT_EQ(RowCounts::parse("generator tpch\nscale 1\nt 1\n", "f")->generator(), "tpch");
}

TEST(RowCounts, MistakesNameTheLine) {
  auto error = [](const char* text) { return RowCounts::parse(text, "f").error().message; };
  EXPECT_EQ(error(""), "f:0: no table is listed");
  EXPECT_EQ(error("generator a b\n"), "f:1: `generator` needs one name");
  EXPECT_EQ(error("scale 1 2\n"), "f:1: no table is listed");
  EXPECT_EQ(error("t 1\n"), "f:1: the first line must be `scale` and the scales");
  EXPECT_EQ(error("scale 2 1\n"), "f:1: the scales must be positive and ascending");
  EXPECT_EQ(error("scale x\n"), "f:1: the scales must be positive and ascending");
  EXPECT_EQ(error("scale\n"), "f:1: the scales must be positive and ascending");
  EXPECT_EQ(error("scale 1 2\n# c\nt 1\n"), "f:3: `t` needs 2 whole numbers, one a scale");
  EXPECT_EQ(error("scale 1 2\nt 1 2.5\n"), "f:2: `t` needs 2 whole numbers, one a scale");
  EXPECT_EQ(error("scale 1 2\nt 1 99999999999999999999\n"),
            "f:2: `t` needs 2 whole numbers, one a scale");
}

TEST(RowCounts, TheCommittedFileIsInOrder) {
  auto counts = RowCounts::read(TALLY_SOURCE_DIR "/warehouses/tpcds/row_counts.txt");
  ASSERT_TRUE(counts.ok()) << counts.error().message;
  EXPECT_EQ(counts->at(0.1)->tables.size(), 24u);
  EXPECT_EQ(counts->at(1)->bytes, 329789440u);
}

}  // namespace
}  // namespace tally::engine::duckdb
