// Requests as JSON: tests/semantic/request/*.case holds what is refused, with the message.

#include "semantic/request.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "semantic/case_file.h"
#include "semantic/request_words.h"

namespace tally::semantic {
namespace {

class RequestCases : public testing::TestWithParam<TestCase> {};

TEST_P(RequestCases, RefusesAsTheFileSays) {
  const TestCase& one = GetParam();
  auto request = parse_request(trimmed(one.input));
  ASSERT_FALSE(request.ok()) << one.name;
  std::string got = request.error().message;
  if (!request.error().hint.empty()) got += "\n" + request.error().hint;
  EXPECT_EQ(got, one.sections.at("error")) << one.name;
}

INSTANTIATE_TEST_SUITE_P(Files, RequestCases, testing::ValuesIn(read_case_folder("request")));

MetricRequest full_request() {
  MetricRequest request;
  request.metrics = {"sales", "say \"hi\"\n"};
  request.group_by = {
      {FieldRef{"item", "category", ""}}, {FieldRef{"place", "town", "home"}}, {Grain::month}};
  request.filters = {
      {{"item", "price", ""},
       FilterOp::between,
       {{Value::Kind::number, "1.10"}, {Value::Kind::number, "12345678901234567890"}}},
      {{"item", "sold", ""}, FilterOp::equal, {{Value::Kind::boolean, "true"}}},
      {{"item", "name", ""}, FilterOp::is_null, {}}};
  request.having = {{"sales", FilterOp::greater, {{Value::Kind::number, "-1e3"}}}};
  request.time = {{"2001-01-01", "2002-01-01"}, {"2003-01-01", ""}};
  request.time_parts = {{Grain::weekday, {6, 7}}};
  request.time_role = "shipped";
  request.order = {{std::string("sales"), true}, {size_t{1}, false}};
  request.limit = 10;
  request.limit_within = {0, 1};
  request.parts = {{"web \"sales\"",
                    "sales",
                    {{{"item", "name", "gift"}, FilterOp::equal, {{Value::Kind::text, "hat"}}}},
                    {{"2001-01-01", "2001-02-01"}},
                    {{Grain::quarter_of_year, {4}}}}};
  request.calculations = {{Calculation::Kind::share, "sales", "", {1}, 1},
                          {Calculation::Kind::growth, "web \"sales\"", "sales", {}, 1},
                          {Calculation::Kind::change, "sales", "", {}, 12}};
  request.summary = Summary{Summary::Aggregate::median, {2}};
  return request;
}

TEST(Request, SurvivesJsonBothWays) {
  MetricRequest request = full_request();
  auto again = parse_request(to_json(request));
  ASSERT_TRUE(again.ok()) << again.error().message;
  EXPECT_TRUE(*again == request) << to_json(*again);
}

TEST(Request, KeepsTheDigitsOfNumbers) {
  EXPECT_NE(to_json(full_request()).find("[1.10, 12345678901234567890]"), std::string::npos);
}

TEST(Request, OrdersMetricsDownAndGroupsUpUnlessTold) {
  auto request = parse_request(R"({"metrics": ["a"], "order": [{"metric": "a"}, {"group": 0}]})");
  ASSERT_TRUE(request.ok());
  EXPECT_TRUE(request->order[0].descending);
  EXPECT_FALSE(request->order[1].descending);
}

TEST(Request, PublishesASchemaOfItsWords) {
  auto schema = nlohmann::json::parse(request_schema());
  std::vector<std::string> grains, ops, kinds, aggregates;
  for (const auto& [name, grain] : kGrainNames) grains.emplace_back(name);
  for (const auto& [text, op] : kOpTexts) ops.emplace_back(text);
  EXPECT_EQ(schema["$defs"]["grain"]["enum"].get<std::vector<std::string>>(), grains);
  EXPECT_EQ(schema["$defs"]["op"]["enum"].get<std::vector<std::string>>(), ops);
  for (const auto& [name, kind] : kCalculationNames) kinds.emplace_back(name);
  for (const auto& [name, aggregate] : kSummaryNames) aggregates.emplace_back(name);
  const auto& properties = schema["properties"];
  EXPECT_EQ(properties["calculations"]["items"]["properties"]["kind"]["enum"]
                .get<std::vector<std::string>>(),
            kinds);
  EXPECT_EQ(
      properties["summary"]["properties"]["aggregate"]["enum"].get<std::vector<std::string>>(),
      aggregates);
  auto written = nlohmann::json::parse(to_json(full_request()));
  for (const auto& [key, value] : written.items()) {
    EXPECT_TRUE(schema["properties"].contains(key)) << key;
  }
  EXPECT_EQ(written.size(), schema["properties"].size());  // full_request() uses every key
}

}  // namespace
}  // namespace tally::semantic
