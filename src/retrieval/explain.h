#pragma once
// Why a resource was found, in words.

#include <string>
#include <vector>

#include "catalog/inventory.h"
#include "retrieval/searcher.h"

namespace tally::retrieval {

// "matched name: order, customer", one line a field that had a word of the searcher's last query;
// each word in the strongest of its fields only. A word that only a related one was
// found for is marked so: "clients (related)". Of one that has no word itself the resources that
// brought it: "linked by keys: orders".
std::vector<std::string> why(const Searcher& searcher, catalog::ResourceIndex resource);

// The words of the searcher's last query, each once: those that the catalog has itself or in a
// related word, and those that say nothing here. Stop words are neither, nor are numbers that the
// catalog has not: things are seldom called by them.
struct AskedWords {
  std::vector<std::string> known, unknown;
};
AskedWords asked_words(const Searcher& searcher);

}  // namespace tally::retrieval
