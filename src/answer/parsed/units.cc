// Numbers and the words for what they count: "1500 km", "20 minutes long".

#include <algorithm>

#include "answer/parsed/chart.h"
#include "answer/parsed/conditions.h"
#include "answer/parsed/weights.h"
#include "text/among.h"
#include "text/measure_units.h"

namespace tally::answer::parsed {
namespace {

class Units {
 public:
  Units(const Vocabulary& vocabulary, Chart& chart) : vocabulary_(vocabulary), chart_(chart) {}

  // "1500 km", "20 minutes long": one number, whose unit says what can be compared with it.
  void run() {
    std::vector<Item> numbers;
    for (const auto& items : chart_.starting)
      for (const Item& item : items)
        if (item.number && !item.number->ordinal && item.last < chart_.tokens.size())
          numbers.push_back(item);
    for (Item& item : numbers) {
      const std::string& word = chart_.tokens[item.last].text;
      bool known = text::measure_unit(word) || vocabulary_.is_unit(word);
      if (!known || (names_more(item.last) && !is_compared_with(item.first))) continue;
      item.unit = word;
      ++item.last;
      take_dimension(item);
      chart_.starting[item.first].push_back(std::move(item));
    }
  }

 private:
  // "average delay above 60 minutes": of what is compared the question has spoken already.
  bool is_compared_with(size_t number) const {
    constexpr size_t kLongest = 4;
    for (size_t first = number >= kLongest ? number - kLongest : 0; first < number; ++first)
      for (const Item& item : chart_.starting[first])
        if (item.last == number && item.phrase && item.phrase->kind == PhraseKind::compare &&
            ends_measure(first))
          return true;
    return false;
  }

  bool ends_measure(size_t end) const {
    constexpr size_t kLongest = 5;
    for (size_t first = end >= kLongest ? end - kLongest : 0; first < end; ++first)
      for (const Item& item : chart_.starting[first])
        if (item.last == end && item.kind == ItemKind::measure && item.last > item.first + 1 &&
            item.cost <= weights::kNamed)
          return true;
    return false;
  }

  // "km", where that is what the field is measured in.
  bool is_its_unit(const Item& item) const {
    return std::all_of(item.senses.begin(), item.senses.end(), [&](const Sense& sense) {
      const std::string& unit = vocabulary_.fields[sense.index].unit;
      return !unit.empty() && same_kind(chart_.tokens[item.first].text, unit);
    });
  }

  // Whether the model calls something by this word: "units", "points".
  bool names_more(size_t at) const {
    return std::any_of(
        chart_.starting[at].begin(), chart_.starting[at].end(), [&](const Item& item) {
          bool field = item.kind == ItemKind::field && !item.senses[0].bare && !is_its_unit(item);
          return item.kind == ItemKind::measure || item.kind == ItemKind::noun || field;
        });
  }

  // "30 minutes long", "60 years of age".
  void take_dimension(Item& item) const {
    size_t at = item.last;
    if (at < chart_.tokens.size() && text::among(chart_.tokens[at].text, {"of", "in"})) ++at;
    if (at >= chart_.tokens.size()) return;
    const std::string& word = chart_.tokens[at].text;
    bool led = at > item.last;
    bool adjective =
        !led && text::among(word, {"long", "old", "far", "away", "apart", "heavy", "tall", "high",
                                   "deep", "wide", "older", "longer", "late", "early", "overdue"});
    bool noun =
        led && text::among(word, {"age", "length", "duration", "weight", "height", "distance"});
    if (!adjective && !noun) return;
    item.measure = word;
    item.last = at + 1;
  }

  const Vocabulary& vocabulary_;
  Chart& chart_;
};

}  // namespace

void settle_units(const Vocabulary& vocabulary, Chart& chart) {
  Units(vocabulary, chart).run();
}

}  // namespace tally::answer::parsed
