// What is read of a query, and the words that may be said for one another.

#include "retrieval/query.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "retrieval/features.h"
#include "retrieval/related_words.h"

namespace tally::retrieval {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;

std::vector<std::pair<std::string, float>> related(std::string_view text, std::string_view stem) {
  std::vector<std::pair<std::string, float>> found;
  RelatedWords(text).each(
      stem, [&](std::string_view other, float weight) { found.emplace_back(other, weight * 9); });
  return found;
}

TEST(RelatedWords, AreFoundByStem) {
  constexpr std::string_view kText =
      "# a note: of two\n# lines\nant bee:9\nclient custom:8 buyer:4\nclients x:1\nzebra hors:2\n";
  EXPECT_THAT(related(kText, "ant"), ElementsAre(Pair("bee", 9.0f)));
  EXPECT_THAT(related(kText, "client"), ElementsAre(Pair("custom", 8.0f), Pair("buyer", 4.0f)));
  EXPECT_THAT(related(kText, "clients"), ElementsAre(Pair("x", 1.0f)));
  EXPECT_THAT(related(kText, "zebra"), ElementsAre(Pair("hors", 2.0f)));
  for (const char* unknown : {"", "#", "a", "clien", "clientx", "zz", "bee"})
    EXPECT_THAT(related(kText, unknown), IsEmpty()) << unknown;
  EXPECT_THAT(related("", "ant"), IsEmpty());
  EXPECT_THAT(related("ant\nbee cow:3", "ant"), IsEmpty());
  EXPECT_THAT(related("ant\nbee cow:3", "bee"), ElementsAre(Pair("cow", 3.0f)));
}

// The file that is compiled in is in the order that finding needs.
TEST(RelatedWords, BuiltIn) {
  std::vector<std::string> found;
  built_in_ranking_data().related.each(
      "physician", [&](std::string_view other, float) { found.emplace_back(other); });
  EXPECT_THAT(found, testing::Contains("doctor"));
}

std::shared_ptr<const SearchIndex> index_of(const std::vector<std::string>& names) {
  catalog::Inventory::Parts parts;
  for (const auto& name : names) {
    catalog::Resource one;
    one.id = one.name = name;
    parts.resources.push_back(one);
  }
  return SearchIndex::build(std::make_shared<const catalog::Inventory>(std::move(parts)));
}

std::vector<std::string> words(const Query& query) {
  std::vector<std::string> all;
  for (const auto& word : query.words()) all.push_back(word.word);
  return all;
}

TEST(Query, EachMeaningOnceInOrder) {
  const auto index = index_of({"orders", "customers"});
  Query query;
  query.read("Customers by order, the orders of customers and gnus", *index);
  EXPECT_THAT(words(query), ElementsAre("customers", "order"));
  EXPECT_EQ(query.length(), 4u);
  EXPECT_EQ(query.said().back(), "gnus");
  query.read("gnus", *index);
  EXPECT_THAT(words(query), IsEmpty());
  EXPECT_GT(query.weight(), 0);
}

TEST(Query, WordsSideBySide) {
  const auto index = index_of({"gas_used_daily"});
  Query query;
  query.read("daily gas that was used", *index);
  const auto terms = index->name_terms(0);
  ASSERT_EQ(terms.size(), 3u);
  EXPECT_EQ(query.together(terms[0], terms[1]), 1);     // gas used: no word of the index between
  EXPECT_EQ(query.together(terms[2], terms[0]), 1);     // daily gas
  EXPECT_EQ(query.together(terms[2], terms[1]), 0.5f);  // daily … used
  EXPECT_EQ(query.together(terms[1], terms[0]), 0);
}

// Of a long text the rarest words are kept: here those of one table out of many.
TEST(Query, LongTextsAreCutToTheirRarestWords) {
  std::vector<std::string> names;
  std::string text;
  for (char a = 'a'; a <= 'z'; ++a)
    for (char b = 'a'; b <= 'e'; ++b) {
      const std::string word = std::string("w") + a + b + "q";
      names.push_back(word);
      names.push_back("x_" + word);  // each is in two names
      text += word + " ";
    }
  names.emplace_back("heron_nest");
  const auto index = index_of(names);
  Query query;
  query.read(text + text + "heron nest", *index);
  EXPECT_EQ(query.words().size(), Query::kMostWords);
  const auto kept = words(query);
  EXPECT_THAT(kept, testing::IsSupersetOf({"heron", "nest"}));
}

TEST(LinearWeights, LinesBend) {
  LinearWeights weights;
  weights.slopes[2] = 1;
  weights.bends.push_back({2, 0.5f, 3});
  Features features{};
  features[2] = 0.25f;
  EXPECT_FLOAT_EQ(weighed(features, weights), 0.25f);
  features[2] = 1;
  EXPECT_FLOAT_EQ(weighed(features, weights), 1 + 0.5f * 3);
}

}  // namespace
}  // namespace tally::retrieval
