#include "answer/parsed/name_keys.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tally::answer::parsed {
namespace {

std::vector<std::string> spellings(const NameKeys& keys) {
  std::vector<std::string> out;
  for (const NameKeys::Word& word : keys.words()) out.emplace_back(word.spelling);
  return out;
}

NameKeys some_keys() {
  NameKeys keys;
  keys.key("store_sales");
  keys.key("R&D cost");
  keys.key("storeSale 2nd half");
  keys.finish();
  return keys;
}

TEST(NameKeys, AreTheStemsOfTheWords) {
  NameKeys keys;
  for (const char* name : {"store_sales", "R&D cost", "sf2000", "%", "", "Ärzte"})
    EXPECT_EQ(keys.key(name), key_of(name)) << name;
  EXPECT_EQ(keys.key("storeSales"), "store sale");
  EXPECT_EQ(keys.key("R&D cost"), "r and d cost");
}

TEST(NameKeys, ListEachStemOnceAsFirstSpelt) {
  NameKeys keys = some_keys();
  EXPECT_THAT(spellings(keys),
              testing::ElementsAre("store", "sales", "r", "and", "d", "cost", "2", "nd", "half"));
  EXPECT_EQ(keys.longest_words(), 5U);
  EXPECT_TRUE(keys.has_news());
}

TEST(NameKeys, ComeBackWhole) {
  NameKeys keys = some_keys();
  std::string bytes = keys.encode("model 1");
  NameKeys back = NameKeys::decode(bytes, "model 1");
  EXPECT_EQ(back.key("storeSale 2nd half"), keys.key("storeSale 2nd half"));
  EXPECT_FALSE(back.has_news());
  EXPECT_EQ(spellings(back), spellings(keys));
  EXPECT_EQ(back.longest_words(), keys.longest_words());
  EXPECT_EQ(back.encode("model 1"), bytes);
}

TEST(NameKeys, AreUsableWhenMoved) {
  NameKeys back = NameKeys::decode(some_keys().encode(""), "");
  NameKeys moved = std::move(back);
  EXPECT_EQ(moved.key("store_sales"), "store sale");
  EXPECT_EQ(moved.key("new name"), "new name");
  EXPECT_TRUE(moved.has_news());
}

TEST(NameKeys, ThousandsAreFoundAgain) {
  NameKeys keys;
  for (int i = 0; i < 5000; ++i) keys.key("name x" + std::to_string(i));
  NameKeys back = NameKeys::decode(keys.encode("k"), "k");
  for (int i = 0; i < 5000; ++i) {
    std::string name = "name x" + std::to_string(i);
    EXPECT_EQ(back.key(name), key_of(name));
  }
  EXPECT_FALSE(back.has_news());
}

TEST(NameKeys, BytesOfAnotherKeyOrDamagedAreNone) {
  const std::string bytes = some_keys().encode("model 1");
  EXPECT_TRUE(NameKeys::decode(bytes, "model 2").words().empty());
  EXPECT_TRUE(NameKeys::decode("", "").words().empty());
  for (size_t size = 0; size < bytes.size(); ++size)
    EXPECT_TRUE(NameKeys::decode(bytes.substr(0, size), "model 1").words().empty()) << size;
  for (size_t at = 0; at < bytes.size(); ++at) {
    std::string damaged = bytes;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x20);
    NameKeys keys = NameKeys::decode(damaged, "model 1");
    EXPECT_TRUE(keys.words().empty()) << at;
    EXPECT_EQ(keys.key("store_sales"), "store sale");
  }
}

}  // namespace
}  // namespace tally::answer::parsed
