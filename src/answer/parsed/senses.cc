// Which senses of the same words are meant, by how the words are written: plural or singular, noun
// or participle.

#include <algorithm>

#include "answer/parsed/chart.h"
#include "answer/parsed/names.h"
#include "answer/parsed/weights.h"
#include "text/among.h"
#include "text/stem.h"

namespace tally::answer::parsed {

ItemKind kind_of(SenseKind kind) {
  switch (kind) {
    case SenseKind::metric:
    case SenseKind::family:
      return ItemKind::measure;
    case SenseKind::member:
      return ItemKind::member;
    case SenseKind::dataset:
      return ItemKind::noun;
    case SenseKind::field:
      return ItemKind::field;
    case SenseKind::path_role:
      return ItemKind::path_role;
    case SenseKind::time_role:
      return ItemKind::time_role;
    case SenseKind::date_word:
      return ItemKind::date_word;
    case SenseKind::unrecorded:
      return ItemKind::unrecorded;
  }
  return ItemKind::unknown;
}

namespace {

class BySpelling {
 public:
  BySpelling(const Vocabulary& vocabulary, const Chart& chart)
      : vocabulary_(vocabulary), chart_(chart) {}

  // "bills" is what is called so, rather than the billings that share its stem.
  void prefer_spelling(std::vector<Sense>& senses, size_t first, size_t last) const {
    std::string words = singular(chart_.words(first, last));
    for (Sense& sense : senses) {
      if (sense.bare || vocabulary_.is_called(sense, words)) continue;
      bool rival = std::any_of(senses.begin(), senses.end(), [&](const Sense& other) {
        return kind_of(other.kind) == kind_of(sense.kind) && other.cost <= 0 &&
               vocabulary_.is_called(other, words);
      });
      if (rival) sense.cost += static_cast<float>(weights::kLookAlike);
    }
  }

  // "billings" are what is called so in the plural, rather than the field that is called "billing".
  void prefer_plural(std::vector<Sense>& senses, const std::string& word) const {
    const auto is_spelled_so = [&](const Sense& sense) {
      return sense.kind == SenseKind::metric && vocabulary_.is_spelled(sense.index, word);
    };
    if (!text::is_plural(word) || std::none_of(senses.begin(), senses.end(), is_spelled_so)) return;
    std::erase_if(senses, [](const Sense& sense) { return sense.kind == SenseKind::field; });
  }

  // "rate" is none of the "ratings" that nobody records.
  void drop_unrecorded(std::vector<Sense>& senses, size_t first, size_t last) const {
    if (last != first + 1) return;
    std::erase_if(senses, [&](const Sense& sense) {
      return sense.kind == SenseKind::unrecorded &&
             !vocabulary_.is_called(sense, singular(chart_.words(first, last)));
    });
  }

  // "orders" are things, where "ordered" is a way of dating; nor are any "deliveries" one.
  void drop_dating(std::vector<Sense>& senses, size_t first, size_t last) const {
    std::string words = singular(chart_.words(first, last));
    bool thing = std::any_of(senses.begin(), senses.end(), [&](const Sense& sense) {
      bool named = sense.kind == SenseKind::dataset || sense.kind == SenseKind::metric;
      return named && vocabulary_.is_called(sense, words);
    });
    // "rate" computes something, where a "rating" is on record
    const Phrase* english = phrases().find(chart_.tokens[first].text);
    if (last == first + 1 && english != nullptr && english->kind == PhraseKind::aggregate)
      std::erase_if(senses, [&](const Sense& sense) {
        return sense.kind == SenseKind::field && !vocabulary_.is_called(sense, words);
      });
    // "orders containing glass": no container
    if (last == first + 1 &&
        text::among(chart_.tokens[first].text, {"contain", "contains", "containing", "contained"}))
      std::erase_if(senses,
                    [&](const Sense& sense) { return !vocabulary_.is_called(sense, words); });
    if (thing || text::is_plural(chart_.tokens[last - 1].text))
      std::erase_if(senses, [&](const Sense& sense) {
        return sense.kind == SenseKind::time_role && !vocabulary_.is_called(sense, words);
      });
  }

 private:
  const Vocabulary& vocabulary_;
  const Chart& chart_;
};

}  // namespace

void choose_by_spelling(const Vocabulary& vocabulary, const Chart& chart, size_t first, size_t last,
                        std::vector<Sense>& senses) {
  const BySpelling spelling(vocabulary, chart);
  if (senses.size() > 1) spelling.prefer_spelling(senses, first, last);
  if (senses.size() > 1 && last == first + 1)
    spelling.prefer_plural(senses, chart.tokens[first].text);
  spelling.drop_dating(senses, first, last);
  spelling.drop_unrecorded(senses, first, last);
}

}  // namespace tally::answer::parsed
