#include "answer/other_tables.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "catalog/hidden.h"

namespace tally::answer {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

catalog::Table table(const char* schema, const char* name) {
  catalog::Table made;
  made.id = {"w", schema, name};
  made.columns = {{"id", "INTEGER", false, ""}, {"order_id", "INTEGER", true, ""}};
  return made;
}

// Two tables are models, one is hidden, one a copy of a model; `notes` and `open_notes` are
// neither.
catalog::Catalog warehouse() {
  std::vector<catalog::Table> tables = {table("main", "orders"), table("dev", "orders"),
                                        table("main", "people"), table("main", "salaries"),
                                        table("main", "notes"),  table("main", "open_notes")};
  tables[4].foreign_keys = {{{"order_id"}, {"w", "main", "orders"}, {"id"}},
                            {{"order_id"}, {"w", "dev", "orders"}, {"id"}},
                            {{"order_id"}, {"w", "main", "salaries"}, {"id"}}};
  tables[5].kind = catalog::ObjectKind::view;
  tables[5].reads = {{"w", "main", "notes"}, {"w", "main", "people"}, {"w", "dev", "orders"}};
  return catalog::Catalog(std::move(tables), "w", "main", "7");
}

catalog::Catalog visible() {
  return catalog::visible_part(warehouse(),
                               [](const auto& id, auto) { return id.name == "salaries"; });
}

catalog::Inventory project() {
  catalog::Inventory::Parts parts;
  parts.project = "shop";
  parts.version = "p";
  for (const char* name : {"fct_orders", "people"}) {
    catalog::Resource model;
    model.id = std::string("model.shop.") + name;
    model.name = name;
    model.schema = "MAIN";
    parts.resources.push_back(model);
  }
  parts.resources[0].identifier = "Orders";
  parts.edges = {{{1}, {0}}};
  parts.hidden_resources = 1;
  return catalog::Inventory(std::move(parts));
}

TEST(OtherTables, ThoseThatNoResourceIsComeBehind) {
  const auto all = with_other_tables(project(), visible());
  std::vector<std::string> ids;
  for (const auto& resource : all.resources()) ids.push_back(resource.id);
  EXPECT_THAT(ids, ElementsAre("model.shop.fct_orders", "model.shop.people", "w.main.notes",
                               "w.main.open_notes"));
  EXPECT_EQ(all.project(), "shop");
  EXPECT_EQ(all.version(), "p+7");
  EXPECT_EQ(all.hidden_resources(), 1u);
}

TEST(OtherTables, KeysAndViewsLeadToWhatTheProjectCallsATable) {
  const auto all = with_other_tables(project(), visible());
  ASSERT_EQ(all.resources().size(), 4u);
  const auto& keys = all.resources()[2].references;
  ASSERT_EQ(keys.size(), 1u);
  EXPECT_EQ(keys[0].target, "model.shop.fct_orders");
  EXPECT_THAT(all.parents({3}), ElementsAre(catalog::ResourceIndex{1}, catalog::ResourceIndex{2}));
  EXPECT_THAT(all.parents({0}), ElementsAre(catalog::ResourceIndex{1}));
}

TEST(OtherTables, NoneWhereNobodyKnowsWhatIsHidden) {
  const auto all = with_other_tables(project(), catalog::unsuggested(warehouse()));
  EXPECT_EQ(all.resources().size(), 2u);
}

TEST(OtherTables, AProjectThatKnowsAllStaysAsItIs) {
  const catalog::Catalog known({table("main", "orders"), table("main", "people")}, "w", "main",
                               "7");
  const auto all = with_other_tables(project(), known);
  EXPECT_EQ(all.resources().size(), 2u);
  EXPECT_EQ(all.version(), "p");
  EXPECT_THAT(all.resources()[1].references, IsEmpty());
}

}  // namespace
}  // namespace tally::answer
