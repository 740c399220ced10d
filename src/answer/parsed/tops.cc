#include "answer/parsed/tops.h"

#include "answer/parsed/weights.h"

namespace tally::answer::parsed {

namespace {

bool is_row_count(const Node& number) {
  auto count = text::whole(*number.item->number);
  return count && *count >= 1 && *count <= Tops::kMostRows && !number.item->number->percent;
}

}  // namespace

// "… show the first 5": of the order there is, else the highest.
void Tops::place_limit(size_t at) {
  Node* number = conditions_.number_at(at + 1);
  if (number == nullptr || !is_row_count(*number))
    return at_hand_.unknown(nodes_[at].item, weights::kUnused);
  auto count = text::whole(*number->item->number);
  number->placed = true;
  if (!draft_.top) {
    draft_.top = Top{};
    draft_.top->item = nodes_[at].item;
    draft_.top->follows_order = true;
  }
  if (draft_.top->count && draft_.top->count != count) draft_.cost += weights::kUnused;
  draft_.top->count = count;
}

// "top 0", "top -3", "top 3.5"
void Tops::bad_count(const Node& top, Node& number) {
  number.placed = true;
  draft_.cost += weights::kInexpressible;
  if (!draft_.trouble.empty()) return;
  draft_.trouble = chart_.quoted(top.item->first, number.item->last) +
                   ": how many to show has to be a whole number from 1 to " +
                   std::to_string(kMostRows) + ".";
}

bool Tops::place(size_t at) {
  const Node& node = nodes_[at];
  if (node.item->phrase->payload == 0) {
    place_limit(at);
    return false;
  }
  if (draft_.top) {
    // "top 5 … with the highest sales": said twice, meant once
    int direction = node.item->phrase->payload > 0 ? 1 : -1;
    if (draft_.top->direction != direction) at_hand_.unknown(node.item, weights::kUnused);
    refuse_nested(at);
    return true;
  }
  Top top;
  top.item = node.item;
  top.direction = node.item->phrase->payload > 0 ? 1 : -1;
  top.judged = std::abs(node.item->phrase->payload) == 2;
  skip_to_ordinal(at);
  for (size_t k : {at + 1, at - 1}) {
    Node* number = k < nodes_.size() ? conditions_.number_at(k) : nullptr;
    if (number == nullptr || !number->item->unit.empty()) continue;
    if (k == at + 1 && number->gap.empty() && !is_row_count(*number)) {
      bad_count(node, *number);
      return false;
    }
    bool beside = k == at + 1 ? number->gap.empty() : node.gap.empty();
    if (!beside || !is_row_count(*number)) continue;
    top.count = text::whole(*number->item->number);
    number->placed = true;
    break;
  }
  draft_.top = top;
  return true;
}

// "the highest month of the best year": the second ranks something else than the first.
void Tops::refuse_nested(size_t at) {
  int target = draft_.top->target >= 0 ? draft_.top->target : at_hand_.which_dim;
  const Node* next = at_hand_.after(at);
  if (target < 0 || next == nullptr || !next->is_dim() || next->consumed) return;
  const Item& ranked = *draft_.dims[static_cast<size_t>(target)].item;
  auto stem = [&](const Item& item) { return at_hand_.chart.tokens[item.last - 1].stem; };
  if (stem(ranked) == stem(*next->item) || !draft_.beyond.empty()) return;
  draft_.beyond = chart_.quoted(nodes_[at].item->first, next->item->last) + " ranks within what ‘" +
                  std::string(chart_.words(*draft_.top->item)) +
                  "’ ranks, which cannot be asked for yet; ask for one after the other.";
}

// "second best": one place of the order, which a request cannot say.
void Tops::skip_to_ordinal(size_t at) {
  Node* lead = at > 0 ? &nodes_[at - 1] : nullptr;
  const Item& top = *nodes_[at].item;
  bool ordinal = lead != nullptr && lead->kind() == ItemKind::number && !lead->placed &&
                 lead->item->number->ordinal && lead->item->last == top.first;
  if (!ordinal) return;
  lead->placed = true;
  draft_.beyond = chart_.quoted(lead->item->first, top.last) +
                  " is one place of an order, which cannot be asked for yet; ask for the top few.";
}

}  // namespace tally::answer::parsed
