#pragma once
// The tables that the test models are over, so that sources and columns are checked. Tests and
// fuzzers alone include this.

#include "catalog/catalog.h"

namespace tally::semantic {

inline catalog::Catalog shop_catalog() {
  using Columns = std::vector<std::pair<std::string, std::string>>;  // name, type
  auto table = [](std::string schema, std::string name, const Columns& columns) {
    catalog::Table made;
    made.id = {"shop", std::move(schema), std::move(name)};
    for (const auto& [column, type] : columns) made.columns.push_back({column, type, true, ""});
    return made;
  };
  return catalog::Catalog(
      {table("main", "orders",
             {{"id", "INTEGER"},
              {"customer_id", "INTEGER"},
              {"amount", "DECIMAL(10,2)"},
              {"ordered_on", "DATE"},
              {"note", "VARCHAR"},
              {"tags", "VARCHAR[]"}}),
       table("crm", "customers",
             {{"id", "INTEGER"}, {"name", "VARCHAR"}, {"email", "VARCHAR"}, {"state", "VARCHAR"}})},
      "shop", "main", "1");
}

}  // namespace tally::semantic
