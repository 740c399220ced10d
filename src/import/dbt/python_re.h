#pragma once
// Python's re, as far as templates use it.

#include <string_view>

#include "jinja/value.h"

namespace tally::importing::dbt {

// match, search, fullmatch, findall, sub, split, compile, and flags.
jinja::Value re_member(std::string_view name);

}  // namespace tally::importing::dbt
