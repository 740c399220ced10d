#include "engine/duckdb/worker_database.h"

#include <fmt/format.h>

#include <chrono>
#include <utility>

#include "engine/duckdb/worker_errors.h"
#include "engine/duckdb/worker_handles.h"
#include "engine/duckdb/worker_types.h"
#include "engine/duckdb/worker_vectors.h"
#include "sql/fixed_sql.h"
#include "table/codec.h"

namespace tally::engine::duckdb {
namespace {

constexpr std::string_view kExplain = "EXPLAIN (FORMAT json) ";
// A name that no warehouse has; the view is temporary and its connection ends with the request.
constexpr std::string_view kShown = "tally shown result";

// A failed step of a request: the reply to send.
Reply refused(Error error, bool retire) {
  Reply reply;
  reply.retire = retire;
  reply.error = std::move(error);
  return reply;
}

Reply engine_failed(const std::string& raw, std::string_view sql, size_t skipped = 0) {
  bool fatal = false;
  Error error = explain_error(raw, sql, skipped, fatal);
  return refused(std::move(error), fatal);
}

std::string prepare_error(const Prepared& prepared) {
  const char* text = prepared ? duckdb_prepare_error(prepared.get()) : nullptr;
  return text ? text : "";
}

std::vector<ColumnPlan> plan_columns(const Prepared& prepared) {
  std::vector<ColumnPlan> plans;
  idx_t count = duckdb_prepared_statement_column_count(prepared.get());
  for (idx_t i = 0; i < count; ++i) {
    LogicalType type(duckdb_prepared_statement_column_logical_type(prepared.get(), i));
    std::string name;
    if (const char* text = duckdb_prepared_statement_column_name(prepared.get(), i)) {
      name = text;
      duckdb_free(const_cast<char*>(text));
    }
    plans.push_back(plan_column(std::move(name), type.get()));
  }
  return plans;
}

bool any_needs_cast(const std::vector<ColumnPlan>& plans) {
  for (const auto& plan : plans)
    if (plan.needs_cast) return true;
  return false;
}

// A view over the text as it stands (with its comments, its closing semicolon and its double column
// names), and a query that shows what has no form of ours as text.
std::string view_text(const std::string& sql, size_t columns) {
  std::string out = fmt::format("CREATE TEMP VIEW {}(", sql::quote_identifier(kShown));
  for (size_t i = 0; i < columns; ++i) out += fmt::format("{}c{}", i ? ", " : "", i);
  return out + ") AS " + sql;
}

std::string shown_text(const std::vector<ColumnPlan>& plans) {
  std::string out = "SELECT ";
  for (size_t i = 0; i < plans.size(); ++i)
    out += (i ? ", " : "") +
           (plans[i].needs_cast ? fmt::format("CAST(c{} AS VARCHAR)", i) : fmt::format("c{}", i));
  return out + " FROM temp." + sql::quote_identifier(kShown);
}

class Stopwatch {
 public:
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

// Streams the result into a table, up to the limits.
Reply fetch(const Prepared& prepared, std::vector<ColumnPlan> plans, const Request& request,
            size_t skipped = 0) {
  Pending pending;
  QueryResult result;
  if (duckdb_pending_prepared_streaming(prepared.get(), pending.out()) == DuckDBError) {
    const char* text = pending ? duckdb_pending_error(pending.get()) : nullptr;
    return engine_failed(text ? text : "", request.text, skipped);
  }
  if (duckdb_execute_pending(pending.get(), result.out()) == DuckDBError)
    return engine_failed(result.error(), request.text, skipped);
  TableBuilder builder(std::move(plans));
  bool complete = true;
  while (complete) {
    Chunk chunk(duckdb_fetch_chunk(result.value()));
    if (!chunk) break;
    complete = builder.append(chunk.get(), request.max_rows, request.max_bytes);
  }
  if (complete && duckdb_result_error(result.out()) != nullptr)
    return engine_failed(result.error(), request.text, skipped);
  Reply reply;
  reply.ok = true;
  reply.payload = table::encode(builder.take(!complete));
  return reply;
}

}  // namespace

struct Database::State {
  DatabaseHandle database;

  // "" or what went wrong.
  std::string execute(const std::string& sql) {
    Connection connection;
    QueryResult result;
    if (duckdb_connect(database.get(), connection.out()) == DuckDBError) return "cannot connect";
    if (duckdb_query(connection.get(), sql.c_str(), result.out()) == DuckDBSuccess) return "";
    std::string error = result.error();
    return error.empty() ? "no reason given for: " + sql : error;
  }

  Reply parse(duckdb_connection connection, const std::string& sql);
  Reply explain(duckdb_connection connection, const std::string& sql);
  Reply run(duckdb_connection connection, const Request& request);
};

Database::Database(std::unique_ptr<State> state) : state_(std::move(state)) {}
Database::~Database() = default;

namespace {

// The order matters: temp_directory before external access goes off; the lock last.
std::vector<std::string> locking_statements(const OpenRequest& request) {
  std::string readable = request.is_data_file ? sql::quote_literal(request.database_path) : "";
  return {
      "SET temp_directory = " + sql::quote_literal(request.temp_folder),
      // Not enforced when given at open.
      fmt::format("SET max_temp_directory_size = '{} bytes'", request.max_temp_bytes),
      "SET GLOBAL TimeZone = " + sql::quote_literal(request.time_zone),
      "SET GLOBAL errors_as_json = true",
      "SET GLOBAL max_expression_depth = 500",
      "SET allow_unredacted_secrets = false",
      fmt::format("SET allowed_paths = [{}]", readable),
      "SET enable_external_access = false",
      "SET lock_configuration = true",
  };
}

}  // namespace

Result<std::unique_ptr<Database>> Database::open(const OpenRequest& request) {
  auto state = std::make_unique<State>();
  Config config;
  duckdb_create_config(config.out());
  auto set = [&](const char* name, const std::string& value) {
    duckdb_set_config(config.get(), name, value.c_str());
  };
  const char* path = request.is_data_file ? ":memory:" : request.database_path.c_str();
  if (!request.is_data_file) set("access_mode", "READ_ONLY");
  set("autoload_known_extensions", "false");
  set("autoinstall_known_extensions", "false");
  set("allow_community_extensions", "false");
  if (request.threads > 0) set("threads", std::to_string(request.threads));
  if (request.memory_limit > 0) set("memory_limit", fmt::format("{} bytes", request.memory_limit));
  char* error = nullptr;
  if (duckdb_open_ext(path, state->database.out(), config.get(), &error) == DuckDBError)
    return outside_error(take_string(error));
  for (const auto& statement : locking_statements(request)) {
    std::string failure = state->execute(statement);
    if (!failure.empty()) return bug_error(fmt::format("{}: {}", statement, failure));
  }
  return std::unique_ptr<Database>(new Database(std::move(state)));
}

Reply Database::State::parse(duckdb_connection connection, const std::string& sql) {
  Prepared prepared;
  QueryResult result;
  // In full: a macro of the warehouse with this name would tell the guard what it likes.
  constexpr const char* kSerialize = "SELECT system.main.json_serialize_sql(?::VARCHAR)";
  if (duckdb_prepare(connection, kSerialize, prepared.out()) == DuckDBError ||
      duckdb_bind_varchar_length(prepared.get(), 1, sql.data(), sql.size()) == DuckDBError)
    return engine_failed(prepare_error(prepared), "");
  if (duckdb_execute_prepared(prepared.get(), result.out()) == DuckDBError)
    return engine_failed(result.error(), "");
  Chunk chunk(duckdb_fetch_chunk(result.value()));
  if (!chunk || duckdb_data_chunk_get_size(chunk.get()) != 1) return engine_failed("", "");
  auto* data = static_cast<duckdb_string_t*>(
      duckdb_vector_get_data(duckdb_data_chunk_get_vector(chunk.get(), 0)));
  Reply reply;
  reply.payload = view_of(data[0]);
  reply.ok = !reply.payload.starts_with(R"({"error":true)");
  if (!reply.ok) return refused(explain_parse_error(reply.payload, sql), false);
  return reply;
}

Reply Database::State::explain(duckdb_connection connection, const std::string& sql) {
  Prepared prepared;
  QueryResult result;
  std::string text = std::string(kExplain) + sql;
  if (duckdb_prepare(connection, text.c_str(), prepared.out()) == DuckDBError)
    return engine_failed(prepare_error(prepared), sql, kExplain.size());
  if (duckdb_execute_prepared(prepared.get(), result.out()) == DuckDBError)
    return engine_failed(result.error(), sql, kExplain.size());
  Chunk chunk(duckdb_fetch_chunk(result.value()));
  if (!chunk || duckdb_data_chunk_get_size(chunk.get()) < 1 ||
      duckdb_data_chunk_get_column_count(chunk.get()) < 2)
    return engine_failed("", "");
  auto* data = static_cast<duckdb_string_t*>(
      duckdb_vector_get_data(duckdb_data_chunk_get_vector(chunk.get(), 1)));
  Reply reply;
  reply.ok = true;
  reply.payload = view_of(data[0]);
  return reply;
}

Reply Database::State::run(duckdb_connection connection, const Request& request) {
  Prepared prepared;
  if (duckdb_prepare(connection, request.text.c_str(), prepared.out()) == DuckDBError)
    return engine_failed(prepare_error(prepared), request.text);
  // No gate (PRAGMA passes for SELECT); the gate is guard's. This catches our own mistakes.
  if (duckdb_prepared_statement_type(prepared.get()) != DUCKDB_STATEMENT_TYPE_SELECT)
    return refused({ErrorKind::user, "only SELECT statements run here", "", "not_select"}, false);
  auto plans = plan_columns(prepared);
  if (!any_needs_cast(plans)) return fetch(prepared, std::move(plans), request);

  QueryResult created;
  std::string view = view_text(request.text, plans.size());
  size_t skipped = view.size() - request.text.size();
  if (duckdb_query(connection, view.c_str(), created.out()) == DuckDBError)
    return engine_failed(created.error(), request.text, skipped);
  Prepared shown;
  if (duckdb_prepare(connection, shown_text(plans).c_str(), shown.out()) == DuckDBError)
    return engine_failed(prepare_error(shown), "");
  for (auto& plan : plans)
    if (plan.needs_cast) plan.id = DUCKDB_TYPE_VARCHAR;
  return fetch(shown, std::move(plans), request, skipped);
}

Reply Database::answer(const Request& request) {
  Stopwatch watch;
  // The C API would read the text up to there and run a part of what was approved.
  if (request.text.find('\0') != std::string::npos)
    return refused({ErrorKind::user, "the text contains a NUL byte", "", "parser"}, false);
  Connection connection;
  if (duckdb_connect(state_->database.get(), connection.out()) == DuckDBError)
    return engine_failed("", "");
  Reply reply;
  switch (request.door) {
    case Door::open:
      reply.ok = true;
      break;
    case Door::parse:
      reply = state_->parse(connection.get(), request.text);
      break;
    case Door::explain:
      reply = state_->explain(connection.get(), request.text);
      break;
    case Door::run:
      reply = state_->run(connection.get(), request);
      break;
  }
  reply.seconds = watch.seconds();
  return reply;
}

}  // namespace tally::engine::duckdb
