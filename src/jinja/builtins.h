#pragma once
// Jinja's own filters, tests and globals, and the methods of Python's strings, lists and dicts.

#include <string_view>

#include "jinja/host.h"
#include "jinja/value.h"

namespace tally::jinja {

// `subject` is what stands before the bar, the `is` or the dot.
using Builtin = Value (*)(Call& call, const Value& subject);

// The methods of one name, by the type that has it; null where a type has none.
struct Methods {
  Builtin of_string = nullptr;
  Builtin of_list = nullptr;
  Builtin of_tuple = nullptr;
  Builtin of_dict = nullptr;
  Builtin of_number = nullptr;

  Builtin of(Type type) const;
};

// Null: there is none of this name.
Builtin find_filter(std::string_view name);
Builtin find_test(std::string_view name);
const Methods* find_methods(std::string_view name);
// range, dict, namespace, cycler, joiner, lipsum; undefined: none of this name.
Value find_global(std::string_view name);

}  // namespace tally::jinja
