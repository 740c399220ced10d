#pragma once
// A ResultTable as bytes and back: what travels from a worker to its caller and into caches. Little
// machinery on purpose: variable-length integers, columns one after another, a version in front.

#include <string>
#include <string_view>

#include "base/result.h"
#include "table/result_table.h"

namespace tally::table {

// Needs a well-formed table: every column has row_count nulls and values.
std::string encode(const ResultTable& table);

// Accepts exactly what encode() wrote. Any other bytes are an Error of kind `outside`, never
// undefined behaviour, and never take more memory than a small multiple of their own size.
Result<ResultTable> decode(std::string_view bytes);

}  // namespace tally::table
