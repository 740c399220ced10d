#include "semantic/calculations.h"

#include <fmt/format.h>

#include <algorithm>

#include "semantic/calculation_check.h"
#include "semantic/condition.h"
#include "semantic/names.h"
#include "semantic/query_parts.h"

namespace tally::semantic {
namespace {

using Kind = Calculation::Kind;
using sql::BinaryOp;
using sql::Expression;

Expression percent_of(Expression part, Expression whole) {
  Expression hundredfold =
      sql::binary(BinaryOp::multiply, sql::number_literal("100.0"), std::move(part));
  return sql::binary(BinaryOp::divide, std::move(hundredfold),
                     sql::call("nullif", {std::move(whole), sql::number_literal("0")}));
}

Expression over(const char* function, std::vector<Expression> arguments, sql::Window window) {
  Expression made = sql::call(function, std::move(arguments));
  std::get<sql::Call>(made.node).over = std::move(window);
  return made;
}

bool has(const std::vector<size_t>& list, size_t value) {
  return std::find(list.begin(), list.end(), value) != list.end();
}

class Further {
 public:
  explicit Further(const Plan& plan) : plan_(plan), request_(*plan.request) {}

  Result<sql::Query> run(sql::Query rows) {
    sql::Query query;
    query.with = std::move(rows.with);
    rows.with.clear();
    std::string name = add_table(query, "grouped", std::move(rows));
    sql::Select select;
    select.from.push_back(table(name));
    TALLY_TRY(auto condition, conditions());
    const bool tops = !request_.limit_within.empty();
    const bool first = has_windows() && (request_.summary || (tops && (condition || by_window())));
    (has_windows() ? select.qualify : select.where) = std::move(condition);
    if (first) select = kept(query, std::move(select));
    if (tops) select.qualify = is_among_tops();
    if (request_.summary) {
      summarise(select);
    } else {
      select_columns(select, request_.metrics.size());
      finishing_ = true;
    }
    query.body = std::move(select);
    finish(query);
    return query;
  }

  std::vector<size_t> staying() const {
    std::vector<size_t> columns;
    for (size_t i = 0; i < plan_.groups.size(); ++i) {
      const auto& of = plan_.groups[i].groups;
      bool folded = request_.summary && std::all_of(of.begin(), of.end(), [&](size_t group) {
                      return has(request_.summary->over, group);
                    });
      if (!folded) columns.push_back(i);
    }
    return columns;
  }

  std::string summary_column(const std::string& name) const {
    return fmt::format("{}_{}", summary_name(request_.summary->aggregate), name);
  }

 private:
  // ---- tables ----

  // What is worked out from all rows comes before what takes them together or picks some.
  sql::Select kept(sql::Query& query, sql::Select rows) {
    // all metrics: what picks them may go by what is not shown
    select_columns(rows, plan_.metrics.size());
    sql::Query made;
    made.body = std::move(rows);
    std::string name = add_table(query, "kept", std::move(made));
    finishing_ = true;
    sql::Select select;
    select.from.push_back(table(name));
    return select;
  }

  bool is_taken(const sql::Query& query, const std::string& name) const {
    return std::any_of(query.with.begin(), query.with.end(),
                       [&](const auto& each) { return same_name(each.name.text, name); }) ||
           std::any_of(plan_.model->datasets.begin(), plan_.model->datasets.end(),
                       [&](const Dataset& dataset) {
                         return !dataset.table_name.empty() &&
                                same_name(dataset.table_name.back(), name);
                       });
  }

  std::string add_table(sql::Query& query, std::string name, sql::Query content) const {
    while (is_taken(query, name)) name += "_";
    sql::CommonTable made;
    made.name = {name, false};
    made.query = std::move(content);
    query.with.push_back(std::move(made));
    return name;
  }

  void select_columns(sql::Select& select, size_t metrics) const {
    for (const auto& column : plan_.groups)
      select.items.push_back({sql::column(column.name), std::nullopt});
    for (size_t i = 0; i < metrics; ++i)
      select.items.push_back({sql::column(plan_.metrics[i].name), std::nullopt});
    for (const auto& made : request_.calculations) {
      const std::string name = calculation_column(made);
      select.items.push_back(finishing_ ? sql::SelectItem{sql::column(name), std::nullopt}
                                        : item(value(made), name));
    }
  }

  // ---- values ----

  Expression value(const std::string& name) const {
    for (const auto& made : request_.calculations) {
      if (!same_name(calculation_column(made), name)) continue;
      return finishing_ ? sql::column(calculation_column(made)) : value(made);
    }
    return sql::column(plan_.metric(name).name);
  }

  Expression value(const Calculation& made) const {
    Expression of = sql::column(plan_.metric(made.of).name);
    Expression to = made.to.empty() ? Expression{} : sql::column(plan_.metric(made.to).name);
    switch (made.kind) {
      case Kind::share:
        return percent_of(of, over("sum", {of}, {{}, partition(made.within), {}, {}}));
      case Kind::percent:
        return percent_of(std::move(of), std::move(to));
      case Kind::ratio:
        return sql::binary(
            BinaryOp::divide,
            sql::binary(BinaryOp::multiply, sql::number_literal("1.0"), std::move(of)),
            sql::call("nullif", {std::move(to), sql::number_literal("0")}));
      case Kind::difference:
        return sql::binary(BinaryOp::subtract, std::move(of), std::move(to));
      case Kind::growth:
        return percent_of(sql::binary(BinaryOp::subtract, std::move(of), to), to);
      case Kind::change:
        return sql::binary(BinaryOp::subtract, of, before(of, made.back));
      case Kind::change_percent: {
        Expression earlier = before(of, made.back);
        return percent_of(sql::binary(BinaryOp::subtract, of, earlier), earlier);
      }
      case Kind::running_total:
      case Kind::year_to_date:
        return up_to_here(std::move(of), made.kind == Kind::year_to_date);
    }
    return {};
  }

  std::vector<Expression> partition(const std::vector<size_t>& groups) const {
    std::vector<Expression> columns;
    for (const auto& column : plan_.groups) {
      bool shared = std::any_of(column.groups.begin(), column.groups.end(),
                                [&](size_t group) { return has(groups, group); });
      if (shared) columns.push_back(sql::column(column.name));
    }
    return columns;
  }

  const GroupColumn* part_column(Grain part) const {
    for (const auto& column : plan_.groups)
      if (!column.field && column.part == part) return &column;
    return nullptr;
  }

  // The periods numbered one after the other, so that the one before is told from the last row.
  Expression period() const {
    Grain grain = *period_grain(request_);
    if (grain == Grain::week || grain == Grain::day)
      return sql::binary(BinaryOp::subtract, sql::column(part_column(grain)->name),
                         sql::date_literal("2000-01-03"));
    Expression year = sql::column(part_column(Grain::year)->name);
    if (grain == Grain::year) return year;
    bool quarters = grain == Grain::quarter;
    const GroupColumn* within =
        part_column(quarters ? Grain::quarter_of_year : Grain::month_of_year);
    Expression first = sql::binary(BinaryOp::multiply, std::move(year),
                                   sql::number_literal(quarters ? "4" : "12"));
    return sql::binary(BinaryOp::add, std::move(first), sql::column(within->name));
  }

  // Of each combination of the other groups, in the order of the periods.
  sql::Window through_periods(bool anew_each_year) const {
    sql::Window window;
    for (const auto& column : plan_.groups)
      if (column.field || (anew_each_year && column.part == Grain::year))
        window.partition_by.push_back(sql::column(column.name));
    window.order_by.push_back({period(), false, std::nullopt, false});
    return window;
  }

  // Looked up by the number of the period: where it has no row there is no value, rather than that
  // of an earlier one.
  Expression before(Expression of, int back) const {
    sql::Window window = through_periods(false);
    int step = *period_grain(request_) == Grain::week ? 7 : 1;
    sql::FrameBound bound{sql::FrameBound::Kind::preceding,
                          sql::number_literal(std::to_string(back * step))};
    window.frame = sql::Frame{sql::Frame::Unit::range, bound, bound, ""};
    return over("max", {std::move(of)}, std::move(window));
  }

  // The year to date of days needs the year of each.
  Expression up_to_here(Expression of, bool anew_each_year) const {
    sql::Window window = through_periods(anew_each_year);
    if (const GroupColumn* day = part_column(Grain::day); anew_each_year && day != nullptr)
      window.partition_by.push_back({sql::Extract{"year", sql::column(day->name)}, {}});
    return over("sum", {std::move(of)}, std::move(window));
  }

  static bool is_window(const Calculation& made) { return !takes_two(made.kind); }

  bool has_windows() const {
    return std::any_of(request_.calculations.begin(), request_.calculations.end(), is_window);
  }

  // A window cannot go by another: the top of each group by share needs the shares as columns.
  bool by_window() const {
    if (request_.order.empty())
      return request_.metrics.empty() && is_window(request_.calculations[0]);
    return std::any_of(request_.order.begin(), request_.order.end(), [&](const Order& order) {
      const auto* name = std::get_if<std::string>(&order.by);
      return name && std::any_of(request_.calculations.begin(), request_.calculations.end(),
                                 [&](const Calculation& made) {
                                   return is_window(made) &&
                                          same_name(calculation_column(made), *name);
                                 });
    });
  }

  // ---- conditions ----

  static void add(std::optional<Expression>& all, Expression one) {
    all =
        all ? sql::binary(BinaryOp::logical_and, *std::move(all), std::move(one)) : std::move(one);
  }

  Result<std::optional<Expression>> conditions() const {
    std::optional<Expression> all;
    if (!plan_.asked_from.empty()) add(all, sql::column(kAskedForColumn));
    for (const auto& filter : request_.having) {
      TALLY_TRY(Expression one, condition(value(filter.metric), DataType::float_, filter.op,
                                          filter.values, spoken(filter.metric)));
      add(all, std::move(one));
    }
    return all;
  }

  Expression is_among_tops() const {
    sql::Window window{{}, partition(request_.limit_within), {}, {}};
    order_within(window.order_by);
    return sql::binary(BinaryOp::less_equal, over("row_number", {}, std::move(window)),
                       sql::number_literal(std::to_string(*request_.limit)));
  }

  // ---- order ----

  // The best first: by what is asked for, else by the first number; ties by the groups.
  void order_within(std::vector<sql::OrderItem>& order) const {
    std::vector<bool> ordered(plan_.groups.size(), false);
    for (const auto& wanted : request_.order) add_order(order, wanted, ordered);
    if (request_.order.empty()) order.push_back({first_number(), true, false});
    for (size_t column : staying())
      if (!ordered[column] && !is_within(column))
        order.push_back({sql::column(plan_.groups[column].name), false, std::nullopt});
  }

  bool is_within(size_t column) const {
    const auto& of = plan_.groups[column].groups;
    return std::any_of(of.begin(), of.end(),
                       [&](size_t group) { return has(request_.limit_within, group); });
  }

  Expression first_number() const {
    if (!request_.metrics.empty()) return sql::column(plan_.metrics[0].name);
    return value(calculation_column(request_.calculations[0]));
  }

  void add_order(std::vector<sql::OrderItem>& order, const Order& wanted,
                 std::vector<bool>& ordered) const {
    if (const auto* name = std::get_if<std::string>(&wanted.by)) {
      order.push_back({ordered_value(*name), wanted.descending, false});
      return;
    }
    for (size_t column : plan_.columns_of(std::get<size_t>(wanted.by))) {
      if (ordered[column]) continue;
      ordered[column] = true;
      order.push_back({sql::column(plan_.groups[column].name), wanted.descending, std::nullopt});
    }
  }

  Expression ordered_value(const std::string& name) const {
    if (!request_.summary) return value(name);
    if (request_.summary->aggregate == Summary::Aggregate::count)
      return sql::call("count", {Expression{sql::Star{}, {}}});
    return aggregated(value(name));
  }

  // Each group's rows together and in its own order, the groups in theirs.
  void finish(sql::Query& query) const {
    std::vector<bool> ordered(plan_.groups.size(), false);
    for (size_t column : staying()) {
      if (!is_within(column)) continue;
      ordered[column] = true;
      query.order_by.push_back({sql::column(plan_.groups[column].name), false, std::nullopt});
    }
    bool limited = request_.limit && request_.limit_within.empty();
    for (const auto& wanted : request_.order) add_order(query.order_by, wanted, ordered);
    if (request_.order.empty() && request_.limit && !request_.summary)
      query.order_by.push_back({first_number(), true, false});
    for (size_t column : staying())
      if (!ordered[column])
        query.order_by.push_back({sql::column(plan_.groups[column].name), false, std::nullopt});
    if (limited) query.limit = sql::number_literal(std::to_string(*request_.limit));
  }

  // ---- summaries ----

  Expression aggregated(Expression value) const {
    switch (request_.summary->aggregate) {
      case Summary::Aggregate::sum:
        return sql::call("sum", {std::move(value)});
      case Summary::Aggregate::median:
        return sql::call("median", {std::move(value)});
      case Summary::Aggregate::minimum:
        return sql::call("min", {std::move(value)});
      case Summary::Aggregate::maximum:
        return sql::call("max", {std::move(value)});
      default:
        return sql::call("avg", {std::move(value)});
    }
  }

  void summarise(sql::Select& select) const {
    for (size_t column : staying()) {
      Expression group = sql::column(plan_.groups[column].name);
      select.items.push_back({group, std::nullopt});
      select.group_by.emplace_back().items.push_back(std::move(group));
    }
    if (request_.summary->aggregate == Summary::Aggregate::count) {
      Expression star{sql::Star{}, {}};
      select.items.push_back(item(sql::call("count", {std::move(star)}), kCountColumn));
      return;
    }
    for (size_t i = 0; i < request_.metrics.size(); ++i)
      select.items.push_back(item(aggregated(sql::column(plan_.metrics[i].name)),
                                  summary_column(plan_.metrics[i].name)));
    for (const auto& made : request_.calculations) {
      const std::string name = calculation_column(made);
      select.items.push_back(
          item(aggregated(finishing_ ? sql::column(name) : value(made)), summary_column(name)));
    }
  }

 public:
  static constexpr const char* kCountColumn = "number";

 private:
  const Plan& plan_;
  const MetricRequest& request_;
  bool finishing_ = false;  // calculations are columns of what is selected from, or ordered
};

OutputColumn group_column(const GroupColumn& column) {
  const Field* field = column.field ? column.field->field : nullptr;
  return {column.name, field ? field->unit : "", false,
          field && !field->label.empty() ? field->label : spoken(column.name),
          field ? std::nullopt : std::optional(column.part)};
}

OutputColumn calculated_column(const Plan& plan, const Calculation& made) {
  bool keeps_unit = made.kind == Kind::difference || made.kind == Kind::change ||
                    made.kind == Kind::running_total || made.kind == Kind::year_to_date;
  std::string unit = keeps_unit ? plan.metric(made.of).metric->unit : "%";
  if (made.kind == Kind::ratio) unit.clear();
  std::string name = calculation_column(made);
  return {name, unit, true, spoken(name)};
}

}  // namespace

Result<sql::Query> go_further(const Plan& plan, sql::Query rows) {
  return Further(plan).run(std::move(rows));
}

std::vector<OutputColumn> plain_columns(const Plan& plan) {
  std::vector<OutputColumn> columns;
  for (const auto& column : plan.groups) columns.push_back(group_column(column));
  for (size_t i = 0; i < plan.request->metrics.size(); ++i) {
    const Metric& metric = *plan.metrics[i].metric;
    columns.push_back({metric.name, metric.unit, true, spoken(metric.name)});
  }
  return columns;
}

std::vector<OutputColumn> further_columns(const Plan& plan) {
  std::vector<OutputColumn> columns = plain_columns(plan);
  for (const auto& made : plan.request->calculations)
    columns.push_back(calculated_column(plan, made));
  if (!plan.request->summary) return columns;
  Further further(plan);
  std::vector<OutputColumn> taken_together;
  for (size_t column : further.staying())
    taken_together.push_back(group_column(plan.groups[column]));
  if (plan.request->summary->aggregate == Summary::Aggregate::count) {
    taken_together.push_back({Further::kCountColumn, "", true, Further::kCountColumn});
    return taken_together;
  }
  for (size_t i = plan.groups.size(); i < columns.size(); ++i) {
    OutputColumn column = columns[i];
    column.name = further.summary_column(column.name);
    column.title = spoken(column.name);
    taken_together.push_back(std::move(column));
  }
  return taken_together;
}

std::vector<std::string> further_rules(const Plan& plan) {
  std::vector<std::string> rules;
  auto add = [&](std::string text) {
    if (std::find(rules.begin(), rules.end(), text) == rules.end())
      rules.push_back(std::move(text));
  };
  for (const auto& made : plan.request->calculations) {
    if (made.kind == Kind::share) add("shares are of the sum of all rows with these groups");
    if (made.kind == Kind::change || made.kind == Kind::change_percent)
      add("where the period before has no rows there is no change");
    if (takes_two(made.kind) && made.kind != Kind::difference)
      add("a division by zero gives no value");
  }
  if (plan.request->summary) add("only groups that have rows are taken together");
  return rules;
}

}  // namespace tally::semantic
