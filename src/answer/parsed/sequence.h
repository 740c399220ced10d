#pragma once
// A covering without its stop words: the nodes that the assembler reads, with the prepositions that
// stood between them, and who qualifies whom.

#include <string>
#include <vector>

#include "answer/parsed/draft.h"

namespace tally::answer::parsed {

struct Node {
  const Item* item = nullptr;
  std::string gap;  // stop words before it: "in", "of the"
  Qualifiers beside;
  bool consumed = false;  // it only says which other node is meant
  bool placed = false;    // it has its place in the draft

  ItemKind kind() const { return item->kind; }
  bool is(PhraseKind phrase) const {
    return item->kind == ItemKind::phrase && item->phrase->kind == phrase;
  }
  bool is_dim() const {
    return item->kind == ItemKind::field || item->kind == ItemKind::noun || is(PhraseKind::grain);
  }
};

std::vector<Node> make_sequence(const Covering& covering);

// Finds the nodes that qualify others ("customer state", "state TN", "stores in Midway",
// "shipping address") and marks them consumed.
void attach_qualifiers(const Vocabulary& vocabulary, std::vector<Node>& nodes);

}  // namespace tally::answer::parsed
