// tally model: check the semantic model; show what can be asked about.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <nlohmann/json.hpp>

#include "face/cli/commands.h"

namespace tally::cli {
namespace {

using Json = nlohmann::ordered_json;

std::string dump(const Json& json) {
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

struct Opened {
  std::unique_ptr<answer::Workspace> workspace;
  semantic::LoadOutcome outcome;
};

Result<Opened> load(const Arguments& arguments, Context& context) {
  TALLY_TRY(auto workspace, open_workspace(arguments, context));
  TALLY_TRY(auto deadline, deadline_of(arguments, workspace->settings(), context.services.clock()));
  TALLY_TRY(auto outcome, workspace->check_model(deadline));
  return Opened{std::move(workspace), std::move(outcome)};
}

std::string complaints_json(const semantic::LoadOutcome& outcome) {
  Json complaints = Json::array();
  for (const auto& complaint : outcome.complaints)
    complaints.push_back({{"file", complaint.file},
                          {"line", complaint.at.line},
                          {"column", complaint.at.column},
                          {"message", complaint.message},
                          {"fix", complaint.fix}});
  return dump({{"verdict", outcome.model ? "passed" : "failed"}, {"complaints", complaints}});
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
  if (arguments.flag("json")) {
    context.out(complaints_json(outcome));
    return outcome.model ? kOk : kWrong;
  }
  for (const auto& complaint : outcome.complaints) context.out(complaint.text() + "\n");
  if (!outcome.model) {
    context.note(fmt::format("{} {} mistake(s) in {}\n", context.paint(Style::red, "failed:"),
                             outcome.complaints.size(), opened->workspace->settings().model));
    return kWrong;
  }
  const auto& model = *outcome.model;
  context.out(fmt::format("{} {}: {} datasets, {} relationships, {} metrics, {} dimensions\n",
                          context.paint(Style::green, "passed:"), model.name, model.datasets.size(),
                          model.relationships.size(), model.metrics.size(),
                          dimension_count(model)));
  return kOk;
}

std::string show_json(const semantic::Model& model) {
  Json metrics = Json::array(), dimensions = Json::array();
  for (const auto& metric : model.metrics)
    metrics.push_back({{"name", metric.name},
                       {"description", metric.description},
                       {"unit", metric.unit},
                       {"synonyms", metric.synonyms}});
  for (const auto& dataset : model.datasets)
    for (const auto& field : dataset.fields)
      if (field.is_dimension && !field.personal)
        dimensions.push_back({{"dataset", dataset.name},
                              {"field", field.name},
                              {"description", field.description},
                              {"synonyms", field.synonyms}});
  return dump({{"name", model.name},
               {"metrics", metrics},
               {"dimensions", dimensions},
               {"examples", model.examples}});
}

std::string show_text(const semantic::Model& model, const Context& context) {
  std::string out = context.paint(Style::bold, "Metrics") + "\n";
  for (const auto& metric : model.metrics) {
    out += fmt::format("  {:<32} {}\n", metric.name, metric.description);
    if (!metric.synonyms.empty())
      out += context.paint(
          Style::dim, fmt::format("  {:<32} also: {}\n", "", fmt::join(metric.synonyms, ", ")));
  }
  out += context.paint(Style::bold, "Dimensions") + "\n";
  for (const auto& dataset : model.datasets)
    for (const auto& field : dataset.fields)
      if (field.is_dimension && !field.personal)
        out += fmt::format("  {:<40} {}\n", dataset.name + "." + field.name,
                           field.synonyms.empty()
                               ? field.description
                               : fmt::format("{}", fmt::join(field.synonyms, ", ")));
  if (!model.examples.empty()) out += context.paint(Style::bold, "Questions to try") + "\n";
  for (const auto& example : model.examples) out += fmt::format("  tally ask \"{}\"\n", example);
  return out;
}

int run_show(const Arguments& arguments, Context& context) {
  auto opened = load(arguments, context);
  if (!opened.ok()) return context.fail(opened.error(), arguments);
  if (!opened->outcome.model)
    return context.fail(semantic::model_error(opened->outcome.complaints), arguments);
  const auto& model = *opened->outcome.model;
  context.out(arguments.flag("json") ? show_json(model) : show_text(model, context));
  return kOk;
}

}  // namespace

CommandSpec model_command() {
  return {.name = "model",
          .summary = "check the semantic model, or show what can be asked",
          .description = "The semantic model: metrics, dimensions and what people call them.",
          .examples = {"tally model check", "tally model show"},
          .subcommands = {
              {.name = "check",
               .summary = "report every mistake in the model file",
               .description =
                   "Read the model against the warehouse and report every mistake at once, with\n"
                   "file, line, column and fix. Exit code 0 passed, 1 failed.",
               .examples = {"tally model check", "tally model check --json"},
               .options = {deadline_option()},
               .run = run_check},
              {.name = "show",
               .summary = "list metrics, dimensions and example questions",
               .description = "What can be asked about, in the model's words.",
               .examples = {"tally model show", "tally model show --json"},
               .options = {deadline_option()},
               .run = run_show},
          }};
}

}  // namespace tally::cli
