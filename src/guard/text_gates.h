#pragma once
// What can be said of a text before anything parses it: its size, its bytes, its brackets. And what
// the parser's complaint means.

#include <optional>
#include <string_view>

#include "base/result.h"
#include "guard/guard.h"

namespace tally::guard {

// Brackets inside one another. The engine's parser stops at a depth of its own.
inline constexpr size_t kMaxBrackets = 200;

std::optional<Refusal> judge_text(std::string_view text, size_t max_bytes);

// The text holds more than one statement: where the second starts.
Refusal refuse_statements(std::string_view text);

// The engine did not make a tree of `text`: a mistake in it, or no SELECT. `error` is of kind
// `user`.
Refusal explain_parse_error(const Error& error, std::string_view text);

// The engine's binder objects: the columns it names instead, but for what is hidden, are the hint.
Refusal explain_binder_error(const Error& error, const catalog::Catalog& catalog);

// Any other complaint of the engine about the text, in its own words.
Refusal explain_engine_error(std::string_view rule, const Error& error);

}  // namespace tally::guard
