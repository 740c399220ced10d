#include "guard/scopes.h"

#include <algorithm>

namespace tally::guard {
namespace {

bool contains(const Columns& columns, std::string_view name) {
  return std::find(columns.begin(), columns.end(), name) != columns.end();
}

// schema.table, database.table, database.schema.table: the qualified spellings of a whole row.
bool qualifies(const Relation& relation, const std::vector<std::string>& parts) {
  if (relation.schema.empty() || parts.back() != relation.alias) return false;
  std::string schema = lower(relation.schema), database = lower(relation.database);
  if (parts.size() == 2) return parts[0] == schema || parts[0] == database;
  return parts.size() == 3 && parts[0] == database && parts[1] == schema;
}

// Whether the name's first parts lead to a relation of this scope: alias.column,
// schema.table.column …
bool starts_in(const Scope& scope, const std::vector<std::string>& parts) {
  if (scope.has_column(parts[0]) || scope.find(parts[0]) != nullptr) return true;
  return parts.size() > 2 && scope.find(parts[1]) != nullptr;
}

}  // namespace

std::string lower(std::string_view text) {
  std::string lowered(text);
  for (char& c : lowered)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return lowered;
}

bool Relation::has(std::string_view column) const {
  return contains(columns, column);
}

bool Scope::has_column(std::string_view name) const {
  return std::any_of(relations.begin(), relations.end(),
                     [&](const Relation& relation) { return relation.has(name); });
}

bool Scope::has_hidden() const {
  return std::any_of(relations.begin(), relations.end(),
                     [](const Relation& relation) { return !relation.hidden.empty(); });
}

const Relation* Scope::find(std::string_view alias) const {
  for (const Relation& relation : relations)
    if (!relation.alias.empty() && relation.alias == alias) return &relation;
  return nullptr;
}

void Scopes::add_common_table(std::string_view name, CommonTable table) {
  common_tables_.back().emplace_back(lower(name), std::move(table));
  seen_common_tables_.push_back(lower(name));
}

const CommonTable* Scopes::common_table(std::string_view name) const {
  std::string wanted = lower(name);
  for (auto frame = common_tables_.rbegin(); frame != common_tables_.rend(); ++frame)
    for (auto table = frame->rbegin(); table != frame->rend(); ++table)
      if (table->first == wanted) return &table->second;
  return nullptr;
}

bool Scopes::was_common_table(std::string_view name) const {
  return contains(seen_common_tables_, lower(name));
}

bool Scopes::is_lambda_parameter(std::string_view name) const {
  return std::any_of(lambdas_.begin(), lambdas_.end(),
                     [&](const Columns& parameters) { return contains(parameters, name); });
}

Meaning Scopes::meaning(const std::vector<std::string>& parts) const {
  if (is_lambda_parameter(parts[0])) return Meaning::column;
  for (auto scope = queries_.rbegin(); scope != queries_.rend(); ++scope) {
    if (parts.size() == 1) {
      if (scope->has_column(parts[0])) return Meaning::column;
      if (scope->aliases_visible && contains(scope->select_aliases, parts[0]))
        return Meaning::column;
      if (const Relation* relation = scope->find(parts[0]))
        return relation->only_values ? Meaning::column : Meaning::whole_row;
      continue;
    }
    for (const Relation& relation : scope->relations)
      if (qualifies(relation, parts) && !scope->has_column(parts[0]) &&
          scope->find(parts[0]) == nullptr)
        return Meaning::whole_row;
    if (starts_in(*scope, parts)) return Meaning::column;
  }
  return Meaning::unknown;
}

// A column of one's own scope is meant before one of a scope around it; with a relation's name
// before it, whichever relation has the name.
bool Scopes::names_hidden(const std::vector<std::string>& parts) const {
  if (is_lambda_parameter(parts[0])) return false;
  bool is_found = false;
  for (auto scope = queries_.rbegin(); scope != queries_.rend(); ++scope) {
    for (const Relation& relation : scope->relations) {
      if (!is_found && contains(relation.hidden, parts[0])) return true;
      for (size_t i = 1; i < parts.size(); ++i)
        if (relation.alias == parts[i - 1] && contains(relation.hidden, parts[i])) return true;
    }
    is_found = is_found || scope->has_column(parts[0]);
  }
  return false;
}

bool Scopes::is_column_of_relation(const std::vector<std::string>& parts) const {
  if (parts.size() < 2 || is_lambda_parameter(parts[0])) return false;
  for (auto scope = queries_.rbegin(); scope != queries_.rend(); ++scope) {
    if (scope->has_column(parts[0])) return false;
    const Relation* relation = scope->find(parts[parts.size() - 2]);
    if (relation != nullptr && relation->has(parts.back())) return true;
  }
  return false;
}

}  // namespace tally::guard
