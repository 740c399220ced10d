#pragma once
// One walk over the engine's tree. Shapes (tree_shape.h) say which nodes and keys there may be and
// in which order they are visited; the hooks judge what a shape cannot say: names of functions,
// tables, types, and whole rows. The first objection ends the walk. Shared by the .cc files that it
// is spread over; everyone else calls judge_tree.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "catalog/catalog.h"
#include "guard/node.h"
#include "guard/position.h"
#include "guard/scopes.h"
#include "guard/tree_judge.h"
#include "guard/tree_shape.h"

namespace tally::guard {

Columns lowered(std::vector<std::string> names);

// The names that a table reference gives to its columns replace the first ones.
Columns renamed(Columns columns, const Node& aliases);

class TreeJudge {
 public:
  TreeJudge(std::string_view text, const catalog::Catalog& catalog, const TreeLimits& limits)
      : text_(text), catalog_(catalog), limits_(limits) {}

  std::optional<Refusal> judge(const Node& answer) {
    if (judge_statement_count(answer) && object(answer, answer_shape())) return std::nullopt;
    return std::move(refusal_);
  }

 private:
  // All of these return false once there is an objection, kept in refusal_.
  bool refuse(std::string_view rule, std::string message, std::string hint = {});
  bool unknown(std::string_view what);

  bool judge_statement_count(const Node& answer);
  bool object(const Node& node, const NodeShape& shape);
  bool judge_keys(const Node& node, const NodeShape& shape);
  bool slots(const Node& node, const NodeShape& shape);
  bool slot(const Node& value, const SlotShape& slot);
  bool plain_slot(const Node& value, const SlotShape& slot);
  bool list_slot(const Node& value, const SlotShape& slot);

  bool expression(const Node& node);
  bool table(const Node& node);
  bool query(const Node& node);
  bool modifier(const Node& node);
  bool type(const Node& node);
  bool special(const Node& node, const NodeShape& shape);

  bool select(const Node& node, const NodeShape& shape);
  bool set_operation(const Node& node, const NodeShape& shape);
  bool recursive(const Node& node, const NodeShape& shape);
  bool common_table(const Node& node, const NodeShape& shape);
  bool order_by(const Node& node, const NodeShape& shape);

  bool column(const Node& node);
  bool function(const Node& node, const NodeShape& shape);
  bool judge_function_name(const Node& node, bool allowed);
  bool is_built_in(std::string_view name);
  bool implied_functions(std::string_view kind);
  bool takes_a_field();
  bool judge_method_call(const Node& node);
  bool judge_aggregate_name(const Node& node);
  bool lambda_call(const Node& node, const NodeShape& shape);
  bool lambda(const Node& node, const NodeShape& shape);
  bool names_a_value(const std::vector<std::string>& parts);
  bool count_terms(const Node& node);
  bool star(const Node& node, const NodeShape& shape);
  bool refuse_hidden(std::string_view what);
  bool refuse_all_columns(std::string_view what);
  bool shows_hidden(const Node& star) const;

  bool base_table(const Node& node, const NodeShape& shape);
  bool subquery_table(const Node& node, const NodeShape& shape);
  bool table_function(const Node& node, const NodeShape& shape);
  bool expression_list(const Node& node, const NodeShape& shape);
  bool pivot(const Node& node, const NodeShape& shape);
  bool join(const Node& node, const NodeShape& shape);
  bool count_join();
  bool count_tables(double tables);

  void add_relation(Relation relation) { scopes_.query().relations.push_back(std::move(relation)); }
  Columns output_columns(const Node& select_list) const;
  Columns star_columns(const Node& star) const;

  std::string_view text_;
  const catalog::Catalog& catalog_;
  const TreeLimits& limits_;
  std::optional<Refusal> refusal_;
  Scopes scopes_;
  Columns result_;  // of the query node visited last
  uint64_t at_ = kNowhere;
  size_t depth_ = 0, terms_ = 0, joins_ = 0;
  double tables_ = 0;
  double array_size_ = 1;           // of the ARRAY types around the one being judged
  bool as_table_function_ = false;  // the next function stands in FROM
  bool lambda_argument_ = false;    // the next LAMBDA is one, not JSON's arrow
  std::optional<bool> inlines_;     // whether the text says [NOT] MATERIALIZED
};

}  // namespace tally::guard
