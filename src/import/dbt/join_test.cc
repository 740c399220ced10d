#include "import/dbt/join.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tally::importing::dbt {
namespace {

using catalog::Inventory;
using catalog::Resource;
using catalog::ResourceKind;
using catalog::Table;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

Table table(const std::string& schema, const std::string& name,
            const std::vector<std::string>& columns) {
  Table made;
  made.id = {"coop", schema, name};
  for (const auto& column : columns) made.columns.push_back({column, "INTEGER", true, ""});
  return made;
}

Resource model(const std::string& schema, const std::string& name,
               const std::vector<std::string>& columns) {
  Resource made;
  made.id = "model.p." + name;
  made.name = made.identifier = name;
  made.schema = schema;
  made.description = "About " + name + ".";
  for (const auto& column : columns) made.columns.push_back({.name = column});
  return made;
}

catalog::Catalog warehouse(std::vector<Table> tables) {
  return catalog::Catalog(std::move(tables), "coop", "main", "v1");
}

Inventory project(std::vector<Resource> resources) {
  Inventory::Parts parts;
  parts.resources = std::move(resources);
  return Inventory(std::move(parts));
}

TEST(Join, DescriptionsAndKeysOfTheProjectFillWhatIsMissing) {
  auto hives = table("bees", "HIVES", {"HIVE_ID", "Region"});
  hives.comment = "The warehouse's own words.";
  auto made = model("Bees", "hives", {"hive_id", "region", "gone"});
  made.columns[0].unique = true;
  made.columns[0].description = "Painted on it.";
  made.primary_key = {"hive_id"};
  made.references = {{{"region"}, "model.p.regions", {"code"}}};
  const auto joined = join_catalog(warehouse({hives, table("bees", "regions", {"code"})}),
                                   project({made, model("bees", "regions", {"code"})}));
  const Table& found = *joined.catalog.find("coop", "bees", "hives");
  EXPECT_EQ(found.comment, "The warehouse's own words.");
  EXPECT_EQ(found.columns[0].comment, "Painted on it.");
  EXPECT_THAT(found.primary_key, ElementsAre("HIVE_ID"));
  ASSERT_EQ(found.foreign_keys.size(), 1u);
  EXPECT_EQ(found.foreign_keys[0].target.name, "regions");
  EXPECT_THAT(found.foreign_keys[0].columns, ElementsAre("Region"));
  EXPECT_EQ(joined.catalog.find("coop", "bees", "regions")->comment, "About regions.");
  EXPECT_THAT(joined.absent_columns, ElementsAre("HIVES.gone"));
  EXPECT_EQ(joined.matches.size(), 2u);
  EXPECT_EQ(joined.references, 1u);
}

TEST(Join, AnotherSchemaFitsWhereTheNameIsAlone) {
  const auto joined =
      join_catalog(warehouse({table("main", "hives", {"a"}), table("x", "swarms", {"a"}),
                              table("y", "swarms", {"a"})}),
                   project({model("prod", "hives", {}), model("prod", "swarms", {})}));
  ASSERT_EQ(joined.matches.size(), 1u);
  EXPECT_EQ(joined.matches[0].table.name, "hives");
  ASSERT_EQ(joined.absent.size(), 1u);
  EXPECT_EQ(joined.unknown.size(), 2u);
}

TEST(Join, OneTableIsOneResource) {
  auto source = model("bees", "hives", {});
  source.id = "source.p.bees.hives";
  source.kind = ResourceKind::source;
  const auto joined = join_catalog(warehouse({table("bees", "hives", {"a"})}),
                                   project({model("other", "hives", {}), source}));
  ASSERT_EQ(joined.matches.size(), 1u);
  EXPECT_EQ(joined.matches[0].resource.value, 1u) << "the one with the same schema";
}

TEST(Join, WhatIsNoRelationIsNotMissed) {
  auto ephemeral = model("bees", "steps", {});
  ephemeral.materialized = "ephemeral";
  auto board = model("bees", "board", {});
  board.kind = ResourceKind::exposure;
  const auto joined = join_catalog(warehouse({}), project({ephemeral, board}));
  EXPECT_THAT(joined.absent, IsEmpty());
}

}  // namespace
}  // namespace tally::importing::dbt
