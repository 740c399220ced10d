#include "answer/parsed/date_filters.h"

#include <fmt/format.h>

#include "answer/parsed/weights.h"
#include "text/numbers.h"

namespace tally::answer::parsed {

using text::Day;
using text::DaySpan;

namespace {

// Why a time names no days, in words.
std::string trouble_words(text::TimeTrouble trouble, std::string_view said) {
  switch (trouble) {
    case text::TimeTrouble::none:
      break;
    case text::TimeTrouble::reversed:
      return fmt::format("‘{}’ ends before it begins.", said);
    case text::TimeTrouble::two_ways:
      return fmt::format(
          "‘{}’ can be read with the day or the month first: write the month as a "
          "word, or the date as year-month-day.",
          said);
    case text::TimeTrouble::no_year:
      return fmt::format("‘{}’ is a day of which year?", said);
    case text::TimeTrouble::no_such_day:
      return fmt::format("There is no such time as ‘{}’.", said);
    case text::TimeTrouble::vague:
      return fmt::format("‘{}’ can be more than one time: name the days, months or year.", said);
    case text::TimeTrouble::starting:
      return fmt::format(
          "‘{}’: all since then, or what starts then? No start is recorded as a way of dating: say "
          "“since” for the first.",
          said);
  }
  return {};
}

}  // namespace

bool add_trouble(const Chart& chart, const Item& time, Candidate& candidate) {
  if (time.time->trouble == text::TimeTrouble::none) return false;
  candidate.cost += weights::kInexpressible;
  if (candidate.trouble.empty())
    candidate.trouble = trouble_words(time.time->trouble, chart.words(time));
  return true;
}

void say_trouble(Candidate& candidate, std::string words) {
  candidate.cost += weights::kInexpressible;
  if (candidate.trouble.empty()) candidate.trouble = std::move(words);
}

// The days of a field as filters on it.
void add_span(const DaySpan& span, const semantic::FieldRef& ref, bool year_number,
              Candidate& candidate) {
  using semantic::FilterOp;
  auto add = [&](FilterOp op, const Day& day) {
    semantic::Value value{semantic::Value::Kind::date, text::iso(day)};
    if (year_number) value = {semantic::Value::Kind::number, std::to_string(day.year)};
    candidate.request.filters.push_back({ref, op, {value}});
  };
  bool one_year = year_number && span.from && span.to && span.to->year == span.from->year + 1;
  if (one_year) return add(FilterOp::equal, *span.from);
  if (span.from) add(FilterOp::greater_equal, *span.from);
  if (span.to) add(FilterOp::less, *span.to);
}

namespace {

// Born before a day or year, from an age; ages are counted on `today`.
void add_age(const Condition& condition, const FieldChoice& choice, bool year_number, Day today,
             Candidate& candidate) {
  using semantic::FilterOp;
  auto turned = [](FilterOp op) {
    switch (op) {
      case FilterOp::less:
        return FilterOp::greater;
      case FilterOp::less_equal:
        return FilterOp::greater_equal;
      case FilterOp::greater:
        return FilterOp::less;
      case FilterOp::greater_equal:
        return FilterOp::less_equal;
      default:
        return op;
    }
  };
  semantic::Filter filter{choice.ref, turned(condition.op), {}};
  for (size_t i = condition.numbers.size(); i-- > 0;) {
    text::Number number;
    number.digits = condition.numbers[i];
    auto years = text::whole(number);
    bool whole = years && *years < 200 && (year_number || condition.op != FilterOp::equal);
    if (!whole) return say_trouble(candidate, "An age here has to be a whole number to compare.");
    Day born = text::plus(today, text::Unit::year, -*years);
    filter.values.push_back(
        year_number ? semantic::Value{semantic::Value::Kind::number, std::to_string(born.year)}
                    : semantic::Value{semantic::Value::Kind::date, text::iso(born)});
  }
  candidate.request.filters.push_back(std::move(filter));
  candidate.reasons.push_back(
      {"assumption", year_number
                         ? fmt::format("Age was taken as {} less the year of birth.", today.year)
                         : fmt::format("Ages are those of {}.", text::iso(today))});
}

}  // namespace

void add_date_filters(const Vocabulary& vocabulary, const Chart& chart, const Condition& condition,
                      const FieldChoice& choice, Candidate& candidate) {
  bool year_number = vocabulary.fields[choice.field].numeric;
  std::optional<Day> today;
  if (vocabulary.knows_today()) today = vocabulary.today();
  if (condition.age) {
    if (today) return add_age(condition, choice, year_number, *today, candidate);
    return say_trouble(candidate, "The day that ages are counted on is not known.");
  }
  if (add_trouble(chart, *condition.time, candidate)) return;
  const text::TimePhrase& phrase = *condition.time->time;
  std::string_view said = chart.words(*condition.time);
  std::optional<DaySpan> span;
  bool placed = phrase.relative && phrase.relative->anchor != text::Relative::Anchor::named;
  if (placed && today) span = text::resolve(*phrase.relative, *today);
  if (phrase.spans.size() == 1) span = phrase.spans[0];
  auto starts_year = [](const std::optional<Day>& day) {
    return !day || *day == text::start_of(*day, text::Unit::year);
  };
  bool fits = span && !condition.negated &&
              (!year_number || (starts_year(span->from) && starts_year(span->to)));
  if (!fits)
    return say_trouble(candidate, fmt::format("‘{}’ cannot be a condition on {}.", said,
                                              vocabulary.fields[choice.field].spoken));
  add_span(*span, choice.ref, year_number, candidate);
}

}  // namespace tally::answer::parsed
