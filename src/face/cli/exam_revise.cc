// tally exam revise: try one change to the settings, keep it if it proves itself.

#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/files.h"
#include "face/cli/exam.h"
#include "measure/paired.h"
#include "measure/scorecard.h"

namespace tally::cli {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;
using measure::Sitting;

struct Change {
  std::string key, value;  // as tally.yml will say it
  answer::Settings settings;
};

// A model is named from where the user stands, and kept from where tally.yml does.
Result<std::string> kept_path(const std::string& named, const answer::Settings& now) {
  auto path = fs::absolute(named).lexically_normal();
  std::error_code failed;
  if (!fs::is_regular_file(path, failed))
    return user_error(fmt::format("there is no model file {}", path.string()));
  auto relative = path.lexically_relative(now.folder);
  return relative.empty() || *relative.begin() == ".." ? path.string() : relative.string();
}

Result<Change> change_of(const Arguments& arguments, const answer::Settings& now,
                         Services& services) {
  std::string set = arguments.text("set");
  size_t equals = set.find('=');
  if (equals == set.npos || equals + 1 == set.size())
    return user_error(fmt::format("--set: \"{}\" is not KEY=VALUE", set),
                      "as in --set model=other.yml or --set limits.rows=500");
  if (now.file.empty()) return user_error("there is no tally.yml in which a change could be kept");
  Change change{set.substr(0, equals), set.substr(equals + 1), now};
  if (change.key == "model") {
    TALLY_TRY(change.value, kept_path(change.value, now));
  }
  TALLY_TRY(change.settings, services.changed(now, change.key, change.value));
  return change;
}

double time_of(const Sitting& sitting) {
  double seconds = 0;
  for (const auto& question : sitting.questions) seconds += question.seconds;
  return seconds;
}

// Higher utility, or the same in less time.
bool is_to_keep(const measure::PairedEvidence& evidence, const Sitting& before,
                const Sitting& after) {
  constexpr double kSame = 1e-9;
  if (evidence.utility.difference > kSame) return true;
  return evidence.utility.difference > -kSame && measure::saves_time(before, after);
}

Json story_of(const std::string& set, const measure::PairedEvidence& evidence, bool kept,
              const Sat& before, const Sat& after) {
  return {{"set", set},
          {"exam", after.sitting.header.exam},
          {"split", after.sitting.header.split},
          {"at", after.sitting.header.started},
          {"utility", {evidence.utility.first, evidence.utility.second}},
          {"right", {evidence.right.first, evidence.right.second}},
          {"seconds", {time_of(before.sitting), time_of(after.sitting)}},
          {"recovered", evidence.recovered.size()},
          {"regressed", evidence.regressed.size()},
          {"finding", measure::finding_name(evidence.finding)},
          {"kept", kept},
          {"sittings", {before.file, after.file}}};
}

std::string told(const Json& story) {
  return fmt::format(
      "{}  {:<8} {} {}  {}: utility {:+.3f} → {:+.3f}, right {:.1f} % → {:.1f} %, {:.1f} s → "
      "{:.1f} s, {} recovered, {} regressed ({})\n",
      story["at"].get<std::string>(), story["kept"] ? "kept" : "reverted",
      story["exam"].get<std::string>(), story["split"].get<std::string>(),
      story["set"].get<std::string>(), story["utility"][0].get<double>(),
      story["utility"][1].get<double>(), story["right"][0].get<double>() * 100,
      story["right"][1].get<double>() * 100, story["seconds"][0].get<double>(),
      story["seconds"][1].get<double>(), story["recovered"].get<size_t>(),
      story["regressed"].get<size_t>(), story["finding"].get<std::string>());
}

std::string ledger_file(const answer::Settings& settings) {
  return settings.state + "/revisions.jsonl";
}

Result<std::string> ledger(const answer::Settings& settings) {
  std::error_code failed;
  if (!fs::exists(ledger_file(settings), failed)) return std::string();
  return read_file(ledger_file(settings));
}

Result<int> show_ledger(const Arguments& arguments, Context& context) {
  TALLY_TRY(auto settings, context.services.settings(arguments.text("dir")));
  TALLY_TRY(auto lines, ledger(settings));
  std::string out;
  for (size_t start = 0; start < lines.size();) {
    size_t end = std::min(lines.find('\n', start), lines.size());
    auto story = Json::parse(lines.substr(start, end - start), nullptr, false);
    if (!story.is_object() || !story.contains("sittings"))
      return user_error(fmt::format("{} is damaged", ledger_file(settings)));
    out += told(story);
    start = end + 1;
  }
  if (out.empty()) context.note("nothing was revised yet\n");
  context.out(arguments.flag("json") ? lines : out);
  return static_cast<int>(kOk);
}

// The newest sitting that says what one begun now would say, else a new one.
Result<Sat> current(OpenExam& open, const SitRequest& request, const Arguments& arguments,
                    Context& context) {
  auto questions = measure::questions_of(*request.drawn, request.split);
  TALLY_TRY(auto header, sitting_header(open, request.split, questions, context.services.clock()));
  TALLY_TRY(auto files, kept_sittings(arguments, context));
  for (const auto& file : files) {
    auto sitting = measure::read_sitting(file);
    if (!sitting.ok() || !sitting->complete()) continue;
    header.started = sitting->header.started;
    if (measure::header_json(header) != measure::header_json(sitting->header)) continue;
    return Sat{file, {}, *std::move(sitting)};
  }
  return sit_exam(open, request, context);
}

Result<int> revise(const Arguments& arguments, Context& context) {
  if (arguments.flag("ledger")) return show_ledger(arguments, context);
  if (!arguments.value("exam") || !arguments.value("set"))
    return user_error(
        "an exam and a change are needed",
        "tally exam revise tpcds --set model=other.yml; --ledger tells what was tried");
  TALLY_TRY(auto jobs, jobs_option(arguments, 1));
  TALLY_TRY(auto open, open_exam(arguments, context, jobs));
  TALLY_TRY(auto change, change_of(arguments, open.settings, context.services));
  // The right answers are those under the settings as they are, whatever is tried.
  TALLY_TRY(auto drawn, exam_questions(open, context));
  // Never the test split: what a change was chosen by says nothing more about it.
  SitRequest request{.split = measure::Split::dev, .limit = {}, .out = "", .drawn = &drawn};
  TALLY_TRY(auto before, current(open, request, arguments, context));
  if (before.outcome.interrupted) return static_cast<int>(kInterrupted);
  reopen(open, change.settings, context);
  TALLY_TRY(auto after, sit_exam(open, request, context));
  if (after.outcome.interrupted) return static_cast<int>(kInterrupted);
  TALLY_TRY(auto evidence, measure::compare_sittings(before.sitting, after.sitting));
  bool kept = is_to_keep(evidence, before.sitting, after.sitting);
  if (kept) {
    TALLY_CHECK(context.services.keep(open.settings, change.key, change.value));
  }
  auto story = story_of(arguments.text("set"), evidence, kept, before, after);
  TALLY_TRY(auto lines, ledger(open.settings));
  TALLY_CHECK(write_file(ledger_file(open.settings), lines + story.dump() + "\n"));
  context.out(arguments.flag("json") ? story.dump() + "\n" : told(story));
  return kept ? static_cast<int>(kOk) : static_cast<int>(kWrong);
}

int run_revise(const Arguments& arguments, Context& context) {
  auto code = revise(arguments, context);
  return code.ok() ? *code : context.fail(code.error(), arguments);
}

}  // namespace

CommandSpec exam_revise_command() {
  return {
      .name = "revise",
      .summary = "try one change to the settings; keep it if it proves itself",
      .description =
          "Sits an exam's dev split with one setting changed and compares with the settings as\n"
          "they are. Higher utility, or the same in less time: the change is written to tally.yml\n"
          "(exit 0); else nothing is changed (exit 1). Each try is a line in\n"
          ".tally/revisions.jsonl.",
      .examples = {"tally exam revise tpcds --set model=other.ossie.yml",
                   "tally exam revise tpcds --set limits.deadline=2s",
                   "tally exam revise --ledger"},
      .options = {{"exam", OptionKind::optional_positional, "an exam's name, or its file"},
                  {"set", OptionKind::value,
                   "the change, as tally.yml names it: model, today, limits.deadline, limits.rows "
                   "or limits.memory",
                   "KEY=VALUE"},
                  {"jobs", OptionKind::value, "questions at the same time (default 1)", "N"},
                  {"ledger", OptionKind::flag, "tell what was tried and what came of it"}},
      .run = run_revise};
}

}  // namespace tally::cli
