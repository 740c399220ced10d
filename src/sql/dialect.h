#pragma once
// SQL dialects as small tables: how names and literals are quoted, which operators and keywords
// exist. DuckDB is complete; others are added as their engines come.

#include <string_view>

namespace tally::sql {

enum class Dialect { duckdb, ansi };

}  // namespace tally::sql
