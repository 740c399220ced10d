#include "answer/parsed/qualities.h"

#include <algorithm>

#include "text/tokens.h"

namespace tally::answer::parsed {

namespace {

using Kind = text::MeasureUnit::Kind;

const std::vector<Quality>& qualities() {
  static const std::vector<Quality> kQualities = {
      {"long",
       "longest shortest",
       "duration length time wait",
       {Kind::duration, Kind::calendar},
       "last wait take spend"},
      {"quickly fast soon",
       "fastest slowest quickest",
       "speed duration time",
       {Kind::duration, Kind::calendar},
       "take get"},
      {"old young", "oldest youngest", "age", {}, ""},
      {"far",
       "farthest furthest longest shortest",
       "distance mileage",
       {Kind::length},
       "travel drive fly walk ride run move go"},
      {"often frequently", "", "frequency rate", {}, ""},
      {"late punctual",
       "latest longest shortest",
       "lateness late delay",
       {},
       "run arrive leave depart"},
      {"heavy", "heaviest lightest", "weight", {Kind::mass}, "weigh"},
      {"expensive costly cheap",
       "expensive cheapest priciest costliest",
       "price cost fee fare charge tariff rent",
       {},
       ""},
  };
  return kQualities;
}

template <typename Test>
bool any_word(const Vocabulary& vocabulary, uint32_t metric, Test test) {
  std::vector<std::string> names = vocabulary.model.metrics[metric].synonyms;
  names.push_back(vocabulary.metrics[metric].spoken);
  return std::any_of(names.begin(), names.end(), [&](const std::string& name) {
    std::vector<std::string> words = words_of(name);
    return std::any_of(words.begin(), words.end(), test);
  });
}

}  // namespace

bool in_list(std::string_view list, std::string_view word) {
  size_t at = 0;
  while (at < list.size()) {
    size_t end = std::min(list.find(' ', at), list.size());
    if (list.substr(at, end - at) == word) return true;
    at = end + 1;
  }
  return false;
}

const Quality* quality_of(std::string_view adjective) {
  for (const Quality& quality : qualities())
    if (in_list(quality.adjectives, adjective)) return &quality;
  return nullptr;
}

std::vector<const Quality*> qualities_of_superlative(std::string_view superlative) {
  std::vector<const Quality*> out;
  for (const Quality& quality : qualities())
    for (const std::string& word : words_of(superlative))
      if (in_list(quality.superlatives, word)) out.push_back(&quality);
  return out;
}

bool is_named_so(const Vocabulary& vocabulary, const Quality& quality, uint32_t metric) {
  return any_word(vocabulary, metric,
                  [&](const std::string& word) { return in_list(quality.names, word); });
}

// An age is measured in years, and is not how long anything takes; a height in cm is not far.
bool is_measured_so(const Vocabulary& vocabulary, const Quality& quality, uint32_t metric) {
  auto unit = text::measure_unit(text::spoken(vocabulary.metrics[metric].unit));
  if (!unit || any_word(vocabulary, metric, [](const std::string& word) { return word == "age"; }))
    return false;
  if (unit->kind == Kind::length && unit->name != "km" && unit->name != "mi") return false;
  return std::find(quality.units.begin(), quality.units.end(), unit->kind) != quality.units.end();
}

}  // namespace tally::answer::parsed
