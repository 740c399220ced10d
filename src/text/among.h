#pragma once
// Is a word one of a few? For the closed word lists of a grammar.

#include <algorithm>
#include <initializer_list>
#include <string_view>

namespace tally::text {

inline bool among(std::string_view word, std::initializer_list<std::string_view> list) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

}  // namespace tally::text
