#pragma once
// Python's view of a text: characters, not bytes.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tally::jinja {

// One for each character; the text must outlive them.
std::vector<std::string_view> characters_of(std::string_view text);
size_t length_of(std::string_view text);  // in characters
bool is_python_space(char c);
std::string_view strip_spaces(std::string_view text, bool left = true, bool right = true);
std::string upper(std::string_view text);
std::string lower(std::string_view text);
std::string capitalize(std::string_view text);
std::string title(
    std::string_view text);  // str.title(): a letter behind a non-letter is upper case
std::string replace(std::string_view text, std::string_view from, std::string_view to,
                    int64_t count);  // negative: all
bool is_upper(std::string_view text);
bool is_lower(std::string_view text);

}  // namespace tally::jinja
