#include "answer/warehouse_inventory.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sql/parser.h"

namespace tally::answer {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

// Orders of shops; `margin` is hidden, and so is half of a key.
catalog::Catalog warehouse() {
  std::vector<catalog::Table> tables(3);
  tables[0].id = {"w", "main", "Orders"};
  for (const char* name : {"id", "shop_id", "margin", "Buyer_Email", "kind"})
    tables[0].columns.push_back({name, "INTEGER", true, std::string("comment on ") + name});
  tables[0].columns[2].is_hidden = true;
  tables[0].comment = "what was sold.";
  tables[0].primary_key = {"id"};
  tables[0].unique_keys = {{"id", "margin"}};
  tables[0].foreign_keys = {{{"shop_id"}, {"w", "main", "shops"}, {"id"}},
                            {{"margin"}, {"w", "main", "shops"}, {"id"}},
                            {{"kind"}, {"w", "main", "gone"}, {"id"}}};
  tables[1].id = {"w", "main", "shops"};
  tables[1].columns = {{"id", "INTEGER", false, ""}, {"city", "VARCHAR", true, ""}};
  tables[2].id = {"w", "main", "cities"};
  tables[2].kind = catalog::ObjectKind::view;
  tables[2].reads = {{"w", "main", "shops"}, {"w", "main", "gone"}};
  return catalog::Catalog(std::move(tables), "w", "main", "7");
}

sql::Expression sql_of(std::string_view text) {
  auto tree = sql::parse_expression(text);
  EXPECT_TRUE(tree.ok()) << text;
  return tree.ok() ? *tree : sql::null_literal();
}

semantic::Field field(std::string name, std::string_view sql) {
  semantic::Field made;
  made.name = std::move(name);
  made.expression = sql_of(sql);
  return made;
}

semantic::Metric metric(std::string name, const std::string& sql) {
  semantic::Metric made;
  made.name = std::move(name);
  made.expression_text = sql;
  made.expression = sql_of(sql);
  made.facts = {"sale"};
  return made;
}

semantic::Model model() {
  semantic::Model made;
  made.name = "trade";
  made.version = "m";
  semantic::Dataset sale;
  sale.name = "sale";
  sale.description = "What was sold";
  sale.synonyms = {"order", "ORDERS"};
  sale.table = {"w", "main", "orders"};
  sale.fields = {
      field("type", "kind"),   field("email", "lower(buyer_email)"), field("mail", "buyer_email"),
      field("gain", "margin"), field("gain_class", "margin > 5"),    field("half", "id / 2")};
  sale.fields[0].description = "Of the sale";
  sale.fields[0].synonyms = {"sort"};
  sale.fields[0].value_names = {{"1", {"retail", "shop floor"}}};
  sale.fields[1].personal = true;
  sale.fields[1].synonyms = {"electronic mail"};
  sale.fields[2].synonyms = {"postbox"};
  sale.fields[3].synonyms = {"profit"};
  made.datasets.push_back(std::move(sale));
  made.metrics = {metric("orders", "count(sale.type)"), metric("buyers", "count(sale.email)"),
                  metric("gains", "sum(sale.gain)")};
  made.metrics[0].synonyms = {"deals"};
  return made;
}

TEST(WarehouseInventory, TablesWithTheirKeys) {
  const catalog::Inventory made(warehouse_parts(warehouse(), nullptr));
  ASSERT_EQ(made.resources().size(), 3u);
  const auto& orders = made.resources()[0];
  EXPECT_EQ(orders.id, "w.main.Orders");
  EXPECT_EQ(orders.name, "Orders");
  EXPECT_THAT(orders.primary_key, ElementsAre("id"));
  EXPECT_TRUE(orders.column("id")->unique);
  EXPECT_EQ(orders.column("kind")->description, "comment on kind");
  EXPECT_EQ(made.resources()[2].kind, catalog::ResourceKind::view);
  EXPECT_EQ(made.version(), "7");
}

TEST(WarehouseInventory, NothingHiddenIsInIt) {
  const auto tables = warehouse();
  const auto known = model();
  const catalog::Inventory made(warehouse_parts(tables, &known));
  const auto& orders = made.resources()[0];
  EXPECT_EQ(orders.columns.size(), 4u);
  EXPECT_EQ(orders.column("margin"), nullptr);
  ASSERT_EQ(orders.references.size(), 1u) << "not by a hidden column, nor to what is not here";
  EXPECT_EQ(orders.references[0].target, "w.main.shops");
  EXPECT_THAT(orders.notes, Not(HasSubstr("gain")));
  EXPECT_EQ(made[*made.find("metric.trade.gains")].notes, "");
}

TEST(WarehouseInventory, AViewReadsItsTables) {
  const catalog::Inventory made(warehouse_parts(warehouse(), nullptr));
  EXPECT_THAT(made.parents({2}), ElementsAre(catalog::ResourceIndex{1}));
}

TEST(WarehouseInventory, WhatTheModelSays) {
  const auto known = model();
  const catalog::Inventory made(warehouse_parts(warehouse(), &known));
  const auto& orders = made.resources()[0];
  EXPECT_EQ(orders.description, "What was sold") << "the comment says the same";
  EXPECT_THAT(orders.aliases, ElementsAre("sale", "order")) << "its own name is no other";
  EXPECT_EQ(orders.column("kind")->description,
            "Of the sale\ncomment on kind\nvalues: 1 (retail, shop floor)");
  EXPECT_THAT(orders.column("kind")->aliases, ElementsAre("type", "sort"));
  EXPECT_EQ(orders.notes, "computed: half");
  EXPECT_EQ(made.version(), "7+m");
}

TEST(WarehouseInventory, MetricsReadTheTablesOfTheirFacts) {
  const auto known = model();
  const catalog::Inventory made(warehouse_parts(warehouse(), &known));
  const auto at = made.find("metric.trade.orders");
  ASSERT_TRUE(at);
  EXPECT_EQ(made[*at].kind, catalog::ResourceKind::metric);
  EXPECT_THAT(made[*at].aliases, ElementsAre("deals"));
  EXPECT_EQ(made[*at].notes, "count(sale.type)");
  EXPECT_THAT(made.parents(*at), ElementsAre(catalog::ResourceIndex{0}));
  EXPECT_EQ(made.children({0}).size(), 3u);
}

// Two fields over one column, one of them personal: neither lends it a word.
TEST(WarehouseInventory, PersonalFieldsLendNothing) {
  const auto known = model();
  const catalog::Inventory made(warehouse_parts(warehouse(), &known));
  const auto* column = made.resources()[0].column("buyer_email");
  ASSERT_NE(column, nullptr);
  EXPECT_EQ(column->name, "Buyer_Email");
  EXPECT_EQ(column->description, "");
  EXPECT_THAT(column->aliases, IsEmpty());
  EXPECT_THAT(column->tags, ElementsAre("personal"));
  EXPECT_EQ(made[*made.find("metric.trade.buyers")].notes, "");
}

}  // namespace
}  // namespace tally::answer
