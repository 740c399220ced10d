// tally model: check the semantic model; show what can be asked about.

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/quantity.h"
#include "face/cli/commands.h"
#include "face/cli/model_text.h"
#include "semantic/model_doubts.h"

namespace tally::cli {
namespace {

using Json = nlohmann::ordered_json;

std::string dump(const Json& json) {
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

struct Opened {
  std::unique_ptr<answer::Workspace> workspace;
  semantic::LoadOutcome outcome;
  std::vector<answer::NotTaken> not_taken;
  Deadline deadline;
};

Result<Opened> load(const Arguments& arguments, Context& context) {
  TALLY_TRY(auto workspace, open_workspace(arguments, context));
  TALLY_TRY(auto deadline, deadline_of(arguments, workspace->settings(), context.services.clock()));
  TALLY_TRY(auto checked, workspace->check_model(deadline));
  return Opened{std::move(workspace), std::move(checked.outcome), std::move(checked.not_taken),
                deadline};
}

Json list_of(const std::vector<semantic::Complaint>& complaints) {
  Json list = Json::array();
  for (const auto& complaint : complaints)
    list.push_back({{"file", complaint.file},
                    {"line", complaint.at.line},
                    {"column", complaint.at.column},
                    {"message", complaint.message},
                    {"fix", complaint.fix}});
  return list;
}

// What the dbt project defines and our model cannot say.
Json list_of(const std::vector<answer::NotTaken>& not_taken) {
  Json list = Json::array();
  for (const auto& one : not_taken)
    list.push_back(
        {{"what", one.what}, {"reason", one.reason}, {"file", one.file}, {"line", one.line}});
  return list;
}

std::string text_of(const answer::NotTaken& one) {
  const std::string place = one.line > 0       ? fmt::format("{}:{}: ", one.file, one.line)
                            : one.file.empty() ? ""
                                               : one.file + ": ";
  return fmt::format("{}{}{} is not taken: {}\n", place, one.what,
                     one.of_project ? " of the dbt project" : "", one.reason);
}

// Stored values belong to it; without them (no date, no time, a column that cannot be read) the
// rest is still said.
std::vector<semantic::Complaint> doubts_of(Opened& opened) {
  auto& workspace = *opened.workspace;
  const auto facts = workspace.facts(opened.deadline);
  const auto tables = workspace.described_catalog(opened.deadline);
  return semantic::model_doubts(*opened.outcome.model, workspace.settings().model,
                                facts.ok() ? *facts : nullptr, tables.ok() ? *tables : nullptr);
}

size_t dimension_count(const semantic::Model& model) {
  size_t count = 0;
  for (const auto& dataset : model.datasets)
    for (const auto& field : dataset.fields) count += field.is_dimension && !field.personal;
  return count;
}

int run_check(const Arguments& arguments, Context& context) {
  auto opened = load(arguments, context);
  if (!opened.ok()) return context.fail(opened.error(), arguments);
  const auto& outcome = opened->outcome;
  const auto doubts = outcome.model ? doubts_of(*opened) : std::vector<semantic::Complaint>{};
  if (arguments.flag("json")) {
    context.out(dump({{"verdict", outcome.model ? "passed" : "failed"},
                      {"complaints", list_of(outcome.complaints)},
                      {"warnings", list_of(doubts)},
                      {"not_taken", list_of(opened->not_taken)}}));
    return outcome.model ? kOk : kWrong;
  }
  for (const auto& complaint : outcome.complaints) context.out(complaint.text() + "\n");
  if (!outcome.model) {
    context.note(fmt::format("{} {} in {}\n", context.paint(Style::red, "failed:"),
                             counted(outcome.complaints.size(), "mistake"),
                             opened->workspace->settings().model));
    return kWrong;
  }
  for (const auto& doubt : doubts)
    context.out(context.paint(Style::yellow, "warning: ") +
                (doubt.file.empty() ? doubt.message : doubt.text()) + "\n");
  for (const auto& one : opened->not_taken)
    context.out(context.paint(Style::yellow, "note: ") + text_of(one));
  const auto& model = *outcome.model;
  context.out(fmt::format("{} {}: {}, {}, {}, {}{}\n", context.paint(Style::green, "passed:"),
                          model.name, counted(model.datasets.size(), "dataset"),
                          counted(model.relationships.size(), "relationship"),
                          counted(model.metrics.size(), "metric"),
                          counted(dimension_count(model), "dimension"),
                          doubts.empty() ? "" : "; " + counted(doubts.size(), "warning")));
  return kOk;
}

int run_show(const Arguments& arguments, Context& context) {
  auto opened = load(arguments, context);
  if (!opened.ok()) return context.fail(opened.error(), arguments);
  if (!opened->outcome.model)
    return context.fail(semantic::model_error(opened->outcome.complaints), arguments);
  const auto& model = *opened->outcome.model;
  context.out(arguments.flag("json") ? model_json(model) : model_text(model, context.terminal));
  return kOk;
}

}  // namespace

CommandSpec model_command() {
  return {
      .name = "model",
      .summary = "check the semantic model, or show what can be asked",
      .description = "The semantic model: metrics, dimensions and what people call them.",
      .examples = {"tally model check", "tally model show"},
      .subcommands = {
          {.name = "check",
           .summary = "report every mistake in the model file",
           .description =
               "Read the model against the warehouse and report every mistake at once, with\n"
               "file, line, column and fix; warn of words that mean several things. Exit code\n"
               "0 passed (warnings too), 1 failed.",
           .examples = {"tally model check", "tally model check --json"},
           .options = {deadline_option()},
           .run = run_check},
          {.name = "show",
           .summary = "list metrics, dimensions and example questions",
           .description = "What can be asked about, in the model's words: what is measured, in\n"
                          "which unit, what it can be grouped and filtered by, by which dates\n"
                          "and ways, and what is kept back or not recorded.",
           .examples = {"tally model show", "tally model show --json"},
           .options = {deadline_option()},
           .run = run_show},
      }};
}

}  // namespace tally::cli
