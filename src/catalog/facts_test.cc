#include "catalog/facts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tally::catalog {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

ValueIndex index() {
  return ValueIndex({
      {"item", "category", {{"Sports & Outdoors", 9}, {"Men's", 5}, {"MUSIC", 1}, {"", 7}}, true},
      {"place", "state", {{"TN", 10}, {"Tennessee", 3}, {"São Paulo", 2}, {"Music", 1}}, true},
      {"place", "city", {}, false},
      {"note", "text", {{std::string(201, 'x'), 1}, {"--", 1}, {"a\tb\x01 c", 1}}, true},
  });
}

// "column.value" of each hit, "!" behind exact ones.
std::vector<std::string> texts(const ValueIndex& values, const std::vector<ValueHit>& hits) {
  std::vector<std::string> out;
  for (const ValueHit& hit : hits)
    out.push_back(values.columns()[hit.column].field + "." +
                  values.columns()[hit.column].values[hit.value].first + (hit.exact ? "!" : ""));
  return out;
}

TEST(NormalForm, FoldsCaseAccentsAndPunctuation) {
  auto form = ValueIndex::normal_form;
  EXPECT_EQ(form("  Sports  & Outdoors! "), "sports outdoors");
  EXPECT_EQ(form("Men's"), "mens");
  EXPECT_EQ(form("men’s"), "mens");
  EXPECT_EQ(form("rock 'n' roll"), "rock n roll");
  EXPECT_EQ(form("'quoted'"), "quoted");
  EXPECT_EQ(form("São Paulo"), "sao paulo");
  EXPECT_EQ(form("Sa\xcc\x83o"), "sao");  // the accent as a character of its own
  EXPECT_EQ(form("ΑΘΗΝΑ"), form("αθηνα"));
  EXPECT_EQ(form("МОСКВА"), "москва");
  EXPECT_EQ(form("ＡＢＣ１"), "abc1");
  EXPECT_EQ(form("1001-5000"), "1001 5000");
  EXPECT_EQ(form("日本"), "日本");
  EXPECT_EQ(form("a\xff\x01 b"), "a b");
  EXPECT_EQ(form("—"), "");
  EXPECT_EQ(form(""), "");
}

TEST(ValueIndex, FindsByNormalFormAndSaysWhatIsExact) {
  ValueIndex values = index();
  auto lookup = [&](std::string_view phrase) { return texts(values, values.lookup(phrase)); };
  EXPECT_THAT(lookup("sports & outdoors"), ElementsAre("category.Sports & Outdoors"));
  EXPECT_THAT(lookup("Sports & Outdoors"), ElementsAre("category.Sports & Outdoors!"));
  EXPECT_THAT(lookup("tn"), ElementsAre("state.TN"));
  EXPECT_THAT(lookup("music"), ElementsAre("category.MUSIC", "state.Music"));
  EXPECT_THAT(lookup("Music"), ElementsAre("category.MUSIC", "state.Music!"));
  EXPECT_THAT(lookup("sao paulo"), ElementsAre("state.São Paulo"));
  EXPECT_THAT(lookup("A B C"), ElementsAre("text.a\tb\x01 c"));
  EXPECT_THAT(lookup("sports"), IsEmpty());
}

TEST(ValueIndex, EmptyPunctuationAndLongValuesAreNotIndexed) {
  ValueIndex values = index();
  for (std::string phrase :
       {std::string(), std::string("--"), std::string("&"), std::string(201, 'x')})
    EXPECT_THAT(values.lookup(phrase), IsEmpty()) << phrase;
  EXPECT_EQ(values.entries().size(), 8u);
  EXPECT_EQ(values.longest_words(), 3u);
}

TEST(ValueIndex, NearestInSpelling) {
  ValueIndex values = index();
  auto nearest = [&](std::string_view phrase) { return texts(values, values.nearest(phrase)); };
  EXPECT_THAT(nearest("Tenessee"), ElementsAre("state.Tennessee"));
  EXPECT_THAT(nearest("Sprots & Outdoor"), ElementsAre("category.Sports & Outdoors"));
  EXPECT_THAT(nearest("musik"), ElementsAre("category.MUSIC"));  // one of two of the same form
  EXPECT_THAT(nearest("xyz"), IsEmpty());
  EXPECT_THAT(nearest("t"), IsEmpty());  // too short to be a slip
  EXPECT_THAT(ValueIndex().nearest("anything"), IsEmpty());
}

TEST(ValueIndex, NearestPrefersTheFrequent) {
  ValueIndex values({{"d", "f", {{"cart", 1}, {"card", 5}, {"care", 3}, {"carp", 4}}, true}});
  EXPECT_THAT(texts(values, values.nearest("carx", 2)), ElementsAre("f.card", "f.carp"));
}

TEST(ValueIndex, FindsColumns) {
  ValueIndex values = index();
  EXPECT_EQ(values.find_column("place", "city"), &values.columns()[2]);
  EXPECT_FALSE(values.find_column("place", "city")->complete);
  EXPECT_EQ(values.find_column("item", "city"), nullptr);
}

TEST(ValueIndex, RestoresWhatItWasAndRefusesWhatDoesNotFit) {
  ValueIndex values = index();
  auto restored = ValueIndex::restore(values.columns(), values.forms(), values.entries(),
                                      values.longest_words());
  ASSERT_TRUE(restored.has_value());
  EXPECT_THAT(texts(*restored, restored->lookup("men's")), ElementsAre("category.Men's"));
  EXPECT_EQ(restored->longest_words(), 3u);

  auto refused = [&](ValueIndex::Entry entry) {
    return !ValueIndex::restore(values.columns(), values.forms(), {entry}, 3).has_value();
  };
  auto size = static_cast<uint32_t>(values.forms().size());
  EXPECT_TRUE(refused({0, size + 1, 0, 0}));
  EXPECT_TRUE(refused({size + 1, 0, 0, 0}));
  EXPECT_TRUE(refused({0, 1, 4, 0}));
  EXPECT_TRUE(refused({0, 1, 0, 4}));
  EXPECT_TRUE(refused({0xffffffff, 0xffffffff, 0, 0}));
}

TEST(StepOf, IsThePeriodThatEveryDayBeginsOrEnds) {
  constexpr int64_t kAllMonths = 0xfff, kEveryWeekday = 127, kMonday = 1;
  const DayPattern days{30, 31, kAllMonths, 31, kAllMonths, kEveryWeekday};
  EXPECT_EQ(step_of(days), text::Unit::day);
  DayPattern firsts{12, 1, kAllMonths, 2, kAllMonths, kEveryWeekday};
  EXPECT_EQ(step_of(firsts), text::Unit::month);
  firsts.months = 0b001001001001;  // January, April, July, October
  EXPECT_EQ(step_of(firsts), text::Unit::quarter);
  firsts.months = 1;
  EXPECT_EQ(step_of(firsts), text::Unit::year);
  const DayPattern lasts{12, 31, kAllMonths, 1, kAllMonths, kEveryWeekday};
  EXPECT_EQ(step_of(lasts), text::Unit::month);
  const DayPattern year_ends{2, 31, 0b100000000000, 1, 1, 3};
  EXPECT_EQ(step_of(year_ends), text::Unit::year);
  const DayPattern mondays{6, 30, kAllMonths, 31, kAllMonths, kMonday};
  EXPECT_EQ(step_of(mondays), text::Unit::week);
}

TEST(StepOf, FewDaysMayFallSoByChance) {
  EXPECT_EQ(step_of({2, 1, 0b11, 2, 0b11, 3}), text::Unit::day);
  EXPECT_EQ(step_of({3, 1, 0b11, 2, 0b11, 3}), text::Unit::month);
  EXPECT_EQ(step_of({1, 1, 1, 2, 1, 1}), text::Unit::day);
  EXPECT_EQ(step_of({5, 30, 0xfff, 31, 0xfff, 1}), text::Unit::day);
  EXPECT_EQ(step_of({}), text::Unit::day);
}

}  // namespace
}  // namespace tally::catalog
