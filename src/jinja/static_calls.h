#pragma once
// Every call that a template's text has, taken or not: what can be known of a template that cannot
// be evaluated.

#include <span>
#include <string>
#include <vector>

#include "jinja/template.h"
#include "jinja/value.h"

namespace tally::jinja {

struct StaticCall {
  // What is called, in its parts: {"ref"}, {"dbt_utils", "star"}, {"adapter", "dispatch"}. Of
  // adapter.dispatch('a', 'b')(…) this is {"adapter", "dispatch"} with its arguments, once.
  std::vector<Name> callee;
  // Literals as they are; anything else undefined.
  std::vector<Value> positional;
  std::vector<std::pair<Name, Value>> named;
  uint32_t line = 0;
};

std::vector<StaticCall> static_calls(const Template& source);
std::vector<StaticCall> static_calls(const Template& source, const Definition& definition);

}  // namespace tally::jinja
