#pragma once
// Arithmetic, as Python does it.

#include "base/result.h"
#include "jinja/tree.h"
#include "jinja/value.h"

namespace tally::jinja {

// Texts and lists that an operator may make at most.
struct SizeLimits {
  size_t text;
  size_t items;
};

Result<Value> operate(BinaryOperator op, const Value& left, const Value& right,
                      const SizeLimits& limits);
Result<Value> negative(const Value& operand);
// `format % arguments`.
Result<std::string> percent_format(std::string_view format, const Value& arguments);

}  // namespace tally::jinja
