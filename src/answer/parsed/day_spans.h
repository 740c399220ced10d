#pragma once
// Stretches of days, one or both sides of which may be open.

#include <optional>
#include <utility>
#include <vector>

#include "semantic/request.h"
#include "text/time_phrases.h"

namespace tally::answer::parsed {

// The first day, and the day after the last; of an open side a day before or after all others.
text::Day low(const text::DaySpan& span);
text::Day high(const text::DaySpan& span);

bool overlap(const text::DaySpan& a, const text::DaySpan& b);
text::DaySpan intersection(const text::DaySpan& a, const text::DaySpan& b);

// As a request has them, neighbours joined. `spans` are in order of time.
std::vector<semantic::TimeRange> written(const std::vector<text::DaySpan>& spans);

// Named quarters as whole years and the quarters meant of each, so that a warehouse with quarters
// of its own can use them. Nothing if the years do not have the same quarters, or all four.
std::optional<std::pair<std::vector<text::DaySpan>, std::vector<int>>> quarters_of_years(
    const std::vector<text::DaySpan>& spans);

}  // namespace tally::answer::parsed
