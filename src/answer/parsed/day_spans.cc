#include "answer/parsed/day_spans.h"

#include <map>
#include <set>

namespace tally::answer::parsed {

namespace {

using text::Day;
using text::DaySpan;

constexpr Day kFirst{1, 1, 1};
constexpr Day kEnd{9999, 12, 31};

}  // namespace

Day low(const DaySpan& span) {
  return span.from.value_or(kFirst);
}
Day high(const DaySpan& span) {
  return span.to.value_or(kEnd);
}

bool overlap(const DaySpan& a, const DaySpan& b) {
  return low(a) < high(b) && low(b) < high(a);
}

DaySpan intersection(const DaySpan& a, const DaySpan& b) {
  DaySpan out = a;
  if (low(b) > low(a)) out.from = b.from;
  if (high(b) < high(a)) out.to = b.to;
  return out;
}

std::vector<semantic::TimeRange> written(const std::vector<DaySpan>& spans) {
  std::vector<DaySpan> joined;
  for (const DaySpan& span : spans) {
    if (!joined.empty() && joined.back().to && span.from && *joined.back().to == *span.from) {
      joined.back().to = span.to;
    } else {
      joined.push_back(span);
    }
  }
  std::vector<semantic::TimeRange> out;
  for (const DaySpan& span : joined)
    out.push_back({span.from ? text::iso(*span.from) : "", span.to ? text::iso(*span.to) : ""});
  return out;
}

std::optional<std::pair<std::vector<DaySpan>, std::vector<int>>> quarters_of_years(
    const std::vector<DaySpan>& spans) {
  std::map<int, std::set<int>> named;
  for (const DaySpan& span : spans) {
    if (!span.from || !span.to) return std::nullopt;
    for (Day day = *span.from; day < *span.to; day = text::plus(day, text::Unit::quarter, 1)) {
      if (day != text::start_of(day, text::Unit::quarter)) return std::nullopt;
      if (text::plus(day, text::Unit::quarter, 1) > *span.to) return std::nullopt;
      named[day.year].insert((day.month + 2) / 3);
    }
  }
  if (named.empty() || named.begin()->second.size() == 4) return std::nullopt;
  std::vector<DaySpan> years;
  for (const auto& [year, quarters] : named) {
    if (quarters != named.begin()->second) return std::nullopt;
    years.push_back({Day{year, 1, 1}, Day{year + 1, 1, 1}});
  }
  const std::set<int>& same = named.begin()->second;
  return std::pair{years, std::vector<int>(same.begin(), same.end())};
}

}  // namespace tally::answer::parsed
