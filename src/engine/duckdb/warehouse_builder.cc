#include "engine/duckdb/warehouse_builder.h"

#include <fmt/format.h>
#include <signal.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <thread>

#include "base/files.h"
#include "base/quantity.h"
#include "engine/duckdb/build_protocol.h"
#include "engine/duckdb/build_record.h"
#include "engine/duckdb/build_site.h"
#include "engine/duckdb/protocol.h"
#include "engine/duckdb/row_counts.h"
#include "engine/duckdb/worker_answers.h"
#include "engine/duckdb/worker_build_database.h"

namespace tally::engine::duckdb {
namespace {

constexpr int kExitInterrupted = 130;

struct Job {
  bool from_script = false;
  std::string destination;
  double scale = 0;
  std::string counts;
  std::string script;
  std::string extensions;
  int events = STDOUT_FILENO;
  pid_t parent = 0;
};

template <typename Number>
bool parse_number(std::string_view text, Number& number) {
  auto [stop, code] = std::from_chars(text.data(), text.data() + text.size(), number);
  return code == std::errc{} && stop == text.data() + text.size();
}

// The one caller is build_process.cc: anything unexpected is our own fault.
std::optional<Job> parse_arguments(std::span<char*> arguments) {
  if (arguments.size() < 3) return std::nullopt;
  Job job;
  job.from_script = std::string_view(arguments[1]) == "build-sql";
  job.destination = arguments[2];
  for (size_t i = 3; i + 1 < arguments.size(); i += 2) {
    std::string_view name = arguments[i];
    std::string_view value = arguments[i + 1];
    bool good = true;
    if (name == "--scale")
      good = parse_number(value, job.scale);
    else if (name == "--counts")
      job.counts = value;
    else if (name == "--script")
      job.script = value;
    else if (name == "--extensions")
      job.extensions = value;
    else if (name == "--events")
      good = parse_number(value, job.events);
    else if (name == "--parent")
      good = parse_number(value, job.parent);
    else
      good = false;
    if (!good) return std::nullopt;
  }
  bool complete = job.from_script ? !job.script.empty() : !job.counts.empty();
  return complete && arguments.size() % 2 == 1 ? std::optional(job) : std::nullopt;
}

// One write a line: the watcher's line cannot land inside another.
void say(const Job& job, const std::string& line) {
  [[maybe_unused]] auto ignored = ::write(job.events, line.data(), line.size());
}

// Interrupts come to one thread, as an ordinary function call in which anything may be done. All
// other threads, DuckDB's included, are started with these signals blocked.
void watch_signals(const Job& job, const std::shared_ptr<BuildSite>& site) {
  ::signal(SIGPIPE, SIG_IGN);
  ::signal(SIGXFSZ, SIG_IGN);  // so that a file-size limit is a failed write
  sigset_t signals;
  ::sigemptyset(&signals);
  for (int signal : {SIGINT, SIGTERM, SIGHUP}) ::sigaddset(&signals, signal);
  ::pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  // Shared, because this thread may outlast the build.
  std::thread([job, site, signals] {
    int signal = 0;
    while (::sigwait(&signals, &signal) != 0) {
    }
    site->discard();
    say(job, to_line(outside_error("the build was interrupted", "", "cancelled")));
    ::_exit(kExitInterrupted);
  }).detach();
}

// The parent's death is delivered as an ordinary SIGTERM, so that it too leaves nothing behind.
bool follow_parent(pid_t parent) {
  if (parent == 0) return true;
  ::prctl(PR_SET_PDEATHSIG, SIGTERM);
  return ::getppid() == parent;
}

// Compares what is in `path` with what must be. The file is opened anew: what counts is what the
// next reader will see.
Result<uint64_t> verify_rows(const std::string& path, const Expectation& expectation) {
  TALLY_TRY(auto database, BuildDatabase::open(path));
  uint64_t total = 0;
  for (const RowBounds& bounds : expectation.tables) {
    TALLY_TRY(uint64_t present,
              database.number("SELECT count(*) FROM duckdb_tables() WHERE NOT internal "
                              "AND table_name = " +
                              quoted_text(bounds.table)));
    if (present == 0) return outside_error(fmt::format("table {} is missing", bounds.table));
    TALLY_TRY(uint64_t rows, database.number("SELECT count(*) FROM " + quoted_name(bounds.table)));
    std::string wanted = bounds.least == bounds.most
                             ? fmt::format("{}", bounds.least)
                             : fmt::format("{} to {}", bounds.least, bounds.most);
    if (rows < bounds.least || rows > bounds.most)
      return outside_error(
          fmt::format("table {} has {}, not {}", bounds.table, counted(rows, "row"), wanted));
    total += rows;
  }
  return total;
}

// The function that each generating extension has, by the extension's name.
struct Generator {
  std::string_view extension, function;
};
constexpr auto kGenerators = std::to_array<Generator>({{"tpcds", "dsdgen"}, {"tpch", "dbgen"}});

Result<void> generate(const Job& job, const std::string& name, const std::string& path) {
  auto found = std::find_if(kGenerators.begin(), kGenerators.end(),
                            [&](const Generator& one) { return one.extension == name; });
  if (found == kGenerators.end())
    return user_error(fmt::format("{}: there is no generator \"{}\"", job.counts, name));
  TALLY_TRY(std::string extension,
            find_extension(job.extensions, fmt::format("{}.duckdb_extension", name)));
  TALLY_TRY(auto database, BuildDatabase::create(path));
  TALLY_CHECK(database.run("LOAD " + quoted_text(extension)));
  TALLY_CHECK(database.run(fmt::format("CALL {}(sf = {})", found->function, job.scale)));
  return database.run("CHECKPOINT");
}

void replace_all(std::string& text, std::string_view mark, const std::string& by) {
  for (size_t at = text.find(mark); at != std::string::npos; at = text.find(mark, at + by.size()))
    text.replace(at, mark.size(), by);
}

// The script with its marks filled in. What it needs beside it goes where DuckDB's own temporary
// files go, and away with them.
Result<std::string> filled_script(const Job& job, const std::string& path) {
  constexpr std::string_view kExtensions = "{extensions}", kAnswers = "{answers}";
  TALLY_TRY(std::string text, read_file(job.script));
  bool wants_answers = text.find(kAnswers) != std::string::npos;
  if (text.find(kExtensions) == std::string::npos && !wants_answers) return text;
  TALLY_TRY(std::string file, find_extension(job.extensions, "tpcds.duckdb_extension"));
  if (wants_answers) {
    std::string answers = path + ".spill/answers";
    TALLY_CHECK(write_official_answers(file, answers));
    replace_all(text, kAnswers, answers);
  }
  replace_all(text, kExtensions, std::filesystem::path(file).parent_path().string());
  return text;
}

Result<void> run_script(const Job& job, const std::string& path) {
  TALLY_TRY(std::string text, filled_script(job, path));
  TALLY_TRY(auto database, BuildDatabase::create(path));
  TALLY_CHECK(database.run_script(text, job.script));
  TALLY_CHECK(database.run("CHECKPOINT"));
  std::error_code ignored;
  std::filesystem::remove_all(path + ".spill/answers", ignored);
  return {};
}

Result<uint64_t> verify_script(const Job& job, const std::string& path) {
  TALLY_TRY(auto database, BuildDatabase::open(path));
  TALLY_TRY(uint64_t tables,
            database.number("SELECT count(*) FROM duckdb_tables() WHERE NOT internal"));
  if (tables == 0) return user_error(fmt::format("{} makes no table", job.script));
  return database.number(
      "SELECT sum(estimated_size)::BIGINT FROM duckdb_tables() WHERE NOT internal");
}

// A file without a record of ours may still be the very warehouse: copied here, or its record lost.
Result<DoneEvent> judge_stranger(const Job& job, const Expectation& expectation, BuildSite& site,
                                 const std::string& recipe) {
  auto present = record_of_file(job.destination, recipe);
  bool anything = ::access(job.destination.c_str(), F_OK) == 0;
  if (!anything)
    return in_the_way(job.destination + ".wal", "it is the log of a database that is gone");
  if (!present) return in_the_way(job.destination, "it is not an ordinary file");
  if (job.from_script)
    return in_the_way(job.destination, "it was not built from this script, or was changed since");
  auto rows = verify_rows(job.destination, expectation);
  if (!rows.ok())
    return in_the_way(job.destination,
                      fmt::format("it is not the warehouse wanted: {}", rows.error().message));
  TALLY_CHECK(site.adopt(recipe));
  return DoneEvent{BuildResult::already_there, present->bytes, *rows};
}

Result<DoneEvent> build(const Job& job, BuildSite& site) {
  Expectation expectation;
  std::string recipe, generator;
  if (job.from_script) {
    TALLY_TRY(recipe, script_recipe(job.script));
  } else {
    TALLY_TRY(auto counts, RowCounts::read(job.counts));
    TALLY_TRY(expectation, counts.at(job.scale));
    generator = counts.generator();
    recipe = generated_recipe(generator, job.scale);
  }
  TALLY_CHECK(site.open(
      [&](int64_t holder) { say(job, to_line(StageEvent{BuildStage::waiting, holder})); }));
  Occupant occupant = occupant_of(job.destination, recipe);
  if (occupant == Occupant::wanted)
    return DoneEvent{BuildResult::already_there, bytes_on_disk(job.destination), 0};
  if (occupant == Occupant::unknown) return judge_stranger(job, expectation, site, recipe);

  // A little more than the finished file, for the log and the blocks that are written twice.
  TALLY_CHECK(check_free_space(site.folder(), expectation.bytes + expectation.bytes / 10));
  say(job, to_line(StageEvent{BuildStage::generating}));
  const std::string& path = site.temporary();
  TALLY_CHECK(job.from_script ? run_script(job, path) : generate(job, generator, path));
  say(job, to_line(StageEvent{BuildStage::checking}));
  TALLY_TRY(uint64_t rows,
            job.from_script ? verify_script(job, path) : verify_rows(path, expectation));
  say(job, to_line(StageEvent{BuildStage::finishing}));
  uint64_t bytes = bytes_on_disk(path);
  TALLY_CHECK(site.publish(recipe));
  return DoneEvent{occupant == Occupant::other ? BuildResult::replaced : BuildResult::built, bytes,
                   rows};
}

}  // namespace

int build_warehouse_main(int argc, char** argv) {
  auto job = parse_arguments({argv, static_cast<size_t>(argc)});
  if (!job) {
    fmt::print(stderr, "tally-worker: these are not the arguments of a build\n");
    return 2;
  }
  auto site = std::make_shared<BuildSite>(job->destination);
  watch_signals(*job, site);
  if (!follow_parent(job->parent)) return kExitOrphan;
  auto done = build(*job, *site);
  site->discard();
  say(*job, done.ok() ? to_line(*done) : to_line(done.error()));
  return done.ok() ? 0 : 1;
}

}  // namespace tally::engine::duckdb
