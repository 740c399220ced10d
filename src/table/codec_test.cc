#include "table/codec.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <limits>
#include <random>

#include "table/json.h"
#include "table/literal.h"

namespace tally::table {
namespace {

ResultTable every_type() {
  auto table = table_from_literal(
      "s text | b boolean | i integer | h hugeint | d decimal(2) | r real | x blob | day date | "
      "t time | ts timestamp | tz timestamp_tz | iv interval\n"
      "a|true|-7|170141183460469231731687303715884105|1234.50|0.25|\"\\x00\\xff\"|2001-02-03|"
      "04:05:06|2001-02-03 04:05:06|2001-02-03 04:05:06|1,-2,3\n"
      "NULL|NULL|NULL|NULL|NULL|NULL|NULL|NULL|NULL|NULL|NULL|NULL\n"
      "\"\"|false|9223372036854775807|-1|-0.01|-1e300|b|0001-01-01|23:59:59.999999|"
      "1969-12-31 23:59:59.5|9999-12-31|-2147483648,2147483647,-1");
  EXPECT_TRUE(table.ok()) << table.error().message;
  table->more_rows = true;
  return *table;
}

void expect_same(const ResultTable& a, const ResultTable& b) {
  ASSERT_EQ(a.column_count(), b.column_count());
  EXPECT_EQ(a.row_count, b.row_count);
  EXPECT_EQ(a.more_rows, b.more_rows);
  for (size_t i = 0; i < a.column_count(); ++i) {
    const Column &left = a.columns[i], &right = b.columns[i];
    EXPECT_EQ(left.name, right.name);
    EXPECT_EQ(left.type, right.type) << left.name;
    EXPECT_EQ(left.engine_type, right.engine_type) << left.name;
    EXPECT_EQ(left.scale, right.scale) << left.name;
    EXPECT_EQ(left.nulls, right.nulls) << left.name;
    EXPECT_TRUE(left.values == right.values) << left.name;
  }
}

TEST(Codec, EveryTypeComesBack) {
  ResultTable table = every_type();
  auto decoded = decode(encode(table));
  ASSERT_TRUE(decoded.ok()) << decoded.error().message;
  expect_same(table, *decoded);
}

TEST(Codec, ExtremesOfTheIntegers) {
  constexpr auto kLeast = std::numeric_limits<int64_t>::min();
  constexpr Int128 kMost = static_cast<Int128>((UInt128{1} << 127) - 1);
  ResultTable table;
  table.row_count = 2;
  table.columns.push_back({"a",
                           Type::integer,
                           "BIGINT",
                           0,
                           {false, false},
                           std::vector<int64_t>{kLeast, std::numeric_limits<int64_t>::max()}});
  table.columns.push_back(
      {"b", Type::hugeint, "HUGEINT", 0, {false, false}, std::vector<Int128>{-kMost - 1, kMost}});
  auto decoded = decode(encode(table));
  ASSERT_TRUE(decoded.ok()) << decoded.error().message;
  expect_same(table, *decoded);
}

TEST(Codec, EmptyTables) {
  expect_same({}, *decode(encode({})));
  ResultTable rows_only;
  rows_only.row_count = 3;
  expect_same(rows_only, *decode(encode(rows_only)));
}

TEST(Codec, EveryCutIsAnError) {
  std::string bytes = encode(every_type());
  for (size_t size = 0; size < bytes.size(); ++size)
    ASSERT_FALSE(decode(std::string_view(bytes).substr(0, size)).ok()) << size;
  EXPECT_EQ(decode(bytes + "x").error().message, "damaged result table: bytes left over");
}

TEST(Codec, SaysWhatIsWrong) {
  auto error = [](std::string_view bytes) { return decode(bytes).error().message; };
  EXPECT_EQ(error(""), "damaged result table: not one");
  EXPECT_EQ(error("PAR1"), "damaged result table: not one");
  EXPECT_EQ(error("TlyT\x02"), "damaged result table: another version");
  EXPECT_EQ(error("TlyT\x01\x02"), "damaged result table: unknown flags");
  EXPECT_EQ(decode("").error().kind, ErrorKind::outside);
  // One column of 2^35 rows, of which nothing follows: refused before anything is allocated.
  std::string huge(
      "TlyT\x01\x00\x80\x80\x80\x80\x80\x01\x01\x01"
      "a\x01\x00\x00\x00",
      19);
  EXPECT_EQ(error(huge), "damaged result table: cut short");
}

// Damaged bytes may happen to be another table, which must then be a whole one: printing it touches
// every cell.
TEST(Codec, HostileBytesNeverBreakIt) {
  const std::string bytes = encode(every_type());
  std::mt19937 random(1);
  auto below = [&](size_t n) { return static_cast<size_t>(random() % n); };
  for (int round = 0; round < 20'000; ++round) {
    std::string damaged = bytes;
    for (size_t changes = 1 + below(4); changes > 0; --changes)
      damaged[5 + below(bytes.size() - 5)] = static_cast<char>(random());
    auto decoded = decode(damaged);
    if (decoded.ok()) {
      ASSERT_GT(table_json(*decoded).size(), 0u);
    }
  }
}

}  // namespace
}  // namespace tally::table
