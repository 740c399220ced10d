#pragma once
// What a template may ask for, read without evaluating it: every ref() and source() with literal
// arguments, in branches taken or not, and in the macros it calls.

#include <string_view>

#include "import/dbt/context.h"
#include "import/dbt/render.h"
#include "jinja/template.h"

namespace tally::importing::dbt {

void read_statically(const jinja::Template& source, Context& context);

// The same of a text that does not even parse: its tags are read one by one.
void read_broken(std::string_view text, const Subject& subject, jinja::Names& names,
                 Context& context);

// What config() is given anywhere in a text that was not evaluated to its end: what it says of
// itself, hiding included, is asked as if the evaluation had come that far.
void ask_config(std::string_view text, const Subject& subject, jinja::Names& names,
                Context& context);

// Marks as unknown what decides_sight() of a config() that is given no literal for it: of a text
// whose evaluation ended early, or lacked a value.
void doubt_computed(std::string_view text, Data& config);

}  // namespace tally::importing::dbt
