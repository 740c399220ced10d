#pragma once
// A place in a list of tokens, for readers that take what they know and go on. Inner header.

#include <span>
#include <string_view>

#include "text/tokens.h"

namespace tally::text {

struct TokenCursor {
  const Token* token(size_t offset = 0) const {
    return at_ + offset < tokens_.size() ? &tokens_[at_ + offset] : nullptr;
  }
  std::string_view word(size_t offset = 0) const {
    const Token* next = token(offset);
    return next == nullptr ? std::string_view{} : std::string_view(next->text);
  }
  bool accept(std::string_view text) {
    if (word() != text) return false;
    ++at_;
    return true;
  }

  std::span<const Token> tokens_;
  size_t at_ = 0;
};

}  // namespace tally::text
