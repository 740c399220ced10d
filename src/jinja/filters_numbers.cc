// Filters that make numbers, and JSON.
#include <fmt/format.h>

#include <cmath>

#include "jinja/big_integer.h"
#include "jinja/builtins_impl.h"
#include "jinja/json.h"
#include "jinja/strings.h"

namespace tally::jinja {

namespace {

Value whole(Call& call, const Value& value) {
  const Value* fallback = call.argument(0, "default");
  const Value otherwise = fallback ? *fallback : Value(0);
  if (value.is_string()) {
    const auto base = static_cast<int>(integer_argument(call, 1, "base", 10));
    if (const auto found = parse_integer(value.string(), base)) return *found;
    if (const auto found = whole_from_digits(strip_spaces(value.string()), base)) return *found;
  }
  if (is_whole_number(value))
    return value.type() == Type::boolean ? Value(value.boolean() ? 1 : 0) : value;
  const auto real = real_of(value);
  if (!real || std::isnan(*real) || !(std::abs(*real) < 9.2e18)) return otherwise;
  return value.is_integer() ? value : Value(static_cast<int64_t>(*real));
}

Value real(Call& call, const Value& value) {
  if (const auto* big = value.object_as<BigInteger>()) return big->real();
  if (const auto found = real_of(value)) return *found;
  const Value* fallback = call.argument(0, "default");
  return fallback ? *fallback : Value(0.0);
}

Value absolute(Call& call, const Value& value) {
  if (value.type() == Type::real) return std::abs(value.real());
  if (const auto* big = value.object_as<BigInteger>()) {
    return make<BigInteger>(big->digits(), false);
  }
  const auto found = integer_of(value);
  if (!found || *found == INT64_MIN) {
    return call.fail(fmt::format("bad operand type for abs(): '{}'", value.kind()));
  }
  return *found < 0 ? -*found : *found;
}

// Half to even, of the number as it is in binary: as printf rounds.
double rounded(double value, int64_t digits) {
  if (!std::isfinite(value) || digits > 300) return value;
  if (digits >= 0) return std::strtod(fmt::format("{:.{}f}", value, digits).c_str(), nullptr);
  if (digits < -300) return 0;
  const double unit = std::pow(10.0, static_cast<double>(-digits));
  return std::nearbyint(value / unit) * unit;
}

Value round_to(Call& call, const Value& value) {
  const int64_t digits = integer_argument(call, 0, "precision", 0);
  const std::string method = call.string(1, "method", "common");
  if (method != "common" && method != "ceil" && method != "floor") {
    return call.fail("method must be common, ceil or floor");
  }
  if (value.is_object() && is_whole_number(value) && digits >= 0) return value;
  if (!value.is_number()) {
    return call.fail(fmt::format("type {} doesn't define __round__ method", value.kind()));
  }
  const double number = *real_of(value);
  if (method == "common") {
    if (value.type() == Type::real) return rounded(number, digits);
    return digits >= 0 ? Value(*integer_of(value))
                       : Value(static_cast<int64_t>(rounded(number, digits)));
  }
  const double unit = std::pow(10.0, static_cast<double>(digits));
  const double scaled = number * unit;
  return (method == "ceil" ? std::ceil(scaled) : std::floor(scaled)) / unit;
}

Value filesizeformat(Call& call, const Value& value) {
  const auto bytes = real_of(value);
  if (!bytes) return call.fail("filesizeformat needs a number");
  const bool binary = truth_argument(call, 0, "binary", false);
  const double base = binary ? 1024 : 1000;
  if (*bytes == 1) return "1 Byte";
  if (*bytes < base) return fmt::format("{} Bytes", static_cast<int64_t>(*bytes));
  constexpr std::string_view kPrefixes = "kMGTPEZY";
  double unit = base;
  size_t at = 0;
  for (; at + 1 < kPrefixes.size() && *bytes >= unit * base; ++at) unit *= base;
  const char prefix = binary && at == 0 ? 'K' : kPrefixes[at];
  return fmt::format("{:.1f} {}{}", *bytes / unit, prefix, binary ? "iB" : "B");
}

Value sum(Call& call, const Value& value) {
  const auto list = items(call, value);
  if (!list) return {};
  const auto attribute = given(call, 0, "attribute");
  const Value* start = call.argument(1, "start");
  Value total = start ? *start : Value(0);
  for (const auto& item : (*list)->items) {
    const Value next = attribute ? attribute_path(call, item, *attribute) : item;
    total = call.evaluator().added(total, next, call.line());
    if (call.unwinding()) return {};
  }
  return total;
}

// As Flask does it: sorted, and safe within HTML.
Value tojson(Call& call, const Value& value) {
  const auto indent = static_cast<int>(integer_argument(call, 0, "indent", -1));
  const auto json = json_of(value, true, indent);
  if (!json) return call.fail("it has something in it that has no JSON");
  std::string safe;
  for (const char c : *json) {
    if (c == '<' || c == '>' || c == '&' || c == '\'') {
      safe += fmt::format("\\u{:04x}", static_cast<int>(c));
    } else {
      safe += c;
    }
  }
  return safe;
}

constexpr BuiltinEntry kEntries[] = {
    {"int", whole},
    {"float", real},
    {"abs", absolute},
    {"round", round_to},
    {"filesizeformat", filesizeformat},
    {"sum", sum},
    {"tojson", tojson},
};

}  // namespace

std::span<const BuiltinEntry> number_filters() {
  return kEntries;
}

}  // namespace tally::jinja
