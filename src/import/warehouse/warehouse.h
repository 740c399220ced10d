#pragma once
// Fill a catalog and its facts from a live warehouse, and keep both under .tally/ with a
// fingerprint so that an unchanged file is not looked at again.

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "catalog/catalog.h"
#include "catalog/facts.h"
#include "engine/engine.h"

namespace tally::importing {

// Identity of a database file without opening it: size, mtime (ns), inode, and those of its .wal.
// Error `outside` for a missing or unreadable file.
Result<std::string> file_fingerprint(const std::string& database_path);

// Reads tables, columns, comments, declared keys. `version` becomes Catalog::version().
Result<catalog::Catalog> read_catalog(engine::Engine& engine, const std::string& version,
                                      Deadline deadline);

// What facts are wanted: import may not include semantic, so the caller says it in plain terms.
struct TimeWanted {
  std::string key;  // facts.date_ranges key
  catalog::ObjectId table;
  std::string key_column;                // the table's own date column, or the key towards `via`
  std::optional<catalog::ObjectId> via;  // the date table
  std::string via_key, via_date;
};
struct ValuesWanted {
  std::string dataset, field;
  catalog::ObjectId table;
  std::string column;
  bool yes_or_no = false;  // also of integers, and then only if there are two of them
};
struct FactsWanted {
  std::vector<TimeWanted> times = {};
  std::vector<ValuesWanted> values = {};
  std::vector<std::pair<std::string, catalog::ObjectId>> counts = {};  // dataset, table
  uint64_t max_distinct = 10'000;  // more: the column is not indexed
};
// A column, view or date that cannot be read costs a warning in the facts, not the rest. Errors are
// of the whole: the deadline, a cancel, the file.
Result<catalog::Facts> read_facts(engine::Engine& engine, const FactsWanted& wanted,
                                  Deadline deadline);

// Snapshots. `key` says what they were made from (fingerprint + model version); a snapshot of
// another key, a damaged or a foreign one loads as nullopt, never as an error.
std::optional<catalog::Catalog> load_catalog(const std::string& path, const std::string& key);
Result<void> save_catalog(const std::string& path, const std::string& key,
                          const catalog::Catalog& catalog);
std::optional<catalog::Facts> load_facts(const std::string& path, const std::string& key);
Result<void> save_facts(const std::string& path, const std::string& key,
                        const catalog::Facts& facts);

}  // namespace tally::importing
