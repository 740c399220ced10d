#include <algorithm>

#include "answer/parsed/chart.h"
#include "answer/parsed/conditions.h"
#include "answer/parsed/weights.h"
#include "text/among.h"

namespace tally::answer::parsed {

namespace {

using text::Token;

class ChartSettler {
 public:
  ChartSettler(const Vocabulary& vocabulary, Chart& chart)
      : vocabulary_(vocabulary), chart_(chart) {}

  void run() {
    settle_named_days(chart_);
    settle_names();
    settle_compares();
    settle_troubles();
    settle_dating();
    settle_months();
    settle_years();
    settle_units(vocabulary_, chart_);
    settle_soft();
    settle_long_names();
    settle_field_names();
    settle_common_values();
    settle_whole_values();
    settle_field_values();
    settle_measure_values();
    settle_group_words();
    settle_said_of_things(vocabulary_, chart_);
    settle_ordering();
    settle_adjectives();
    settle_parts_of_periods(chart_);
    settle_by_names(chart_);
  }

 private:
  const std::vector<Token>& tokens() const { return chart_.tokens; }
  // "Duration min" is a name, and no least duration.
  void settle_names() {
    for (size_t at = 0; at < tokens().size(); ++at) {
      size_t last = at;
      for (const Item& item : chart_.starting[at]) {
        bool name = item.kind == ItemKind::field || item.kind == ItemKind::measure;
        if (name && item.cost <= weights::kNamed) last = std::max(last, item.last);
      }
      for (size_t k = at + 1; k < last; ++k)
        std::erase_if(chart_.starting[k], [&](const Item& item) {
          return item.last <= last && item.phrase != nullptr &&
                 item.phrase->kind == PhraseKind::top;
        });
    }
  }

  // "no more than 20" is one comparison, "status is known" one statement: neither "no" nor "up" and
  // "to" mean anything in it.
  void settle_compares() {
    for (size_t at = 0; at < tokens().size(); ++at) {
      size_t last = at + 1;
      for (const Item& item : chart_.starting[at]) {
        bool compares = item.phrase != nullptr && item.phrase->kind == PhraseKind::compare;
        if (compares && number_follows(tokens(), item.last)) last = std::max(last, item.last);
        bool differs = item.phrase != nullptr && item.phrase->kind == PhraseKind::negate &&
                       item.phrase->text.starts_with("differ");
        // "who also" is more than its words
        bool beyond = item.phrase != nullptr && (item.phrase->kind == PhraseKind::beyond ||
                                                 item.phrase->kind == PhraseKind::step ||
                                                 item.phrase->kind == PhraseKind::running);
        if (differs || beyond) last = std::max(last, item.last);
        bool presence = item.phrase != nullptr && (item.phrase->kind == PhraseKind::absent ||
                                                   item.phrase->kind == PhraseKind::present);
        if (presence && ends_name(at)) last = std::max(last, item.last);
      }
      for (size_t k = at; last > at + 1 && k < last; ++k)
        std::erase_if(chart_.starting[k], [&](const Item& item) {
          return item.phrase != nullptr && item.last <= last && !(k == at && item.last == last);
        });
    }
  }

  // A field or a thing is named right before the token.
  bool ends_name(size_t at) const {
    for (size_t first = at >= 6 ? at - 6 : 0; first < at; ++first)
      for (const Item& item : chart_.starting[first])
        if (item.last == at && (item.kind == ItemKind::field || item.kind == ItemKind::noun))
          return true;
    return false;
  }

  // "on or after 2001-02-03" begins a day before "after 2001-02-03".
  bool is_on_or(size_t at) const {
    return at + 1 < tokens().size() && tokens()[at].text == "on" && tokens()[at + 1].text == "or";
  }

  // "from 2002 to 2001" is not two years: what is wrong with a time is said, not read around.
  void settle_troubles() {
    for (size_t at = 0; at < tokens().size(); ++at) {
      size_t last = at;
      for (const Item& item : chart_.starting[at])
        if (item.time && (item.time->trouble != text::TimeTrouble::none || is_on_or(at)))
          last = std::max(last, item.last);
      for (size_t k = at; k < last; ++k)
        std::erase_if(chart_.starting[k], [&](const Item& item) {
          bool part = item.last <= last && !(k == at && item.last == last);
          return part && (item.time || item.number);
        });
    }
  }

  // What "starting" and "closed" are where the model dates by a word of that stem.
  void settle_dating() {
    for (size_t at = 0; at < tokens().size(); ++at) {
      auto& items = chart_.starting[at];
      for (size_t i = 0; i < items.size(); ++i) {
        bool dates = items[i].kind == ItemKind::time_role || items[i].kind == ItemKind::date_word;
        bool dated = dates && (reads_time(items[i].last) ||
                               (is_said_of_things(at) && time_follows(items[i].last)));
        if (dated) settle_dated(at, items[i].last);
      }
      if (starts_things(at)) ask_what_starts(items);
    }
  }

  // "starting in 2023" dates by the start rather than since 2023; "closed in 2023" by the closing
  // rather than that it is closed.
  void settle_dated(size_t at, size_t last) {
    for (Item& item : chart_.starting[at]) {
      if (item.time && item.last > last) item.cost += weights::kSinceAsDate;
      bool value = item.kind == ItemKind::value && item.last == last;
      if (value && !is_of_field(item, at)) item.cost += weights::kValueAsDate;
    }
  }

  // "status Ended": the field of the value is named before it.
  bool is_of_field(const Item& value, size_t at) const {
    for (size_t first = at >= 6 ? at - 6 : 0; first < at; ++first)
      for (const Item& item : chart_.starting[first]) {
        if (item.kind != ItemKind::field || item.last + 1 < at || item.last > at) continue;
        for (const Sense& sense : item.senses)
          for (const ValueSense& of : value.values)
            if (of.field == sense.index) return true;
      }
    return false;
  }

  // A time starts at the token, or behind prepositions.
  bool reads_time(size_t at) const {
    for (size_t skipped = 0; at < tokens().size() && skipped <= 3; ++at, ++skipped) {
      const auto& items = chart_.starting[at];
      if (std::any_of(items.begin(), items.end(), [](const Item& item) { return item.time; }))
        return true;
      bool preposition =
          text::among(tokens()[at].text, {"in", "on", "at", "during", "within", "between", "from",
                                          "the", "of", "by", "not", "again"});
      if (!preposition) return false;
    }
    return false;
  }

  // "contracts starting in 2023": things that start then, not what is measured since then.
  bool starts_things(size_t at) const {
    bool start = at > 0 && at + 1 < tokens().size() &&
                 text::among(tokens()[at].text, {"starting", "beginning"}) &&
                 tokens()[at + 1].text == "in";
    if (!start) return false;
    for (size_t first = at >= 4 ? at - 4 : 0; first < at; ++first)
      for (const Item& item : chart_.starting[first])
        if (item.last == at && (item.kind == ItemKind::noun || counts(item))) return true;
    return false;
  }

  bool counts(const Item& item) const {
    return item.kind == ItemKind::measure &&
           std::any_of(item.senses.begin(), item.senses.end(), [&](const Sense& sense) {
             return sense.kind == SenseKind::metric &&
                    vocabulary_.metrics[sense.index].aggregate == "count";
           });
  }

  // "parcels delivered by truck in 2023": what is said of the things, where a time follows later
  // on.
  bool is_said_of_things(size_t at) const {
    size_t end = at;
    while (end > 0 && text::among(tokens()[end - 1].text, {"was", "were", "are", "is", "been"}))
      --end;
    for (size_t first = end >= 4 ? end - 4 : 0; first < end; ++first)
      for (const Item& item : chart_.starting[first])
        if (item.last == end && (item.kind == ItemKind::noun || counts(item))) return true;
    return false;
  }

  bool time_follows(size_t from) const {
    constexpr size_t kReach = 6;
    for (size_t at = from; at < tokens().size() && at < from + kReach; ++at) {
      if (text::among(tokens()[at].text, {"and", "or", "but", ",", ";"})) return false;
      const auto& items = chart_.starting[at];
      bool dates = std::any_of(items.begin(), items.end(), [](const Item& item) {
        return item.kind == ItemKind::time_role || item.kind == ItemKind::date_word;
      });
      if (dates) return false;
      if (std::any_of(items.begin(), items.end(), [](const Item& item) { return item.time; }))
        return true;
    }
    return false;
  }

  static void ask_what_starts(std::vector<Item>& items) {
    for (Item& item : items)
      if (item.time && item.time->trouble == text::TimeTrouble::none)
        item.time->trouble = text::TimeTrouble::starting;
  }

  // "May" and "March" are months after a preposition, or capitalised where nobody is asked for
  // leave.
  void settle_months() {
    for (size_t at = 0; at < tokens().size(); ++at) {
      auto& items = chart_.starting[at];
      bool month = std::any_of(items.begin(), items.end(), [](const Item& item) {
        return item.time && item.time->weak && item.time->part == text::Part::month;
      });
      // "May 2017" is that month
      bool dated = std::any_of(items.begin(), items.end(), [&](const Item& item) {
        return item.time && !item.time->weak && item.time->unit == text::Unit::month &&
               item.last > at + 1;
      });
      if (!dated && !(month && reads_as_month(at))) continue;
      std::erase_if(items, [&](const Item& item) {
        return item.kind == ItemKind::phrase && item.last == at + 1;
      });
      for (Item& item : items)
        if (item.time && item.time->weak) item.cost -= weights::kWeakTime;
    }
  }

  // "in 2001" is a time, whatever else the number could be.
  void settle_years() {
    for (size_t at = 1; at < tokens().size(); ++at) {
      if (!text::among(tokens()[at - 1].text,
                       {"in", "during", "for", "of", "since", "until", ",", "year"}))
        continue;
      bool year = false;
      for (Item& item : chart_.starting[at]) {
        if (!item.time || !item.time->weak || item.time->unit != text::Unit::year) continue;
        item.cost -= weights::kWeakTime;
        year = true;
      }
      bool placed = text::among(tokens()[at - 1].text, {"in", "during", "since", "until", "year"});
      if (year && placed)
        std::erase_if(chart_.starting[at], [&](const Item& item) {
          return item.number && item.last == at + 1 && item.number->bare;
        });
    }
  }

  // A word of little meaning that is a name of the model is meant as that name.
  void settle_soft() {
    for (auto& items : chart_.starting) {
      for (Item& soft : items) {
        if (soft.phrase == nullptr || !soft.phrase->is_soft()) continue;
        bool named = std::any_of(items.begin(), items.end(), [&](const Item& item) {
          bool name = item.kind == ItemKind::measure || item.kind == ItemKind::noun ||
                      item.kind == ItemKind::field || item.kind == ItemKind::member ||
                      item.kind == ItemKind::unrecorded || item.kind == ItemKind::time_role ||
                      item.kind == ItemKind::path_role;
          return (name || is_spoken_value(item)) && !item.verb && item.last >= soft.last &&
                 item.cost <= weights::kNamed;
        });
        if (named) soft.cost = weights::kSoftName;
      }
    }
  }

  // "Promotional sales" are not all that promotions are known of.
  void settle_adjectives() {
    for (size_t at = 0; at + 1 < tokens().size(); ++at) {
      const std::string& word = tokens()[at].text;
      const bool adjective = word.size() > 5 && (word.ends_with("al") || word.ends_with("ary") ||
                                                 word.ends_with("ive") || word.ends_with("ous"));
      if (!adjective || vocabulary_.is_spelled(word)) continue;
      std::erase_if(chart_.starting[at], [&](const Item& item) {
        return item.kind == ItemKind::noun && item.last == at + 1;
      });
    }
  }

  // "Revenue per order by nation" sorts nothing.
  void settle_ordering() {
    for (size_t at = 1; at < tokens().size(); ++at) {
      if (!text::among(tokens()[at - 1].text, {"per", "each", "every", "by", "an", "the", "average",
                                               "mean", "median", "of", "single", "one"}))
        continue;
      std::erase_if(chart_.starting[at], [](const Item& item) {
        return item.phrase != nullptr && item.phrase->kind == PhraseKind::order_by &&
               item.phrase->text == "order by";
      });
    }
  }

  // A recorded value in the very words that the model gives it: "held" for hold.
  static bool is_spoken_value(const Item& item) {
    return item.kind == ItemKind::value &&
           std::any_of(item.values.begin(), item.values.end(), [](const ValueSense& sense) {
             return sense.recorded && !sense.doubtful && sense.cost <= 0;
           });
  }

  // What the words inside a longer name mean by themselves counts for little.
  void make_dear(size_t first, size_t last, bool denials) {
    for (size_t k = first; k < last; ++k)
      for (Item& item : chart_.starting[k]) {
        bool common = item.phrase != nullptr && item.last <= last &&
                      (item.phrase->kind == PhraseKind::stop ||
                       (denials && item.phrase->kind == PhraseKind::negate));
        if (common) item.cost = std::max(item.cost, weights::kSoftName);
      }
  }

  // "billed amount" is one name, and no "billed" with a word that says nothing.
  void settle_long_names() {
    for (const auto& items : chart_.starting)
      for (const Item& item : items) {
        bool name = item.kind == ItemKind::measure && item.last > item.first + 1 &&
                    item.cost <= weights::kNamed;
        if (!name) continue;
        make_dear(item.first, item.first + 1, false);
        make_dear(item.last - 1, item.last, false);
      }
  }

  // "declared value" is that field: neither something declared nor any value.
  void settle_field_names() {
    for (const auto& items : chart_.starting)
      for (const Item& item : items) {
        bool name = item.kind == ItemKind::field && item.last > item.first + 1 &&
                    item.cost <= weights::kNamed && !item.senses[0].bare;
        if (name) make_parts_dear(item.first, item.last);
      }
  }

  void make_parts_dear(size_t first, size_t last) {
    for (size_t k = first; k < last; ++k)
      for (Item& part : chart_.starting[k]) {
        bool inside = part.last <= last && part.last - part.first < last - first;
        bool weak = (part.kind == ItemKind::measure && part.verb) ||
                    (part.kind == ItemKind::field && part.cost > weights::kNamed);
        if (inside && weak) part.cost += weights::kInsideValue;
      }
  }

  // "On hold", "Not started": a value from a short list whose words are all common is meant as
  // that value. A title may read like any phrase, so one is only where it is written like one.
  void settle_common_values() {
    for (const auto& items : chart_.starting)
      for (const Item& item : items) {
        if (item.kind != ItemKind::value || item.last < item.first + 2) continue;
        bool phrase = phrases().find(folded(item.first, item.last)) != nullptr;
        bool meant = std::any_of(item.values.begin(), item.values.end(), [&](const auto& sense) {
          return sense.cost < 0 || (sense.cost <= 0 && !phrase && of_short_list(sense.field));
        });
        if (meant) make_dear(item.first, item.last, true);
      }
  }

  // "Lyon Depot" is the place of that name, and not a depot in the city of Lyon: things, fields
  // and values inside of a recorded value are less likely. Measures are not: "web sales" may well
  // be the name of some department.
  void settle_whole_values() {
    std::vector<std::pair<size_t, size_t>> wholes;
    for (const auto& items : chart_.starting)
      for (const Item& item : items) {
        bool whole = item.kind == ItemKind::value && item.last > item.first + 1 &&
                     std::any_of(item.values.begin(), item.values.end(), [](const auto& sense) {
                       return sense.recorded && sense.cost <= 0;
                     });
        if (whole) wholes.emplace_back(item.first, item.last);
      }
    for (auto& items : chart_.starting)
      for (Item& item : items) {
        bool thing = item.kind == ItemKind::value || item.kind == ItemKind::noun ||
                     item.kind == ItemKind::field;
        bool inside = std::any_of(wholes.begin(), wholes.end(), [&](const auto& whole) {
          return whole.first <= item.first && item.last <= whole.second &&
                 item.last - item.first < whole.second - whole.first;
        });
        if (thing && inside) item.cost += weights::kInsideValue;
      }
  }

  std::string folded(size_t first, size_t last) const {
    std::string words;
    for (size_t k = first; k < last; ++k) words += (k > first ? " " : "") + tokens()[k].text;
    return words;
  }

  bool of_short_list(uint32_t field) const {
    constexpr size_t kShort = 50;
    const FieldEntry& entry = vocabulary_.fields[field];
    const auto* column = vocabulary_.facts.values.find_column(
        vocabulary_.model.datasets[entry.dataset].name, entry.field->name);
    return column == nullptr || column->values.size() <= kShort;
  }

  // "Credit rating A": a value written as it is stored, right behind its field, is no article.
  void settle_field_values() {
    for (size_t at = 1; at < tokens().size(); ++at)
      for (Item& item : chart_.starting[at]) {
        if (item.kind != ItemKind::value || item.last != at + 1) continue;
        bool meant = false;
        for (ValueSense& sense : item.values) {
          bool one_letter = tokens()[at].text.size() == 1 && tokens()[at].upper;
          if (!one_letter || !follows_field(at, sense.field)) continue;
          meant = true;
          sense.cost = std::min(sense.cost, weights::kExactCase);
        }
        if (meant) make_dear(at, at + 1, false);
      }
  }

  // "orders that came back" are orders, and no page of type "order", unless that field is named.
  void settle_measure_values() {
    for (size_t at = 0; at < tokens().size(); ++at) {
      auto& items = chart_.starting[at];
      std::vector<size_t> named;
      for (const Item& item : items)
        if (item.kind == ItemKind::measure && !item.verb && item.cost <= weights::kNamed)
          named.push_back(item.last);
      std::erase_if(items, [&](const Item& item) {
        bool alike = item.kind == ItemKind::value &&
                     std::find(named.begin(), named.end(), item.last) != named.end() &&
                     std::all_of(item.values.begin(), item.values.end(),
                                 [](const ValueSense& sense) { return sense.cost > 0; });
        return alike && !is_of_field(item, at) && !leads_field(item);
      });
    }
  }

  bool leads_field(const Item& value) const {
    if (value.last >= tokens().size()) return false;
    const auto& items = chart_.starting[value.last];
    return std::any_of(items.begin(), items.end(), [&](const Item& item) {
      return item.kind == ItemKind::field &&
             std::any_of(value.values.begin(), value.values.end(),
                         [&](const ValueSense& of) { return of.field == item.senses[0].index; });
    });
  }

  // "each gender group": the word says no more than the field does, unless it is named by a letter
  // or number; of an amount ("age group") it says ranges.
  void settle_group_words() {
    for (size_t at = 1; at < tokens().size(); ++at) {
      bool named = at + 1 < tokens().size() && (tokens()[at + 1].kind == text::TokenKind::number ||
                                                tokens()[at + 1].text.size() == 1);
      bool says =
          text::among(tokens()[at].text, {"group", "groups"}) && !named && ends_category(at);
      bool counted = tokens()[at - 1].kind == text::TokenKind::number;
      says = says || (!counted && is_the_currency(tokens()[at].text));
      if (says && !in_longer_name(at)) pass_over(at);
    }
  }

  bool ends_category(size_t at) const {
    for (size_t first = at >= 6 ? at - 6 : 0; first < at; ++first)
      for (const Item& item : chart_.starting[first]) {
        bool category =
            item.kind == ItemKind::field && item.last == at &&
            std::none_of(item.senses.begin(), item.senses.end(), [&](const auto& sense) {
              return vocabulary_.fields[sense.index].numeric;
            });
        if (category) return true;
      }
    return false;
  }

  // "in dollars", where everything that is money is counted in these.
  bool is_the_currency(const std::string& word) const {
    static const std::pair<std::string_view, std::string_view> kCodes[] = {
        {"dollar", "usd"}, {"dollars", "usd"}, {"usd", "usd"},    {"euro", "eur"},
        {"euros", "eur"},  {"eur", "eur"},     {"pounds", "gbp"}, {"gbp", "gbp"},
        {"francs", "chf"}, {"chf", "chf"},     {"yen", "jpy"},    {"jpy", "jpy"}};
    std::string_view said;
    for (const auto& [spoken, code] : kCodes)
      if (spoken == word) said = code;
    if (said.empty() || !vocabulary_.is_unit(std::string(said))) return false;
    return std::none_of(std::begin(kCodes), std::end(kCodes), [&](const auto& other) {
      return other.second != said && vocabulary_.is_unit(std::string(other.second));
    });
  }

  void pass_over(size_t at) {
    static const Phrase kSaid{"", PhraseKind::stop, 0};
    Item item;
    item.first = at;
    item.last = at + 1;
    item.kind = ItemKind::phrase;
    item.cost = weights::kStop;
    item.phrase = &kSaid;
    chart_.starting[at].push_back(std::move(item));
  }

  // "commodity group", where the model has such a field.
  bool in_longer_name(size_t at) const {
    for (size_t first = at >= 6 ? at - 6 : 0; first <= at; ++first)
      for (const Item& item : chart_.starting[first])
        if (item.last > at && item.phrase == nullptr && !item.time && !item.number) return true;
    return false;
  }

  bool follows_field(size_t at, uint32_t field) const {
    for (size_t first = at >= 4 ? at - 4 : 0; first < at; ++first)
      for (const Item& item : chart_.starting[first])
        if (item.last == at && item.kind == ItemKind::field &&
            std::any_of(item.senses.begin(), item.senses.end(),
                        [&](const Sense& sense) { return sense.index == field; }))
          return true;
    return false;
  }

  bool reads_as_month(size_t at) const {
    const std::string before = at > 0 ? tokens()[at - 1].text : "";
    const std::string after = at + 1 < tokens().size() ? tokens()[at + 1].text : "";
    if (text::among(before, {"in", "during", "of", "for", "since", "until", "by", "from", "last",
                             "every", "each", "and", "or", "to"}))
      return true;
    return tokens()[at].capital &&
           !text::among(after, {"i", "we", "you", "it", "they", "be", "have", "he", "she"});
  }

  const Vocabulary& vocabulary_;
  Chart& chart_;
};

}  // namespace

void settle_chart(const Vocabulary& vocabulary, Chart& chart) {
  ChartSettler(vocabulary, chart).run();
}

}  // namespace tally::answer::parsed
