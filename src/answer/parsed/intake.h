#pragma once
// What is refused before anything is read: commands to change data, SQL, files and the machine,
// orders to the program itself.

#include <optional>
#include <span>
#include <string_view>

#include "answer/parsed/question_parser.h"
#include "text/tokens.h"

namespace tally::answer::parsed {

std::optional<Refuse> refuse_at_once(std::string_view question,
                                     std::span<const text::Token> tokens);

// Whether the words are of no business question at all: weather, jokes, the program itself.
bool is_small_talk(std::span<const text::Token> tokens);

}  // namespace tally::answer::parsed
