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
  return catalog::Catalog(
      {table("orders", {"id", "status", "placed", "amount", "customer_id"}),
       table("customers", {"id", "city"}), table("refunds", {"id", "amount"}),
       table("order_lines", {"order_id", "product", "pieces"}),
       table("shop_sales", {"ss_day", "ss_product", "ss_pieces", "ss_amount", "ss_till"}),
       table("web_sales", {"ws_day", "ws_product", "ws_pieces", "ws_amount", "ws_page"})},
      "shop", "main", "1");
}

// What the data say: 4 customers live in Oslo, 4 orders have no customer, and of keys only
// order_lines.order_id and orders.customer_id are there more than once.
Result<table::ResultTable> run(const std::string& sql) {
  auto has = [&](const char* part) { return sql.find(part) != std::string::npos; };
  bool found = has("'Oslo'") || has("'OSLO'") || has("= 'bergen'") || has("= 7");
  if (has("IS NULL")) found = has("customer_id");
  if (has("HAVING")) found = has("order_lines") || has("customer_id");
  return table::table_from_literal(found ? "n integer\n4\n" : "n integer\n0\n");
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
  bool answered = one.sections.at("ours") != "none";
  answer.outcome = answered ? answer::Outcome::answer : answer::Outcome::clarify;
  answer.table = section(one, "answer", "n text\nb");
  answer.entries.push_back({.route = "parsed",
                            .outcome = answer.outcome,
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
