#include "jinja/operators.h"

#include <fmt/format.h>

#include <cmath>

#include "jinja/big_integer.h"

namespace tally::jinja {

namespace {

constexpr std::string_view kSymbols[] = {"+", "-", "*", "/", "//", "%", "**"};

bool is_whole(const Value& value) {
  return value.is_integer() || value.type() == Type::boolean;
}
int64_t whole(const Value& value) {
  return value.is_integer() ? value.integer() : value.boolean() ? 1 : 0;
}
bool is_any_number(const Value& value) {
  return value.is_number() || is_whole_number(value);
}
double real(const Value& value) {
  if (const auto* big = value.object_as<BigInteger>()) return big->real();
  return value.type() == Type::real ? value.real() : static_cast<double>(whole(value));
}

Error too_large() {
  return user_error("the number is too large");
}
Error by_zero() {
  return user_error("division by zero");
}

Error unsupported(BinaryOperator op, const Value& left, const Value& right) {
  return user_error(fmt::format("unsupported operand type(s) for {}: '{}' and '{}'",
                                kSymbols[static_cast<size_t>(op)], left.kind(), right.kind()));
}

// Rounded down, as Python divides; the remainder has the sign of the divisor.
int64_t floor_divided(int64_t a, int64_t b) {
  const int64_t quotient = a / b;
  return a % b != 0 && (a < 0) != (b < 0) ? quotient - 1 : quotient;
}

double floor_modulo(double a, double b) {
  const double rest = std::fmod(a, b);
  return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
}

Result<Value> integer_power(int64_t base, int64_t exponent) {
  if (exponent < 0) {
    if (base == 0) return user_error("0.0 cannot be raised to a negative power");
    return Value(std::pow(static_cast<double>(base), static_cast<double>(exponent)));
  }
  if (base == 0 || base == 1) return Value(exponent == 0 ? int64_t{1} : base);
  if (base == -1) return Value(int64_t{exponent % 2 == 0 ? 1 : -1});
  const int64_t all = exponent;
  int64_t product = 1;
  for (; exponent > 0; --exponent) {
    if (__builtin_mul_overflow(product, base, &product)) {
      return big_operate(BinaryOperator::power, base, all);
    }
  }
  return Value(product);
}

Result<Value> on_integers(BinaryOperator op, int64_t a, int64_t b) {
  int64_t result = 0;
  switch (op) {
    case BinaryOperator::add:
      if (__builtin_add_overflow(a, b, &result)) return big_operate(op, a, b);
      return Value(result);
    case BinaryOperator::subtract:
      if (__builtin_sub_overflow(a, b, &result)) return big_operate(op, a, b);
      return Value(result);
    case BinaryOperator::multiply:
      if (__builtin_mul_overflow(a, b, &result)) return big_operate(op, a, b);
      return Value(result);
    case BinaryOperator::power:
      return integer_power(a, b);
    default:
      break;
  }
  if (b == 0) return by_zero();
  if (op == BinaryOperator::divide) {
    return Value(static_cast<double>(a) / static_cast<double>(b));
  }
  if (b == -1 && a == INT64_MIN) return big_operate(op, a, b);
  const int64_t quotient = floor_divided(a, b);
  return Value(op == BinaryOperator::floor_divide ? quotient : a - quotient * b);
}

Result<Value> on_reals(BinaryOperator op, double a, double b) {
  switch (op) {
    case BinaryOperator::add:
      return Value(a + b);
    case BinaryOperator::subtract:
      return Value(a - b);
    case BinaryOperator::multiply:
      return Value(a * b);
    case BinaryOperator::power: {
      const double power = std::pow(a, b);
      if (std::isinf(power) && std::isfinite(a) && std::isfinite(b)) return too_large();
      if (std::isnan(power) && !std::isnan(a) && !std::isnan(b)) {
        return user_error("the power is a complex number");
      }
      return Value(power);
    }
    default:
      break;
  }
  if (b == 0) return by_zero();
  if (op == BinaryOperator::divide) return Value(a / b);
  if (op == BinaryOperator::floor_divide) return Value(std::floor(a / b));
  return Value(floor_modulo(a, b));
}

Result<Value> repeated(const Value& subject, int64_t times, const SizeLimits& limits) {
  const auto count = static_cast<uint64_t>(std::max<int64_t>(times, 0));
  if (subject.is_string()) {
    const auto& text = subject.string();
    if (!text.empty() && count > limits.text / text.size())
      return user_error("the text is too long");
    std::string whole_text;
    whole_text.reserve(text.size() * count);
    for (uint64_t turn = 0; turn < count && !text.empty(); ++turn) whole_text += text;
    return Value(std::move(whole_text));
  }
  const auto& items = subject.items().items;
  if (!items.empty() && count > limits.items / items.size())
    return user_error("the list is too long");
  std::vector<Value> all;
  for (uint64_t turn = 0; turn < count && !items.empty(); ++turn) {
    all.insert(all.end(), items.begin(), items.end());
  }
  return subject.type() == Type::tuple ? Value::tuple(std::move(all)) : Value::list(std::move(all));
}

Result<Value> joined(const Value& left, const Value& right, const SizeLimits& limits) {
  if (left.is_string()) {
    if (left.string().size() + right.string().size() > limits.text) {
      return user_error("the text is too long");
    }
    return Value(left.string() + right.string());
  }
  std::vector<Value> items = left.items().items;
  const auto& more = right.items().items;
  items.insert(items.end(), more.begin(), more.end());
  return left.type() == Type::tuple ? Value::tuple(std::move(items))
                                    : Value::list(std::move(items));
}

char symbol_of(BinaryOperator op) {
  return kSymbols[static_cast<size_t>(op)][0];
}

Result<Value> on_objects(BinaryOperator op, const Value& left, const Value& right) {
  if (op != BinaryOperator::floor_divide && op != BinaryOperator::power) {
    if (left.is_object()) {
      Value found = left.object().operate(symbol_of(op), right, false);
      if (!found.is_undefined()) return found;
    }
    if (right.is_object()) {
      Value found = right.object().operate(symbol_of(op), left, true);
      if (!found.is_undefined()) return found;
    }
  }
  return unsupported(op, left, right);
}

bool is_repeatable(const Value& value) {
  return value.is_string() || value.is_sequence();
}

}  // namespace

Result<Value> operate(BinaryOperator op, const Value& left, const Value& right,
                      const SizeLimits& limits) {
  if (is_whole(left) && is_whole(right)) return on_integers(op, whole(left), whole(right));
  if (is_whole_number(left) && is_whole_number(right)) return big_operate(op, left, right);
  if (is_any_number(left) && is_any_number(right)) return on_reals(op, real(left), real(right));
  if (op == BinaryOperator::modulo && left.is_string()) {
    TALLY_TRY(std::string text, percent_format(left.string(), right));
    return Value(std::move(text));
  }
  if (op == BinaryOperator::multiply) {
    if (is_repeatable(left) && is_whole(right)) return repeated(left, whole(right), limits);
    if (is_whole(left) && is_repeatable(right)) return repeated(right, whole(left), limits);
  }
  if (op == BinaryOperator::add && left.type() == right.type() && is_repeatable(left)) {
    return joined(left, right, limits);
  }
  if (op == BinaryOperator::add && left.is_string() && !right.is_object()) {
    return user_error(fmt::format("can only concatenate str (not \"{}\") to str", right.kind()));
  }
  return on_objects(op, left, right);
}

Result<Value> negative(const Value& operand) {
  if (operand.type() == Type::real) return Value(-operand.real());
  return operate(BinaryOperator::subtract, 0, operand, {0, 0});
}

}  // namespace tally::jinja
