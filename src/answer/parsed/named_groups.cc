#include <algorithm>

#include "answer/parsed/chart.h"
#include "text/among.h"

namespace tally::answer::parsed {
namespace {

bool ends_phrase(const Chart& chart, size_t end, PhraseKind kind) {
  constexpr size_t kLongest = 4;
  for (size_t first = end >= kLongest ? end - kLongest : 0; first < end; ++first)
    for (const Item& item : chart.starting[first])
      if (item.last == end && item.phrase != nullptr && item.phrase->kind == kind) return true;
  return false;
}

// Whether a list of groups may end here.
bool closes(const Chart& chart, size_t at) {
  if (at >= chart.tokens.size() || chart.tokens[at].kind == text::TokenKind::symbol) return true;
  const auto& items = chart.starting[at];
  return text::among(chart.tokens[at].text,
                     {"in", "during", "since", "from", "until", "before", "after"}) ||
         std::any_of(items.begin(), items.end(), [](const Item& item) {
           return item.kind == ItemKind::time ||
                  (item.phrase != nullptr && item.phrase->kind == PhraseKind::conjunction);
         });
}

}  // namespace

void settle_named_groups(Chart& chart) {
  bool grouped = false;
  for (size_t at = 1; at < chart.tokens.size(); ++at) {
    const bool by = ends_phrase(chart, at, PhraseKind::by);
    grouped = grouped || by;
    if (!by && !(grouped && ends_phrase(chart, at, PhraseKind::conjunction))) continue;
    std::erase_if(chart.starting[at], [&](const Item& item) {
      return item.phrase != nullptr && item.phrase->kind == PhraseKind::stop &&
             item.phrase->payload == kSoft && closes(chart, item.last);
    });
  }
}

}  // namespace tally::answer::parsed
