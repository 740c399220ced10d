#pragma once
// A filter of a request as SQL: its values checked against the type of what is filtered.

#include <string>
#include <string_view>
#include <vector>

#include "semantic/model.h"
#include "semantic/request.h"

namespace tally::semantic {

// Every value becomes a literal of the tree; none of its text is taken for SQL. `subject` names the
// operand in errors (`user`): "item price".
Result<sql::Expression> condition(sql::Expression operand, DataType type, FilterOp op,
                                  const std::vector<Value>& values, const std::string& subject);

// Does a row without a value fail although the words do not say so ("not Bonn")?
bool drops_nulls_silently(FilterOp op);

}  // namespace tally::semantic
