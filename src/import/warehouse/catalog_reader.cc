// Introspection through the engine's own catalog functions. They describe views by the columns they
// had when they were made, so a view that no longer binds does not spoil the rest.
//
// Functions are called as system.main.f: a macro of the warehouse named f would run in place of the
// engine's. No macro of the engine's own is used (generate_subscripts), for it would call by bare
// names again.

#include <fmt/format.h>

#include <map>
#include <set>
#include <utility>

#include "catalog/spelling.h"
#include "import/warehouse/rows.h"
#include "import/warehouse/warehouse.h"
#include "sql/tables_read.h"

namespace tally::importing {
namespace {

using catalog::lower_ascii;
using catalog::Table;
using sql::FixedSql;

// Tables found so far, by schema and name exactly as the engine spells them, or as a query may.
class TableList {
 public:
  explicit TableList(std::string database) : database_(std::move(database)) {}

  void add(Table table) {
    index_.emplace(std::pair(table.id.schema, table.id.name), tables_.size());
    any_case_.emplace(std::pair(lower_ascii(table.id.schema), lower_ascii(table.id.name)),
                      tables_.size());
    tables_.push_back(std::move(table));
  }
  Table* find(const std::string& schema, const std::string& name) {
    auto found = index_.find({schema, name});
    return found == index_.end() ? nullptr : &tables_[found->second];
  }
  const Table* find_any_case(const std::string& schema, const std::string& name) const {
    auto found = any_case_.find({lower_ascii(schema), lower_ascii(name)});
    return found == any_case_.end() ? nullptr : &tables_[found->second];
  }
  const std::string& database() const { return database_; }
  std::vector<Table> take() { return std::move(tables_); }

 private:
  std::string database_;
  std::vector<Table> tables_;
  std::map<std::pair<std::string, std::string>, size_t> index_, any_case_;
};

Result<void> read_tables(engine::Engine& engine, TableList& tables, Deadline deadline) {
  FixedSql query(
      "SELECT schema_name, table_name, FALSE AS is_view, comment, estimated_size "
      "FROM system.main.duckdb_tables() WHERE database_name = system.main.current_database() AND "
      "NOT internal "
      "AND NOT temporary "
      "UNION ALL "
      "SELECT schema_name, view_name, TRUE, comment, 0 "
      "FROM system.main.duckdb_views() WHERE database_name = system.main.current_database() AND "
      "NOT internal "
      "AND NOT temporary ORDER BY 1, 2");
  TALLY_TRY(Rows rows, run_own(engine, query, 5, deadline));
  for (size_t row = 0; row < rows.size(); ++row) {
    Table table;
    table.id = {tables.database(), rows.text(row, 0), rows.text(row, 1)};
    bool is_view = rows.integer(row, 2) != 0;
    table.kind = is_view ? catalog::ObjectKind::view : catalog::ObjectKind::table;
    table.comment = rows.text(row, 3);
    table.estimated_rows = static_cast<uint64_t>(std::max<int64_t>(rows.integer(row, 4), 0));
    tables.add(std::move(table));
  }
  return {};
}

Result<void> read_columns(engine::Engine& engine, TableList& tables, Deadline deadline) {
  FixedSql query(
      "SELECT schema_name, table_name, column_name, data_type, is_nullable, comment "
      "FROM system.main.duckdb_columns() WHERE database_name = system.main.current_database() AND "
      "NOT internal "
      "ORDER BY 1, 2, column_index");
  TALLY_TRY(Rows rows, run_own(engine, query, 6, deadline));
  for (size_t row = 0; row < rows.size(); ++row) {
    Table* table = tables.find(rows.text(row, 0), rows.text(row, 1));
    if (table == nullptr) continue;  // made between the two queries
    table->columns.push_back(
        {rows.text(row, 2), rows.text(row, 3), rows.integer(row, 4) != 0, rows.text(row, 5)});
  }
  return {};
}

// One declared key, column by column.
struct Key {
  std::string kind, target;
  std::vector<std::string> columns, target_columns;
};

void add_key(Table& table, Key key) {
  if (key.kind == "PRIMARY KEY") {
    table.primary_key = std::move(key.columns);
  } else if (key.kind == "UNIQUE") {
    table.unique_keys.push_back(std::move(key.columns));
  } else {
    // The engine has no foreign keys across schemas.
    catalog::ObjectId target{table.id.database, table.id.schema, std::move(key.target)};
    table.foreign_keys.push_back(
        {std::move(key.columns), std::move(target), std::move(key.target_columns)});
  }
}

Result<void> read_keys(engine::Engine& engine, TableList& tables, Deadline deadline) {
  FixedSql query(
      "SELECT schema_name, table_name, constraint_index, constraint_type, referenced_table, "
      "unnest(constraint_column_names), unnest(referenced_column_names), "
      "unnest(system.main.range(system.main.len(constraint_column_names))) AS position "
      "FROM system.main.duckdb_constraints() WHERE database_name = system.main.current_database() "
      "AND constraint_type IN ('PRIMARY KEY', 'UNIQUE', 'FOREIGN KEY') "
      "ORDER BY 1, 2, 3, position");
  TALLY_TRY(Rows rows, run_own(engine, query, 8, deadline));
  for (size_t row = 0; row < rows.size();) {
    std::string schema = rows.text(row, 0), name = rows.text(row, 1);
    int64_t index = rows.integer(row, 2);
    Key key{rows.text(row, 3), rows.text(row, 4), {}, {}};
    for (; row < rows.size() && rows.integer(row, 2) == index && rows.text(row, 1) == name &&
           rows.text(row, 0) == schema;
         ++row) {
      if (!rows.is_null(row, 5)) key.columns.push_back(rows.text(row, 5));
      if (!rows.is_null(row, 6)) key.target_columns.push_back(rows.text(row, 6));
    }
    if (Table* table = tables.find(schema, name)) add_key(*table, std::move(key));
  }
  return {};
}

// A table that a view's query names, as the engine finds it: a bare name beside the view before
// the default schema, one with the database alone beside the view.
const Table* named_in(const TableList& tables, const Table& view, const std::string& schema,
                      const sql::QualifiedName& name) {
  const auto& last = name.back().text;
  const auto is_database = [&](const std::string& text) {
    return lower_ascii(text) == lower_ascii(tables.database());
  };
  if (name.size() == 1) {
    const Table* beside = tables.find_any_case(view.id.schema, last);
    return beside ? beside : tables.find_any_case(schema, last);
  }
  if (name.size() > 2 && !is_database(name[0].text)) return nullptr;
  const Table* found = tables.find_any_case(name[name.size() - 2].text, last);
  if (!found && name.size() == 2 && is_database(name[0].text))
    found = tables.find_any_case(view.id.schema, last);
  return found;
}

// What views read, so far as our parser can read them.
Result<void> read_views(engine::Engine& engine, TableList& tables, const std::string& schema,
                        Deadline deadline) {
  FixedSql query(
      "SELECT schema_name, view_name, sql FROM system.main.duckdb_views() "
      "WHERE database_name = system.main.current_database() AND NOT internal AND NOT temporary "
      "ORDER BY 1, 2");
  TALLY_TRY(Rows rows, run_own(engine, query, 3, deadline));
  for (size_t row = 0; row < rows.size(); ++row) {
    Table* view = tables.find(rows.text(row, 0), rows.text(row, 1));
    const auto names = sql::tables_read_by_view(rows.text(row, 2));
    if (view == nullptr || !names.ok()) continue;
    std::set<catalog::ObjectId> read;
    for (const auto& name : *names)
      if (const Table* table = named_in(tables, *view, schema, name)) read.insert(table->id);
    view->reads.assign(read.begin(), read.end());
  }
  return {};
}

Result<catalog::Definitions> read_definitions(engine::Engine& engine, const std::string& database,
                                              Deadline deadline) {
  catalog::Definitions found;
  FixedSql macros(
      "SELECT DISTINCT schema_name, function_name, function_type FROM "
      "system.main.duckdb_functions() "
      "WHERE database_name = system.main.current_database() AND NOT internal "
      "AND function_type IN ('macro', 'table_macro') ORDER BY 1, 2, 3");
  TALLY_TRY(Rows rows, run_own(engine, macros, 3, deadline));
  for (size_t row = 0; row < rows.size(); ++row)
    found.macros.push_back(
        {{database, rows.text(row, 0), rows.text(row, 1)}, rows.text(row, 2) == "table_macro"});
  FixedSql types(
      "SELECT schema_name, type_name, logical_type FROM system.main.duckdb_types() "
      "WHERE database_name = system.main.current_database() AND NOT internal ORDER BY 1, 2");
  TALLY_TRY(rows, run_own(engine, types, 3, deadline));
  for (size_t row = 0; row < rows.size(); ++row)
    found.types.push_back({{database, rows.text(row, 0), rows.text(row, 1)}, rows.text(row, 2)});
  return found;
}

}  // namespace

Result<catalog::Catalog> read_catalog(engine::Engine& engine, const std::string& version,
                                      Deadline deadline) {
  TALLY_TRY(Rows where,
            run_own(engine,
                    FixedSql("SELECT system.main.current_database(), system.main.current_schema()"),
                    2, deadline));
  if (where.size() != 1) return bug_error("the engine does not say which database is open");
  TableList tables(where.text(0, 0));
  TALLY_CHECK(read_tables(engine, tables, deadline));
  TALLY_CHECK(read_columns(engine, tables, deadline));
  TALLY_CHECK(read_keys(engine, tables, deadline));
  TALLY_CHECK(read_views(engine, tables, where.text(0, 1), deadline));
  std::string database = tables.database();
  TALLY_TRY(auto definitions, read_definitions(engine, database, deadline));
  return catalog::Catalog(tables.take(), std::move(database), where.text(0, 1), version,
                          std::move(definitions));
}

}  // namespace tally::importing
