#pragma once
// One model, source or table of a catalog file.

#include <string>
#include <utility>
#include <vector>

#include "base/json_cursor.h"
#include "catalog/inventory.h"

namespace tally::importing {

// What it reads, and whose keys its columns are, as the file spells them.
struct RawLinks {
  std::vector<std::string> refs;                             // names or ids of models
  std::vector<std::pair<std::string, std::string>> sources;  // source, table
  struct Key {
    std::vector<std::string> columns;
    std::string table;
    std::vector<std::string> table_columns;
  };
  std::vector<Key> keys;
};

struct RawResource {
  catalog::Resource resource;  // its id may still be missing
  RawLinks links;
  std::vector<std::string> denied;  // keys of its meta, or of a map inside it, that are false
  bool disabled = false;            // dbt would not build it
};

// The object that comes next. `key` is what it is filed under, if it is in a map: its id or name
// when it says none itself.
RawResource read_resource(JsonCursor& json, catalog::ResourceKind kind, std::string_view key);

}  // namespace tally::importing
