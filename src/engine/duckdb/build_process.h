#pragma once
// Building a warehouse, seen from tally: starts the building worker, tells how far it is, and
// cleans up after it. No DuckDB here. Whatever happens, the destination is afterwards either the
// finished warehouse or what it was before.

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "base/result.h"
#include "engine/cancel.h"
#include "engine/duckdb/build_protocol.h"

namespace tally::engine::duckdb {

struct BuildOptions {
  std::string destination;       // the database file to make; missing folders are made
  std::string worker_path = {};  // empty: tally-worker beside the running program
  // Exactly one of the two recipes:
  std::optional<double> scale = std::nullopt;  // the demo at this scale
  std::string script_path = {};                // or whatever this SQL file makes
  std::string counts_path = {};  // with scale: row_counts.txt (row_counts.h); empty: the demo's own
  std::string extension_folder = {};  // empty: TALLY_EXTENSION_DIR, else beside the DuckDB library
};

struct BuildProgress {
  BuildStage stage = BuildStage::generating;
  uint64_t bytes = 0;           // on disk so far
  uint64_t expected_bytes = 0;  // 0: unknown
  int64_t waiting_for = 0;      // process id, while stage is waiting; 0: unknown
};

struct BuildOutcome {
  BuildResult result = BuildResult::built;
  std::string path;
  uint64_t bytes = 0;
  uint64_t rows = 0;  // 0 when the file was already there and nothing had to be counted
};

// Called on every new stage and about four times a second in between. May be empty.
using ProgressSink = std::function<void(const BuildProgress&)>;

// Blocks until it is built, has failed, or `cancel` (null: none) is raised. Under 1 ms if the
// wanted warehouse is already there. Must be called from a thread that lives that long
// (child_process.h). Errors: code "cancelled", "disk_full", "out_of_memory", "worker_died"; kind
// `user` when something is in the way at the destination or the scale is not possible.
Result<BuildOutcome> build_warehouse(const BuildOptions& options, const ProgressSink& progress,
                                     const Cancel* cancel = nullptr);

// The folder with warehouses/: TALLY_DATA_DIR, else the checkout that the program was built from.
std::string data_folder();

}  // namespace tally::engine::duckdb
