#include <algorithm>

#include "answer/parsed/chart.h"
#include "answer/parsed/weights.h"
#include "text/among.h"
#include "text/stem.h"
#include "text/utf8.h"

namespace tally::answer::parsed {
namespace {

bool starts_phrase(const Chart& chart, size_t at, PhraseKind kind) {
  return at < chart.tokens.size() &&
         std::any_of(
             chart.starting[at].begin(), chart.starting[at].end(),
             [&](const Item& item) { return item.phrase != nullptr && item.phrase->kind == kind; });
}

bool ends_phrase(const Chart& chart, size_t end, PhraseKind kind) {
  constexpr size_t kLongest = 4;
  for (size_t first = end >= kLongest ? end - kLongest : 0; first < end; ++first)
    for (const Item& item : chart.starting[first])
      if (item.last == end && item.phrase != nullptr && item.phrase->kind == kind) return true;
  return false;
}

// A name of the model that is a thing, and no verb ("sold").
bool is_thing(const Item& item) {
  return (item.kind == ItemKind::measure || item.kind == ItemKind::noun ||
          item.kind == ItemKind::member) &&
         !item.verb && item.cost <= weights::kNamed;
}

bool starts_thing(const Chart& chart, size_t at) {
  return at < chart.tokens.size() &&
         std::any_of(chart.starting[at].begin(), chart.starting[at].end(), is_thing);
}

bool ends_thing(const Chart& chart, size_t end) {
  constexpr size_t kLongest = 5;
  for (size_t first = end >= kLongest ? end - kLongest : 0; first < end; ++first)
    for (const Item& item : chart.starting[first])
      if (item.last == end && is_thing(item)) return true;
  return false;
}

// Whether what is said of a thing, or a list of groups, may end here.
bool closes(const Chart& chart, size_t at) {
  if (at >= chart.tokens.size() || chart.tokens[at].kind == text::TokenKind::symbol) return true;
  const auto& items = chart.starting[at];
  return text::among(chart.tokens[at].text,
                     {"in", "during", "since", "from", "until", "before", "after"}) ||
         std::any_of(items.begin(), items.end(), [](const Item& item) {
           return item.kind == ItemKind::time ||
                  (item.phrase != nullptr && (item.phrase->kind == PhraseKind::conjunction ||
                                              item.phrase->kind == PhraseKind::by));
         });
}

bool ends(const Chart& chart, size_t at) {
  return at >= chart.tokens.size() || chart.tokens[at].kind == text::TokenKind::symbol;
}

class SaidOfThings {
 public:
  SaidOfThings(const Vocabulary& vocabulary, Chart& chart)
      : vocabulary_(vocabulary), chart_(chart) {}

  void run() {
    for (size_t at = 0; at < chart_.tokens.size(); ++at) {
      note_verb(at);
      std::erase_if(chart_.starting[at], [&](const Item& item) {
        return item.phrase != nullptr && item.phrase->is_soft() &&
               (is_group(at, item) || is_place(at, item) || is_status(at, item) ||
                is_before_period(item) || is_whose(at, item));
      });
      settle_participle(at);
      settle_participle_behind(at);
      settle_doing(at);
      settle_state(at);
      settle_vague(at);
      settle_adverb(at);
      settle_weekday(at);
    }
  }

 private:
  // "did the team handle", "were made": the word of little meaning is what was done.
  void note_verb(size_t at) {
    has_verb_ = has_verb_ || text::among(chart_.tokens[at].text,
                                         {"did", "do", "does", "was", "were", "has", "have", "had",
                                          "been", "we", "they", "i", "you", "who", "will"});
    is_grouped_ = is_grouped_ || (at > 0 && ends_phrase(chart_, at, PhraseKind::by));
  }

  // "by company", "by year and company".
  bool is_group(size_t at, const Item& item) const {
    if (at == 0 || item.phrase->payload != kSoft || !closes(chart_, item.last)) return false;
    return ends_phrase(chart_, at, PhraseKind::by) ||
           (is_grouped_ && ends_phrase(chart_, at, PhraseKind::conjunction));
  }

  // "orders on hold", "copies in use".
  bool is_place(size_t at, const Item& item) const {
    return at > 1 && text::among(chart_.tokens[at - 1].text, {"on", "in", "under", "at", "for"}) &&
           ends_thing(chart_, at - 1) && closes(chart_, item.last);
  }

  // "used copies"; "copies broken", "copies given away".
  bool is_status(size_t at, const Item& item) const {
    if (item.phrase->payload != kStatus) return false;
    if (starts_thing(chart_, item.last) && !has_verb_) return true;
    if (at == 0 || has_verb_ || !ends_thing(chart_, at)) return false;
    const bool led =
        item.last < chart_.tokens.size() &&
        text::among(chart_.tokens[item.last].text, {"over", "up", "away", "off", "open"});
    return ends(chart_, led ? item.last + 1 : item.last);
  }

  // "visits of members", where the model knows members: whose they are.
  bool is_whose(size_t at, const Item& item) const {
    return at > 1 && text::among(chart_.tokens[at - 1].text, {"of", "from", "by", "for"}) &&
           ends_thing(chart_, at - 1) &&
           std::any_of(chart_.starting[at].begin(), chart_.starting[at].end(),
                       [&](const Item& name) { return name.last == item.last && is_thing(name); });
  }

  // "business quarter": some quarter, of which nobody here knows where it begins.
  bool is_before_period(const Item& item) const {
    return text::among(item.phrase->text, {"business", "company", "firm"}) &&
           starts_phrase(chart_, item.last, PhraseKind::grain);
  }

  // "revenue of delayed shipments": which of them, and no second measure that the first one is of.
  // Where all of them are so ("booked shipments") it says nothing.
  void settle_participle(size_t at) {
    const text::Token& token = chart_.tokens[at];
    const bool is_participle = token.text.ends_with("ed") || text::is_irregular(token.text) ||
                               text::among(token.text, {"gross", "net"});
    const bool picks = at > 0 && text::among(chart_.tokens[at - 1].text,
                                             {"of", "from", "for", "on", "in", "by", "to"});
    const bool leads = starts_thing(chart_, at + 1) || (picks && starts_some(at + 1));
    if (!is_participle || !leads || ends_thing(chart_, at)) return;
    std::vector<const Item*> things;
    for (const Item& thing : chart_.starting[at + 1])
      if (is_thing(thing) || is_event(thing)) things.push_back(&thing);
    const bool counted = are_counted(things);
    std::erase_if(chart_.starting[at], [&](const Item& item) {
      const bool is_name = item.kind == ItemKind::noun || item.kind == ItemKind::measure;
      if (!is_name || item.last != at + 1 || says_nothing_of(item, things)) return false;
      return picks || counted || item.kind == ItemKind::noun || token.text == "gross";
    });
  }

  // "renewed books", where a book is a value; "cancelled contracts", which happen.
  bool starts_some(size_t at) const {
    return at < chart_.tokens.size() &&
           std::any_of(
               chart_.starting[at].begin(), chart_.starting[at].end(),
               [](const Item& item) {
                 return is_event(item) ||
                        (item.kind == ItemKind::value && item.cost <= weights::kNamed);
               });
  }

  static bool is_event(const Item& item) {
    return item.kind == ItemKind::noun && item.cost < weights::kNamed + 2 * weights::kFactNoun;
  }

  // "members fined in 2023", "invoices discounted": those of them, and no second measure.
  void settle_participle_behind(size_t at) {
    const text::Token& token = chart_.tokens[at];
    if (has_verb_ || at == 0 || !token.text.ends_with("ed")) return;
    if (!closes(chart_, at + 1) && chart_.tokens[at + 1].text != "by") return;
    constexpr size_t kLongest = 5;
    std::vector<const Item*> things;
    for (size_t first = at >= kLongest ? at - kLongest : 0; first < at; ++first)
      for (const Item& item : chart_.starting[first])
        if (item.last == at && is_thing(item)) things.push_back(&item);
    if (!are_counted(things)) return;
    std::erase_if(chart_.starting[at], [&](const Item& item) {
      const bool is_name = item.kind == ItemKind::measure || item.kind == ItemKind::noun;
      return is_name && item.last == at + 1 && item.cost <= weights::kNamed + weights::kVerb &&
             !says_nothing_of(item, things);
    });
  }

  // "Delays caused by weather": no row for each cause.
  void settle_doing(size_t at) {
    const text::Token& token = chart_.tokens[at];
    const bool is_done = at > 0 && ends_thing(chart_, at) && token.text.ends_with("ed") &&
                         at + 2 < chart_.tokens.size() && chart_.tokens[at + 1].text == "by";
    if (!is_done) return;
    const auto& values = chart_.starting[at + 2];
    const auto has_sibling = [&](const Item& field) {
      return field.kind == ItemKind::field && field.last == at + 1 &&
             std::any_of(values.begin(), values.end(), [&](const Item& value) {
               return value.kind == ItemKind::value && is_of_dataset(value, field);
             });
    };
    auto& items = chart_.starting[at];
    if (std::erase_if(items, has_sibling) == 0) return;
    static const Phrase kSaid{"", PhraseKind::stop, 0};
    Item said;
    said.first = at;
    said.last = at + 1;
    said.kind = ItemKind::phrase;
    said.cost = weights::kStop;
    said.phrase = &kSaid;
    items.push_back(std::move(said));
  }

  bool is_of_dataset(const Item& value, const Item& field) const {
    return std::any_of(value.values.begin(), value.values.end(), [&](const ValueSense& one) {
      return one.recorded &&
             std::any_of(field.senses.begin(), field.senses.end(), [&](const Sense& sense) {
               return vocabulary_.fields[sense.index].dataset ==
                      vocabulary_.fields[one.field].dataset;
             });
    });
  }

  // All of them, and not those that have a date or a mark: "cancellations".
  static bool counts_members(const MetricEntry& metric) {
    return metric.aggregate == "count" &&
           (metric.counts >= 0 || metric.counts_via >= 0 || metric.counts_field >= 0);
  }

  // Things of which there is a number, and no amount of anything.
  bool are_counted(const std::vector<const Item*>& things) const {
    const auto counts = [&](const Sense& sense) {
      const auto all = metrics_of(sense);
      return std::all_of(all.begin(), all.end(), [&](uint32_t metric) {
        return counts_members(vocabulary_.metrics[metric]);
      });
    };
    return !things.empty() && std::all_of(things.begin(), things.end(), [&](const Item* thing) {
      return thing->kind != ItemKind::member &&
             std::all_of(thing->senses.begin(), thing->senses.end(), counts);
    });
  }

  // "copies on loan": how some of them are, and no loans.
  void settle_state(size_t at) {
    if (at < 2 || !text::among(chart_.tokens[at - 1].text, {"on", "in", "under"}) ||
        !ends_thing(chart_, at - 1) || !closes(chart_, at + 1) ||
        text::is_plural(chart_.tokens[at].text))
      return;
    const size_t gone = std::erase_if(chart_.starting[at], [&](const Item& item) {
      return item.last == at + 1 &&
             (item.kind == ItemKind::measure || item.kind == ItemKind::noun) &&
             std::all_of(item.senses.begin(), item.senses.end(),
                         [&](const Sense& sense) { return is_of_events(sense); });
    });
    if (gone == 0) return;
    Item state;
    state.first = at - 1;
    state.last = at + 1;
    state.cost = weights::kUnknown;
    chart_.starting[at - 1].push_back(std::move(state));
  }

  bool is_of_events(const Sense& sense) const {
    if (sense.kind == SenseKind::dataset)
      return vocabulary_.model.datasets[sense.index].kind == semantic::DatasetKind::fact;
    const auto all = metrics_of(sense);
    return std::all_of(all.begin(), all.end(), [&](uint32_t metric) {
      return vocabulary_.metrics[metric].aggregate == "count";
    });
  }

  // Whether what the words beside a thing name is there for all of it.
  bool says_nothing_of(const Item& said, const std::vector<const Item*>& things) const {
    const bool counted = are_counted(things);
    std::vector<uint32_t> facts;
    for (const Sense& sense : said.senses)
      for (const uint32_t metric : metrics_of(sense)) {
        const MetricEntry& entry = vocabulary_.metrics[metric];
        if (entry.picks || (entry.aggregate == "count" && !counts_members(entry))) return false;
        // of invoices some have a discount, and all of them are billed
        if (counted && entry.aggregate != "count" && !is_named_after(entry, said)) return false;
        facts.insert(facts.end(), entry.facts.begin(), entry.facts.end());
      }
    const auto is_one = [&](uint32_t fact) {
      return std::find(facts.begin(), facts.end(), fact) != facts.end();
    };
    return std::any_of(things.begin(), things.end(), [&](const Item* thing) {
      return std::any_of(thing->senses.begin(), thing->senses.end(), [&](const Sense& sense) {
        if (sense.kind == SenseKind::dataset) return is_one(sense.index);
        const auto all = metrics_of(sense);
        return std::any_of(all.begin(), all.end(), [&](uint32_t metric) {
          const auto& own = vocabulary_.metrics[metric].facts;
          return std::any_of(own.begin(), own.end(), is_one);
        });
      });
    });
  }

  // Whether the rows that are measured are called by the word: "sold" by sales, "billed" by bills.
  bool is_named_after(const MetricEntry& metric, const Item& said) const {
    const std::string& stem = chart_.tokens[said.first].stem;
    std::vector<std::string> wordings = {stem};
    for (const std::string& noun : text::nouns_of_verb(stem)) wordings.push_back(noun);
    return std::any_of(metric.facts.begin(), metric.facts.end(), [&](uint32_t fact) {
      const auto& keys = vocabulary_.dataset_keys[fact];
      return std::any_of(keys.begin(), keys.end(), [&](const std::string& key) {
        return std::any_of(wordings.begin(), wordings.end(), [&](const std::string& wording) {
          return (" " + key + " ").find(" " + wording + " ") != std::string::npos;
        });
      });
    });
  }

  std::vector<uint32_t> metrics_of(const Sense& sense) const {
    if (sense.kind == SenseKind::metric) return {sense.index};
    if (sense.kind == SenseKind::family) return vocabulary_.families[sense.index].metrics;
    return {};
  }

  // "Good credit rating", where a rating may be Good: a value of the field behind it.
  void settle_vague(size_t at) {
    auto& items = chart_.starting[at];
    const bool is_value = std::any_of(items.begin(), items.end(), [&](const Item& value) {
      return value.kind == ItemKind::value && value.last < chart_.tokens.size() &&
             std::any_of(
                 chart_.starting[value.last].begin(), chart_.starting[value.last].end(),
                 [&](const Item& field) { return is_value_of(value, field); });
    });
    // "Popular titles" are some of them, "the most popular titles" ranked.
    const bool ranked =
        at > 0 && text::among(chart_.tokens[at - 1].text, {"most", "least", "more", "less", "how"});
    std::erase_if(items, [&](const Item& item) {
      if (item.phrase == nullptr || item.phrase->kind != PhraseKind::vague) return false;
      const bool adjective = text::among(
          item.phrase->text, {"successful", "important", "popular", "good", "great", "bad", "poor",
                              "strong", "weak", "interesting", "valuable", "relevant", "recent"});
      return is_value || (adjective && !ranked && starts_thing(chart_, item.last));
    });
  }

  // "Annual subscriptions", of which some are annual: a value of theirs, and no time.
  void settle_adverb(size_t at) {
    auto& items = chart_.starting[at];
    const auto is_adverb = [](const Item& item) {
      return item.phrase != nullptr && item.phrase->kind == PhraseKind::grain_adverb;
    };
    if (std::none_of(items.begin(), items.end(), is_adverb)) return;
    // "billings from annual plans": some of the plans.
    const bool picks = at > 1 &&
                       text::among(chart_.tokens[at - 1].text, {"of", "from", "for", "on"}) &&
                       ends_thing(chart_, at - 1) && starts_thing(chart_, at + 1);
    bool is_value = picks;
    for (Item& value : items) {
      if (value.kind != ItemKind::value || value.last >= chart_.tokens.size()) continue;
      std::vector<ValueSense> own;
      for (const ValueSense& one : value.values)
        if (one.recorded &&
            (picks || counts_rows_of(value.last, vocabulary_.fields[one.field].dataset)))
          own.push_back({.field = one.field, .stored = one.stored});
      if (own.empty()) continue;
      value.values = std::move(own);
      value.cost = weights::kValue;
      is_value = true;
    }
    if (is_value) return static_cast<void>(std::erase_if(items, is_adverb));
    if (is_period_of(at + 1))
      return static_cast<void>(std::erase_if(items, [&](const Item& item) {
        return is_adverb(item) || (item.kind == ItemKind::field && item.last == at + 1);
      }));
    // "yearly billings" are the billings of each year
    if (starts_amount(at + 1) && !starts_noun(at + 1))
      std::erase_if(items, [&](const Item& item) {
        return item.kind == ItemKind::value && item.last == at + 1;
      });
    // "annual plan billings": some plans, or year by year.
    const bool any_value = std::any_of(items.begin(), items.end(), [](const Item& item) {
      return item.kind == ItemKind::value && item.last == item.first + 1;
    });
    if (!any_value || !starts_noun(at + 1)) return;
    for (Item& item : items)
      if (is_adverb(item)) item.cost = weights::kValue;
  }

  // "Weekday shipments" are those of Monday to Friday, and no row for each day.
  void settle_weekday(size_t at) {
    if (!text::among(chart_.tokens[at].text, {"weekday", "weekdays"})) return;
    if (!starts_thing(chart_, at + 1) || (at > 0 && ends_phrase(chart_, at, PhraseKind::by)))
      return;
    std::erase_if(chart_.starting[at], [&](const Item& item) {
      return item.last == at + 1 && item.phrase != nullptr &&
             item.phrase->kind == PhraseKind::grain;
    });
  }

  bool starts_amount(size_t at) const {
    return at < chart_.tokens.size() && std::any_of(
                                            chart_.starting[at].begin(), chart_.starting[at].end(),
                                            [&](const Item& item) {
                                              return item.kind == ItemKind::measure &&
                                                     is_thing(item) && !are_counted({&item});
                                            });
  }

  // "quarterly contracts", of which some are annual and some monthly: none of them, and no time.
  bool is_period_of(size_t at) const {
    if (!starts_thing(chart_, at)) return false;
    for (const FieldEntry& entry : vocabulary_.fields) {
      if (!counts_rows_of(at, entry.dataset)) continue;
      const auto* column = vocabulary_.facts.values.find_column(
          vocabulary_.model.datasets[entry.dataset].name, entry.field->name);
      if (column == nullptr) continue;
      for (const auto& [value, rows] : column->values) {
        const Phrase* phrase = phrases().find(text::fold(value));
        if (phrase != nullptr && phrase->kind == PhraseKind::grain_adverb) return true;
      }
    }
    return false;
  }

  bool starts_noun(size_t at) const {
    if (at >= chart_.tokens.size()) return false;
    const auto is = [&](ItemKind kind) {
      return std::any_of(
          chart_.starting[at].begin(), chart_.starting[at].end(),
          [&](const Item& item) { return item.kind == kind && item.last == at + 1; });
    };
    return (is(ItemKind::noun) || is(ItemKind::field)) && !is(ItemKind::measure);
  }

  bool counts_rows_of(size_t at, uint32_t dataset) const {
    const auto counts = [&](const Sense& sense) {
      if (sense.kind == SenseKind::dataset) return sense.index == dataset;
      if (sense.kind != SenseKind::metric) return false;
      const auto& metric = vocabulary_.metrics[sense.index];
      return counts_members(metric) && metric.facts == std::vector{dataset};
    };
    return std::any_of(chart_.starting[at].begin(), chart_.starting[at].end(),
                       [&](const Item& item) {
                         return (is_thing(item) || is_event(item)) &&
                                std::any_of(item.senses.begin(), item.senses.end(), counts);
                       });
  }

  static bool is_value_of(const Item& value, const Item& field) {
    return field.kind == ItemKind::field && field.cost <= weights::kNamed &&
           std::any_of(field.senses.begin(), field.senses.end(), [&](const Sense& sense) {
             return std::any_of(
                 value.values.begin(), value.values.end(),
                 [&](const ValueSense& one) { return one.field == sense.index && one.recorded; });
           });
  }

  const Vocabulary& vocabulary_;
  Chart& chart_;
  bool has_verb_ = false, is_grouped_ = false;
};

}  // namespace

void settle_named_days(Chart& chart) {
  for (auto& items : chart.starting) {
    std::vector<size_t> named;  // where such a field's words end
    for (const Item& item : items)
      if (item.kind == ItemKind::field || item.kind == ItemKind::value) named.push_back(item.last);
    std::erase_if(items, [&](const Item& item) {
      return item.phrase != nullptr && item.phrase->kind == PhraseKind::beyond &&
             std::find(named.begin(), named.end(), item.last) != named.end();
    });
  }
}

void settle_said_of_things(const Vocabulary& vocabulary, Chart& chart) {
  SaidOfThings(vocabulary, chart).run();
}

}  // namespace tally::answer::parsed
