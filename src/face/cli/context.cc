#include "face/cli/context.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "base/quantity.h"

namespace tally::cli {

void Context::out(std::string_view text) {
  errno = 0;
  const bool written =
      std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
  reader_gone = reader_gone || (!written && errno == EPIPE);
}

void Context::note(std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stderr);
  std::fflush(stderr);
}

std::string Terminal::paint(Style style, std::string_view text) const {
  if (!colour || style == Style::plain) return std::string(text);
  const char* code = "";
  switch (style) {
    case Style::plain:
      break;
    case Style::bold:
      code = "1";
      break;
    case Style::dim:
      code = "2";
      break;
    case Style::red:
      code = "31";
      break;
    case Style::green:
      code = "32";
      break;
    case Style::yellow:
      code = "33";
      break;
    case Style::cyan:
      code = "36";
      break;
  }
  return fmt::format("\033[{}m{}\033[0m", code, text);
}

int exit_code(const Error& error) {
  if (error.code == "cancelled") return kInterrupted;
  switch (error.kind) {
    case ErrorKind::user:
      return kUsage;
    case ErrorKind::outside:
      return kOutside;
    case ErrorKind::bug:
      return kBug;
  }
  return kBug;
}

int Context::fail(const Error& error, const Arguments& arguments) {
  if (arguments.flag("json")) {
    nlohmann::ordered_json json = {
        {"error", {{"message", error.message}, {"hint", error.hint}, {"code", error.code}}}};
    out(json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n");
  } else {
    note(fmt::format("{} {}\n", paint(Style::red, "error:"), error.message));
    if (!error.hint.empty()) note(fmt::format("  {}\n", error.hint));
  }
  return exit_code(error);
}

Result<Deadline> deadline_of(const Arguments& arguments, const answer::Settings& settings,
                             const Clock& clock) {
  auto duration = settings.deadline;
  if (auto given = arguments.value("deadline")) {
    TALLY_TRY(duration, parse_duration(*given));
  }
  return Deadline::in(duration, clock);
}

OptionSpec deadline_option() {
  return {"deadline", OptionKind::value, "give up after this long: 500ms, 2s, 1m", "TIME"};
}

Result<std::unique_ptr<answer::Workspace>> open_workspace(const Arguments& arguments,
                                                          Context& context) {
  TALLY_TRY(auto settings, context.services.settings(arguments.text("dir")));
  return context.services.open(settings, [&context](const std::string& text) {
    context.note(context.paint(Style::dim, text + " …") + "\n");
  });
}

void note_troubles(const answer::Workspace& workspace, Context& context) {
  for (const auto& warning : workspace.warnings()) context.note("note: " + warning + "\n");
  if (!workspace.unkept().empty())
    context.note(
        fmt::format("note: {} (make it writable, or set TALLY_STATE_DIR)\n", workspace.unkept()));
}

}  // namespace tally::cli
