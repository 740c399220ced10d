#include "semantic/compiler.h"

#include <fmt/format.h>

#include <algorithm>

#include "semantic/calculation_check.h"
#include "semantic/calculations.h"
#include "semantic/condition.h"
#include "semantic/cut_periods.h"
#include "semantic/names.h"
#include "semantic/part_select.h"
#include "semantic/query_parts.h"
#include "semantic/time_steps.h"
#include "sql/printer.h"
#include "sql/walk.h"

namespace tally::semantic {
namespace {

using sql::BinaryOp;
using sql::Expression;

// A division by zero has no value. (DuckDB says infinity, which then swallows sums and orders.)
Expression guard_division(Expression node) {
  auto* division = std::get_if<sql::Binary>(&node.node);
  if (!division || division->op != BinaryOp::divide) return node;
  const Expression& divisor = *division->right;
  const auto* number = std::get_if<sql::Literal>(&divisor.node);
  const auto* call = std::get_if<sql::Call>(&divisor.node);
  bool constant = number && number->kind == sql::Literal::Kind::number &&
                  number->text.find_first_of("123456789") != std::string::npos;
  if (constant || (call && call_name(*call) == "nullif")) return node;
  division->right = sql::call("nullif", {divisor, sql::number_literal("0")});
  return node;
}

bool divides(const Expression& expression) {
  bool found = false;
  sql::walk(expression, [&](const Expression& node) {
    const auto* binary = std::get_if<sql::Binary>(&node.node);
    const auto* call = std::get_if<sql::Call>(&node.node);
    found = found || (binary && binary->op == BinaryOp::divide);
    return !(call && is_aggregate(*call));
  });
  return found;
}

sql::FromItem join(sql::JoinKind kind, sql::FromItem left, sql::FromItem right,
                   std::optional<Expression> on) {
  sql::Join made;
  made.kind = kind;
  made.left = std::move(left);
  made.right = std::move(right);
  made.on = std::move(on);
  sql::FromItem from;
  from.item = std::move(made);
  return from;
}

// GROUP BY a, b: one plain set each.
std::vector<sql::GroupingSet> plain_groups(const std::vector<Expression>& expressions) {
  std::vector<sql::GroupingSet> groups;
  for (const auto& expression : expressions) groups.emplace_back().items.push_back(expression);
  return groups;
}

class Compiler {
 public:
  Compiler(Plan plan, const catalog::Facts* facts) : plan_(std::move(plan)), facts_(facts) {}

  Result<Compiled> run() {
    for (const auto& part : plan_.parts) {
      TALLY_TRY(PartSelect select, select_part(plan_, part));
      for (auto& text : select.rules) rule(std::move(text));
      selects_.push_back(std::move(select));
    }
    sql::Query query;
    if (selects_.size() == 1) {
      TALLY_TRY(query.body, one_part());
    } else {
      TALLY_TRY(query, joined_parts());
    }
    if (plan_.goes_further()) {
      TALLY_TRY(query, go_further(plan_, std::move(query)));
    } else {
      order(query);
      if (plan_.request->limit) {
        query.limit = sql::number_literal(std::to_string(*plan_.request->limit));
      }
    }
    describe();
    result_.sql = sql::print(query, {.pretty = true});
    result_.tree = std::move(query);
    return std::move(result_);
  }

 private:
  void rule(std::string text) {
    auto& rules = result_.rules;
    if (std::find(rules.begin(), rules.end(), text) == rules.end())
      rules.push_back(std::move(text));
  }

  // The metric with each of its aggregates replaced by what computes it.
  template <typename Replace>
  Expression metric_expression(const UsedMetric& used, Replace replace) const {
    Expression whole = sql::rewrite(used.metric->expression, [&](Expression node) {
      const auto* call = std::get_if<sql::Call>(&node.node);
      if (!call || !is_aggregate(*call)) return node;
      for (size_t i = 0; i < used.shape.aggregates.size(); ++i) {
        if (*used.shape.aggregates[i].expression == node) {
          return replace(used.shape.aggregates[i], used.parts[i], used.slots[i]);
        }
      }
      return node;
    });
    return sql::rewrite(std::move(whole), guard_division);
  }

  Expression metric_expression(const UsedMetric& used) const {
    bool joined = selects_.size() > 1;
    return metric_expression(used, [&](const Aggregate& aggregate, size_t part, size_t slot) {
      if (!joined) {
        const Expression& alone = selects_[part].aggregates[slot];
        // a sum over no rows of the group is 0, as it is where parts are joined
        bool empty = used.of_part && aggregate.zero_when_empty &&
                     call_name(std::get<sql::Call>(alone.node)) != "count";
        return empty ? sql::call("coalesce", {alone, sql::number_literal("0")}) : alone;
      }
      Expression value = sql::column(plan_.parts[part].name, plan_.parts[part].names[slot]);
      if (!aggregate.zero_when_empty) return value;
      return sql::call("coalesce", {std::move(value), sql::number_literal("0")});
    });
  }

  Result<std::optional<Expression>> having() const {
    std::optional<Expression> all;
    if (plan_.goes_further()) return all;  // go_further() has them, over its columns
    for (const auto& filter : plan_.request->having) {
      const UsedMetric& used = plan_.metric(filter.metric);
      TALLY_TRY(Expression one, condition(metric_expression(used), DataType::float_, filter.op,
                                          filter.values, spoken(used.metric->name)));
      all = all ? sql::binary(BinaryOp::logical_and, *std::move(all), std::move(one))
                : std::move(one);
    }
    return all;
  }

  void select_metrics(sql::Select& select) const {
    size_t count = plan_.goes_further() ? plan_.metrics.size() : plan_.request->metrics.size();
    for (size_t i = 0; i < count; ++i) {
      select.items.push_back(item(metric_expression(plan_.metrics[i]), plan_.metrics[i].name));
    }
  }

  Result<sql::Select> one_part() {
    PartSelect& part = selects_[0];
    sql::Select select;
    for (size_t i = 0; i < part.groups.size(); ++i) {
      select.items.push_back(item(part.groups[i], plan_.groups[i].name));
    }
    select_metrics(select);
    if (part.is_asked_for) select.items.push_back(item(*part.is_asked_for, kAskedForColumn));
    TALLY_TRY(select.having, having());
    select.from.push_back(std::move(part.from));
    select.where = std::move(part.where);
    select.group_by = plain_groups(part.groups);
    return select;
  }

  // Each part aggregated apart, then joined on the groups. The groups of all parts come first, so
  // that a row stands however many parts lack it; a chain of full joins would have to compare each
  // part with whichever earlier one has the group.
  Result<sql::Query> joined_parts() {
    sql::Query query;
    for (size_t i = 0; i < selects_.size(); ++i) query.with.push_back(part_table(i));
    sql::Select select;
    if (plan_.groups.empty()) {
      sql::FromItem from = table(plan_.parts[0].name);
      for (size_t i = 1; i < plan_.parts.size(); ++i) {
        from =
            join(sql::JoinKind::cross, std::move(from), table(plan_.parts[i].name), std::nullopt);
      }
      select.from.push_back(std::move(from));
    } else {
      query.with.push_back(all_groups());
      const std::string name = query.with.back().name.text;
      sql::FromItem from = table(name);
      for (const auto& part : plan_.parts) {
        from = join(sql::JoinKind::left, std::move(from), table(part.name),
                    same_groups(name, part.name));
      }
      for (const auto& column : plan_.groups) {
        select.items.push_back(item(sql::column(name, column.name), column.name));
      }
      select.from.push_back(std::move(from));
    }
    select_metrics(select);
    TALLY_TRY(select.where, having());
    query.body = std::move(select);
    say_what_is_missing();
    return query;
  }

  sql::CommonTable part_table(size_t index) const {
    const PartSelect& part = selects_[index];
    sql::Select select;
    for (size_t i = 0; i < part.groups.size(); ++i) {
      select.items.push_back(item(part.groups[i], plan_.groups[i].name));
    }
    for (size_t i = 0; i < part.aggregates.size(); ++i) {
      select.items.push_back(
          item(sql::rewrite(part.aggregates[i], guard_division), plan_.parts[index].names[i]));
    }
    select.from.push_back(part.from);
    select.where = part.where;
    select.group_by = plain_groups(part.groups);
    sql::Query query;
    query.body = std::move(select);
    return named(plan_.parts[index].name, std::move(query));
  }

  static sql::CommonTable named(const std::string& name, sql::Query query) {
    sql::CommonTable made;
    made.name = {name, false};
    made.query = std::move(query);
    return made;
  }

  // SELECT groups FROM a UNION SELECT groups FROM b …
  sql::CommonTable all_groups() const {
    std::optional<sql::Query> all;
    for (const auto& part : plan_.parts) {
      sql::Select select;
      for (const auto& column : plan_.groups) {
        select.items.push_back({sql::column(column.name), std::nullopt});
      }
      select.from.push_back(table(part.name));
      sql::Query one;
      one.body = std::move(select);
      if (!all) {
        all = std::move(one);
        continue;
      }
      sql::SetOperation both;
      both.left = *std::move(all);
      both.right = std::move(one);
      all = sql::Query{};
      all->body = std::move(both);
    }
    std::string name = "all_groups";
    auto taken = [&] {
      return std::any_of(plan_.parts.begin(), plan_.parts.end(),
                         [&](const Part& part) { return same_name(part.name, name); });
    };
    while (taken()) name += "_";
    return named(name, *std::move(all));
  }

  Expression same_groups(const std::string& left, const std::string& right) const {
    std::optional<Expression> all;
    for (const auto& column : plan_.groups) {
      Expression one = sql::binary(BinaryOp::equal, sql::column(left, column.name),
                                   sql::column(right, column.name));
      all = all ? sql::binary(BinaryOp::logical_and, *std::move(all), std::move(one))
                : std::move(one);
    }
    return *std::move(all);
  }

  void say_what_is_missing() {
    std::vector<std::string> facts;
    for (const auto& part : plan_.parts) {
      auto twins = std::count_if(plan_.parts.begin(), plan_.parts.end(),
                                 [&](const Part& other) { return other.fact == part.fact; });
      std::string fact = spoken(part.fact->name);
      if (twins > 1 && part.time) fact += fmt::format(" by {} date", spoken(part.time->name));
      facts.push_back(std::move(fact));
    }
    rule(
        fmt::format("{} are aggregated apart; where one of them has no rows, its sums and counts "
                    "are 0",
                    list_words(facts)));
  }

  // ---- order ----

  void order(sql::Query& query) {
    if (plan_.groups.empty()) return;
    std::vector<bool> ordered(plan_.groups.size(), false);
    const MetricRequest& request = *plan_.request;
    for (const auto& wanted : request.order) {
      if (const auto* name = std::get_if<std::string>(&wanted.by)) {
        order_by_metric(query, plan_.metric(*name), wanted.descending);
      } else {
        order_by_group(query, std::get<size_t>(wanted.by), wanted.descending, ordered);
      }
    }
    if (request.order.empty() && request.limit) {
      order_by_metric(query, plan_.metrics[0], true);
      rule(fmt::format("the rows shown are those with the highest {}",
                       spoken(plan_.metrics[0].metric->name)));
    }
    for (size_t i = 0; i < plan_.groups.size(); ++i) {
      if (!ordered[i]) order_by_name(query, plan_.groups[i].name, false);
    }
  }

  void order_by_name(sql::Query& query, const std::string& name, bool descending) {
    query.order_by.push_back({sql::column(name), descending, std::nullopt});
  }

  void order_by_metric(sql::Query& query, const UsedMetric& used, bool descending) {
    auto index = static_cast<size_t>(&used - plan_.metrics.data());
    bool shown = index < plan_.request->metrics.size();
    Expression by = shown ? sql::column(used.name) : metric_expression(used);
    query.order_by.push_back({std::move(by), descending, false});
  }

  void order_by_group(sql::Query& query, size_t group, bool descending,
                      std::vector<bool>& ordered) {
    for (size_t i = 0; i < plan_.groups.size(); ++i) {
      const auto& groups = plan_.groups[i].groups;
      bool of_group = std::find(groups.begin(), groups.end(), group) != groups.end();
      if (!of_group || ordered[i]) continue;
      order_by_name(query, plan_.groups[i].name, descending);
      ordered[i] = true;
    }
  }

  // ---- what the result is ----

  void describe() {
    result_.columns = plan_.goes_further() ? further_columns(plan_) : plain_columns(plan_);
    for (size_t i = 0; i < plan_.metrics.size(); ++i) {
      bool shown = plan_.goes_further() || i < plan_.request->metrics.size();
      if (shown && divides(plan_.metrics[i].metric->expression))
        rule("a division by zero gives no value");
    }
    for (auto& text : step_rules(plan_, facts_)) rule(std::move(text));
    for (auto& text : cut_period_rules(plan_, facts_)) rule(std::move(text));
    for (auto& text : further_rules(plan_)) rule(std::move(text));
    for (const auto& part : plan_.parts) {
      auto& facts = result_.facts;
      if (std::find(facts.begin(), facts.end(), part.fact->name) == facts.end()) {
        facts.push_back(part.fact->name);
      }
    }
  }

  Plan plan_;
  const catalog::Facts* facts_;
  std::vector<PartSelect> selects_;
  Compiled result_;
};

Result<Compiled> compile_plan(const Model& model, const MetricRequest& request,
                              const catalog::Facts* facts) {
  TALLY_TRY(Plan plan, make_plan(model, request));
  TALLY_CHECK(check_steps(plan, facts));
  TALLY_CHECK(check_calculations(plan));
  begin_earlier(plan);
  return Compiler(std::move(plan), facts).run();
}

}  // namespace

Result<CompileOutcome> compile(const Model& model, const MetricRequest& request,
                               const catalog::Facts* facts) {
  auto compiled = compile_plan(model, request, facts);
  if (compiled.ok()) return CompileOutcome(*std::move(compiled));
  const Error& error = compiled.error();
  if (error.code != kNotExpressible) return error;
  return CompileOutcome(NotExpressible{error.message, error.hint});
}

std::vector<std::string> facts_of(const Model& model, const Metric& metric) {
  if (!metric.facts.empty()) return metric.facts;
  return analyse_metric(model, metric.expression).facts();
}

bool can_express(const Model& model, const Metric& metric, const FieldRef& ref) {
  const Dataset* dataset = model.dataset(ref.dataset);
  const Field* field = dataset ? dataset->field(ref.field) : nullptr;
  if (!field || field->personal || !field->is_dimension) return false;
  auto facts = facts_of(model, metric);
  return !facts.empty() && std::all_of(facts.begin(), facts.end(), [&](const std::string& name) {
    const Dataset* fact = model.dataset(name);
    const TimeRole* time = fact ? time_role_of(*fact, metric, {}) : nullptr;
    return fact && way_to(model, *fact, time, *dataset, ref.role).ok();
  });
}

}  // namespace tally::semantic
