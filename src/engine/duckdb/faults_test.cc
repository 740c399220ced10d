// Everything a query or the world can do to a worker: the caller gets an error with a reason, the
// next query is right, and nothing is left at the end.

#include <signal.h>
#include <sys/wait.h>

#include <fmt/format.h>
#include <algorithm>
#include <atomic>
#include <fstream>
#include <thread>

#include "engine/duckdb/engine_fixture.h"
#include "sql/fixed_sql.h"

namespace tally::engine::duckdb {
namespace {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kSanitized = true;
#else
constexpr bool kSanitized = false;
#endif

constexpr const char* kForever =
    "SELECT count(*) FROM range(10000000) a, range(10000000) b WHERE a.range % 7 = b.range % 11";

std::vector<pid_t> children_of(pid_t parent) {
  std::vector<pid_t> out;
  std::error_code error;
  for (const auto& task :
       std::filesystem::directory_iterator(fmt::format("/proc/{}/task", parent), error)) {
    std::ifstream file(task.path() / "children");
    for (pid_t child; file >> child;) out.push_back(child);
  }
  return out;
}

size_t open_descriptors() {
  size_t count = 0;
  for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator("/proc/self/fd"))
    ++count;
  return count;
}

// Waits, within reason, for something that another process or thread brings about.
template <typename Condition>
bool comes_true(Condition condition) {
  for (int i = 0; i < 2000; ++i) {
    if (condition()) return true;
    std::this_thread::sleep_for(5ms);
  }
  return false;
}

bool is_gone(pid_t pid) {
  return ::kill(pid, 0) != 0;
}

// Not by its state in /proc, which is a zombie's as soon as the first thread has ended: until the
// last one has, the socket is open and takes a query.
bool is_dead(pid_t child) {
  siginfo_t info{};
  return ::waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOHANG | WNOWAIT) != 0 ||
         info.si_pid == child;
}

// Kills every worker there is, and comes back when they are dead, reaped or not.
void kill_workers() {
  auto workers = children_of(::getpid());
  for (pid_t worker : workers) ::kill(worker, SIGKILL);
  EXPECT_TRUE(comes_true([&] { return std::ranges::all_of(workers, is_dead); }));
}

class Faults : public EngineTest {
 protected:
  void expect_right(DuckDbEngine& engine) {
    EXPECT_EQ(cell(engine, "SELECT sum(i) FROM numbers"), "499500");
  }
  void expect_nothing_left() {
    EXPECT_TRUE(comes_true([] { return children_of(::getpid()).empty(); }));
    EXPECT_TRUE(comes_true([&] {
      return !std::filesystem::exists(options_.temp_folder) ||
             std::filesystem::is_empty(options_.temp_folder);
    }));
  }
  // Runs `sql` under a deadline that it cannot keep.
  void expect_stopped(DuckDbEngine& engine, const std::string& sql) {
    EXPECT_EQ(cell_of(run(engine, sql, soon(300ms))),
              "deadline: the query ran past its time limit and was stopped");
    expect_right(engine);
  }
};

TEST_F(Faults, DeadlineStopsWhatNoInterruptWould) {
  size_t before = open_descriptors();
  {
    DuckDbEngine engine(options_, clock_);
    expect_stopped(engine, kForever);
    expect_stopped(engine, "SELECT levenshtein(repeat('ab', 60000), repeat('ba', 60000))");
    expect_stopped(engine,
                   "SELECT count(*) FROM range(100000000) r(i) WHERE regexp_matches(repeat('a', "
                   "3000) || i, '(a+)+b(a*)*c$')");
    std::string joins = "SELECT count(*) FROM numbers t0";
    for (int i = 1; i < 120; ++i)
      joins += fmt::format(" JOIN numbers t{} ON t{}.i = t{}.i", i, i, i - 1);
    expect_stopped(engine, joins);
  }
  expect_nothing_left();
  EXPECT_EQ(open_descriptors(), before);
}

TEST_F(Faults, DeadlineHoldsForTheOtherDoorsToo) {
  DuckDbEngine engine(options_, clock_);
  std::string bomb = "SELECT levenshtein(repeat('ab', 60000), repeat('ba', 60000))";
  auto plan = engine.explain({bomb, ""}, soon(300ms));
  ASSERT_FALSE(plan.ok());
  EXPECT_EQ(plan.error().code, "deadline");
  auto parsed = engine.parse({"SELECT 1"}, Deadline::at(clock_.now()));
  ASSERT_FALSE(parsed.ok());
  EXPECT_EQ(parsed.error().code, "deadline");
  expect_right(engine);
}

TEST_F(Faults, KilledWhileBusy) {
  DuckDbEngine engine(options_, clock_);
  expect_right(engine);
  std::thread killer([] {
    std::this_thread::sleep_for(100ms);
    kill_workers();
  });
  auto outcome = run(engine, kForever);
  killer.join();
  ASSERT_FALSE(outcome.ok());
  EXPECT_EQ(outcome.error().code, "worker_died");
  EXPECT_EQ(outcome.error().message, "the worker that ran the query died of SIGKILL");
  EXPECT_EQ(outcome.error().hint,
            "we did not kill it: the system does so when memory runs out, or a person did");
  expect_right(engine);
}

// The spare has opened the database and said so; nobody has read that yet.
TEST_F(Faults, KilledWithItsSpare) {
  options_.spare_after = 0ms;
  DuckDbEngine engine(options_, clock_);
  for (int i = 0; i < 3; ++i) {
    expect_right(engine);
    std::thread killer([] {
      EXPECT_TRUE(comes_true([] { return children_of(::getpid()).size() >= 2; }));
      std::this_thread::sleep_for(200ms);
      kill_workers();
    });
    EXPECT_FALSE(run(engine, kForever).ok());
    killer.join();
    expect_right(engine);
  }
}

TEST_F(Faults, KilledWhileIdleIsNotNoticed) {
  DuckDbEngine engine(options_, clock_);
  for (int i = 0; i < 3; ++i) {
    expect_right(engine);
    kill_workers();
  }
  expect_right(engine);
}

TEST_F(Faults, OutOfMemory) {
  if (kSanitized) GTEST_SKIP() << "a sanitized worker cannot live under an address space limit";
  options_.address_space = 1ull << 30;
  DuckDbEngine engine(options_, clock_);
  for (const char* sql : {"SELECT repeat('x', 4000000000)", "SELECT len(range(1000000000))",
                          "SELECT string_agg(repeat('y', 1000000)) FROM range(2000)"}) {
    auto outcome = run(engine, sql);
    ASSERT_FALSE(outcome.ok()) << sql;
    EXPECT_EQ(outcome.error().code, "out_of_memory") << sql << outcome.error().message;
    EXPECT_EQ(outcome.error().message, "the query needed more memory than a worker may have");
    expect_right(engine);
  }
}

TEST_F(Faults, WhatDoesNotFitInMemorySpillsAndLeavesNothing) {
  if (kSanitized) GTEST_SKIP() << "a sanitized worker cannot live under an address space limit";
  std::string sql =
      "SELECT count(*) FROM (SELECT DISTINCT repeat('z', 400) || i FROM range(1000000) r(i))";
  options_.address_space = 512ull << 20;
  {
    DuckDbEngine engine(options_, clock_);
    EXPECT_EQ(cell_of(run(engine, sql, soon(60s))), "1000000");
    options_.max_temp_bytes = 1 << 20;
    DuckDbEngine cramped(options_, clock_);
    auto outcome = run(cramped, sql, soon(60s));
    ASSERT_FALSE(outcome.ok()) << "it fits in memory: this tests nothing";
    EXPECT_EQ(outcome.error().code, "out_of_memory");
  }
  expect_nothing_left();
}

TEST_F(Faults, CrashOfTheEngine) {
  DuckDbEngine engine(options_, clock_);
  auto outcome =
      run(engine, "SELECT json_structure(repeat('[', 200000) || '1' || repeat(']', 200000))");
  ASSERT_FALSE(outcome.ok());
  EXPECT_EQ(outcome.error().code, "worker_died");
  if (!kSanitized) {
    EXPECT_EQ(outcome.error().message, "the worker that ran the query died of SIGSEGV");
    EXPECT_EQ(outcome.error().hint,
              "the query itself brings the engine down: word it in another way");
  }
  expect_right(engine);
}

TEST_F(Faults, FiftyAtTheSameTime) {
  DuckDbEngine engine(options_, clock_);
  std::atomic<int> right = 0;
  std::vector<std::thread> callers;
  for (int i = 0; i < 50; ++i)
    callers.emplace_back([&, i] {
      auto sql = fmt::format("SELECT sum(i) + {} FROM numbers", i);
      if (cell_of(run(engine, sql, soon(60s))) == std::to_string(499500 + i)) ++right;
    });
  for (auto& caller : callers) caller.join();
  EXPECT_EQ(right, 50);
}

TEST_F(Faults, FiftyAtTheSameTimeWithRunawaysAmongThem) {
  options_.max_workers = 2;
  {
    DuckDbEngine engine(options_, clock_);
    std::atomic<int> right = 0;
    std::atomic<int> stopped = 0;
    std::vector<std::thread> callers;
    for (int i = 0; i < 50; ++i)
      callers.emplace_back([&, i] {
        bool runaway = i % 10 == 0;
        auto outcome = runaway ? run(engine, kForever, soon(1s))
                               : run(engine, "SELECT sum(i) FROM numbers", soon(60s));
        if (runaway ? !outcome.ok() && outcome.error().code == "deadline"
                    : cell_of(outcome) == "499500")
          ++(runaway ? stopped : right);
      });
    for (auto& caller : callers) caller.join();
    EXPECT_EQ(right, 45);
    EXPECT_EQ(stopped, 5);
  }
  expect_nothing_left();
}

TEST_F(Faults, WaitingForAWorkerCountsAgainstTheDeadline) {
  options_.max_workers = 1;
  DuckDbEngine engine(options_, clock_);
  std::thread occupant([&] { EXPECT_FALSE(run(engine, kForever, soon(1s)).ok()); });
  ASSERT_TRUE(comes_true([] { return !children_of(::getpid()).empty(); }));
  std::this_thread::sleep_for(50ms);
  EXPECT_EQ(cell_of(run(engine, "SELECT 1", soon(50ms))),
            "deadline: no worker was free before the time limit");
  occupant.join();
  expect_right(engine);
}

TEST_F(Faults, CancelStopsEveryCallUntilLowered) {
  Cancel cancel;
  DuckDbEngine engine(options_, clock_, &cancel);
  std::thread interrupter([&] {
    std::this_thread::sleep_for(100ms);
    cancel.raise();
  });
  EXPECT_EQ(cell(engine, kForever), "cancelled: cancelled");
  interrupter.join();
  EXPECT_EQ(cell(engine, "SELECT 1"), "cancelled: cancelled");
  cancel.lower();
  expect_right(engine);
}

TEST_F(Faults, CancelOfOneQueryLeavesTheOthers) {
  options_.max_workers = 2;
  DuckDbEngine engine(options_, clock_);
  Cancel cancel;
  RunLimits limits;
  limits.cancel = &cancel;
  std::thread interrupter([&] {
    std::this_thread::sleep_for(100ms);
    expect_right(engine);
    cancel.raise();
  });
  EXPECT_EQ(cell_of(run(engine, kForever, soon(), limits)), "cancelled: cancelled");
  interrupter.join();
  expect_right(engine);
}

TEST_F(Faults, LimitsCutRowsAndBytes) {
  DuckDbEngine engine(options_, clock_);
  RunLimits limits;
  limits.max_rows = 3000;
  auto outcome = run(engine, "SELECT i FROM range(10000) r(i)", soon(), limits);
  ASSERT_TRUE(outcome.ok());
  EXPECT_EQ(outcome->table.row_count, 3000u);
  EXPECT_TRUE(outcome->table.more_rows);
  outcome = run(engine, "SELECT i FROM range(3000) r(i)", soon(), limits);
  EXPECT_EQ(outcome->table.row_count, 3000u);
  EXPECT_FALSE(outcome->table.more_rows);
  limits.max_bytes = 100'000;
  outcome = run(engine, "SELECT repeat('x', 1000) s FROM range(1000)", soon(), limits);
  EXPECT_EQ(outcome->table.row_count, 99u);
  EXPECT_TRUE(outcome->table.more_rows);
  outcome = run(engine, "SELECT [repeat('x', 1000)] s FROM range(1000)", soon(), limits);
  EXPECT_EQ(outcome->table.row_count, 99u);
  limits.max_rows = 0;
  outcome = run(engine, "SELECT 1", soon(), limits);
  EXPECT_EQ(outcome->table.row_count, 0u);
  EXPECT_TRUE(outcome->table.more_rows);
}

TEST_F(Faults, NulBytesAreRefusedNotCutAt) {
  DuckDbEngine engine(options_, clock_);
  std::string text = std::string("SELECT 1") + '\0' + " + nope";
  EXPECT_EQ(cell(engine, text), "parser: the text contains a NUL byte");
  auto plan = engine.explain({text, ""}, soon());
  ASSERT_FALSE(plan.ok());
  EXPECT_EQ(plan.error().message, "the text contains a NUL byte");
}

TEST_F(Faults, NothingOutlivesItsRequest) {
  options_.max_workers = 1;
  DuckDbEngine engine(options_, clock_);
  EXPECT_EQ(cell(engine, "SELECT [1]"), "[1]");
  EXPECT_EQ(cell(engine, "SELECT count(*) FROM duckdb_views() WHERE NOT internal"), "0");
}

TEST_F(Faults, DatabaseReplacedWhileOpen) {
  DuckDbEngine engine(options_, clock_);
  expect_right(engine);
  write_database(folder_ + "/next.duckdb", {"CREATE TABLE numbers AS SELECT 42 AS i"});
  std::filesystem::rename(folder_ + "/next.duckdb", options_.database_path);
  EXPECT_EQ(cell(engine, "SELECT sum(i) FROM numbers"), "42");
  std::filesystem::remove(options_.database_path);
  auto outcome = run(engine, "SELECT sum(i) FROM numbers");
  ASSERT_FALSE(outcome.ok());
  EXPECT_EQ(outcome.error().code, "database_missing");
  write_database(options_.database_path, {"CREATE TABLE numbers AS SELECT 43 AS i"});
  EXPECT_EQ(cell(engine, "SELECT sum(i) FROM numbers"), "43");
}

TEST_F(Faults, IdleWorkersReleaseTheFile) {
  options_.idle_close = 50ms;
  DuckDbEngine engine(options_, clock_);
  expect_right(engine);
  ASSERT_TRUE(comes_true([] { return children_of(::getpid()).empty(); }));
  write_database(options_.database_path, {"INSERT INTO numbers VALUES (500, 'new')"});
  EXPECT_EQ(cell(engine, "SELECT sum(i) FROM numbers"), "500000");
}

TEST_F(Faults, LogBesideTheFileIsRead) {
  // A crash of the owner: changes are in the log alone.
  pid_t owner = ::fork();
  if (owner == 0) {
    duckdb_database database = nullptr;
    duckdb_connection connection = nullptr;
    duckdb_open(options_.database_path.c_str(), &database);
    duckdb_connect(database, &connection);
    duckdb_query(connection, "INSERT INTO numbers VALUES (500, 'new')", nullptr);
    ::_exit(0);
  }
  ::waitpid(owner, nullptr, 0);
  ASSERT_TRUE(std::filesystem::exists(options_.database_path + ".wal"));
  DuckDbEngine engine(options_, clock_);
  EXPECT_EQ(cell(engine, "SELECT sum(i) FROM numbers"), "500000");
  EXPECT_TRUE(std::filesystem::exists(options_.database_path + ".wal"));
}

TEST_F(Faults, LockedByAWriterThenFree) {
  int ready[2];
  ASSERT_EQ(::pipe(ready), 0);
  pid_t owner = ::fork();
  if (owner == 0) {
    duckdb_database database = nullptr;
    duckdb_open(options_.database_path.c_str(), &database);
    if (::write(ready[1], "x", 1) == 1) ::pause();
    ::_exit(0);
  }
  char byte;
  ASSERT_EQ(::read(ready[0], &byte, 1), 1);
  DuckDbEngine engine(options_, clock_);
  auto outcome = run(engine, "SELECT 1");
  ASSERT_FALSE(outcome.ok());
  EXPECT_EQ(outcome.error().code, "database_locked");
  ::kill(owner, SIGKILL);
  ::waitpid(owner, nullptr, 0);
  expect_right(engine);
  ::close(ready[0]);
  ::close(ready[1]);
}

TEST_F(Faults, WorkersDieWithTheirParent) {
  pid_t parent = ::fork();
  if (parent == 0) {
    DuckDbEngine engine(options_, clock_);
    (void)run(engine, kForever, Deadline::never());
    ::_exit(0);
  }
  std::vector<pid_t> workers;
  // Two: the one that runs the query, and in time its spare.
  EXPECT_TRUE(comes_true([&] { return (workers = children_of(parent)).size() >= 2; }));
  ::kill(parent, SIGKILL);
  ::waitpid(parent, nullptr, 0);
  for (pid_t worker : workers) EXPECT_TRUE(comes_true([&] { return is_gone(worker); })) << worker;
  EXPECT_FALSE(std::filesystem::is_empty(options_.temp_folder));
  {
    DuckDbEngine engine(options_, clock_);
    expect_right(engine);
  }
  expect_nothing_left();
}

// The end may come at any moment of the burial that rest() starts.
TEST_F(Faults, EndsAtOnceAfterResting) {
  for (int round = 0; round < 60; ++round) {
    DuckDbEngine engine(options_, clock_);
    ASSERT_EQ(cell(engine, "SELECT 40 + 2"), "42");
    engine.rest();
    if (round == 0) {
      ASSERT_EQ(cell(engine, "SELECT 40 + 3"), "43");
    }
    std::this_thread::sleep_for(round * 50us);
  }
}

TEST_F(Faults, NoWorkerProgram) {
  options_.worker_path = folder_ + "/nothing";
  DuckDbEngine engine(options_, clock_);
  for (int i = 0; i < 2; ++i) {
    auto outcome = run(engine, "SELECT 1");
    ASSERT_FALSE(outcome.ok());
    EXPECT_EQ(outcome.error().message,
              fmt::format("cannot start the engine's worker {}/nothing: No such file or directory",
                          folder_));
    EXPECT_EQ(outcome.error().hint, "build it (make), and keep it beside tally");
  }
}

TEST_F(Faults, WorkerProgramThatIsNoWorker) {
  options_.worker_path = "/bin/false";
  DuckDbEngine engine(options_, clock_);
  auto outcome = run(engine, "SELECT 1");
  ASSERT_FALSE(outcome.ok());
  EXPECT_EQ(outcome.error().message, "the engine's worker /bin/false did not start");
  EXPECT_EQ(outcome.error().code, "worker_died");
}

TEST_F(Faults, AnotherEnginesApprovalIsABug) {
  DuckDbEngine engine(options_, clock_);
  sql::FixedSql fixed("SELECT 1");
  EXPECT_TRUE(engine.run(fixed.approve("duckdb"), {}, soon()).ok());
  auto outcome = engine.run(fixed.approve("trino"), {}, soon());
  ASSERT_FALSE(outcome.ok());
  EXPECT_EQ(outcome.error().kind, ErrorKind::bug);
}

TEST_F(Faults, CheckOpensTheDatabase) {
  DuckDbEngine engine(options_, clock_);
  EXPECT_TRUE(engine.check(soon()).ok());
  options_.database_path = folder_ + "/nothing.duckdb";
  DuckDbEngine lost(options_, clock_);
  auto checked = lost.check(soon());
  ASSERT_FALSE(checked.ok());
  EXPECT_EQ(checked.error().code, "database_missing");
}

}  // namespace
}  // namespace tally::engine::duckdb
