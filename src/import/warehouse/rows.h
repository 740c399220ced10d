#pragma once
// Own queries and their results, read by position. Private to import/warehouse.

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "catalog/catalog.h"
#include "engine/engine.h"
#include "sql/fixed_sql.h"
#include "table/result_table.h"

namespace tally::importing {

// A result whose columns we know because we wrote the query.
class Rows {
 public:
  explicit Rows(table::ResultTable table) : table_(std::move(table)) {}
  size_t size() const { return table_.row_count; }
  bool is_null(size_t row, size_t column) const { return table_.columns[column].nulls[row]; }
  // "" for null.
  std::string text(size_t row, size_t column) const {
    return is_null(row, column) ? "" : table::cell_text(table_.columns[column], row);
  }
  // 0 for null and for what is not a 64-bit integer.
  int64_t integer(size_t row, size_t column) const {
    const auto* values = std::get_if<std::vector<int64_t>>(&table_.columns[column].values);
    return values == nullptr || is_null(row, column) ? 0 : (*values)[row];
  }

 private:
  table::ResultTable table_;
};

// Runs it and checks the number of columns. A result of more than `max_rows` rows is an Error.
inline Result<Rows> run_own(engine::Engine& engine, const sql::FixedSql& query, size_t columns,
                            Deadline deadline, uint64_t max_rows = 50'000'000) {
  engine::RunLimits limits{.max_rows = max_rows, .max_bytes = 1ull << 30};
  TALLY_TRY(auto outcome, engine.run(query.approve(engine.name()), limits, deadline));
  if (outcome.table.more_rows)
    return outside_error("the warehouse is too large to be read in one go", {}, "too_large");
  if (outcome.table.columns.size() != columns)
    return bug_error("a query of our own came back with other columns: " + query.text());
  return Rows(std::move(outcome.table));
}

// "database"."schema"."name", without the parts that are empty.
inline sql::FixedSql qualified(const catalog::ObjectId& id) {
  sql::FixedSql out("");
  if (!id.database.empty()) out.name(id.database).then(".");
  if (!id.schema.empty()) out.name(id.schema).then(".");
  return out.name(id.name);
}

}  // namespace tally::importing
