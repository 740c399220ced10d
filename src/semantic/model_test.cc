// tests/semantic/model/*.case: faults of a model file → complaints, all of them, whole. Input: the
// name of a model under tests/semantic/models, then edits of its text ("< old line", "> new line"),
// or "text:" and the whole text of a file.

#include "semantic/model.h"

#include <gtest/gtest.h>

#include "semantic/case_file.h"
#include "semantic/test_catalog.h"

namespace tally::semantic {
namespace {

std::string model_text(const std::string& name) {
  auto text =
      read_file(std::string(TALLY_SOURCE_DIR) + "/tests/semantic/models/" + name + ".ossie.yml");
  EXPECT_TRUE(text.ok()) << name;
  return text.ok() ? *text : "";
}

// One edit after the other: the "<" lines are found as they stand and replaced by the ">" lines.
std::string edited(std::string text, const std::string& edits) {
  std::istringstream lines(edits);
  std::string line, from, to;
  auto apply = [&] {
    if (from.empty()) return;
    size_t place = text.find(from);
    EXPECT_NE(place, std::string::npos) << from;
    if (place != std::string::npos) text.replace(place, from.size(), to);
    from.clear();
    to.clear();
  };
  while (std::getline(lines, line)) {
    if (line.starts_with("< ")) {
      if (!to.empty()) apply();
      from += line.substr(2) + "\n";
    } else if (line.starts_with(">")) {
      to += line.size() > 2 ? line.substr(2) + "\n" : "";
    }
  }
  apply();
  return text;
}

std::string case_text(const TestCase& one) {
  size_t end = one.input.find('\n');
  std::string first = one.input.substr(0, end), rest = one.input.substr(end + 1);
  if (first == "text:") return rest == "\n" ? "" : rest;
  return edited(model_text(first), rest);
}

class ModelCases : public testing::TestWithParam<TestCase> {};

TEST_P(ModelCases, ComplainsAsTheFileSays) {
  const TestCase& one = GetParam();
  static const catalog::Catalog catalog = shop_catalog();
  auto outcome = load_model(case_text(one), "m.yml", &catalog);
  EXPECT_EQ(outcome.model.has_value(), outcome.complaints.empty());
  std::string got;
  for (const auto& complaint : outcome.complaints) {
    got += (got.empty() ? "" : "\n") + complaint.text();
  }
  EXPECT_EQ(got, one.sections.at("complaints")) << one.file << ": " << one.name;
}

INSTANTIATE_TEST_SUITE_P(Files, ModelCases, testing::ValuesIn(read_case_folder("model")));

TEST(Model, ReadsEverythingOfAFile) {
  auto catalog = shop_catalog();
  auto outcome = load_model(model_text("shop"), "shop.yml", &catalog);
  for (const auto& complaint : outcome.complaints) ADD_FAILURE() << complaint.text();
  ASSERT_TRUE(outcome.model);
  const Model& model = *outcome.model;
  EXPECT_EQ(model.name, "shop");
  EXPECT_EQ(model.instructions, "Amounts are before tax.");
  EXPECT_EQ(model.examples, std::vector<std::string>{"What did we sell in March?"});
  EXPECT_EQ(model.members[0].name, "web");
  EXPECT_EQ(model.unrecorded[0].synonyms, std::vector<std::string>{"nps"});
  const Dataset& orders = *model.dataset("ORDERS");  // without regard to case
  EXPECT_EQ(orders.kind, DatasetKind::fact);
  EXPECT_EQ(orders.table_name, std::vector<std::string>{"orders"});
  EXPECT_EQ(model.dataset("customer")->table_name, (std::vector<std::string>{"crm", "customers"}));
  EXPECT_EQ(orders.time_role("")->name, "ordered");            // the only one is the default
  EXPECT_EQ(orders.field("amount")->type, DataType::decimal);  // of its column
  const Field& state = *model.field("customer", "state");
  EXPECT_EQ(state.value_names.at("TN"), std::vector<std::string>{"Tennessee"});
  EXPECT_EQ(state.value_names.at("XX"), std::vector<std::string>{"abroad"});
  EXPECT_TRUE(model.field("customer", "email")->personal);
  const Metric& revenue = *model.metric("revenue");
  EXPECT_EQ(revenue.facts, std::vector<std::string>{"orders"});
  EXPECT_EQ(revenue.unit, "USD");
  EXPECT_EQ(revenue.synonyms, (std::vector<std::string>{"sales", "turnover"}));
}

TEST(Model, LoadsWithoutACatalog) {
  EXPECT_TRUE(load_model(model_text("shop"), "shop.yml", nullptr).model);
}

TEST(Model, ReadsTheExampleOfTheDocumentation) {
  auto page = read_file(std::string(TALLY_SOURCE_DIR) + "/docs/model-format.md");
  ASSERT_TRUE(page.ok());
  size_t begin = page->find("```yaml\n") + 8;
  auto outcome = load_model(page->substr(begin, page->find("```", begin) - begin), "page", nullptr);
  EXPECT_TRUE(outcome.model) << model_error(outcome.complaints).message;
}

TEST(Model, BoundsWhatItReads) {
  auto huge = load_model(std::string(10'000'000, 'a'), "m.yml", nullptr);
  ASSERT_EQ(huge.complaints.size(), 1u);
  EXPECT_EQ(huge.complaints[0].text(),
            "m.yml:1:1: the file has 10000000 bytes, more than the 4194304 a model may have "
            "(is it the right file?)");
  std::string bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n";
  for (int i = 1; i < 10; ++i) {
    bomb += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [";
    for (int j = 0; j < 10; ++j) bomb += (j ? ", *a" : "*a") + std::to_string(i - 1);
    bomb += "]\n";
  }
  auto exploded = load_model(bomb, "m.yml", nullptr);
  ASSERT_EQ(exploded.complaints.size(), 1u);
  EXPECT_EQ(exploded.complaints[0].message, "the file is too large once its aliases are expanded");
  EXPECT_FALSE(load_model(std::string(100'000, '['), "m.yml", nullptr).model);
}

TEST(Model, NamesBytesThatAreNoText) {
  auto latin = load_model("version: caf\xe9\n", "m.yml", nullptr);
  EXPECT_EQ(latin.complaints.at(0).text(),
            "m.yml:1:13: byte 0xe9 is not UTF-8 (save the file as UTF-8)");
  auto zero = load_model(std::string("a: b\n\0", 6), "m.yml", nullptr);
  EXPECT_EQ(zero.complaints.at(0).text(),
            "m.yml:2:1: a zero byte is not text (save the file as UTF-8)");
}

TEST(Model, ReportsManyComplaintsAsOneError) {
  std::vector<Complaint> many(40, Complaint{"m.yml", {1, 2}, "wrong", "right"});
  auto error = model_error(many);
  EXPECT_EQ(error.kind, ErrorKind::user);
  EXPECT_TRUE(error.message.starts_with("m.yml:1:2: wrong (right)\nm.yml:1:2: wrong (right)\n"));
  EXPECT_TRUE(error.message.ends_with("\nand 10 more"));
}

TEST(Model, FindsTheWayThatARoleMeans) {
  auto outcome = load_model(model_text("library"), "library", nullptr);
  ASSERT_TRUE(outcome.model);
  const Model& model = *outcome.model;
  auto text = [&](const char* from, const char* to, const char* role) {
    auto path = model.path(from, to, role);
    return path.ok() ? path->text() : path.error().message + " | " + path.error().hint;
  };
  EXPECT_EQ(text("loans", "branch", ""), "loans → branch");
  EXPECT_EQ(model.path("loans", "branch", "returning")->steps[0]->name, "loan_return_branch");
  EXPECT_EQ(text("loans", "place", "home"), "loans → member → place");
  EXPECT_EQ(text("loans", "loans", ""), "");
  EXPECT_EQ(text("loans", "place", ""),
            "there are several ways from \"loans\" to \"place\" | name a role: lending, returning, "
            "home or work");
  EXPECT_EQ(text("visits", "book", ""),
            "\"book\" cannot be reached from \"visits\" | it is joined to branch and place");
  EXPECT_EQ(text("visits", "branch", "home"),
            "there is no way of role \"home\" from \"visits\" to \"branch\" | ");
  EXPECT_EQ(text("visits", "brunch", ""),
            "the model has no dataset \"brunch\" | did you mean \"branch\"?");
  Model by_hand = model;  // a copy that was changed and not indexed again would be stale
  by_hand.index_paths();
  EXPECT_EQ(by_hand.path("loans", "branch")->text(), "loans → branch");
}

}  // namespace
}  // namespace tally::semantic
