#pragma once
// An index kept between runs, under .tally/: used as it stands while nothing that it was made of
// has changed. Where some resources changed, only those are read again; what hangs on all of them
// together (frequencies, lengths, short forms) is counted anew, which is the smaller part.
// A file that is damaged, of another version or of other ranking data is as good as none.

#include <memory>
#include <string>
#include <string_view>

#include "retrieval/search_index.h"

namespace tally::retrieval {

struct KeptIndex {
  std::shared_ptr<const SearchIndex> index;  // shared: searchers keep theirs while it is replaced
  bool was_whole = false;                    // the file held just this
  size_t read = 0;                           // resources that had to be read
  std::string unkept;                        // why it could not be kept; empty: it was, or had been
};

// Of the built-in ranking data.
KeptIndex open_index(std::shared_ptr<const catalog::Inventory> inventory, const std::string& file);

// The same on bytes: what open_index reads, and what it would write (empty if nothing changed).
KeptIndex index_from(std::shared_ptr<const catalog::Inventory> inventory, std::string_view bytes,
                     std::string& written);

}  // namespace tally::retrieval
