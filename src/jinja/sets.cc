// Python's set.
#include <fmt/format.h>

#include "jinja/builtins_impl.h"

namespace tally::jinja {

namespace {

using SetMethod = Value (*)(Call& call, Set& self);

class BoundSetMethod final : public Object {
 public:
  BoundSetMethod(SetMethod method, Set* self) : method_(method), self_(self) {}
  std::string_view type_name() const override { return "builtin_function_or_method"; }
  bool callable() const override { return true; }
  Value call(Call& call) override { return method_(call, *self_); }

 private:
  SetMethod method_;
  Shared<Set> self_;
};

// Members of the first argument; nothing, and the render failed, if it has none.
std::optional<Shared<Set>> others(Call& call) {
  auto found = make<Set>();
  for (const auto& argument : call.positional()) {
    const auto list = items(call, argument);
    if (!list) return std::nullopt;
    for (const auto& item : (*list)->items) {
      if (!hashable(item)) {
        call.fail(fmt::format("unhashable type: '{}'", item.kind()));
        return std::nullopt;
      }
      found->values.set(item, true);
    }
  }
  return found;
}

enum class Combination : uint8_t { all, both, only_first, not_both };

Shared<Set> combined(const Set& a, const Set& b, Combination how) {
  auto found = make<Set>();
  for (const auto& entry : a.values.entries()) {
    const bool in_both = b.values.find(entry.key) != nullptr;
    const bool wanted = how == Combination::all || (how == Combination::both) == in_both;
    if (wanted) found->values.set(entry.key, true);
  }
  if (how == Combination::both || how == Combination::only_first) return found;
  for (const auto& entry : b.values.entries()) {
    if (!a.values.find(entry.key)) found->values.set(entry.key, true);
  }
  return found;
}

Value combine(Call& call, Set& self, Combination how) {
  const auto other = others(call);
  return other ? Value(combined(self, **other, how)) : Value();
}

bool is_subset(const Set& a, const Set& b) {
  for (const auto& entry : a.values.entries()) {
    if (!b.values.find(entry.key)) return false;
  }
  return true;
}

Value add(Call& call, Set& self) {
  if (call.positional().empty()) return call.fail("add() takes one argument");
  const Value& item = call.positional()[0];
  if (!hashable(item)) return call.fail(fmt::format("unhashable type: '{}'", item.kind()));
  self.values.set(item, true);
  return Value::none();
}

Value discard(Call& call, Set& self) {
  if (!call.positional().empty()) self.values.erase(call.positional()[0]);
  return Value::none();
}

Value update(Call& call, Set& self) {
  const auto more = others(call);
  if (!more) return {};
  for (const auto& entry : (*more)->values.entries()) self.values.set(entry.key, true);
  return Value::none();
}

struct Entry {
  std::string_view name;
  SetMethod run;
};

constexpr Entry kEntries[] = {
    {"add", add},
    {"update", update},
    {"discard", discard},
    {"remove", discard},
    {"union", [](Call& call, Set& self) { return combine(call, self, Combination::all); }},
    {"intersection", [](Call& call, Set& self) { return combine(call, self, Combination::both); }},
    {"difference",
     [](Call& call, Set& self) { return combine(call, self, Combination::only_first); }},
    {"symmetric_difference",
     [](Call& call, Set& self) { return combine(call, self, Combination::not_both); }},
    {"issubset",
     [](Call& call, Set& self) -> Value {
       const auto other = others(call);
       return other && is_subset(self, **other);
     }},
    {"issuperset",
     [](Call& call, Set& self) -> Value {
       const auto other = others(call);
       return other && is_subset(**other, self);
     }},
    {"copy", [](Call&, Set& self) { return Value(combined(self, self, Combination::all)); }},
};

}  // namespace

Value Set::attribute(std::string_view name) const {
  for (const auto& [known, run] : kEntries) {
    if (known == name) return make<BoundSetMethod>(run, const_cast<Set*>(this));
  }
  return {};
}

std::string Set::text() const {
  if (values.size() == 0) return "set()";
  std::string out = "{";
  for (const auto& entry : values.entries()) {
    if (out.size() > 1) out += ", ";
    append_repr(out, entry.key);
  }
  return out + "}";
}

std::optional<std::vector<Value>> Set::iterate() const {
  std::vector<Value> all;
  for (const auto& entry : values.entries()) all.push_back(entry.key);
  return all;
}

bool Set::equals(const Object& other) const {
  const auto* set = dynamic_cast<const Set*>(&other);
  return set && set->values.size() == values.size() && is_subset(*this, *set);
}

Value Set::operate(char op, const Value& other, bool reflected) const {
  const auto* set = other.object_as<Set>();
  if (!set || reflected) return {};
  if (op == '-') return combined(*this, *set, Combination::only_first);
  if (op == '&') return combined(*this, *set, Combination::both);
  if (op == '|') return combined(*this, *set, Combination::all);
  return {};
}

}  // namespace tally::jinja
