#pragma once
// A covering without its stop words: the nodes that the assembler reads, with the prepositions that
// stood between them, and who qualifies whom.

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "answer/parsed/draft.h"

namespace tally::answer::parsed {

struct Node {
  const Item* item = nullptr;
  std::string gap;  // stop words before it: "in", "of the"
  Qualifiers beside;
  std::vector<const Node*> dated_by;  // of a time: roles and date fields that it is said of
  bool either = false;                // any of these: "booked or paid in 2001"
  bool consumed = false;              // it only says which other node is meant
  bool placed = false;                // it has its place in the draft

  ItemKind kind() const { return item->kind; }
  // Whether the word is among the stop words before it.
  bool follows(std::string_view word) const {
    return (" " + gap + " ").find(" " + std::string(word) + " ") != std::string::npos;
  }
  bool is(PhraseKind phrase) const {
    return item->kind == ItemKind::phrase && item->phrase->kind == phrase;
  }
  bool is_dim() const {
    return item->kind == ItemKind::field || item->kind == ItemKind::noun || is(PhraseKind::grain);
  }
};

// Whether a time can be a condition on the field: a date, or the number of a year.
bool dates_by(const FieldEntry& field);

bool is_or(const std::vector<Node>& nodes, size_t node);

// "at lunch and at dinner": the preposition said again sets the two side by side.
bool is_apart(const std::vector<Node>& nodes, size_t node);

// "what were store sales" asks for no store; "which of the stores" does.
bool asks_which(const std::string& gap);

std::vector<Node> make_sequence(const Covering& covering);

// Finds the nodes that qualify others ("customer state", "state TN", "stores in Lima",
// "shipping address") and marks them consumed.
// Items that no words stand for alone go to `made`.
void attach_qualifiers(const Vocabulary& vocabulary, std::vector<Node>& nodes,
                       std::vector<std::shared_ptr<const Item>>& made);

}  // namespace tally::answer::parsed
