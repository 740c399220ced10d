#pragma once
// Reading the engine's tree without trusting it: what is not there, or not of the kind expected, is
// nothing. Only for the .cc files of this folder that walk the tree.

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace tally::guard {

using Node = nlohmann::json;

const Node& at(const Node& node, std::string_view key);            // null: no such key
std::string_view text_at(const Node& node, std::string_view key);  // "": no text there
std::vector<std::string> texts(const Node& list);                  // the texts of a list
bool is_empty(const Node& value);                                  // null, false, "", [], {}

}  // namespace tally::guard
