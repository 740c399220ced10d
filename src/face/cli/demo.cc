// tally demo: build the demo warehouse.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "face/cli/commands.h"

namespace tally::cli {
namespace {

// Redraws one line on a terminal; elsewhere prints each new stage once.
class ProgressLine {
 public:
  explicit ProgressLine(Context& context) : context_(context) {}
  ~ProgressLine() {
    if (drawn_) context_.note("\r\033[K");
  }
  void show(double fraction, const std::string& stage) {
    if (!context_.terminal.note_terminal) {
      if (stage != last_) context_.note(stage + " …\n");
      last_ = stage;
      return;
    }
    int percent = static_cast<int>(std::lround(std::clamp(fraction, 0.0, 1.0) * 100));
    std::string bar(static_cast<size_t>(percent) / 5, '#');
    context_.note(fmt::format("\r\033[K[{:<20}] {:>3}% {}", bar, percent, stage));
    drawn_ = true;
  }

 private:
  Context& context_;
  std::string last_;
  bool drawn_ = false;
};

int run_demo(const Arguments& arguments, Context& context) {
  DemoRequest request{.folder = arguments.value("folder").value_or("demo"),
                      .scale = arguments.value("scale").value_or("0.1")};
  Result<DemoOutcome> outcome = bug_error("not run");
  {
    ProgressLine line(context);
    outcome = context.services.build_demo(
        request, [&](double fraction, const std::string& stage) { line.show(fraction, stage); });
  }
  if (!outcome.ok()) return context.fail(outcome.error(), arguments);
  if (arguments.flag("json")) {
    context.out(nlohmann::ordered_json({{"folder", outcome->folder},
                                        {"database", outcome->database},
                                        {"was_there", outcome->was_there},
                                        {"seconds", outcome->seconds}})
                    .dump() +
                "\n");
    return kOk;
  }
  if (outcome->was_there) context.out(fmt::format("{} is there already\n", outcome->database));
  else context.out(fmt::format("built {} in {:.1f} s\n", outcome->database, outcome->seconds));
  context.out(fmt::format("Try:  tally -C {} ask \"top 5 categories by sales\"\n"
                          "      tally -C {} model show\n",
                          outcome->folder, outcome->folder));
  return kOk;
}

}  // namespace

CommandSpec demo_command() {
  return {.name = "demo",
          .summary = "build the demo warehouse (TPC-DS)",
          .description = "Build a TPC-DS warehouse with its semantic model and a tally.yml in a folder of its\n"
                         "own. Built aside and put in place when right; interrupting it leaves nothing.",
          .examples = {"tally demo", "tally demo --scale 1 --folder big",
                       "tally -C demo ask \"sales by month in 2001\""},
          .options = {{"scale", OptionKind::value, "size: 0.1 (25 MB), 1, 10", "FACTOR",
                       {"0.01", "0.1", "1", "10"}},
                      {"folder", OptionKind::value, "where to build it (default demo)", "DIR", {}, true}},
          .run = run_demo};
}

}  // namespace tally::cli
