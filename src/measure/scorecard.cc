#include "measure/scorecard.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <functional>
#include <map>
#include <string_view>
#include <utility>

namespace tally::measure {
namespace {

using Questions = std::vector<const SatQuestion*>;

double utility_of(Mark mark) {
  switch (mark) {
    case Mark::right:
      return 1;
    case Mark::wrong:
    case Mark::undecided:
      return -2;
    case Mark::declined:
    case Mark::failed:
      return 0;
  }
  return 0;
}

void count(Mark mark, Figures& figures) {
  switch (mark) {
    case Mark::right:
      ++figures.right;
      break;
    case Mark::wrong:
      ++figures.wrong;
      break;
    case Mark::undecided:
      ++figures.undecided;
      break;
    case Mark::declined:
      ++figures.declined;
      break;
    case Mark::failed:
      ++figures.failed;
      break;
  }
}

// A question may stand in several slices (tables) or in none.
using Names = std::function<std::vector<std::string>(const SatQuestion&)>;

Cut cut_by(std::string by, const Questions& questions, const Names& names) {
  std::map<std::string, Questions> slices;
  for (const auto* question : questions)
    for (const auto& name : names(*question)) slices[name].push_back(question);
  Cut cut{std::move(by), {}};
  for (const auto& [name, inside] : slices) cut.slices.push_back({name, figures_of(inside)});
  return cut;
}

std::string counted_tables(const SatQuestion& question) {
  size_t count = question.tables.size();
  if (count == 0) return "none";
  return count >= 5 ? "5 or more" : std::to_string(count);
}

std::string expected_text(const SatQuestion& question) {
  auto expected = question.expected;
  std::sort(expected.begin(), expected.end());  // in whatever order an exam names them
  std::string out;
  for (const auto& outcome : expected) out += (out.empty() ? "" : " or ") + outcome;
  return out;
}

std::vector<Cut> cuts_of(const Questions& all) {
  using Q = const SatQuestion&;
  std::vector<Cut> cuts;
  cuts.push_back(cut_by("tier", all, [](Q q) { return std::vector{q.tier}; }));
  auto seen = [](Q q) { return std::string(q.unseen ? "unseen" : "seen"); };
  cuts.push_back(cut_by("templates", all, [&](Q q) { return std::vector{seen(q)}; }));
  cuts.push_back(
      cut_by("tier and templates", all, [&](Q q) { return std::vector{q.tier + " " + seen(q)}; }));
  cuts.push_back(
      cut_by("expected outcome", all, [](Q q) { return std::vector{expected_text(q)}; }));
  cuts.push_back(
      cut_by("number of tables", all, [](Q q) { return std::vector{counted_tables(q)}; }));
  cuts.push_back(cut_by("table", all, [](Q q) { return q.tables; }));
  cuts.push_back(cut_by("template", all, [](Q q) { return std::vector{q.template_id}; }));
  return cuts;
}

// The first words, without what is this question's own: quotations and numbers.
constexpr size_t kCommonWords = 4;

std::string common_part(const std::string& reason) {
  constexpr std::pair<std::string_view, std::string_view> kQuotes[] = {{"“", "”"}, {"‘", "’"}};
  std::string out;
  std::vector<std::string_view> closing;  // of the quotations that are open
  size_t words = 0;
  for (size_t i = 0; i < reason.size(); ++i) {
    std::string_view rest = std::string_view(reason).substr(i);
    const auto* quote = std::find_if(std::begin(kQuotes), std::end(kQuotes),
                                     [&](const auto& one) { return rest.starts_with(one.first); });
    if (quote != std::end(kQuotes)) {
      if (closing.empty()) out += std::string(quote->first) + "…" + std::string(quote->second);
      closing.push_back(quote->second);
      i += quote->first.size() - 1;
    } else if (!closing.empty()) {
      if (!rest.starts_with(closing.back())) continue;
      i += closing.back().size() - 1;
      closing.pop_back();
    } else if (std::isdigit(static_cast<unsigned char>(reason[i]))) {
      if (out.empty() || out.back() != '#') out += '#';
    } else if (reason[i] == ' ' && ++words == kCommonWords) {
      return out + " …";
    } else {
      out += reason[i];
    }
  }
  return out;
}

// The fact that says most; several may hold.
constexpr std::array kTellingFacts = {
    "channel",       "table_missing", "table_extra", "literal_nowhere", "period",
    "value_missing", "value_extra",   "aggregate",   "fan_out",         "grain",
    "null_join",     "times",         "null_keys",   "outer_join",      "limit",
    "scale",         "tolerance",     "order",       "row_count",       "unreadable"};

std::vector<Failure> failures_of(const Questions& all) {
  std::map<std::string, Failure> by_reason;
  for (const auto* question : all) {
    if (question->mark == Mark::right) continue;
    auto& failure = by_reason[failure_reason(*question)];
    failure.reason = failure_reason(*question);
    failure.ids.push_back(question->id);
  }
  std::vector<Failure> failures;
  for (auto& [reason, failure] : by_reason) failures.push_back(std::move(failure));
  std::stable_sort(failures.begin(), failures.end(),
                   [](const Failure& a, const Failure& b) { return a.ids.size() > b.ids.size(); });
  return failures;
}

std::optional<double> figure(const Figures& figures, const std::string& name) {
  if (name == "accuracy") return figures.accuracy.value();
  if (name == "coverage") return figures.coverage.value();
  if (name == "wrong_among_answered") return figures.wrong_among_answered.value();
  if (name == "handled") return figures.handled.value();
  if (name == "latency_p50") return figures.latency_p50;
  if (name == "latency_p95") return figures.latency_p95;
  if (figures.questions == 0) return std::nullopt;
  return figures.utility;
}

TargetOutcome outcome_of(const Target& target, const Questions& all) {
  Questions inside;
  for (const auto* question : all)
    if ((target.tier.empty() || target.tier == question->tier) &&
        (!target.seen || *target.seen != question->unseen))
      inside.push_back(question);
  auto value = figure(figures_of(inside), target.figure);
  bool met = value && (!target.at_least || *value >= *target.at_least) &&
             (!target.at_most || *value <= *target.at_most);
  return {target, value, met};
}

}  // namespace

Figures figures_of(const std::vector<const SatQuestion*>& questions) {
  Figures out;
  std::vector<double> seconds;
  double utility = 0;
  for (const auto* question : questions) {
    ++out.questions;
    count(question->mark, out);
    bool right = question->mark == Mark::right;
    if (question->wants_answer()) {
      out.accuracy.add(right);
      out.coverage.add(question->answered());
    } else {
      out.handled.add(right);
    }
    if (question->answered()) out.wrong_among_answered.add(!right);
    utility += utility_of(question->mark);
    out.credits += question->credits;
    if (question->answered() || question->mark == Mark::failed)
      seconds.push_back(question->seconds);
  }
  if (out.questions > 0) out.utility = utility / static_cast<double>(out.questions);
  out.latency_p50 = quantile(seconds, 0.5);
  out.latency_p95 = quantile(seconds, 0.95);
  return out;
}

std::string failure_reason(const SatQuestion& question) {
  if (question.mark == Mark::failed) return "failed: " + common_part(question.reason);
  if (!question.wants_answer()) {
    if (question.answered()) return "answered what must not be answered";
    return question.got + " where " + expected_text(question) + " is due";
  }
  if (!question.answered()) {
    // The sentence behind "expected answer, got clarify: ".
    auto colon = question.reason.find(": ");
    std::string said = colon == std::string::npos ? "" : question.reason.substr(colon + 2);
    return question.got + ": " + common_part(said);
  }
  if (question.mark == Mark::undecided) return "undecided";
  for (const char* kind : kTellingFacts)
    for (const auto& fact : question.facts)
      if (fact.kind == kind) return "wrong: " + fact.kind;
  return "wrong: " + question.code;
}

namespace {

std::vector<Claim> claims_of(const std::vector<SatQuestion>& questions) {
  std::vector<Claim> claims;
  for (const auto& question : questions)
    if (question.answered() && question.probability)
      claims.push_back({*question.probability, question.mark == Mark::right});
  return claims;
}

}  // namespace

Scorecard scorecard(Sitting sitting, const std::vector<Target>& targets) {
  Scorecard card;
  card.sitting = std::move(sitting);
  Questions all;
  for (const auto& question : card.sitting.questions) all.push_back(&question);
  card.all = figures_of(all);
  card.cuts = cuts_of(all);
  card.failures = failures_of(all);
  card.calibration = calibration(claims_of(card.sitting.questions));
  for (const auto& target : targets) card.targets.push_back(outcome_of(target, all));
  return card;
}

}  // namespace tally::measure
