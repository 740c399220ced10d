#pragma once
// The rules by which the guard refuses, each with its stable name. docs/guard-rules.md is the same
// list for people; a test keeps the two in step.

#include <span>
#include <string_view>

namespace tally::guard {

struct RuleInfo {
  std::string_view rule;
  std::string_view meaning;  // one sentence: what is refused
  // A text that it refuses. Over the tables orders, customers, products wherever it names any.
  std::string_view example;
};

// In the order in which the guard applies them.
std::span<const RuleInfo> rules();

}  // namespace tally::guard
