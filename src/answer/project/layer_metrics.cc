#include "answer/project/layer_metrics.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "answer/project/layer_condition.h"
#include "catalog/spelling.h"
#include "sql/parser.h"
#include "sql/printer.h"
#include "sql/walk.h"

namespace tally::answer {
namespace {

namespace dbt = importing::dbt;
using catalog::lower_ascii;
using dbt::LayerMetric;
using dbt::LayerModel;

constexpr int kDeepest = 20;          // metrics within metrics
constexpr size_t kLongest = 1 << 16;  // bytes of an expression: they may double at each level

// A literal other than NULL: COUNT(1), SUM(1).
const sql::Literal* constant_of(const sql::Expression& expression) {
  const auto* literal = std::get_if<sql::Literal>(&expression.node);
  return literal && literal->kind != sql::Literal::Kind::null ? literal : nullptr;
}

void merge(MetricText&& from, MetricText& into) {
  for (auto& note : from.notes)
    if (std::find(into.notes.begin(), into.notes.end(), note) == into.notes.end())
      into.notes.push_back(std::move(note));
  into.datasets.merge(from.datasets);
  into.times.merge(from.times);
  into.has_default_time = into.has_default_time || from.has_default_time;
}

const LayerMetric* find_metric(const dbt::SemanticLayer& layer, const std::string& name) {
  for (const auto& metric : layer.metrics)
    if (metric.name == name) return &metric;
  return nullptr;
}

// The measure, and whose it is.
std::pair<const LayerModel*, const dbt::LayerMeasure*> find_measure(const dbt::SemanticLayer& layer,
                                                                    const std::string& name) {
  for (const auto& model : layer.models)
    for (const auto& measure : model.measures)
      if (measure.name == name) return {&model, &measure};
  return {nullptr, nullptr};
}

void add_filters(const std::vector<dbt::LayerFilter>& from,
                 std::vector<const dbt::LayerFilter*>& into) {
  for (const auto& filter : from) into.push_back(&filter);
}

// A count of nothing is nothing in SQL and may be 0 in the project.
Result<std::string> filled(std::string sql, const std::string& with) {
  if (with.empty()) return sql;
  const auto value = sql::parse_expression(with);
  if (!value.ok() || !constant_of(*value))
    return user_error(fmt::format("fill_nulls_with is no number: {}", with));
  return fmt::format("COALESCE({}, {})", sql, with);
}

}  // namespace

// ---- one aggregate ----

// What stands inside the aggregate: a field, or rows.
Result<std::string> LayerMetrics::operand(const LayerModel& model, const std::string& name,
                                          const dbt::LayerAggregation& how) {
  const std::string& dataset = places_.dataset_of(model);
  const std::string sql = places_.sql_for(model, how.expr.empty() ? name : how.expr);
  const auto expression = sql::parse_expression(sql);
  if (!expression.ok() && sql != "*")
    return user_error(fmt::format("the SQL of its measure: {}", expression.error().message));
  const bool is_star = sql == "*";
  const auto* constant = is_star ? nullptr : constant_of(*expression);
  const bool counts_rows = (how.agg == "count" && (is_star || constant)) ||
                           (how.agg == "sum" && constant &&
                            constant->kind == sql::Literal::Kind::number && constant->text == "1");
  if (counts_rows) {
    const auto* owner = places_.builder().model().dataset(dataset);
    // COUNT(dataset.*) of a history table counts its entities: here it is the rows.
    if (owner->entity_key.empty()) return std::string();
    TALLY_TRY(const std::string one, places_.field_for(model, "1", name));
    return field_text(dataset, one);
  }
  if (is_star || constant) return user_error(fmt::format("it aggregates the constant {}", sql));
  TALLY_TRY(const std::string field, places_.field_for(model, sql, name));
  return field_text(dataset, field);
}

Result<MetricText> LayerMetrics::aggregate(const LayerModel& model, const std::string& name,
                                           const dbt::LayerAggregation& how,
                                           const Filters& filters) {
  const std::string& dataset = places_.dataset_of(model);
  if (dataset.empty())
    return user_error(
        fmt::format("it is over {}, which is no dataset of the model", places_.relation_of(model)));
  if (how.is_non_additive)
    return user_error("it must not be added up over time (non_additive_dimension)");
  if (how.is_approximate) return user_error("it is an approximate percentile");
  TALLY_TRY(const std::string over, operand(model, name, how));
  static const std::map<std::string, const char*> kCalls = {
      {"sum", "SUM({})"},
      {"min", "MIN({})"},
      {"max", "MAX({})"},
      {"average", "AVG({})"},
      {"count", "COUNT({})"},
      {"count_distinct", "COUNT(DISTINCT {})"},
      {"median", "MEDIAN({})"},
      {"sum_boolean", "SUM(CASE WHEN {} THEN 1 ELSE 0 END)"},
      {"percentile", "QUANTILE_CONT({}, {})"}};
  const auto call = kCalls.find(how.agg);
  if (call == kCalls.end())
    return user_error(fmt::format("it aggregates by \"{}\", which is not known", how.agg));
  MetricText text;
  if (over.empty()) {
    text.sql = fmt::format("COUNT(\"{}\".*)", dataset);
  } else if (how.agg == "percentile") {
    if (how.percentile.empty()) return user_error("its percentile is no number");
    text.sql = fmt::format("{}({}, {})", how.is_discrete ? "QUANTILE_DISC" : "QUANTILE_CONT", over,
                           how.percentile);
  } else {
    text.sql = fmt::format(fmt::runtime(call->second), over);
  }
  const std::string& time =
      how.agg_time_dimension.empty() ? model.agg_time_dimension : how.agg_time_dimension;
  std::string where;
  for (const auto* filter : filters) {
    TALLY_TRY(const std::string condition, condition_of(*filter, model, time, places_));
    where += (where.empty() ? "(" : " AND (") + condition + ")";
  }
  if (!where.empty()) text.sql += fmt::format(" FILTER (WHERE {})", where);
  TALLY_CHECK(add_time(model, time, text));
  return text;
}

// The time role of the dataset that the project's dimension is.
Result<void> LayerMetrics::add_time(const LayerModel& model, const std::string& dimension,
                                    MetricText& text) {
  const auto& whole = places_.builder().model();
  const auto* dataset = whole.dataset(places_.dataset_of(model));
  text.datasets.insert(dataset->name);
  const auto* known = dimension_of(model, dimension);
  if (!known || dataset->times.empty()) return {};
  const auto* field = places_.builder().field_of(dataset->name, sql_of(*known));
  const std::string column = lower_ascii(plain_column(sql_of(*known)));
  for (const auto& role : dataset->times) {
    bool same = role.relationship.empty() && field && field->name == role.field;
    for (const auto& way : whole.relationships)
      same = same || (way.name == role.relationship && way.from_columns.size() == 1 &&
                      lower_ascii(way.from_columns[0]) == column);
    if (!same) continue;
    if (role.is_default) text.has_default_time = true;
    if (!role.is_default) text.times.insert(role.name);
    return {};
  }
  return user_error(
      fmt::format("it is dated by \"{}\", which is no time of \"{}\"", dimension, dataset->name));
}

// ---- metrics ----

Result<MetricText> LayerMetrics::simple(const LayerMetric& metric, Filters filters) {
  const LayerModel* model = nullptr;
  const dbt::LayerAggregation* how = metric.own ? &*metric.own : nullptr;
  std::string name = metric.name, fill = metric.fill_nulls_with;
  bool joins_time_spine = metric.joins_time_spine;
  if (metric.measure) {
    const auto [owner, measure] = find_measure(places_.layer(), metric.measure->name);
    if (!measure)
      return user_error(fmt::format("there is no measure \"{}\"", metric.measure->name));
    model = owner;
    how = &measure->aggregation;
    name = measure->name;
    add_filters(metric.measure->filters, filters);
    if (!metric.measure->fill_nulls_with.empty()) fill = metric.measure->fill_nulls_with;
    joins_time_spine = joins_time_spine || metric.measure->joins_time_spine;
  } else if (how) {
    model = places_.find_model(metric.model);
  }
  if (!how) return user_error("it names no measure");
  if (!model) return user_error(fmt::format("there is no semantic model \"{}\"", metric.model));
  TALLY_TRY(MetricText text, aggregate(*model, name, *how, filters));
  TALLY_TRY(text.sql, filled(std::move(text.sql), fill));
  if (joins_time_spine)
    text.notes.push_back(
        fmt::format("The project shows periods without rows of \"{}\" too; here they are left out.",
                    metric.name));
  return text;
}

Result<MetricText> LayerMetrics::ratio(const LayerMetric& metric, const Filters& filters,
                                       int depth) {
  if (!metric.numerator || !metric.denominator)
    return user_error("it names no numerator or no denominator");
  TALLY_TRY(MetricText above, text_of(*metric.numerator, filters, depth));
  TALLY_TRY(MetricText below, text_of(*metric.denominator, filters, depth));
  MetricText text;
  text.sql = fmt::format("({}) / NULLIF(({}), 0)", above.sql, below.sql);
  merge(std::move(above), text);
  merge(std::move(below), text);
  return text;
}

Result<MetricText> LayerMetrics::derived(const LayerMetric& metric, const Filters& filters,
                                         int depth) {
  auto formula = sql::parse_expression(metric.expr);
  if (!formula.ok())
    return user_error(fmt::format("the SQL of its expr: {}", formula.error().message));
  MetricText text;
  std::map<std::string, sql::Expression> by_name;
  for (const auto& input : metric.inputs) {
    if (input.is_offset) return user_error("it compares with another period (an offset in time)");
    TALLY_TRY(MetricText part, text_of(input, filters, depth));
    auto expression = sql::parse_expression(part.sql);
    if (!expression.ok()) return expression.error();
    by_name.emplace(lower_ascii(input.alias.empty() ? input.name : input.alias),
                    std::move(expression).value());
    merge(std::move(part), text);
  }
  std::string unknown;
  auto whole = sql::rewrite(std::move(formula).value(), [&](sql::Expression node) {
    const auto* column = std::get_if<sql::ColumnRef>(&node.node);
    if (!column) return node;
    const auto found = by_name.find(lower_ascii(column->name.back().text));
    if (column->name.size() == 1 && found != by_name.end()) return found->second;
    unknown = column->name.back().text;
    return node;
  });
  if (!unknown.empty())
    return user_error(fmt::format("its expr names \"{}\", which is none of its metrics", unknown));
  text.sql = sql::print(whole);
  return text;
}

Result<MetricText> LayerMetrics::text_of(const dbt::LayerInput& input, Filters filters, int depth) {
  const auto* metric = find_metric(places_.layer(), input.name);
  if (!metric) return user_error(fmt::format("there is no metric \"{}\"", input.name));
  add_filters(input.filters, filters);
  TALLY_TRY(MetricText text, text_of(*metric, filters, depth + 1));
  if (text.sql.size() > kLongest) return user_error("its expression is too long");
  return text;
}

Result<MetricText> LayerMetrics::text_of(const LayerMetric& metric, const Filters& filters,
                                         int depth) {
  if (depth > kDeepest) return user_error("it is made of metrics that are made of it");
  Filters all = filters;
  add_filters(metric.filters, all);
  if (metric.type == "simple") return simple(metric, std::move(all));
  if (metric.type == "ratio") return ratio(metric, all, depth);
  if (metric.type == "derived") return derived(metric, all, depth);
  if (metric.type == "cumulative") return user_error("it is cumulative: a running total over time");
  if (metric.type == "conversion")
    return user_error("it is a conversion: events that follow on others");
  return user_error(metric.type.empty() ? "it has no type"
                                        : fmt::format("its type is \"{}\"", metric.type));
}

Result<semantic::Metric> LayerMetrics::convert(const LayerMetric& metric, std::string& sql) {
  TALLY_TRY(MetricText text, text_of(metric, {}, 0));
  // One time dates the whole; what no single role says would be dated by the defaults.
  if (text.times.size() > 1 ||
      (text.times.size() == 1 && (text.has_default_time || text.datasets.size() > 1)))
    return user_error("its parts are dated by different times");
  semantic::Metric made;
  made.name = metric.name;
  made.description = metric.description;
  made.notes = std::move(text.notes);
  if (!text.times.empty()) made.time = *text.times.begin();
  sql = std::move(text.sql);
  return made;
}

}  // namespace tally::answer
