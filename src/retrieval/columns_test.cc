// Which columns of a table a query needs, on literal tables.

#include "retrieval/columns.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tally::retrieval {
namespace {

using catalog::Inventory;
using catalog::Resource;
using testing::ElementsAre;

Resource table(const std::string& name, const std::vector<std::string>& columns) {
  Resource one;
  one.id = one.name = name;
  one.kind = catalog::ResourceKind::table;
  for (const auto& column : columns) {
    one.columns.push_back({});
    one.columns.back().name = column;
  }
  return one;
}

// The columns of the first table, best first.
std::vector<std::string> ranked(std::vector<Resource> tables, std::string_view query) {
  Inventory::Parts parts;
  parts.resources = std::move(tables);
  const auto index = SearchIndex::build(std::make_shared<const Inventory>(std::move(parts)));
  const uint32_t one[] = {0};
  ColumnSearcher searcher(std::make_shared<const ColumnIndex>(index, one));
  std::vector<std::string> names;
  for (const ColumnHit& hit : searcher.rank(query))
    names.push_back(searcher.index().column(hit.column).name);
  return names;
}

TEST(Columns, NamedBeforeAllOthers) {
  EXPECT_EQ(
      ranked({table("visit", {"id", "place", "wing_span", "weight"})}, "span of the wings").front(),
      "wing_span");
}

// Of two keys the one is needed whose table the query speaks of, whatever the key is called.
TEST(Columns, KeysOfTablesThatTheQueryNames) {
  auto visit = table("visit", {"weight", "x1", "x2"});
  visit.references.push_back({{"x1"}, "ward", {"id"}});
  visit.references.push_back({{"x2"}, "surgeon", {"id"}});
  const auto others = {table("ward", {"id"}), table("surgeon", {"id"})};
  for (const auto& [query, key, other] : {std::tuple("visits of each surgeon", "x2", "x1"),
                                          std::tuple("visits of each ward", "x1", "x2")}) {
    std::vector<Resource> tables = {visit};
    tables.insert(tables.end(), others);
    const auto names = ranked(tables, query);
    EXPECT_LT(std::find(names.begin(), names.end(), key),
              std::find(names.begin(), names.end(), other))
        << query;
  }
}

TEST(Columns, DatesAndAmountsThatAreAskedFor) {
  const auto sale = table("sale", {"shade", "shape", "sold_date", "size", "amount"});
  const auto before = [](const std::vector<std::string>& names, const char* a, const char* b) {
    return std::find(names.begin(), names.end(), a) < std::find(names.begin(), names.end(), b);
  };
  EXPECT_TRUE(before(ranked({sale}, "by month"), "sold_date", "size"));
  EXPECT_TRUE(before(ranked({sale}, "how much in total"), "amount", "size"));
}

TEST(Columns, FeaturesAreOfTheLastQuery) {
  Inventory::Parts parts;
  parts.resources = {table("person", {"id", "full_name", "height"})};
  const auto index = SearchIndex::build(std::make_shared<const Inventory>(std::move(parts)));
  const uint32_t one[] = {0};
  ColumnSearcher searcher(std::make_shared<const ColumnIndex>(index, one));
  const auto feature = [&](uint32_t column, std::string_view name) {
    for (size_t at = 0; at < kColumnFeatureCount; ++at)
      if (column_feature_name(at) == name) return searcher.features(column)[at];
    return -1.0f;
  };
  searcher.rank("who is of what height");
  EXPECT_EQ(feature(2, "name_explained"), 1);
  EXPECT_EQ(feature(2, "text") > 0, true);
  EXPECT_EQ(feature(1, "asked_label"), 1);
  EXPECT_EQ(feature(0, "own_key"), 1);
  EXPECT_EQ(feature(1, "early"), 0.5f);
  searcher.rank("nothing of it");
  EXPECT_EQ(feature(2, "name_explained"), 0);
  EXPECT_EQ(feature(1, "label"), 1);
  EXPECT_EQ(feature(1, "asked_label"), 0);
}

}  // namespace
}  // namespace tally::retrieval
