#include "measure/failure_facts.h"

#include <gtest/gtest.h>

#include "semantic/case_file.h"
#include "table/literal.h"

namespace tally::measure {
namespace {

using semantic::TestCase;

std::vector<TestCase> cases() {
  auto text = read_file(std::string(TALLY_SOURCE_DIR) + "/tests/measure/facts/sql.case");
  return text.ok() ? semantic::read_cases("sql.case", *text) : std::vector<TestCase>{};
}

catalog::Catalog small_catalog() {
  auto table = [](const char* name, std::vector<const char*> columns) {
    catalog::Table made;
    made.id = {"shop", "main", name};
    for (const char* column : columns) made.columns.push_back({column, "VARCHAR", true, ""});
    return made;
  };
  return catalog::Catalog({table("orders", {"id", "status", "placed", "amount", "customer_id"}),
                           table("customers", {"id", "city"}), table("refunds", {"id", "amount"})},
                          "shop", "main", "1");
}

// Counts a value among those that exist.
Result<table::ResultTable> run(const std::string& sql) {
  bool exists = sql.find("'Oslo'") != std::string::npos || sql.find("'OSLO'") != std::string::npos;
  return table::table_from_literal(exists ? "n integer\n4\n" : "n integer\n0\n");
}

table::ResultTable section(const TestCase& one, const std::string& name, const char* otherwise) {
  auto found = one.sections.find(name);
  auto table =
      table::table_from_literal((found == one.sections.end() ? otherwise : found->second) + "\n");
  EXPECT_TRUE(table.ok());
  return *std::move(table);
}

class Facts : public testing::TestWithParam<TestCase> {};

TEST_P(Facts, AreThoseOfTheTwoQueriesAndTables) {
  const auto& one = GetParam();
  Question question;
  question.outcomes = {answer::Outcome::answer};
  question.sql = semantic::trimmed(one.input);
  question.reference = section(one, "reference", "n text\na");
  answer::Answer answer;
  answer.outcome = answer::Outcome::answer;
  answer.table = section(one, "answer", "n text\nb");
  answer.entries.push_back({.route = "parsed",
                            .outcome = answer::Outcome::answer,
                            .request = {},
                            .sql = one.sections.at("ours"),
                            .findings = {}});
  std::string found;
  auto judged = judge_answer(question, answer);
  for (const auto& fact : failure_facts(question, answer, judged, small_catalog(), run))
    found += fact.kind + ": " + fact.text + "\n";
  EXPECT_EQ(semantic::trimmed(found), one.sections.at("facts"));
}

INSTANTIATE_TEST_SUITE_P(Cases, Facts, testing::ValuesIn(cases()));

}  // namespace
}  // namespace tally::measure
