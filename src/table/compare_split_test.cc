#include <gtest/gtest.h>

#include "table/compare.h"
#include "table/literal.h"

namespace tally::table {
namespace {

std::string judged(const std::string& reference, const std::vector<std::string>& answers) {
  std::vector<ResultTable> tables;
  for (const auto& answer : answers) tables.push_back(*table_from_literal(answer));
  Comparison found = compare_several(*table_from_literal(reference), tables);
  std::string near_miss = near_miss_name(found.near_miss);
  return std::string(verdict_name(found.verdict)) + " " + found.code +
         (near_miss.empty() ? "" : " " + near_miss);
}

const char* const kReference = "state text | n integer\nTX | 5\nCA | 6\nNY | 7\n";

TEST(CompareSeveral, OneResultIsCompared) {
  EXPECT_EQ(judged(kReference, {kReference}), "right same");
}

TEST(CompareSeveral, NoResultIsWrong) {
  EXPECT_EQ(judged(kReference, {}), "wrong several");
}

TEST(CompareSeveral, RowsTogetherAreANearMiss) {
  EXPECT_EQ(judged(kReference, {"state text | n integer\nNY | 7\n",
                                "state text | n integer\nTX | 5\nCA | 6\n"}),
            "wrong several split");
}

TEST(CompareSeveral, ColumnsOfTheSameNamesMayChangePlaces) {
  EXPECT_EQ(judged(kReference, {"state text | n integer\nNY | 7\nCA | 6\n",
                                "n integer | state text\n5 | TX\n"}),
            "wrong several split");
}

TEST(CompareSeveral, TypesMayDifferFromResultToResult) {
  EXPECT_EQ(judged(kReference, {"state text | n integer\nNY | 7\nCA | 6\n",
                                "state text | n decimal(2)\nTX | 5.00\n"}),
            "wrong several split");
}

// A shared probe beside it must not make an answer right, nor a right result one that is wrong.
TEST(CompareSeveral, OneRightResultAmongSeveralIsNotEnough) {
  EXPECT_EQ(judged(kReference, {kReference, "day date\n2001-01-01\n"}), "wrong several");
  EXPECT_EQ(judged(kReference, {kReference, "state text | n integer\nTX | 5\n"}), "wrong several");
  EXPECT_EQ(judged(kReference, {"state text | n integer\nNY | 7\n",
                                "state text | n integer\nTX | 5\nCA | 8\n"}),
            "wrong several");
}

}  // namespace
}  // namespace tally::table
