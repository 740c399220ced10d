#pragma once
// Does the log beside the database say what its owner last wrote? DuckDB reads a log until the
// first entry that makes no sense and is silent about the rest: a file of garbage is "no log", a
// log cut short is a shorter log. A person who asks for figures should hear of it.

#include <string>

namespace tally::engine::duckdb {

// One sentence about `database_path`.wal, with the way out; empty when there is no log or its
// entries are whole. Looks at sizes alone: wrong checksums make DuckDB refuse to open.
std::string doubt_about_log(const std::string& database_path);

}  // namespace tally::engine::duckdb
