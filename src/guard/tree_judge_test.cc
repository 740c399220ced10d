// The judge alone, without an engine: trees that hold nearly every kind of node, and what
// becomes of them when any part is missing, foreign or of the wrong kind.

#include "guard/tree_judge.h"

#include <gtest/gtest.h>

#include <functional>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "base/files.h"

namespace tally::guard {
namespace {

using Node = nlohmann::json;

catalog::Catalog make_catalog() {
  auto table = [](std::string schema, std::string name, std::vector<std::string> columns) {
    catalog::Table made;
    made.id = {"shop", std::move(schema), std::move(name)};
    for (std::string& column : columns) made.columns.push_back({std::move(column), "", true, ""});
    return made;
  };
  return catalog::Catalog(
      {table("main", "orders",
             {"order_id", "customer_id", "ordered_at", "amount", "status", "note"}),
       table("main", "customers", {"customer_id", "name"}),
       table("main", "products", {"product_id", "name"}),
       table("archive", "orders_old", {"order_id", "amount"})},
      "shop", "main", "catalog-1");
}

std::string tree_file(const std::string& name) {
  return read_file(TALLY_SOURCE_DIR "/tests/guard/trees/" + name).value();
}

struct Tree {
  std::string name, sql;
  Node node;
};

std::vector<Tree> read_trees() {
  std::vector<Tree> trees;
  for (const char* name : {"select", "window", "recursion", "values", "subqueries", "pivot"})
    trees.push_back({name, tree_file(std::string(name) + ".sql"),
                     Node::parse(tree_file(std::string(name) + ".json"))});
  return trees;
}

class TreeJudgeTest : public testing::Test {
 protected:
  std::string rule_of(const std::string& json, const std::string& sql = "SELECT 1") {
    auto refusal = judge_tree(json, sql, catalog_);
    return refusal ? refusal->rule : "approved";
  }

  using Change = std::function<bool(Node&)>;
  using Check = std::function<void(const std::string& rule, const std::string& path)>;
  // Calls `change` with every node of every tree, one at a time; `change` says whether it changed
  // anything, and `check` sees the outcome.
  void for_each_node(const Change& change, const Check& check) {
    for (const Tree& tree : trees_) {
      std::set<std::string> seen;
      const Node flat = tree.node.flatten();
      for (const auto& [path, value] : flat.items())
        for (auto pointer = Node::json_pointer(path); !pointer.empty(); pointer.pop_back()) {
          if (!seen.insert(pointer.to_string()).second) break;
          Node copy = tree.node;
          if (change(copy[pointer]))
            check(rule_of(copy.dump(), tree.sql), tree.name + pointer.to_string());
        }
    }
  }

  catalog::Catalog catalog_ = make_catalog();
  std::vector<Tree> trees_ = read_trees();
};

TEST_F(TreeJudgeTest, ApprovesTheTreesThemselves) {
  for (const Tree& tree : trees_)
    EXPECT_EQ(rule_of(tree.node.dump(), tree.sql), "approved") << tree.name;
}

TEST_F(TreeJudgeTest, RefusesAnUnknownKeyInEveryNode) {
  int changed = 0;
  for_each_node(
      [](Node& node) {
        if (!node.is_object()) return false;
        node["smuggled"] = {{"class", "FUNCTION"}, {"function_name", "getenv"}};
        return true;
      },
      [&](const std::string& rule, const std::string& path) {
        ++changed;
        // Inside a constant a value is only a value, but never an object of this form.
        EXPECT_EQ(rule, "unknown_node") << path;
      });
  EXPECT_GT(changed, 150);
}

TEST_F(TreeJudgeTest, LetsAnUnknownKeyPassWhereItIsEmpty) {
  Node node = trees_[0].node;
  node["statements"][0]["node"]["newer_feature"] = nullptr;
  EXPECT_EQ(rule_of(node.dump()), "approved");
}

TEST_F(TreeJudgeTest, RefusesEveryForeignKindOfNode) {
  for (const char* key : {"class", "type"})
    for_each_node(
        [&](Node& node) {
          if (!node.is_object() || !node.contains(key) || !node[key].is_string()) return false;
          node[key] = "SOMETHING_NEW";
          return true;
        },
        [&](const std::string& rule, const std::string& path) {
          EXPECT_EQ(rule, "unknown_node") << key << " of " << path;
        });
}

TEST_F(TreeJudgeTest, RefusesEveryFunctionThatIsNotAllowed) {
  int changed = 0;
  for_each_node(
      [](Node& node) {
        if (!node.is_object() || !node.contains("function_name")) return false;
        node["function_name"] = "getenv";
        return true;
      },
      [&](const std::string& rule, const std::string& path) {
        ++changed;
        // A lambda's parameters come as a call of row; no other place may hold another function.
        EXPECT_TRUE(rule == "function_not_allowed" || rule == "table_function_not_allowed")
            << rule << " at " << path;
      });
  EXPECT_GT(changed, 10);
}

TEST_F(TreeJudgeTest, RefusesEveryTableThatIsNotThere) {
  int changed = 0;
  for_each_node(
      [](Node& node) {
        if (!node.is_object() || !node.contains("table_name")) return false;
        node["table_name"] = "sqlite_master";
        return true;
      },
      [&](const std::string& rule, const std::string& path) {
        ++changed;
        EXPECT_EQ(rule, "system_table") << path;
      });
  EXPECT_GT(changed, 7);
}

// Whatever stands in a tree, the judge answers and does not fall.
TEST_F(TreeJudgeTest, SurvivesEveryWrongKindOfValue) {
  const std::vector<Node> strangers = {nullptr,
                                       false,
                                       7,
                                       -1.5,
                                       "text",
                                       Node::array(),
                                       Node::object(),
                                       Node::array({1, Node::array({2})})};
  size_t next = 0;  // each node meets one of them, each kind of node meets all
  for_each_node([&](Node& node) { return node = strangers[next++ % strangers.size()], true; },
                [&](const std::string& rule, const std::string&) { EXPECT_NE(rule, ""); });
}

TEST_F(TreeJudgeTest, RefusesWhatIsNoTree) {
  for (const char* text : {"", "{", "null", "7", "[]", "{}", R"({"error":true})", "\xff",
                           R"({"error":false,"statements":7})"})
    EXPECT_EQ(rule_of(text), "unknown_node") << text;
  EXPECT_EQ(rule_of(R"({"error":false,"statements":[]})"), "empty");
}

TEST_F(TreeJudgeTest, StopsBeforeItsOwnStackDoes) {
  std::string json =
      R"({"error":false,"statements":[{"node":{"type":"SELECT_NODE","select_list":[)";
  const int depth = 10'000;
  for (int i = 0; i < depth; ++i)
    json += R"({"class":"OPERATOR","type":"OPERATOR_NOT","children":[)";
  for (int i = 0; i < depth; ++i) json += "]}";
  EXPECT_EQ(rule_of(json + "]}}]}"), "nested_too_deep");
}

}  // namespace
}  // namespace tally::guard
