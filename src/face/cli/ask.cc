// tally ask: a question in plain language.

#include <fmt/format.h>

#include "answer/analyst.h"
#include "base/quantity.h"
#include "face/cli/answer_text.h"
#include "face/cli/commands.h"

namespace tally::cli {
namespace {

Result<size_t> rows_option(const Arguments& arguments) {
  auto given = arguments.value("rows");
  if (!given) return size_t{40};
  auto rows = parse_count(*given);
  if (!rows.ok()) return user_error("--rows: " + rows.error().message);
  return static_cast<size_t>(*rows);
}

Result<int> ask(const Arguments& arguments, Context& context) {
  TALLY_TRY(auto rows, rows_option(arguments));
  TALLY_TRY(auto workspace, open_workspace(arguments, context));
  const auto& clock = context.services.clock();
  TALLY_TRY(auto deadline, deadline_of(arguments, workspace->settings(), clock));
  answer::Analyst analyst(*workspace, clock);
  auto answer = analyst.ask({arguments.text("question")}, deadline);
  workspace->engine().rest();  // dies while we print
  if (arguments.flag("json")) {
    context.out(answer::to_json(answer) + "\n");
  } else {
    context.out(answer_text(
        answer,
        {.sql = arguments.flag("sql"), .timeline = arguments.flag("timeline"), .max_rows = rows},
        context));
  }
  note_troubles(*workspace, context);
  // What it knows goes with the process: freeing it word by word takes a millisecond.
  workspace->close();
  // Volatile: what is never read again would be left out, and count as lost.
  [[maybe_unused]] static answer::Workspace* volatile kept = workspace.release();
  return exit_code(answer);
}

int run_ask(const Arguments& arguments, Context& context) {
  if (arguments.flag("schema")) {
    context.out(answer::answer_schema());
    return kOk;
  }
  if (!arguments.value("question"))
    return context.fail(
        user_error("no question was given", "tally ask \"top 5 products by revenue\""), arguments);
  auto code = ask(arguments, context);
  return code.ok() ? *code : context.fail(code.error(), arguments);
}

}  // namespace

CommandSpec ask_command() {
  return {
      .name = "ask",
      .summary = "answer a question in plain language",
      .description =
          "Answer a question about the warehouse in plain language: a table, how the question was\n"
          "read, and how far the answer can be trusted. What cannot be answered is said, with the\n"
          "reason and what could be asked instead.",
      .examples = {"tally ask \"total sales in 2001\"",
                   "tally ask \"top 5 categories by net profit\" --sql",
                   "tally ask \"returns by month in 2000\" --json",
                   "tally ask \"best store\"        # asks back: best by what?"},
      .options = {{"question", OptionKind::optional_words, "the question; quotes are optional"},
                  {"sql", OptionKind::flag, "show the SQL that ran"},
                  {"timeline", OptionKind::flag, "show where the time went"},
                  {"rows", OptionKind::value, "show at most this many rows; 0: all", "N"},
                  {"schema", OptionKind::flag, "print the JSON Schema of --json and stop"},
                  deadline_option()},
      .run = run_ask};
}

}  // namespace tally::cli
