#pragma once
// One normal form per English word, so that "categories", "Category" and "category's" are one.

#include <span>
#include <string>
#include <string_view>

namespace tally::text {

// Normal form of a folded word: irregular forms and British spelling first ("people" → "person",
// "sold" → "sell", "centre" → "center"), then the Snowball English stemmer. Words with anything but
// ASCII letters are returned as they are. Thread-safe.
std::string stem(std::string_view folded);

// Stems of the nouns that a verb's stem stands for ("sell" → "sale"), the nearest first; empty if
// none is known.
std::span<const std::string> nouns_of_verb(std::string_view stemmed);

// Whether a folded word is an irregular form of a verb or noun that stem() knows ("sold").
bool is_irregular(std::string_view folded);

// Whether a folded English noun is written in the plural ("stores", "people").
bool is_plural(std::string_view folded);

}  // namespace tally::text
