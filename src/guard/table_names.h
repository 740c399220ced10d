#pragma once
// Which table does this name mean, and if none: what did the writer reach for?

#include <string>
#include <string_view>
#include <variant>

#include "catalog/catalog.h"

namespace tally::guard {

// A table as a text names it; empty parts were not written.
struct TableName {
  std::string database, schema, name;
  std::string text() const;
};

struct NoTable {
  std::string_view rule;  // unknown_table, system_table or file_table
  std::string message, hint;
};

std::variant<const catalog::Table*, NoTable> find_table(const catalog::Catalog& catalog,
                                                        const TableName& name);

// Whether the engine has a table or view of this unqualified name of its own (sqlite_master …).
bool is_system_name(std::string_view name);

}  // namespace tally::guard
