#include "semantic/tree_snapshot.h"

#include <gtest/gtest.h>

#include "semantic/model.h"

namespace tally::semantic {
namespace {

const char* const kText =
    "version: \"0.2.0.dev0\"\nsemantic_model:\n  - name: m\n    datasets:\n"
    "      - {name: a, source: t, fields: [{name: x, expression: {dialects: [{dialect: ANSI_SQL, "
    "expression: x}]}}]}\n    metrics:\n      - {name: n, expression: {dialects: [{dialect: "
    "ANSI_SQL, "
    "expression: SUM(a.x)}]}}\n";

TEST(TreeSnapshot, LoadsTheSameModelWithoutTheYaml) {
  auto first = load_model(kText, "m.yml", nullptr);
  ASSERT_TRUE(first.model.has_value()) << model_error(first.complaints).message;
  ASSERT_FALSE(first.parsed.empty());
  auto second = load_model(kText, "m.yml", nullptr, first.parsed);
  ASSERT_TRUE(second.model.has_value());
  EXPECT_TRUE(second.parsed.empty());  // came from the bytes
  EXPECT_EQ(second.model->version, first.model->version);
  ASSERT_EQ(second.model->metrics.size(), 1u);
  EXPECT_EQ(second.model->metrics[0].expression, first.model->metrics[0].expression);
  EXPECT_EQ(second.model->metrics[0].at.line, first.model->metrics[0].at.line);
}

TEST(TreeSnapshot, BytesOfAnotherTextAreIgnored) {
  auto first = load_model(kText, "m.yml", nullptr);
  std::string changed(kText);
  changed.replace(changed.find("name: n"), 7, "name: k");
  auto second = load_model(changed, "m.yml", nullptr, first.parsed);
  ASSERT_TRUE(second.model.has_value());
  EXPECT_EQ(second.model->metrics[0].name, "k");
  EXPECT_FALSE(second.parsed.empty());
}

TEST(TreeSnapshot, DamageAnywhereIsNoticed) {
  auto parsed = load_model(kText, "m.yml", nullptr).parsed;
  for (size_t i = 0; i < parsed.size(); i += 3) {
    std::string damaged = parsed;
    damaged[i] = static_cast<char>(damaged[i] ^ 0x11);
    EXPECT_FALSE(decode_tree(damaged, kText).has_value()) << i;
    EXPECT_FALSE(decode_tree(std::string_view(parsed).substr(0, i), kText).has_value()) << i;
  }
  EXPECT_FALSE(decode_tree("", kText).has_value());
  EXPECT_TRUE(decode_tree(parsed, kText).has_value());
}

}  // namespace
}  // namespace tally::semantic
