// tests/semantic/compiler/*.case: request → SQL, or the reason why not. Input: the name of a model
// under tests/semantic/models, then the request. SQL is compared as a tree, so that its layout is
// the printer's business alone.

#include "semantic/compiler.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "semantic/case_file.h"
#include "sql/parser.h"
#include "sql/printer.h"

namespace tally::semantic {
namespace {

const Model& test_model(const std::string& name) {
  static std::map<std::string, Model> models;
  auto found = models.find(name);
  if (found != models.end()) return found->second;
  auto path = std::string(TALLY_SOURCE_DIR) + "/tests/semantic/models/" + name + ".ossie.yml";
  auto text = read_file(path);
  EXPECT_TRUE(text.ok()) << path;
  auto outcome = load_model(text.ok() ? *text : "", name, nullptr);
  for (const auto& complaint : outcome.complaints) ADD_FAILURE() << complaint.text();
  return models.emplace(name, outcome.model ? *outcome.model : Model{}).first->second;
}

std::string lines(const std::vector<std::string>& texts) {
  std::string result;
  for (const auto& text : texts) result += (result.empty() ? "" : "\n") + text;
  return result;
}

std::string with_hint(const std::string& text, const std::string& hint) {
  return hint.empty() ? text : text + "\n" + hint;
}

// The one-line form of SQL as written in a case.
std::string normal(const std::string& sql) {
  auto query = sql::parse_query(sql);
  return query.ok() ? sql::print(*query) : "does not parse: " + query.error().message;
}

using Sections = std::map<std::string, std::string>;

Sections compiled_sections(const Compiled& compiled, const Sections& expected) {
  Sections got;
  bool same = expected.contains("sql") && normal(expected.at("sql")) == sql::print(compiled.tree);
  got["sql"] = same ? expected.at("sql") : compiled.sql;
  EXPECT_EQ(normal(compiled.sql), sql::print(compiled.tree));
  if (expected.contains("rules")) got["rules"] = lines(compiled.rules);
  if (expected.contains("facts")) got["facts"] = lines(compiled.facts);
  if (!expected.contains("columns")) return got;
  for (const auto& column : compiled.columns) {
    std::string& all = got["columns"];
    all += (all.empty() ? "" : "\n") + column.name + (column.is_metric ? " metric" : " group") +
           (column.unit.empty() ? "" : " " + column.unit);
  }
  return got;
}

Sections run(const TestCase& one) {
  size_t end = one.input.find('\n');
  const Model& model = test_model(one.input.substr(0, end));
  auto request = parse_request(one.input.substr(end));
  if (!request.ok()) {
    return {{"request error", with_hint(request.error().message, request.error().hint)}};
  }
  auto again = parse_request(to_json(*request));
  EXPECT_TRUE(again.ok() && *again == *request) << one.name << ": " << to_json(*request);
  auto outcome = compile(model, *request);
  if (!outcome.ok()) {
    return {{"error", with_hint(outcome.error().message, outcome.error().hint)}};
  }
  if (const auto* no = std::get_if<NotExpressible>(&*outcome)) {
    return {{"not expressible", with_hint(no->reason, no->hint)}};
  }
  return compiled_sections(std::get<Compiled>(*outcome), one.sections);
}

class CompilerCases : public testing::TestWithParam<TestCase> {};

TEST_P(CompilerCases, GivesWhatTheFileSays) {
  const TestCase& one = GetParam();
  auto got = run(one);
  EXPECT_EQ(got, one.sections) << one.file << ": " << one.name;
}

INSTANTIATE_TEST_SUITE_P(Files, CompilerCases, testing::ValuesIn(read_case_folder("compiler")));

TEST(Compiler, HasAtLeastFiftyCases) {
  EXPECT_GE(read_case_folder("compiler").size(), 50u);
}

TEST(Compiler, SaysWhichFactsAMetricIsOver) {
  const Model& model = test_model("library");
  EXPECT_EQ(facts_of(model, *model.metric("loan_count")), std::vector<std::string>{"loans"});
  EXPECT_EQ(facts_of(model, *model.metric("fines_per_loan")),
            (std::vector<std::string>{"fines", "loans"}));
}

TEST(Compiler, SaysWhichFieldsAMetricCanUse) {
  const Model& model = test_model("library");
  auto can = [&](const char* metric, FieldRef field) {
    return can_express(model, *model.metric(metric), field);
  };
  EXPECT_TRUE(can("loan_count", {"book", "genre", ""}));
  EXPECT_FALSE(can("visitors", {"book", "genre", ""}));
  EXPECT_FALSE(can("loan_count", {"place", "town", ""}));  // several ways
  EXPECT_TRUE(can("loan_count", {"place", "town", "home"}));
  EXPECT_FALSE(can("loan_count", {"member", "email", ""}));  // personal
  EXPECT_FALSE(can("staff", {"branch", "staff", ""}));       // no dimension
  EXPECT_FALSE(can("staff", {"branch", "nothing", ""}));
  EXPECT_TRUE(can("fines_per_loan", {"branch", "city", "lending"}));  // fines have only one branch
}

// A request filled by a program may hold anything: it stays a literal.
TEST(Compiler, TakesNoTextOfAValueForSql) {
  const Model& model = test_model("library");
  MetricRequest request;
  request.metrics = {"loan_count"};
  request.filters = {{{"book", "genre", ""}, FilterOp::equal, {{Value::Kind::text, "a' OR 'b"}}}};
  auto outcome = compile(model, request);
  ASSERT_TRUE(outcome.ok());
  EXPECT_NE(std::get<Compiled>(*outcome).sql.find("'a'' OR ''b'"), std::string::npos);
  request.filters = {{{"book", "price", ""}, FilterOp::equal, {{Value::Kind::number, "1 OR 1=1"}}}};
  outcome = compile(model, request);
  ASSERT_FALSE(outcome.ok());
  EXPECT_EQ(outcome.error().message, "the filter on book price: 1 OR 1=1 is not a number");
}

}  // namespace
}  // namespace tally::semantic
