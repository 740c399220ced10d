#include "answer/parsed/implied.h"

#include <algorithm>

#include "answer/parsed/qualities.h"
#include "answer/parsed/weights.h"
#include "text/among.h"
#include "text/numbers.h"
#include "text/stem.h"

namespace tally::answer::parsed {

namespace {

class Implier {
 public:
  Implier(const Vocabulary& vocabulary, Chart& chart) : vocabulary_(vocabulary), chart_(chart) {}

  void run() {
    for (size_t at = 0; at < chart_.tokens.size(); ++at) {
      prefer_things(at);
      settle_topics(at);
      settle_lookalikes(at);
      read_whether(at);
      keep_flag_names(at);
      read_counted(at);
      read_summed(at);
      read_quality(at);
      read_scattered(at);
      read_between_events(at);
    }
  }

 private:
  bool is_word(size_t at, std::initializer_list<std::string_view> list) const {
    return at < chart_.tokens.size() && text::among(chart_.tokens[at].text, list);
  }

  // "by customer" names the thing; it is "customers" that are counted.
  void prefer_things(size_t at) {
    auto& items = chart_.starting[at];
    bool grouped = at > 0 && is_word(at - 1, {"by", "per", "each", "every"});
    for (Item& item : items) {
      bool one =
          item.kind == ItemKind::measure && !item.verb &&
          !text::is_plural(chart_.tokens[item.last - 1].text) &&
          std::all_of(item.senses.begin(), item.senses.end(), [&](const Sense& sense) {
            return sense.kind == SenseKind::metric && vocabulary_.metrics[sense.index].counts >= 0;
          });
      bool thing = std::any_of(items.begin(), items.end(), [&](const Item& other) {
        return other.kind == ItemKind::noun && other.last == item.last;
      });
      if (one && thing) item.cost += grouped ? weights::kUnused : weights::kLookAlike;
    }
  }

  // "by weather", "does the weather …", but not "caused by the weather".
  bool is_asked_about(size_t at) const {
    if (at > 0 && is_word(at - 1, {"the"})) --at;
    if (at == 0) return false;
    bool caused = is_word(at - 1, {"by"}) && at > 1 &&
                  (chart_.tokens[at - 2].text.ends_with("ed") ||
                   text::is_irregular(chart_.tokens[at - 2].text));
    return !caused &&
           is_word(at - 1, {"by", "per", "each", "which", "what", "how", "does", "did", "do"});
  }

  // "weather outages", where weather is a cause on record: the value is meant, and not the topic of
  // which nothing is recorded. "Sales by weather" asks for the topic.
  void settle_topics(size_t at) {
    bool asked = is_asked_about(at);
    auto& items = chart_.starting[at];
    std::vector<size_t> topics;
    std::vector<size_t> values;
    for (const Item& item : items) {
      if (item.kind == ItemKind::unrecorded) topics.push_back(item.last);
      bool recorded = item.kind == ItemKind::value &&
                      std::any_of(item.values.begin(), item.values.end(), [](const auto& sense) {
                        return sense.recorded && !sense.doubtful;
                      });
      if (recorded) values.push_back(item.last);
    }
    auto has = [](const std::vector<size_t>& ends, size_t last) {
      return std::find(ends.begin(), ends.end(), last) != ends.end();
    };
    std::erase_if(items, [&](const Item& item) {
      return item.kind == (asked ? ItemKind::value : ItemKind::unrecorded) &&
             has(topics, item.last) && has(values, item.last);
    });
  }

  // "late deliveries", where Late is on record: rather that than a lateness of the same stem.
  void settle_lookalikes(size_t at) {
    auto& items = chart_.starting[at];
    for (Item& item : items) {
      if (item.kind != ItemKind::measure || item.verb) continue;
      std::string words = singular(chart_.words(item));
      bool called = std::any_of(item.senses.begin(), item.senses.end(), [&](const Sense& sense) {
        return vocabulary_.is_called(sense, words);
      });
      bool value = std::any_of(items.begin(), items.end(), [&](const Item& other) {
        return other.kind == ItemKind::value && other.last == item.last &&
               other.cost <= weights::kValue &&
               std::any_of(other.values.begin(), other.values.end(), [](const ValueSense& sense) {
                 return sense.cost <= 0 && !sense.doubtful;
               });
      });
      if (value && !called) item.cost += weights::kLookAlike;
    }
  }

  // "green or not": what it is grouped by.
  void read_whether(size_t at) {
    std::vector<Item> made;
    for (const Item& item : chart_.starting[at]) {
      bool flag = item.kind == ItemKind::field &&
                  std::all_of(item.senses.begin(), item.senses.end(),
                              [&](const Sense& sense) { return vocabulary_.is_flag(sense.index); });
      if (!flag || !is_word(item.last, {"or"}) || !is_word(item.last + 1, {"not"})) continue;
      if (!ends_list(item.last + 2)) continue;
      made.push_back(item);
      made.back().last = item.last + 2;
    }
    for (Item& item : made) chart_.starting[at].push_back(std::move(item));
  }

  // "by pier covered" is one name, and no pier that is covered.
  void keep_flag_names(size_t at) {
    if (at == 0 || !is_word(at - 1, {"by", "per", "each", "and"})) return;
    for (const Item& item : chart_.starting[at]) {
      bool name = item.kind == ItemKind::field && item.last > at + 1 &&
                  item.cost <= weights::kNamed && vocabulary_.is_flag(item.senses[0].index);
      for (size_t inner = at + 1; name && inner < item.last; ++inner)
        std::erase_if(chart_.starting[inner], [&](const Item& part) {
          return part.kind == ItemKind::value && part.last <= item.last &&
                 part.values[0].field == item.senses[0].index;
        });
    }
  }

  // "urban or not in 2023", but not "urban or not paid".
  bool ends_list(size_t at) const {
    return at >= chart_.tokens.size() || chart_.tokens[at].kind == text::TokenKind::symbol ||
           is_word(at, {"in", "for", "during", "since", "by", "per", "last", "and", "of"});
  }

  bool names_measure(size_t first, size_t last) const {
    const auto& items = chart_.starting[first];
    return std::any_of(items.begin(), items.end(), [&](const Item& item) {
      return item.kind == ItemKind::measure && item.last == last;
    });
  }

  // "rejected claims per category": events named in the plural are counted, by the one metric that
  // counts them.
  void read_counted(size_t at) {
    std::vector<Item> made;
    for (const Item& item : chart_.starting[at]) {
      bool plural = item.kind == ItemKind::noun && is_many(chart_.tokens[item.last - 1].text) &&
                    !names_measure(at, item.last);
      if (!plural) continue;
      std::vector<Sense> counts;
      for (const Sense& sense : item.senses)
        if (sense.cost <= 0 && (is_event(sense.index) || !is_behind_measure(at)))
          add_counts(sense.index, counts);
      if (counts.size() == 1)
        made.push_back(as_measure(item, std::move(counts), weights::kImplied));
    }
    for (Item& item : made) chart_.starting[at].push_back(std::move(item));
  }

  bool is_event(uint32_t dataset) const {
    return vocabulary_.model.datasets[dataset].kind == semantic::DatasetKind::fact;
  }

  // "flights with planes built after 2015" counts flights: the planes are what they are of.
  bool is_behind_measure(size_t at) const {
    for (size_t first = 0; first < at; ++first)
      for (const Item& item : chart_.starting[first])
        if (item.kind == ItemKind::measure && item.last <= at) return true;
    return false;
  }

  static bool is_many(const std::string& word) {
    return text::is_plural(word) || text::among(word, {"staff", "personnel", "people", "crew",
                                                       "aircraft", "equipment", "livestock"});
  }

  void add_counts(uint32_t dataset, std::vector<Sense>& counts) const {
    for (uint32_t i = 0; i < vocabulary_.metrics.size(); ++i)
      if (vocabulary_.metrics[i].counts == static_cast<int>(dataset))
        counts.push_back({SenseKind::metric, i, 0.0F});
  }

  // "beds by clinic": the sum, where that is all that is made of the field.
  void read_summed(size_t at) {
    std::vector<Item> made;
    for (const Item& item : chart_.starting[at]) {
      bool named = item.kind == ItemKind::field && item.senses.size() == 1 &&
                   !item.senses[0].bare && !names_measure(at, item.last);
      if (!named) continue;
      std::vector<Sense> sums;
      size_t others = 0;
      for (uint32_t i = 0; i < vocabulary_.metrics.size(); ++i) {
        const MetricEntry& entry = vocabulary_.metrics[i];
        if (entry.measures != static_cast<int>(item.senses[0].index)) continue;
        if (entry.aggregate == "sum") sums.push_back({SenseKind::metric, i, 0.0F});
        ++others;
      }
      if (sums.size() == 1 && others == 1)
        made.push_back(as_measure(item, std::move(sums), weights::kSummedField));
    }
    for (Item& item : made) chart_.starting[at].push_back(std::move(item));
  }

  static Item as_measure(const Item& named, std::vector<Sense> senses, double extra) {
    Item item = named;
    item.kind = ItemKind::measure;
    item.senses = std::move(senses);
    item.cost += extra;
    return item;
  }

  // "within 30 days of the sale", "5 days after delivery": days between two events.
  void read_between_events(size_t at) {
    static const Phrase kSpan{"", PhraseKind::beyond, 0};
    auto number = text::number_at(chart_.tokens, at);
    if (!number || number->ordinal || number->last + 1 >= chart_.tokens.size()) return;
    bool unit = is_word(number->last, {"day", "days", "week", "weeks", "month", "months", "year",
                                       "years", "hour", "hours", "minute", "minutes"});
    bool within = at > 0 && is_word(at - 1, {"within"});
    bool between = is_word(number->last + 1, {"after", "before", "following", "preceding"}) ||
                   (within && is_word(number->last + 1, {"of", "from"}));
    bool dated = number->last + 2 < chart_.tokens.size() &&
                 std::any_of(chart_.starting[number->last + 2].begin(),
                             chart_.starting[number->last + 2].end(),
                             [](const Item& item) { return item.time.has_value(); });
    if (!unit || !between || (dated && within)) return;
    Item item;
    item.first = within ? at - 1 : at;
    item.last = number->last + 2;
    item.kind = ItemKind::phrase;
    item.cost = weights::kPhrase;
    item.phrase = &kSpan;
    for (size_t k = item.first; k < item.last; ++k)
      std::erase_if(chart_.starting[k], [&](const Item& part) { return part.last <= item.last; });
    chart_.starting[item.first].push_back(std::move(item));
  }

  // "the net amount paid", "earned (net)", "cost us at wholesale": a name of two words that others
  // stand between, or that is turned around, where one of them means nothing by itself.
  void read_scattered(size_t at) {
    constexpr size_t kReach = 4;
    if (chart_.tokens[at].kind != text::TokenKind::word) return;
    for (size_t end = at + 1; end < chart_.tokens.size() && end <= at + kReach; ++end) {
      bool word = chart_.tokens[end].kind == text::TokenKind::word;
      if (word && !(is_explained(at) && is_explained(end))) add_scattered(at, end);
      if (!is_word(end, {"amount", "amounts", "amt", "the", "a", "us", "our", "(", ")", "at", "on",
                         "in", "of", "for"}))
        return;
    }
  }

  bool is_explained(size_t at) const {
    for (size_t first = 0; first <= at; ++first)
      for (const Item& item : chart_.starting[first])
        if (item.last > at) return true;
    return false;
  }

  // "renewed loans" are no loan renewals.
  bool is_done_to(size_t done, size_t thing) const {
    const auto& items = chart_.starting[thing];
    return chart_.tokens[done].text.ends_with("ed") &&
           std::any_of(items.begin(), items.end(), [](const Item& item) {
             return item.kind == ItemKind::noun &&
                    item.cost < weights::kNamed + 2 * weights::kFactNoun;
           });
  }

  void add_scattered(size_t first, size_t last) {
    if (is_done_to(first, last) || is_done_to(last, first)) return;
    std::vector<Sense> senses = called_with(first, last);
    if (senses.empty()) senses = called_with(last, first);
    for (const std::string& left : wordings(first))
      for (const std::string& right : wordings(last))
        for (const std::string& key : {left + " " + right, right + " " + left})
          for (const Sense& sense : vocabulary_.senses(key)) {
            bool metric = sense.kind == SenseKind::metric || sense.kind == SenseKind::family;
            if (metric && senses.empty() && sense.cost <= 0) senses.push_back(sense);
          }
    if (senses.empty()) return;
    Item item;
    item.first = first;
    item.last = last + 1;
    if (is_word(item.last, {")"})) ++item.last;
    item.kind = ItemKind::measure;
    item.cost = weights::kNamed + weights::kScattered;
    item.senses = std::move(senses);
    chart_.starting[first].push_back(std::move(item));
  }

  // "earned (net)": what is earned is the net profit, whose name has the word.
  std::vector<Sense> called_with(size_t measure, size_t word) const {
    for (const std::string& wording : wordings(measure)) {
      std::vector<Sense> senses;
      bool any = false;
      for (const Sense& sense : vocabulary_.senses(wording)) {
        bool metric = sense.kind == SenseKind::metric || sense.kind == SenseKind::family;
        // "gross revenue" says more than revenue
        if (!metric || sense.cost > 0 || is_called_by(sense, chart_.tokens[word].stem)) continue;
        any = true;
        std::string name = sense.kind == SenseKind::metric
                               ? vocabulary_.model.metrics[sense.index].name
                               : vocabulary_.families[sense.index].name;
        std::string key = " " + key_of(name) + " ";
        if (key.find(" " + chart_.tokens[word].stem + " ") != std::string::npos)
          senses.push_back(sense);
      }
      if (any) return senses;
    }
    return {};
  }

  bool is_called_by(const Sense& named, const std::string& stem) const {
    const auto senses = vocabulary_.senses(stem);
    return std::any_of(senses.begin(), senses.end(), [&](const Sense& sense) {
      return sense.kind == named.kind && sense.index == named.index && sense.cost <= 0;
    });
  }

  // The word, and the nouns of what it says is done.
  std::vector<std::string> wordings(size_t at) const {
    std::vector<std::string> out = {chart_.tokens[at].stem};
    for (const std::string& noun : text::nouns_of_verb(chart_.tokens[at].stem)) out.push_back(noun);
    return out;
  }

  // "how long", "how old": the metrics that say so, of which what else is asked chooses.
  void read_quality(size_t at) {
    if (!is_word(at, {"how"}) || at + 1 >= chart_.tokens.size()) return;
    const Quality* quality = quality_of(chart_.tokens[at + 1].text);
    if (quality == nullptr) return;
    Item item;
    item.first = at;
    item.last = at + 2;
    item.kind = ItemKind::measure;
    item.cost = weights::kNamed;
    item.quality = quality->is_frequency() ? Item::Quality::frequency : Item::Quality::amount;
    item.senses = metrics_of(*quality);
    if (item.senses.empty()) return;
    chart_.starting[at].push_back(std::move(item));
    pass_verbs(*quality, at + 2);
  }

  std::vector<Sense> metrics_of(const Quality& quality) const {
    // what is called so goes before what is only measured so
    bool named = false;
    for (uint32_t i = 0; i < vocabulary_.metrics.size(); ++i)
      named = named ||
              (vocabulary_.metrics[i].aggregate != "count" && is_named_so(vocabulary_, quality, i));
    std::vector<Sense> all;
    std::vector<Sense> averages;
    for (uint32_t i = 0; i < vocabulary_.metrics.size(); ++i) {
      const MetricEntry& entry = vocabulary_.metrics[i];
      bool says =
          named ? is_named_so(vocabulary_, quality, i) : is_measured_so(vocabulary_, quality, i);
      if (entry.aggregate == "count" || !says) continue;
      all.push_back({SenseKind::metric, i, 0.0F});
      bool average = entry.aggregate == "avg" ||
                     entry.spoken.find("average") != std::string::npos ||
                     entry.spoken.find("mean") != std::string::npos;
      if (average) averages.push_back(all.back());
    }
    bool total = std::any_of(chart_.tokens.begin(), chart_.tokens.end(), [](const auto& token) {
      return text::among(token.text, {"total", "altogether", "together", "overall"});
    });
    return averages.empty() || total ? all : averages;
  }

  // "how far do couriers travel"
  void pass_verbs(const Quality& quality, size_t from) {
    static const Phrase kSaid{"", PhraseKind::stop, 0};
    for (size_t at = from; at < chart_.tokens.size(); ++at) {
      if (!in_list(quality.verbs, chart_.tokens[at].text)) continue;
      Item item;
      item.first = at;
      item.last = at + 1;
      item.kind = ItemKind::phrase;
      item.cost = weights::kStop;
      item.phrase = &kSaid;
      chart_.starting[at].push_back(std::move(item));
    }
  }

  const Vocabulary& vocabulary_;
  Chart& chart_;
};

}  // namespace

void read_implied(const Vocabulary& vocabulary, Chart& chart) {
  Implier(vocabulary, chart).run();
}

}  // namespace tally::answer::parsed
