#pragma once
// Small parts of the queries that are written here.

#include <string>
#include <utility>

#include "sql/tree.h"

namespace tally::semantic {

// expression AS name
inline sql::SelectItem item(sql::Expression expression, const std::string& name) {
  return {std::move(expression), sql::Identifier{name, false}};
}

// A table or a common table expression of that name.
inline sql::FromItem table(const std::string& name) {
  sql::FromItem from;
  from.item = sql::TableName{{{name, false}}};
  return from;
}

}  // namespace tally::semantic
