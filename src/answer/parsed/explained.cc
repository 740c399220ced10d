#include "answer/parsed/explained.h"

#include <algorithm>

namespace tally::answer::parsed {

namespace {

std::string general(const Item& item) {
  switch (item.kind) {
    case ItemKind::member:
      return "part of a metric";
    case ItemKind::noun:
      return "what is talked about";
    case ItemKind::field:
      return "names the field beside it";
    case ItemKind::path_role:
      return "way to a field";
    case ItemKind::time_role:
      return "way of dating";
    case ItemKind::time:
      return "time";
    case ItemKind::number:
      return "number";
    case ItemKind::measure:
      return "what is measured";
    case ItemKind::phrase: {
      bool silent =
          item.phrase->kind == PhraseKind::stop || item.phrase->kind == PhraseKind::conjunction;
      return silent ? "" : "English";
    }
    default:
      return "";
  }
}

void add_explained(const Chart& chart, Candidate& out, const Item* item, std::string as) {
  size_t begin = chart.tokens[item->first].begin;
  size_t end = chart.tokens[item->last - 1].end;
  for (const Explained& there : out.explained)
    if (there.begin == begin && there.end == end) return;
  if (!as.empty()) out.explained.push_back({begin, end, std::move(as)});
}

}  // namespace

void explain(const Resolved& resolved, const std::vector<Slot>& slots,
             const std::vector<size_t>& pick, Candidate& out) {
  const Chart& chart = resolved.chart;
  const Draft& draft = resolved.draft;
  for (size_t i = 0; i < draft.measures.size() && i < resolved.metric_of.size(); ++i)
    add_explained(chart, out, draft.measures[i].item,
                  "metric " + resolved.vocabulary.model.metrics[resolved.metric_of[i]].name);
  for (size_t i = 0; i < slots.size(); ++i) {
    const FieldChoice& choice = slots[i].choices[pick[i]];
    std::string name = choice.ref.dataset + "." + choice.ref.field;
    if (slots[i].dim != nullptr) add_explained(chart, out, slots[i].dim->item, "group by " + name);
    if (slots[i].condition != nullptr && slots[i].condition->field != nullptr)
      add_explained(chart, out, slots[i].condition->field, "condition on " + name);
    for (const ValueMention* value : slots[i].values)
      add_explained(chart, out, value->item, "value of " + name);
  }
  for (const Item* item : draft.items) add_explained(chart, out, item, general(*item));
  std::stable_sort(out.explained.begin(), out.explained.end(),
                   [](const Explained& a, const Explained& b) { return a.begin < b.begin; });
}

}  // namespace tally::answer::parsed
