#pragma once
// What is a query's result ordered by, and does its LIMIT cut between rows that are equal in that?

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "measure/reference.h"
#include "table/result_table.h"

namespace tally::measure {

// The output columns that the outermost ORDER BY of `sql` names, up to the first that is not shown:
// by position, alias, column name, or the same expression. Empty: it orders by nothing that is
// shown.
std::vector<size_t> order_columns(std::string_view sql, const table::ResultTable& shown);

// Those of them that a question can have asked for: up to the first measure (an aggregate, a
// window, a decimal or real). What stands behind "by sales" only breaks its ties, for the reference
// to be the same each time; whoever answers need not break them likewise.
std::vector<size_t> asked_order(std::string_view sql, const table::ResultTable& shown);

// Why the rows that the outermost LIMIT of `sql` leaves are not the only right ones: the next row
// is equal in all of ORDER BY, and not the same as the last; or there is no ORDER BY. nullopt: they
// are, or nobody can tell. Error: the world's.
Result<std::optional<std::string>> arbitrary_cut(const std::string& sql, const RunSql& run);

}  // namespace tally::measure
