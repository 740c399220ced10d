#include "answer/project/hidden_names.h"

#include <gtest/gtest.h>

namespace tally::answer {
namespace {

namespace dbt = importing::dbt;

catalog::Resource model(const char* schema, const char* name) {
  catalog::Resource resource;
  resource.id = std::string("model.p.") + schema + "." + name;
  resource.name = name;
  resource.kind = catalog::ResourceKind::model;
  resource.schema = schema;
  resource.identifier = name;
  resource.materialized = "table";
  return resource;
}

catalog::ResourceColumn column(const char* name, bool is_hidden) {
  catalog::ResourceColumn made;
  made.name = name;
  made.is_hidden = is_hidden;
  return made;
}

dbt::Import project(std::vector<catalog::Resource> resources, std::vector<const char*> hidden) {
  dbt::Import import;
  catalog::Inventory::Parts parts;
  parts.resources = std::move(resources);
  import.inventory = catalog::Inventory(std::move(parts));
  for (const char* name : hidden) import.hidden.push_back({{"w", "main", name}, false});
  return import;
}

bool hides(const HiddenNames& names, const char* schema, const char* table, const char* column) {
  return names.hides(catalog::ObjectId{"w", schema, table}, column);
}

TEST(HiddenNames, WhatDbtMakesOfATableIsHiddenWithIt) {
  auto ports = model("main", "ports");
  ports.columns = {column("country", true)};
  const HiddenNames names(project({ports}, {"letters"}), {});
  EXPECT_TRUE(hides(names, "main", "LETTERS", ""));
  EXPECT_TRUE(hides(names, "main", "letters__dbt_backup", ""));
  EXPECT_TRUE(hides(names, "main", "ports__dbt_tmp", "country"));
  EXPECT_FALSE(hides(names, "main", "ports__dbt_tmp", ""));
  EXPECT_TRUE(hides(names, "main_dbt_test__audit", "unique_letters_id", ""));
  EXPECT_TRUE(hides(names, "main_dbt_test__audit", "not_null_ports_country", ""));
  EXPECT_FALSE(hides(names, "main_dbt_test__audit", "unique_ports_id", ""));
  EXPECT_FALSE(hides(names, "main", "unique_letters_id", ""));
}

TEST(HiddenNames, ATableStaysHiddenUntilOneOfItsSchemaIsShown) {
  const HiddenNames before(project({}, {"letters"}), {});
  EXPECT_TRUE(hides(HiddenNames(project({}, {}), before), "main", "letters", ""));
  auto ephemeral = model("main", "letters");
  ephemeral.materialized = "ephemeral";
  EXPECT_TRUE(hides(HiddenNames(project({ephemeral}, {}), before), "main", "letters", ""));
  const HiddenNames elsewhere(project({model("staging", "letters")}, {}), before);
  EXPECT_TRUE(hides(elsewhere, "main", "letters", ""));
  EXPECT_FALSE(hides(elsewhere, "staging", "letters", ""));
  EXPECT_FALSE(
      hides(HiddenNames(project({model("main", "letters")}, {}), before), "main", "letters", ""));
}

TEST(HiddenNames, AColumnStaysHiddenUntilItIsDescribed) {
  auto ports = model("main", "ports");
  ports.columns = {column("country", true)};
  const HiddenNames before(project({ports}, {}), {});
  ports.columns = {column("port_id", false)};
  const HiddenNames after(project({ports}, {}), before);
  EXPECT_TRUE(hides(after, "main", "ports", "country"));
  EXPECT_FALSE(hides(after, "main", "ports", ""));
  EXPECT_EQ(after.remembered(), 1u);
  ports.columns = {column("country", false)};
  EXPECT_FALSE(hides(HiddenNames(project({ports}, {}), after), "main", "ports", "country"));
}

TEST(HiddenNames, AreKeptWhole) {
  auto ports = model("main", "ports");
  ports.columns = {column("country", true)};
  const HiddenNames names(project({ports}, {"letters"}), {});
  ByteWriter out;
  names.write(out);
  ByteReader in(out.bytes());
  const auto read = HiddenNames::read(in);
  EXPECT_TRUE(in.finished());
  EXPECT_TRUE(hides(read, "main", "letters", ""));
  EXPECT_TRUE(hides(read, "main", "ports", "country"));
}

}  // namespace
}  // namespace tally::answer
