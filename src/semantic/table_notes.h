#pragma once
// What the catalog says of the tables under a model: comments, and what a dbt project that
// describes a table adds to them. Only what the model's author left out is filled in.

#include "catalog/catalog.h"
#include "semantic/model.h"

namespace tally::semantic {

// Of a field that is a column as it stands: its description, other names, accepted values. Of a
// dataset: its description and other names. Nothing is said of a column that is hidden.
void add_table_notes(Model& model, const catalog::Catalog& catalog);

}  // namespace tally::semantic
