#include "import/dbt/regex.h"

#include <gtest/gtest.h>

namespace tally::importing::dbt {
namespace {

std::string reason(std::string_view pattern) {
  const auto regex = Regex::parse(pattern, {});
  return regex.ok() ? "fine" : regex.error().message;
}

// Whatever a pattern breaks off in: an error with a reason, never anything else.
TEST(Regex, PatternsThatBreakOff) {
  EXPECT_EQ(reason("[a"), "the regular expression [a: unterminated character set");
  EXPECT_EQ(reason("[a-"), "the regular expression [a-: unterminated character set");
  EXPECT_EQ(reason("["), "the regular expression [: unterminated character set");
  EXPECT_EQ(reason("x[^]"), "the regular expression x[^]: unterminated character set");
  EXPECT_EQ(reason("[\\"), "the regular expression [\\: unterminated character set");
  EXPECT_EQ(reason("(a"), "the regular expression (a: missing )");
  EXPECT_EQ(reason("(?P<n"), "the regular expression (?P<n: missing >");
  EXPECT_EQ(reason("a\\"), "the regular expression a\\: bad escape at its end");
  EXPECT_EQ(reason("*"), "the regular expression *: nothing to repeat");
  EXPECT_EQ(reason("a)"), "the regular expression a): unbalanced parenthesis");
}

std::string whole_match(std::string_view pattern, std::string_view text) {
  const auto regex = Regex::parse(pattern, {});
  if (!regex.ok()) return regex.error().message;
  const auto match = regex->find(text, 0, Regex::Anchor::none);
  return match ? std::string(text.substr(match->begin(0), match->end(0) - match->begin(0))) : "-";
}

// As Python's re.search has them.
TEST(Regex, Matches) {
  EXPECT_EQ(whole_match("(a|b)*c\\d{2,3}", "xxabac1234"), "abac123");
  EXPECT_EQ(whole_match("a+?", "aaa"), "a");
  EXPECT_EQ(whole_match("[]x]+", "a]x]b"), "]x]");
  EXPECT_EQ(whole_match("[^\\s,]+$", "one, two"), "two");
  EXPECT_EQ(whole_match("x{,2}y", "xxxy"), "xxy");
  EXPECT_EQ(whole_match("\\bfoo\\b", "food foo"), "foo");
  EXPECT_EQ(whole_match("z", "abc"), "-");
}

}  // namespace
}  // namespace tally::importing::dbt
