#pragma once
// Why does this database file not open? DuckDB's own words name a byte position or a checksum; a
// person needs to hear "it is cut short" and what to do. Everything here looks at the file itself
// (its size, its first bytes) and at DuckDB's text; it needs no DuckDB.

#include <string>

#include "base/result.h"

namespace tally::engine::duckdb {

// The storage versions that the pinned DuckDB (1.5.5) reads, as its own error text states them.
inline constexpr unsigned kOldestStorage = 64;
inline constexpr unsigned kNewestStorage = 68;

// Looks at the first 12 KiB only (under 1 ms): is this a DuckDB file that 1.5.5 can read? Used
// before a worker is started, and because DuckDB, handed a foreign file, may try to be clever with
// it (it goes looking on the network for an extension that reads SQLite files). Errors are
// `outside`; `code` is one of database_missing, database_directory, database_unreadable,
// database_empty, database_foreign, database_newer, database_older, database_encrypted,
// database_truncated.
Result<void> check_database_file(const std::string& path);
// That a file of data (CSV, Parquet) is there and may be read; what is in it, only a query can
// tell.
Result<void> check_data_file(const std::string& path);

// `raw` is what DuckDB said when it failed to open or read `path`. Codes as above and
// database_locked, database_damaged, database_log (the write-ahead log beside it cannot be
// replayed), out_of_memory; database_unopened with DuckDB's own words for what is not known here.
Error explain_open_error(const std::string& path, const std::string& raw);

// A query's error: told as the file's where that is what it is (the file ends before a block that
// was asked for, a page fails its checksum), else as it came. That a file is too short is not to
// be seen before: the count of blocks in its header includes blocks that were never written.
Error explain_read_error(const std::string& path, Error error);

}  // namespace tally::engine::duckdb
