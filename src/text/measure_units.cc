#include "text/measure_units.h"

#include <algorithm>
#include <unordered_map>

namespace tally::text {

namespace {

using Kind = MeasureUnit::Kind;

struct Row {
  MeasureUnit unit;
  std::string_view words;  // separated by spaces
};

// Durations in seconds, calendar units in months, lengths in tenths of a millimetre, masses in
// grams. Units without a size are known and not converted.
constexpr Row kRows[] = {
    {{"s", Kind::duration, 1}, "s sec secs second seconds"},
    {{"min", Kind::duration, 60}, "min mins minute minutes"},
    {{"h", Kind::duration, 3600}, "h hr hrs hour hours"},
    {{"day", Kind::duration, 86'400}, "day days"},
    {{"week", Kind::duration, 604'800}, "week weeks wk wks"},
    {{"month", Kind::calendar, 1}, "month months"},
    {{"year", Kind::calendar, 12}, "year years yr yrs"},
    {{"mm", Kind::length, 10}, "mm millimeter millimeters millimetre millimetres"},
    {{"cm", Kind::length, 100}, "cm centimeter centimeters centimetre centimetres"},
    {{"m", Kind::length, 10'000}, "m meter meters metre metres"},
    {{"km", Kind::length, 10'000'000}, "km kms kilometer kilometers kilometre kilometres"},
    {{"ft", Kind::length, 3048}, "ft foot feet"},
    {{"mi", Kind::length, 16'093'440}, "mi mile miles"},
    {{"g", Kind::mass, 1}, "g gram grams"},
    {{"kg", Kind::mass, 1000}, "kg kgs kilo kilos kilogram kilograms"},
    {{"t", Kind::mass, 1'000'000}, "t ton tons tonne tonnes"},
    {{"lb", Kind::mass, 0}, "lb lbs"},
    {{"oz", Kind::mass, 0}, "oz ounce ounces"},
    {{"l", Kind::volume, 1000}, "l liter liters litre litres"},
    {{"ml", Kind::volume, 1}, "ml milliliter milliliters millilitre millilitres"},
    {{"sqft", Kind::area, 0}, "sqft"},
    {{"USD", Kind::money, 0}, "usd dollar dollars buck bucks $"},
    {{"EUR", Kind::money, 0}, "eur euro euros \u20ac"},
    {{"GBP", Kind::money, 0}, "gbp sterling \u00a3"},
    {{"JPY", Kind::money, 0}, "jpy yen \u00a5"},
    {{"CHF", Kind::money, 0}, "chf franc francs"},
    {{"CAD", Kind::money, 0}, "cad"},
    {{"AUD", Kind::money, 0}, "aud"},
    {{"INR", Kind::money, 0}, "inr rupee rupees"},
    {{"cent", Kind::money, 0}, "cent cents"},
    {{"%", Kind::percent, 0}, "% percent pct percents"},
    {{"degree", Kind::other, 0}, "degree degrees"},
    {{"kWh", Kind::other, 0}, "kwh"},
    {{"MB", Kind::other, 0}, "mb"},
    {{"GB", Kind::other, 0}, "gb"},
    {{"pound", Kind::other, 0}, "pound pounds"},  // of money or of mass
    {{"point", Kind::other, 0}, "points"},
};

const std::unordered_map<std::string_view, const MeasureUnit*>& table() {
  static const auto map = [] {
    std::unordered_map<std::string_view, const MeasureUnit*> made;
    for (const Row& row : kRows) {
      std::string_view rest = row.words;
      while (!rest.empty()) {
        size_t end = std::min(rest.find(' '), rest.size());
        made.emplace(rest.substr(0, end), &row.unit);
        rest.remove_prefix(std::min(end + 1, rest.size()));
      }
    }
    return made;
  }();
  return map;
}

}  // namespace

std::optional<MeasureUnit> measure_unit(std::string_view folded) {
  auto found = table().find(folded);
  if (found == table().end()) return std::nullopt;
  return *found->second;
}

std::optional<std::string> converted(const std::string& digits, const MeasureUnit& from,
                                     const MeasureUnit& to) {
  if (from == to) return digits;
  bool whole = from.kind == to.kind && from.size > 0 && to.size > 0 && from.size % to.size == 0;
  if (!whole || digits.size() > 12) return std::nullopt;
  size_t point = std::min(digits.find('.'), digits.size());
  std::string bare = digits;
  if (point < bare.size()) bare.erase(point, 1);
  size_t scale = bare.size() - point;
  bool negative = bare.starts_with('-');
  long long value = 0;
  for (char digit : bare.substr(negative ? 1 : 0)) value = value * 10 + (digit - '0');
  if (__builtin_mul_overflow(value, from.size / to.size, &value)) return std::nullopt;
  std::string out = std::to_string(value);
  if (out.size() <= scale) out.insert(0, scale + 1 - out.size(), '0');
  if (scale > 0) {
    out.insert(out.size() - scale, ".");
    out.erase(out.find_last_not_of('0') + 1);
    if (out.ends_with('.')) out.pop_back();
  }
  return (negative ? "-" : "") + out;
}

}  // namespace tally::text
