#pragma once
// What a query reads, counts and filters, for comparing two of them: no judgment on what it means.

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "catalog/catalog.h"

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
  size_t groups = 0;                         // GROUP BY columns of the outermost SELECT
  std::string limit;                         // as written; empty: none
  bool keeps_unmatched = false;              // some join is LEFT, RIGHT or FULL
};

// nullopt: our parser cannot read it.
std::optional<SqlSummary> summarise(std::string_view sql, const catalog::Catalog& catalog);

}  // namespace tally::measure
