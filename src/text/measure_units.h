#pragma once
// The words for what is measured in: "minutes", "km", "euros".

#include <optional>
#include <string>
#include <string_view>

namespace tally::text {

struct MeasureUnit {
  enum class Kind { duration, calendar, length, mass, volume, area, money, percent, other };
  std::string_view name;  // one for all its words: "min"
  Kind kind = Kind::other;
  long long size = 0;  // in the smallest unit of its kind; 0: not converted (money, volume)
  bool operator==(const MeasureUnit& other) const { return name == other.name; }
};

// The unit that a folded word or a currency mark names.
std::optional<MeasureUnit> measure_unit(std::string_view folded);

// `digits` of `from` as digits of `to`, exactly; nothing where that takes a rate, rounding or an
// overflow.
std::optional<std::string> converted(const std::string& digits, const MeasureUnit& from,
                                     const MeasureUnit& to);

}  // namespace tally::text
