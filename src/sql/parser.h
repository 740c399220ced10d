#pragma once
// What does this SQL text say? Hand-written SELECT parser (Pratt expressions), one lexer, dialects
// as small tables. Not the judge of what may run: guard judges the engine's own tree.

#include <string>
#include <string_view>

#include "base/result.h"
#include "sql/dialect.h"
#include "sql/tree.h"

namespace tally::sql {

// `line` and `column` are where `text` starts inside its file (a metric in a YAML model), so that
// positions in errors and nodes are those of the file.
struct ParseOptions {
  Dialect dialect = Dialect::duckdb;
  Position start = {1, 1};
};

// One query, an optional trailing semicolon. Errors are `user` and read
// "line L, column C: expected …, found …".
Result<Query> parse_query(std::string_view text, const ParseOptions& options = {});

// One expression, nothing after it.
Result<Expression> parse_expression(std::string_view text, const ParseOptions& options = {});

}  // namespace tally::sql
