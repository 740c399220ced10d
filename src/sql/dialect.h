#pragma once
// SQL dialects as small tables: how names and literals are quoted, which operators and keywords
// exist. DuckDB is complete; others are added as their engines come.

#include <string>
#include <string_view>

namespace tally::sql {

enum class Dialect { duckdb, ansi };

// A name as it may stand anywhere: in quotes where it has to be (key words, odd characters; in a
// dialect that folds case also capitals) or where `keep_quotes` says it stood in quotes and has
// capitals.
std::string written_name(std::string_view name, Dialect dialect = Dialect::duckdb,
                         bool keep_quotes = false);

// A function's name: key words that have a function's syntax (coalesce, trim, left) stay bare.
// `quoted` says it stood in quotes, which make of "coalesce" an ordinary function.
std::string written_function(std::string_view name, Dialect dialect = Dialect::duckdb,
                             bool quoted = false);

// The functions that take a lambda: only in their arguments is x -> y one.
bool takes_lambda(std::string_view function, Dialect dialect = Dialect::duckdb);

// DuckDB's canonical spelling of a type's name in capitals ("INT4" → "INTEGER"); empty for a name
// that is none of its built-in types.
std::string_view canonical_type(std::string_view upper_case_name);

}  // namespace tally::sql
