#include "base/quantity.h"

#include <fmt/format.h>

#include <array>
#include <cctype>
#include <charconv>
#include <string>
#include <utility>

namespace tally {
namespace {

struct Split {
  double number = 0;
  std::string unit;  // lower case, without spaces
};

Result<Split> split(std::string_view text, const char* what, const char* example) {
  Split out;
  auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), out.number);
  if (status != std::errc() || !(out.number > 0) || out.number > 1e15)
    return user_error(fmt::format("\"{}\" is not {}", text, what), example);
  for (; end != text.data() + text.size(); ++end)
    if (*end != ' ') out.unit += static_cast<char>(std::tolower(static_cast<unsigned char>(*end)));
  return out;
}

template <size_t N>
const double* factor_of(const std::array<std::pair<const char*, double>, N>& units,
                        const std::string& unit) {
  for (const auto& [name, factor] : units)
    if (unit == name) return &factor;
  return nullptr;
}

}  // namespace

Result<std::chrono::milliseconds> parse_duration(std::string_view text) {
  static constexpr std::array<std::pair<const char*, double>, 6> kUnits = {
      {{"", 1e3}, {"ms", 1}, {"s", 1e3}, {"m", 6e4}, {"min", 6e4}, {"h", 3.6e6}}};
  const char* what = "a duration";
  const char* example = "write it like 500ms, 2s or 1.5m";
  TALLY_TRY(auto parts, split(text, what, example));
  const double* factor = factor_of(kUnits, parts.unit);
  double ms = factor ? parts.number * *factor : 0;
  if (ms < 1 || ms > 1e12) return user_error(fmt::format("\"{}\" is not {}", text, what), example);
  return std::chrono::milliseconds(static_cast<long long>(ms));
}

Result<uint64_t> parse_bytes(std::string_view text) {
  static constexpr std::array<std::pair<const char*, double>, 8> kUnits = {{{"", 1},
                                                                            {"b", 1},
                                                                            {"kb", 1e3},
                                                                            {"mb", 1e6},
                                                                            {"gb", 1e9},
                                                                            {"kib", 1024.0},
                                                                            {"mib", 1048576.0},
                                                                            {"gib", 1073741824.0}}};
  const char* what = "a size";
  const char* example = "write it like 500MB or 2GiB";
  TALLY_TRY(auto parts, split(text, what, example));
  const double* factor = factor_of(kUnits, parts.unit);
  double bytes = factor ? parts.number * *factor : 0;
  if (bytes < 1 || bytes > 1e15)
    return user_error(fmt::format("\"{}\" is not {}", text, what), example);
  return static_cast<uint64_t>(bytes);
}

Result<uint64_t> parse_count(std::string_view text) {
  uint64_t count = 0;
  auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), count);
  if (status != std::errc() || end != text.data() + text.size())
    return user_error(fmt::format("\"{}\" is not a whole number", text));
  return count;
}

std::string counted(uint64_t count, std::string_view one, std::string_view many) {
  if (count == 1) return fmt::format("1 {}", one);
  return many.empty() ? fmt::format("{} {}s", count, one) : fmt::format("{} {}", count, many);
}

}  // namespace tally
