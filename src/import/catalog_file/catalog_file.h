#pragma once
// Catalogs that somebody wrote down as JSON: one object, a list of models, or one database a line
// (docs/catalog-files.md). Gzip is read as it is. A line that cannot be read is named and skipped.

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "catalog/hidden.h"
#include "catalog/inventory.h"

namespace tally::importing {

struct FileCatalog {
  std::string dataset;  // of a file of many; may be empty
  std::string db;       // the database or project it is of; may be empty
  catalog::Inventory::Parts parts;
};

struct CatalogFile {
  std::vector<FileCatalog> catalogs;       // in the order of the file, at least one
  std::vector<catalog::Finding> findings;  // lines and values that were passed over
};

// `name` stands in findings and errors. Error `user`: nothing of it is a catalog.
Result<CatalogFile> read_catalog_text(std::string_view text, const std::string& name,
                                      const catalog::HideRule& hide = {});
Result<CatalogFile> read_catalog_file(const std::string& path, const catalog::HideRule& hide = {});

// The catalog of this database; `db` may be "dataset/db" or, if the file holds one only, empty.
// Error `user`: none or several, with those that are there.
Result<const FileCatalog*> choose_catalog(const CatalogFile& file, std::string_view db,
                                          const std::string& name);

// One inventory of all these, in their order.
catalog::Inventory::Parts joined(std::vector<catalog::Inventory::Parts> all);

}  // namespace tally::importing
