#include "answer/parsed/denials.h"

#include <algorithm>

#include "answer/parsed/weights.h"

namespace tally::answer::parsed {

void Denials::place(size_t at) {
  const std::vector<Node>& nodes = at_hand_.nodes;
  size_t next = at + 1;
  while (next < nodes.size() && (nodes[next].consumed || nodes[next].is(PhraseKind::by))) ++next;
  if (next < nodes.size()) {
    ItemKind kind = nodes[next].kind();
    if (kind == ItemKind::value || kind == ItemKind::time) {
      denied_ = next;
      return;
    }
    if (kind == ItemKind::member) return;  // whoever places the member says why not
    if (deny_time(at, next)) return;
  }
  if (conditions_.place_lack(at)) return;
  at_hand_.negations.push_back(&nodes[at]);
}

// "not started in 2022", "excluding those paid in May": the time is denied.
bool Denials::deny_time(size_t at, size_t next) {
  const std::vector<Node>& nodes = at_hand_.nodes;
  for (size_t time = next + 1; time < nodes.size() && time <= next + 2; ++time) {
    const auto& roles = nodes[time].dated_by;
    bool dated = nodes[time].kind() == ItemKind::time &&
                 std::find(roles.begin(), roles.end(), &nodes[next]) != roles.end();
    if (!dated) continue;
    denied_ = time;
    if (!is_default_role(*nodes[next].item)) ask_whether_never(nodes[at], nodes[time]);
    return true;
  }
  return false;
}

void Denials::carry_over_list(size_t at) {
  const std::vector<Node>& nodes = at_hand_.nodes;
  if (at + 1 >= nodes.size() || !nodes[at + 1].is(PhraseKind::conjunction)) return;
  size_t next = at + 2;
  while (next < nodes.size() && nodes[next].is(PhraseKind::conjunction)) ++next;
  denied_ = next;
}

// "not refunded in 2022": never refunded, or at another time?
void Denials::ask_whether_never(const Node& denial, const Node& time) {
  Draft& draft = at_hand_.draft;
  draft.cost += weights::kInexpressible;
  if (!draft.trouble.empty()) return;
  draft.trouble = at_hand_.chart.quoted(denial.item->first, time.item->last) +
                  " can mean at another time or never: say which.";
}

bool Denials::is_default_role(const Item& role) const {
  const Vocabulary& vocabulary = at_hand_.vocabulary;
  return std::any_of(role.senses.begin(), role.senses.end(), [&](const Sense& sense) {
    if (sense.kind != SenseKind::time_role) return false;
    const auto& all = vocabulary.model.datasets;
    return std::any_of(all.begin(), all.end(), [&](const semantic::Dataset& dataset) {
      const auto* way = dataset.time_role(vocabulary.time_roles[sense.index].name);
      return way != nullptr && way->is_default;
    });
  });
}

}  // namespace tally::answer::parsed
