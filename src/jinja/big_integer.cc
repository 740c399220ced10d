#include "jinja/big_integer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace tally::jinja {

namespace {

constexpr uint32_t kBase = 1'000'000'000;
constexpr size_t kMostDigits = 500;  // 4,500 decimal ones

using Digits = std::vector<uint32_t>;

struct Whole {
  Digits digits;
  bool negative = false;
};

void trim(Digits& digits) {
  while (!digits.empty() && digits.back() == 0) digits.pop_back();
}

int order(const Digits& a, const Digits& b) {
  if (a.size() != b.size()) return a.size() < b.size() ? -1 : 1;
  for (size_t at = a.size(); at-- > 0;) {
    if (a[at] != b[at]) return a[at] < b[at] ? -1 : 1;
  }
  return 0;
}

Digits sum(const Digits& a, const Digits& b) {
  Digits result;
  uint64_t carry = 0;
  for (size_t at = 0; at < std::max(a.size(), b.size()) || carry; ++at) {
    carry += (at < a.size() ? a[at] : 0);
    carry += (at < b.size() ? b[at] : 0);
    result.push_back(static_cast<uint32_t>(carry % kBase));
    carry /= kBase;
  }
  return result;
}

// Of a and a smaller b.
Digits difference(const Digits& a, const Digits& b) {
  Digits result;
  int64_t borrow = 0;
  for (size_t at = 0; at < a.size(); ++at) {
    int64_t digit = static_cast<int64_t>(a[at]) - borrow - (at < b.size() ? b[at] : 0);
    borrow = digit < 0 ? 1 : 0;
    result.push_back(static_cast<uint32_t>(digit + borrow * kBase));
  }
  trim(result);
  return result;
}

Digits product(const Digits& a, const Digits& b) {
  Digits result(a.size() + b.size(), 0);
  for (size_t i = 0; i < a.size(); ++i) {
    uint64_t carry = 0;
    for (size_t j = 0; j < b.size() || carry; ++j) {
      carry += result[i + j] + (j < b.size() ? static_cast<uint64_t>(a[i]) * b[j] : 0);
      result[i + j] = static_cast<uint32_t>(carry % kBase);
      carry /= kBase;
    }
  }
  trim(result);
  return result;
}

// Long division; each digit of the quotient by bisection.
std::pair<Digits, Digits> divided(const Digits& a, const Digits& b) {
  Digits quotient(a.size(), 0);
  Digits rest;
  for (size_t at = a.size(); at-- > 0;) {
    rest.insert(rest.begin(), a[at]);
    trim(rest);
    uint32_t low = 0, high = kBase - 1;
    while (low < high) {
      const uint32_t middle = low + (high - low + 1) / 2;
      if (order(product(b, {middle}), rest) <= 0) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    quotient[at] = low;
    rest = difference(rest, product(b, {low}));
  }
  trim(quotient);
  return {std::move(quotient), std::move(rest)};
}

Digits digits_of(uint64_t size) {
  Digits digits;
  for (; size > 0; size /= kBase) digits.push_back(static_cast<uint32_t>(size % kBase));
  return digits;
}

Whole whole_of(const Value& value) {
  if (const auto* big = value.object_as<BigInteger>()) return {big->digits(), big->negative()};
  const int64_t number = value.is_integer() ? value.integer() : value.boolean() ? 1 : 0;
  const auto size = static_cast<uint64_t>(number);
  return {digits_of(number < 0 ? 0 - size : size), number < 0};
}

Value value_of(Whole whole) {
  trim(whole.digits);
  uint64_t size = 0;
  bool fits = true;
  for (size_t at = whole.digits.size(); at-- > 0 && fits;) {
    fits = !__builtin_mul_overflow(size, uint64_t{kBase}, &size) &&
           !__builtin_add_overflow(size, uint64_t{whole.digits[at]}, &size);
  }
  if (fits && size <= static_cast<uint64_t>(INT64_MAX) + (whole.negative ? 1 : 0)) {
    return static_cast<int64_t>(whole.negative ? 0 - size : size);
  }
  return make<BigInteger>(std::move(whole.digits), whole.negative);
}

Whole added(const Whole& a, const Whole& b) {
  if (a.negative == b.negative) return {sum(a.digits, b.digits), a.negative};
  if (order(a.digits, b.digits) >= 0) return {difference(a.digits, b.digits), a.negative};
  return {difference(b.digits, a.digits), b.negative};
}

Whole negated(Whole whole) {
  whole.negative = !whole.negative;
  return whole;
}

// Rounded down; the rest has the sign of the divisor.
std::pair<Whole, Whole> floor_divided(const Whole& a, const Whole& b) {
  auto [quotient, rest] = divided(a.digits, b.digits);
  Whole whole{std::move(quotient), a.negative != b.negative};
  Whole left{std::move(rest), a.negative};
  if (!left.digits.empty() && a.negative != b.negative) {
    whole = added(whole, {{1}, true});
    left = added(left, b);
  }
  return {std::move(whole), std::move(left)};
}

Result<Value> power(const Whole& base, const Value& exponent) {
  if (!exponent.is_integer() || exponent.integer() < 0)
    return user_error("the exponent is too large");
  Whole result{{1}};
  for (int64_t turn = 0; turn < exponent.integer(); ++turn) {
    result = {product(result.digits, base.digits), result.negative != base.negative};
    if (result.digits.size() > kMostDigits) return user_error("the number is too large");
  }
  return value_of(std::move(result));
}

double real_of(const Whole& whole) {
  double value = 0;
  for (size_t at = whole.digits.size(); at-- > 0;) value = value * kBase + whole.digits[at];
  return whole.negative ? -value : value;
}

}  // namespace

std::string BigInteger::text() const {
  std::string out = negative_ ? "-" : "";
  out += fmt::format("{}", digits_.back());
  for (size_t at = digits_.size() - 1; at-- > 0;) out += fmt::format("{:09}", digits_[at]);
  return out;
}

bool BigInteger::equals(const Object& other) const {
  const auto* big = dynamic_cast<const BigInteger*>(&other);
  return big && big->negative_ == negative_ && big->digits_ == digits_;
}

std::optional<int> BigInteger::compare(const Value& other) const {
  if (other.type() == Type::real) {
    const double mine = real(), theirs = other.real();
    return mine < theirs ? -1 : mine > theirs ? 1 : 0;
  }
  if (!is_whole_number(other)) return std::nullopt;
  const Whole theirs = whole_of(other);
  if (negative_ != theirs.negative) return negative_ ? -1 : 1;
  return negative_ ? -order(digits_, theirs.digits) : order(digits_, theirs.digits);
}

double BigInteger::real() const {
  return real_of({digits_, negative_});
}

bool is_whole_number(const Value& value) {
  return value.is_integer() || value.type() == Type::boolean || value.object_as<BigInteger>();
}

std::optional<Value> whole_from_digits(std::string_view digits, int base, bool negative) {
  if (digits.empty() || digits.size() > kMostDigits * 9) return std::nullopt;
  Digits whole;
  for (const char c : digits) {
    const char letter = static_cast<char>(c | 0x20);
    const int digit = c >= '0' && c <= '9'             ? c - '0'
                      : letter >= 'a' && letter <= 'z' ? letter - 'a' + 10
                                                       : 36;
    if (digit >= base) return std::nullopt;
    uint64_t carry = static_cast<uint64_t>(digit);
    for (auto& place : whole) {
      carry += static_cast<uint64_t>(place) * static_cast<uint64_t>(base);
      place = static_cast<uint32_t>(carry % kBase);
      carry /= kBase;
    }
    if (carry) whole.push_back(static_cast<uint32_t>(carry));
  }
  return value_of({std::move(whole), negative});
}

Result<Value> big_operate(BinaryOperator op, const Value& left, const Value& right) {
  const Whole a = whole_of(left), b = whole_of(right);
  if (a.digits.size() + b.digits.size() > kMostDigits) return user_error("the number is too large");
  switch (op) {
    case BinaryOperator::add:
      return value_of(added(a, b));
    case BinaryOperator::subtract:
      return value_of(added(a, negated(b)));
    case BinaryOperator::multiply:
      return value_of({product(a.digits, b.digits), a.negative != b.negative});
    case BinaryOperator::power:
      return power(a, right);
    default:
      break;
  }
  if (b.digits.empty()) return user_error("division by zero");
  if (op == BinaryOperator::divide) return Value(real_of(a) / real_of(b));
  auto [quotient, rest] = floor_divided(a, b);
  return value_of(op == BinaryOperator::floor_divide ? std::move(quotient) : std::move(rest));
}

}  // namespace tally::jinja
