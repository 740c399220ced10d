#include "answer/answer.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace tally::answer {
namespace {

Answer full_answer() {
  Answer answer;
  answer.question = "how \"much\"\n\xFF";  // not UTF-8: must still become JSON
  answer.outcome = Outcome::answer;
  answer.reading = "Revenue.";
  answer.columns = {{"revenue", "EUR", true}};
  table::Column column;
  column.name = "revenue";
  column.type = table::Type::decimal;
  column.engine_type = "DECIMAL(38,2)";
  column.scale = 2;
  column.nulls = {false};
  // More digits than a double holds: they must all arrive.
  column.values =
      std::vector<table::Int128>{static_cast<table::Int128>(1234567890123456789LL) * 1000 + 1};
  answer.table = table::ResultTable{{column}, 1, false};
  answer.trust = Trust{TrustGrade::single, std::nullopt, {{"one_route", "One route answered."}}};
  Entry entry;
  entry.route = "parsed";
  entry.outcome = Outcome::answer;
  entry.request = semantic::MetricRequest{};
  entry.request->metrics = {"revenue"};
  entry.sql = "SELECT 1";
  entry.findings = {{"not_empty", true, "The result has values."}};
  answer.entries = {entry};
  answer.timeline = {{"open", 0, 1.5}};
  return answer;
}

// The keys of a JSON object that its schema does not have, and required ones it lacks.
std::string differences(const nlohmann::json& value, const nlohmann::json& schema,
                        const std::string& at) {
  std::string out;
  if (value.is_object() && schema.contains("properties")) {
    for (const auto& [key, inner] : value.items()) {
      if (!schema["properties"].contains(key))
        out += at + "." + key + " is not in the schema\n";
      else
        out += differences(inner, schema["properties"][key], at + "." + key);
    }
    for (const auto& key : schema["required"])
      if (!value.contains(key)) out += at + " lacks " + key.get<std::string>() + "\n";
  }
  if (value.is_array() && schema.contains("items") && schema["items"].contains("properties"))
    for (const auto& item : value) out += differences(item, schema["items"], at + "[]");
  return out;
}

TEST(AnswerJson, FitsItsPublishedSchema) {
  auto schema = nlohmann::json::parse(answer_schema());
  EXPECT_EQ(differences(nlohmann::json::parse(to_json(full_answer())), schema, "$"), "");
  Answer refused;
  refused.outcome = Outcome::clarify;
  refused.choices = {{"Revenue by month", "month"}};
  EXPECT_EQ(differences(nlohmann::json::parse(to_json(refused)), schema, "$"), "");
}

TEST(AnswerJson, KeepsEveryDigitAndSurvivesAnyBytes) {
  std::string json = to_json(full_answer());
  EXPECT_NE(json.find("12345678901234567890.01"), std::string::npos) << json;
  auto parsed = nlohmann::json::parse(json);
  EXPECT_EQ(parsed["table"]["columns"][0]["unit"], "EUR");
  EXPECT_EQ(parsed["trust"]["probability"], nullptr);
  EXPECT_EQ(parsed["entries"][0]["request"]["metrics"][0], "revenue");
}

TEST(AnswerJson, WhatIsNotThereIsNull) {
  auto parsed = nlohmann::json::parse(to_json(Answer{}));
  EXPECT_EQ(parsed["outcome"], "failed");
  EXPECT_TRUE(parsed["table"].is_null());
  EXPECT_TRUE(parsed["trust"].is_null());
  EXPECT_EQ(parsed["entries"].size(), 0u);
}

}  // namespace
}  // namespace tally::answer
