// tally request: a metric request from a file, compiled and run.

#include <iostream>
#include <iterator>

#include "answer/analyst.h"
#include "base/files.h"
#include "face/cli/answer_text.h"
#include "face/cli/commands.h"

namespace tally::cli {
namespace {

Result<std::string> request_text(const std::string& file) {
  if (file != "-") return read_file(file);
  return std::string(std::istreambuf_iterator<char>(std::cin), {});
}

Result<int> request(const Arguments& arguments, Context& context) {
  TALLY_TRY(auto text, request_text(arguments.text("file")));
  auto wanted = semantic::parse_request(text);
  if (!wanted.ok()) {
    Error error = wanted.error();
    error.message = arguments.text("file") + ": " + error.message;
    return error;
  }
  TALLY_TRY(auto workspace, open_workspace(arguments, context));
  const auto& clock = context.services.clock();
  TALLY_TRY(auto deadline, deadline_of(arguments, workspace->settings(), clock));
  answer::Analyst analyst(*workspace, clock);
  auto answer = analyst.answer_request(*wanted, deadline);
  if (arguments.flag("json"))
    context.out(answer::to_json(answer) + "\n");
  else
    context.out(answer_text(
        answer, {.sql = arguments.flag("sql"), .timeline = arguments.flag("timeline")}, context));
  note_troubles(*workspace, context);
  return exit_code(answer);
}

int run_request(const Arguments& arguments, Context& context) {
  if (arguments.flag("schema")) {
    context.out(std::string(semantic::request_schema()) + "\n");
    return kOk;
  }
  if (!arguments.value("file"))
    return context.fail(
        user_error("no request file was given", "tally request FILE, or - for stdin"), arguments);
  auto code = request(arguments, context);
  return code.ok() ? *code : context.fail(code.error(), arguments);
}

}  // namespace

CommandSpec request_command() {
  return {
      .name = "request",
      .summary = "run a metric request (JSON)",
      .description =
          "Compile a metric request to SQL and run it: the question without the language.",
      .examples = {"tally request request.json --sql",
                   "echo '{\"metrics\": [\"revenue\"]}' | tally request -",
                   "tally request --schema"},
      .options =
          {{"file", OptionKind::optional_positional, "the request; - reads stdin", "", {}, true},
           {"sql", OptionKind::flag, "show the SQL that ran"},
           {"timeline", OptionKind::flag, "show where the time went"},
           {"schema", OptionKind::flag, "print the JSON Schema of a request and stop"},
           deadline_option()},
      .run = run_request};
}

}  // namespace tally::cli
