#include "measure/exam.h"

#include <gtest/gtest.h>

#include "semantic/case_file.h"

namespace tally::measure {
namespace {

using semantic::TestCase;

std::vector<TestCase> cases(const std::string& name) {
  auto text = read_file(std::string(TALLY_SOURCE_DIR) + "/tests/measure/exam/" + name);
  return text.ok() ? semantic::read_cases(name, *text) : std::vector<TestCase>{};
}

class Mistakes : public testing::TestWithParam<TestCase> {};

TEST_P(Mistakes, AreAllNamedWithTheirPlace) {
  auto outcome = read_exam(GetParam().input, "e.yml");
  std::string found;
  for (const auto& complaint : outcome.complaints) found += complaint.text() + "\n";
  EXPECT_EQ(semantic::trimmed(found), GetParam().sections.at("complaints"));
  EXPECT_EQ(outcome.exam.has_value(), found.empty());
}

INSTANTIATE_TEST_SUITE_P(Cases, Mistakes, testing::ValuesIn(cases("mistakes.case")));

TEST(FillText, ReplacesSlotsAndKeepsDoubledBraces) {
  auto parsed = FillText::parse("{a}, {b.c} and {{{a}}}");
  auto& text = std::get<FillText>(parsed);
  EXPECT_EQ(text.slots(), (std::vector<SlotName>{{"a", ""}, {"b", "c"}}));
  EXPECT_EQ(text.fill([](const SlotName& name) { return "<" + name.text() + ">"; }),
            "<a>, <b.c> and {<a>}");
}

TEST(Exam, ValuesAreLiteralsOfTheirTypeAndSpokenAsWritten) {
  auto outcome = read_exam(R"(
exam: e
version: 1
warehouse: w
seed: 1
templates:
  - id: a
    tier: T4
    split: test
    outcome: abstain
    slots:
      x: {values: [1999, "1999", 2000-02-29, it's, true, 0.50, 007, {value: 1, say: one}]}
    phrasings: ["{x}", b, c, d]
)",
                           "e.yml");
  ASSERT_TRUE(outcome.exam);
  std::vector<SlotValue> expected = {
      {"1999", "1999"},    {"'1999'", "1999"}, {"DATE '2000-02-29'", "2000-02-29"},
      {"'it''s'", "it's"}, {"true", "true"},   {"0.50", "0.50"},
      {"'007'", "007"},    {"1", "one"}};
  std::vector<SlotValue> found;
  for (const auto& choice : outcome.exam->templates[0].slots[0].choices)
    found.push_back(choice.at(0));
  EXPECT_EQ(found, expected);
}

}  // namespace
}  // namespace tally::measure
