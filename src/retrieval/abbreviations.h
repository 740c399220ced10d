#pragma once
// Short forms that a catalog explains itself: the column "acct_id" described as "the account's
// number" teaches that acct stands for account. Nothing of any trade is built in.

#include <cstdint>
#include <span>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "retrieval/string_table.h"

namespace tally::retrieval {

// Whether `word` can be cut down to `shortened`: same first letter, its letters in order, and
// shorter by two or more ("account" → "acct", "transaction" → "txn", "quantity" → "qty").
bool can_shorten(std::string_view word, std::string_view shortened);

// Counts names beside their descriptions, then says what is short for what.
class AbbreviationLearner {
 public:
  // Of words that are all there already.
  explicit AbbreviationLearner(const StringTable& words);

  // The words of a name and those of its description, by number, in order.
  void see(std::span<const uint32_t> name, std::span<const uint32_t> description);

  // short form → the words it stands for, the surest first: one, or several for initials
  // ("tvl" → total, value, locked).
  std::unordered_map<uint32_t, std::vector<uint32_t>> learned() const;

 private:
  void see_pair(uint32_t shortened, std::span<const uint32_t> description);

  struct Counts {
    uint32_t seen = 0;                                // names with it that have a description
    std::unordered_map<uint32_t, uint32_t> beside;    // long words beside it
    std::unordered_map<uint64_t, uint32_t> initials;  // starts of runs it is the initials of
    std::unordered_map<uint64_t, std::vector<uint32_t>> runs;
  };
  std::pair<uint32_t, uint32_t> best_word(const Counts& counts) const;

  const StringTable& words_;
  std::vector<char> initials_;  // the first letter of each word
  std::unordered_map<uint32_t, Counts> counts_;
};

}  // namespace tally::retrieval
