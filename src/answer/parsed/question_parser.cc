#include "answer/parsed/question_parser.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "answer/parsed/beam.h"
#include "answer/parsed/chart.h"
#include "answer/parsed/draft.h"
#include "answer/parsed/intake.h"
#include "answer/parsed/outcome.h"
#include "answer/parsed/phrases.h"
#include "answer/parsed/resolve.h"
#include "answer/parsed/vocabulary.h"
#include "answer/parsed/weights.h"

namespace tally::answer::parsed {

struct QuestionParser::Lexicon {
  Lexicon(const semantic::Model& model, const catalog::Facts& facts, ParserOptions options,
          NameKeys keys)
      : vocabulary(model, facts, std::move(options), std::move(keys)) {}
  Vocabulary vocabulary;
};

namespace {

Clarify no_question(const Vocabulary& vocabulary) {
  Clarify clarify{"There is no question here.", {}};
  for (const std::string& example : vocabulary.model.examples)
    if (clarify.choices.size() < 5) clarify.choices.push_back({example, "an example"});
  return clarify;
}

bool has_words(const std::vector<text::Token>& tokens) {
  return std::any_of(tokens.begin(), tokens.end(), [](const text::Token& token) {
    return token.kind != text::TokenKind::symbol;
  });
}

}  // namespace

QuestionParser::QuestionParser(const semantic::Model& model, const catalog::Facts& facts,
                               ParserOptions options, KeptLexicon kept)
    : lexicon_(std::make_unique<Lexicon>(model, facts, std::move(options),
                                         NameKeys::decode(std::move(kept.bytes), kept.key))) {}

std::optional<std::string> QuestionParser::to_keep(std::string_view key) const {
  const NameKeys& keys = lexicon_->vocabulary.name_keys();
  if (!keys.has_news()) return std::nullopt;
  return keys.encode(key);
}

void QuestionParser::warm_up() {
  phrases();
}

QuestionParser::~QuestionParser() = default;

Parsed QuestionParser::parse(std::string_view question) const {
  const Vocabulary& vocabulary = lexicon_->vocabulary;
  // What must be refused is refused at any length; what is read is bounded.
  std::string_view head = question.substr(0, static_cast<size_t>(weights::kMostBytes));
  auto tokens = text::tokenise(head);
  if (auto refusal = refuse_at_once(head, tokens)) return *refusal;
  bool too_long =
      question.size() > head.size() || tokens.size() > static_cast<size_t>(weights::kMostTokens);
  if (!too_long && !has_words(tokens)) return no_question(vocabulary);
  if (too_long)
    return Clarify{fmt::format("The question is too long ({} characters): at most {} characters or "
                               "{} words are read as "
                               "one question.",
                               question.size(), weights::kMostBytes, weights::kMostTokens),
                   {}};

  Chart chart = make_chart(vocabulary, question);
  std::vector<Draft> drafts;
  for (const Covering& covering : best_coverings(chart))
    drafts.push_back(assemble(vocabulary, chart, covering));

  Resolver resolver(vocabulary, chart);
  std::vector<Candidate> candidates;
  for (const Draft& draft : drafts)
    for (Candidate& candidate : resolver.resolve(draft)) candidates.push_back(std::move(candidate));
  std::stable_sort(candidates.begin(), candidates.end(),
                   [](const Candidate& a, const Candidate& b) { return a.cost < b.cost; });
  return decide(vocabulary, vocabulary.names, chart, std::move(candidates));
}

}  // namespace tally::answer::parsed
