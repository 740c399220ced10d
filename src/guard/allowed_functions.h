#pragma once
// The functions of DuckDB 1.5.5 that a query may call. All compute a value from their arguments and
// nothing else: no files, no settings, no other tables, no side effects, no chance.

#include <string_view>
#include <vector>

namespace tally::guard {

// Names in lower case, as the engine's tree writes them (operators are functions too: "+", "~~").
bool is_allowed_function(std::string_view name);         // in any expression, aggregates included
bool is_allowed_aggregate(std::string_view name);        // as list_aggregate(…, 'name') names it
bool is_allowed_window_function(std::string_view name);  // with OVER
bool is_allowed_table_function(std::string_view name);   // in FROM
bool takes_lambda(std::string_view name);
bool takes_aggregate_name(std::string_view name);  // its second argument names an aggregate

// All of the above, sorted.
std::vector<std::string_view> allowed_function_names();

// Words that stand for a function without parentheses where no column has their name. Those that
// tell the time may be used; those that tell who asks or where may not.
bool is_clock_word(std::string_view name);
bool is_session_word(std::string_view name);

// Why a function that people do ask for is not there, and what to do; empty for all others.
std::string_view refusal_hint(std::string_view name);

}  // namespace tally::guard
