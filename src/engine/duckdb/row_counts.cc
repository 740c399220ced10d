#include "engine/duckdb/row_counts.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>

#include "base/files.h"

namespace tally::engine::duckdb {
namespace {

constexpr double kLargestFactor = 1000;  // beyond the largest scale listed

std::vector<std::string_view> words_of(std::string_view line) {
  std::vector<std::string_view> words;
  while (true) {
    size_t start = line.find_first_not_of(" \t\r");
    if (start == std::string_view::npos) return words;
    line.remove_prefix(start);
    size_t length = std::min(line.find_first_of(" \t\r"), line.size());
    words.push_back(line.substr(0, length));
    line.remove_prefix(length);
  }
}

template <typename Number>
std::optional<std::vector<Number>> numbers_of(const std::vector<std::string_view>& words) {
  std::vector<Number> numbers;
  for (size_t i = 1; i < words.size(); ++i) {
    Number number{};
    const char* end = words[i].data() + words[i].size();
    auto [stop, code] = std::from_chars(words[i].data(), end, number);
    if (code != std::errc{} || stop != end) return std::nullopt;
    numbers.push_back(number);
  }
  return numbers;
}

bool ascending(const std::vector<double>& scales) {
  if (scales.empty() || !(scales.front() > 0) || !std::isfinite(scales.back())) return false;
  for (size_t i = 1; i < scales.size(); ++i)
    if (!(scales[i] > scales[i - 1])) return false;
  return true;
}

// Where a scale lies among those listed: exactly at one, between two, or beyond the last.
struct Place {
  size_t below = 0;  // index of the nearest scale not above
  bool exact = false;
  bool beyond = false;  // above the last
  double growth = 1;    // beyond: scale / last scale
  double share = 0;     // between: 0 at below, 1 at below + 1
};

Place place_of(double scale, const std::vector<double>& scales) {
  Place place;
  while (place.below + 1 < scales.size() && scales[place.below + 1] <= scale * (1 + 1e-9))
    ++place.below;
  double below = scales[place.below];
  place.exact = std::abs(scale - below) <= 1e-9 * below;
  place.beyond = !place.exact && place.below + 1 == scales.size();
  if (place.beyond) place.growth = scale / below;
  if (!place.exact && !place.beyond)
    place.share = (scale - below) / (scales[place.below + 1] - below);
  return place;
}

uint64_t grown(uint64_t count, double factor) {
  return static_cast<uint64_t>(std::ceil(static_cast<double>(count) * factor));
}

RowBounds bounds_at(const std::string& table, const std::vector<uint64_t>& counts,
                    const Place& place) {
  uint64_t at = counts[place.below];
  bool fixed = std::ranges::all_of(counts, [&](uint64_t count) { return count == counts.front(); });
  if (place.exact || (fixed && counts.size() > 1)) return {table, at, at};
  // Generators draw the number of dependent rows: allow proportional growth a few percent.
  if (place.beyond) {
    bool growing = place.below > 0 && at >= 2 * counts[place.below - 1];
    return {table, at + (growing ? 1 : 0), grown(at, place.growth * 1.05)};
  }
  uint64_t next = counts[place.below + 1];
  // A large table that doubles up to the next scale has begun to grow: without this a warehouse of
  // the scale below would pass.
  bool grows = at >= 1000 && next >= 2 * at;
  return {table, std::min(at, next) + (grows ? 1 : 0), std::max(at, next)};
}

uint64_t bytes_at(const std::vector<uint64_t>& bytes, const Place& place) {
  if (bytes.empty()) return 0;
  uint64_t at = bytes[place.below];
  if (place.exact) return at;
  if (place.beyond) return grown(at, place.growth);
  auto next = static_cast<double>(bytes[place.below + 1]);
  return at + static_cast<uint64_t>(place.share * std::max(0.0, next - static_cast<double>(at)));
}

}  // namespace

Result<RowCounts> RowCounts::read(const std::string& path) {
  TALLY_TRY(std::string text, read_file(path));
  return parse(text, path);
}

Result<RowCounts> RowCounts::parse(std::string_view text, const std::string& name) {
  RowCounts counts;
  size_t number = 0;
  auto wrong = [&](std::string_view what) {
    return user_error(fmt::format("{}:{}: {}", name, number, what));
  };
  while (!text.empty()) {
    size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, std::min(text.substr(0, end).find('#'), end));
    text.remove_prefix(std::min(end + 1, text.size()));
    ++number;
    auto words = words_of(line);
    if (words.empty()) continue;
    if (words[0] == "generator") {
      if (words.size() != 2) return wrong("`generator` needs one name");
      counts.generator_ = words[1];
      continue;
    }
    if (words[0] == "scale") {
      auto scales = numbers_of<double>(words);
      if (!scales || !ascending(*scales)) return wrong("the scales must be positive and ascending");
      counts.scales_ = *std::move(scales);
      continue;
    }
    if (counts.scales_.empty()) return wrong("the first line must be `scale` and the scales");
    auto numbers = numbers_of<uint64_t>(words);
    if (!numbers || numbers->size() != counts.scales_.size())
      return wrong(
          fmt::format("`{}` needs {} whole numbers, one a scale", words[0], counts.scales_.size()));
    if (words[0] == "bytes")
      counts.bytes_ = *std::move(numbers);
    else
      counts.tables_.push_back({std::string(words[0]), *std::move(numbers)});
  }
  if (counts.tables_.empty()) return wrong("no table is listed");
  return counts;
}

Result<Expectation> RowCounts::at(double scale) const {
  double least = scales_.front();
  double most = scales_.back() * kLargestFactor;
  if (!(scale >= least * (1 - 1e-9) && scale <= most))
    return user_error(fmt::format("scale {} is not possible", scale),
                      fmt::format("choose a scale from {} to {}", least, most));
  Place place = place_of(scale, scales_);
  Expectation expectation;
  expectation.bytes = bytes_at(bytes_, place);
  for (const Line& line : tables_)
    expectation.tables.push_back(bounds_at(line.table, line.counts, place));
  return expectation;
}

}  // namespace tally::engine::duckdb
