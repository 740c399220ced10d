#pragma once
// The `parsed` route: question → metric request by a scored chart parser over a lexicon made of the
// model's names and synonyms and the value index. Knows nothing of any warehouse but what these
// say.

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "answer/answer.h"
#include "catalog/catalog.h"
#include "catalog/facts.h"
#include "semantic/model.h"
#include "semantic/request.h"

namespace tally::answer::parsed {

// How one stretch of the question was understood, for explanations ("rome" → value of store.city).
struct Explained {
  size_t begin = 0, end = 0;  // bytes in the question
  std::string as;
};

struct Reading {
  semantic::MetricRequest request;
  std::string sentence;  // plain English, built from the request alone
  std::vector<Explained> explained;
  std::vector<TrustReason> reasons;  // assumptions said aloud ("no channel named: all were added")
};
struct Clarify {
  std::string reason;
  std::vector<Choice> choices;
};
struct Abstain {
  std::string reason;
  std::vector<std::string> unknown = {};  // the words that nothing explains, if they are why
};
struct Refuse {
  std::string reason;
  std::string rule;                       // "changes_data", "personal", "files", "off_topic"
  std::vector<std::string> unknown = {};  // as of Abstain
};
using Parsed = std::variant<Reading, Clarify, Abstain, Refuse>;

struct ParserOptions {
  std::string today;  // ISO date that "last year" counts from; empty: the last day with data
};

// Part of the lexicon as bytes, for the next run to take up. Bytes made under another key, damaged
// or foreign are passed over.
struct KeptLexicon {
  std::string bytes;
  std::string key;  // everything that model and facts were made from, and the program
};

class QuestionParser {
 public:
  // Model and facts outlive the parser. Builds the lexicon once. Thread-safe afterwards.
  QuestionParser(const semantic::Model& model, const catalog::Facts& facts,
                 ParserOptions options = {}, KeptLexicon kept = {});
  ~QuestionParser();

  // Reads what is the same for every warehouse, so that the first parser has it ready. Optional.
  static void warm_up();

  // What to keep under the key; nullopt if that is what was kept.
  std::optional<std::string> to_keep(std::string_view key) const;

  // Always an outcome, whatever the text (empty, 100,000 characters, any script). Never throws.
  Parsed parse(std::string_view question) const;

 private:
  struct Lexicon;
  std::unique_ptr<const Lexicon> lexicon_;
};

}  // namespace tally::answer::parsed
