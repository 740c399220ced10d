#pragma once
// Did you mean …? For queries with words that no resource has.

#include <string>
#include <string_view>
#include <vector>

#include "retrieval/search_index.h"

namespace tally::retrieval {

// Resources whose name `wanted` is a slip of the finger from, the nearest first, then by name; none
// that is called so. Of "database.table" only the table counts.
std::vector<catalog::ResourceIndex> misspelt(const catalog::Inventory& inventory,
                                             std::string_view wanted);

// The query with each word that the index does not know put right, if all of them can be; then the
// names of resources that the query, as one name, misspells. At most `most`, none twice.
std::vector<std::string> did_you_mean(const SearchIndex& index, std::string_view query,
                                      size_t most = 3);

}  // namespace tally::retrieval
