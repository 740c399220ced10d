#include "measure/judge_answer.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "measure/order_keys.h"
#include "table/json.h"

namespace tally::measure {
namespace {

using answer::Outcome;
using Json = nlohmann::ordered_json;

constexpr size_t kShownRows = 20;  // of a reference, for people

Mark mark_of_verdict(table::Verdict verdict) {
  switch (verdict) {
    case table::Verdict::right:
      return Mark::right;
    case table::Verdict::wrong:
      return Mark::wrong;
    case table::Verdict::undecided:
      return Mark::undecided;
  }
  return Mark::undecided;
}

std::string expected_text(const Question& question) {
  std::string out;
  for (auto outcome : question.outcomes)
    out += (out.empty() ? "" : " or ") + std::string(answer::outcome_name(outcome));
  return out;
}

Json difference_json(const Judged& judged) {
  if (!judged.comparison || !judged.comparison->first_difference) return nullptr;
  const auto& cell = *judged.comparison->first_difference;
  auto number = [](std::optional<size_t> value) { return value ? Json(*value) : Json(nullptr); };
  return {{"row", cell.reference_row},
          {"column", cell.reference_column},
          {"answer_row", number(cell.answer_row)},
          {"answer_column", number(cell.answer_column)},
          {"expected", cell.expected},
          {"got", cell.got}};
}

// The first rows alone: a sitting's file is for reading, the exam has the rest.
std::string reference_json(const Question& question) {
  if (!question.reference) return "null";
  const auto& whole = *question.reference;
  table::ResultTable head;
  head.row_count = std::min(whole.row_count, kShownRows);
  head.more_rows = whole.row_count > kShownRows;
  for (const auto& column : whole.columns) {
    auto cut = column;
    cut.nulls.resize(head.row_count);
    std::visit([&](auto& values) { values.resize(head.row_count); }, cut.values);
    head.columns.push_back(std::move(cut));
  }
  return fmt::format(R"({{"sql":{},"row_count":{},"table":{}}})", table::json_string(question.sql),
                     whole.row_count, table::table_json(head));
}

}  // namespace

Judged judge_answer(const Question& question, const answer::Answer& answer) {
  bool acceptable = std::count(question.outcomes.begin(), question.outcomes.end(), answer.outcome);
  if (!acceptable) {
    Mark mark = answer.outcome == Outcome::failed   ? Mark::failed
                : answer.outcome == Outcome::answer ? Mark::wrong
                                                    : Mark::declined;
    std::string reason = fmt::format("expected {}, got {}", expected_text(question),
                                     answer::outcome_name(answer.outcome));
    if (!answer.reason.empty()) reason += ": " + answer.reason;
    return {mark, mark == Mark::failed ? "failed" : "outcome", std::move(reason), {}};
  }
  if (answer.outcome != Outcome::answer) return {Mark::right, "same", "", {}};
  table::CompareOptions options{.ordered = question.ordered, .places = question.places};
  if (question.ordered) options.order_columns = asked_order(question.sql, *question.reference);
  auto comparison = table::compare(*question.reference, *answer.table, options);
  Mark mark = mark_of_verdict(comparison.verdict);
  std::string code = comparison.code, reason = mark == Mark::right ? "" : comparison.reason;
  return {mark, std::move(code), std::move(reason), std::move(comparison)};
}

std::string line_json(const Question& question, const answer::Answer& answer, const Judged& judged,
                      const std::vector<std::string>& tables, const std::vector<Fact>& facts,
                      double seconds) {
  Json expected = Json::array(), found = Json::array();
  for (auto outcome : question.outcomes) expected.push_back(answer::outcome_name(outcome));
  for (const auto& fact : facts) found.push_back({{"kind", fact.kind}, {"text", fact.text}});
  Json json = {
      {"id", question.id},
      {"template", question.template_id},
      {"tier", tier_name(question.tier)},
      {"unseen", question.unseen},
      {"question", question.text},
      {"expected", expected},
      {"got", answer::outcome_name(answer.outcome)},
      {"mark", mark_name(judged.mark)},
      {"code", judged.code},
      {"near_miss", judged.comparison ? table::near_miss_name(judged.comparison->near_miss) : ""},
      {"reason", judged.reason},
      {"first_difference", difference_json(judged)},
      {"tables", tables},
      {"facts", found},
      {"seconds", seconds}};
  std::string line = json.dump(-1, ' ', false, Json::error_handler_t::replace);
  line.back() = ',';  // its closing brace: what follows is written by hand, digits and all
  return line + fmt::format(R"("reference":{},"answer":{}}})", reference_json(question),
                            answer::to_json(answer));
}

}  // namespace tally::measure
