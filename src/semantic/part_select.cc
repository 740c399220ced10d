#include "semantic/part_select.h"

#include <fmt/format.h>

#include <algorithm>

#include "semantic/condition.h"
#include "semantic/join_tree.h"
#include "semantic/names.h"
#include "sql/walk.h"
#include "text/stem.h"

namespace tally::semantic {
namespace {

using sql::Expression;
using Partner = JoinTree::Partner;

// A conjunction is added piece by piece, so that the whole stays flat.
void add_condition(std::optional<Expression>& all, Expression one) {
  auto* both = std::get_if<sql::Binary>(&one.node);
  if (both && both->op == sql::BinaryOp::logical_and) {
    add_condition(all, *both->left);
    add_condition(all, *both->right);
    return;
  }
  all = all ? sql::binary(sql::BinaryOp::logical_and, *std::move(all), std::move(one))
            : std::move(one);
}

// Joins first, since aliases depend on all of them; then the expressions over the aliases.
class PartCompiler {
 public:
  PartCompiler(const Plan& plan, const Part& part)
      : plan_(plan), part_(part), joins_(*plan.model, *part.fact) {}

  Result<PartSelect> run() {
    TALLY_CHECK(join_groups());
    TALLY_CHECK(join_filters());
    TALLY_CHECK(join_part_filters());
    TALLY_CHECK(join_aggregates());
    join_time();
    joins_.choose_aliases();
    select_.from = joins_.from();
    select_groups();
    TALLY_CHECK(select_filters());
    select_times();
    leave_out_nulls();
    TALLY_CHECK(select_aggregates());
    return std::move(select_);
  }

 private:
  Result<size_t> join(const ResolvedField& field, Partner partner) {
    bool only_way = false;
    auto path =
        way_to(*plan_.model, *part_.fact, part_.time, *field.dataset, field.role, &only_way);
    if (!path.ok()) return unavailable(*plan_.model, part_, field, path.error());
    if (only_way) {
      rule(fmt::format("there is no {} {} of {}: the only one is used", spoken(field.role),
                       spoken(field.dataset->name), spoken(part_.fact->name)));
    }
    return joins_.add(*path, partner);
  }

  void rule(std::string text) {
    auto& rules = select_.rules;
    if (std::find(rules.begin(), rules.end(), text) == rules.end())
      rules.push_back(std::move(text));
  }

  Result<void> join_groups() {
    for (const auto& column : plan_.groups) {
      group_nodes_.push_back(0);
      if (!column.field) continue;
      TALLY_TRY(group_nodes_.back(), join(*column.field, Partner::required));
    }
    return {};
  }

  Result<void> join_filters() {
    for (size_t i = 0; i < plan_.filters.size(); ++i) {
      // "Without a state" holds for rows that lead to no address at all, too.
      bool absent = plan_.request->filters[i].op == FilterOp::is_null;
      TALLY_TRY(size_t node,
                join(plan_.filters[i], absent ? Partner::optional : Partner::required));
      filter_nodes_.push_back(node);
    }
    return {};
  }

  bool computes(size_t request_part) const {
    return std::find(part_.of_parts.begin(), part_.of_parts.end(), request_part) !=
           part_.of_parts.end();
  }

  // Rows that lead nowhere stay: they only are no part of what the filter picks.
  Result<void> join_part_filters() {
    for (size_t p = 0; p < plan_.part_filters.size(); ++p) {
      auto& nodes = part_nodes_.emplace_back();
      for (const auto& field : plan_.part_filters[p]) {
        nodes.push_back(0);
        if (!computes(p)) continue;
        TALLY_TRY(nodes.back(), join(field, Partner::optional));
      }
    }
    return {};
  }

  Result<void> join_aggregates() {
    for (const Aggregate* aggregate : part_.aggregates) {
      for (const auto& read : aggregate->fields) {
        const Dataset* dataset = plan_.model->dataset(read.dataset);
        ResolvedField field{dataset, dataset->field(read.field), {}};
        TALLY_TRY(size_t node, join(field, Partner::optional));
        measure_nodes_.push_back({field.field, node});
      }
      if (aggregate->entity) {
        rule(fmt::format("each {} is counted once, by its {}", spoken(part_.fact->name),
                         spoken(aggregate->entity->name)));
      }
    }
    return {};
  }

  void join_time() {
    if (!part_.time || !plan_.uses_time()) return;
    Path path;
    const Dataset* owner = part_.fact;
    for (const auto& relationship : plan_.model->relationships) {
      if (!same_name(relationship.name, part_.time->relationship)) continue;
      path.steps = {&relationship};
      owner = plan_.model->dataset(relationship.to);
    }
    time_owner_ = owner;
    time_field_ = owner->field(part_.time->field);
    time_node_ = joins_.add(path, Partner::required);
    if (part_.fact->times.size() > 1) {
      rule(fmt::format("the time of {} is its {} date", spoken(part_.fact->name),
                       spoken(part_.time->name)));
    }
  }

  Expression time() const { return joins_.field(time_node_, *time_field_); }

  // A part of the time: the warehouse's own calendar decides where it has a column for it.
  Expression time_part(Grain part) const {
    for (const Field& field : time_owner_->fields) {
      if (field.calendar == part) return joins_.field(time_node_, field);
    }
    return grain_expression(part, time(), time_field_->type);
  }

  void select_groups() {
    for (size_t i = 0; i < plan_.groups.size(); ++i) {
      const GroupColumn& column = plan_.groups[i];
      select_.groups.push_back(column.field ? joins_.field(group_nodes_[i], *column.field->field)
                                            : time_part(column.part));
    }
  }

  Result<void> select_filters() {
    for (size_t i = 0; i < plan_.filters.size(); ++i) {
      const ResolvedField& field = plan_.filters[i];
      const Filter& filter = plan_.request->filters[i];
      TALLY_TRY(Expression made,
                condition(joins_.field(filter_nodes_[i], *field.field), field.field->type,
                          filter.op, filter.values, field.spoken_name()));
      add_condition(select_.where, std::move(made));
      if (drops_nulls_silently(filter.op)) left_out(field);
    }
    return {};
  }

  void left_out(const ResolvedField& field) {
    if (field.field->type == DataType::boolean) {
      rule(fmt::format("rows where it is not known whether {} are left out", statement(field)));
    } else {
      rule(fmt::format("rows with no {} are left out", field.spoken_name()));
    }
  }

  // What a Boolean field says of its dataset: "the tariff is green", "tariffs are green".
  static std::string statement(const ResolvedField& field) {
    std::string subject = spoken(field.dataset->name);
    bool plural = text::is_plural(subject.substr(subject.rfind(' ') + 1));
    if (!field.role.empty()) subject = spoken(field.role) + " " + subject;
    if (!plural) subject = "the " + subject;
    std::string said = spoken(field.field->name);
    size_t space = std::min(said.find(' '), said.size());
    std::string verb = said.substr(0, space);
    std::string rest = said.substr(std::min(space + 1, said.size()));
    if (rest.empty() || !(verb == "is" || verb == "was" || verb == "has"))
      return fmt::format("{} {} {}", subject, plural ? "are" : "is", said);
    if (plural) verb = verb == "is" ? "are" : verb == "was" ? "were" : "have";
    return fmt::format("{} {} {}", subject, verb, rest);
  }

  void select_times() {
    if (!time_field_) return;
    if (!plan_.times.empty()) {
      add_condition(select_.where, in_ranges(plan_.times, time()));
    }
    if (!plan_.asked_from.empty()) {
      select_.is_asked_for = sql::binary(sql::BinaryOp::greater_equal, sql::call("max", {time()}),
                                         sql::date_literal(plan_.asked_from));
    }
    for (const auto& part : plan_.request->time_parts) {
      add_condition(select_.where, in_part(part, time_part(part.part)));
    }
  }

  // Does a filter already keep out the rows without the field's value?
  bool is_filtered(const GroupColumn& column) const {
    for (size_t i = 0; i < plan_.filters.size(); ++i) {
      bool absent = plan_.request->filters[i].op == FilterOp::is_null;
      if (plan_.filters[i] == *column.field && !absent) return true;
    }
    return false;
  }

  void leave_out_nulls() {
    bool by_time = false;
    for (size_t i = 0; i < plan_.groups.size(); ++i) {
      const GroupColumn& column = plan_.groups[i];
      if (!column.field) {
        by_time = true;
        continue;
      }
      left_out(*column.field);
      if (is_filtered(column)) continue;
      add_condition(select_.where, sql::is_not_null(select_.groups[i]));
    }
    bool limited = !plan_.request->time.empty() || !plan_.request->time_parts.empty();
    if (!by_time || limited) return;
    rule("rows with no date are left out");
    add_condition(select_.where, sql::is_not_null(time()));
  }

  Result<void> select_aggregates() {
    size_t next = 0;
    for (size_t i = 0; i < part_.aggregates.size(); ++i) {
      const Aggregate* aggregate = part_.aggregates[i];
      size_t first = next;
      next += aggregate->fields.size();
      Expression made = sql::rewrite(*aggregate->expression, [&](Expression node) {
        return over_aliases(std::move(node), *aggregate, first);
      });
      auto& call = std::get<sql::Call>(made.node);
      if (aggregate->entity) count_entities(call, *aggregate->entity);
      if (part_.of_parts[i]) TALLY_CHECK(filter_aggregate(call, *part_.of_parts[i]));
      select_.aggregates.push_back(std::move(made));
    }
    return {};
  }

  // SUM(x) → SUM(x) FILTER (WHERE what the request's part says).
  Result<void> filter_aggregate(sql::Call& call, size_t request_part) const {
    const MetricPart& part = plan_.request->parts[request_part];
    std::optional<Expression> all;
    if (call.filter) all = **call.filter;
    for (size_t i = 0; i < part.filters.size(); ++i) {
      const ResolvedField& field = plan_.part_filters[request_part][i];
      TALLY_TRY(Expression made, condition(joins_.field(part_nodes_[request_part][i], *field.field),
                                           field.field->type, part.filters[i].op,
                                           part.filters[i].values, field.spoken_name()));
      add_condition(all, std::move(made));
    }
    if (!part.time.empty()) add_condition(all, in_ranges(part.time, time()));
    for (const auto& days : part.time_parts)
      add_condition(all, in_part(days, time_part(days.part)));
    call.filter = *std::move(all);
    return {};
  }

  // COUNT(*) of a history table → COUNT(DISTINCT its entity), whatever its filter.
  void count_entities(sql::Call& count, const Field& entity) const {
    count.name = {{"COUNT", false}};
    count.arguments.clear();
    count.arguments.emplace_back().value = joins_.field(0, entity);
    count.distinct = true;
  }

  // `first`: where the aggregate's own entries in measure_nodes_ start.
  Expression over_aliases(Expression node, const Aggregate& aggregate, size_t first) const {
    if (auto* star = std::get_if<sql::Star>(&node.node)) star->qualifier.clear();
    const auto* column = std::get_if<sql::ColumnRef>(&node.node);
    if (!column) return node;
    auto read = resolve_column(*plan_.model, *column);
    auto found = std::find(aggregate.fields.begin(), aggregate.fields.end(), *read);
    auto index = first + static_cast<size_t>(found - aggregate.fields.begin());
    Expression result = joins_.field(measure_nodes_[index].node, *measure_nodes_[index].field);
    for (size_t i = 2; i < column->name.size(); ++i) {  // members of a struct
      result = {sql::FieldAccess{std::move(result), column->name[i]}, {}};
    }
    return result;
  }

  struct Measure {
    const Field* field;
    size_t node;
  };
  const Plan& plan_;
  const Part& part_;
  JoinTree joins_;
  PartSelect select_;
  std::vector<size_t> group_nodes_, filter_nodes_;
  std::vector<std::vector<size_t>> part_nodes_;  // beside Plan::part_filters
  std::vector<Measure> measure_nodes_;
  size_t time_node_ = 0;
  const Dataset* time_owner_ = nullptr;
  const Field* time_field_ = nullptr;
};

}  // namespace

Result<PartSelect> select_part(const Plan& plan, const Part& part) {
  return PartCompiler(plan, part).run();
}

}  // namespace tally::semantic
