#pragma once
// A dbt project beside the warehouse it builds: which resource is which table, and what the project
// knows that the warehouse does not say.

#include <string>
#include <vector>

#include "catalog/catalog.h"
#include "catalog/inventory.h"

namespace tally::importing::dbt {

struct JoinedCatalog {
  // The warehouse's catalog with the project's descriptions where it has no comments, tests as keys
  // where it declares none, relationships as foreign keys.
  catalog::Catalog catalog;

  struct Match {
    catalog::ResourceIndex resource;
    catalog::ObjectId table;
  };
  std::vector<Match> matches;  // by table
  size_t described = 0;        // tables and columns that got a description
  size_t keys = 0, references = 0;
  // Resources that should be tables or views and are none; tables that no resource is.
  std::vector<catalog::ResourceIndex> absent;
  std::vector<catalog::ObjectId> unknown;
  // Columns that the project describes and the table lacks: "orders.note".
  std::vector<std::string> absent_columns;
};

// A resource is the table of its relation: schema and identifier, whatever the database is called
// (a file's name, most often). Where only one table has the identifier, its schema may differ: a
// target's schema is a choice of whoever builds. Without regard to case.
JoinedCatalog join_catalog(const catalog::Catalog& warehouse, const catalog::Inventory& project);

}  // namespace tally::importing::dbt
