#pragma once
// Why a resource was found, in words.

#include <string>
#include <vector>

#include "catalog/inventory.h"
#include "retrieval/searcher.h"

namespace tally::retrieval {

// "matched name: order, customer", one line a field that had a word of the searcher's last query;
// each word in the strongest of its fields only. A word that only a related one was
// found for is marked so: "clients (related)".
std::vector<std::string> why(const Searcher& searcher, catalog::ResourceIndex resource);

}  // namespace tally::retrieval
