#pragma once
// The parsed YAML of a model file as bytes. Scanning YAML is nearly all of a model's loading time;
// an unchanged file need not be scanned again.

#include <optional>
#include <string>
#include <string_view>

#include "semantic/tree.h"

namespace tally::semantic {

std::string encode_tree(const Tree& tree, std::string_view text);

// nullopt for bytes made from another text, of another version, damaged or foreign.
std::optional<Tree> decode_tree(std::string_view bytes, std::string_view text);

}  // namespace tally::semantic
