#pragma once
// JSON → Data, for the small parts of an artifact whose keys are not known beforehand (meta, the
// arguments of a test).

#include "base/json_cursor.h"
#include "import/dbt/data.h"

namespace tally::importing::dbt {

Data read_data(JsonCursor& json);
std::vector<std::string> read_texts(JsonCursor& json);  // of an array of scalars, or of one scalar

}  // namespace tally::importing::dbt
