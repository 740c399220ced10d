// What stands behind `is`.
#include <fmt/format.h>

#include <cmath>

#include "jinja/big_integer.h"
#include "jinja/builtins_impl.h"
#include "jinja/operators.h"
#include "jinja/strings.h"

namespace tally::jinja {

namespace {

// What is left of a division; for texts and the like there is nothing.
std::optional<Value> remainder(Call& call, const Value& value, const Value& divisor) {
  auto rest = operate(BinaryOperator::modulo, value, divisor, {0, 0});
  if (rest) return *std::move(rest);
  call.fail(rest.error().message);
  return std::nullopt;
}

Value leaves(Call& call, const Value& value, const Value& divisor, int64_t wanted) {
  const auto rest = remainder(call, value, divisor);
  return rest && equal(*rest, Value(wanted));
}

const Value& operand(Call& call) {
  static const Value nothing;
  const Value* found = call.argument(0, "other");
  if (!found) call.fail("the test needs something to compare with");
  return found ? *found : nothing;
}

Value ordered(Call& call, const Value& value, bool (*holds)(int)) {
  const Value& other = operand(call);
  if (call.unwinding() || value.is_undefined() || other.is_undefined()) return false;
  const auto order = compare(value, other);
  if (!order) {
    return call.fail(fmt::format("'{}' and '{}' have no order", value.kind(), other.kind()));
  }
  return holds(*order);
}

Value is_equal(Call& call, const Value& value) {
  return equal(value, operand(call));
}
Value is_different(Call& call, const Value& value) {
  return !equal(value, operand(call));
}
Value is_less(Call& call, const Value& value) {
  return ordered(call, value, [](int order) { return order < 0; });
}
Value is_at_most(Call& call, const Value& value) {
  return ordered(call, value, [](int order) { return order <= 0; });
}
Value is_greater(Call& call, const Value& value) {
  return ordered(call, value, [](int order) { return order > 0; });
}
Value is_at_least(Call& call, const Value& value) {
  return ordered(call, value, [](int order) { return order >= 0; });
}

Value is_iterable(Call&, const Value& value) {
  return value.is_string() || value.is_sequence() || value.is_dict() || value.is_undefined() ||
         (value.is_object() && value.object().iterate().has_value());
}

Value is_sequence(Call&, const Value& value) {
  return value.is_string() || value.is_dict() || (value.is_sequence() && !value.items().lazy) ||
         value.is_undefined();
}

bool is_truth(const Value& value, bool wanted) {
  return value.type() == Type::boolean && value.boolean() == wanted;
}

Value is_number(Call&, const Value& value) {
  return value.is_number();
}

constexpr BuiltinEntry kEntries[] = {
    {"defined", [](Call&, const Value& value) -> Value { return !value.is_undefined(); }},
    {"undefined", [](Call&, const Value& value) -> Value { return value.is_undefined(); }},
    {"none", [](Call&, const Value& value) -> Value { return value.is_none(); }},
    {"boolean", [](Call&, const Value& value) -> Value { return value.type() == Type::boolean; }},
    {"true", [](Call&, const Value& value) -> Value { return is_truth(value, true); }},
    {"false", [](Call&, const Value& value) -> Value { return is_truth(value, false); }},
    {"integer",
     [](Call&, const Value& value) -> Value {
       return is_whole_number(value) && value.type() != Type::boolean;
     }},
    {"float", [](Call&, const Value& value) -> Value { return value.type() == Type::real; }},
    {"number", is_number},
    {"string", [](Call&, const Value& value) -> Value { return value.is_string(); }},
    {"mapping",
     [](Call&, const Value& value) -> Value {
       return value.is_dict() || (value.is_object() && value.object().is_mapping());
     }},
    {"sequence", is_sequence},
    {"iterable", is_iterable},
    {"callable",
     [](Call&, const Value& value) -> Value {
       return value.is_undefined() || (value.is_object() && value.object().callable());
     }},
    {"lower", [](Call&, const Value& value) -> Value { return is_lower(value.text()); }},
    {"upper", [](Call&, const Value& value) -> Value { return is_upper(value.text()); }},
    {"escaped", [](Call&, const Value&) -> Value { return false; }},
    {"odd", [](Call& call, const Value& value) { return leaves(call, value, 2, 1); }},
    {"even", [](Call& call, const Value& value) { return leaves(call, value, 2, 0); }},
    {"divisibleby",
     [](Call& call, const Value& value) {
       const Value* divisor = call.argument(0, "num");
       return leaves(call, value, divisor ? *divisor : Value(0), 0);
     }},
    {"sameas",
     [](Call& call, const Value& value) -> Value { return value.same_as(operand(call)); }},
    {"in",
     [](Call& call, const Value& value) -> Value {
       const Value* whole = call.argument(0, "seq");
       return whole && call.evaluator().contains(*whole, value, call.line());
     }},
    {"filter",
     [](Call&, const Value& value) -> Value { return find_filter(value.text()) != nullptr; }},
    {"test", [](Call&, const Value& value) -> Value { return find_test(value.text()) != nullptr; }},
    {"eq", is_equal},
    {"==", is_equal},
    {"equalto", is_equal},
    {"ne", is_different},
    {"!=", is_different},
    {"lt", is_less},
    {"<", is_less},
    {"lessthan", is_less},
    {"le", is_at_most},
    {"<=", is_at_most},
    {"gt", is_greater},
    {">", is_greater},
    {"greaterthan", is_greater},
    {"ge", is_at_least},
    {">=", is_at_least},
};

}  // namespace

std::span<const BuiltinEntry> all_tests() {
  return kEntries;
}

}  // namespace tally::jinja
