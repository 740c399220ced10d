// Questions of tests/parsed/*.case, read over small models of unlike domains.
//
//   model: music                 tests/parsed/models/music.yml and music.facts
//   today: 2011-06-15            optional
//   ? question                   control characters as \n, \t, \x01
//   = {request JSON}             answered with this request, or
//   clarify|abstain|refuse REASON  (whole text; refuse: rule, then the reason)
//   * a choice                   all of them, in order, if any is written
//   ~ a reason                   one that the reading has to give

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <set>
#include <sstream>

#include "answer/parsed/describe_request.h"
#include "answer/parsed/question_parser.h"
#include "base/files.h"
#include "semantic/request.h"

namespace tally::answer::parsed {
namespace {

const std::string kFolder = std::string(TALLY_SOURCE_DIR) + "/tests/parsed/";

std::string trimmed(std::string_view text) {
  size_t begin = text.find_first_not_of(' ');
  if (begin == std::string_view::npos) return {};
  return std::string(text.substr(begin, text.find_last_not_of(' ') - begin + 1));
}

// "range KEY FIRST LAST" and "values DATASET FIELD: a | b".
catalog::Facts load_facts(const std::string& path) {
  catalog::Facts facts;
  std::vector<catalog::ColumnValues> columns;
  std::istringstream in(read_file(path).value());
  for (std::string line; std::getline(in, line);) {
    std::istringstream words(line);
    std::string kind;
    words >> kind;
    if (kind == "range") {
      std::string key;
      catalog::DateRange range;
      words >> key >> range.first >> range.last;
      facts.date_ranges[key] = range;
    } else if (kind == "values") {
      catalog::ColumnValues column;
      words >> column.dataset >> column.field;
      column.field.pop_back();
      uint64_t rows = 100;
      for (std::string value; std::getline(words, value, '|');)
        column.values.emplace_back(trimmed(value), rows--);
      columns.push_back(std::move(column));
    }
  }
  facts.values = catalog::ValueIndex(std::move(columns));
  return facts;
}

struct Domain {
  semantic::Model model;
  catalog::Facts facts;
  SpokenNames names{model};
};

const Domain& domain(const std::string& name) {
  static std::map<std::string, std::unique_ptr<Domain>> loaded;
  auto& slot = loaded[name];
  if (slot == nullptr) {
    std::string path = kFolder + "models/" + name;
    auto outcome = semantic::load_model(read_file(path + ".yml").value(), name + ".yml", nullptr);
    for (const auto& complaint : outcome.complaints) ADD_FAILURE() << complaint.text();
    slot = std::make_unique<Domain>(
        Domain{std::move(outcome.model).value(), load_facts(path + ".facts")});
  }
  return *slot;
}

struct QuestionCase {
  std::string file, model, today, question;
  int line = 0;
  std::vector<std::string> expected;  // the lines below the question
};

std::string unescaped(const std::string& text) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\' || i + 1 >= text.size()) {
      out += text[i];
    } else if (text[i + 1] == 'x' && i + 3 < text.size()) {
      out += static_cast<char>(std::stoi(text.substr(i + 2, 2), nullptr, 16));
      i += 3;
    } else {
      out += text[i + 1] == 'n' ? '\n' : '\t';
      ++i;
    }
  }
  return out;
}

std::vector<QuestionCase> load_cases() {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(kFolder))
    if (entry.path().extension() == ".case") files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  std::vector<QuestionCase> cases;
  for (const auto& path : files) {
    std::istringstream in(read_file(path.string()).value());
    QuestionCase head;
    head.file = path.stem().string();
    int number = 0;
    for (std::string line; std::getline(in, line);) {
      ++number;
      if (line.empty() || line[0] == '#') continue;
      if (line.starts_with("model: ")) {
        head.model = line.substr(7);
      } else if (line.starts_with("today: ")) {
        head.today = line.substr(7);
      } else if (line.starts_with("?")) {
        QuestionCase made = head;
        made.line = number;
        made.question = unescaped(line.size() > 2 ? line.substr(2) : "");
        cases.push_back(made);
      } else {
        cases.back().expected.push_back(line);
      }
    }
  }
  return cases;
}

std::string request_line(const std::string& json) {
  auto request = semantic::parse_request(json);
  return request.ok() ? "= " + semantic::to_json(*request)
                      : "a request that does not parse: " + request.error().message;
}

// The outcome as the case file writes it.
std::vector<std::string> outcome_lines(const Parsed& parsed, const QuestionCase& wanted) {
  std::vector<std::string> out;
  auto asks_for = [&](char mark) {
    return std::any_of(wanted.expected.begin(), wanted.expected.end(),
                       [&](const std::string& line) { return line[0] == mark; });
  };
  if (const auto* reading = std::get_if<Reading>(&parsed)) {
    out.push_back("= " + semantic::to_json(reading->request));
    for (const TrustReason& reason : reading->reasons)
      if (asks_for('~')) out.push_back("~ " + reason.text);
  } else if (const auto* clarify = std::get_if<Clarify>(&parsed)) {
    out.push_back("clarify " + clarify->reason);
    for (const Choice& choice : clarify->choices)
      if (asks_for('*')) out.push_back("* " + choice.question);
  } else if (const auto* abstain = std::get_if<Abstain>(&parsed)) {
    out.push_back("abstain " + abstain->reason);
  } else if (const auto* refuse = std::get_if<Refuse>(&parsed)) {
    out.push_back("refuse " + refuse->rule + " " + refuse->reason);
  }
  return out;
}

class ParsedQuestions : public testing::TestWithParam<QuestionCase> {};

TEST_P(ParsedQuestions, Outcome) {
  const QuestionCase& wanted = GetParam();
  const Domain& over = domain(wanted.model);
  QuestionParser parser(over.model, over.facts, {wanted.today});
  Parsed parsed = parser.parse(wanted.question);
  std::vector<std::string> expected = wanted.expected;
  for (std::string& line : expected)
    if (line[0] == '=') line = request_line(line.substr(1));
  EXPECT_EQ(outcome_lines(parsed, wanted), expected)
      << wanted.file << ".case:" << wanted.line << ": " << wanted.question;
}

INSTANTIATE_TEST_SUITE_P(Cases, ParsedQuestions, testing::ValuesIn(load_cases()),
                         [](const auto& made) {
                           std::string name =
                               made.param.file + "_" + std::to_string(made.param.line);
                           std::replace_if(
                               name.begin(), name.end(),
                               [](char c) { return !std::isalnum(static_cast<unsigned char>(c)); },
                               '_');
                           return name;
                         });

// Whatever is answered can be said as a question that is answered the same way.
TEST(AskAgain, ReadsBackToTheSameRequest) {
  size_t asked = 0;
  for (const QuestionCase& wanted : load_cases()) {
    const Domain& over = domain(wanted.model);
    QuestionParser parser(over.model, over.facts, {wanted.today});
    Parsed parsed = parser.parse(wanted.question);
    const auto* reading = std::get_if<Reading>(&parsed);
    if (reading == nullptr || !reading->request.order.empty() || !reading->request.having.empty())
      continue;
    std::string again = ask_again(over.model, over.names, reading->request);
    Parsed second = parser.parse(again);
    const auto* same = std::get_if<Reading>(&second);
    ASSERT_NE(same, nullptr) << wanted.question << " → " << again;
    EXPECT_EQ(semantic::to_json(same->request), semantic::to_json(reading->request))
        << wanted.question << " → " << again;
    ++asked;
  }
  EXPECT_GT(asked, 50U);
}

// A lexicon that was kept reads as one made anew, and has nothing to keep.
TEST(KeptLexicon, ReadsEveryQuestionAlike) {
  std::set<std::string> models;
  for (const QuestionCase& wanted : load_cases()) {
    const Domain& over = domain(wanted.model);
    QuestionParser fresh(over.model, over.facts, {wanted.today});
    auto bytes = fresh.to_keep("made from");
    ASSERT_TRUE(bytes.has_value());
    QuestionParser kept(over.model, over.facts, {wanted.today}, {*bytes, "made from"});
    EXPECT_FALSE(kept.to_keep("made from").has_value()) << wanted.model;
    EXPECT_EQ(outcome_lines(kept.parse(wanted.question), wanted),
              outcome_lines(fresh.parse(wanted.question), wanted))
        << wanted.question;
    models.insert(wanted.model);
  }
  EXPECT_GE(models.size(), 3U);
}

// Every choice offered is itself answered.
TEST(Choices, AreQuestionsThatAreAnswered) {
  size_t offered = 0;
  for (const QuestionCase& wanted : load_cases()) {
    const Domain& over = domain(wanted.model);
    QuestionParser parser(over.model, over.facts, {wanted.today});
    Parsed parsed = parser.parse(wanted.question);
    const auto* clarify = std::get_if<Clarify>(&parsed);
    if (clarify == nullptr) continue;
    for (const Choice& choice : clarify->choices) {
      EXPECT_TRUE(std::holds_alternative<Reading>(parser.parse(choice.question)))
          << wanted.question << " → " << choice.question;
      ++offered;
    }
  }
  EXPECT_GT(offered, 20U);
}

TEST(Explained, CoversTheQuestionInOrder) {
  const Domain& over = domain("music");
  QuestionParser parser(over.model, over.facts);
  std::string question = "Top 5 artists by web revenue in 2010";
  Parsed parsed = parser.parse(question);
  const auto* reading = std::get_if<Reading>(&parsed);
  ASSERT_NE(reading, nullptr);
  std::vector<std::string> said;
  for (const Explained& one : reading->explained)
    said.push_back(question.substr(one.begin, one.end - one.begin) + ": " + one.as);
  EXPECT_THAT(said,
              testing::ElementsAre("Top: English", "5: number", "artists: group by album.artist",
                                   "by: English", "web revenue: metric web_revenue", "2010: time"));
}

TEST(Robustness, AnyTextHasAnOutcome) {
  const Domain& over = domain("music");
  QuestionParser parser(over.model, over.facts);
  std::string words = "revenue by ";
  std::string long_text;
  while (long_text.size() < 100'000) long_text += words;
  EXPECT_TRUE(std::holds_alternative<Clarify>(parser.parse(long_text)));
  EXPECT_TRUE(std::holds_alternative<Clarify>(parser.parse(std::string(100'000, 'x'))));
  EXPECT_TRUE(std::holds_alternative<Clarify>(parser.parse(std::string(100'000, '\xff'))));
  EXPECT_TRUE(std::holds_alternative<Refuse>(parser.parse("delete all albums " + long_text)));
}

// Cut and mixed anywhere, a question stays harmless; a fixed seed makes the mixtures.
TEST(Robustness, MixturesOfQuestionsDoNotCrash) {
  const Domain& over = domain("hospital");
  QuestionParser parser(over.model, over.facts);
  std::vector<QuestionCase> cases = load_cases();
  uint64_t state = 42;
  auto next = [&](size_t below) {
    state = state * 6364136223846793005ULL + 1442695040888963407ULL;
    return static_cast<size_t>(state >> 33) % below;
  };
  for (int round = 0; round < 400; ++round) {
    const std::string& left = cases[next(cases.size())].question;
    const std::string& right = cases[next(cases.size())].question;
    std::string mixed =
        left.substr(0, next(left.size() + 1)) + right.substr(next(right.size() + 1));
    if (!mixed.empty() && next(3) == 0) mixed[next(mixed.size())] = static_cast<char>(next(256));
    Parsed parsed = parser.parse(mixed);
    EXPECT_FALSE(parsed.valueless_by_exception()) << mixed;
  }
}

}  // namespace
}  // namespace tally::answer::parsed
