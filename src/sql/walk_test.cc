#include "sql/walk.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sql/parser.h"
#include "sql/printer.h"

namespace tally::sql {
namespace {

using ::testing::ElementsAre;

Expression parsed(std::string_view text) {
  auto tree = parse_expression(text);
  EXPECT_TRUE(tree.ok()) << text;
  return tree.ok() ? *tree : null_literal();
}

std::vector<std::string> columns_of(std::string_view text) {
  std::vector<std::string> names;
  walk(parsed(text), [&](const Expression& tree) {
    if (const auto* column = std::get_if<ColumnRef>(&tree.node)) {
      names.push_back(column->name.back().text);
    }
    return true;
  });
  return names;
}

TEST(Walk, ReachesEveryKindOfChild) {
  EXPECT_THAT(columns_of("a + -b || (c -> d)"), ElementsAre("a", "b", "c", "d"));
  EXPECT_THAT(columns_of("f(a, x := b ORDER BY c) FILTER (WHERE d)"),
              ElementsAre("a", "b", "c", "d"));
  EXPECT_THAT(columns_of("f(a) OVER (PARTITION BY b ORDER BY c ROWS BETWEEN d PRECEDING AND e "
                         "FOLLOWING)"),
              ElementsAre("a", "b", "c", "d", "e"));
  EXPECT_THAT(columns_of("p(a) WITHIN GROUP (ORDER BY b)"), ElementsAre("a", "b"));
  EXPECT_THAT(columns_of("CASE a WHEN b THEN c ELSE d END"), ElementsAre("a", "b", "c", "d"));
  EXPECT_THAT(columns_of("a BETWEEN b AND c"), ElementsAre("a", "b", "c"));
  EXPECT_THAT(columns_of("a IN (b, c) AND d IS NULL"), ElementsAre("a", "b", "c", "d"));
  EXPECT_THAT(columns_of("a LIKE b ESCAPE c"), ElementsAre("a", "b", "c"));
  EXPECT_THAT(columns_of("a::INT + EXTRACT(year FROM b) + (c COLLATE de)"),
              ElementsAre("a", "b", "c"));
  EXPECT_THAT(columns_of("[a, b[c:d:e]] || {'x': f} || MAP {g: h}"),
              ElementsAre("a", "b", "c", "d", "e", "f", "g", "h"));
  EXPECT_THAT(columns_of("(a, b) = ROW(c)"), ElementsAre("a", "b", "c"));
  EXPECT_THAT(columns_of("[a FOR x IN b IF c]"), ElementsAre("a", "b", "c"));
  EXPECT_THAT(columns_of("list_transform(a, x -> b)"), ElementsAre("a", "b"));
  EXPECT_THAT(columns_of("(a).f.g <-> @b"), ElementsAre("a", "b"));
  EXPECT_THAT(columns_of("a AT TIME ZONE b + INTERVAL (c) DAY"), ElementsAre("a", "b", "c"));
  EXPECT_THAT(columns_of("COLUMNS(* REPLACE (a AS b))"), ElementsAre("a"));
}

TEST(Walk, StaysOutOfSubqueries) {
  EXPECT_THAT(columns_of("a IN (SELECT b FROM t) OR EXISTS (SELECT c) OR (SELECT d) > e"),
              ElementsAre("a", "e"));
  EXPECT_THAT(columns_of("a = ANY (SELECT b) OR c = ALL (d)"), ElementsAre("a", "c", "d"));
}

TEST(Walk, StopsWhereTold) {
  std::vector<std::string> calls;
  walk(parsed("f(g(a)) + h(b)"), [&](const Expression& tree) {
    const auto* call = std::get_if<Call>(&tree.node);
    if (call != nullptr) calls.push_back(call->name[0].text);
    return call == nullptr;
  });
  EXPECT_THAT(calls, ElementsAre("f", "h"));
}

TEST(Rewrite, GoesBottomUp) {
  const Expression changed =
      rewrite(parsed("sum(a) / nullif(count(b), 0) + (SELECT a)"), [](Expression tree) {
        if (const auto* column = std::get_if<ColumnRef>(&tree.node)) {
          return sql::column("t", column->name[0].text);
        }
        if (std::holds_alternative<Call>(tree.node)) {
          return call("w", {std::move(tree)});
        }
        return tree;
      });
  EXPECT_EQ(print(changed), "w(sum(t.a)) / w(nullif(w(count(t.b)), 0)) + (SELECT a)");
}

TEST(Rewrite, LeavesTheSourceAlone) {
  const Expression tree = parsed("a + b");
  const Expression changed = rewrite(tree, [](Expression) { return null_literal(); });
  EXPECT_EQ(print(tree), "a + b");
  EXPECT_EQ(print(changed), "NULL");
}

}  // namespace
}  // namespace tally::sql
