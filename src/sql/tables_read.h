#pragma once
// Which tables does this query read? By name alone: what a name means, and whether it is a view, is
// for whoever has a catalog.

#include <string_view>
#include <vector>

#include "base/result.h"
#include "sql/tree.h"

namespace tally::sql {

// Every table that is named anywhere in the query, subqueries of all kinds included, in the order
// of the text and as often as it stands there. Names that a WITH in scope defines are none; a
// common table that is not recursive may read the table whose name it takes. Table functions are
// none either, but what stands in their arguments counts.
std::vector<QualifiedName> tables_read(const Query& query);

// Of the query in a CREATE VIEW, as the engine keeps it: what stands behind its AS. Error: our
// parser cannot read it.
Result<std::vector<QualifiedName>> tables_read_by_view(std::string_view create_view);

}  // namespace tally::sql
