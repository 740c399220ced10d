// Filters that apply other filters and tests to each item: map, select, reject and theirs by
// attribute.
#include <fmt/format.h>

#include "jinja/builtins_impl.h"

namespace tally::jinja {

namespace {

Value map_attribute(Call& call, const std::vector<Value>& all, const Value& attribute) {
  const Value* fallback = call.named("default");
  std::vector<Value> mapped;
  for (const auto& item : all) {
    Value found = attribute_path(call, item, attribute);
    mapped.push_back(found.is_undefined() && fallback ? *fallback : found);
  }
  return lazy_list(std::move(mapped));
}

Value map(Call& call, const Value& value) {
  if (!value.truth()) return lazy_list({});
  const auto list = items(call, value);
  if (!list) return {};
  const auto& all = (*list)->items;
  if (call.positional().empty()) {
    const Value* attribute = call.named("attribute");
    if (!attribute) return call.fail("map requires a filter argument");
    return map_attribute(call, all, *attribute);
  }
  const std::string name = call.positional()[0].text();
  const Builtin filter = find_filter(name);
  if (!filter) return call.fail(fmt::format("No filter named '{}'.", name));
  Call inner(call.evaluator(), call.positional().subspan(1), call.named(), call.where(),
             call.line());
  std::vector<Value> mapped;
  for (size_t at = 0; at < all.size() && !call.unwinding(); ++at) {
    if (call.spend(1)) mapped.push_back(filter(inner, all[at]));
  }
  return lazy_list(std::move(mapped));
}

enum class Choice : bool { keep, drop };

// Of all items those of which `of` (or what they have under it) passes the test, or does not.
Value chosen(Call& call, const Value& value, Choice choice, bool by_attribute) {
  if (!value.truth()) return lazy_list({});
  const auto list = items(call, value);
  if (!list) return {};
  auto arguments = call.positional();
  std::optional<Value> attribute;
  if (by_attribute) {
    if (arguments.empty()) return call.fail("Missing parameter for attribute name");
    attribute = arguments[0];
    arguments = arguments.subspan(1);
  }
  Builtin test = nullptr;
  if (!arguments.empty()) {
    const std::string name = arguments[0].text();
    test = find_test(name);
    if (!test) return call.fail(fmt::format("No test named '{}'.", name));
    arguments = arguments.subspan(1);
  }
  Call inner(call.evaluator(), arguments, call.named(), call.where(), call.line());
  std::vector<Value> found;
  const auto& all = (*list)->items;
  for (size_t at = 0; at < all.size() && call.spend(1) && !call.unwinding(); ++at) {
    const Value item = all[at];
    const Value asked = attribute ? attribute_path(call, item, *attribute) : item;
    const bool passes = (test ? test(inner, asked) : asked).truth();
    if (passes == (choice == Choice::keep)) found.push_back(item);
  }
  return lazy_list(std::move(found));
}

constexpr BuiltinEntry kEntries[] = {
    {"map", map},
    {"select",
     [](Call& call, const Value& value) { return chosen(call, value, Choice::keep, false); }},
    {"reject",
     [](Call& call, const Value& value) { return chosen(call, value, Choice::drop, false); }},
    {"selectattr",
     [](Call& call, const Value& value) { return chosen(call, value, Choice::keep, true); }},
    {"rejectattr",
     [](Call& call, const Value& value) { return chosen(call, value, Choice::drop, true); }},
};

}  // namespace

std::span<const BuiltinEntry> choosing_filters() {
  return kEntries;
}

}  // namespace tally::jinja
