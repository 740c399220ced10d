#include "import/dbt/artifacts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "base/files.h"
#include "import/dbt/inventory_lines.h"

namespace tally::importing::dbt {
namespace {

using catalog::Inventory;
using catalog::Resource;
using catalog::ResourceKind;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

// A v12 manifest in small: two packages with a model of the same name, a source, tests, what is
// hidden, disabled and unknown.
const std::string kArtifacts = TALLY_SOURCE_DIR "/tests/dbt/artifacts";
const std::string kManifest = read_file(kArtifacts + "/manifest.json").value();

Inventory inventory_of(std::string_view manifest, const HideRule& hide = {}) {
  auto draft = read_manifest(manifest, "manifest.json", hide);
  EXPECT_TRUE(draft.ok()) << (draft.ok() ? "" : draft.error().message);
  return draft.ok() ? finish(*std::move(draft)) : Inventory();
}

const Resource& resource_of(const Inventory& inventory, std::string_view id) {
  static const Resource kNone;
  const auto found = inventory.find(id);
  EXPECT_TRUE(found) << id;
  return found ? inventory[*found] : kNone;
}

std::vector<std::string> edges_of(const Inventory& inventory) {
  std::vector<std::string> edges;
  for (const auto& edge : inventory.edges())
    edges.push_back(inventory[edge.from].id + " > " + inventory[edge.to].id);
  std::sort(edges.begin(), edges.end());
  return edges;
}

TEST(Manifest, EdgesById) {
  EXPECT_THAT(edges_of(inventory_of(kManifest)),
              ElementsAre("metric.shop.revenue > saved_query.shop.weekly",
                          "model.shop.customers > model.shop.steps.v2",
                          "model.shop.orders > exposure.shop.board",
                          "model.shop.orders > model.other.orders",
                          "model.shop.orders > model.shop.steps.v2",
                          "model.shop.orders > semantic_model.shop.sales",
                          "semantic_model.shop.sales > metric.shop.revenue",
                          "source.shop.raw.orders > model.shop.orders"));
}

// One small manifest a version, as that dbt wrote it, beside the lines of what it holds.
TEST(Manifest, OfEveryVersion) {
  for (const char* version : {"v1", "v7", "v8", "v9", "v10", "v11", "v12"}) {
    SCOPED_TRACE(version);
    const std::string file = kArtifacts + "/versions/" + version;
    const auto inventory = inventory_of(read_file(file + ".json").value());
    EXPECT_GT(expect_lines(inventory, read_file(file + ".txt").value()), 5u);
  }
}

TEST(Manifest, TagsOfColumnsAreInTheirConfigSince110) {
  const auto inventory = inventory_of(read_file(kArtifacts + "/versions/v12.json").value());
  EXPECT_THAT(resource_of(inventory, "model.library.loans").column("days_late")->tags,
              ElementsAre("kpi"));
  const auto before = inventory_of(read_file(kArtifacts + "/versions/v7.json").value());
  EXPECT_THAT(resource_of(before, "model.library.loans").column("loan_id")->tags,
              ElementsAre("key"));
}

TEST(Manifest, WhatAModelSaysOfItself) {
  const auto inventory = inventory_of(kManifest);
  EXPECT_EQ(inventory.project(), "shop");
  EXPECT_EQ(inventory.adapter(), "postgres");
  const Resource& orders = resource_of(inventory, "model.shop.orders");
  EXPECT_EQ(orders.description, "Orders \"as booked\".");
  EXPECT_EQ(orders.identifier, "orders_t");
  EXPECT_EQ(orders.path, "models/orders.sql");
  EXPECT_EQ(orders.materialized, "table");
  EXPECT_EQ(orders.owner, "Ops");
  EXPECT_EQ(orders.access, "public");
  EXPECT_EQ(orders.notes, "Join on the order id.");
  EXPECT_THAT(orders.aliases, ElementsAre("sales"));
  EXPECT_THAT(orders.tags, ElementsAre("core", "x"));
  EXPECT_EQ(resource_of(inventory, "model.shop.steps.v2").version, "2");
  const Resource& source = resource_of(inventory, "source.shop.raw.orders");
  EXPECT_EQ(source.description, "What the till writes.");
  EXPECT_EQ(source.identifier, "ORDERS");
  EXPECT_THAT(resource_of(inventory, "exposure.shop.board").aliases, ElementsAre("The board"));
}

TEST(Manifest, TestsBecomeKeysAndAreNoConsumers) {
  const auto inventory = inventory_of(kManifest);
  const Resource& orders = resource_of(inventory, "model.shop.orders");
  EXPECT_THAT(orders.primary_key, ElementsAre("id"));
  EXPECT_FALSE(orders.column("id")->nullable);
  EXPECT_TRUE(orders.column("state")->unique);
  EXPECT_TRUE(orders.column("state")->nullable) << "a test with where says nothing of all rows";
  EXPECT_THAT(orders.column("state")->accepted_values, ElementsAre("new", "paid", "3"));
  ASSERT_EQ(orders.references.size(), 2u);
  EXPECT_EQ(orders.references[0].target, "model.shop.customers");
  EXPECT_THAT(orders.references[0].target_columns, ElementsAre("id"));
  EXPECT_EQ(orders.references[1].target, "model.shop.steps.v2");
  EXPECT_THAT(orders.references[1].columns, ElementsAre("state"));
  EXPECT_EQ(inventory.tests().size(), 5u) << "all but the one that reads what is hidden";
}

TEST(Manifest, WhatIsHiddenIsNowhere) {
  const auto inventory = inventory_of(kManifest);
  for (const auto& resource : inventory.resources()) {
    EXPECT_EQ(resource.id.find("secret"), resource.id.npos) << resource.id;
    for (const auto& reference : resource.references)
      EXPECT_EQ(reference.target.find("secret"), reference.target.npos);
  }
  for (const auto& test : inventory.tests())
    for (const auto& id : test.on) EXPECT_EQ(id.find("secret"), id.npos);
  EXPECT_THAT(inventory.find_name("secret"), IsEmpty());
  EXPECT_EQ(inventory.hidden_resources(), 2u) << "the model and its semantic model";
  EXPECT_EQ(inventory.hidden_edges(), 4u);
  EXPECT_FALSE(inventory_of(kManifest, {{}, {}}).find_name("secret").empty());
}

TEST(Manifest, DisabledAndUnknownKindsAreLeftOut) {
  const auto inventory = inventory_of(kManifest);
  EXPECT_FALSE(inventory.find("model.shop.off"));
  EXPECT_FALSE(inventory.find("operation.shop.hook"));
}

// v1 to v10: no attached_node, config without meta, refs as lists.
TEST(Manifest, OldTestsFindTheirOwner) {
  const auto inventory = inventory_of(R"J({"metadata": {}, "nodes": {
    "model.p.a": {"resource_type": "model", "name": "a", "columns": {"x": {"name": "x"}}},
    "model.p.b": {"resource_type": "model", "name": "b", "columns": {"y": {"name": "y"}}},
    "test.p.r": {"resource_type": "test", "name": "r", "column_name": "y",
      "file_key_name": "models.b", "refs": [["a"], ["b"]],
      "test_metadata": {"name": "relationships", "kwargs": {"to": "ref('a')", "field": "x"}
}
, "depends_on" : {
  "nodes" : [ "model.p.b", "model.p.a" ]
}
}
}
})J");
  const Resource& b = resource_of(inventory, "model.p.b");
  ASSERT_EQ(b.references.size(), 1u);
  EXPECT_EQ(b.references[0].target, "model.p.a");
}

TEST(Manifest, FaultsSayWhere) {
  const auto error_of = [](std::string_view text) {
    const auto draft = read_manifest(text, "m.json", {});
    return draft.ok() ? std::string("none") : draft.error().message;
  };
  EXPECT_EQ(error_of("{\"nodes\": {\n\"a\": {\"name\": \"b"),
            "m.json:2:17: broken JSON (byte 28): the text ends inside a string");
  EXPECT_THAT(error_of("[1, 2]"), HasSubstr("no dbt manifest"));
  EXPECT_THAT(error_of("{}"), HasSubstr("no dbt manifest"));
  EXPECT_THAT(error_of(""), HasSubstr("the text ends where a value must stand"));
}

// Whatever the cut: an error, no crash, and never an inventory of half a file.
TEST(Manifest, EveryCutIsAnError) {
  for (size_t length = 0; length < kManifest.size(); length += 3)
    EXPECT_FALSE(read_manifest(std::string_view(kManifest).substr(0, length), "m", {}).ok())
        << length;
}

TEST(Catalog, AddsTypesCommentsAndColumns) {
  auto draft = read_manifest(kManifest, "m", {});
  ASSERT_TRUE(draft.ok());
  const auto added = add_catalog(R"J({"metadata": {}, "nodes": {
      "model.shop.orders": {"metadata": {"type": "VIEW", "comment": "not this", "owner": "root"},
        "columns": {"STATE": {"type": "TEXT", "index": 2, "name": "STATE", "comment": "nor this"},
                    "ID": {"type": "BIGINT", "index": 1, "name": "ID", "comment": "The number."},
                    "ADDED": {"type": "DATE", "index": 3, "name": "ADDED", "comment": null}}},
      "model.shop.nowhere": {"columns": {}}},
    "sources": {"source.shop.raw.orders": {"metadata": {"owner": "loader"},
        "columns": {"k": {"type": "INT", "index": 1, "name": "k"}}}}, "errors": null})J",
                                 "catalog.json", *draft);
  ASSERT_TRUE(added.ok());
  const auto inventory = finish(*std::move(draft));
  const Resource& orders = resource_of(inventory, "model.shop.orders");
  EXPECT_EQ(orders.column("id")->type, "int");
  EXPECT_EQ(orders.column("id")->description, "The number.");
  EXPECT_EQ(orders.column("state")->type, "TEXT");
  EXPECT_EQ(orders.column("state")->description, "Where it stands.");
  EXPECT_EQ(orders.column("added")->type, "DATE");
  EXPECT_EQ(orders.columns.size(), 4u);
  EXPECT_EQ(resource_of(inventory, "source.shop.raw.orders").owner, "loader");
}

TEST(SemanticManifest, AddsWhatTheManifestHasNot) {
  auto draft = read_manifest(kManifest, "m", {});
  ASSERT_TRUE(draft.ok());
  const auto added = add_semantic_manifest(R"J({
    "semantic_models": [
      {"name": "sales", "description": "Sales.", "measures": [{"name": "amount", "agg": "sum"}]},
      {"name": "stays", "node_relation": {"alias": "orders_t", "schema_name": "S"},
       "measures": [{"name": "nights", "agg": "sum"}], "entities": [], "dimensions": []}],
    "metrics": [{"name": "nights_a_stay", "type": "ratio", "label": "Nights a stay",
                 "type_params": {"numerator": {"name": "revenue"}, "measure": {"name": "nights"}}}]})J",
                                           "semantic_manifest.json", *draft);
  ASSERT_TRUE(added.ok());
  const auto inventory = finish(*std::move(draft));
  EXPECT_EQ(resource_of(inventory, "semantic_model.shop.sales").description, "Sales.");
  const auto stays = inventory.find("semantic_model.shop.stays");
  ASSERT_TRUE(stays);
  ASSERT_EQ(inventory.parents(*stays).size(), 1u);
  EXPECT_EQ(inventory[inventory.parents(*stays)[0]].id, "model.shop.orders");
  const auto metric = inventory.find("metric.shop.nights_a_stay");
  ASSERT_TRUE(metric);
  EXPECT_EQ(inventory.parents(*metric).size(), 2u);
}

}  // namespace
}  // namespace tally::importing::dbt
