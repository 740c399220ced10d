// Words for grouping that begin with a name of the model: "segment by", where there are segments.

#include <algorithm>

#include "answer/parsed/chart.h"
#include "text/among.h"

namespace tally::answer::parsed {

namespace {

bool is_named(const Chart& chart, size_t first, size_t last) {
  return std::any_of(
      chart.starting[first].begin(), chart.starting[first].end(), [&](const Item& item) {
        return item.last == last && (item.kind == ItemKind::field || item.kind == ItemKind::noun);
      });
}

// What stands right before it is "top 3", "which", "each" or an article.
bool asks_for_one(const Chart& chart, size_t at) {
  if (text::among(chart.tokens[at - 1].text, {"the", "a", "an"})) return true;
  for (size_t first = at >= 4 ? at - 4 : 0; first < at; ++first)
    for (const Item& item : chart.starting[first]) {
      if (item.last != at) continue;
      if (item.kind == ItemKind::number) return true;
      if (item.phrase != nullptr &&
          (item.phrase->kind == PhraseKind::top || item.phrase->kind == PhraseKind::which ||
           item.phrase->kind == PhraseKind::by || item.phrase->kind == PhraseKind::count))
        return true;
    }
  return false;
}

}  // namespace

void settle_by_names(Chart& chart) {
  for (size_t at = 1; at < chart.tokens.size(); ++at)
    std::erase_if(chart.starting[at], [&](const Item& item) {
      return item.phrase != nullptr && item.phrase->kind == PhraseKind::by && item.last > at + 1 &&
             is_named(chart, at, item.last - 1) && asks_for_one(chart, at);
    });
}

}  // namespace tally::answer::parsed
