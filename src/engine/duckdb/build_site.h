#pragma once
// The files of one build, so that whatever happens there is either the finished warehouse or what
// was there before. For a destination demo/shop.duckdb:
//
//   demo/.shop.duckdb.lock             flock'ed by the one process that builds it; gone afterwards
//   demo/.shop.duckdb.building-PID     the temporary database, with .wal and .spill beside it
//   demo/.tally/built-shop.duckdb.json what was built from which recipe, and its fingerprint
//
// The record is what makes "already there" instant, and what proves that a file is our own
// unchanged work and may be replaced. Since only the holder of the lock builds, every temporary it
// finds is a dead build's and is removed. Locks are the kernel's: they end with their process,
// whatever kills it.

#include <sys/types.h>

#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <vector>

#include "base/result.h"

namespace tally::engine::duckdb {

// What the destination is before building.
enum class Occupant {
  nothing,
  wanted,   // built from this recipe and unchanged since
  other,    // built by us from another recipe and unchanged since: may be replaced
  unknown,  // a file without a record: somebody's
};

// `recipe` is the one line that says what was asked for ("tpcds scale 0.1").
Occupant occupant_of(const std::string& destination, const std::string& recipe);

// "… is in the way: why". For an `unknown` destination.
Error in_the_way(const std::string& destination, const std::string& why);

std::string temporary_path(const std::string& destination, pid_t builder);
// Size of a build's files on disk so far, spilled data left out; 0 when there are none.
uint64_t bytes_on_disk(const std::string& temporary);
// Removes the temporary with everything beside it that DuckDB made. Missing files are fine.
void remove_temporary(const std::string& temporary);

// What a builder that was killed left for `destination`: its temporary, and its lock file if nobody
// else holds that.
void remove_leftovers(const std::string& destination, pid_t builder);

// Error `outside`, code "disk_full", when `folder`'s file system has less than `bytes` left.
Result<void> check_free_space(const std::string& folder, uint64_t bytes);

// Used by the building process. Thread-safe in one respect: discard() may come from another thread
// (the one that waits for signals) at any moment.
class BuildSite {
 public:
  explicit BuildSite(std::string destination);
  BuildSite(const BuildSite&) = delete;
  BuildSite& operator=(const BuildSite&) = delete;
  ~BuildSite() { discard(); }

  // Creates the folder, takes the lock and clears away dead builds. `on_wait` is called once, with
  // the holder's process id (0 when unknown), if the lock is not free at once.
  Result<void> open(const std::function<void(int64_t)>& on_wait);

  const std::string& folder() const { return folder_; }
  const std::string& temporary() const { return temporary_; }

  // Makes the finished temporary the destination: flush, record, rename, flush the folder. Refuses
  // to overwrite a file that occupant_of() did not call `other`.
  Result<void> publish(const std::string& recipe);
  // Records a file found at the destination, and verified, as the work of `recipe`.
  Result<void> adopt(const std::string& recipe);

  // Removes everything that an unfinished build left, releases the lock. May be repeated.
  void discard();

 private:
  Result<void> make_folder();
  Result<void> take_lock(const std::function<void(int64_t)>& on_wait);
  void remove_dead_builds() const;

  std::string destination_;
  std::string folder_;
  std::string temporary_;
  std::string lock_path_;
  std::mutex mutex_;
  int lock_ = -1;                          // guarded by mutex_ once open() has returned
  std::vector<std::string> made_folders_;  // outermost first; removed again if they stay empty
};

}  // namespace tally::engine::duckdb
