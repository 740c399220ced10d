// tally exam report: sittings in figures.

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "base/files.h"
#include "face/cli/exam.h"
#include "measure/scorecard_page.h"

namespace tally::cli {
namespace {

namespace fs = std::filesystem;
using measure::Figures;
using measure::Rate;
using measure::Scorecard;

constexpr size_t kShownFailures = 10, kShownIds = 3;
// Cuts with a line for each of many names are in --json and --html.
constexpr const char* kShownCuts[] = {"tier", "templates", "tier and templates", "expected outcome",
                                      "number of tables"};

Result<std::vector<measure::Target>> targets_of(const Arguments& arguments,
                                                const Services& services) {
  std::string file;
  std::error_code failed;
  if (auto given = arguments.value("targets"))
    file = *given;
  else
    for (const auto& folder : {std::string("exams"), services.exam_folder()}) {
      auto path = fs::path(folder) / "targets.yml";
      if (file.empty() && fs::is_regular_file(path, failed)) file = path.string();
    }
  if (file.empty()) return std::vector<measure::Target>{};
  TALLY_TRY(auto text, read_file(file));
  return measure::read_targets(text, file);
}

std::string percent(const Rate& rate) {
  auto value = rate.value();
  return value ? fmt::format("{:.1f} %", *value * 100) : "–";
}

std::string with_range(const Rate& rate) {
  if (rate.of == 0) return "–";
  auto range = measure::wilson(rate);
  return fmt::format("{:.1f} % ({:.0f}–{:.0f})", *rate.value() * 100, range.low * 100,
                     range.high * 100);
}

std::string milliseconds(const std::optional<double>& seconds) {
  return seconds ? fmt::format("{:.1f} ms", *seconds * 1000) : "–";
}

std::string figures_line(const std::string& name, const Figures& figures) {
  return fmt::format("  {:<20}{:>9}{:>18}{:>10}{:>18}{:>18}{:>9}{:>9}{:>9}\n", name,
                     figures.questions, with_range(figures.accuracy), percent(figures.coverage),
                     with_range(figures.wrong_among_answered), with_range(figures.handled),
                     fmt::format("{:+.2f}", figures.utility), milliseconds(figures.latency_p50),
                     milliseconds(figures.latency_p95));
}

std::string target_line(const measure::TargetOutcome& outcome, const Context& context) {
  const auto& target = outcome.target;
  bool least = target.at_least.has_value();
  std::string value = outcome.value ? fmt::format("{:.3f}", *outcome.value) : "no question";
  return fmt::format("  {} {:<32}{:<22}{:>12}  {} {:g}\n",
                     outcome.met        ? context.paint(Style::green, "MET    ")
                     : outcome.missed() ? context.paint(Style::red, "MISSED ")
                                        : "not run",
                     target.name, target.figure, value, least ? "≥" : "≤",
                     least ? *target.at_least : *target.at_most);
}

std::string failure_lines(const Scorecard& card) {
  std::string out;
  size_t shown = std::min(card.failures.size(), kShownFailures);
  for (size_t i = 0; i < shown; ++i) {
    const auto& failure = card.failures[i];
    out += fmt::format("  {:>4} × {}\n        ", failure.ids.size(), failure.reason);
    for (size_t k = 0; k < std::min(failure.ids.size(), kShownIds); ++k)
      out += (k ? ", " : "") + failure.ids[k];
    out += failure.ids.size() > kShownIds ? ", …\n" : "\n";
  }
  if (card.failures.size() > shown)
    out += fmt::format("  and {} more reasons\n", card.failures.size() - shown);
  return out;
}

std::string calibration_lines(const measure::Calibration& calibration, const Context& context) {
  std::string out =
      context.paint(Style::bold, "calibration of trust") +
      fmt::format(
          "\n  {} answers with a probability: Brier {:.3f}, expected calibration error {:.3f}\n",
          calibration.count, calibration.brier, calibration.error);
  for (const auto& bin : calibration.bins)
    out += fmt::format("  said {:>5.1f} %, right {:>18}  ({} answers)\n", bin.said * 100,
                       with_range(bin.right), bin.right.of);
  return out;
}

std::string card_text(const Scorecard& card, const Context& context) {
  const auto& header = card.sitting.header;
  std::string out = context.paint(
      Style::bold, fmt::format("{} version {}, {}", header.exam, header.version, header.split));
  out += fmt::format(": {} of {} questions, model {}, program {}\n", card.sitting.questions.size(),
                     header.questions, header.model, header.program);
  out += fmt::format("  {:<20}{:>9}{:>18}{:>10}{:>18}{:>18}{:>9}{:>9}{:>9}\n", "", "questions",
                     "right", "coverage", "wrong of answered", "handled", "utility", "p50", "p95");
  out += figures_line("all", card.all);
  for (const char* by : kShownCuts)
    for (const auto& cut : card.cuts) {
      if (cut.by != by) continue;
      out += context.paint(Style::bold, "by " + cut.by) + "\n";
      for (const auto& slice : cut.slices) out += figures_line(slice.name, slice.figures);
    }
  if (card.all.credits > 0) out += fmt::format("cost: {:.2f} credits\n", card.all.credits);
  if (card.calibration) out += calibration_lines(*card.calibration, context);
  if (!card.targets.empty()) out += context.paint(Style::bold, "targets") + "\n";
  for (const auto& target : card.targets) out += target_line(target, context);
  if (!card.failures.empty()) out += context.paint(Style::bold, "what went wrong") + "\n";
  return out + failure_lines(card);
}

// Those that are named, else the newest.
Result<std::vector<std::string>> files_of(const Arguments& arguments, Context& context) {
  auto files = arguments.list("sitting");
  if (!files.empty()) return files;
  TALLY_TRY(auto kept, kept_sittings(arguments, context));
  if (kept.empty())
    return user_error("no exam was sat in this warehouse", "`tally exam sit NAME` does it");
  return std::vector<std::string>{kept[0]};
}

Result<int> report(const Arguments& arguments, Context& context) {
  TALLY_TRY(auto targets, targets_of(arguments, context.services));
  std::vector<Scorecard> cards;
  bool missed = false, met = false;
  TALLY_TRY(auto files, files_of(arguments, context));
  for (const auto& file : files) {
    TALLY_TRY(auto sitting, measure::read_sitting(file));
    if (sitting.questions.empty())
      return user_error(fmt::format("{} has no answer yet", file),
                        "`tally exam sit … --resume` goes on with it");
    note_gaps(sitting, context);
    cards.push_back(measure::scorecard(std::move(sitting), targets));
    for (const auto& target : cards.back().targets) {
      missed = missed || target.missed();
      met = met || target.met;
    }
  }
  if (auto page = arguments.value("html")) {
    TALLY_CHECK(write_file(*page, measure::scorecards_html(cards)));
  }
  if (arguments.flag("json")) {
    context.out(measure::scorecards_json(cards));
  } else {
    std::string out;
    for (const auto& card : cards) out += (out.empty() ? "" : "\n") + card_text(card, context);
    context.out(out);
  }
  bool passed = met && !missed;
  return arguments.flag("strict") && !passed ? static_cast<int>(kWrong) : static_cast<int>(kOk);
}

int run_report(const Arguments& arguments, Context& context) {
  auto code = report(arguments, context);
  return code.ok() ? *code : context.fail(code.error(), arguments);
}

}  // namespace

CommandSpec exam_report_command() {
  return {
      .name = "report",
      .summary = "sittings in figures",
      .description =
          "What came of sittings: right answers with 95 % ranges (Wilson), wrong among answered\n"
          "beside coverage, rightly not answered, time, cost, utility (a question: +1 right, 0\n"
          "declined, -2 wrong), what went wrong and why, and each target MET or MISSED.",
      .examples = {"tally exam report dev.jsonl test.jsonl",
                   "tally exam report test.jsonl --html card.html"},
      .options = {{.name = "sitting",
                   .kind = OptionKind::optional_list,
                   .help = "files that `tally exam sit` wrote (default: the newest)",
                   .is_file = true},
                  {.name = "html",
                   .kind = OptionKind::value,
                   .help = "also write one page with plots, which loads nothing",
                   .value_name = "FILE",
                   .is_file = true},
                  {.name = "targets",
                   .kind = OptionKind::value,
                   .help = "another file of targets than exams/targets.yml",
                   .value_name = "FILE",
                   .is_file = true},
                  {"strict", OptionKind::flag, "exit 1 if a target is missed, or none is met"}},
      .run = run_report};
}

}  // namespace tally::cli
