#include "guard/table_names.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "guard/scopes.h"

namespace tally::guard {
namespace {

bool is_system(const TableName& name) {
  std::string database = lower(name.database), schema = lower(name.schema);
  return database == "system" || database == "temp" || schema == "information_schema" ||
         schema == "pg_catalog" || schema == "system" || schema == "temp" ||
         is_system_name(name.name);
}

// The engine reads files whose name stands where a table's does.
bool looks_like_file(std::string_view name) {
  return name.find_first_of("./\\*") != std::string_view::npos;
}

std::string did_you_mean(const catalog::Catalog& catalog, std::string_view name) {
  auto nearest = catalog.nearest(name);
  std::string hint = nearest.empty() ? "`tally search` finds tables and columns."
                                     : fmt::format("Did you mean {}?", fmt::join(nearest, " or "));
  // Said of every name, so that it tells of none.
  if (catalog.discretion() != catalog::Discretion::open)
    hint += " What the warehouse's dbt project hides cannot be read.";
  return hint;
}

}  // namespace

std::string TableName::text() const {
  std::string text = name;
  if (!schema.empty()) text = schema + "." + text;
  if (!database.empty()) text = database + "." + text;
  return text;
}

std::variant<const catalog::Table*, NoTable> find_table(const catalog::Catalog& catalog,
                                                        const TableName& name) {
  if (const auto* table = catalog.find(name.database, name.schema, name.name)) return table;
  // The engine reads x.t as schema x first, as database x then.
  if (name.database.empty() && !name.schema.empty())
    if (const auto* table = catalog.find(name.schema, "", name.name)) return table;
  if (is_system(name))
    return NoTable{"system_table",
                   fmt::format("{} is a table of the engine, not of the warehouse.", name.text()),
                   "`tally search` finds tables and columns."};
  if (looks_like_file(name.name))
    return NoTable{"file_table", fmt::format("{} would be read as a file.", name.text()),
                   "Only tables of the warehouse can be read, no files."};
  return NoTable{"unknown_table",
                 fmt::format("There is no table {} in the warehouse.", name.text()),
                 did_you_mean(catalog, name.name)};
}

bool is_system_name(std::string_view name) {
  std::string lowered = lower(name);
  for (std::string_view prefix : {"duckdb_", "sqlite_", "pragma_", "pg_", "information_schema"})
    if (lowered.starts_with(prefix)) return true;
  return false;
}

}  // namespace tally::guard
