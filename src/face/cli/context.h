#pragma once
// What every command runs in: where output goes, how wide and coloured it may be, and the services.

#include <string>
#include <string_view>

#include "answer/workspace.h"
#include "base/result.h"
#include "face/cli/arguments.h"
#include "face/cli/services.h"

namespace tally::cli {

// Stable exit codes (design.md).
enum ExitCode {
  kOk = 0,
  kWrong = 1,
  kUsage = 2,
  kNotAnswered = 3,
  kOutside = 4,
  kBug = 70,
  kInterrupted = 130,
  kReaderGone = 141,  // as if SIGPIPE had ended it
};

enum class Style { plain, bold, dim, red, green, yellow, cyan };

struct Terminal {
  bool colour = false;         // stdout is a terminal and NO_COLOR is unset
  bool note_terminal = false;  // stderr is one: progress may redraw its line
  int width = 100;
  std::string paint(Style style, std::string_view text) const;
};

struct Context {
  Services& services;
  Terminal terminal;
  bool reader_gone = false;  // whoever read stdout has closed it

  void out(std::string_view text);   // data: stdout
  void note(std::string_view text);  // what a person may want to know: stderr
  std::string paint(Style style, std::string_view text) const {
    return terminal.paint(style, text);
  }

  // Prints "error: …" with its hint (as JSON {"error": …} on stdout with --json) and gives the
  // code.
  int fail(const Error& error, const Arguments& arguments);
};

int exit_code(const Error& error);

// The workspace that `arguments` mean (-C, --deadline), opened; notes go to stderr.
Result<std::unique_ptr<answer::Workspace>> open_workspace(const Arguments& arguments,
                                                          Context& context);

// Notes on stderr of what did not go well on the side: nothing kept, values not measured.
void note_troubles(const answer::Workspace& workspace, Context& context);

// --deadline of `arguments` ("2s", "500ms", "1.5m"), else that of the settings.
Result<Deadline> deadline_of(const Arguments& arguments, const answer::Settings& settings,
                             const Clock& clock);

// The option as commands that run a query declare it.
OptionSpec deadline_option();

}  // namespace tally::cli
