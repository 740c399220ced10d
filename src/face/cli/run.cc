#include "face/cli/run.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

#include "face/cli/commands.h"
#include "face/cli/context.h"

namespace tally::cli {
namespace {

// NO_COLOR: present and not empty switches colours off (no-color.org).
Terminal inspect_terminal() {
  Terminal terminal;
  const char* no_colour = std::getenv("NO_COLOR");
  const char* kind = std::getenv("TERM");
  bool dumb = kind && std::string_view(kind) == "dumb";
  terminal.colour = ::isatty(STDOUT_FILENO) && !(no_colour && *no_colour) && !dumb;
  terminal.note_terminal = ::isatty(STDERR_FILENO) && !dumb;
  winsize size{};
  if (::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
    terminal.width = size.ws_col;
  return terminal;
}

}  // namespace

const std::vector<CommandSpec>& all_commands() {
  static const std::vector<CommandSpec> commands = {
      ask_command(),        demo_command(),    sql_command(),    guard_command(),
      request_command(),    model_command(),   search_command(), columns_command(),
      schema_command(),     lineage_command(), show_command(),   catalog_command(),
      diff_command(),       exam_command(),    eval_command(),   doctor_command(),
      completion_command(),
  };
  return commands;
}

int run(int count, const char* const* words, Services& services) {
  Context context{.services = services, .terminal = inspect_terminal()};
  auto parsed = parse_arguments(count, words, all_commands());
  if (auto* stop = std::get_if<Stop>(&parsed)) {
    if (stop->exit_code == 0)
      context.out(stop->text);
    else
      context.note(stop->text);
    return stop->exit_code;
  }
  if (auto* wrong = std::get_if<UsageError>(&parsed)) {
    Arguments arguments;
    if (wrong->json) arguments.set("json", "");
    return context.fail(wrong->error, arguments);
  }
  auto& invocation = std::get<Invocation>(parsed);
  int code = invocation.command->run(invocation.arguments, context);
  // `tally … | head`: it has what it wanted.
  if (context.reader_gone) return kReaderGone;
  // A full disk behind us: what was printed did not arrive, and that is no success.
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return code;
  context.note("error: the output could not be written\n");
  return code == kOk ? static_cast<int>(kOutside) : code;
}

}  // namespace tally::cli
