#pragma once
// Visiting and rewriting expression trees without naming every node kind.

#include <functional>

#include "sql/tree.h"

namespace tally::sql {

// Calls `visit` on the expression and everything below it, parents first. Returning false does not
// descend. Does not enter subqueries.
void walk(const Expression& expression, const std::function<bool(const Expression&)>& visit);

// Whether a column is named in it that `is_it`. Does not enter subqueries.
bool names_column(const Expression& expression, const std::function<bool(const ColumnRef&)>& is_it);

// Bottom-up copy: each node, its children already rewritten, is replaced by `change`'s result.
// Does not enter subqueries.
Expression rewrite(Expression expression, const std::function<Expression(Expression)>& change);

}  // namespace tally::sql
