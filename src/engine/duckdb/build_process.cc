#include "engine/duckdb/build_process.h"

#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <thread>
#include <vector>

#include "engine/duckdb/build_record.h"
#include "engine/duckdb/build_site.h"
#include "engine/duckdb/child_process.h"
#include "engine/duckdb/protocol.h"
#include "engine/duckdb/row_counts.h"

namespace tally::engine::duckdb {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kProgressEvery{250};
constexpr milliseconds kGrace{5000};  // for a worker told to stop, to remove its files itself
constexpr milliseconds kNap{2};

std::string text_of_variable(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

std::string default_worker() {
  std::error_code ignored;
  return std::filesystem::read_symlink("/proc/self/exe", ignored)
      .replace_filename("tally-worker")
      .string();
}

struct Plan {
  std::string recipe;
  uint64_t expected_bytes = 0;
  std::vector<std::string> arguments;
};

Result<Plan> plan_of(const BuildOptions& options) {
  Plan plan;
  if (options.scale) {
    std::string counts_path = options.counts_path;
    if (counts_path.empty()) counts_path = data_folder() + "/warehouses/tpcds/row_counts.txt";
    TALLY_TRY(auto counts, RowCounts::read(counts_path));
    TALLY_TRY(auto expectation, counts.at(*options.scale));
    plan.recipe = generated_recipe(counts.generator(), *options.scale);
    plan.expected_bytes = expectation.bytes;
    plan.arguments = {"build-generated", options.destination,
                      "--scale",         fmt::format("{}", *options.scale),
                      "--counts",        counts_path};
  } else {
    TALLY_TRY(plan.recipe, script_recipe(options.script_path));
    plan.arguments = {"build-sql", options.destination, "--script", options.script_path};
  }
  std::string extensions = options.extension_folder;
  if (extensions.empty()) extensions = text_of_variable("TALLY_EXTENSION_DIR");
  if (!extensions.empty())
    plan.arguments.insert(plan.arguments.end(), {"--extensions", extensions});
  plan.arguments.insert(plan.arguments.end(), {"--events", fmt::format("{}", kWorkerSocket),
                                               "--parent", fmt::format("{}", ::getpid())});
  return plan;
}

Error interrupted() {
  return outside_error("the build was interrupted", "", "cancelled");
}

Error died(int status) {
  if (!WIFSIGNALED(status))
    return outside_error(
        fmt::format("the building worker ended with code {} and no reason", WEXITSTATUS(status)),
        "", "worker_died");
  const char* name = ::sigdescr_np(WTERMSIG(status));
  return outside_error(
      fmt::format("the building worker was ended by signal {} ({})", WTERMSIG(status),
                  name ? name : "unknown"),
      WTERMSIG(status) == SIGKILL ? "memory may have run out: try a smaller scale" : "",
      "worker_died");
}

// Waits for the child's end, at most `patience`.
std::optional<int> wait_for(ChildProcess& child, milliseconds patience) {
  auto until = std::chrono::steady_clock::now() + patience;
  while (true) {
    if (auto status = child.reap()) return status;
    if (std::chrono::steady_clock::now() >= until) return std::nullopt;
    std::this_thread::sleep_for(kNap);
  }
}

// Reads the worker's events until it has said its last word, reporting progress meanwhile.
class Follower {
 public:
  Follower(const ChildProcess& child, std::string temporary, uint64_t expected_bytes,
           const ProgressSink& sink, const Cancel* cancel)
      : child_(child), temporary_(std::move(temporary)), sink_(sink), cancel_(cancel) {
    progress_.expected_bytes = expected_bytes;
  }

  // nullopt: cancelled, or the worker ended without a word.
  std::optional<Result<DoneEvent>> follow() {
    while (true) {
      if (cancel_ && cancel_->raised()) return std::nullopt;
      pollfd waits[] = {{child_.socket(), POLLIN, 0},
                        {cancel_ ? cancel_->descriptor() : -1, POLLIN, 0}};
      int ready = ::poll(waits, 2, static_cast<int>(kProgressEvery.count()));
      if (ready > 0 && waits[0].revents != 0 && !read_some()) return std::nullopt;
      while (auto event = next_event()) {
        if (event->done) return *event->done;
        if (event->failed) return *event->failed;
        enter(*event->stage);
      }
      if (ready == 0) report();
    }
  }

 private:
  // False at the end of the stream.
  bool read_some() {
    char buffer[4096];
    ssize_t count = ::recv(child_.socket(), buffer, sizeof buffer, MSG_DONTWAIT);
    if (count > 0) unread_.append(buffer, static_cast<size_t>(count));
    return count > 0 || (count < 0 && (errno == EINTR || errno == EAGAIN));
  }

  std::optional<BuildEvent> next_event() {
    while (true) {
      size_t end = unread_.find('\n');
      if (end == std::string::npos) return std::nullopt;
      auto event = parse_build_event(unread_.substr(0, end));
      unread_.erase(0, end + 1);
      if (event) return event;
    }
  }

  void enter(const StageEvent& event) {
    progress_.stage = event.stage;
    progress_.waiting_for = event.process;
    report();
  }

  void report() {
    progress_.bytes = bytes_on_disk(temporary_);
    if (sink_) sink_(progress_);
  }

  const ChildProcess& child_;
  std::string temporary_;
  const ProgressSink& sink_;
  const Cancel* cancel_;
  BuildProgress progress_;
  std::string unread_;
};

// Ends the worker, gently first, and removes what it could not remove itself.
std::optional<int> stop(ChildProcess& child, const std::string& destination) {
  pid_t pid = child.pid();
  auto status = child.reap();
  if (!status) {
    ::kill(pid, SIGTERM);
    status = wait_for(child, kGrace);
  }
  if (!status) {
    child.kill();
    status = wait_for(child, kGrace);
  }
  remove_leftovers(destination, pid);
  return status;
}

}  // namespace

std::string data_folder() {
  std::string folder = text_of_variable("TALLY_DATA_DIR");
  return folder.empty() ? TALLY_DATA_DIR : folder;
}

Result<BuildOutcome> build_warehouse(const BuildOptions& options, const ProgressSink& progress,
                                     const Cancel* cancel) {
  TALLY_TRY(Plan plan, plan_of(options));
  if (occupant_of(options.destination, plan.recipe) == Occupant::wanted)
    return BuildOutcome{BuildResult::already_there, options.destination,
                        bytes_on_disk(options.destination), 0};
  if (cancel && cancel->raised()) return interrupted();
  std::string worker = options.worker_path.empty() ? default_worker() : options.worker_path;
  TALLY_TRY(auto child, ChildProcess::spawn(worker, plan.arguments, false));
  std::string temporary = temporary_path(options.destination, child.pid());
  auto end = Follower(child, temporary, plan.expected_bytes, progress, cancel).follow();
  if (end && wait_for(child, kGrace)) {
    if (!end->ok()) return end->error();
    return BuildOutcome{(*end)->result, options.destination, (*end)->bytes, (*end)->rows};
  }
  auto status = stop(child, options.destination);
  if (cancel && cancel->raised())
    return outside_error("the build was interrupted", "", "cancelled");
  if (end && end->ok())
    return BuildOutcome{(*end)->result, options.destination, (*end)->bytes, (*end)->rows};
  if (end) return end->error();
  return died(status.value_or(0));
}

}  // namespace tally::engine::duckdb
