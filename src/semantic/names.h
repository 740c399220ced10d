#pragma once
// Names as the model's author writes them and as people say them.

#include <string>
#include <string_view>
#include <vector>

namespace tally::semantic {

// Names of a model are told apart as the engine does it: without regard to case.
bool same_name(std::string_view a, std::string_view b);

// "net_weight" → "net weight".
std::string spoken(std::string_view name);
// "depot", "city" → "depot city"; a field that already says its dataset is left: "depot_name".
std::string spoken(std::string_view dataset, std::string_view field);

// "a", "a and b", "a, b and c".
std::string list_words(const std::vector<std::string>& words, std::string_view last = "and");

// The candidate nearest in spelling, or "" if none is near.
std::string nearest(std::string_view name, const std::vector<std::string>& candidates);
// 'did you mean "amount"?', else "there are: a, b, c", else "".
std::string did_you_mean(std::string_view name, const std::vector<std::string>& candidates);

}  // namespace tally::semantic
