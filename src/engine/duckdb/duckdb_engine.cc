#include "engine/duckdb/duckdb_engine.h"

#include <fmt/format.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>

#include <algorithm>
#include <utility>

#include "engine/duckdb/pool.h"
#include "engine/duckdb/protocol.h"
#include "engine/duckdb/warehouse_error.h"
#include "engine/duckdb/write_ahead_log.h"
#include "table/codec.h"

namespace tally::engine::duckdb {
namespace {

Error deadline_error() {
  return outside_error("the query ran past its time limit and was stopped",
                       "ask for less, or allow more time", "deadline");
}
Error cancelled_error() {
  return outside_error("cancelled", "", "cancelled");
}

Error memory_error() {
  return outside_error("the query needed more memory than a worker may have",
                       "ask for less at once, or allow workers more memory", "out_of_memory");
}

std::string signal_text(int number) {
  const char* name = ::sigabbrev_np(number);
  return name ? fmt::format("SIG{}", name) : fmt::format("signal {}", number);
}

// A worker that dies before it has opened the database has not met the query yet.
Error fallen_error(std::optional<int> status, bool during_open, const std::string& program) {
  if (status && WIFEXITED(*status) && WEXITSTATUS(*status) == kExitOutOfMemory)
    return memory_error();
  if (during_open) return not_started_error(program);
  std::string how = "without a trace";
  if (status && WIFEXITED(*status)) how = fmt::format("with exit code {}", WEXITSTATUS(*status));
  if (status && WIFSIGNALED(*status)) how = fmt::format("of {}", signal_text(WTERMSIG(*status)));
  std::string hint = "the query itself brings the engine down: word it in another way";
  if (status && WIFSIGNALED(*status) && WTERMSIG(*status) == SIGKILL)
    hint = "we did not kill it: the system does so when memory runs out, or a person did";
  return outside_error(fmt::format("the worker that ran the query died {}", how), hint,
                       "worker_died");
}

}  // namespace

struct DuckDbEngine::State {
  State(DuckDbOptions the_options, const Clock& the_clock, const Cancel* the_cancel)
      : options(std::move(the_options)),
        clock(the_clock),
        cancel(the_cancel),
        pool(options, the_clock) {}

  Result<Reply> ask(const Request& request, Deadline deadline, const Cancel* own_cancel);

  // How one try with one worker ended. `again`: it failed for a reason that a fresh worker may not
  // have (it died while idle, or says how the file was when it was started).
  struct Attempt {
    Result<Reply> reply;
    bool again = false;
  };
  Attempt attempt(const Request& request, const Patience& patience);
  Attempt failed(Broken broken, std::unique_ptr<Worker> worker);

  const DuckDbOptions options;
  const Clock& clock;
  const Cancel* cancel;
  Pool pool;
};

Result<Reply> DuckDbEngine::State::ask(const Request& request, Deadline deadline,
                                       const Cancel* own_cancel) {
  Patience patience{clock, deadline, cancel, own_cancel};
  auto first = attempt(request, patience);
  if (!first.again) return std::move(first.reply);
  return attempt(request, patience).reply;
}

DuckDbEngine::State::Attempt DuckDbEngine::State::attempt(const Request& request,
                                                          const Patience& patience) {
  auto acquired = pool.acquire(patience);
  if (!acquired.ok()) return {std::move(acquired).error()};
  auto worker = std::move(acquired).value();
  int socket = worker->process.socket();
  // Sent before the worker has even opened the database: it finds the request waiting.
  if (auto broken = send_frame(socket, encode(request), patience))
    return failed(*broken, std::move(worker));
  std::string frame;
  if (!worker->opened) {
    if (auto broken = receive_frame(socket, frame, patience))
      return failed(*broken, std::move(worker));
    auto opened = decode_reply(frame);
    if (!opened.ok() || !opened->ok) {
      pool.bury(std::move(worker));
      pool.drop_ready();
      if (!opened.ok()) return {std::move(opened).error()};
      if (opened->error.kind == ErrorKind::bug) return {std::move(opened->error)};
      if (options.is_data_file) return {std::move(opened->error)};
      return {explain_open_error(options.database_path, opened->error.message), true};
    }
    worker->opened = true;
  }
  if (auto broken = receive_frame(socket, frame, patience))
    return failed(*broken, std::move(worker));
  auto reply = decode_reply(frame);
  if (reply.ok() && !reply->retire)
    pool.give_back(std::move(worker));
  else
    pool.bury(std::move(worker));
  if (reply.ok() && !reply->ok && options.is_data_file) return {std::move(reply->error)};
  if (reply.ok() && !reply->ok)
    return {explain_read_error(options.database_path, std::move(reply->error))};
  return {std::move(reply)};
}

DuckDbEngine::State::Attempt DuckDbEngine::State::failed(Broken broken,
                                                         std::unique_ptr<Worker> worker) {
  if (broken == Broken::closed) {
    bool during_open = !worker->opened;
    auto status = pool.bury_fallen(std::move(worker));
    return {fallen_error(status, during_open, pool.program()), during_open};
  }
  pool.bury(std::move(worker));
  return {broken == Broken::deadline ? deadline_error() : cancelled_error()};
}

DuckDbEngine::DuckDbEngine(DuckDbOptions options, const Clock& clock, const Cancel* cancel)
    : state_(std::make_unique<State>(std::move(options), clock, cancel)) {}
DuckDbEngine::~DuckDbEngine() = default;

std::vector<std::string> DuckDbEngine::doubts() const {
  if (state_->options.is_data_file) return {};
  std::string log = doubt_about_log(state_->options.database_path);
  if (log.empty()) return {};
  return {std::move(log)};
}

Result<sql::ParsedSql> DuckDbEngine::parse(const sql::SqlText& text, Deadline deadline) {
  TALLY_TRY(auto reply, state_->ask({Door::parse, text.text}, deadline, nullptr));
  return sql::ParsedSql{text.text, std::move(reply.payload)};
}

Result<Plan> DuckDbEngine::explain(const sql::ParsedSql& parsed, Deadline deadline) {
  TALLY_TRY(auto reply, state_->ask({Door::explain, parsed.text}, deadline, nullptr));
  return Plan{std::move(reply.payload)};
}

void DuckDbEngine::rest() {
  state_->pool.drop_ready();
}

Result<RunOutcome> DuckDbEngine::run(const sql::ApprovedSql& approved, const RunLimits& limits,
                                     Deadline deadline) {
  if (approved.scope().engine != name())
    return bug_error("a query that was approved for engine " + approved.scope().engine +
                     " was given to duckdb");
  // An encoded table takes less than twice the bytes counted, and has to fit a frame.
  uint64_t max_bytes = std::min(limits.max_bytes, kMaxFrame / 2);
  Request request{Door::run, approved.text(), limits.max_rows, max_bytes};
  TALLY_TRY(auto reply, state_->ask(request, deadline, limits.cancel));
  TALLY_TRY(auto table, table::decode(reply.payload));
  return RunOutcome{std::move(table), reply.seconds};
}

Result<void> DuckDbEngine::check(Deadline deadline) {
  TALLY_TRY(auto reply, state_->ask({Door::open, ""}, deadline, nullptr));
  return {};
}

}  // namespace tally::engine::duckdb
