#include "measure/sql_period.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>

namespace tally::measure {
namespace {

using sql::BinaryOp;
using sql::Expression;
using text::Day;
using Beside = PeriodReader::Beside;

constexpr int kFirstYear = 1800, kLastYear = 2200;  // other numbers are none

std::string lower(std::string text) {
  for (auto& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

bool contains(const std::string& text, std::string_view part) {
  return text.find(part) != text.npos;
}

Beside kind_of_part(const std::string& part) {
  if (part == "year") return Beside::year;
  if (part == "month") return Beside::month;
  return part == "quarter" ? Beside::quarter : Beside::nothing;
}

// Columns say what they hold by their names; a number in a column of another name may still be a
// year of four digits, if the name says nothing of another measure.
Beside kind_of_name(const std::string& name) {
  if (contains(name, "year") || contains(name, "yr")) return Beside::year;
  if (contains(name, "month") || contains(name, "moy")) return Beside::month;
  if (contains(name, "quarter") || contains(name, "qoy")) return Beside::quarter;
  return Beside::date;
}

const sql::Literal* literal_of(const Expression& expression) {
  if (const auto* cast = std::get_if<sql::Cast>(&expression.node))
    return literal_of(*cast->operand);
  return std::get_if<sql::Literal>(&expression.node);
}

// 2001, 2000 + 1, -3
std::optional<int> number_of(const Expression& expression) {
  if (const auto* sum = std::get_if<sql::Binary>(&expression.node)) {
    auto left = number_of(*sum->left), right = number_of(*sum->right);
    if (!left || !right) return std::nullopt;
    if (sum->op == BinaryOp::add) return *left + *right;
    return sum->op == BinaryOp::subtract ? std::optional(*left - *right) : std::nullopt;
  }
  const auto* literal = literal_of(expression);
  if (!literal || literal->kind != sql::Literal::Kind::number) return std::nullopt;
  int number = 0;
  const char* end = literal->text.data() + literal->text.size();
  auto [stop, fault] = std::from_chars(literal->text.data(), end, number);
  bool whole = fault == std::errc() && stop == end && std::abs(number) < 1'000'000;
  return whole ? std::optional(number) : std::nullopt;
}

// INTERVAL '30' DAY and the like: how many, of what.
std::optional<std::pair<int, text::Unit>> interval_of(const Expression& expression) {
  const auto* interval = std::get_if<sql::Interval>(&expression.node);
  if (!interval) return std::nullopt;
  const auto* amount = literal_of(*interval->amount);
  if (!amount) return std::nullopt;
  int count = 0;
  const char* end = amount->text.data() + amount->text.size();
  auto [stop, fault] = std::from_chars(amount->text.data(), end, count);
  if (fault != std::errc()) return std::nullopt;
  std::string unit = lower(interval->unit.empty() ? std::string(stop, end) : interval->unit);
  for (auto [name, one] : {std::pair{"day", text::Unit::day},
                           {"week", text::Unit::week},
                           {"month", text::Unit::month},
                           {"quarter", text::Unit::quarter},
                           {"year", text::Unit::year}})
    if (contains(unit, name)) return std::pair{count, one};
  return std::nullopt;
}

// DATE '2001-01-31', its text alone, and days or months added to one.
std::optional<Day> day_of(const Expression& expression) {
  if (const auto* cast = std::get_if<sql::Cast>(&expression.node)) return day_of(*cast->operand);
  if (const auto* sum = std::get_if<sql::Binary>(&expression.node)) {
    auto day = day_of(*sum->left);
    bool minus = sum->op == BinaryOp::subtract;
    if (!day || (!minus && sum->op != BinaryOp::add)) return std::nullopt;
    auto moved = interval_of(*sum->right);
    if (!moved)
      if (auto days = number_of(*sum->right)) moved = {*days, text::Unit::day};
    if (!moved) return std::nullopt;
    return text::plus(*day, moved->second, minus ? -moved->first : moved->first);
  }
  const auto* literal = std::get_if<sql::Literal>(&expression.node);
  bool written = literal && (literal->kind == sql::Literal::Kind::text ||
                             literal->kind == sql::Literal::Kind::typed);
  if (!written || literal->text.size() < 10) return std::nullopt;
  auto day = text::parse_iso(literal->text);
  return day && text::is_valid(*day) ? day : std::nullopt;
}

bool is_first(Day day) {
  return day.month == 1 && day.day == 1;
}
bool is_last(Day day) {
  return day.month == 12 && day.day == 31;
}

}  // namespace

Beside PeriodReader::kind_of(const Expression& operand) {
  if (const auto* column = std::get_if<sql::ColumnRef>(&operand.node))
    return kind_of_name(lower(column->name.back().text));
  if (const auto* extract = std::get_if<sql::Extract>(&operand.node))
    return kind_of_part(lower(extract->part));
  if (const auto* cast = std::get_if<sql::Cast>(&operand.node)) return kind_of(*cast->operand);
  const auto* call = std::get_if<sql::Call>(&operand.node);
  if (!call) return Beside::nothing;
  std::string name = lower(call->name.back().text);
  bool part_first = (name == "date_part" || name == "datepart") && !call->arguments.empty();
  if (part_first)
    if (const auto* part = literal_of(*call->arguments[0].value))
      return kind_of_part(lower(part->text));
  if (name == "date_trunc" || name == "date") return Beside::date;
  return kind_of_part(name);
}

bool PeriodReader::is_of_time(const Expression& operand, const Expression& literal) {
  auto number = number_of(literal);
  if (kind_of(operand) != Beside::date) return kind_of(operand) != Beside::nothing;
  return number && *number >= kFirstYear && *number <= kLastYear;
}

void PeriodReader::starts(Day day) {
  period_.first = period_.first ? std::min(*period_.first, day) : day;
}
void PeriodReader::ends(Day day) {
  period_.last = period_.last ? std::max(*period_.last, day) : day;
}

void PeriodReader::year(Bound bound, int year) {
  if (year < kFirstYear || year > kLastYear) return;
  if (bound == Bound::at || bound == Bound::from) starts({year, 1, 1});
  if (bound == Bound::after) starts({year + 1, 1, 1});
  if (bound == Bound::at || bound == Bound::until) ends({year, 12, 31});
  if (bound == Bound::before) ends({year - 1, 12, 31});
}

void PeriodReader::date(Bound bound, Day day) {
  if (bound == Bound::at || bound == Bound::from) starts(day);
  if (bound == Bound::after) starts(text::plus(day, text::Unit::day, 1));
  if (bound == Bound::at || bound == Bound::until) ends(day);
  if (bound == Bound::before) ends(text::plus(day, text::Unit::day, -1));
}

void PeriodReader::bound(Bound bound, const Expression& operand, const Expression& literal) {
  if (auto day = day_of(literal)) return date(bound, *day);
  auto number = number_of(literal);
  if (!number) return;
  auto beside = kind_of(operand);
  bool is_column = std::holds_alternative<sql::ColumnRef>(operand.node);
  // "season = 2003" names a year, "price > 2000" a price.
  if (beside == Beside::year || (beside == Beside::date && is_column && bound == Bound::at))
    return year(bound, *number);
  if (beside == Beside::month && *number >= 1 && *number <= 12 && bound == Bound::at)
    period_.months.insert(*number);
  else if (beside == Beside::quarter && *number >= 1 && *number <= 4 && bound == Bound::at)
    for (int month : {2, 1, 0}) period_.months.insert(*number * 3 - month);
  else if (beside == Beside::month || beside == Beside::quarter)
    period_.unknown = true;
}

void PeriodReader::compare(BinaryOp op, const Expression& operand, const Expression& literal) {
  switch (op) {
    case BinaryOp::equal:
      return bound(Bound::at, operand, literal);
    case BinaryOp::greater_equal:
      return bound(Bound::from, operand, literal);
    case BinaryOp::greater:
      return bound(Bound::after, operand, literal);
    case BinaryOp::less_equal:
      return bound(Bound::until, operand, literal);
    case BinaryOp::less:
      return bound(Bound::before, operand, literal);
    default:
      return;
  }
}

void PeriodReader::between(const sql::Between& range) {
  auto kind = kind_of(*range.operand);
  auto low = number_of(*range.low), high = number_of(*range.high);
  if (kind == Beside::month && low && high && *low >= 1 && *high <= 12) {
    for (int month = *low; month <= *high; ++month) period_.months.insert(month);
    return;
  }
  bound(Bound::from, *range.operand, *range.low);
  bound(Bound::until, *range.operand, *range.high);
}

void PeriodReader::in_list(const sql::InList& list) {
  for (const auto& item : list.items) bound(Bound::at, *list.operand, item);
}

// Months of one year are a range like any other.
Period PeriodReader::take() {
  Period& period = period_;
  bool one_year = period.first && period.last && period.first->year == period.last->year &&
                  is_first(*period.first) && is_last(*period.last);
  if (!one_year || period.months.empty()) return period;
  int first = *period.months.begin(), last = *period.months.rbegin(), year = period.first->year;
  if (static_cast<size_t>(last - first) + 1 != period.months.size()) return period;
  period.first = Day{year, first, 1};
  period.last = Day{year, last, text::days_in_month(year, last)};
  period.months.clear();
  return period;
}

std::string said(const Period& period) {
  auto start = [](Day day) { return is_first(day) ? std::to_string(day.year) : text::iso(day); };
  auto end = [](Day day) { return is_last(day) ? std::to_string(day.year) : text::iso(day); };
  bool years =
      (!period.first || is_first(*period.first)) && (!period.last || is_last(*period.last));
  auto low = [&] { return years ? start(*period.first) : text::iso(*period.first); };
  auto high = [&] { return years ? end(*period.last) : text::iso(*period.last); };
  std::string out = "no period";
  if (period.first && period.last)
    out = low() == high() ? low() : low() + " to " + high();
  else if (period.first)
    out = "from " + low() + " on";
  else if (period.last)
    out = "up to " + high();
  if (period.months.empty()) return out;
  std::string months;
  for (int month : period.months) months += (months.empty() ? "" : ", ") + std::to_string(month);
  return fmt::format("{}{} {}", out == "no period" ? "" : out + ", ",
                     period.months.size() == 1 ? "month" : "months", months);
}

}  // namespace tally::measure
