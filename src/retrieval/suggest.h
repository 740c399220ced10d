#pragma once
// Did you mean …? For queries with words that no resource has.

#include <string>
#include <string_view>
#include <vector>

#include "retrieval/search_index.h"

namespace tally::retrieval {

// The query with each word that the index does not know put right, if all of them can be; then the
// names of resources that the query, as one name, misspells. At most `most`, none twice.
std::vector<std::string> did_you_mean(const SearchIndex& index, std::string_view query,
                                      size_t most = 3);

}  // namespace tally::retrieval
