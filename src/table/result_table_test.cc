#include "table/result_table.h"

#include <gtest/gtest.h>

#include <limits>

#include "table/json.h"
#include "table/literal.h"

namespace tally::table {
namespace {

ResultTable literal(std::string_view text) {
  auto table = table_from_literal(text);
  EXPECT_TRUE(table.ok()) << table.error().message;
  return table.ok() ? *table : ResultTable();
}

Column one(Type type, Column::Values values, std::string engine_type = {}, int scale = 0) {
  return {"c", type, std::move(engine_type), scale, {false}, std::move(values)};
}
Column integers(Type type, int64_t value) {
  return one(type, std::vector<int64_t>{value});
}

TEST(Int128Text, IsExactToTheLastDigit) {
  constexpr Int128 kMost = static_cast<Int128>((UInt128{1} << 127) - 1);
  EXPECT_EQ(int128_text(12345, 2), "123.45");
  EXPECT_EQ(int128_text(-5, 2), "-0.05");
  EXPECT_EQ(int128_text(0, 0), "0");
  EXPECT_EQ(int128_text(0, 2), "0.00");
  EXPECT_EQ(int128_text(7, 3), "0.007");
  EXPECT_EQ(int128_text(kMost), "170141183460469231731687303715884105727");
  EXPECT_EQ(int128_text(-kMost - 1), "-170141183460469231731687303715884105728");
  EXPECT_EQ(int128_text(1, 38), "0.00000000000000000000000000000000000001");
}

TEST(CellText, Dates) {
  auto text = [](int64_t days) { return cell_text(integers(Type::date, days), 0); };
  EXPECT_EQ(text(0), "1970-01-01");
  EXPECT_EQ(text(-1), "1969-12-31");
  EXPECT_EQ(text(11016), "2000-02-29");
  EXPECT_EQ(text(2'932'896), "9999-12-31");
  EXPECT_EQ(text(2'932'897), "10000-01-01");
  EXPECT_EQ(text(-719'162), "0001-01-01");
  EXPECT_EQ(text(-719'163), "0001-12-31 (BC)");
  EXPECT_EQ(text(std::numeric_limits<int32_t>::max()), "infinity");
  EXPECT_EQ(text(std::numeric_limits<int64_t>::min()), "-infinity");
}

TEST(CellText, TimestampsKeepMicrosecondsAndTheDayBeforeTheEpoch) {
  auto text = [](Type type, int64_t micros) { return cell_text(integers(type, micros), 0); };
  EXPECT_EQ(text(Type::timestamp, 0), "1970-01-01 00:00:00");
  EXPECT_EQ(text(Type::timestamp, -1), "1969-12-31 23:59:59.999999");
  EXPECT_EQ(text(Type::timestamp, 500'000), "1970-01-01 00:00:00.5");
  EXPECT_EQ(text(Type::timestamp_tz, 86'400'000'000), "1970-01-02 00:00:00+00");
  EXPECT_EQ(text(Type::timestamp, std::numeric_limits<int64_t>::max()), "infinity");
  EXPECT_EQ(text(Type::timestamp, std::numeric_limits<int64_t>::min()), "-infinity");
  EXPECT_EQ(text(Type::time, 3'600'000'001), "01:00:00.000001");
}

TEST(CellText, Reals) {
  auto text = [](double value, const char* type) {
    return cell_text(one(Type::real, std::vector<double>{value}, type), 0);
  };
  EXPECT_EQ(text(0.1, "DOUBLE"), "0.1");
  EXPECT_EQ(text(static_cast<double>(0.1f), "FLOAT"), "0.1");
  EXPECT_EQ(text(100'000, "DOUBLE"), "100000");
  EXPECT_EQ(text(1e300, "DOUBLE"), "1e+300");
  EXPECT_EQ(text(std::numeric_limits<double>::quiet_NaN(), "DOUBLE"), "nan");
  EXPECT_EQ(text(-std::numeric_limits<double>::infinity(), "DOUBLE"), "-inf");
}

TEST(CellText, Intervals) {
  auto text = [](Interval value) {
    return cell_text(one(Type::interval, std::vector<Interval>{value}), 0);
  };
  EXPECT_EQ(text({14, 3, 14'706'789'000}), "1 year 2 months 3 days 04:05:06.789");
  EXPECT_EQ(text({0, 1, 0}), "1 day");
  EXPECT_EQ(text({0, 0, 0}), "00:00:00");
  EXPECT_EQ(text({-1, 0, -1'000'000}), "-1 month -00:00:01");
  EXPECT_EQ(text({0, 0, std::numeric_limits<int64_t>::min()}), "-2562047788:00:54.775808");
}

TEST(CellText, BlobsAreReadableAndUnambiguous) {
  std::string bytes("a\0\\\xff", 4);
  EXPECT_EQ(cell_text(one(Type::blob, std::vector<std::string>{bytes}), 0), "a\\x00\\x5C\\xFF");
}

TEST(TableJson, EveryTypeOnce) {
  ResultTable table = literal(
      "s text | b boolean | i integer | h hugeint | d decimal(2) | r real | x blob | "
      "day date | t time | ts timestamp | tz timestamp_tz | iv interval\n"
      "\"a\\\"b\" | true | -7 | 170141183460469231731687303715884105 | 1234.50 | 0.25 | \\ | "
      "2001-02-03 | 04:05:06 | 2001-02-03 04:05:06.5 | 2001-02-03 04:05:06 | 1,0,0\n"
      "NULL|NULL|NULL|NULL|NULL|nan|NULL|NULL|NULL|NULL|NULL|NULL");
  table.more_rows = true;
  std::vector<std::string> units = {"", "", "pieces"};
  EXPECT_EQ(
      table_json(table, units),
      R"({"columns":[{"name":"s","type":"text","unit":null},{"name":"b","type":"boolean","unit":null},)"
      R"({"name":"i","type":"integer","unit":"pieces"},{"name":"h","type":"hugeint","unit":null},)"
      R"({"name":"d","type":"decimal","unit":null},{"name":"r","type":"real","unit":null},)"
      R"({"name":"x","type":"blob","unit":null},{"name":"day","type":"date","unit":null},)"
      R"({"name":"t","type":"time","unit":null},{"name":"ts","type":"timestamp","unit":null},)"
      R"({"name":"tz","type":"timestamp_tz","unit":null},)"
      R"({"name":"iv","type":"interval","unit":null}],"rows":[["a\"b",true,-7,)"
      R"(170141183460469231731687303715884105,1234.50,0.25,"\\x5C","2001-02-03","04:05:06",)"
      R"("2001-02-03T04:05:06.5","2001-02-03T04:05:06+00:00","1 month"],)"
      R"([null,null,null,null,null,"nan",null,null,null,null,null,null]],"more_rows":true})");
}

TEST(TableJson, WithoutRowsOrColumns) {
  EXPECT_EQ(table_json({}), R"({"columns":[],"rows":[],"more_rows":false})");
}

TEST(JsonString, IsAlwaysValid) {
  EXPECT_EQ(json_string("é \xe4\xb8\xad \xf0\x9f\x98\x80"), "\"é \xe4\xb8\xad \xf0\x9f\x98\x80\"");
  EXPECT_EQ(json_string("\x01\n\x7f"), R"("\u0001\n\u007f")");
  // Bad lead, over-long form, surrogate, cut sequence, past the last code point.
  EXPECT_EQ(json_string("\xff"), "\"\xef\xbf\xbd\"");
  EXPECT_EQ(json_string("\xc0\xaf"), "\"\xef\xbf\xbd\xef\xbf\xbd\"");
  EXPECT_EQ(json_string("\xed\xa0\x80"), "\"\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\"");
  EXPECT_EQ(json_string("\xe4\xb8"), "\"\xef\xbf\xbd\xef\xbf\xbd\"");
  EXPECT_EQ(json_string("\xf4\x90\x80\x80"),
            "\"\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\"");
}

TEST(TableLiteral, NamesLineAndCell) {
  auto error = [](std::string_view text) { return table_from_literal(text).error().message; };
  EXPECT_EQ(error("a"), "line 1: 'a' is not NAME TYPE");
  EXPECT_EQ(error("a number"), "line 1: 'a number' is not NAME TYPE");
  EXPECT_EQ(error("a integer\n\n12x"), "line 3: '12x' is not of type integer");
  EXPECT_EQ(error("a integer | b text\n1"), "line 2: 1 cells, 2 wanted");
  EXPECT_EQ(error("a decimal(2)\n1.234"), "line 2: '1.234' is not of type decimal");
  EXPECT_EQ(error("a date\n2001-02-29"), "line 2: '2001-02-29' is not of type date");
}

}  // namespace
}  // namespace tally::table
