#pragma once
// A result from wherever a person has it: a CSV, Parquet or JSON file, or SQL to be run.

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "face/cli/context.h"
#include "table/result_table.h"

namespace tally::cli {

constexpr std::string_view kSqlSource = "sql:";

// `source`: FILE.csv (or .tsv), FILE.parquet, FILE.json or "sql:SELECT …". Mostly one result; a
// JSON file may hold several.
//   CSV      with a header; an empty field is null, a quoted empty one the empty text; columns are
//            typed by what is in them (table/typed_text.h)
//   Parquet  typed
//   JSON     what `tally sql --json` and `tally ask --json` print ({"table": {"columns", "rows"}}),
//            that table alone, a list of records ([{"state": "TX", "sales": 12.50}]), or several
//            of the first two: in a list, or one a line
// Errors name the source, and line and column of a malformed file.
Result<std::vector<table::ResultTable>> read_results(const std::string& source,
                                                     const Arguments& arguments, Context& context);

}  // namespace tally::cli
