// Methods of Python's list, tuple, dict and set.
#include <fmt/format.h>

#include <algorithm>

#include "jinja/builtins_impl.h"

namespace tally::jinja {

namespace {

// What holds itself would never be freed.
bool may_hold(Call& call, const Value& whole, const Value& part) {
  if (!holds(part, whole)) return true;
  call.fail(fmt::format("a {} cannot hold itself, or what is nested too deeply", whole.kind()));
  return false;
}

const Value* wanted(Call& call) {
  if (call.positional().empty()) {
    call.fail("an argument is missing");
    return nullptr;
  }
  return &call.positional()[0];
}

Value append(Call& call, const Value& self) {
  const Value* item = wanted(call);
  if (!item || !may_hold(call, self, *item)) return {};
  self.items().items.push_back(*item);
  return Value::none();
}

Value extend(Call& call, const Value& self) {
  const Value* more = wanted(call);
  const auto list = more ? items(call, *more) : std::nullopt;
  if (!list) return {};
  const auto added = (*list)->items;  // a copy: it may be the list itself
  if (!call.spend(added.size())) return {};
  for (const auto& item : added) {
    if (!may_hold(call, self, item)) return {};
    self.items().items.push_back(item);
  }
  return Value::none();
}

size_t insert_position(int64_t at, size_t size) {
  const auto length = static_cast<int64_t>(size);
  return static_cast<size_t>(std::clamp<int64_t>(at < 0 ? at + length : at, 0, length));
}

Value insert(Call& call, const Value& self) {
  if (call.positional().size() != 2) return call.fail("insert() takes a position and a value");
  const Value& item = call.positional()[1];
  auto& all = self.items().items;
  const auto at = insert_position(integer_argument(call, 0, "", 0), all.size());
  if (!may_hold(call, self, item) || !call.spend(1 + all.size() / 64)) return {};
  all.insert(all.begin() + static_cast<ptrdiff_t>(at), item);
  return Value::none();
}

Value pop(Call& call, const Value& self) {
  auto& all = self.items().items;
  int64_t at = integer_argument(call, 0, "index", -1);
  if (at < 0) at += static_cast<int64_t>(all.size());
  if (at < 0 || at >= static_cast<int64_t>(all.size())) {
    return call.fail(all.empty() ? "pop from empty list" : "pop index out of range");
  }
  if (!call.spend(1 + all.size() / 64)) return {};
  Value item = all[static_cast<size_t>(at)];
  all.erase(all.begin() + at);
  return item;
}

std::optional<size_t> position_of(Call& call, const std::vector<Value>& all, const Value& item) {
  if (!call.spend(all.size())) return std::nullopt;
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const Value& one) { return equal(one, item); });
  if (found == all.end()) return std::nullopt;
  return static_cast<size_t>(found - all.begin());
}

Value remove(Call& call, const Value& self) {
  const Value* item = wanted(call);
  if (!item) return {};
  auto& all = self.items().items;
  const auto at = position_of(call, all, *item);
  if (!at) return call.fail("list.remove(x): x not in list");
  all.erase(all.begin() + static_cast<ptrdiff_t>(*at));
  return Value::none();
}

Value index(Call& call, const Value& self) {
  const Value* item = wanted(call);
  const auto at = item ? position_of(call, self.items().items, *item) : std::nullopt;
  if (!at) return call.unwinding() ? Value() : call.fail("the value is not in the list");
  return static_cast<int64_t>(*at);
}

Value count(Call& call, const Value& self) {
  const Value* item = wanted(call);
  const auto& all = self.items().items;
  if (!item || !call.spend(all.size())) return {};
  return static_cast<int64_t>(
      std::count_if(all.begin(), all.end(), [&](const Value& one) { return equal(one, *item); }));
}

Value sort_in_place(Call& call, const Value& self) {
  auto& all = self.items().items;
  const auto key = given(call, 0, "key");
  std::vector<std::pair<Value, Value>> keyed;
  for (size_t at = 0; at < all.size(); ++at) {
    const Value item = all[at];
    keyed.emplace_back(key ? call.invoke(*key, {&item, 1}) : item, item);
    if (call.unwinding()) return {};
  }
  if (!sort_values(call, keyed, truth_argument(call, 1, "reverse", false))) return {};
  all.clear();
  for (auto& [by, item] : keyed) all.push_back(std::move(item));
  return Value::none();
}

constexpr BuiltinEntry kListEntries[] = {
    {"append", append},
    {"extend", extend},
    {"insert", insert},
    {"pop", pop},
    {"remove", remove},
    {"index", index},
    {"count", count},
    {"sort", sort_in_place},
    {"reverse",
     [](Call&, const Value& self) {
       std::reverse(self.items().items.begin(), self.items().items.end());
       return Value::none();
     }},
    {"clear",
     [](Call&, const Value& self) {
       self.items().items.clear();
       return Value::none();
     }},
    {"copy", [](Call&, const Value& self) { return Value::list(self.items().items); }},
};

Value keys(Call&, const Value& self) {
  std::vector<Value> found;
  for (const auto& entry : self.dict().entries()) found.push_back(entry.key);
  return Value::list(std::move(found));
}

Value values(Call&, const Value& self) {
  std::vector<Value> found;
  for (const auto& entry : self.dict().entries()) found.push_back(entry.value);
  return Value::list(std::move(found));
}

Value pairs(Call&, const Value& self) {
  std::vector<Value> found;
  for (const auto& [key, value] : self.dict().entries())
    found.push_back(Value::tuple({key, value}));
  return Value::list(std::move(found));
}

Value get(Call& call, const Value& self) {
  const Value* key = wanted(call);
  if (!key) return {};
  if (const Value* found = self.dict().find(*key)) return *found;
  const Value* fallback = call.argument(1, "default");
  return fallback ? *fallback : Value::none();
}

bool put(Call& call, const Value& self, const Value& key, const Value& value) {
  if (!hashable(key)) {
    call.fail(fmt::format("unhashable type: '{}'", key.kind()));
    return false;
  }
  if (!may_hold(call, self, value)) return false;
  self.dict().set(key, value);
  return true;
}

Value setdefault(Call& call, const Value& self) {
  const Value* key = wanted(call);
  if (!key) return {};
  if (const Value* found = self.dict().find(*key)) return *found;
  const Value* fallback = call.argument(1, "default");
  const Value value = fallback ? *fallback : Value::none();
  return put(call, self, *key, value) ? value : Value();
}

Value set_item(Call& call, const Value& self) {
  if (call.positional().size() != 2) return call.fail("__setitem__() takes a key and a value");
  return put(call, self, call.positional()[0], call.positional()[1]) ? Value::none() : Value();
}

Value pop_key(Call& call, const Value& self) {
  const Value* key = wanted(call);
  if (!key) return {};
  const Value* found = self.dict().find(*key);
  const Value* fallback = call.argument(1, "default");
  if (!found && !fallback) {
    std::string said;
    append_repr(said, *key);
    return call.fail(fmt::format("the dict has no key {}", said));
  }
  Value value = found ? *found : *fallback;
  if (!call.spend(1 + self.dict().size())) return {};
  self.dict().erase(*key);
  return value;
}

Value popitem(Call& call, const Value& self) {
  if (self.dict().size() == 0) return call.fail("popitem(): dictionary is empty");
  const auto last = self.dict().entries().back();
  self.dict().erase(last.key);
  return Value::tuple({last.key, last.value});
}

// From a dict, pairs, or named arguments.
Value update(Call& call, const Value& self) {
  if (!call.positional().empty() && call.positional()[0].is_dict()) {
    const auto entries = call.positional()[0].dict().entries();
    if (!call.spend(entries.size())) return {};
    for (const auto& [key, value] : entries) {
      if (!put(call, self, key, value)) return {};
    }
  } else if (!call.positional().empty()) {
    const auto list = items(call, call.positional()[0]);
    if (!list) return {};
    for (const auto& pair : (*list)->items) {
      if (!pair.is_sequence() || pair.items().items.size() != 2) {
        return call.fail("update() needs a dict or pairs");
      }
      if (!put(call, self, pair.items().items[0], pair.items().items[1])) return {};
    }
  }
  for (const auto& [name, value] : call.named()) {
    if (!put(call, self, call.text(name), value)) return {};
  }
  return Value::none();
}

constexpr BuiltinEntry kDictEntries[] = {
    {"keys", keys},
    {"values", values},
    {"items", pairs},
    {"get", get},
    {"setdefault", setdefault},
    {"pop", pop_key},
    {"popitem", popitem},
    {"update", update},
    {"__setitem__", set_item},
    {"copy", [](Call&, const Value& self) -> Value { return make<Dict>(self.dict()); }},
    {"clear",
     [](Call&, const Value& self) {
       self.dict().clear();
       return Value::none();
     }},
};

}  // namespace

std::span<const BuiltinEntry> list_methods() {
  return kListEntries;
}
std::span<const BuiltinEntry> dict_methods() {
  return kDictEntries;
}

}  // namespace tally::jinja
