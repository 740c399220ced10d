#pragma once
// Columns of a file that has only text (CSV), or only text, numbers and truth values (JSON), made
// into typed ones: a column is of the narrowest type that all its values are written in.

#include <optional>
#include <string>
#include <vector>

#include "table/result_table.h"

namespace tally::table {

// One cell as a file has it.
struct RawCell {
  enum class Kind { null, number, boolean, text };
  Kind kind = Kind::null;
  std::string text;  // number: its digits as written; boolean: "true" or "false"
};

// Integers (hugeint beyond 64 bits), decimals with the most places that occur (real where some
// value has an exponent or more than 38 digits are needed), booleans, dates, timestamps (with a
// zone if any value has one), else text. `texts_may_be_numbers`: CSV, where nothing says what is a
// number; codes with leading zeros ("007") stay text either way. Nothing but nulls is text.
//
// `declared`: what the file says the column is; followed where all values can be that (decimals
// keep the places they are written with, reals may be the texts nan, inf and -inf).
Column typed_column(std::string name, const std::vector<RawCell>& cells, bool texts_may_be_numbers,
                    std::optional<Type> declared = {});

}  // namespace tally::table
