// Equality, order and hashes of values, as Python has them.
#include <cmath>
#include <functional>

#include "jinja/value.h"

namespace tally::jinja {

namespace {

// Values can share parts, so that comparing two small ones may take longer than anybody waits: such
// are not equal, and have no order.
struct Walk {
  uint32_t left = 2'000'000;
  int depth = 0;
  static constexpr int kDeepest = 100;

  bool spend() { return left > 0 && --left > 0 && depth < kDeepest; }
};

struct Deeper {
  explicit Deeper(Walk& walk) : walk_(walk) { ++walk_.depth; }
  ~Deeper() { --walk_.depth; }
  Walk& walk_;
};

double as_real(const Value& value) {
  if (value.type() == Type::real) return value.real();
  return value.is_integer() ? static_cast<double>(value.integer()) : value.boolean() ? 1 : 0;
}

int64_t as_integer(const Value& value) {
  return value.is_integer() ? value.integer() : value.boolean() ? 1 : 0;
}

bool equal_numbers(const Value& a, const Value& b) {
  if (a.type() == Type::real || b.type() == Type::real) return as_real(a) == as_real(b);
  return as_integer(a) == as_integer(b);
}

bool equal_within(const Value& a, const Value& b, Walk& walk);

bool equal_items(const std::vector<Value>& a, const std::vector<Value>& b, Walk& walk) {
  if (a.size() != b.size()) return false;
  for (size_t at = 0; at < a.size(); ++at) {
    if (!equal_within(a[at], b[at], walk)) return false;
  }
  return true;
}

bool equal_dicts(const Dict& a, const Dict& b, Walk& walk) {
  if (a.size() != b.size()) return false;
  for (const auto& [key, value] : a.entries()) {
    const Value* other = b.find(key);
    if (!other || !equal_within(value, *other, walk)) return false;
  }
  return true;
}

bool equal_within(const Value& a, const Value& b, Walk& walk) {
  if (a.is_number() && b.is_number()) return equal_numbers(a, b);
  if (a.type() != b.type()) return false;
  const Deeper deeper(walk);
  if (!walk.spend()) return false;
  switch (a.type()) {
    case Type::undefined:
    case Type::none:
      return true;
    case Type::string:
      return a.string() == b.string();
    case Type::list:
    case Type::tuple:
      return &a.items() == &b.items() || equal_items(a.items().items, b.items().items, walk);
    case Type::dict:
      return &a.dict() == &b.dict() || equal_dicts(a.dict(), b.dict(), walk);
    default:
      return a.object().equals(b.object());
  }
}

std::optional<int> compare_within(const Value& a, const Value& b, Walk& walk);

std::optional<int> compare_items(const std::vector<Value>& a, const std::vector<Value>& b,
                                 Walk& walk) {
  for (size_t at = 0; at < a.size() && at < b.size(); ++at) {
    if (equal_within(a[at], b[at], walk)) continue;
    return compare_within(a[at], b[at], walk);
  }
  return a.size() < b.size() ? -1 : a.size() > b.size() ? 1 : 0;
}

template <typename T>
int order(const T& a, const T& b) {
  return a < b ? -1 : b < a ? 1 : 0;
}

std::optional<int> compare_within(const Value& a, const Value& b, Walk& walk) {
  const Deeper deeper(walk);
  if (!walk.spend()) return std::nullopt;
  if (a.is_number() && b.is_number()) {
    if (a.type() != Type::real && b.type() != Type::real) {
      return order(as_integer(a), as_integer(b));
    }
    return order(as_real(a), as_real(b));
  }
  if (a.is_string() && b.is_string()) return order(a.string(), b.string());
  if (a.is_sequence() && a.type() == b.type()) {
    return compare_items(a.items().items, b.items().items, walk);
  }
  if (a.is_object()) return a.object().compare(b);
  if (b.is_object()) {
    const auto reversed = b.object().compare(a);
    if (reversed) return -*reversed;
  }
  return std::nullopt;
}

uint64_t mix(uint64_t sum, uint64_t value) {
  sum = (sum ^ value) * 0xbf58476d1ce4e5b9u;
  return sum ^ (sum >> 29);
}

uint64_t hash_within(const Value& value, Walk& walk) {
  const Deeper deeper(walk);
  if (!walk.spend()) return 0;
  switch (value.type()) {
    case Type::boolean:
    case Type::integer:
      return mix(1, static_cast<uint64_t>(as_integer(value)));
    case Type::real: {
      const double real = value.real();
      if (std::abs(real) < 9e18 && std::floor(real) == real) {
        return mix(1, static_cast<uint64_t>(static_cast<int64_t>(real)));
      }
      return mix(2, std::hash<double>()(real));
    }
    case Type::string:
      return mix(3, std::hash<std::string_view>()(value.string()));
    case Type::tuple: {
      uint64_t sum = 4;
      for (const auto& item : value.items().items) sum = mix(sum, hash_within(item, walk));
      return sum;
    }
    default:
      return static_cast<uint64_t>(value.type());
  }
}

bool hashable_within(const Value& value, Walk& walk) {
  if (value.type() == Type::list || value.is_dict() || value.object_as<Set>()) return false;
  if (value.type() != Type::tuple) return true;
  const Deeper deeper(walk);
  for (const auto& item : value.items().items) {
    if (!walk.spend() || !hashable_within(item, walk)) return false;
  }
  return true;
}

bool is_container(const Value& value) {
  return value.is_sequence() || value.is_dict() || value.is_object();
}

const Counted* identity(const Value& value) {
  if (value.is_sequence()) return &value.items();
  if (value.is_dict()) return &value.dict();
  return &value.object();
}

bool holds_within(const Value& whole, const Value& part, Walk& walk) {
  if (!is_container(whole)) return false;
  const Deeper deeper(walk);
  if (!walk.spend() || identity(whole) == identity(part)) return true;
  bool found = false;
  auto look = [&](const Value& inner) { found = found || holds_within(inner, part, walk); };
  if (whole.is_sequence()) {
    for (const auto& item : whole.items().items) look(item);
  } else if (whole.is_dict()) {
    for (const auto& entry : whole.dict().entries()) look(entry.value);
  } else {
    whole.object().visit(look);
  }
  return found;
}

}  // namespace

bool equal(const Value& a, const Value& b) {
  Walk walk;
  return equal_within(a, b, walk);
}

std::optional<int> compare(const Value& a, const Value& b) {
  Walk walk;
  return compare_within(a, b, walk);
}

uint64_t hash(const Value& value) {
  Walk walk;
  return hash_within(value, walk);
}

bool hashable(const Value& value) {
  Walk walk;
  return hashable_within(value, walk);
}

bool holds(const Value& whole, const Value& part) {
  if (!is_container(whole) || !is_container(part)) return false;
  Walk walk;
  return holds_within(whole, part, walk);
}

}  // namespace tally::jinja
