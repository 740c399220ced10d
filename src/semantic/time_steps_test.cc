// tests/semantic/steps/*.case: what the days of the data allow, and what is said of them. Input: a
// model under tests/semantic/models; "dataset first last step rows", as measured; the request.

#include "semantic/time_steps.h"

#include <gtest/gtest.h>

#include "semantic/case_file.h"
#include "semantic/compiler.h"

namespace tally::semantic {
namespace {

Model model_called(const std::string& name) {
  auto text =
      read_file(std::string(TALLY_SOURCE_DIR) + "/tests/semantic/models/" + name + ".ossie.yml");
  EXPECT_TRUE(text.ok()) << name;
  auto outcome = load_model(text.ok() ? *text : "", name, nullptr);
  return outcome.model ? *std::move(outcome.model) : Model{};
}

catalog::Facts facts_of(std::istream& line) {
  static const std::map<std::string, text::Unit> kUnits = {{"day", text::Unit::day},
                                                           {"week", text::Unit::week},
                                                           {"month", text::Unit::month},
                                                           {"year", text::Unit::year}};
  std::string dataset, step;
  catalog::DateRange range;
  uint64_t rows = 0;
  line >> dataset >> range.first >> range.last >> step >> rows;
  range.step = kUnits.at(step);
  catalog::Facts facts;
  facts.row_counts[dataset] = rows;
  facts.date_ranges[dataset] = range;
  return facts;
}

using Sections = std::map<std::string, std::string>;

Sections run(const TestCase& one) {
  std::istringstream input(one.input);
  std::string name, line;
  std::getline(input, name);
  std::getline(input, line);
  std::istringstream measured(line);
  std::string request_text((std::istreambuf_iterator<char>(input)), {});
  const Model model = model_called(name);
  const catalog::Facts facts = facts_of(measured);
  auto request = parse_request(request_text);
  if (!request.ok()) return {{"request error", request.error().message}};
  auto outcome = compile(model, *request, &facts);
  if (!outcome.ok()) return {{"error", outcome.error().message}};
  if (const auto* no = std::get_if<NotExpressible>(&*outcome))
    return {{"not expressible", no->reason + "\n" + no->hint}};
  std::string rules;
  for (const auto& rule : std::get<Compiled>(*outcome).rules) rules += rule + "\n";
  return {{"rules", trimmed(rules)}};
}

class StepCases : public testing::TestWithParam<TestCase> {};

TEST_P(StepCases, GivesWhatTheFileSays) {
  EXPECT_EQ(run(GetParam()), GetParam().sections);
}

INSTANTIATE_TEST_SUITE_P(Files, StepCases, testing::ValuesIn(read_case_folder("steps")));

// What the author says goes before what the data says.
TEST(StepOf, TheModelGoesFirst) {
  Model model = model_called("library");
  Dataset fact = *model.dataset("visits");
  catalog::Facts facts;
  facts.date_ranges["visits"] = {"2020-01-01", "2021-12-01", text::Unit::month};
  EXPECT_EQ(step_of(fact, fact.times[0], nullptr), Grain::day);
  EXPECT_EQ(step_of(fact, fact.times[0], &facts), Grain::month);
  fact.times[0].grain = Grain::day;
  EXPECT_EQ(step_of(fact, fact.times[0], &facts), Grain::day);
  fact.times[0].grain = Grain::quarter;
  EXPECT_EQ(step_of(fact, fact.times[0], nullptr), Grain::quarter);
}

}  // namespace
}  // namespace tally::semantic
