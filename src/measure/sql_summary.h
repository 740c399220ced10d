#pragma once
// What a query reads, counts and filters, for comparing two of them: no judgment on what it means.

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "catalog/catalog.h"
#include "measure/sql_period.h"
#include "sql/tree.h"

namespace tally::measure {

// A value that a column must have: status = 'held', city IN ('Lima', …), lower(city) = 'lima',
// till = 7. Years and months are the period's.
struct ComparedValue {
  std::optional<catalog::ObjectId> table;  // if the catalog knows whose column it is
  std::string column;
  std::string function;  // "lower" and the like around the column; empty: none
  std::string literal;   // as SQL has it
  std::string text;      // what it says
};

// Two tables of one SELECT whose columns are set equal.
struct KeyJoin {
  catalog::ObjectId left, right;
  std::vector<std::pair<std::string, std::string>> columns;  // of the left, of the right
  bool drops_left = true, drops_right = true;                // rows of that side without a partner
  bool counts_left = false, counts_right = false;  // that SELECT sums, counts or averages its rows
};

struct SqlSummary {
  std::set<std::string> tables;      // catalog ids; common table expressions are none
  std::set<std::string> aggregates;  // "sum", "count distinct"
  std::vector<ComparedValue> values;
  Period period;  // that its filters name
  // GROUP BY columns of the outermost SELECT; where that only puts parts together (all it reads are
  // common table expressions and subqueries), the most that any of those has.
  size_t groups = 0;
  // Their names, lower case, where all of them are plain columns; else empty.
  std::set<std::string> group_columns;
  std::vector<KeyJoin> joins;
  std::string limit;             // as written; empty: none
  bool keeps_unmatched = false;  // rows of a table whose key finds no partner stay
};

// sum, count, … without regard to case; a window function is none by itself.
bool is_aggregate(const sql::Call& call);

// nullopt: our parser cannot read it.
std::optional<SqlSummary> summarise(std::string_view sql, const catalog::Catalog& catalog);

}  // namespace tally::measure
