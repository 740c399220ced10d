#pragma once
// The workers: who is free, who is started beforehand, who is being buried.
//
//            spawn            acquire              give_back
//   (none) ────────▶ ready ────────────▶ leased ──────────────▶ ready
//                      │ idle too long,     │ deadline, cancel,
//                      │ file replaced      │ crash, retire
//                      └────────▶ dying ◀───┘            reaped by the keeper ▶ (none)
//
// One thread, the keeper, starts and reaps all of them; it lives as long as the pool, because a
// worker's death signal is tied to the thread that started it. Callers never start, wait for or
// clean up after a process: they only send SIGKILL, which returns at once.
//
// Admission: at most `capacity` workers are leased; callers wait in the order they came. The memory
// of a worker that is still dying (up to half a second at 8 GiB) is not counted, or a kill would
// delay the next query, which the deadline contract forbids.

#include <condition_variable>
#include <deque>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "base/clock.h"
#include "engine/duckdb/channel.h"
#include "engine/duckdb/child_process.h"
#include "engine/duckdb/duckdb_engine.h"
#include "engine/duckdb/file_stamp.h"
#include "engine/duckdb/temp_space.h"

namespace tally::engine::duckdb {

struct Worker {
  ChildProcess process;
  FileStamp stamp;          // of the database, just before the worker was started
  std::string temp_folder;  // its own; removed once it is reaped
  bool opened = false;      // its first frame, about the open, has been read
  Instant ready_since = {};
};

// The worker program is missing, is no worker, or dies before it has opened anything.
Error not_started_error(const std::string& program);

class Pool {
 public:
  Pool(const DuckDbOptions& options, const Clock& clock);
  ~Pool();

  // A worker of one's own, possibly still opening the database. Errors: "deadline", "cancelled", or
  // that none could be started.
  Result<std::unique_ptr<Worker>> acquire(const Patience& patience);
  void give_back(std::unique_ptr<Worker> worker);
  // Kills it now; reaps and cleans later. A spare takes its place.
  void bury(std::unique_ptr<Worker> worker);
  // Buries it too, but waits up to 50 ms for how it ended by itself; nullopt: not known.
  std::optional<int> bury_fallen(std::unique_ptr<Worker> worker);
  // Buries all that are not leased: what they know of the database file is stale.
  void drop_ready();
  std::string program() const;  // path of the worker program

 private:
  using Lock = std::unique_lock<std::mutex>;
  // The keeper's duties; each is called with the lock held.
  void keep();
  bool start_wanted() const;
  void start_one(Lock& lock);
  void reap(Lock& lock);
  void retire_idle();
  void watch_leases();
  Instant next_duty() const;

  Result<std::unique_ptr<Worker>> spawn();
  std::unique_ptr<Worker> take_ready(const FileStamp& stamp);
  void bury_locked(std::unique_ptr<Worker> worker);

  const DuckDbOptions options_;
  const Clock& clock_;
  const size_t capacity_;

  std::mutex mutex_;
  std::condition_variable keeper_wake_;
  std::condition_variable caller_wake_;
  bool stopping_ = false;
  bool spare_wanted_;                 // at first: the first worker, before anyone asks
  std::optional<Error> start_error_;  // the keeper's last failure, for one waiting caller
  std::deque<uint64_t> waiting_;      // tickets, in the order of arrival
  uint64_t next_ticket_ = 0;
  std::map<const Worker*, Instant> leases_;  // and when each is to have a spare started beside it
  std::list<std::unique_ptr<Worker>> ready_;
  std::list<std::unique_ptr<Worker>> dying_;

  TempSpace temp_space_;     // keeper's thread only
  uint64_t temp_count_ = 0;  // keeper's thread only
  std::thread keeper_;       // last: it uses all of the above
};

}  // namespace tally::engine::duckdb
