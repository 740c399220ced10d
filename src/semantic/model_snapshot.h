#pragma once
// A loaded model as bytes: an unchanged model over an unchanged database need not be read and
// checked again, which is most of what a short run would do outside the engine.

#include <optional>
#include <string>
#include <string_view>

#include "semantic/model.h"

namespace tally::semantic {

// `key`: everything the model was made from (the model file, the catalog it was checked against,
// the program that did it).
std::string encode_model(const Model& model, std::string_view key);

// The same model, indexed; nullopt for bytes made under another key, damaged or foreign.
std::optional<Model> decode_model(std::string_view bytes, std::string_view key);

}  // namespace tally::semantic
