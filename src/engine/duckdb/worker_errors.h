#pragma once
// DuckDB's error texts as our Errors. Workers have errors_as_json on, which gives kind, message and
// position apart; some errors come as plain text all the same.

#include <string>
#include <string_view>

#include "base/result.h"

namespace tally::engine::duckdb {

// `raw`: what the engine said. `sql`: the text that a position in it counts into, after `skipped`
// bytes that we put before it. `fatal`: set when the database instance is unusable from now on.
Error explain_error(const std::string& raw, std::string_view sql, size_t skipped, bool& fatal);

// The same for json_serialize_sql's own {"error": true, …}.
Error explain_parse_error(const std::string& raw, std::string_view sql);

}  // namespace tally::engine::duckdb
