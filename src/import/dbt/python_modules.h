#pragma once
// What templates reach through `modules`: the parts of Python's datetime, re, itertools and pytz
// that dbt projects use.

#include <string_view>

#include "jinja/value.h"

namespace tally::importing::dbt {

// datetime, re, itertools, pytz; undefined: dbt has no such module.
jinja::Value python_module(std::string_view name);
// A moment as a datetime value, in UTC. Seconds since 1970.
jinja::Value python_datetime(int64_t seconds);

}  // namespace tally::importing::dbt
