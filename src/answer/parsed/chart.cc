#include "answer/parsed/chart.h"

#include <algorithm>

#include "answer/parsed/implied.h"
#include "answer/parsed/slips.h"
#include "answer/parsed/weights.h"
#include "text/among.h"
#include "text/stem.h"
#include "text/utf8.h"

namespace tally::answer::parsed {

namespace {

using text::Token;
using text::TokenKind;

bool is_content(const Token& token) {
  return token.kind != TokenKind::symbol;
}

// A dash between two words of one name: "net-profit", "best-selling".
bool is_inner_dash(const std::vector<Token>& tokens, size_t at) {
  return tokens[at].text == "-" && tokens[at].glued && at > 0 && at + 1 < tokens.size() &&
         tokens[at + 1].glued && tokens[at + 1].kind == TokenKind::word;
}

class ChartBuilder {
 public:
  ChartBuilder(const Vocabulary& vocabulary, std::string_view question) : vocabulary_(vocabulary) {
    chart_.question = question;
    chart_.tokens = text::tokenise(question, static_cast<size_t>(weights::kMostTokens));
    chart_.starting.resize(chart_.tokens.size());
    size_t upper = 0;
    size_t letters = 0;
    for (const Token& token : chart_.tokens) {
      if (token.kind != TokenKind::word) continue;
      ++letters;
      upper += token.upper ? 1 : 0;
    }
    shouted_ = letters >= 3 && upper * 10 >= letters * 7;
  }

  Chart run() {
    for (size_t at = 0; at < tokens().size(); ++at) {
      phrase_items(at);
      name_items(at);
      value_items(at);
      time_items(at);
      number_item(at);
    }
    settle_chart(vocabulary_, chart_);
    read_periods(vocabulary_, chart_);
    read_implied(vocabulary_, chart_);
    mend();
    note_nouns();
    for (size_t at = 0; at < tokens().size(); ++at) fill(at);
    return std::move(chart_);
  }

 private:
  const std::vector<Token>& tokens() const { return chart_.tokens; }

  Item& add(size_t first, size_t last, ItemKind kind, double cost) {
    Item item;
    item.first = first;
    item.last = last;
    item.kind = kind;
    item.cost = cost;
    chart_.starting[first].push_back(std::move(item));
    return chart_.starting[first].back();
  }

  void phrase_items(size_t at) {
    std::string words;
    size_t count = 0;
    for (size_t end = at; end < tokens().size() && count < phrases().longest_words(); ++end) {
      if (end > at && is_inner_dash(tokens(), end)) continue;
      if (!words.empty()) words += ' ';
      words += tokens()[end].text;
      ++count;
      const Phrase* phrase = phrases().find(words);
      if (phrase == nullptr || is_split_compare(*phrase, at)) continue;
      if (words == "but" && excludes(at)) phrase = &phrases().but();
      // "only" limits where a number follows
      bool limits = phrase->kind == PhraseKind::top && phrase->payload == 0;
      if (limits && !text::number_at(tokens(), end + 1)) {
        if (!phrases().is_filler(words)) continue;
        phrase = &phrases().filler();
      }
      // "over the phone" compares nothing
      if (const Phrase* plain = phrases().preposition(*phrase);
          plain && !number_follows(tokens(), end + 1))
        phrase = plain;
      // Stop words are nearly free, and freer one by one than as a phrase of another meaning.
      bool free = phrase->kind == PhraseKind::stop || phrase->kind == PhraseKind::conjunction;
      double cost = free ? weights::kStop * static_cast<double>(count) : weights::kPhrase;
      add(at, end + 1, ItemKind::phrase, cost).phrase = phrase;
    }
  }

  // "at least" and "no more than" are never "least" and "more".
  bool is_split_compare(const Phrase& phrase, size_t at) const {
    if (phrase.kind != PhraseKind::top || at == 0) return false;
    bool led = tokens()[at - 1].text == "at";
    return led && text::among(tokens()[at].text, {"least", "most"}) &&
           number_follows(tokens(), at + 1);
  }

  // "all regions but North": whoever is said of all leaves out what follows "but".
  bool excludes(size_t at) const {
    for (size_t back = 1; back <= 4 && back <= at; ++back)
      if (text::among(tokens()[at - back].text,
                      {"all", "every", "each", "any", "everything", "everywhere", "everyone",
                       "anything", "anywhere", "nothing"}))
        return true;
    return false;
  }

  // "average visit duration": a metric's name with the dataset that it is measured on among its
  // words.
  void names_around_noun(size_t first, size_t last) {
    for (size_t noun = first; noun < last; ++noun) {
      std::string rest;
      std::string words;
      for (size_t at = first; at < last; ++at) {
        if (at == noun) continue;
        rest += (rest.empty() ? "" : " ") + tokens()[at].stem;
        words += (words.empty() ? "" : " ") + tokens()[at].text;
      }
      std::vector<Sense> measures;
      for (const Sense& sense : vocabulary_.senses(rest)) {
        if (sense.kind != SenseKind::metric || !measured_on(sense.index, tokens()[noun].stem))
          continue;
        // "discounted invoices" are no invoice discounts
        if (last == first + 2 && words.ends_with("ed") && !vocabulary_.is_called(sense, words))
          continue;
        // "late deliveries" are no delivery lateness
        measures.push_back(sense);
        bool alike =
            last == first + 2 && sense.cost <= 0 && !vocabulary_.is_called(sense, singular(words));
        if (alike) measures.back().cost += static_cast<float>(weights::kLookAlike);
      }
      if (!measures.empty()) add_senses(measures, first, last, 0.1);
    }
  }

  bool measured_on(uint32_t metric, const std::string& noun) const {
    const auto& facts = vocabulary_.metrics[metric].facts;
    auto senses = vocabulary_.senses(noun);
    return std::any_of(senses.begin(), senses.end(), [&](const Sense& sense) {
      return sense.kind == SenseKind::dataset &&
             std::find(facts.begin(), facts.end(), sense.index) != facts.end();
    });
  }

  bool is_participle(size_t at) const {
    return at < tokens().size() &&
           (tokens()[at].text.ends_with("ed") || text::is_irregular(tokens()[at].text));
  }

  // Stems of the span's words, joined: the key of names.
  void name_items(size_t at) {
    if (!is_content(tokens()[at]) && tokens()[at].text != "%") return;
    std::string key;
    std::string joined;
    size_t count = 0;
    for (size_t end = at; end < tokens().size() && count < vocabulary_.longest_words() + 1; ++end) {
      const Token& token = tokens()[end];
      if (end > at && is_inner_dash(tokens(), end)) continue;
      // "loans were returned late" are "loans returned late"
      if (end > at && text::among(token.text, {"was", "were"}) && is_participle(end + 1)) continue;
      bool inner_mark = token.text == "/" || token.text == "_" || token.text == ".";
      if (end > at && inner_mark && token.glued) continue;
      if (token.kind == TokenKind::symbol && token.text != "&" && token.text != "%") break;
      if (!key.empty()) key += ' ';
      if (token.text == "&") {
        key += "and";
      } else {
        key += token.kind == TokenKind::word ? token.stem : token.text;
      }
      joined += token.text;
      ++count;
      names_for(key, at, end + 1, 0);
      if (count == 1) mark_verbs(token, at);
      // "web site" is "website", but "in active use" is not "inactive"
      if (count == 2 && tokens()[at].text != "in") names_for(text::stem(joined), at, end + 1, 0.1);
      if (count >= 2 && end + 1 == at + count) names_around_noun(at, end + 1);
      if (count == 1 && token.kind == TokenKind::word) verb_names(token, at);
    }
    undone_names(at);
    passive_names(at);
  }

  // "how many units did shops sell": a measure named by a verb is what is done, though the model
  // has the verb among its names.
  void mark_verbs(const Token& token, size_t at) {
    bool form = token.kind == TokenKind::word && !token.text.ends_with("s") && is_verb_form(at);
    if (!form) return;
    bool named = !text::nouns_of_verb(token.stem).empty();
    for (Item& item : chart_.starting[at]) {
      if (item.kind != ItemKind::measure || item.last != at + 1) continue;
      // "orders taken", where the model has takings
      bool called = std::any_of(item.senses.begin(), item.senses.end(), [&](const Sense& sense) {
        return vocabulary_.is_called(sense, token.text);
      });
      // "hauled", where an "average haul" is known
      const bool tail = token.text.ends_with("ed") && item.cost > weights::kNamed;
      item.verb = named || ((text::is_irregular(token.text) || tail) && !called);
    }
  }

  // "unpaid": the date on which it was paid is not there.
  void undone_names(size_t at) {
    const Token& token = tokens()[at];
    if (!token.text.starts_with("un") || token.text.size() < 5) return;
    std::vector<Sense> fields;
    for (const Sense& sense : vocabulary_.senses(text::stem(token.text.substr(2))))
      for (const Sense& field : vocabulary_.date_fields(sense)) fields.push_back(field);
    if (!fields.empty()) add_senses(fields, at, at + 1, weights::kVerb).absent = true;
  }

  // "cash was refunded" is "refunded cash".
  void passive_names(size_t at) {
    if (at + 2 >= tokens().size() || tokens()[at].kind != TokenKind::word) return;
    if (!text::among(tokens()[at + 1].text, {"was", "were", "is", "are"})) return;
    const Token& verb = tokens()[at + 2];
    if (!verb.text.ends_with("ed") && !text::is_irregular(verb.text)) return;
    for (const std::string& key :
         {verb.stem + " " + tokens()[at].stem, tokens()[at].stem + " " + verb.stem}) {
      std::vector<Sense> measures;
      for (const Sense& sense : vocabulary_.senses(key))
        if (sense.kind == SenseKind::metric || sense.kind == SenseKind::family)
          measures.push_back(sense);
      if (!measures.empty()) add_senses(measures, at, at + 3, 0.1);
    }
  }

  void names_for(const std::string& key, size_t first, size_t last, double extra) {
    auto senses = vocabulary_.senses(key);
    if (!senses.empty()) {
      std::vector<Sense> list(senses.begin(), senses.end());
      choose_by_spelling(vocabulary_, chart_, first, last, list);
      if (!list.empty()) add_senses(list, first, last, extra);
    }
    auto spoken = vocabulary_.spoken_values(key);
    if (!spoken.empty()) add_spoken(spoken, first, last, extra);
  }

  // A verb stands for the first of its nouns that the model has; where it has none, some measure is
  // meant and not named.
  void verb_names(const Token& token, size_t at) {
    if (!is_verb_form(at)) return;
    auto nouns = text::nouns_of_verb(token.stem);
    if (nouns.empty()) return;
    bool any = !vocabulary_.senses(token.stem).empty();
    std::vector<Sense> measures;
    // what is called so goes before what only ends with the word
    for (float most : {0.2F, 10.0F})
      for (const std::string& noun : nouns) {
        if (noun == token.stem || !measures.empty()) continue;
        for (const Sense& sense : vocabulary_.senses(noun))
          if ((sense.kind == SenseKind::metric || sense.kind == SenseKind::family) &&
              sense.cost <= most)
            measures.push_back(sense);
      }
    if (!measures.empty()) {
      add_senses(measures, at, at + 1, weights::kVerb).verb = true;
    } else if (!any && phrases().find(token.text) == nullptr) {
      static const Phrase kVerb{"", PhraseKind::vague, 0};
      add(at, at + 1, ItemKind::phrase, weights::kPhrase + weights::kVerb).phrase = &kVerb;
    }
  }

  // "sold", "selling", or any form after "did we": a noun that looks like a verb is no verb.
  bool is_verb_form(size_t at) const {
    const Token& token = tokens()[at];
    bool inflected =
        token.text.ends_with("ed") || token.text.ends_with("ing") || text::is_irregular(token.text);
    if (inflected) return true;
    for (size_t back = 1; back <= 4 && back <= at; ++back) {
      const std::string& word = tokens()[at - back].text;
      for (std::string_view helper :
           {"do", "does", "did", "we", "they", "can", "will", "to", "who", "that", "i"})
        if (word == helper) return true;
    }
    return false;
  }

  // One item for each kind of thing that the words may name.
  Item& add_senses(const std::vector<Sense>& senses, size_t first, size_t last, double extra) {
    size_t start = chart_.starting[first].size();
    for (const Sense& sense : senses) {
      ItemKind kind = kind_of(sense.kind);
      auto& list = chart_.starting[first];
      auto there = std::find_if(list.begin() + static_cast<long>(start), list.end(),
                                [&](const Item& item) { return item.kind == kind; });
      Item& item = there != list.end() ? *there : add(first, last, kind, weights::kNamed + extra);
      item.senses.push_back(sense);
    }
    for (size_t i = start; i < chart_.starting[first].size(); ++i) {
      Item& item = chart_.starting[first][i];
      float least = item.senses[0].cost;
      for (const Sense& sense : item.senses) least = std::min(least, sense.cost);
      item.cost += least;
      for (Sense& sense : item.senses) sense.cost -= least;
    }
    return chart_.starting[first].back();
  }

  // "status is missing" is no inflection of a value "missed".
  bool says_absence(size_t first, size_t last) const {
    return last == first + 1 && std::any_of(chart_.starting[first].begin(),
                                            chart_.starting[first].end(), [&](const Item& item) {
                                              return item.phrase != nullptr && item.last == last &&
                                                     item.phrase->kind == PhraseKind::absent;
                                            });
  }
  bool is_called(std::span<const SpokenValue> spoken, std::string_view written) const {
    return std::any_of(spoken.begin(), spoken.end(), [&](const SpokenValue& value) {
      const auto& names = *value.spellings;
      return std::any_of(names.begin(), names.end(), [&](const std::string& name) {
        return text::fold(name) == text::fold(written);
      });
    });
  }

  void add_spoken(std::span<const SpokenValue> spoken, size_t first, size_t last, double extra) {
    Item* item = value_item(first, last);
    std::string_view written = chart_.words(first, last);
    if (says_absence(first, last) && !is_called(spoken, written)) return;
    if (item == nullptr) item = &add(first, last, ItemKind::value, weights::kValue + extra);
    for (const SpokenValue& value : spoken) {
      const auto& names = *value.spellings;
      bool exact = std::find(names.begin(), names.end(), written) != names.end();
      bool recorded = vocabulary_.has_value(value.field, *value.stored);
      put_value(*item, {value.field, *value.stored,
                        value.cost + (recorded ? 0.0 : weights::kUnrecordedValue) +
                            (exact ? weights::kExactCase : 0.0),
                        recorded, false});
    }
  }

  Item* value_item(size_t first, size_t last) {
    for (Item& item : chart_.starting[first])
      if (item.kind == ItemKind::value && item.last == last) return &item;
    return nullptr;
  }

  static void put_value(Item& item, ValueSense sense) {
    for (ValueSense& there : item.values) {
      if (there.field != sense.field || there.stored != sense.stored) continue;
      there.cost = std::min(there.cost, sense.cost);
      there.doubtful = there.doubtful && sense.doubtful;
      return;
    }
    item.values.push_back(std::move(sense));
  }

  void value_items(size_t at) {
    if (!is_content(tokens()[at])) return;
    size_t most = std::min<size_t>(vocabulary_.facts.values.longest_words(), 12);
    size_t count = 0;
    for (size_t end = at; end < tokens().size() && count < most; ++end) {
      if (!is_content(tokens()[end])) continue;
      ++count;
      look_up_value(at, end + 1);
    }
  }

  void look_up_value(size_t first, size_t last) {
    std::string phrase(chart_.words(first, last));
    const Token& end = tokens()[last - 1];
    if (end.possessive && end.text.size() < end.end - end.begin)
      phrase = std::string(chart_.question.substr(tokens()[first].begin,
                                                  end.begin - tokens()[first].begin)) +
               end.text;
    if (add_hits(phrase, first, last, 0)) return;
    // "drum and bass" for a value "Drum & Bass"
    if (size_t joint = phrase.find(" and "); joint != std::string::npos) {
      std::string marked = phrase;
      marked.replace(joint, 5, " & ");
      if (add_hits(marked, first, last, 0)) return;
    }
    // "books" for a value "Book", and the other way round
    if (end.kind != TokenKind::word || end.text.size() < 4) return;
    if (phrase.ends_with("ies")) {
      add_hits(phrase.substr(0, phrase.size() - 3) + "y", first, last, weights::kValueInflected);
    } else if (phrase.ends_with("s")) {
      add_hits(phrase.substr(0, phrase.size() - 1), first, last, weights::kValueInflected);
      if (phrase.ends_with("es"))
        add_hits(phrase.substr(0, phrase.size() - 2), first, last, weights::kValueInflected);
    } else {
      add_hits(phrase + "s", first, last, weights::kValueInflected);
    }
  }

  bool add_hits(const std::string& phrase, size_t first, size_t last, double extra) {
    auto hits = vocabulary_.facts.values.lookup(phrase);
    bool any = false;
    for (const catalog::ValueHit& hit : hits) {
      int field = vocabulary_.field_of_column(hit.column);
      if (field < 0) continue;
      const std::string& stored =
          vocabulary_.facts.values.columns()[hit.column].values[hit.value].first;
      ValueSense sense{static_cast<uint32_t>(field), stored, extra, true, false};
      if (!judge_value(sense, hit.exact, first, last)) continue;
      Item* item = value_item(first, last);
      if (item == nullptr) item = &add(first, last, ItemKind::value, weights::kValue);
      put_value(*item, std::move(sense));
      any = true;
    }
    return any;
  }

  // Whether words that happen to be a value can be meant as one.
  bool judge_value(ValueSense& sense, bool exact, size_t first, size_t last) const {
    const Token& token = tokens()[first];
    if (exact) sense.cost += weights::kExactCase;
    if (last - first > 1) return true;
    const Phrase* phrase = phrases().find(token.text);
    // "first" is a value beside its field ("first shift"), and not in "the first week"
    auto number = text::number_at(tokens(), first);
    if (token.kind == TokenKind::number || (number && number->ordinal)) {
      sense.doubtful = true;
      return true;
    }
    bool is_code = token.text.size() <= 2;
    if (token.text.size() == 1) {
      sense.doubtful = !(exact && token.upper && phrase == nullptr);
      sense.cost += weights::kValueCode;
      return phrase == nullptr || (exact && token.upper && !shouted_);
    }
    if (phrase == nullptr) {
      // a town called Price is written so
      bool measure =
          text::among(token.text, {"price", "cost", "value", "amount", "rate", "date", "time",
                                   "number", "count", "quantity", "volume", "size", "age"});
      if (measure && !exact) sense.doubtful = true;
      if (is_code && !exact) sense.cost += weights::kValueCode;
      return true;
    }
    // A function word is a value only where it is written like one: "in OR", not "or".
    bool written = exact && token.capital && !shouted_ && first > 0;
    if (is_code) written = written && token.upper;
    sense.cost += written && is_code ? 0 : weights::kValueCode;
    if (!written) sense.doubtful = true;
    return written || !is_code;
  }

  void time_items(size_t at) {
    for (text::TimePhrase& phrase : text::time_phrases_at(tokens(), at)) {
      double cost = weights::kTime + (phrase.weak ? weights::kWeakTime : 0);
      add(at, phrase.last, ItemKind::time, cost).time = std::move(phrase);
    }
  }

  void number_item(size_t at) {
    auto number = text::number_at(tokens(), at);
    bool inner = at > 0 && (text::is_sign(tokens(), at - 1) ||
                            text::among(tokens()[at - 1].text, {"$", "€", "£", "¥"}));
    if (!number || inner) return;
    // "second", "one" are words too: the stop phrase beside it is cheaper
    size_t last = number->last;
    add(at, last, ItemKind::number, weights::kNumber).number = std::move(number);
  }

  // Words that name a measure and a thing ("patients") still say what the question is about.
  void note_nouns() {
    for (auto& items : chart_.starting)
      for (Item& item : items) {
        if (item.kind != ItemKind::measure) continue;
        for (const Item& noun : items) {
          if (noun.kind != ItemKind::noun || noun.last != item.last) continue;
          for (const Sense& sense : noun.senses) item.nouns.push_back(sense.index);
        }
      }
  }
  bool covered(size_t at) const {
    for (size_t first = 0; first <= at; ++first)
      for (const Item& item : chart_.starting[first])
        if (item.last > at) return true;
    return false;
  }

  // Words that nothing covers are tried again with one slip mended, together with their neighbours.
  void mend() {
    std::vector<size_t> slips;
    std::vector<std::string> words(tokens().size());
    for (size_t at = 0; at < tokens().size(); ++at) {
      const Token& token = tokens()[at];
      if (token.kind != TokenKind::word || covered(at)) continue;
      words[at] = vocabulary_.correction(token.text, token.stem);
      if (!words[at].empty()) slips.push_back(at);
    }
    for (size_t slip : slips) mend_at(slip, words);
  }

  void mend_at(size_t slip, const std::vector<std::string>& words) {
    size_t reach = vocabulary_.longest_words();
    size_t from = slip >= reach ? slip - reach : 0;
    for (size_t first = from; first <= slip; ++first) {
      std::string key;
      std::string folded;
      for (size_t end = first; end < tokens().size() && end < first + reach; ++end) {
        const Token& token = tokens()[end];
        if (!is_content(token)) break;
        const std::string& word = words[end].empty() ? token.text : words[end];
        key += (key.empty() ? "" : " ") + text::stem(word);
        folded += (folded.empty() ? "" : " ") + word;
        if (end < slip) continue;
        size_t before = chart_.starting[first].size();
        names_for(key, first, end + 1, weights::kTypo);
        if (const Phrase* phrase = phrases().find(folded);
            phrase && may_be_meant(chart_, *phrase, first, slip, words[slip]))
          add(first, end + 1, ItemKind::phrase, weights::kPhrase + weights::kTypo).phrase = phrase;
        for (size_t i = before; i < chart_.starting[first].size(); ++i)
          chart_.starting[first][i].corrected = folded;
      }
    }
  }

  // Every token can be passed over, at its price: symbols for nothing, content words dearly.
  void fill(size_t at) {
    const Token& token = tokens()[at];
    for (const Item& item : chart_.starting[at])
      if (item.last == at + 1 && item.kind == ItemKind::phrase) return;
    static const Phrase kMark{"", PhraseKind::stop, 0};
    if (token.kind == TokenKind::symbol)
      add(at, at + 1, ItemKind::phrase, weights::kStop).phrase = &kMark;
    else
      add(at, at + 1, ItemKind::unknown, weights::kUnknown);
  }

  const Vocabulary& vocabulary_;
  Chart chart_;
  bool shouted_ = false;
};

}  // namespace

bool number_follows(std::span<const Token> tokens, size_t at) {
  for (size_t skipped = 0; at < tokens.size() && skipped < 2; ++at, ++skipped) {
    if (text::number_at(tokens, at)) return true;
    bool passed = tokens[at].kind == TokenKind::symbol || phrases().is_stop(tokens[at].text);
    if (!passed) return false;
  }
  return false;
}

Chart make_chart(const Vocabulary& vocabulary, std::string_view question) {
  return ChartBuilder(vocabulary, question).run();
}

}  // namespace tally::answer::parsed
