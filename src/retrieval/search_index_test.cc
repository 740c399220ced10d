// Indexing and ranking on literal catalogs; case files under tests/retrieval say what is found.

#include "retrieval/search_index.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "retrieval/explain.h"
#include "retrieval/filter.h"
#include "retrieval/labels.h"
#include "retrieval/searcher.h"
#include "retrieval/suggest.h"

namespace tally::retrieval {
namespace {

using catalog::Inventory;
using catalog::Resource;
using catalog::ResourceKind;
using testing::ElementsAre;
using testing::IsEmpty;

Resource model(const std::string& name, const std::string& description,
               const std::vector<std::string>& columns = {}) {
  Resource one;
  one.id = "model.shop." + name;
  one.name = name;
  one.description = description;
  for (const auto& column : columns) {
    catalog::ResourceColumn added;
    added.name = column;
    one.columns.push_back(added);
  }
  return one;
}

std::shared_ptr<const SearchIndex> index_of(std::vector<Resource> resources,
                                            std::vector<catalog::ReadEdge> edges = {}) {
  Inventory::Parts parts;
  parts.resources = std::move(resources);
  parts.edges = std::move(edges);
  return SearchIndex::build(std::make_shared<const Inventory>(std::move(parts)));
}

std::vector<std::string> found(const std::shared_ptr<const SearchIndex>& index,
                               std::string_view query, SearchOptions options = {}) {
  Searcher searcher(index);
  std::vector<std::string> names;
  for (const auto& hit : searcher.search(query, options))
    names.push_back(index->inventory()[hit.resource].name);
  return names;
}

TEST(Search, NamesInAnySpelling) {
  const auto index = index_of({model("customerOrders", ""), model("FINANCIALSERVICEACCOUNT", ""),
                               model("crc20_prices", ""), model("weather", "")});
  EXPECT_THAT(found(index, "orders of a customer"), ElementsAre("customerOrders"));
  EXPECT_THAT(found(index, "accounts of financial services"),
              ElementsAre("FINANCIALSERVICEACCOUNT"));
  EXPECT_THAT(found(index, "CRC prices"), ElementsAre("crc20_prices"));
  EXPECT_THAT(found(index, "financialserviceaccount"), ElementsAre("FINANCIALSERVICEACCOUNT"));
}

TEST(Search, EveryFieldIsSearched) {
  auto one = model("a1", "the description speaks of herons");
  one.tags = {"egrets"};
  one.owner = "bittern_team";
  one.path = "models/spoonbills/a1.sql";
  one.notes = "storks too";
  one.aliases = {"ibis_view"};
  one.columns.push_back({});
  one.columns.back().name = "crane_id";
  one.columns.back().description = "of a pelican";
  const auto index = index_of({one, model("b2", "nothing of the kind")});
  for (const char* word :
       {"heron", "egret", "bittern", "spoonbill", "stork", "ibis", "crane", "pelicans"})
    EXPECT_THAT(found(index, word), ElementsAre("a1")) << word;
  EXPECT_THAT(found(index, "flamingo"), IsEmpty());
}

TEST(Search, ShortFormsAreLearnedFromTheCatalog) {
  auto one = model("acct_list", "All accounts of the bank");
  auto two = model("acct_hist", "Changes of an account");
  const auto index = index_of({one, two, model("wthr", "")});
  EXPECT_THAT(found(index, "acct"), ElementsAre("acct_list", "acct_hist"));
  auto bare = model("acct_x", "");
  const auto with_bare = index_of({one, two, bare, model("wthr", "")});
  EXPECT_THAT(found(with_bare, "account"), testing::Contains("acct_x"));
}

TEST(Search, AllRankersFindTheSame) {
  const auto index = index_of({model("orders_daily", "orders by day", {"order_date", "amount"}),
                               model("orders", "raw orders", {"order_id"}), model("users", "")});
  for (Ranker ranker : kRankers)
    EXPECT_EQ(found(index, "orders", {.ranker = ranker}).size(), 2u) << name_of(ranker);
}

TEST(Search, TiersAndVariantsBreakTies) {
  const auto index =
      index_of({model("stg_fees", ""), model("fct_fees", ""), model("int_fees", "")});
  EXPECT_EQ(found(index, "fees").front(), "fct_fees");
  const auto variants = index_of({model("fees_latest", ""), model("fees_daily", "")});
  EXPECT_EQ(found(variants, "fees").front(), "fees_daily");
  EXPECT_EQ(found(variants, "fees over time").front(), "fees_daily");
  EXPECT_EQ(found(variants, "current fees").front(), "fees_latest");
}

// A prefix that no list knows: those that nothing reads are what people use.
TEST(Search, TheGraphSaysWhichPrefixIsPublic) {
  std::vector<Resource> models;
  std::vector<catalog::ReadEdge> edges;
  for (const char* thing : {"fees", "rates", "taxes", "rents", "tolls", "fines"}) {
    const auto at = static_cast<uint32_t>(models.size());
    models.push_back(model(std::string("zz_") + thing, ""));
    models.push_back(model(std::string("qq_") + thing, ""));
    edges.push_back({{at + 1}, {at}});
  }
  EXPECT_EQ(found(index_of(std::move(models), std::move(edges)), "tolls").front(), "zz_tolls");
}

TEST(Search, NeighboursByKeysComeIn) {
  auto sale = model("sale", "amounts sold", {"id", "customer"});
  auto person = model("person", "", {"id", "name"});
  auto other = model("planet", "", {"id", "name"});
  sale.references.push_back({{"customer"}, person.id, {"id"}});
  EXPECT_THAT(found(index_of({sale, other, person}), "amounts sold"),
              ElementsAre("sale", "person"));
}

// Two schemas have such a table: the one that has the other table, too, is meant.
TEST(Search, QuestionsStayInOneSchema) {
  std::vector<Resource> tables;
  for (const char* name : {"zoo.person", "zoo.animal", "shop.person", "shop.receipt"}) {
    tables.push_back(model(name, ""));
    tables.back().kind = ResourceKind::table;
  }
  EXPECT_THAT(found(index_of(tables), "receipts of a person"),
              ElementsAre("shop.receipt", "shop.person", "zoo.person"));
  EXPECT_THAT(found(index_of(tables), "animals by person"),
              ElementsAre("zoo.animal", "zoo.person", "shop.person"));
}

TEST(Search, WhatStandsBesideTheBestComesBehindIfAskedFor) {
  std::vector<Resource> tables;
  for (const char* name : {"shop.receipt", "shop.person", "zoo.animal"}) {
    tables.push_back(model(name, ""));
    tables.back().kind = ResourceKind::table;
  }
  EXPECT_THAT(found(index_of(tables), "receipts"), ElementsAre("shop.receipt"));
  EXPECT_THAT(found(index_of(tables), "receipts", {.related = true}),
              ElementsAre("shop.receipt", "shop.person"));
  EXPECT_THAT(found(index_of(tables), "gnus", {.related = true}), IsEmpty());
  const std::vector<char> allowed = {1, 0, 1};
  EXPECT_THAT(found(index_of(tables), "receipts", {.related = true, .allowed = &allowed}),
              ElementsAre("shop.receipt"));
}

// A word that no name here has is read as those that may be said for it; one that some have, less.
TEST(Search, RelatedWords) {
  std::vector<Resource> tables;
  for (const char* name : {"doctor", "airport", "invoice"}) {
    tables.push_back(model(name, ""));
    tables.back().kind = ResourceKind::table;
  }
  EXPECT_THAT(found(index_of(tables), "all physicians"), ElementsAre("doctor"));
  Searcher searcher(index_of(tables));
  const auto hits = searcher.search("physicians");
  ASSERT_EQ(hits.size(), 1u);
  EXPECT_THAT(why(searcher, hits[0].resource), ElementsAre("matched name: physicians (related)"));
  tables.push_back(model("physician_list_of_the_county", ""));
  EXPECT_THAT(found(index_of(tables), "physicians"),
              ElementsAre("physician_list_of_the_county", "doctor"));
}

TEST(Search, PagesAndFilters) {
  std::vector<Resource> models;
  for (int at = 0; at < 30; ++at) models.push_back(model("fees_" + std::to_string(at), ""));
  models[4].tags = {"Finance"};
  models[7].path = "models/marts/core/x.sql";
  const auto index = index_of(models);
  EXPECT_EQ(found(index, "fees", {.limit = 10}).size(), 10u);
  EXPECT_EQ(found(index, "fees", {.limit = 10, .offset = 25}).size(), 5u);
  EXPECT_TRUE(found(index, "fees", {.limit = 10, .offset = 40}).empty());
  const auto with = [&](const Filter& filter) {
    const auto mask = allowed(index->inventory(), filter, index->data().patterns);
    return found(index, "fees", {.limit = 50, .allowed = &mask});
  };
  EXPECT_THAT(with({.tags = {"fin*"}}), ElementsAre("fees_4"));
  EXPECT_THAT(with({.paths = {"marts"}}), ElementsAre("fees_7"));
  EXPECT_THAT(with({.layers = {"mart"}}), ElementsAre("fees_7"));
  EXPECT_THAT(with({.kinds = {"source"}}), IsEmpty());
  EXPECT_EQ(with({.kinds = {"source", "model"}}).size(), 30u);
}

TEST(Search, Explains) {
  const auto index =
      index_of({model("token_trades", "of every pool", {"amount"}), model("other", "")});
  Searcher searcher(index);
  const auto hits = searcher.search("trades per token with amounts by pool");
  ASSERT_EQ(hits.size(), 1u);
  EXPECT_THAT(why(searcher, hits[0].resource),
              ElementsAre("matched name: trades, token", "matched columns: amounts",
                          "matched description: pool"));
}

TEST(Search, DidYouMean) {
  const auto index = index_of({model("validator_withdrawals", ""), model("pool_fees", "")});
  EXPECT_THAT(did_you_mean(*index, "validator withdrawls"),
              testing::Contains("validator withdrawals"));
  EXPECT_THAT(did_you_mean(*index, "pool fees"), IsEmpty());
  EXPECT_THAT(did_you_mean(*index, "xyzzy"), IsEmpty());
}

TEST(Search, StrangeQueriesAreAnswered) {
  const auto index = index_of({model("orders", "")});
  EXPECT_THAT(found(index, ""), IsEmpty());
  EXPECT_THAT(found(index, "the of and"), IsEmpty());
  EXPECT_THAT(found(index, "\xff\xfe \x80"), IsEmpty());
  std::string long_query;
  for (int at = 0; at < 20'000; ++at) long_query += "word" + std::to_string(at) + " ";
  EXPECT_THAT(found(index, "orders " + long_query), ElementsAre("orders"));
  EXPECT_THAT(found(index_of({}), "orders"), IsEmpty());
}

TEST(Labels, NamesWhereTheyAreEnough) {
  Inventory::Parts parts;
  parts.resources.resize(4);
  parts.resources[0] = model("orders", "");
  for (size_t at : {1u, 2u}) {
    auto& source = parts.resources[at];
    source.kind = ResourceKind::source;
    source.source_name = at == 1 ? "raw" : "old";
    source.name = "orders";
    source.id = "source.shop." + source.source_name + ".orders";
  }
  parts.resources[3] = model("users", "");
  EXPECT_THAT(labels(Inventory(std::move(parts))),
              ElementsAre("orders", "raw.orders", "old.orders", "users"));
}

}  // namespace
}  // namespace tally::retrieval
