#include "answer/warehouse_inventory.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <unordered_map>
#include <utility>

#include "catalog/spelling.h"
#include "sql/walk.h"
#include "text/parts.h"

namespace tally::answer {
namespace {

using catalog::Inventory;
using catalog::lower_ascii;
using catalog::ObjectId;
using catalog::Resource;
using catalog::ResourceColumn;
using catalog::ResourceIndex;
using catalog::ResourceKind;
using semantic::Dataset;
using semantic::Field;
using semantic::Metric;

constexpr const char* kPersonal = "personal";
constexpr size_t kMostValueText = 400;  // bytes of a column's text that name its values

std::string key_of(const ObjectId& id) {
  return lower_ascii(id.text());
}

// What tells a line apart: neither case nor the full stop.
std::string told_apart(std::string_view line) {
  const size_t last = line.find_last_not_of(" .\r");
  return lower_ascii(line.substr(0, last == line.npos ? 0 : last + 1));
}

// One more line, unless it is said already.
void say(std::string& text, const std::string& more) {
  const auto lines = text::parts_of(text, '\n');
  const bool is_said = std::any_of(lines.begin(), lines.end(), [&](std::string_view line) {
    return told_apart(line) == told_apart(more);
  });
  if (more.empty() || is_said) return;
  text += (text.empty() ? "" : "\n") + more;
}

void call(std::vector<std::string>& names, const std::string& own, const std::string& other) {
  const std::string lower = lower_ascii(other);
  const auto is_it = [&](const std::string& name) { return lower_ascii(name) == lower; };
  if (!other.empty() && !is_it(own) && std::none_of(names.begin(), names.end(), is_it))
    names.push_back(other);
}

// "name (other, another)"
std::string with_names(const std::string& name, const std::vector<std::string>& others) {
  return others.empty() ? name : fmt::format("{} ({})", name, fmt::join(others, ", "));
}

// The stored values that the model has words for: what people say is found by them.
std::string values_text(const Field& field) {
  std::string text;
  for (const auto& [value, names] : field.value_names) {
    std::string one = (text.empty() ? "" : ", ") + with_names(value, names);
    if (text.size() + one.size() > kMostValueText) return text + ", …";
    text += one;
  }
  return text;
}

// Tables and their keys first, so that whatever the model says finds them.
class WarehouseParts {
 public:
  WarehouseParts(const catalog::Catalog& tables, const semantic::Model* model)
      : tables_(tables), model_(model) {}

  Inventory::Parts fill() {
    parts_.project = tables_.database();
    parts_.version = tables_.version();
    for (const auto& table : tables_.tables()) add(table);
    for (size_t at = 0; at < tables_.tables().size(); ++at) link(tables_.tables()[at], at);
    if (model_) describe();
    return std::move(parts_);
  }

 private:
  void add(const catalog::Table& table) {
    Resource resource;
    resource.id = table.id.text();
    resource.name = table.id.name;
    resource.kind =
        table.kind == catalog::ObjectKind::view ? ResourceKind::view : ResourceKind::table;
    resource.database = table.id.database;
    resource.schema = table.id.schema;
    resource.description = table.comment;
    Columns columns;
    for (const auto& column : table.columns) {
      const std::string name = lower_ascii(column.name);
      if (column.is_hidden) {
        columns.hidden.insert(name);
        continue;
      }
      columns.places.emplace(name, resource.columns.size());
      resource.columns.push_back({.name = column.name,
                                  .type = column.type,
                                  .description = column.comment,
                                  .nullable = column.nullable,
                                  .accepted_values = column.accepted_values});
    }
    places_.emplace(key_of(table.id), parts_.resources.size());
    parts_.resources.push_back(std::move(resource));
    columns_.push_back(std::move(columns));
  }

  void link(const catalog::Table& table, size_t at) {
    add_keys(at, table.primary_key, table.unique_keys);
    for (const auto& key : table.foreign_keys)
      refer(at, key.columns, key.target, key.target_columns);
    for (const auto& id : table.reads)
      if (const auto from = places_.find(key_of(id)); from != places_.end())
        parts_.edges.push_back(
            {{static_cast<uint32_t>(from->second)}, {static_cast<uint32_t>(at)}});
  }

  void add_keys(size_t at, const std::vector<std::string>& primary,
                const std::vector<std::vector<std::string>>& unique) {
    Resource& resource = parts_.resources[at];
    if (resource.primary_key.empty() && shown(at, primary)) resource.primary_key = primary;
    const auto mark = [&](const std::vector<std::string>& key) {
      if (key.size() != 1) return;
      if (auto* column = column_of(at, key.front())) column->unique = true;
    };
    mark(primary);
    for (const auto& key : unique) mark(key);
  }

  void refer(size_t at, const std::vector<std::string>& columns, const ObjectId& target,
             const std::vector<std::string>& target_columns) {
    const auto to = places_.find(key_of(target));
    if (to == places_.end() || !shown(at, columns) || !shown(to->second, target_columns)) return;
    auto& references = parts_.resources[at].references;
    const std::string& id = parts_.resources[to->second].id;
    const auto is_same = [&](const catalog::ResourceReference& one) {
      return one.target == id && one.columns.size() == columns.size() &&
             std::equal(
                 columns.begin(), columns.end(), one.columns.begin(),
                 [](const auto& a, const auto& b) { return lower_ascii(a) == lower_ascii(b); });
    };
    if (std::none_of(references.begin(), references.end(), is_same))
      references.push_back({columns, id, target_columns});
  }

  void describe() {
    parts_.version += "+" + model_->version;
    for (const auto& dataset : model_->datasets) describe(dataset);
    for (const auto& way : model_->relationships) {
      const auto* from = model_->dataset(way.from);
      const auto* to = model_->dataset(way.to);
      const auto at = from ? places_.find(key_of(from->table)) : places_.end();
      if (to && at != places_.end()) refer(at->second, way.from_columns, to->table, way.to_columns);
    }
    for (const auto& metric : model_->metrics) add(metric);
  }

  void describe(const Dataset& dataset) {
    const auto found = places_.find(key_of(dataset.table));
    if (found == places_.end()) return;
    const size_t at = found->second;
    Resource& resource = parts_.resources[at];
    // What the model's author says comes first: it is about what people ask.
    std::string comment = std::exchange(resource.description, dataset.description);
    say(resource.description, comment);
    say(resource.notes, dataset.instructions);
    call(resource.aliases, resource.name, dataset.name);
    for (const auto& name : dataset.synonyms) call(resource.aliases, resource.name, name);
    add_keys(at, dataset.primary_key, dataset.unique_keys);
    // A column may be several fields, and it is personal if one of them is.
    for (const auto& field : dataset.fields)
      if (field.personal) make_personal(at, field);
    for (const auto& field : dataset.fields)
      if (!field.personal) describe(at, field);
  }

  void make_personal(size_t at, const Field& field) {
    sql::walk(field.expression, [&](const sql::Expression& node) {
      const auto* name = std::get_if<sql::ColumnRef>(&node.node);
      auto* column = name && !name->name.empty() ? column_of(at, name->name.back().text) : nullptr;
      if (column)
        *column = {.name = column->name,
                   .type = column->type,
                   .tags = {kPersonal},
                   .nullable = column->nullable,
                   .unique = column->unique};
      return true;
    });
  }

  void describe(size_t at, const Field& field) {
    const std::string name(field.column());
    if (name.empty()) {
      if (!reads_hidden(at, field.expression)) note_computed(at, field);
      return;
    }
    auto* column = column_of(at, name);
    if (!column || is_personal(*column)) return;
    std::string comment = std::exchange(column->description, field.description);
    say(column->description, comment);
    say(column->description, field.instructions);
    if (!field.unit.empty()) say(column->description, "in " + field.unit);
    if (const auto values = values_text(field); !values.empty())
      say(column->description, "values: " + values);
    call(column->aliases, column->name, field.name);
    call(column->aliases, column->name, field.label);
    for (const auto& other : field.synonyms) call(column->aliases, column->name, other);
  }

  // No column of the table: said of the table, so that it is found.
  void note_computed(size_t at, const Field& field) {
    std::vector<std::string> others;
    call(others, field.name, field.label);
    for (const auto& other : field.synonyms) call(others, field.name, other);
    std::string text = fmt::format("computed: {}", with_names(field.name, others));
    if (!field.description.empty()) text += ": " + field.description;
    say(parts_.resources[at].notes, text);
  }

  void add(const Metric& metric) {
    Resource resource;
    resource.kind = ResourceKind::metric;
    resource.name = metric.name;
    resource.id = model_->name.empty() ? fmt::format("metric.{}", metric.name)
                                       : fmt::format("metric.{}.{}", model_->name, metric.name);
    resource.description = metric.description;
    for (const auto& name : metric.synonyms) call(resource.aliases, resource.name, name);
    for (const auto& name : metric.other_names) call(resource.aliases, resource.name, name);
    if (tells(metric.expression)) resource.notes = metric.expression_text;
    if (!metric.unit.empty()) say(resource.notes, "in " + metric.unit);
    say(resource.notes, family_text(metric));
    say(resource.notes, metric.instructions);
    const ResourceIndex to{static_cast<uint32_t>(parts_.resources.size())};
    for (const auto& fact : metric.facts) {
      const auto* dataset = model_->dataset(fact);
      const auto from = dataset ? places_.find(key_of(dataset->table)) : places_.end();
      if (from == places_.end()) continue;
      parts_.edges.push_back({{static_cast<uint32_t>(from->second)}, to});
      if (resource.schema.empty()) resource.schema = dataset->table.schema;
    }
    parts_.resources.push_back(std::move(resource));
  }

  // What a question may call it by its family and member.
  std::string family_text(const Metric& metric) const {
    std::string text;
    for (const auto& family : model_->families)
      if (family.name == metric.family) text = with_names(family.name, family.synonyms);
    for (const auto& member : model_->members)
      if (!metric.member.empty() && member.name == metric.member)
        text += (text.empty() ? "" : ", ") + with_names(member.name, member.synonyms);
    return text;
  }

  // Whether nothing personal or hidden is named in a metric.
  bool tells(const sql::Expression& expression) const {
    return !sql::names_column(expression, [&](const sql::ColumnRef& column) {
      return std::any_of(model_->datasets.begin(), model_->datasets.end(),
                         [&](const Dataset& dataset) { return is_secret(dataset, column.name); });
    });
  }

  bool is_secret(const Dataset& dataset, const sql::QualifiedName& name) const {
    if (name.size() > 1 && lower_ascii(name[name.size() - 2].text) != lower_ascii(dataset.name))
      return false;
    const auto* field = dataset.field(name.back().text);
    const auto at = places_.find(key_of(dataset.table));
    return field && (field->personal ||
                     (at != places_.end() && reads_hidden(at->second, field->expression)));
  }

  bool reads_hidden(size_t at, const sql::Expression& expression) const {
    return sql::names_column(expression, [&](const sql::ColumnRef& column) {
      return columns_[at].hidden.count(lower_ascii(column.name.back().text)) > 0;
    });
  }

  static bool is_personal(const ResourceColumn& column) {
    return std::find(column.tags.begin(), column.tags.end(), kPersonal) != column.tags.end();
  }

  ResourceColumn* column_of(size_t at, const std::string& name) {
    const auto found = columns_[at].places.find(lower_ascii(name));
    return found == columns_[at].places.end() ? nullptr
                                              : &parts_.resources[at].columns[found->second];
  }
  // Whether there are such columns, all of them to be seen.
  bool shown(size_t at, const std::vector<std::string>& names) {
    return std::all_of(names.begin(), names.end(),
                       [&](const std::string& name) { return column_of(at, name) != nullptr; });
  }

  struct Columns {
    std::unordered_map<std::string, size_t> places;  // by name, in lower case
    std::set<std::string> hidden;
  };
  const catalog::Catalog& tables_;
  const semantic::Model* model_;
  Inventory::Parts parts_;
  std::vector<Columns> columns_;                    // of each table
  std::unordered_map<std::string, size_t> places_;  // of tables, by id in lower case
};

}  // namespace

Inventory::Parts warehouse_parts(const catalog::Catalog& tables, const semantic::Model* model) {
  return WarehouseParts(tables, model).fill();
}

Result<Inventory> warehouse_inventory(Workspace& workspace, Deadline deadline) {
  TALLY_TRY(const auto* tables, workspace.visible_catalog(deadline));
  const semantic::Model* known = nullptr;
  std::string fault;
  if (!workspace.settings().model.empty()) {
    const auto model = workspace.model(deadline);
    if (model.ok())
      known = *model;
    else
      fault = model.error().message.substr(0, model.error().message.find('\n'));
  }
  auto parts = warehouse_parts(*tables, known);
  parts.adapter = workspace.engine().name();
  const std::string file = std::filesystem::path(workspace.settings().model).filename().string();
  for (Resource& resource : parts.resources)
    if (resource.kind == ResourceKind::metric) resource.path = file;
  if (!fault.empty())
    parts.findings.push_back(
        {.code = "no_model",
         .message =
             fmt::format("the semantic model says nothing here, as it cannot be read: {}", fault)});
  return Inventory(std::move(parts));
}

}  // namespace tally::answer
