// tally doctor: is everything in place, and what to do if not.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

#include "base/quantity.h"
#include "face/cli/commands.h"
#include "guard/allowed_functions.h"
#include "guard/guard.h"
#include "import/dbt/join.h"

namespace tally::cli {
namespace {

struct Check {
  std::string name;
  bool passed = false;
  std::string text;
  std::string hint;
  bool cancelled = false;  // nothing is wrong with it: the user gave up
};

Check passed(std::string name, std::string text) {
  return {std::move(name), true, std::move(text), ""};
}
Check failed(std::string name, const Error& error) {
  return {std::move(name), false, error.message, error.hint, error.code == "cancelled"};
}

// Macros that the engine would run in place of its own functions; the guard refuses their names.
std::vector<std::string> shadowing(const catalog::Catalog& catalog) {
  std::vector<std::string> names;
  for (std::string_view function : guard::allowed_function_names())
    if (catalog.has_macro(function)) names.emplace_back(function);
  return names;
}

Check check_catalog(answer::Workspace& workspace, Deadline deadline) {
  auto catalog = workspace.catalog(deadline);
  if (!catalog.ok()) return failed("warehouse", catalog.error());
  const auto& own = (*catalog)->definitions();
  std::string text =
      fmt::format("{}: {}", workspace.settings().database,
                  counted((*catalog)->tables().size(), "table or view", "tables and views"));
  if (!own.types.empty()) text += ", " + counted(own.types.size(), "type");
  if (!own.macros.empty()) text += ", " + counted(own.macros.size(), "macro") + " (not run here)";
  Check check = passed("warehouse", text);
  if (const auto names = shadowing(**catalog); !names.empty())
    check.hint = fmt::format(
        "its own {} {} the engine's of that name: what needs {} is refused until it is renamed",
        fmt::join(names, ", "), names.size() == 1 ? "hides" : "hide",
        names.size() == 1 ? "it" : "one of them");
  return check;
}

// The whole way of a query: guard, worker, result.
Check check_workers(answer::Workspace& workspace, Deadline deadline, const Clock& clock) {
  auto guard = workspace.guard(deadline);
  if (!guard.ok()) return failed("workers", guard.error());
  auto start = clock.now();
  auto verdict = (*guard)->judge({"SELECT 42 AS answer"}, deadline);
  if (!verdict.ok()) return failed("workers", verdict.error());
  if (auto* refusal = std::get_if<guard::Refusal>(&*verdict))
    return {"workers", false, "the guard refused SELECT 42: " + refusal->message, refusal->hint};
  auto run = workspace.engine().run(std::get<sql::ApprovedSql>(*verdict), {}, deadline);
  if (!run.ok()) return failed("workers", run.error());
  double ms = std::chrono::duration<double, std::milli>(clock.now() - start).count();
  return passed("workers", fmt::format("a query went through guard and worker in {:.1f} ms", ms));
}

Check check_model(answer::Workspace& workspace, Deadline deadline) {
  auto checked = workspace.check_model(deadline);
  if (!checked.ok()) return failed("model", checked.error());
  const auto* outcome = &checked->outcome;
  if (!outcome->model)
    return {"model", false,
            fmt::format("{}, the first: {}", counted(outcome->complaints.size(), "mistake"),
                        outcome->complaints.front().text()),
            "see them all with: tally model check"};
  return passed("model", fmt::format("{}: {} over {}", outcome->model->name,
                                     counted(outcome->model->metrics.size(), "metric"),
                                     counted(outcome->model->datasets.size(), "dataset")));
}

Check check_facts(answer::Workspace& workspace, Deadline deadline) {
  auto facts = workspace.facts(deadline);
  if (!facts.ok()) return failed("facts", facts.error());
  size_t values = 0;
  for (const auto& column : (*facts)->values.columns()) values += column.values.size();
  return passed(
      "facts",
      fmt::format("{}, {} of {}", counted((*facts)->date_ranges.size(), "date range"),
                  counted(values, "value"), counted((*facts)->values.columns().size(), "column")));
}

// Metrics that the project defines and a question may ask for.
size_t project_metrics(answer::Workspace& workspace, Deadline deadline) {
  const auto model = workspace.model(deadline);
  if (!model.ok()) return 0;
  const auto& metrics = (*model)->metrics;
  if (!(*model)->origin.empty()) return metrics.size();
  return static_cast<size_t>(std::count_if(metrics.begin(), metrics.end(),
                                           [](const auto& one) { return !one.origin.empty(); }));
}

// "; it hides 1 table and 2 columns": how many, never which. Empty: none.
std::string hidden_text(answer::Workspace& workspace, Deadline deadline) {
  const auto all = workspace.catalog(deadline), visible = workspace.visible_catalog(deadline);
  if (!all.ok() || !visible.ok()) return {};
  size_t columns = 0;
  for (const auto& table : (*visible)->tables())
    columns += static_cast<size_t>(
        std::count_if(table.columns.begin(), table.columns.end(),
                      [](const catalog::Column& column) { return column.is_hidden; }));
  const size_t tables = (*all)->tables().size() - (*visible)->tables().size();
  if (tables + columns == 0) return {};
  std::string text =
      fmt::format("; it hides {} and {}", counted(tables, "table"), counted(columns, "column"));
  const answer::HiddenNames& names = workspace.hidden();
  if (names.is_closed())
    text +=
        ", all tables that it does not know among them, for the name of one that it hides cannot "
        "be evaluated";
  if (names.remembered() > 0)
    text += fmt::format(", {} by what it said before ({}/project keeps that)", names.remembered(),
                        workspace.settings().state);
  return text;
}

// A file of it that cannot be read; of one whose name would tell what is hidden, only that.
Check doubted(const importing::dbt::Import& project) {
  const auto* unread = importing::dbt::unread_file(project.inventory.findings());
  std::string text = "a file of the project cannot be read";
  if (unread) text = fmt::format("{}: {}", unread->file, unread->message);
  if (unread && unread->line > 0)
    text = fmt::format("{}:{}: {}", unread->file, unread->line, unread->message);
  return {"dbt", false, text,
          "what it describes and hides is not known; 'tally catalog check' lists all faults"};
}

// "dbt", if tally.yml names a project: what it and the warehouse know of each other.
std::optional<Check> check_dbt(answer::Workspace& workspace, Deadline deadline) {
  if (!workspace.has_project()) return std::nullopt;
  const auto project = workspace.project();
  if (!project.ok()) return failed("dbt", project.error());
  if ((*project)->is_in_doubt) return doubted(**project);
  const auto both = workspace.joined(deadline);
  if (!both.ok()) return failed("dbt", both.error());
  const auto& joined = **both;
  const std::string text = fmt::format(
      "{}: {} of {} known to it; it adds {}, {}, {} and {}{}", (*project)->inventory.project(),
      joined.matches.size(), counted(joined.catalog.tables().size(), "table"),
      counted(joined.described, "description"), counted(joined.keys, "key"),
      counted(joined.references, "reference"),
      counted(project_metrics(workspace, deadline), "metric"), hidden_text(workspace, deadline));
  for (const auto& finding : (*project)->inventory.findings())
    if (finding.code == "unknown_hiding")
      return Check{"dbt", false, text + "; " + finding.message,
                   "see why with: tally catalog check"};
  if (joined.matches.empty())
    return Check{"dbt", false, text, "is it the project of this warehouse? See dbt: in tally.yml"};
  auto check = passed("dbt", text);
  if (!joined.absent_columns.empty())
    check.hint =
        fmt::format("described, but not in the warehouse: {}{}",
                    fmt::join(joined.absent_columns.begin(),
                              joined.absent_columns.begin() +
                                  std::min<std::ptrdiff_t>(5, std::ssize(joined.absent_columns)),
                              ", "),
                    joined.absent_columns.size() > 5 ? ", …" : "");
  return check;
}

std::vector<Check> examine(const Arguments& arguments, Context& context) {
  std::vector<Check> checks;
  auto settings = context.services.settings(arguments.text("dir"));
  if (!settings.ok()) return {failed("config", settings.error())};
  checks.push_back(passed("config", settings->file.empty() ? "TALLY_* variables" : settings->file));
  auto workspace = context.services.open(*settings, [](const std::string&) {});
  if (!workspace.ok()) {
    checks.push_back(failed("warehouse", workspace.error()));
    return checks;
  }
  const auto& clock = context.services.clock();
  auto deadline = deadline_of(arguments, *settings, clock);
  if (!deadline.ok()) return {failed("config", deadline.error())};
  checks.push_back(check_catalog(**workspace, *deadline));
  if (!checks.back().passed) return checks;  // all that follows would only repeat it
  checks.push_back(check_workers(**workspace, *deadline, clock));
  checks.push_back(check_model(**workspace, *deadline));
  if (checks.back().passed) checks.push_back(check_facts(**workspace, *deadline));
  if (auto check = check_dbt(**workspace, *deadline)) checks.push_back(*std::move(check));
  for (const auto& doubt : (*workspace)->engine().doubts())
    checks.push_back({"data", false, doubt, ""});
  if (auto unkept = (*workspace)->unkept(); !unkept.empty())
    checks.push_back({"state", false, unkept, "make it writable, or set TALLY_STATE_DIR"});
  for (const auto& warning : (*workspace)->warnings())
    checks.push_back({"facts", false, warning, "answers about it know no values or dates"});
  return checks;
}

int run_doctor(const Arguments& arguments, Context& context) {
  auto checks = examine(arguments, context);
  bool all = true;
  bool cancelled = false;
  nlohmann::ordered_json json = nlohmann::ordered_json::array();
  for (const auto& check : checks) {
    all = all && check.passed;
    cancelled = cancelled || check.cancelled;
    json.push_back({{"check", check.name},
                    {"passed", check.passed},
                    {"text", check.text},
                    {"hint", check.hint}});
    if (arguments.flag("json")) continue;
    context.out(fmt::format(
        "{} {:<10} {}\n",
        check.passed ? context.paint(Style::green, "ok  ") : context.paint(Style::red, "FAIL"),
        check.name, check.text));
    if (!check.hint.empty()) context.out(fmt::format("                {}\n", check.hint));
  }
  if (arguments.flag("json"))
    context.out(json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n");
  if (cancelled) return kInterrupted;
  return all ? kOk : kWrong;
}

}  // namespace

CommandSpec doctor_command() {
  return {.name = "doctor",
          .summary = "check config, warehouse, workers and model; say what to do",
          .description =
              "Look at everything a question needs, in order, and say what to do where it fails.\n"
              "Exit code 0 all well, 1 something to do.",
          .examples = {"tally doctor", "tally -C demo doctor --json"},
          .options = {deadline_option()},
          .run = run_doctor};
}

}  // namespace tally::cli
