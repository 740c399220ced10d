#include "base/quantity.h"

#include <gtest/gtest.h>

namespace tally {
namespace {

TEST(Quantity, Durations) {
  EXPECT_EQ(parse_duration("500ms")->count(), 500);
  EXPECT_EQ(parse_duration("2s")->count(), 2000);
  EXPECT_EQ(parse_duration("1.5m")->count(), 90'000);
  EXPECT_EQ(parse_duration("3")->count(), 3000);
  EXPECT_EQ(parse_duration("2 min")->count(), 120'000);
  for (const char* bad : {"", "s", "-1s", "0s", "0.1ms", "2 parsecs", "1e300s", "nan", "5s!"})
    EXPECT_FALSE(parse_duration(bad).ok()) << bad;
  EXPECT_EQ(parse_duration("soon").error().message, "\"soon\" is not a duration");
  EXPECT_EQ(parse_duration("soon").error().hint, "write it like 500ms, 2s or 1.5m");
}

TEST(Quantity, Bytes) {
  EXPECT_EQ(*parse_bytes("1"), 1u);
  EXPECT_EQ(*parse_bytes("500MB"), 500'000'000u);
  EXPECT_EQ(*parse_bytes("2GiB"), 2ull << 30);
  EXPECT_EQ(*parse_bytes("1.5 kib"), 1536u);
  for (const char* bad : {"", "GiB", "-1", "0", "1e40", "2 apples"})
    EXPECT_FALSE(parse_bytes(bad).ok()) << bad;
}

TEST(Quantity, Counts) {
  EXPECT_EQ(*parse_count("0"), 0u);
  EXPECT_EQ(*parse_count("10000"), 10'000u);
  for (const char* bad : {"", "-1", "1.5", "1k", "99999999999999999999999"})
    EXPECT_FALSE(parse_count(bad).ok()) << bad;
}

TEST(Quantity, Counted) {
  EXPECT_EQ(counted(0, "metric"), "0 metrics");
  EXPECT_EQ(counted(1, "metric"), "1 metric");
  EXPECT_EQ(counted(2, "metric"), "2 metrics");
  EXPECT_EQ(counted(1, "table or view", "tables and views"), "1 table or view");
  EXPECT_EQ(counted(3, "table or view", "tables and views"), "3 tables and views");
}

}  // namespace
}  // namespace tally
