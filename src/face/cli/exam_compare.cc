// tally exam compare: is one sitting better than another?

#include <fmt/format.h>

#include "face/cli/exam.h"
#include "measure/paired.h"

namespace tally::cli {
namespace {

using measure::PairedEvidence;
using measure::PairedFigure;

std::string list(const std::vector<std::string>& ids, const std::string& title) {
  std::string out = fmt::format("{}: {}\n", title, ids.size());
  for (const auto& id : ids) out += "  " + id + "\n";
  return out;
}

std::string share_line(const PairedFigure& figure) {
  return fmt::format(
      "right    {:>6.1f} % → {:>6.1f} %   {:+.1f} points (95 %: {:+.1f} to {:+.1f})\n",
      figure.first * 100, figure.second * 100, figure.difference * 100, figure.range.low * 100,
      figure.range.high * 100);
}

std::string utility_line(const PairedFigure& figure) {
  return fmt::format("utility  {:>+8.2f} → {:>+8.2f}   {:+.2f} (95 %: {:+.2f} to {:+.2f})\n",
                     figure.first, figure.second, figure.difference, figure.range.low,
                     figure.range.high);
}

std::string evidence_text(const PairedEvidence& evidence, const Context& context) {
  std::string out =
      fmt::format("{} questions of {} templates in both", evidence.pairs, evidence.templates);
  if (evidence.only_first + evidence.only_second > 0)
    out += fmt::format(" ({} only in the first, {} only in the second)", evidence.only_first,
                       evidence.only_second);
  out += "\n" + share_line(evidence.right) + utility_line(evidence.utility);
  out += fmt::format("McNemar  p = {:.2g}\n", evidence.p);
  if (evidence.noise)
    out += fmt::format("noise    {} of {} questions flipped when the first was sat again\n",
                       evidence.noise->flips, evidence.noise->pairs);
  for (const auto& change : evidence.changes) out += "changed  " + change + "\n";
  out += list(evidence.recovered, "recovered") + list(evidence.regressed, "regressed");
  bool found = evidence.finding != measure::Finding::no_evidence;
  std::string finding = measure::finding_name(evidence.finding);
  out += context.paint(Style::bold, found ? "the second is " + finding : finding);
  return out + ": " + evidence.why + "\n";
}

Result<int> compare(const Arguments& arguments, Context& context) {
  TALLY_TRY(auto first, measure::read_sitting(arguments.text("first")));
  TALLY_TRY(auto second, measure::read_sitting(arguments.text("second")));
  std::optional<measure::Sitting> repeat;
  if (auto file = arguments.value("repeat")) {
    TALLY_TRY(repeat, measure::read_sitting(*file));
  }
  for (const auto* sitting : {&first, &second, repeat ? &*repeat : nullptr})
    if (sitting) note_gaps(*sitting, context);
  TALLY_TRY(auto evidence,
            measure::compare_sittings(first, second, {.repeat = repeat ? &*repeat : nullptr}));
  context.out(arguments.flag("json") ? measure::evidence_json(evidence)
                                     : evidence_text(evidence, context));
  if (!repeat)
    context.note(
        "note: the noise floor is not known; sit the first again and give it as --repeat\n");
  bool worse = evidence.finding == measure::Finding::worse;
  return arguments.flag("strict") && worse ? static_cast<int>(kWrong) : static_cast<int>(kOk);
}

int run_compare(const Arguments& arguments, Context& context) {
  auto code = compare(arguments, context);
  return code.ok() ? *code : context.fail(code.error(), arguments);
}

OptionSpec file_option(const char* name, OptionKind kind, const char* help) {
  return {.name = name, .kind = kind, .help = help, .value_name = "FILE", .is_file = true};
}

}  // namespace

CommandSpec exam_compare_command() {
  return {
      .name = "compare",
      .summary = "is one sitting better than another?",
      .description =
          "Pairs two sittings question by question: the difference with a 95 % range (paired\n"
          "bootstrap, 10,000 resamples of whole templates), McNemar's test, what was recovered\n"
          "and what regressed. Says \"no evidence of a difference\" where there is none.",
      .examples = {"tally exam compare before.jsonl after.jsonl",
                   "tally exam compare before.jsonl after.jsonl --repeat again.jsonl"},
      .options = {file_option("first", OptionKind::positional, "the sitting before"),
                  file_option("second", OptionKind::positional, "the sitting after"),
                  file_option("repeat", OptionKind::value,
                              "the first, sat again: how much flips by itself"),
                  {"strict", OptionKind::flag, "exit 1 if the second is worse"}},
      .run = run_compare};
}

}  // namespace tally::cli
