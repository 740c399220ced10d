#pragma once
// Python models, read without Python: the calls dbt.ref, dbt.source and dbt.config with literal
// arguments, wherever they stand outside comments and texts.

#include <string_view>

#include "import/dbt/render.h"

namespace tally::importing::dbt {

Asked read_python_model(std::string_view text);

// ref(…), source(…) and metric(…) with literal arguments in an expression of a YAML file:
// "ref('a')",
// "{{ source('b', 'c') }}".
Asked read_calls(std::string_view text, uint32_t line);

}  // namespace tally::importing::dbt
