#pragma once
// How is a tree printed for an engine? parse(print(tree)) == tree, for every tree the parser makes.

#include <string>

#include "sql/dialect.h"
#include "sql/tree.h"

namespace tally::sql {

struct PrintOptions {
  Dialect dialect = Dialect::duckdb;
  bool pretty = false;  // clauses on lines of their own, as a person would write it
};

std::string print(const Query& query, const PrintOptions& options = {});
std::string print(const Expression& expression, const PrintOptions& options = {});

}  // namespace tally::sql
