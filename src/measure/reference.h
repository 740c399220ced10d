#pragma once
// Is the result of a reference fit to be the right answer?

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "base/result.h"
#include "table/result_table.h"

namespace tally::measure {

// Runs one SELECT on the warehouse of the exam, through the guard. Errors of kind `user` are the
// SQL's (it does not parse, is refused, does not bind or compute), others the world's.
using RunSql = std::function<Result<table::ResultTable>(const std::string& sql)>;

// Why two runs of one reference cannot be trusted: another result the second time, empty, all NULL,
// all zero, cut. nullopt: they can.
std::optional<std::string> reference_fault(const table::ResultTable& first,
                                           const table::ResultTable& second, bool ordered);

// The same for two runs of one reference on the same data.
uint64_t reference_digest(const table::ResultTable& table, bool ordered);

}  // namespace tally::measure
