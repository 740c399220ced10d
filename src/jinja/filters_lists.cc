// Filters over lists and dicts.
#include <fmt/format.h>

#include <algorithm>

#include "jinja/builtins_impl.h"
#include "jinja/strings.h"

namespace tally::jinja {

namespace {

Value length(Call& call, const Value& value) {
  if (value.is_string()) return static_cast<int64_t>(length_of(value.string()));
  if (value.is_dict()) return static_cast<int64_t>(value.dict().size());
  if (value.is_sequence() && !value.items().lazy) {
    return static_cast<int64_t>(value.items().items.size());
  }
  if (value.is_undefined()) return 0;
  const auto listed = value.is_object() ? value.object().iterate() : std::nullopt;
  if (listed) return static_cast<int64_t>(listed->size());
  return call.fail(fmt::format("object of type '{}' has no len()", value.kind()));
}

Value to_list(Call& call, const Value& value) {
  const auto list = items(call, value);
  return list ? Value::list((*list)->items) : Value();
}

Value first(Call& call, const Value& value) {
  const auto list = items(call, value);
  return list && !(*list)->items.empty() ? (*list)->items.front() : Value();
}

Value last(Call& call, const Value& value) {
  const auto list = items(call, value);
  return list && !(*list)->items.empty() ? (*list)->items.back() : Value();
}

Value join(Call& call, const Value& value) {
  const auto list = items(call, value);
  if (!list) return {};
  const std::string separator = call.string(0, "d");
  const auto attribute = given(call, 1, "attribute");
  if (!affordable(call,
                  static_cast<int64_t>((*list)->items.size() * (1 + separator.size() / 16)))) {
    return {};
  }
  std::string out;
  bool is_first = true;
  for (const auto& item : (*list)->items) {
    if (!std::exchange(is_first, false)) out += separator;
    const size_t before = out.size();
    append_text(out, attribute ? attribute_path(call, item, *attribute) : item);
    if (!affordable(call, static_cast<int64_t>((out.size() - before) / 16))) return {};
  }
  return out;
}

Value default_value(Call& call, const Value& value) {
  const bool missing =
      value.is_undefined() || (truth_argument(call, 1, "boolean", false) && !value.truth());
  if (!missing) return value;
  const Value* fallback = call.argument(0, "default_value");
  return fallback ? *fallback : Value("");
}

std::vector<Value> dict_items(const Dict& dict) {
  std::vector<Value> pairs;
  for (const auto& [key, value] : dict.entries()) pairs.push_back(Value::tuple({key, value}));
  return pairs;
}

Value items_of_dict(Call& call, const Value& value) {
  if (value.is_undefined()) return lazy_list({});
  if (!value.is_dict()) return call.fail("Can only get item pairs from a mapping.");
  return lazy_list(dict_items(value.dict()));
}

Value dictsort(Call& call, const Value& value) {
  if (!value.is_dict()) return call.fail("dictsort needs a dict");
  const bool case_sensitive = truth_argument(call, 0, "case_sensitive", false);
  const std::string by = call.string(1, "by", "key");
  if (by != "key" && by != "value") {
    return call.fail("You can only sort by either \"key\" or \"value\"");
  }
  std::vector<std::pair<Value, Value>> keyed;
  for (const auto& [key, item] : value.dict().entries()) {
    keyed.emplace_back(sort_key(by == "key" ? key : item, case_sensitive),
                       Value::tuple({key, item}));
  }
  if (!sort_values(call, keyed, truth_argument(call, 2, "reverse", false))) return {};
  std::vector<Value> sorted;
  for (auto& [key, pair] : keyed) sorted.push_back(std::move(pair));
  return Value::list(std::move(sorted));
}

// One key, or one for each of "age,name".
Value sort_key_at(Call& call, const Value& item, const std::optional<Value>& attribute,
                  bool case_sensitive) {
  if (!attribute) return sort_key(item, case_sensitive);
  if (!attribute->is_string() || attribute->string().find(',') == std::string::npos) {
    return sort_key(attribute_path(call, item, *attribute), case_sensitive);
  }
  std::vector<Value> keys;
  std::string_view rest = attribute->string();
  for (bool more = true; more;) {
    const size_t comma = rest.find(',');
    keys.push_back(sort_key(attribute_path(call, item, rest.substr(0, comma)), case_sensitive));
    more = comma != std::string_view::npos;
    if (more) rest.remove_prefix(comma + 1);
  }
  return Value::tuple(std::move(keys));
}

Value sort(Call& call, const Value& value) {
  const auto list = items(call, value);
  if (!list) return {};
  const bool case_sensitive = truth_argument(call, 1, "case_sensitive", false);
  const auto attribute = given(call, 2, "attribute");
  std::vector<std::pair<Value, Value>> keyed;
  for (const auto& item : (*list)->items) {
    keyed.emplace_back(sort_key_at(call, item, attribute, case_sensitive), item);
  }
  if (!sort_values(call, keyed, truth_argument(call, 0, "reverse", false))) return {};
  std::vector<Value> sorted;
  for (auto& [key, item] : keyed) sorted.push_back(std::move(item));
  return Value::list(std::move(sorted));
}

Value unique(Call& call, const Value& value) {
  const auto list = items(call, value);
  if (!list) return {};
  const bool case_sensitive = truth_argument(call, 0, "case_sensitive", false);
  const auto attribute = given(call, 1, "attribute");
  Dict seen;
  std::vector<Value> found;
  for (const auto& item : (*list)->items) {
    Value key = sort_key_at(call, item, attribute, case_sensitive);
    if (!hashable(key)) return call.fail(fmt::format("unhashable type: '{}'", key.kind()));
    if (seen.find(key)) continue;
    seen.set(std::move(key), true);
    found.push_back(item);
  }
  return lazy_list(std::move(found));
}

Value extreme(Call& call, const Value& value, int sign) {
  const auto list = items(call, value);
  if (!list || (*list)->items.empty()) return {};
  const bool case_sensitive = truth_argument(call, 0, "case_sensitive", false);
  const auto attribute = given(call, 1, "attribute");
  Value best = (*list)->items.front();
  Value best_key = sort_key_at(call, best, attribute, case_sensitive);
  for (const auto& item : (*list)->items) {
    Value key = sort_key_at(call, item, attribute, case_sensitive);
    const auto order = compare(key, best_key);
    if (!order) return call.fail("values of different types have no order");
    if (*order * sign > 0) {
      best = item;
      best_key = std::move(key);
    }
  }
  return best;
}

Value batch(Call& call, const Value& value) {
  const auto list = items(call, value);
  const int64_t size = integer_argument(call, 0, "linecount", 1);
  const auto fill = given(call, 1, "fill_with");
  if (!list) return {};
  if (size < 1) return call.fail("batch needs a positive number");
  std::vector<Value> batches;
  const auto& all = (*list)->items;
  for (size_t at = 0; at < all.size();) {
    const size_t end = at + std::min(static_cast<size_t>(size), all.size() - at);
    std::vector<Value> part(all.begin() + static_cast<ptrdiff_t>(at),
                            all.begin() + static_cast<ptrdiff_t>(end));
    if (fill && part.size() < static_cast<size_t>(size)) {
      if (!affordable(call, size)) return {};
      part.resize(static_cast<size_t>(size), *fill);
    }
    batches.push_back(Value::list(std::move(part)));
    at = end;
  }
  return lazy_list(std::move(batches));
}

Value slice(Call& call, const Value& value) {
  const auto list = items(call, value);
  const int64_t count = integer_argument(call, 0, "slices", 1);
  const auto fill = given(call, 1, "fill_with");
  if (!list || !affordable(call, count)) return {};
  if (count < 1) return call.fail("slice needs a positive number");
  const auto& all = (*list)->items;
  const size_t each = all.size() / static_cast<size_t>(count);
  const size_t longer = all.size() % static_cast<size_t>(count);
  std::vector<Value> slices;
  size_t at = 0;
  for (size_t number = 0; number < static_cast<size_t>(count); ++number) {
    const size_t end = at + each + (number < longer ? 1 : 0);
    std::vector<Value> part(all.begin() + static_cast<ptrdiff_t>(at),
                            all.begin() + static_cast<ptrdiff_t>(end));
    if (fill && number >= longer) part.push_back(*fill);
    slices.push_back(Value::list(std::move(part)));
    at = end;
  }
  return lazy_list(std::move(slices));
}

// (grouper, list), which is a tuple with names.
class Group final : public Object {
 public:
  Group(Value key, std::vector<Value> members)
      : key_(std::move(key)), members_(Value::list(std::move(members))) {}
  std::string_view type_name() const override { return "tuple"; }
  Value attribute(std::string_view name) const override {
    return name == "grouper" ? key_ : name == "list" ? members_ : Value();
  }
  Value item(const Value& key) const override {
    if (!key.is_integer()) return {};
    return key.integer() == 0 || key.integer() == -2   ? key_
           : key.integer() == 1 || key.integer() == -1 ? members_
                                                       : Value();
  }
  std::optional<std::vector<Value>> iterate() const override { return std::vector{key_, members_}; }
  std::string text() const override { return Value::tuple({key_, members_}).text(); }
  void visit(const std::function<void(const Value&)>& each) const override { each(members_); }

 private:
  Value key_, members_;
};

Value groupby(Call& call, const Value& value) {
  const auto list = items(call, value);
  const Value* attribute = call.argument(0, "attribute");
  if (!list || !attribute) return attribute ? Value() : call.fail("groupby needs an attribute");
  const auto fallback = given(call, 1, "default");
  const bool case_sensitive = truth_argument(call, 2, "case_sensitive", false);
  auto key_of = [&](const Value& item) {
    Value key = attribute_path(call, item, *attribute);
    return key.is_undefined() && fallback ? *fallback : key;
  };
  std::vector<std::pair<Value, Value>> keyed;
  for (const auto& item : (*list)->items)
    keyed.emplace_back(sort_key(key_of(item), case_sensitive), item);
  if (!sort_values(call, keyed, false)) return {};
  std::vector<Value> groups;
  for (size_t at = 0; at < keyed.size();) {
    std::vector<Value> members;
    const size_t begin = at;
    for (; at < keyed.size() && equal(keyed[at].first, keyed[begin].first); ++at) {
      members.push_back(keyed[at].second);
    }
    Value key = key_of(members.front());
    groups.emplace_back(make<Group>(std::move(key), std::move(members)));
  }
  return Value::list(std::move(groups));
}

Value attr(Call& call, const Value& value) {
  const std::string name = call.string(0, "name");
  if (value.is_dict()) return {};  // attributes only, never keys
  return call.evaluator().attribute_of(value, name);
}

constexpr BuiltinEntry kEntries[] = {
    {"length", length},
    {"count", length},
    {"list", to_list},
    {"first", first},
    {"last", last},
    {"random", first},  // a render says the same each time
    {"join", join},
    {"default", default_value},
    {"d", default_value},
    {"items", items_of_dict},
    {"dictsort", dictsort},
    {"sort", sort},
    {"unique", unique},
    {"min", [](Call& call, const Value& value) { return extreme(call, value, -1); }},
    {"max", [](Call& call, const Value& value) { return extreme(call, value, 1); }},
    {"batch", batch},
    {"slice", slice},
    {"groupby", groupby},
    {"attr", attr},
};

}  // namespace

std::span<const BuiltinEntry> list_filters() {
  return kEntries;
}

}  // namespace tally::jinja
