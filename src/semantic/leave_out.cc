#include "semantic/leave_out.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "catalog/spelling.h"
#include "semantic/names.h"
#include "sql/walk.h"

namespace tally::semantic {
namespace {

constexpr const char* kHiddenTable = "its table is hidden";
constexpr const char* kHiddenColumn = "it reads a hidden column";
constexpr const char* kMadeOfHidden = "it is made of what is hidden";

class LeavingOut {
 public:
  LeavingOut(Model& model, const catalog::IsHidden& is_hidden)
      : model_(model), is_hidden_(is_hidden) {}

  std::vector<LeftOut> run() {
    leave_datasets();
    for (Dataset& dataset : model_.datasets) leave_fields(dataset);
    leave_relationships();
    for (Dataset& dataset : model_.datasets) leave_times(dataset);
    leave_metrics();
    if (out_.empty()) return {};
    leave_words();
    model_.index_paths();
    std::stable_sort(out_.begin(), out_.end(), [](const LeftOut& a, const LeftOut& b) {
      return std::pair(a.at.line, a.at.column) < std::pair(b.at.line, b.at.column);
    });
    return std::move(out_);
  }

 private:
  template <typename Thing>
  void note(const char* kind, const Thing& thing, const std::string& name, const char* reason) {
    out_.push_back({fmt::format("{} \"{}\"", kind, name), reason, thing.at});
  }

  // "net_sales" is spoken "net sales" in the examples.
  void forget(std::string name) {
    std::replace(name.begin(), name.end(), '_', ' ');
    if (!name.empty()) gone_.push_back(catalog::lower_ascii(name));
  }
  template <typename Thing>
  void forget(const Thing& thing, const std::string& label = {}) {
    forget(thing.name);
    forget(label);
    for (const auto& name : thing.synonyms) forget(name);
  }

  void leave_datasets() {
    std::erase_if(model_.datasets, [&](const Dataset& dataset) {
      if (!is_hidden_(dataset.table, "")) return false;
      note("dataset", dataset, dataset.name, kHiddenTable);
      forget(dataset);
      for (const Field& field : dataset.fields) forget(field, field.label);
      return true;
    });
  }

  bool reads_hidden(const Dataset& dataset, const sql::Expression& expression) const {
    return sql::names_column(expression, [&](const sql::ColumnRef& column) {
      return std::any_of(column.name.begin(), column.name.end(),
                         [&](const auto& part) { return is_hidden_(dataset.table, part.text); });
    });
  }

  void leave_fields(Dataset& dataset) {
    std::erase_if(dataset.fields, [&](Field& field) {
      if (!reads_hidden(dataset, field.expression)) return false;
      // Without it rows would be counted in place of entities.
      const bool is_entity = same_name(field.name, dataset.entity_key);
      if (is_entity) field.personal = true;
      if (is_entity) return false;
      note("field", field, dataset.name + "." + field.name, kHiddenColumn);
      forget(field, field.label);
      return true;
    });
    std::erase_if(dataset.label, [&](const std::string& name) { return !dataset.field(name); });
  }

  void leave_relationships() {
    std::erase_if(model_.relationships, [&](const Relationship& way) {
      if (model_.dataset(way.from) && model_.dataset(way.to)) return false;
      note("relationship", way, way.name, kMadeOfHidden);
      return true;
    });
  }

  // The field of the dataset's own, or of one that a relationship leads to.
  bool has_field(const Dataset& dataset, const TimeRole& time) const {
    if (time.relationship.empty()) return dataset.field(time.field) != nullptr;
    const auto& ways = model_.relationships;
    const auto way = std::find_if(ways.begin(), ways.end(), [&](const Relationship& one) {
      return same_name(one.name, time.relationship);
    });
    return way != ways.end() && model_.field(way->to, time.field);
  }

  void leave_times(Dataset& dataset) {
    std::erase_if(dataset.times, [&](const TimeRole& time) {
      if (has_field(dataset, time)) return false;
      note("time", time, dataset.name + "." + time.name, kMadeOfHidden);
      forget(time);
      return true;
    });
  }

  bool is_whole(const Metric& metric) const {
    const bool has_facts =
        std::all_of(metric.facts.begin(), metric.facts.end(), [&](const auto& fact) {
          const Dataset* dataset = model_.dataset(fact);
          return dataset && (metric.time.empty() || dataset->time_role(metric.time));
        });
    return has_facts && !sql::names_column(metric.expression, [&](const sql::ColumnRef& column) {
             return column.name.size() == 2 &&
                    !model_.field(column.name[0].text, column.name[1].text);
           });
  }

  void leave_metrics() {
    std::erase_if(model_.metrics, [&](const Metric& metric) {
      if (is_whole(metric)) return false;
      note("metric", metric, metric.name, kMadeOfHidden);
      forget(metric);
      return true;
    });
  }

  // Families and members that pick nothing any more, and questions to try that cannot be answered.
  void leave_words() {
    const auto is_used = [&](const std::string& name, std::string Metric::* of) {
      return std::any_of(model_.metrics.begin(), model_.metrics.end(),
                         [&](const Metric& metric) { return same_name(metric.*of, name); });
    };
    std::erase_if(model_.families,
                  [&](const Family& family) { return !is_used(family.name, &Metric::family); });
    std::erase_if(model_.members,
                  [&](const Member& member) { return !is_used(member.name, &Metric::member); });
    std::erase_if(model_.examples, [&](const std::string& example) {
      const std::string asked = catalog::lower_ascii(example);
      return std::any_of(gone_.begin(), gone_.end(),
                         [&](const auto& name) { return asked.find(name) != asked.npos; });
    });
  }

  Model& model_;
  const catalog::IsHidden& is_hidden_;
  std::vector<std::string> gone_;  // as they are spoken
  std::vector<LeftOut> out_;
};

}  // namespace

std::vector<LeftOut> leave_out_hidden(Model& model, const catalog::IsHidden& is_hidden) {
  return LeavingOut(model, is_hidden).run();
}

}  // namespace tally::semantic
