#pragma once
// What a project's files say ↔ what templates work with.

#include <optional>
#include <string>
#include <string_view>

#include "import/dbt/data.h"
#include "jinja/value.h"

namespace tally::importing::dbt {

jinja::Value value_of(const Data& data);
// Objects become their text; what is nested too deeply is left out.
Data data_of(const jinja::Value& value);

// JSON and YAML as a template's fromjson() and toyaml() have them. Nothing: it is no JSON.
std::optional<jinja::Value> value_from_json(std::string_view json);
std::string yaml_of(const jinja::Value& value);

}  // namespace tally::importing::dbt
