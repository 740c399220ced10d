#pragma once
// Every stretch of words that could mean something, and what: the chart that the beam walks over.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "answer/parsed/phrases.h"
#include "answer/parsed/vocabulary.h"
#include "text/numbers.h"
#include "text/time_phrases.h"
#include "text/tokens.h"

namespace tally::answer::parsed {

enum class ItemKind {
  measure,  // metrics and families
  member,
  noun,  // datasets
  field,
  value,
  path_role,
  time_role,
  date_word,  // "opened": a date field, if a time follows; Item::senses are fields
  unrecorded,
  time,
  number,
  phrase,   // English: Item::phrase
  unknown,  // a content word that nothing explains
};

struct ValueSense {
  uint32_t field = 0;
  std::string stored;
  double cost = 0;        // beyond the item's
  bool recorded = true;   // false: only its spoken name is known
  bool doubtful = false;  // a number or a single letter: needs its field beside it
};

struct Item {
  size_t first = 0, last = 0;  // tokens [first, last)
  ItemKind kind = ItemKind::unknown;
  double cost = 0;
  std::vector<Sense> senses;  // of the kind; Sense::cost beyond the item's
  std::vector<ValueSense> values;
  const Phrase* phrase = nullptr;
  std::optional<text::TimePhrase> time;
  std::optional<text::Number> number;
  std::string unit;     // of a number: the word for it ("minutes"), its tokens belong to the item
  std::string measure;  // … and what it says is measured: "30 years old"
  std::vector<uint32_t> nouns;  // of a measure: datasets that the same words name ("patients")
  bool absent = false;          // a field that is said to have no value: "unpaid"
  bool verb = false;            // a measure named by what people do: "sold"
  enum class Quality { none, amount, frequency };
  Quality quality = Quality::none;  // a measure asked for by "how long", "how often"
  // Of a value: how the field is compared with the numbers ("since fiscal year 2022").
  std::optional<semantic::FilterOp> compared_by;
  std::vector<std::string> numbers;
  std::string corrected;  // the word it was read as, if a slip was mended
};

struct Chart {
  std::string_view question;
  std::vector<text::Token> tokens;
  std::vector<std::vector<Item>> starting;  // items by first token

  std::string_view words(size_t first, size_t last) const {
    return question.substr(tokens[first].begin, tokens[last - 1].end - tokens[first].begin);
  }
  std::string_view words(const Item& item) const { return words(item.first, item.last); }
  // The same in quotes, for messages.
  std::string quoted(size_t first, size_t last) const {
    return "‘" + std::string(words(first, last)) + "’";
  }
  std::string quoted(const Item& item) const { return quoted(item.first, item.last); }
};

// Whether a number stands at token `at`, or behind a word that says nothing.
bool number_follows(std::span<const text::Token> tokens, size_t at);

ItemKind kind_of(SenseKind kind);

// Of the senses of tokens [first, last), drops or makes dearer those that the words do not spell.
void choose_by_spelling(const Vocabulary& vocabulary, const Chart& chart, size_t first, size_t last,
                        std::vector<Sense>& senses);

// What neighbours say about items found apart: comparisons, times, years, units, soft words.
void settle_chart(const Vocabulary& vocabulary, Chart& chart);

// Words of little meaning may not be passed over where they would be a name ("by company", "on
// hold") or say how a thing is ("used copies", "copies broken"): no model that knows no such name
// can answer that.
void settle_said_of_things(const Vocabulary& vocabulary, Chart& chart);

// A number and the word for its unit are one.
void settle_units(const Vocabulary& vocabulary, Chart& chart);

// "Working days" can be asked for where a field says which days are.
void settle_named_days(Chart& chart);

// "Day of the month" is no day and no month: a field of that name, or what cannot be asked for.
void settle_parts_of_periods(Chart& chart);

// Periods that a field counts: "fiscal year 2023".
void read_periods(const Vocabulary& vocabulary, Chart& chart);

// "the top segment by revenue": behind what asks for one of them, a name of the model is no
// "segment by", as in "revenue, segment by region".
void settle_by_names(Chart& chart);

Chart make_chart(const Vocabulary& vocabulary, std::string_view question);

}  // namespace tally::answer::parsed
