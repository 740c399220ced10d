#include "retrieval/index_snapshot.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "base/files.h"
#include "retrieval/searcher.h"

namespace tally::retrieval {
namespace {

std::shared_ptr<const catalog::Inventory> inventory_of(const std::string& third) {
  catalog::Inventory::Parts parts;
  for (const std::string& name : {std::string("token_trades"), std::string("poolFees"), third}) {
    catalog::Resource one;
    one.id = one.name = name;
    one.description = "all of " + name;
    one.columns.resize(2);
    one.columns[0].name = "acct_id";
    one.columns[0].description = "the account";
    one.columns[1].name = name + "_amount";
    parts.resources.push_back(one);
  }
  parts.edges = {{{0}, {1}}};
  return std::make_shared<const catalog::Inventory>(std::move(parts));
}

std::string ranking(const SearchIndex& index, std::string_view query) {
  Searcher searcher(std::shared_ptr<const SearchIndex>(std::shared_ptr<void>(), &index));
  std::string out;
  for (const auto& hit : searcher.search(query))
    out += index.inventory()[hit.resource].name + " " + std::to_string(hit.score) + "\n";
  return out;
}

constexpr const char* kQueries[] = {"trades", "amount of fees", "account", "weatherreports"};

TEST(IndexSnapshot, IsUsedAsItStands) {
  std::string written, again;
  auto first = index_from(inventory_of("weather_reports"), "", written);
  EXPECT_FALSE(first.was_whole);
  EXPECT_EQ(first.read, 3u);
  auto second = index_from(inventory_of("weather_reports"), written, again);
  EXPECT_TRUE(second.was_whole);
  EXPECT_TRUE(again.empty());
  for (const char* query : kQueries)
    EXPECT_EQ(ranking(*first.index, query), ranking(*second.index, query)) << query;
  EXPECT_EQ(first.index->stats().terms, second.index->stats().terms);
  EXPECT_EQ(first.index->stats().postings, second.index->stats().postings);
}

TEST(IndexSnapshot, ReadsOnlyWhatChanged) {
  std::string written, again, fresh;
  index_from(inventory_of("weather_reports"), "", written);
  auto changed = index_from(inventory_of("rain_reports"), written, again);
  EXPECT_FALSE(changed.was_whole);
  EXPECT_EQ(changed.read, 1u);
  auto built = index_from(inventory_of("rain_reports"), "", fresh);
  for (const char* query : kQueries)
    EXPECT_EQ(ranking(*changed.index, query), ranking(*built.index, query)) << query;
  EXPECT_TRUE(index_from(inventory_of("rain_reports"), again, fresh).was_whole);
}

TEST(IndexSnapshot, DamageIsAsGoodAsNone) {
  std::string written, again;
  index_from(inventory_of("weather_reports"), "", written);
  for (size_t at = 0; at < written.size(); at += 7) {
    std::string damaged = written;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x10);
    EXPECT_EQ(index_from(inventory_of("weather_reports"), damaged, again).read, 3u) << at;
  }
  for (size_t size : {size_t{0}, size_t{5}, size_t{31}, size_t{32}, written.size() - 1})
    EXPECT_EQ(index_from(inventory_of("weather_reports"), written.substr(0, size), again).read, 3u);
}

TEST(IndexSnapshot, LivesInAFile) {
  const std::string file = testing::TempDir() + "/tally_index_test/search.index";
  std::filesystem::remove_all(testing::TempDir() + "/tally_index_test");
  EXPECT_FALSE(open_index(inventory_of("weather"), file).was_whole);
  EXPECT_TRUE(open_index(inventory_of("weather"), file).was_whole);
  EXPECT_NE(open_index(inventory_of("rain"), "/dev/null/no/folder").unkept, "");
}

}  // namespace
}  // namespace tally::retrieval
