#pragma once
// What a sound model makes hard to ask: words that mean several things. Nothing here stops a model;
// `tally model check` lists it.

#include <vector>

#include "catalog/catalog.h"
#include "catalog/facts.h"
#include "semantic/model.h"

namespace tally::semantic {

// Words of two metrics or of two fields, and unrecorded topics that are recorded after all: as a
// name, a synonym or a stored value. Relationships to what nothing says is unique: the dataset
// declares no key, and of its table others are known. `facts` may be absent: stored values are not
// looked at then; so may `catalog`. `file` only names the model. In file order.
std::vector<Complaint> model_doubts(const Model& model, std::string_view file,
                                    const catalog::Facts* facts,
                                    const catalog::Catalog* catalog = nullptr);

}  // namespace tally::semantic
