#pragma once
// What a query reads, counts and filters, for comparing two of them: no judgment on what it means.

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "catalog/catalog.h"
#include "sql/tree.h"

namespace tally::measure {

// A text compared with a column: status = 'held', city IN ('Oslo', …).
struct ComparedText {
  std::optional<catalog::ObjectId> table;  // if the catalog knows whose column it is
  std::string column;
  std::string text;
};

struct SqlSummary {
  std::set<std::string> tables;      // catalog ids; common table expressions are none
  std::set<std::string> aggregates;  // "sum", "count distinct"
  std::vector<ComparedText> texts;
  std::optional<std::pair<int, int>> years;  // first and last that its filters name
  // GROUP BY columns of the outermost SELECT; where that only puts parts together (all it reads are
  // common table expressions and subqueries), the most that any of those has.
  size_t groups = 0;
  std::string limit;             // as written; empty: none
  bool keeps_unmatched = false;  // rows of a table whose key finds no partner stay
};

// sum, count, … without regard to case; a window function is none by itself.
bool is_aggregate(const sql::Call& call);

// nullopt: our parser cannot read it.
std::optional<SqlSummary> summarise(std::string_view sql, const catalog::Catalog& catalog);

}  // namespace tally::measure
