#include "import/catalog_file/catalog_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tally::importing {
namespace {

using catalog::Inventory;
using catalog::ResourceKind;
using testing::ElementsAre;

Inventory only(std::string_view text) {
  auto file = read_catalog_text(text, "f.json");
  EXPECT_TRUE(file.ok()) << (file.ok() ? "" : file.error().message);
  if (!file.ok()) return {};
  EXPECT_EQ(file->catalogs.size(), 1u);
  return Inventory(std::move(file->catalogs[0].parts));
}

std::vector<std::string> edges_of(const Inventory& inventory) {
  std::vector<std::string> all;
  for (const auto& edge : inventory.edges())
    all.push_back(inventory[edge.from].id + " > " + inventory[edge.to].id);
  return all;
}

TEST(CatalogFile, SectionsAndEdges) {
  const auto inventory = only(R"({"project": "shop", "adapter": "trino",
    "models": [{"name": "orders", "unique_id": "model.shop.orders", "description": "All \u00f6rders",
                "columns": {"id": {"data_type": "bigint", "description": "key", "tests": ["unique"]}},
                "tags": ["core"], "meta": {"owner": "ann", "usage": "join it by day"}}],
    "sources": {"source.shop.raw.orders": {"name": "orders", "source_name": "raw"}},
    "seeds": {"rates": "seeds/rates.csv"},
    "edges": [["source.shop.raw.orders", "model.shop.orders"], ["rates", "orders"]]})");
  ASSERT_EQ(inventory.resources().size(), 3u);
  EXPECT_EQ(inventory.adapter(), "trino");
  const auto& orders = inventory.resources()[0];
  EXPECT_EQ(orders.description, "All örders");
  EXPECT_EQ(orders.owner, "ann");
  EXPECT_EQ(orders.notes, "join it by day");
  ASSERT_EQ(orders.columns.size(), 1u);
  EXPECT_EQ(orders.columns[0].type, "bigint");
  EXPECT_TRUE(orders.columns[0].unique);
  EXPECT_EQ(inventory.resources()[1].kind, ResourceKind::source);
  EXPECT_EQ(inventory.resources()[2].id, "seed.shop.rates");
  EXPECT_EQ(inventory.resources()[2].path, "seeds/rates.csv");
  EXPECT_THAT(edges_of(inventory), ElementsAre("source.shop.raw.orders > model.shop.orders",
                                               "seed.shop.rates > model.shop.orders"));
}

TEST(CatalogFile, WhatModelsReadWhereThereAreNoEdges) {
  const auto inventory = only(R"({"project": "p",
    "models": [{"name": "a", "columns": [{"name": "x"}, "y"], "refs": [], "sources": [["s", "t"]]},
               {"name": "b", "refs": ["a", ["other", "a"]], "sources": ["s.t"]}],
    "sources": [{"source": "s", "name": "t", "columns": []}]})");
  EXPECT_EQ(inventory.resources()[0].id, "model.p.a");
  EXPECT_EQ(inventory.resources()[2].id, "source.p.s.t");
  EXPECT_EQ(inventory.resources()[0].columns[1].name, "y");
  EXPECT_THAT(edges_of(inventory), ElementsAre("model.p.a > model.p.b", "source.p.s.t > model.p.a",
                                               "source.p.s.t > model.p.b"));
}

TEST(CatalogFile, AMapOfModelsAndAListOfThem) {
  const auto map = only(R"({"alerts": {"name": "alerts", "columns": {}},
                            "model.p.runs": {"name": "runs", "tags": ["x"]}})");
  ASSERT_EQ(map.resources().size(), 2u);
  EXPECT_EQ(map.resources()[0].id, "alerts");
  EXPECT_EQ(map.resources()[1].id, "model.p.runs");
  const auto list = only(R"([{"name": "a"}, {"name": "b", "description": "second"}])");
  ASSERT_EQ(list.resources().size(), 2u);
  EXPECT_EQ(list.resources()[1].description, "second");
}

TEST(CatalogFile, LinesAreDatabasesAndBadOnesAreNamed) {
  auto file = read_catalog_text(
      "{\"dataset\": \"one\", \"db\": \"shop\", \"tables\": [{\"name\": \"shop.orders\", "
      "\"columns\": "
      "[{\"name\": \"cust\", \"type\": \"int\"}], \"foreign_keys\": [[\"cust\", "
      "\"shop.CUSTOMERS\", "
      "\"id\"]]}, {\"name\": \"shop.customers\", \"columns\": []}]}\n"
      "{\"dataset\": \"one\", \"tables\"\n"
      "\n"
      "{\"dataset\": \"two\", \"db\": \"shop\", \"tables\": [{\"name\": \"t\"}]}\r\n",
      "all.jsonl");
  ASSERT_TRUE(file.ok());
  ASSERT_EQ(file->catalogs.size(), 2u);
  ASSERT_EQ(file->findings.size(), 1u);
  EXPECT_EQ(file->findings[0].file, "all.jsonl");
  EXPECT_EQ(file->findings[0].line, 2u);
  const auto& orders = file->catalogs[0].parts.resources[0];
  EXPECT_EQ(orders.kind, ResourceKind::table);
  ASSERT_EQ(orders.references.size(), 1u);
  EXPECT_EQ(orders.references[0].target, "shop.customers");
  EXPECT_EQ(choose_catalog(*file, "two/shop", "all.jsonl").value(), &file->catalogs[1]);
  EXPECT_EQ(choose_catalog(*file, "shop", "all.jsonl").error().message,
            "all.jsonl holds 2 databases of that name");
  EXPECT_EQ(choose_catalog(*file, "bank", "all.jsonl").error().message,
            "all.jsonl holds no database \"bank\"");
}

TEST(CatalogFile, HiddenResourcesAreNeverNamed) {
  const auto inventory = only(R"({"project": "p",
    "models": [{"name": "secret", "tags": ["privacy:tier_1"]}, {"name": "off", "enabled": false},
               {"name": "hush", "meta": {"mcp": {"expose": false}}},
               {"name": "open", "refs": ["secret", "hush", "missing"]}]})");
  ASSERT_EQ(inventory.resources().size(), 1u);
  EXPECT_EQ(inventory.resources()[0].name, "open");
  ASSERT_EQ(inventory.findings().size(), 1u);
  EXPECT_EQ(inventory.findings()[0].message,
            "1 link to something that is not in the catalog, first \"missing\"");
}

TEST(CatalogFile, WhoOwnsItSaysWhatIsHidden) {
  const char* text = R"({"models": [{"name": "secret", "tags": ["privacy:tier_1"]},
    {"name": "staff", "tags": ["HR"]}, {"name": "hush", "meta": {"expose": false, "shown": true}},
    {"name": "off", "enabled": false}]})";
  const auto names = [&](const catalog::HideRule& hide) {
    std::vector<std::string> found;
    const auto file = read_catalog_text(text, "f.json", hide);
    for (const auto& resource : file->catalogs.at(0).parts.resources)
      found.push_back(resource.name);
    return found;
  };
  EXPECT_THAT(names({}), ElementsAre("staff"));
  EXPECT_THAT(names({{"hr"}, {}}), ElementsAre("secret", "hush"));
  EXPECT_THAT(names({{}, {}}), ElementsAre("secret", "staff", "hush"));
}

TEST(CatalogFile, ACutFileKeepsWhatCameBefore) {
  auto file =
      read_catalog_text("{\"models\": [{\"name\": \"a\"},\n {\"name\": \"b\"},\n {\"na", "c.json");
  ASSERT_TRUE(file.ok());
  EXPECT_EQ(file->catalogs[0].parts.resources.size(), 2u);
  ASSERT_EQ(file->findings.size(), 1u);
  EXPECT_EQ(file->findings[0].line, 3u);
}

TEST(CatalogFile, WhatIsNoCatalogIsSaid) {
  const auto message = [](std::string_view text) {
    auto file = read_catalog_text(text, "f");
    return file.ok() ? std::string("read") : file.error().message;
  };
  EXPECT_EQ(message("{}"), "f is no catalog: it holds no tables and no models");
  EXPECT_EQ(message("{\"nodes\": {}, \"metadata\": {}}"),
            "f is an artifact of dbt, not a catalog file");
  EXPECT_THAT(message(""), testing::StartsWith("f is no catalog: line 1"));
  EXPECT_THAT(message("hello"), testing::StartsWith("f is no catalog: line 1"));
}

TEST(CatalogFile, JoiningMovesEdges) {
  std::vector<Inventory::Parts> both(2);
  both[0].resources.resize(2);
  both[0].resources[0].id = "a";
  both[0].resources[1].id = "b";
  both[1] = both[0];
  both[1].resources[0].id = "c";
  both[1].resources[1].id = "d";
  both[1].edges = {{{0}, {1}}};
  EXPECT_THAT(edges_of(Inventory(joined(std::move(both)))), ElementsAre("c > d"));
}

std::vector<std::string> findings_of(std::string_view text) {
  const auto file = read_catalog_text(text, "f.json");
  if (!file.ok()) return {file.error().message};
  std::vector<std::string> all;
  for (const auto& finding : file->findings)
    all.push_back(std::to_string(finding.line) + ": " + finding.message);
  return all;
}

TEST(CatalogFile, WhatIsNoEntryIsNamed) {
  EXPECT_THAT(findings_of("{\"models\": [\n  {\"name\": \"a\"},\n  1,\n  \"b\",\n  [2]],\n"
                          " \"edges\": [[\"a\", \"b\"],\n [\"a\"], 7]}"),
              ElementsAre("3: an entry must be an object or a name; this one is skipped",
                          "5: an entry must be an object or a name; this one is skipped",
                          "7: an edge must be a pair of names; this one is skipped",
                          "7: an edge must be a pair of names; this one is skipped"));
  // Cut off within what is no entry anyway.
  EXPECT_THAT(findings_of("[{\"name\": \"a\"}, 1, [2, tru"),
              ElementsAre("1: column 24: the text ends inside a value; only the 1 resources before "
                          "it are known",
                          "1: an entry must be an object or a name; this one is skipped"));
  EXPECT_THAT(findings_of("[1, 2]"),
              ElementsAre("f.json is no catalog: line 1: an entry must be an object or a name"));
}

// A line that holds nothing makes no database without a name.
TEST(CatalogFile, LinesThatHoldNothingAreNamed) {
  const std::string shop = R"({"db": "shop", "tables": [{"name": "t"}]})";
  const std::string empty = R"({"db": "empty", "tables": []})";
  const std::string text = shop + "\n[1]\n[]\n{}\n3\n{\"tables\": []}\n" + empty + "\n";
  const auto file = read_catalog_text(text, "f.json");
  ASSERT_TRUE(file.ok());
  ASSERT_EQ(file->catalogs.size(), 2u);
  EXPECT_EQ(file->catalogs[0].db, "shop");
  EXPECT_EQ(file->catalogs[1].db, "empty");
  ASSERT_EQ(file->findings.size(), 5u);
  for (size_t at = 0; at < 5; ++at) {
    EXPECT_EQ(file->findings[at].line, at + 2);
    EXPECT_EQ(file->findings[at].message, "it holds no tables and no models; the line is skipped");
  }
}

}  // namespace
}  // namespace tally::importing
