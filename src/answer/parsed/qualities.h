#pragma once
// What adjectives ask for: "how heavy" and "the heaviest" a weight, "how long" and "the longest" a
// duration. Found in metrics by the kind of their unit, or by a word of their names.

#include <string>
#include <string_view>
#include <vector>

#include "answer/parsed/vocabulary.h"
#include "text/measure_units.h"

namespace tally::answer::parsed {

struct Quality {
  std::string_view adjectives, superlatives, names;  // separated by spaces
  std::vector<text::MeasureUnit::Kind> units;
  std::string_view verbs;  // that say no more than the adjective

  bool is_frequency() const { return names.starts_with("frequency"); }
};

// Null if the adjective asks for no quality that is known.
const Quality* quality_of(std::string_view adjective);

// All that a superlative may ask for, in any of its words: "longest", "most expensive". Empty if it
// ranks by whatever is measured: "highest".
std::vector<const Quality*> qualities_of_superlative(std::string_view superlative);

// Whether the metric is called so, or at least measured in such a unit.
bool is_named_so(const Vocabulary& vocabulary, const Quality& quality, uint32_t metric);
bool is_measured_so(const Vocabulary& vocabulary, const Quality& quality, uint32_t metric);

bool in_list(std::string_view list, std::string_view word);  // words separated by spaces

}  // namespace tally::answer::parsed
