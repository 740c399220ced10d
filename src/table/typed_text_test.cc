#include "table/typed_text.h"

#include <gtest/gtest.h>

namespace tally::table {
namespace {

using Kind = RawCell::Kind;

std::vector<RawCell> texts(const std::vector<std::string>& words) {
  std::vector<RawCell> cells;
  for (const auto& word : words)
    cells.push_back(word == "NULL" ? RawCell{} : RawCell{Kind::text, word});
  return cells;
}

std::string shown(const Column& column) {
  std::string out = type_name(column.type);
  for (size_t row = 0; row < column.nulls.size(); ++row) out += " " + cell_text(column, row);
  return out;
}

TEST(TypedText, IsOfTheNarrowestTypeThatAllValuesAreWrittenIn) {
  struct Case {
    std::vector<std::string> words;
    std::string expected;
  };
  for (const auto& [words, expected] :
       std::vector<Case>{{{"1", "-20", "NULL"}, "integer 1 -20 NULL"},
                         {{"9223372036854775808", "1"}, "hugeint 9223372036854775808 1"},
                         {{"1.5", "2", "0.25"}, "decimal 1.50 2.00 0.25"},
                         {{"12345678901234567890.12", "1"}, "decimal 12345678901234567890.12 1.00"},
                         {{"1e3", "2.5"}, "real 1000 2.5"},
                         {{"007", "123"}, "text 007 123"},
                         {{"0123.5", "1.5"}, "text 0123.5 1.5"},
                         {{"0", "0.5"}, "decimal 0.0 0.5"},
                         {{"+1", "2"}, "text +1 2"},
                         {{"true", "FALSE"}, "boolean true false"},
                         {{"2001-02-03", "NULL"}, "date 2001-02-03 NULL"},
                         {{"2001-02-03", "2001-02-03 04:05:06"},
                          "timestamp 2001-02-03 00:00:00 2001-02-03 04:05:06"},
                         {{"2001-02-03T04:05:06Z"}, "timestamp_tz 2001-02-03 04:05:06+00"},
                         {{"2001-02-03 04:05:06-05:30", "2001-02-03 04:05:06+02"},
                          "timestamp_tz 2001-02-03 09:35:06+00 2001-02-03 02:05:06+00"},
                         {{"2001-02-03 04:05:06+2"}, "text 2001-02-03 04:05:06+2"},
                         {{"2001-02-03 04:05:06+17"}, "text 2001-02-03 04:05:06+17"},
                         {{"1.10", "nan", "-inf"}, "real 1.1 nan -inf"},
                         {{"nan", "inf"}, "text nan inf"},
                         {{"2001-02-30"}, "text 2001-02-30"},
                         {{"1", "x"}, "text 1 x"},
                         {{"1", ""}, "text 1 "},
                         {{"NULL", "NULL"}, "text NULL NULL"},
                         {{}, "text"}})
    EXPECT_EQ(shown(typed_column("c", texts(words), true)), expected);
}

TEST(TypedText, TextThatAFileTellsFromNumbersStaysText) {
  EXPECT_EQ(shown(typed_column("c", texts({"1", "2"}), false)), "text 1 2");
  EXPECT_EQ(shown(typed_column("c", {{Kind::number, "1"}, {Kind::number, "2.50"}}, false)),
            "decimal 1.00 2.50");
  EXPECT_EQ(shown(typed_column("c", {{Kind::boolean, "true"}, {}}, false)), "boolean true NULL");
  EXPECT_EQ(shown(typed_column("c", {{Kind::boolean, "true"}, {Kind::number, "1"}}, false)),
            "text true 1");
  EXPECT_EQ(shown(typed_column("c", texts({"2001-02-03"}), false)), "date 2001-02-03");
}

// 20 digits before the point of one value and 20 behind that of another do not fit together.
TEST(TypedText, ValuesTooWideForADecimalAreReal) {
  EXPECT_EQ(typed_column("c", texts({"12345678901234567890", "0.12345678901234567891"}), true).type,
            Type::real);
}

}  // namespace
}  // namespace tally::table
