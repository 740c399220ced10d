#include "semantic/plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "semantic/names.h"
#include "semantic/request_words.h"

namespace tally::semantic {
namespace {

bool is_grain(const GroupBy& group) {
  return std::holds_alternative<Grain>(group.by);
}

template <typename Items>
std::vector<std::string> names_of(const Items& items) {
  std::vector<std::string> names;
  for (const auto& item : items) names.push_back(item.name);
  return names;
}

class Planner {
 public:
  Planner(const Model& model, const MetricRequest& request) : model_(model), request_(request) {
    plan_.model = &model;
    plan_.request = &request;
  }

  Result<Plan> run() {
    TALLY_CHECK(check_times(request_));
    TALLY_CHECK(plan_metrics());
    TALLY_CHECK(plan_groups());
    for (const auto& filter : request_.filters) {
      TALLY_TRY(ResolvedField field, resolve(filter.field, "filtered on"));
      plan_.filters.push_back(std::move(field));
    }
    TALLY_CHECK(resolve_part_filters());
    TALLY_CHECK(check_order());
    TALLY_CHECK(plan_parts());
    name_groups();
    name_parts();
    return std::move(plan_);
  }

 private:
  // ---- names ----

  Result<const Metric*> find_metric(const std::string& name) const {
    if (const Metric* metric = model_.metric(name)) return metric;
    return user_error(fmt::format("the model has no metric \"{}\"", name),
                      did_you_mean(name, names_of(model_.metrics)));
  }

  bool is_used(const std::string& name) const {
    return std::any_of(plan_.metrics.begin(), plan_.metrics.end(),
                       [&](const UsedMetric& used) { return same_name(used.name, name); });
  }

  void use(const Metric& metric, const std::string& name, std::optional<size_t> part) {
    plan_.metrics.push_back(
        {&metric, name, part, analyse_metric(model_, metric.expression), {}, {}});
  }

  // By a metric's name, or a part's.
  Result<void> use_metric(const std::string& name) {
    if (is_used(name)) return {};
    for (size_t i = 0; i < request_.parts.size(); ++i) {
      if (!same_name(request_.parts[i].name, name)) continue;
      TALLY_TRY(const Metric* metric, find_metric(request_.parts[i].metric));
      use(*metric, request_.parts[i].name, i);
      return {};
    }
    TALLY_TRY(const Metric* metric, find_metric(name));
    use(*metric, metric->name, std::nullopt);
    return {};
  }

  Result<void> plan_metrics() {
    if (request_.metrics.empty() && request_.calculations.empty()) {
      return user_error("the request has no metric", did_you_mean("", names_of(model_.metrics)));
    }
    for (const auto& name : request_.metrics) {
      TALLY_TRY(const Metric* metric, find_metric(name));
      if (is_used(name)) {
        return user_error(fmt::format("metric \"{}\" is asked for twice", metric->name),
                          "once will do");
      }
      use(*metric, metric->name, std::nullopt);
    }
    TALLY_CHECK(check_part_names());
    for (const auto& made : request_.calculations) {
      TALLY_CHECK(use_metric(made.of));
      if (!made.to.empty()) TALLY_CHECK(use_metric(made.to));
    }
    for (const auto& filter : request_.having) {
      if (!is_calculated(filter.metric)) TALLY_CHECK(use_metric(filter.metric));
    }
    for (const auto& order : request_.order) {
      const auto* name = std::get_if<std::string>(&order.by);
      if (name && !is_calculated(*name)) TALLY_CHECK(use_metric(*name));
    }
    return {};
  }

  bool is_calculated(const std::string& name) const {
    return std::any_of(
        request_.calculations.begin(), request_.calculations.end(),
        [&](const Calculation& made) { return same_name(calculation_column(made), name); });
  }

  Result<void> check_part_names() const {
    for (size_t i = 0; i < request_.parts.size(); ++i) {
      const std::string& name = request_.parts[i].name;
      bool repeated = model_.metric(name) != nullptr || name.empty();
      for (size_t j = 0; j < i; ++j) repeated = repeated || same_name(request_.parts[j].name, name);
      if (repeated)
        return user_error(fmt::format("a part cannot be called \"{}\"", name),
                          "it needs a name that no metric and no other part has");
      TALLY_CHECK(find_metric(request_.parts[i].metric));
    }
    return {};
  }

  Result<void> resolve_part_filters() {
    for (const auto& part : request_.parts) {
      auto& resolved = plan_.part_filters.emplace_back();
      for (const auto& filter : part.filters) {
        TALLY_TRY(ResolvedField field, resolve(filter.field, "filtered on"));
        resolved.push_back(std::move(field));
      }
    }
    return {};
  }

  Result<ResolvedField> resolve(const FieldRef& ref, std::string_view use) const {
    const Dataset* dataset = model_.dataset(ref.dataset);
    if (!dataset) {
      return user_error(fmt::format("the model has no dataset \"{}\"", ref.dataset),
                        did_you_mean(ref.dataset, names_of(model_.datasets)));
    }
    const Field* field = dataset->field(ref.field);
    if (!field) {
      return user_error(fmt::format("dataset \"{}\" has no field \"{}\"", dataset->name, ref.field),
                        did_you_mean(ref.field, names_of(dataset->fields)));
    }
    ResolvedField resolved{dataset, field, ref.role};
    TALLY_CHECK(check_role(resolved));
    if (field->personal) {
      return not_expressible(
          fmt::format("{} is personal: it cannot be {}", resolved.spoken_name(), use), "");
    }
    if (!field->is_dimension) {
      return not_expressible(
          fmt::format("{} is only there for metrics: it cannot be {}", resolved.spoken_name(), use),
          "a field may be if the model gives it a \"dimension\"");
    }
    return resolved;
  }

  Result<void> check_role(const ResolvedField& field) const {
    if (field.role.empty()) return {};
    std::vector<std::string> roles;
    for (const auto& relationship : model_.relationships) {
      const std::string& role = relationship.role;
      if (same_name(relationship.called(), field.role)) return {};
      bool listed = std::find(roles.begin(), roles.end(), role) != roles.end();
      if (!role.empty() && !listed) roles.push_back(role);
    }
    return user_error(fmt::format("the model has no role \"{}\"", field.role),
                      did_you_mean(field.role, roles));
  }

  Result<void> check_order() const {
    for (const auto& order : request_.order) {
      const auto* group = std::get_if<size_t>(&order.by);
      if (!group || *group < request_.group_by.size()) continue;
      return user_error(fmt::format("order: there is no group {}", *group),
                        request_.group_by.empty()
                            ? "the request has no group_by"
                            : fmt::format("the last one is {}", request_.group_by.size() - 1));
    }
    return {};
  }

  // ---- groups ----

  Result<void> plan_groups() {
    for (size_t i = 0; i < request_.group_by.size(); ++i) {
      const GroupBy& group = request_.group_by[i];
      if (const auto* ref = std::get_if<FieldRef>(&group.by)) {
        TALLY_TRY(ResolvedField field, resolve(*ref, "grouped by"));
        add_column(i, {{}, std::move(field), Grain::year, {}});
        continue;
      }
      for (auto& column : grain_columns(std::get<Grain>(group.by))) {
        add_column(i, {{}, std::nullopt, column.part, std::move(column.name)});
      }
    }
    return {};
  }

  // "year" and "month" both give the year: one column does.
  void add_column(size_t group, GroupColumn column) {
    for (auto& known : plan_.groups) {
      bool same = known.field == column.field && (known.field || known.part == column.part);
      if (!same) continue;
      known.groups.push_back(group);
      return;
    }
    column.groups.push_back(group);
    plan_.groups.push_back(std::move(column));
  }

  // The field's name alone where it is unique; else with its dataset; else with its role too.
  void name_groups() {
    auto candidate = [](const GroupColumn& column, int detail) {
      if (!column.field) return column.name;
      const ResolvedField& field = *column.field;
      std::string name = field.field->name;
      if (detail > 0) name = field.dataset->name + "_" + name;
      if (detail > 1 && !field.role.empty()) name = field.role + "_" + name;
      return name;
    };
    auto taken = [&](const std::string& name, const GroupColumn* self, int detail) {
      bool metric = std::any_of(plan_.metrics.begin(), plan_.metrics.end(),
                                [&](const auto& used) { return same_name(used.name, name); });
      return metric ||
             std::any_of(plan_.groups.begin(), plan_.groups.end(), [&](const auto& other) {
               return &other != self && same_name(candidate(other, detail), name);
             });
    };
    std::vector<std::string> names;
    for (const auto& column : plan_.groups) {
      int detail = 0;
      while (detail < 2 && taken(candidate(column, detail), &column, detail)) ++detail;
      std::string name = candidate(column, detail);
      auto repeated = [&](const std::string& text) {
        bool metric =
            std::any_of(plan_.metrics.begin(), plan_.metrics.end(),
                        [&](const UsedMetric& used) { return same_name(used.name, text); });
        return metric || std::any_of(names.begin(), names.end(), [&](const std::string& other) {
                 return same_name(other, text);
               });
      };
      std::string unique = name;
      for (int n = 2; repeated(unique); ++n) unique = fmt::format("{}_{}", name, n);
      names.push_back(unique);
    }
    for (size_t i = 0; i < names.size(); ++i) plan_.groups[i].name = names[i];
  }

  // ---- parts ----

  Result<void> check_time(const Part& part) const {
    if (part.time || !plan_.uses_time()) return {};
    std::string fact = spoken(part.fact->name), metric = spoken(part.metric->name);
    std::vector<std::string> roles;
    for (const auto& role : part.fact->times) roles.push_back(spoken(role.name));
    std::string owner = same_name(fact, metric) ? fact : fmt::format("{} (of {})", metric, fact);
    if (roles.empty()) {
      return not_expressible(fmt::format("{} has no date", owner), "leave the time out for it");
    }
    if (!request_.time_role.empty()) {
      return not_expressible(fmt::format("{} has no {} date", owner, spoken(request_.time_role)),
                             "it has: " + list_words(roles));
    }
    return not_expressible(fmt::format("{} has several dates and no default", owner),
                           "say which: " + list_words(roles, "or"));
  }

  // Does a group-by or filter read the dataset that the time role leads to?
  bool reads_time_dataset(const TimeRole* time) const {
    if (!time || time->relationship.empty()) return false;
    for (const auto& relationship : model_.relationships) {
      if (!same_name(relationship.name, time->relationship)) continue;
      auto reads = [&](const ResolvedField& field) {
        return field.role.empty() && same_name(field.dataset->name, relationship.to);
      };
      bool grouped = std::any_of(plan_.groups.begin(), plan_.groups.end(), [&](const auto& column) {
        return column.field && reads(*column.field);
      });
      if (grouped || std::any_of(plan_.filters.begin(), plan_.filters.end(), reads)) return true;
    }
    return false;
  }

  size_t part_for(const Dataset& fact, const Metric& metric) {
    const TimeRole* time = time_role_of(fact, metric, request_);
    if (!plan_.uses_time() && !reads_time_dataset(time)) time = nullptr;
    for (size_t i = 0; i < plan_.parts.size(); ++i) {
      if (plan_.parts[i].fact == &fact && plan_.parts[i].time == time) return i;
    }
    plan_.parts.push_back({&fact, time, &metric, {}, {}, {}, {}});
    return plan_.parts.size() - 1;
  }

  Result<void> plan_parts() {
    for (auto& used : plan_.metrics) {
      for (const auto& aggregate : used.shape.aggregates) {
        if (!aggregate.fact) {
          return user_error(fmt::format("metric \"{}\" is not a valid metric", used.metric->name),
                            "`tally model check` says why");
        }
        size_t index = part_for(*aggregate.fact, *used.metric);
        Part& part = plan_.parts[index];
        TALLY_CHECK(check_time(part));
        used.parts.push_back(index);
        used.slots.push_back(slot_for(part, aggregate, used.of_part));
      }
    }
    return {};
  }

  // Two metrics that share an aggregate have it computed once.
  static size_t slot_for(Part& part, const Aggregate& aggregate, std::optional<size_t> of_part) {
    for (size_t i = 0; i < part.aggregates.size(); ++i) {
      bool same = *part.aggregates[i]->expression == *aggregate.expression;
      if (same && part.of_parts[i] == of_part) return i;
    }
    part.aggregates.push_back(&aggregate);
    part.of_parts.push_back(of_part);
    return part.aggregates.size() - 1;
  }

  bool name_taken(std::string_view name) const {
    auto is_table = [&](const Dataset& dataset) {
      return !dataset.table_name.empty() && same_name(dataset.table_name.back(), name);
    };
    auto is_part = [&](const Part& part) { return same_name(part.name, name); };
    return std::any_of(model_.datasets.begin(), model_.datasets.end(), is_table) ||
           std::any_of(plan_.parts.begin(), plan_.parts.end(), is_part);
  }

  void name_parts() {
    for (auto& part : plan_.parts) {
      auto twins = std::count_if(plan_.parts.begin(), plan_.parts.end(),
                                 [&](const Part& other) { return other.fact == part.fact; });
      std::string base = part.fact->name;
      if (twins > 1 && part.time) base += "_" + part.time->name;
      std::string name = base + "_part";
      for (int n = 2; name_taken(name); ++n) name = fmt::format("{}_part_{}", base, n);
      part.name = name;
      part.names.resize(part.aggregates.size());
    }
    for (const auto& used : plan_.metrics) name_aggregates(used);
  }

  // The metric's own name where it is one aggregate; else numbered.
  void name_aggregates(const UsedMetric& used) {
    size_t count = used.parts.size();
    for (size_t i = 0; i < count; ++i) {
      std::string& name = plan_.parts[used.parts[i]].names[used.slots[i]];
      if (!name.empty()) continue;
      name = count == 1 ? used.name : fmt::format("{}_{}", used.name, i + 1);
    }
  }

  const Model& model_;
  const MetricRequest& request_;
  Plan plan_;
};

// Is the fact itself joined to the dataset, and by one relationship only? Then there is nothing
// that a role could tell apart. Further away the role may have meant something between.
bool has_only_way(const Model& model, const Dataset& fact, const Dataset& target) {
  auto joins = [&](const Relationship& relationship) {
    return same_name(relationship.from, fact.name) && same_name(relationship.to, target.name);
  };
  return std::count_if(model.relationships.begin(), model.relationships.end(), joins) == 1;
}

std::vector<std::string> available_fields(const Model& model, const Dataset& fact,
                                          const TimeRole* time, const std::string& name) {
  std::vector<std::string> found;
  for (const auto& dataset : model.datasets) {
    const Field* field = dataset.field(name);
    bool shown = field && field->is_dimension && !field->personal;
    if (shown && way_to(model, fact, time, dataset, "").ok()) {
      found.push_back(spoken(dataset.name, field->name));
    }
  }
  return found;
}

}  // namespace

Error not_expressible(std::string reason, std::string hint) {
  return {ErrorKind::user, std::move(reason), std::move(hint), kNotExpressible};
}

std::string ResolvedField::spoken_name() const {
  std::string name = spoken(dataset->name, field->name);
  return role.empty() ? name : spoken(role) + " " + name;
}

const UsedMetric& Plan::metric(std::string_view name) const {
  return *std::find_if(metrics.begin(), metrics.end(),
                       [&](const UsedMetric& used) { return same_name(used.name, name); });
}

bool Plan::uses_time() const {
  return !request->time.empty() || !request->time_parts.empty() ||
         std::any_of(request->group_by.begin(), request->group_by.end(), is_grain) ||
         std::any_of(request->parts.begin(), request->parts.end(), [](const MetricPart& part) {
           return !part.time.empty() || !part.time_parts.empty();
         });
}

bool Plan::goes_further() const {
  return !request->calculations.empty() || !request->limit_within.empty() ||
         request->summary.has_value();
}

std::vector<size_t> Plan::columns_of(size_t group) const {
  std::vector<size_t> columns;
  for (size_t i = 0; i < groups.size(); ++i) {
    const auto& of = groups[i].groups;
    if (std::find(of.begin(), of.end(), group) != of.end()) columns.push_back(i);
  }
  return columns;
}

Result<Plan> make_plan(const Model& model, const MetricRequest& request) {
  return Planner(model, request).run();
}

const TimeRole* time_role_of(const Dataset& fact, const Metric& metric,
                             const MetricRequest& request) {
  if (!request.time_role.empty()) return fact.time_role(request.time_role);
  const TimeRole* own = metric.time.empty() ? nullptr : fact.time_role(metric.time);
  return own ? own : fact.time_role("");
}

Result<Path> way_to(const Model& model, const Dataset& fact, const TimeRole* time,
                    const Dataset& target, const std::string& role, bool* only_way) {
  if (only_way) *only_way = false;
  if (role.empty() && time && !time->relationship.empty()) {
    for (const auto& relationship : model.relationships) {
      bool gives_dates = same_name(relationship.name, time->relationship) &&
                         same_name(relationship.to, target.name);
      if (gives_dates) return Path{{&relationship}};
    }
  }
  auto path = model.path(fact.name, target.name, role);
  if (path.ok() || role.empty() || path.error().code == "ambiguous") return path;
  auto plain = model.path(fact.name, target.name);
  if (!plain.ok() || plain->steps.size() != 1 || !has_only_way(model, fact, target)) return path;
  if (only_way) *only_way = true;
  return plain;
}

Error unavailable(const Model& model, const Part& part, const ResolvedField& field,
                  const Error& cause) {
  std::string metric = spoken(part.metric->name), fact = spoken(part.fact->name);
  std::string wanted = field.spoken_name();
  if (cause.code == "ambiguous") {
    return not_expressible(fmt::format("{} can mean several things for {}", wanted, metric),
                           cause.hint);
  }
  std::string reason = fmt::format("{} is not available for {}", wanted, metric);
  if (part.metric->facts.size() > 1) {
    reason = fmt::format("{} is not available for {}, which {} needs", wanted, fact, metric);
  }
  auto same = available_fields(model, *part.fact, part.time, field.field->name);
  if (!same.empty()) return not_expressible(reason, "available: " + list_words(same));
  std::vector<std::string> reachable;
  for (const auto& dataset : model.datasets) {
    bool other = &dataset != part.fact &&
                 std::any_of(dataset.fields.begin(), dataset.fields.end(), [](const Field& known) {
                   return known.is_dimension && !known.personal;
                 });
    if (other && way_to(model, *part.fact, part.time, dataset, "").ok()) {
      reachable.push_back(spoken(dataset.name));
    }
  }
  return not_expressible(reason, reachable.empty() ? "" : "available: " + list_words(reachable));
}

}  // namespace tally::semantic
