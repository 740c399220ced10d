#include "face/cli/answer_text.h"

#include <fmt/format.h>

#include "face/cli/table_text.h"

namespace tally::cli {
namespace {

using answer::Answer;
using answer::Outcome;

std::string status_line(const Answer& answer, const Context& context) {
  switch (answer.outcome) {
    case Outcome::answer:
      return context.paint(Style::green, "answered");
    case Outcome::clarify:
      return context.paint(Style::yellow, "not answered yet");
    case Outcome::abstain:
      return context.paint(Style::yellow, "cannot be answered here");
    case Outcome::refuse:
      return context.paint(Style::red, "refused");
    case Outcome::failed:
      return context.paint(Style::red, "failed");
  }
  return "failed";
}

std::string table_part(const Answer& answer, size_t max_rows, const Context& context) {
  TableTextOptions options{.max_rows = max_rows};
  for (const auto& column : answer.columns) {
    options.amounts.push_back(column.is_metric);
    options.units.push_back(column.unit);
    options.titles.push_back(column.title);
    options.weekdays.push_back(column.part == semantic::Grain::weekday);
  }
  return "\n" + table_text(*answer.table, options, context.terminal) + "\n";
}

const char* grade_meaning(answer::TrustGrade grade) {
  switch (grade) {
    case answer::TrustGrade::agreed:
      return "two independent routes gave the same table";
    case answer::TrustGrade::checked:
      return "one route, and its numbers were counted a second way";
    case answer::TrustGrade::single:
      return "one route, not checked by a second";
    case answer::TrustGrade::disputed:
      return "the routes disagree";
  }
  return "";
}

std::string trust_part(const answer::Trust& trust, const Context& context) {
  std::string out = fmt::format("{} {} ({})\n", context.paint(Style::bold, "Trust:"),
                                answer::grade_name(trust.grade), grade_meaning(trust.grade));
  for (const auto& reason : trust.reasons) {
    if (reason.kind == "one_route") continue;  // the line above says it
    out += fmt::format("  - {}\n", reason.text);
  }
  return out;
}

std::string timeline_part(const Answer& answer, const Context& context) {
  std::string out = context.paint(Style::bold, "Timeline:") + "\n";
  double total = 0;
  for (const auto& stage : answer.timeline) {
    out +=
        fmt::format("  {:<10} {:>9.1f} ms  from {:.1f} ms\n", stage.name, stage.ms, stage.start_ms);
    total = stage.start_ms + stage.ms;
  }
  return out + fmt::format("  {:<10} {:>9.1f} ms\n", "total", total);
}

std::string sql_part(const Answer& answer, const Context& context) {
  std::string out;
  for (const auto& entry : answer.entries) {
    if (entry.sql.empty()) continue;
    out += fmt::format("{}\n{}\n",
                       context.paint(Style::bold, fmt::format("SQL ({} route):", entry.route)),
                       entry.sql);
  }
  return out;
}

std::string choices_part(const Answer& answer, const Context& context) {
  std::string out;
  for (const auto& choice : answer.choices) {
    out += fmt::format("  - {}", choice.question);
    if (!choice.about.empty())
      out += context.paint(Style::dim, fmt::format("  ({})", choice.about));
    out += "\n";
  }
  return out.empty() ? out : "You could ask:\n" + out;
}

}  // namespace

std::string answer_text(const Answer& answer, const AnswerTextOptions& options,
                        const Context& context) {
  std::string out = status_line(answer, context);
  if (!answer.reason.empty()) out += ": " + answer.reason;
  out += "\n";
  if (!answer.reading.empty())
    out += fmt::format("{} {}\n", context.paint(Style::bold, "Read as:"), answer.reading);
  if (answer.table) out += table_part(answer, options.max_rows, context);
  out += choices_part(answer, context);
  if (answer.trust) out += trust_part(*answer.trust, context);
  if (options.sql) out += sql_part(answer, context);
  if (options.timeline) out += timeline_part(answer, context);
  return out;
}

int exit_code(const Answer& answer) {
  if (answer.outcome == Outcome::answer) return kOk;
  if (answer.outcome != Outcome::failed) return kNotAnswered;
  if (answer.cancelled) return kInterrupted;
  return exit_code(Error{answer.failure.value_or(ErrorKind::bug), "", "", ""});
}

}  // namespace tally::cli
