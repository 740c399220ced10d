// tally sql: one SELECT, through the guard, in a worker.

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "answer/guarded_run.h"
#include "base/files.h"
#include "base/quantity.h"
#include "face/cli/commands.h"
#include "face/cli/guard_text.h"
#include "face/cli/table_text.h"
#include "guard/guard.h"
#include "table/json.h"

namespace tally::cli {
namespace {

using answer::GuardedRun;

bool is_cancelled(const Result<GuardedRun>& ran) {
  if (!ran.ok()) return ran.error().code == "cancelled";
  return ran->failure && ran->failure->code == "cancelled";
}

Result<GuardedRun> run(const std::string& text, answer::Workspace& workspace, Deadline deadline) {
  auto attempt = [&] {
    return answer::run_guarded(workspace, text, workspace.settings().limits, deadline);
  };
  TALLY_TRY(auto ran, workspace.of_one_database(attempt, is_cancelled));
  return ran;
}

const char* outcome_of(const GuardedRun& ran) {
  if (ran.refusal) return "refuse";
  return ran.failure ? "failed" : "answer";
}

std::string sql_json(const GuardedRun& ran) {
  nlohmann::ordered_json error = nullptr;
  if (ran.refusal)
    error = {{"message", ran.refusal->message},
             {"hint", ran.refusal->hint},
             {"code", ran.refusal->rule},
             {"line", ran.refusal->line},
             {"column", ran.refusal->column}};
  if (ran.failure)
    error = {{"message", ran.failure->message},
             {"hint", ran.failure->hint},
             {"code", ran.failure->code}};
  return fmt::format(R"({{"outcome":"{}","table":{},"seconds":{},"error":{}}})", outcome_of(ran),
                     ran.outcome ? table::table_json(ran.outcome->table, {}) : "null",
                     ran.outcome ? fmt::format("{:.6f}", ran.outcome->seconds) : "null",
                     error.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
}

// Sums and other exact decimals are amounts; integers may be keys or years and stay as they are.
std::vector<bool> amounts(const table::ResultTable& table) {
  std::vector<bool> out;
  for (const auto& column : table.columns)
    out.push_back(column.type == table::Type::decimal || column.type == table::Type::real ||
                  column.type == table::Type::hugeint);
  return out;
}

Result<std::string> sql_text(const Arguments& arguments) {
  if (auto file = arguments.value("file")) return read_file(*file);
  if (auto text = arguments.value("text")) return *text;
  return user_error("no SQL was given", "tally sql \"SELECT 1\" or tally sql --file query.sql");
}

Result<int> sql(const Arguments& arguments, Context& context) {
  TALLY_TRY(auto text, sql_text(arguments));
  TALLY_TRY(auto workspace, open_workspace(arguments, context));
  TALLY_TRY(auto deadline, deadline_of(arguments, workspace->settings(), context.services.clock()));
  TALLY_TRY(auto ran, run(text, *workspace, deadline));
  if (arguments.flag("json")) {
    context.out(sql_json(ran) + "\n");
  } else if (ran.refusal) {
    context.note(refusal_text(*ran.refusal, text, context));
  } else if (ran.failure) {
    return context.fail(*ran.failure, arguments);
  } else {
    TableTextOptions options{.max_rows = 200, .amounts = amounts(ran.outcome->table)};
    context.out(table_text(ran.outcome->table, options, context.terminal));
    context.note(context.paint(
        Style::dim, fmt::format("{} in {:.3f} s\n", counted(ran.outcome->table.row_count, "row"),
                                ran.outcome->seconds)));
  }
  note_troubles(*workspace, context);
  for (const auto& doubt : workspace->engine().doubts()) context.note("note: " + doubt + "\n");
  if (ran.refusal) return kNotAnswered;
  return ran.failure ? exit_code(*ran.failure) : kOk;
}

int run_sql(const Arguments& arguments, Context& context) {
  auto code = sql(arguments, context);
  return code.ok() ? *code : context.fail(code.error(), arguments);
}

}  // namespace

CommandSpec sql_command() {
  return {.name = "sql",
          .summary = "run one SELECT, if the guard approves it",
          .description =
              "Run one SELECT statement. It passes the guard like everybody's SQL and runs in a\n"
              "worker under limits on time, rows and memory.",
          .examples = {"tally sql \"SELECT count(*) FROM orders\"",
                       "tally sql --file query.sql --json", "tally sql \"SELECT …\" --deadline 2s"},
          .options = {{"text", OptionKind::optional_words, "the SQL"},
                      {"file", OptionKind::value, "read the SQL from this file", "FILE", {}, true},
                      deadline_option()},
          .run = run_sql};
}

}  // namespace tally::cli
