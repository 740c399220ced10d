#pragma once
// What both doors bring: resources with the ids of what they read, and dbt's tests. finish() makes
// the inventory of it: leaves out what is hidden, turns tests into keys, ids into positions.

#include <string>
#include <utility>
#include <vector>

#include "catalog/catalog.h"
#include "catalog/inventory.h"
#include "import/dbt/data.h"
#include "import/dbt/hidden.h"
#include "import/dbt/import.h"
#include "import/dbt/semantic_layer.h"

namespace tally::importing::dbt {

struct DraftResource {
  catalog::Resource resource;
  std::vector<std::string> reads;  // ids
  bool hidden = false;
  bool may_be_told = false;     // hidden to be safe: what is wrong with it is told by name
  bool is_name_known = true;    // of its relation; false: what stands there is a guess
  bool is_schema_known = true;  // of a source
};

// A generic test as its YAML says it; of a singular one only `test`.
struct DraftTest {
  catalog::ResourceTest test;
  std::string attached;               // id of the resource it is declared on
  bool has_where = false;             // it looks at some of the rows: no key of all
  std::vector<std::string> columns;   // unique_combination_of_columns
  std::vector<std::string> values;    // accepted_values
  std::string target, target_column;  // relationships: id, field
};

struct Draft {
  std::string project, adapter, version;
  std::vector<DraftResource> resources;
  std::vector<DraftTest> tests;
  std::vector<std::pair<std::string, std::string>> more_edges;  // (from, to) by id: parent_map
  std::vector<catalog::Finding> findings;
  SemanticLayer layer;
  // What is hidden and is no resource: disabled, or described where no file is. A table of the
  // name may have been built before.
  std::vector<Import::HiddenRelation> hidden_besides;
};

// What model and column constraints say, as dbt's contracts write them: primary_key, unique,
// not_null. `column` null: a constraint of the resource, with "columns". Foreign keys are returned:
// their target is text ("ref('x')") that only the caller can resolve.
struct ForeignConstraint {
  std::vector<std::string> columns;
  std::string to;
  std::vector<std::string> to_columns;
};
void apply_constraints(const Data& constraints, catalog::Resource& resource,
                       catalog::ResourceColumn* column, std::vector<ForeignConstraint>& foreign);

// How it is known in the warehouse.
Import::HiddenRelation hidden_relation(const DraftResource& one);

// Of findings nothing stays that names a hidden resource.
catalog::Inventory finish(Draft draft);

// All of it, the semantic layer and what is hidden apart. `hidden_before`: as of ProjectOptions.
Import import_of(Draft draft, const catalog::IsHidden& hidden_before);

}  // namespace tally::importing::dbt
