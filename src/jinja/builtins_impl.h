#pragma once
// The tables of built-ins, one a file, and what their entries share.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "jinja/builtins.h"
#include "jinja/evaluator.h"

namespace tally::jinja {

struct BuiltinEntry {
  std::string_view name;
  Builtin run;
};

std::span<const BuiltinEntry> text_filters();
std::span<const BuiltinEntry> markup_filters();
std::span<const BuiltinEntry> number_filters();
std::span<const BuiltinEntry> list_filters();
std::span<const BuiltinEntry> choosing_filters();  // those that take filters and tests by name
std::span<const BuiltinEntry> all_tests();
std::span<const BuiltinEntry> string_methods();
std::span<const BuiltinEntry> string_tests();  // "isdigit" and the like: methods, too
std::span<const BuiltinEntry> list_methods();
std::span<const BuiltinEntry> dict_methods();

// Arguments, with what holds when they are not given. None counts as not given.
std::optional<Value> given(const Call& call, size_t position, std::string_view name);
bool truth_argument(const Call& call, size_t position, std::string_view name, bool fallback);
int64_t integer_argument(const Call& call, size_t position, std::string_view name,
                         int64_t fallback);
std::optional<int64_t> integer_of(const Value& value);  // also of a bool, or a whole float
std::optional<double> real_of(const Value& value);
// Python's int(text, base) and float(text).
std::optional<int64_t> parse_integer(std::string_view text, int base = 10);
std::optional<double> parse_real(std::string_view text);

// False, and the render failed, if so many characters or items are more than may be made.
bool affordable(Call& call, int64_t size);
std::optional<Shared<List>> items(Call& call, const Value& value);
Value lazy_list(std::vector<Value> items);  // a generator in Python

// "address.city", 0: how filters name what of an item they want.
Value attribute_path(Call& call, const Value& item, const Value& path);
// Texts in lower case, unless case counts.
Value sort_key(const Value& value, bool case_sensitive);
// In place and stable; false, and the render failed, if some have no order.
bool sort_values(Call& call, std::vector<std::pair<Value, Value>>& keyed, bool reverse);

// str.format().
Value format_text(Call& call, std::string_view format);

}  // namespace tally::jinja
