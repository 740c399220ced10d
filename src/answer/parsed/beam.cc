#include "answer/parsed/beam.h"

#include <algorithm>

#include "answer/parsed/weights.h"

namespace tally::answer::parsed {

namespace {

// A covering of the first tokens, as a chain backwards.
struct Partial {
  const Item* item = nullptr;
  const Item* meaning = nullptr;  // the last item that is no stop word
  int before = -1;                // index into all partials
  double cost = 0;
};

bool is_phrase(const Item* item, PhraseKind kind) {
  return item != nullptr && item->kind == ItemKind::phrase && item->phrase->kind == kind;
}

bool is_stop(const Item& item) {
  return is_phrase(&item, PhraseKind::stop);
}

// What two neighbours say about each other: enough to keep the right ones in the beam.
double pair_cost(const Item* left, const Item& right) {
  if (left == nullptr) return 0;
  bool dimension = right.kind == ItemKind::field || right.kind == ItemKind::noun ||
                   is_phrase(&right, PhraseKind::grain);
  if (is_phrase(left, PhraseKind::by)) {
    if (dimension) return -0.3;
    bool one_word = right.last - right.first == 1;
    if (one_word && (right.kind == ItemKind::measure || right.kind == ItemKind::member)) return 0.2;
  }
  if (is_phrase(left, PhraseKind::which) && right.kind == ItemKind::measure) return 0.3;
  if (is_phrase(left, PhraseKind::compare) || is_phrase(left, PhraseKind::between)) {
    if (right.kind == ItemKind::number) return -0.6;
    if (right.kind == ItemKind::time) return 0.8;
  }
  if (is_phrase(left, PhraseKind::count) && right.kind == ItemKind::measure) return -0.2;
  if (is_phrase(left, PhraseKind::top) && right.kind == ItemKind::number) return -0.3;
  bool ordinal = left->kind == ItemKind::number && left->number->ordinal;
  if (ordinal && is_phrase(&right, PhraseKind::top) && left->last == right.first) return -0.8;
  // "by shop revenue" is one measure, not a group and a measure
  bool touching = left->last == right.first;
  if (touching && left->kind == ItemKind::noun && right.kind == ItemKind::measure) return 1.0;
  if (left->kind == ItemKind::member && right.kind == ItemKind::measure) return -0.4;
  if (left->kind == ItemKind::field && right.kind == ItemKind::value) return -0.2;
  return 0;
}

class Beam {
 public:
  explicit Beam(const Chart& chart) : chart_(chart), at_(chart.tokens.size() + 1) {}

  std::vector<Covering> run() {
    partials_.push_back({});
    at_[0].push_back(0);
    for (size_t position = 0; position < chart_.tokens.size(); ++position) {
      prune(at_[position], static_cast<size_t>(weights::kBeam));
      for (int index : at_[position])
        for (const Item& item : chart_.starting[position]) extend(index, item);
    }
    std::vector<int>& ends = at_.back();
    prune(ends, static_cast<size_t>(weights::kCoverings));
    std::vector<Covering> out;
    out.reserve(ends.size());
    for (int index : ends) out.push_back(unwind(index));
    return out;
  }

 private:
  void extend(int index, const Item& item) {
    const Partial& before = partials_[static_cast<size_t>(index)];
    Partial next;
    next.item = &item;
    next.before = index;
    next.cost = before.cost + item.cost + pair_cost(before.meaning, item);
    next.meaning = is_stop(item) ? before.meaning : &item;
    at_[item.last].push_back(static_cast<int>(partials_.size()));
    partials_.push_back(next);
  }

  void prune(std::vector<int>& list, size_t most) const {
    std::stable_sort(list.begin(), list.end(), [&](int a, int b) {
      return partials_[static_cast<size_t>(a)].cost < partials_[static_cast<size_t>(b)].cost;
    });
    if (list.size() > most) list.resize(most);
  }

  Covering unwind(int index) const {
    Covering covering;
    covering.cost = partials_[static_cast<size_t>(index)].cost;
    for (int at = index; at >= 0; at = partials_[static_cast<size_t>(at)].before)
      if (const Item* item = partials_[static_cast<size_t>(at)].item)
        covering.items.push_back(item);
    std::reverse(covering.items.begin(), covering.items.end());
    return covering;
  }

  const Chart& chart_;
  std::vector<Partial> partials_;
  std::vector<std::vector<int>> at_;
};

}  // namespace

std::vector<Covering> best_coverings(const Chart& chart) {
  return Beam(chart).run();
}

}  // namespace tally::answer::parsed
