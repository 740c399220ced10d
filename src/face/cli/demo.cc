// tally demo: build the demo warehouse.

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "face/cli/commands.h"
#include "face/cli/progress_line.h"

namespace tally::cli {
namespace {

int run_demo(const Arguments& arguments, Context& context) {
  DemoRequest request{.warehouse = arguments.text("warehouse"),
                      .folder = arguments.value("dir").value_or("demo"),
                      .scale = arguments.value("scale").value_or("0.1")};
  if (request.folder.empty())
    return context.fail(
        Error{ErrorKind::user, "--dir is empty", "name the folder to build in, as in --dir demo"},
        arguments);
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
  if (outcome->was_there)
    context.out(fmt::format("{} is there already\n", outcome->database));
  else
    context.out(fmt::format("built {} in {:.1f} s\n", outcome->database, outcome->seconds));
  if (!outcome->example.empty())
    context.out(fmt::format("Try:  tally -C {} ask \"{}\"\n", outcome->folder, outcome->example));
  context.out(fmt::format("      tally -C {} model show\n", outcome->folder));
  return kOk;
}

}  // namespace

CommandSpec demo_command() {
  return {.name = "demo",
          .summary = "build a demo warehouse",
          .description =
              "Build a demo warehouse with a tally.yml that names its semantic model, in a folder\n"
              "of its own (--dir, default demo). It is made aside and put in place when right;\n"
              "interrupting it leaves nothing. Without a name: TPC-DS, a retailer's warehouse.",
          .examples = {"tally demo", "tally demo --scale 1 --dir big",
                       "tally demo railway --dir railway",
                       "tally -C demo ask \"sales by month in 2001\""},
          .options = {{.name = "warehouse",
                       .kind = OptionKind::optional_positional,
                       .help = "which one (default tpcds)",
                       .is_demo_warehouse = true},
                      {"scale",
                       OptionKind::value,
                       "size of a generated one: 0.1 (default, 40 MB), 1 (330 MB), 10 (3 GB)",
                       "FACTOR",
                       {"0.01", "0.1", "1", "10"}}},
          .run = run_demo};
}

}  // namespace tally::cli
