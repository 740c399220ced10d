// Words, numbers and times of tests/text/*.case: a line "kind: text => what is found".

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <sstream>

#include "base/files.h"
#include "text/calendar.h"
#include "text/distance.h"
#include "text/numbers.h"
#include "text/stem.h"
#include "text/time_phrases.h"
#include "text/tokens.h"
#include "text/utf8.h"

namespace tally::text {
namespace {

std::string show_tokens(const std::string& text) {
  std::string out;
  for (const Token& token : tokenise(text)) {
    if (!out.empty()) out += ' ';
    out += token.text + "@" + std::to_string(token.begin) + "-" + std::to_string(token.end);
    if (token.glued) out += "+";
    if (token.possessive) out += "'s";
  }
  return out;
}

std::string show_numbers(const std::string& text) {
  auto tokens = tokenise(text);
  std::string out;
  for (size_t at = 0; at < tokens.size();) {
    auto number = number_at(tokens, at);
    if (!number) {
      ++at;
      continue;
    }
    if (!out.empty()) out += ' ';
    out += number->digits + (number->ordinal ? "th" : "") + (number->percent ? "%" : "");
    at = number->last;
  }
  return out;
}

std::string show(const DaySpan& span) {
  return (span.from ? iso(*span.from) : "…") + ".." + (span.to ? iso(*span.to) : "…");
}

const char* trouble_name(TimeTrouble trouble) {
  switch (trouble) {
    case TimeTrouble::none:
      return "";
    case TimeTrouble::reversed:
      return "reversed";
    case TimeTrouble::two_ways:
      return "two ways";
    case TimeTrouble::no_year:
      return "no year";
    case TimeTrouble::no_such_day:
      return "no such day";
    case TimeTrouble::vague:
      return "vague";
    case TimeTrouble::starting:
      return "starting";
  }
  return "";
}

// The longest time phrase of the text; relative ones are seen from 2001-08-15.
std::string show_time(const std::string& text) {
  auto tokens = tokenise(text);
  for (size_t at = 0; at < tokens.size(); ++at) {
    auto phrases = time_phrases_at(tokens, at);
    if (phrases.empty()) continue;
    const TimePhrase& phrase = phrases[0];
    std::string out;
    for (const DaySpan& span : phrase.spans) out += (out.empty() ? "" : " ") + show(span);
    if (phrase.relative) out = show(resolve(*phrase.relative, {2001, 8, 15}));
    if (phrase.part)
      out = *phrase.part == Part::month     ? "months"
            : *phrase.part == Part::quarter ? "quarters"
                                            : "weekdays";
    for (int value : phrase.values) out += " " + std::to_string(value);
    if (phrase.compared) out += " compared";
    if (phrase.trouble != TimeTrouble::none) out = trouble_name(phrase.trouble);
    size_t end = tokens[phrase.last - 1].end;
    if (end < text.size()) out += " | " + text.substr(end + (text[end] == ' ' ? 1 : 0));
    return out;
  }
  return "none";
}

std::string show_stems(const std::string& text) {
  std::string out;
  for (const Token& token : tokenise(text)) out += (out.empty() ? "" : " ") + token.stem;
  return out;
}

std::string answer(const std::string& kind, const std::string& text) {
  if (kind == "tokens") return show_tokens(text);
  if (kind == "number") return show_numbers(text);
  if (kind == "time") return show_time(text);
  if (kind == "stem") return show_stems(text);
  if (kind == "fold") return fold(text);
  if (kind == "spoken") return spoken(text);
  return "unknown kind";
}

struct TextCase {
  std::string where, kind, text, expected;
};

std::vector<TextCase> load_cases() {
  std::vector<TextCase> cases;
  std::vector<std::filesystem::path> files;
  for (const auto& entry :
       std::filesystem::directory_iterator(std::string(TALLY_SOURCE_DIR) + "/tests/text"))
    if (entry.path().extension() == ".case") files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  for (const auto& path : files) {
    std::istringstream in(read_file(path.string()).value());
    int number = 0;
    for (std::string line; std::getline(in, line);) {
      ++number;
      size_t colon = line.find(": ");
      size_t arrow = line.find(" => ");
      if (line.empty() || line[0] == '#' || colon == std::string::npos ||
          arrow == std::string::npos)
        continue;
      cases.push_back({path.stem().string() + "_" + std::to_string(number), line.substr(0, colon),
                       line.substr(colon + 2, arrow - colon - 2), line.substr(arrow + 4)});
    }
  }
  return cases;
}

class TextCases : public testing::TestWithParam<TextCase> {};

TEST_P(TextCases, Found) {
  EXPECT_EQ(answer(GetParam().kind, GetParam().text), GetParam().expected) << GetParam().text;
}

INSTANTIATE_TEST_SUITE_P(All, TextCases, testing::ValuesIn(load_cases()),
                         [](const auto& made) { return made.param.where; });

TEST(Utf8, AnyBytesAreWalkedToTheirEnd) {
  uint32_t state = 7;
  std::string bytes;
  for (int i = 0; i < 20'000; ++i) {
    state = state * 1664525 + 1013904223;
    bytes += static_cast<char>(state >> 24);
  }
  size_t last_end = 0;
  for (const Token& token : tokenise(bytes)) {
    EXPECT_LT(token.begin, token.end);
    EXPECT_GE(token.begin, last_end);
    last_end = token.end;
  }
  EXPECT_LE(last_end, bytes.size());
  EXPECT_EQ(decode("\xc3\x28", 0).value, 0xFFFDU);           // a lead byte without its tail
  EXPECT_EQ(decode("\xe2\x82", 0).length, 1U);               // cut off
  EXPECT_EQ(decode("\xed\xa0\x80", 0).value, 0xFFFDU);       // a surrogate
  EXPECT_EQ(decode("\xc0\xaf", 0).value, 0xFFFDU);           // an overlong slash
  EXPECT_EQ(decode("\xf0\x9f\x8e\xb5", 0).value, 0x1F3B5U);  // an emoji
}

TEST(Tokens, StopsWhereTold) {
  EXPECT_EQ(tokenise("a b c d e", 3).size(), 3U);
}

TEST(Calendar, DaysAndTheirNumbers) {
  EXPECT_EQ(day_number({1970, 1, 1}), 0);
  EXPECT_EQ(weekday({1970, 1, 1}), 4);
  EXPECT_EQ(weekday({2000, 2, 29}), 2);
  for (long number = -800'000; number < 800'000; number += 997)
    EXPECT_EQ(day_number(day_from_number(number)), number);
  EXPECT_EQ(iso(plus({2001, 1, 31}, Unit::month, 1)), "2001-02-28");
  EXPECT_EQ(iso(plus({2000, 12, 31}, Unit::quarter, -1)), "2000-09-30");
  EXPECT_EQ(iso(start_of({2001, 8, 15}, Unit::week)), "2001-08-13");
  EXPECT_FALSE(parse_iso("2001-02-29").has_value());
  EXPECT_EQ(parse_iso("2001-03-04 05:06:07"), (Day{2001, 3, 4}));
}

TEST(Distance, CountsSlipsUpToTheBound) {
  EXPECT_EQ(edit_distance("revenue", "revnue", 2), 1U);
  EXPECT_EQ(edit_distance("revenue", "reveneu", 2), 1U);  // neighbours swapped
  EXPECT_EQ(edit_distance("revenue", "avenue", 2), 2U);
  EXPECT_EQ(edit_distance("revenue", "profit", 2), 3U);
  EXPECT_EQ(edit_distance("", "ab", 1), 2U);
  EXPECT_EQ(edit_distance("same", "same", 0), 0U);
}

TEST(Stem, KnowsPluralsAndVerbs) {
  EXPECT_TRUE(is_plural("stores"));
  EXPECT_TRUE(is_plural("people"));
  EXPECT_FALSE(is_plural("glass"));
  EXPECT_FALSE(is_plural("status"));
  ASSERT_FALSE(nouns_of_verb(stem("sold")).empty());
  EXPECT_EQ(nouns_of_verb(stem("sold"))[0], stem("sales"));
  EXPECT_TRUE(nouns_of_verb("tree").empty());
  EXPECT_EQ(stem(std::string(300, 'a')).size(), 300U);  // no word: left as it is
}

}  // namespace
}  // namespace tally::text
