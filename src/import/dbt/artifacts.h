#pragma once
// The artifacts that dbt writes (target/manifest.json, catalog.json, semantic_manifest.json) into a
// draft. Keys nobody knows are passed over, so that older and newer versions are read alike. Each
// text is read in one pass and nothing of it is kept but what the inventory holds.

#include <string>
#include <string_view>

#include "base/json_cursor.h"
#include "base/result.h"
#include "import/dbt/draft.h"

namespace tally::importing::dbt {

// `file` is for messages. Error `user`: no JSON (line, column, what is wrong there), or JSON that
// is no manifest.
Result<Draft> read_manifest(std::string_view text, const std::string& file, const HideRule& hide);

// Column types and comments of the warehouse, added to the draft's resources by id. What the
// project says itself stays.
Result<void> add_catalog(std::string_view text, const std::string& file, Draft& draft);

// Semantic models, metrics and saved queries that the draft has not; descriptions and columns of
// those it has.
Result<void> add_semantic_manifest(std::string_view text, const std::string& file, Draft& draft);

// "broken at line 1, column 532: the text ends inside a string"
Error json_error(const JsonCursor& json, const std::string& file);

}  // namespace tally::importing::dbt
