#pragma once
// Whole numbers beyond 64 bits, as Python's: token amounts and hashes of chains are such. Values
// that fit are plain integers, always: a BigInteger never stands for one of those.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "jinja/tree.h"
#include "jinja/value.h"

namespace tally::jinja {

class BigInteger final : public Object {
 public:
  // Magnitude in digits of base 1,000,000,000, least first, without zeros at its end.
  BigInteger(std::vector<uint32_t> digits, bool negative)
      : digits_(std::move(digits)), negative_(negative) {}

  std::string_view type_name() const override { return "int"; }
  std::string text() const override;
  bool equals(const Object& other) const override;
  std::optional<int> compare(const Value& other) const override;

  const std::vector<uint32_t>& digits() const { return digits_; }
  bool negative() const { return negative_; }
  double real() const;

 private:
  std::vector<uint32_t> digits_;
  bool negative_;
};

// An integer, a bool or a BigInteger.
bool is_whole_number(const Value& value);
// Digits of a base of at most 36, without a sign; none: they are no such digits, or too many.
std::optional<Value> whole_from_digits(std::string_view digits, int base, bool negative = false);
// Of two whole numbers; not division.
Result<Value> big_operate(BinaryOperator op, const Value& left, const Value& right);

}  // namespace tally::jinja
