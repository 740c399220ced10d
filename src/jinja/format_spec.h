#pragma once
// How one value is laid out: Python's format specification, as `%`, str.format() and format() have
// it.

#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "jinja/value.h"

namespace tally::jinja {

struct FormatSpec {
  std::string fill = " ";
  char align = '\0';  // '<', '>', '^', '='; nothing: as the type has it
  char sign = '-';    // '-', '+', ' '
  bool alternate = false;
  bool zero = false;
  int width = 0;
  char grouping = '\0';  // ',' or '_'
  std::optional<int> precision;
  char type = '\0';
};

// Widths and precisions beyond this are refused.
inline constexpr int kWidest = 100'000;

Result<FormatSpec> parse_format_spec(std::string_view text);
Result<std::string> format_value(const Value& value, const FormatSpec& spec);

}  // namespace tally::jinja
