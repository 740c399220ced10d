#pragma once
// Times told from another: "yesterday", "last 3 months", "two years ago", "year to date". Inner
// header of text/time_points.

#include <optional>
#include <span>

#include "text/time_phrases.h"

namespace tally::text {

struct RelativeTime {
  Relative relative;
  size_t last = 0;  // one past its last token
};

std::optional<RelativeTime> relative_at(std::span<const Token> tokens, size_t at);

}  // namespace tally::text
