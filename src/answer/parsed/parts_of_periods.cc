#include <algorithm>

#include "answer/parsed/chart.h"
#include "answer/parsed/weights.h"
#include "text/among.h"

namespace tally::answer::parsed {
namespace {

const Phrase kPart{"", PhraseKind::beyond, 0};

bool is_part(std::string_view word) {
  return text::among(word, {"second", "minute", "hour", "hours", "time", "times", "day", "days",
                            "week", "weeks", "month", "months", "quarter", "quarters"});
}

bool is_whole(std::string_view word) {
  return text::among(word, {"hour", "day", "week", "month", "quarter", "year"});
}

// Where "day of the month" ends that begins at this token; 0: it does not.
size_t end_of_part(const Chart& chart, size_t at) {
  const auto& tokens = chart.tokens;
  size_t whole = at + 2;
  if (whole >= tokens.size() || !is_part(tokens[at].text) || tokens[at + 1].text != "of") return 0;
  if (tokens[whole].text == "the") ++whole;  // "the best month of each year" is a month
  return whole < tokens.size() && is_whole(tokens[whole].text) ? whole + 1 : 0;
}

// A field ("hour") is meant with all of the words.
bool extend_fields(const Chart& chart, std::vector<Item>& items, size_t at, size_t end) {
  bool extended = false;
  if (!text::among(chart.tokens[at].text, {"hour", "hours", "minute", "minutes", "second"}))
    return false;
  for (Item& item : items) {
    if (item.kind != ItemKind::field || item.last != at + 1) continue;
    item.last = end;
    extended = true;
  }
  return extended;
}

}  // namespace

void settle_parts_of_periods(Chart& chart) {
  for (size_t at = 0; at < chart.tokens.size(); ++at) {
    const size_t end = end_of_part(chart, at);
    if (end == 0) continue;
    auto& items = chart.starting[at];
    // "Day of the week" has a name of its own.
    if (std::any_of(items.begin(), items.end(), [&](const Item& item) { return item.last >= end; }))
      continue;
    // "The last day of the month", "every day of May": a day it is.
    const bool is_counted = at > 0 && text::among(chart.tokens[at - 1].text,
                                                  {"last", "first", "every", "each", "any", "all"});
    if (is_counted) continue;
    for (size_t inside = at + 1; inside < end; ++inside) chart.starting[inside].clear();
    if (extend_fields(chart, items, at, end)) continue;
    Item item;
    item.first = at;
    item.last = end;
    item.kind = ItemKind::phrase;
    item.cost = weights::kPhrase;
    item.phrase = &kPart;
    items = {std::move(item)};
  }
}

}  // namespace tally::answer::parsed
