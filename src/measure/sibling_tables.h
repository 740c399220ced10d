#pragma once
// Do two tables say the same of different things, as sales of a shop and sales of the web do? By
// their columns' names alone, whatever the warehouse.

#include "catalog/catalog.h"

namespace tally::measure {

// At least three column names, three of five of the smaller table's and a third of both's are the
// other's too (a table of addresses is no sibling of all that have an address). What
// all columns of a table begin with ("ss_", "ws_") is no part of a name.
bool are_siblings(const catalog::Table& a, const catalog::Table& b);

}  // namespace tally::measure
