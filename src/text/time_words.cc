#include <unordered_map>

#include "text/time_points.h"

namespace tally::text {

namespace {

using Words = std::unordered_map<std::string_view, int>;

const Words& months() {
  static const Words map = {{"january", 1},   {"jan", 1},    {"february", 2},  {"feb", 2},
                            {"march", 3},     {"mar", 3},    {"april", 4},     {"apr", 4},
                            {"may", 5},       {"june", 6},   {"jun", 6},       {"july", 7},
                            {"jul", 7},       {"august", 8}, {"aug", 8},       {"september", 9},
                            {"sep", 9},       {"sept", 9},   {"october", 10},  {"oct", 10},
                            {"november", 11}, {"nov", 11},   {"december", 12}, {"dec", 12}};
  return map;
}

const Words& weekdays() {
  static const Words map = {{"monday", 1},    {"mondays", 1},   {"tuesday", 2},    {"tuesdays", 2},
                            {"tues", 2},      {"wednesday", 3}, {"wednesdays", 3}, {"thursday", 4},
                            {"thursdays", 4}, {"thurs", 4},     {"friday", 5},     {"fridays", 5},
                            {"saturday", 6},  {"saturdays", 6}, {"sunday", 7},     {"sundays", 7}};
  return map;
}

// Years in words: "the nineties". The twenties are of one century or the other.
const Words& decades() {
  static const Words map = {{"thirties", 1930}, {"forties", 1940},   {"fifties", 1950},
                            {"sixties", 1960},  {"seventies", 1970}, {"eighties", 1980},
                            {"nineties", 1990}, {"noughties", 2000}, {"twenties", 0}};
  return map;
}

std::optional<int> find(const Words& words, std::string_view text) {
  auto found = words.find(text);
  if (found == words.end()) return std::nullopt;
  return found->second;
}

}  // namespace

std::optional<int> month_of(std::string_view folded) {
  return find(months(), folded);
}

std::optional<int> weekday_of(std::string_view folded) {
  return find(weekdays(), folded);
}

std::optional<int> decade_of(std::string_view folded) {
  return find(decades(), folded);
}

std::optional<Unit> unit_of(std::string_view folded) {
  static const std::unordered_map<std::string_view, Unit> map = {
      {"day", Unit::day},         {"days", Unit::day},         {"week", Unit::week},
      {"weeks", Unit::week},      {"month", Unit::month},      {"months", Unit::month},
      {"quarter", Unit::quarter}, {"quarters", Unit::quarter}, {"half", Unit::half},
      {"year", Unit::year},       {"years", Unit::year}};
  auto found = map.find(folded);
  if (found == map.end()) return std::nullopt;
  return found->second;
}

}  // namespace tally::text
