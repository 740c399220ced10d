#include "semantic/contradiction.h"

#include <algorithm>
#include <charconv>
#include <compare>
#include <optional>

namespace tally::semantic {
namespace {

std::optional<double> number_in(const Value& value) {
  if (value.kind != Value::Kind::number) return std::nullopt;
  double number = 0;
  const char* end = value.text.data() + value.text.size();
  auto [rest, error] = std::from_chars(value.text.data(), end, number);
  if (error != std::errc() || rest != end) return std::nullopt;
  return number;
}

// Unordered: the two are not of one kind, and nothing is known of them.
std::partial_ordering compare(const Value& a, const Value& b) {
  if (a.kind != b.kind) return std::partial_ordering::unordered;
  auto left = number_in(a), right = number_in(b);
  if (left && right) return *left <=> *right;
  if (a.kind == Value::Kind::number) return std::partial_ordering::unordered;
  return a.text <=> b.text;
}

// May the value meet the filter? In doubt it may.
bool meets(const Value& value, const Filter& filter) {
  auto against = [&](size_t i) { return compare(value, filter.values[i]); };
  auto equals = [&](const Value& other) { return compare(value, other) == 0; };
  auto may_equal = [&](const Value& other) {
    auto order = compare(value, other);
    return order == 0 || order == std::partial_ordering::unordered;
  };
  switch (filter.op) {
    case FilterOp::equal:
    case FilterOp::in:
      return std::any_of(filter.values.begin(), filter.values.end(), may_equal);
    case FilterOp::not_equal:
    case FilterOp::not_in:
      return std::none_of(filter.values.begin(), filter.values.end(), equals);
    case FilterOp::less:
      return !(against(0) >= 0);
    case FilterOp::less_equal:
      return !(against(0) > 0);
    case FilterOp::greater:
      return !(against(0) <= 0);
    case FilterOp::greater_equal:
      return !(against(0) < 0);
    case FilterOp::between:
      return !(against(0) < 0) && !(against(1) > 0);
    case FilterOp::not_between:
      return !(against(0) >= 0 && against(1) <= 0);
    case FilterOp::is_null:
      return false;
    default:
      return true;
  }
}

bool names_values(const Filter& filter) {
  return filter.op == FilterOp::equal || filter.op == FilterOp::in;
}

bool none_of_its_values(const Filter& named, const Filter& other) {
  return names_values(named) &&
         std::none_of(named.values.begin(), named.values.end(),
                      [&](const Value& value) { return meets(value, other); });
}

}  // namespace

bool may_both_hold(const Filter& a, const Filter& b) {
  const bool a_null = a.op == FilterOp::is_null, b_null = b.op == FilterOp::is_null;
  if (a_null || b_null) return a_null == b_null;
  return !none_of_its_values(a, b) && !none_of_its_values(b, a);
}

bool may_both_hold(const TimePart& a, const TimePart& b) {
  if (a.part != b.part) return true;
  return std::any_of(a.values.begin(), a.values.end(), [&](int value) {
    return std::find(b.values.begin(), b.values.end(), value) != b.values.end();
  });
}

}  // namespace tally::semantic
