#pragma once
// The words, numbers and symbols of a text, in order, each with its place in it.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tally::text {

enum class TokenKind {
  word,    // letters, then letters and digits: "sales", "q3", "tn37"; a possessive 's belongs to it
  number,  // digits with grouping commas and a decimal point; letters after it start a new token
  symbol,  // anything else that is not a space, one code point
};

struct Token {
  TokenKind kind = TokenKind::word;
  size_t begin = 0, end = 0;  // bytes, [begin, end)
  std::string
      text;  // word: folded, without 's; number: digits without grouping; symbol: as written
  std::string stem;         // words only: normal form (text/stem.h)
  bool capital = false;     // the first letter is upper case
  bool upper = false;       // every letter is upper case
  bool glued = false;       // nothing stands between the token before and this one
  bool possessive = false;  // "store's", "stores'"
};

// Linear in the length of the text. Stops after `most` tokens.
std::vector<Token> tokenise(std::string_view text, size_t most = SIZE_MAX);

// The words of a name as people would say it: "net_profit" and "netProfit" → "net profit".
std::string spoken(std::string_view name);

}  // namespace tally::text
