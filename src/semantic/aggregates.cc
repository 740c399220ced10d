#include "semantic/aggregates.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "catalog/spelling.h"
#include "semantic/names.h"
#include "sql/walk.h"

namespace tally::semantic {
namespace {

using sql::Call;
using sql::ColumnRef;
using sql::Expression;

template <size_t N>
bool one_of(std::string_view name, const std::array<std::string_view, N>& names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// Aggregate functions of DuckDB. A user's own would not pass the guard either.
constexpr auto kAggregates = std::to_array<std::string_view>({"any_value",
                                                              "approx_count_distinct",
                                                              "approx_quantile",
                                                              "approx_top_k",
                                                              "arbitrary",
                                                              "arg_max",
                                                              "arg_max_null",
                                                              "arg_min",
                                                              "arg_min_null",
                                                              "argmax",
                                                              "argmin",
                                                              "array_agg",
                                                              "avg",
                                                              "bit_and",
                                                              "bit_or",
                                                              "bit_xor",
                                                              "bitstring_agg",
                                                              "bool_and",
                                                              "bool_or",
                                                              "corr",
                                                              "count",
                                                              "count_if",
                                                              "count_star",
                                                              "countif",
                                                              "covar_pop",
                                                              "covar_samp",
                                                              "entropy",
                                                              "favg",
                                                              "first",
                                                              "fsum",
                                                              "geometric_mean",
                                                              "geomean",
                                                              "group_concat",
                                                              "histogram",
                                                              "histogram_exact",
                                                              "kahan_sum",
                                                              "kurtosis",
                                                              "kurtosis_pop",
                                                              "last",
                                                              "list",
                                                              "listagg",
                                                              "mad",
                                                              "max",
                                                              "max_by",
                                                              "mean",
                                                              "median",
                                                              "min",
                                                              "min_by",
                                                              "mode",
                                                              "percentile_cont",
                                                              "percentile_disc",
                                                              "product",
                                                              "quantile",
                                                              "quantile_cont",
                                                              "quantile_disc",
                                                              "regr_avgx",
                                                              "regr_avgy",
                                                              "regr_count",
                                                              "regr_intercept",
                                                              "regr_r2",
                                                              "regr_slope",
                                                              "regr_sxx",
                                                              "regr_sxy",
                                                              "regr_syy",
                                                              "reservoir_quantile",
                                                              "sem",
                                                              "skewness",
                                                              "stddev",
                                                              "stddev_pop",
                                                              "stddev_samp",
                                                              "string_agg",
                                                              "sum",
                                                              "sum_no_overflow",
                                                              "sumkahan",
                                                              "var_pop",
                                                              "var_samp",
                                                              "variance",
                                                              "weighted_avg",
                                                              "wavg",
                                                              "grouping",
                                                              "grouping_id",
                                                              "approx_median"});
constexpr auto kIgnoreDuplicates = std::to_array<std::string_view>(
    {"min", "max", "any_value", "arbitrary", "bit_and", "bit_or", "bool_and", "bool_or", "arg_min",
     "arg_max", "argmin", "argmax", "arg_min_null", "arg_max_null", "min_by",
     "approx_count_distinct"});
constexpr auto kZeroWhenEmpty = std::to_array<std::string_view>(
    {"sum", "count", "count_if", "countif", "count_star", "fsum", "kahan_sum", "sumkahan",
     "regr_count", "sum_no_overflow", "approx_count_distinct"});
constexpr auto kShowValues = std::to_array<std::string_view>({"min",
                                                              "max",
                                                              "any_value",
                                                              "arbitrary",
                                                              "arg_min",
                                                              "arg_max",
                                                              "argmin",
                                                              "argmax",
                                                              "arg_min_null",
                                                              "arg_max_null",
                                                              "min_by",
                                                              "max_by",
                                                              "first",
                                                              "last",
                                                              "list",
                                                              "array_agg",
                                                              "string_agg",
                                                              "group_concat",
                                                              "listagg",
                                                              "mode",
                                                              "median",
                                                              "quantile",
                                                              "quantile_disc",
                                                              "quantile_cont",
                                                              "percentile_disc",
                                                              "percentile_cont",
                                                              "histogram",
                                                              "histogram_exact",
                                                              "approx_top_k",
                                                              "approx_quantile",
                                                              "reservoir_quantile"});

// Reads one metric expression. First finds the aggregates and what they name, then, knowing all of
// them, the dataset each is over.
class Analysis {
 public:
  explicit Analysis(const Model& model) : model_(model) {}

  MetricShape run(const Expression& expression) {
    find_aggregates(expression);
    if (drafts_.empty() && shape_.issues.empty()) {
      issue(expression.at, "it has no aggregate",
            "write SUM(…), COUNT(…), AVG(…) around the column");
    }
    for (auto& draft : drafts_) choose_own_fact(draft);
    for (auto& draft : drafts_) choose_shared_fact(draft);
    for (auto& draft : drafts_) {
      const Dataset* fact = draft.aggregate.fact;
      if (draft.counts_rows && fact) draft.aggregate.entity = fact->field(fact->entity_key);
      shape_.aggregates.push_back(std::move(draft.aggregate));
    }
    return std::move(shape_);
  }

 private:
  struct AggregateDraft {
    Aggregate aggregate;
    const Dataset* counted = nullptr;  // COUNT(dataset.*)
    bool counts_rows = false;          // COUNT(*)
    bool broken = false;               // already complained about
  };

  void issue(sql::Position at, std::string message, std::string fix) {
    shape_.issues.push_back({at, std::move(message), std::move(fix)});
  }

  void find_aggregates(const Expression& expression) {
    sql::walk(expression, [&](const Expression& node) {
      if (const auto* call = std::get_if<Call>(&node.node)) {
        if (call->over) {
          issue(node.at, "it has a window function",
                "a metric is aggregates and arithmetic over them");
          return false;
        }
        if (is_aggregate(*call)) {
          read_aggregate(node, *call);
          return false;
        }
      }
      if (const auto* column = std::get_if<ColumnRef>(&node.node)) outside(node, *column);
      if (is_subquery(node)) no_subquery(node);
      return !is_subquery(node);
    });
  }

  void outside(const Expression& node, const ColumnRef& column) {
    auto field = resolve_column(model_, column);
    if (!field) return unknown_column(node, column);
    issue(node.at,
          fmt::format("\"{}.{}\" stands outside an aggregate", field->dataset, field->field),
          "write SUM(…), COUNT(…), AVG(…) around it");
  }

  void no_subquery(const Expression& node) {
    issue(node.at, "it has a subquery", "a metric is aggregates and arithmetic over them");
  }

  void read_aggregate(const Expression& node, const Call& call) {
    AggregateDraft draft;
    std::string name = call_name(call);
    draft.aggregate.expression = &node;
    draft.aggregate.duplicates_matter = !call.distinct && !one_of(name, kIgnoreDuplicates);
    draft.aggregate.zero_when_empty = one_of(name, kZeroWhenEmpty);
    size_t issues = shape_.issues.size();
    bool no_argument = call.arguments.empty() && call.within_group.empty();
    draft.counts_rows = no_argument && name.starts_with("count");
    sql::walk(node, [&](const Expression& inner) { return read_inside(node, inner, draft); });
    draft.broken = shape_.issues.size() > issues;
    drafts_.push_back(std::move(draft));
  }

  bool read_inside(const Expression& aggregate, const Expression& node, AggregateDraft& draft) {
    if (&node == &aggregate) return true;
    if (is_subquery(node)) return no_subquery(node), false;
    if (const auto* call = std::get_if<Call>(&node.node)) {
      bool nested = is_aggregate(*call) || call->over;
      if (nested) {
        issue(node.at, fmt::format("\"{}\" stands inside another aggregate", call_name(*call)),
              "aggregates do not nest: aggregate once");
      }
      return !nested;
    }
    if (const auto* star = std::get_if<sql::Star>(&node.node)) read_star(node, *star, draft);
    if (const auto* column = std::get_if<ColumnRef>(&node.node)) {
      auto field = resolve_column(model_, *column);
      if (!field) {
        unknown_column(node, *column);
      } else if (std::find(draft.aggregate.fields.begin(), draft.aggregate.fields.end(), *field) ==
                 draft.aggregate.fields.end()) {
        draft.aggregate.fields.push_back(*std::move(field));
      }
    }
    return true;
  }

  void read_star(const Expression& node, const sql::Star& star, AggregateDraft& draft) {
    draft.counts_rows = true;
    if (star.qualifier.empty()) return;
    const std::string& name = star.qualifier.back().text;
    draft.counted = model_.dataset(name);
    if (!draft.counted) {
      issue(node.at, fmt::format("there is no dataset \"{}\"", name),
            did_you_mean(name, dataset_names()));
    }
  }

  void unknown_column(const Expression& node, const ColumnRef& column) {
    const std::string& last = column.name.back().text;
    if (column.name.size() == 1) {
      std::vector<std::string> owners;
      for (const auto& dataset : model_.datasets) {
        if (dataset.field(last)) owners.push_back(fmt::format("{}.{}", dataset.name, last));
      }
      if (owners.empty()) {
        return issue(node.at, fmt::format("there is no field \"{}\"", last),
                     "write dataset.field, both as the model names them");
      }
      return issue(node.at, fmt::format("\"{}\" is a field of several datasets", last),
                   "write " + list_words(owners, "or"));
    }
    const std::string& owner = column.name[0].text;
    const Dataset* dataset = model_.dataset(owner);
    if (!dataset) {
      return issue(node.at, fmt::format("there is no dataset \"{}\"", owner),
                   did_you_mean(owner, dataset_names()));
    }
    std::vector<std::string> fields;
    for (const auto& field : dataset->fields) fields.push_back(field.name);
    const std::string& field = column.name[1].text;
    issue(node.at, fmt::format("dataset \"{}\" has no field \"{}\"", dataset->name, field),
          did_you_mean(field, fields));
  }

  std::vector<std::string> dataset_names() const {
    std::vector<std::string> names;
    for (const auto& dataset : model_.datasets) names.push_back(dataset.name);
    return names;
  }

  bool reaches(const Dataset& from, std::string_view to) const {
    return model_.any_path(from.name, to).has_value();
  }
  bool reaches_all(const Dataset& from, const std::vector<FieldRef>& fields) const {
    return std::all_of(fields.begin(), fields.end(),
                       [&](const FieldRef& field) { return reaches(from, field.dataset); });
  }

  void choose_own_fact(AggregateDraft& draft) {
    if (draft.broken) return;
    Aggregate& aggregate = draft.aggregate;
    if (draft.counted) {
      aggregate.fact = draft.counted;
      if (!reaches_all(*draft.counted, aggregate.fields)) no_common_fact(draft);
      return;
    }
    for (const auto& field : aggregate.fields) {
      const Dataset* candidate = model_.dataset(field.dataset);
      if (!reaches_all(*candidate, aggregate.fields)) continue;
      aggregate.fact = candidate;
      return;
    }
    if (!aggregate.fields.empty()) return no_common_fact(draft);
    if (draft.counts_rows) return;  // the next step may know
    issue(aggregate.expression->at, "an aggregate reads no field", "write dataset.field inside it");
    draft.broken = true;
  }

  void no_common_fact(AggregateDraft& draft) {
    std::vector<std::string> names;
    if (draft.counted) names.push_back(draft.counted->name);
    for (const auto& field : draft.aggregate.fields) {
      if (std::find(names.begin(), names.end(), field.dataset) == names.end()) {
        names.push_back(field.dataset);
      }
    }
    issue(draft.aggregate.expression->at,
          fmt::format("no relationships lead from one of {} to the others", list_words(names)),
          "aggregate them apart, or add the relationships");
    draft.broken = true;
  }

  // Facts of the other aggregates, those that duplicates matter to.
  std::vector<const Dataset*> other_facts() const {
    std::vector<const Dataset*> facts;
    for (const auto& draft : drafts_) {
      const Dataset* fact = draft.aggregate.fact;
      bool counts = fact && draft.aggregate.duplicates_matter;
      if (counts && std::find(facts.begin(), facts.end(), fact) == facts.end()) {
        facts.push_back(fact);
      }
    }
    return facts;
  }

  void choose_shared_fact(AggregateDraft& draft) {
    if (draft.broken) return;
    Aggregate& aggregate = draft.aggregate;
    auto facts = other_facts();
    if (!aggregate.fact) {  // COUNT(*)
      if (facts.empty() && model_.datasets.size() == 1) facts.push_back(&model_.datasets[0]);
      if (facts.size() == 1) {
        aggregate.fact = facts[0];
        return;
      }
      issue(aggregate.expression->at, "COUNT(*) does not say of what", "write COUNT(dataset.*)");
      draft.broken = true;
      return;
    }
    if (aggregate.duplicates_matter || draft.counted) return;
    std::erase_if(facts,
                  [&](const Dataset* fact) { return !reaches_all(*fact, aggregate.fields); });
    if (facts.size() == 1) aggregate.fact = facts[0];
  }

  const Model& model_;
  MetricShape shape_;
  std::vector<AggregateDraft> drafts_;
};

}  // namespace

std::vector<std::string> MetricShape::facts() const {
  std::vector<std::string> names;
  for (const auto& aggregate : aggregates) {
    if (!aggregate.fact) continue;
    const std::string& name = aggregate.fact->name;
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  }
  return names;
}

MetricShape analyse_metric(const Model& model, const Expression& expression) {
  return Analysis(model).run(expression);
}

std::optional<FieldRef> resolve_column(const Model& model, const ColumnRef& column) {
  if (column.name.size() >= 2) {
    const Dataset* dataset = model.dataset(column.name[0].text);
    const Field* field = dataset ? dataset->field(column.name[1].text) : nullptr;
    if (!field) return std::nullopt;
    return FieldRef{dataset->name, field->name, {}};
  }
  std::optional<FieldRef> found;
  for (const auto& dataset : model.datasets) {
    const Field* field = dataset.field(column.name[0].text);
    if (!field) continue;
    if (found) return std::nullopt;
    found = FieldRef{dataset.name, field->name, {}};
  }
  return found;
}

std::string call_name(const Call& call) {
  return catalog::lower_ascii(call.name.back().text);
}

bool is_aggregate(const Call& call) {
  if (call.over) return false;
  bool written_as_one = call.distinct || call.filter || !call.within_group.empty();
  return written_as_one || one_of(call_name(call), kAggregates);
}

bool shows_values(const Call& call) {
  return one_of(call_name(call), kShowValues);
}

bool is_subquery(const Expression& expression) {
  const auto* quantified = std::get_if<sql::Quantified>(&expression.node);
  return std::holds_alternative<sql::ScalarQuery>(expression.node) ||
         std::holds_alternative<sql::Exists>(expression.node) ||
         std::holds_alternative<sql::InQuery>(expression.node) ||
         (quantified && std::holds_alternative<Box<sql::Query>>(quantified->over));
}

}  // namespace tally::semantic
