#pragma once
// Numbers as people write them.

#include <cstddef>
#include <optional>
#include <span>
#include <string>

#include "text/tokens.h"

namespace tally::text {

struct Number {
  size_t first = 0, last = 0;  // tokens [first, last)
  std::string digits;          // "1500000", "-0.5": plain, never an exponent
  bool ordinal = false;        // "third", "3rd"
  bool percent = false;        // a % or "percent" follows and is part of it
  bool bare = false;           // one token of digits, nothing else
  std::string currency;        // the mark before it: "$"
};

// Whether token `at` is the sign of the number after it: "above -5", not "1999-2001".
bool is_sign(std::span<const Token> tokens, size_t at);

// The longest number that starts at token `at`: "1,000", "$1.5 million", "10k", "a million",
// "twenty five", "two hundred and six", "3rd", "third".
std::optional<Number> number_at(std::span<const Token> tokens, size_t at);

// `digits` as a small whole number, if it is one.
std::optional<int> whole(const Number& number);

}  // namespace tally::text
