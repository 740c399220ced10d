// Runaway queries, a hundred in a row of each kind: how late after its deadline has the caller its
// answer, is the next query right, and what is left at the end? Prints one line a kind; exits with
// 1 if a contract is broken (an answer more than 50 ms late, a wrong next answer, anything left).
//
//   bench_runaway [COUNT] [DATABASE]      default: 100, a small database of its own

#include <unistd.h>

#include <fmt/format.h>
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "base/files.h"
#include "engine/duckdb/build_process.h"
#include "engine/duckdb/duckdb_engine.h"

namespace tally::guard {

// The bench has no guard: what it runs is meant to be bad.
class Approver {
 public:
  static sql::ApprovedSql approve(std::string text) {
    return sql::ApprovedSql(std::move(text), {"duckdb", "", "bench"});
  }
};

}  // namespace tally::guard

namespace tally::bench {
namespace {

namespace fs = std::filesystem;
using engine::duckdb::DuckDbEngine;
using Milliseconds = std::chrono::duration<double, std::milli>;

struct Kind {
  const char* name;
  std::string sql;
};

std::vector<Kind> kinds() {
  return {
      {"cross join",
       "SELECT count(*) FROM range(100000000) a(x), range(100000000) b(y) WHERE x % 7 = y % 11"},
      {"regular expression",
       "SELECT count(*) FROM range(100000000) r(i) WHERE regexp_matches(repeat('a', 5000) || i, "
       "'(a+)+b(a*)*c$')"},
      {"planner bomb", "SELECT levenshtein(repeat('ab', 60000), repeat('ba', 60000))"},
      {"memory hog", "SELECT len(list(repeat('x', 1000) || i)) FROM range(100000000) r(i)"},
      {"large constant", "SELECT repeat('x', 4000000000)"},
  };
}

size_t entries(const std::string& folder) {
  std::error_code error;
  size_t count = 0;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error))
    ++count;
  return count;
}

// Our children that still exist, zombies included.
size_t children() {
  size_t count = 0;
  for (const auto& task : fs::directory_iterator("/proc/self/task")) {
    std::ifstream file(task.path() / "children");
    for (pid_t child; file >> child;) ++count;
  }
  return count;
}

Result<engine::RunOutcome> run(DuckDbEngine& engine, const std::string& sql, Deadline deadline) {
  return engine.run(guard::Approver::approve(sql), {}, deadline);
}

struct Measured {
  std::vector<double> late;  // ms after the deadline; answers before it are not late
  std::vector<double> next;  // ms of the query after
  int in_time = 0;           // answered before the deadline (out of memory)
  int wrong = 0;
};

Measured measure(DuckDbEngine& engine, const Clock& clock, const std::string& sql, int count) {
  Measured out;
  for (int i = 0; i < count; ++i) {
    auto deadline = Deadline::in(std::chrono::milliseconds(200), clock);
    auto outcome = run(engine, sql, deadline);
    double late = Milliseconds(clock.now() - deadline.instant()).count();
    if (late < 0) ++out.in_time;
    out.late.push_back(std::max(0.0, late));
    if (outcome.ok()) ++out.wrong;  // a runaway that ended is not what we measure
    auto start = clock.now();
    auto next = run(engine, "SELECT sum(i) FROM range(1001) r(i)", Deadline::never());
    out.next.push_back(Milliseconds(clock.now() - start).count());
    if (!next.ok() || cell_text(next->table.columns[0], 0) != "500500") ++out.wrong;
  }
  std::sort(out.late.begin(), out.late.end());
  std::sort(out.next.begin(), out.next.end());
  return out;
}

bool report(const Kind& kind, const Measured& measured) {
  bool good = measured.wrong == 0 && measured.late.back() <= 50;
  fmt::print(
      "{:<20} late median {:6.2f} ms, max {:6.2f} ms; next query median {:6.2f} ms, max "
      "{:6.2f} ms; {} ended by their own error; wrong {}{}\n",
      kind.name, measured.late[measured.late.size() / 2], measured.late.back(),
      measured.next[measured.next.size() / 2], measured.next.back(), measured.in_time,
      measured.wrong, good ? "" : "   <-- BROKEN");
  std::fflush(stdout);
  return good;
}

bool report_leftovers(const std::string& temp, size_t descriptors_before) {
  size_t processes = children();
  size_t descriptors = entries("/proc/self/fd");
  size_t files = entries(temp);
  fmt::print(
      "left at the end: {} processes, {} descriptors more than at the start, {} temporary "
      "files\n",
      processes, static_cast<int>(descriptors) - static_cast<int>(descriptors_before), files);
  return processes == 0 && descriptors == descriptors_before && files == 0;
}

// A small database in `folder`; its path, or "" after saying why not.
std::string small_database(const std::string& folder) {
  std::string script = folder + "/small.sql";
  engine::duckdb::BuildOptions options{.destination = folder + "/small.duckdb"};
  options.script_path = script;
  auto written = write_file(script, "CREATE TABLE numbers AS SELECT i FROM range(1001) r(i);");
  auto built = written.ok() ? engine::duckdb::build_warehouse(options, {}) : written.error();
  if (built.ok()) return built->path;
  fmt::print(stderr, "{}\n", built.error().message);
  return "";
}

int bench_main(int count, std::string database) {
  auto folder = (fs::temp_directory_path() / fmt::format("tally-bench-{}", ::getpid())).string();
  fs::create_directories(folder);
  if (database.empty()) database = small_database(folder);
  if (database.empty()) return 2;
  SystemClock clock;
  engine::duckdb::DuckDbOptions options{.database_path = database};
  options.temp_folder = folder + "/temp";
  bool good = true;
  size_t descriptors = entries("/proc/self/fd");
  {
    DuckDbEngine engine(options, clock);
    for (const auto& kind : kinds()) good &= report(kind, measure(engine, clock, kind.sql, count));
  }
  good &= report_leftovers(options.temp_folder, descriptors);
  std::error_code ignored;
  fs::remove_all(folder, ignored);
  return good ? 0 : 1;
}

}  // namespace
}  // namespace tally::bench

int main(int argc, char** argv) {
  return tally::bench::bench_main(argc > 1 ? std::atoi(argv[1]) : 100, argc > 2 ? argv[2] : "");
}
