#include "catalog/catalog.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tally::catalog {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

Table table(std::string database, std::string schema, std::string name) {
  Table made;
  made.id = {std::move(database), std::move(schema), std::move(name)};
  return made;
}

Catalog several_schemas() {
  return Catalog({table("db", "main", "Orders"), table("db", "sales", "orders"),
                  table("other", "main", "stock"), table("db", "main", "a.b"),
                  table("db", "my schema", "t\"x"), table("sales", "main", "only_here"),
                  table("db", "main", "web_orders")},
                 "db", "main", "v1");
}

std::string found(const Table* table) {
  return table == nullptr ? "none" : table->id.text();
}

TEST(CatalogFind, ResolvesDottedNamesAsTheEngineDoes) {
  Catalog catalog = several_schemas();
  auto find = [&](std::string_view dotted) { return found(catalog.find(dotted)); };
  EXPECT_EQ(find("orders"), "db.main.Orders");
  EXPECT_EQ(find("ORDERS"), "db.main.Orders");
  EXPECT_EQ(find("sales.orders"), "db.sales.orders");
  EXPECT_EQ(find("db.sales.Orders"), "db.sales.orders");
  EXPECT_EQ(find("other.stock"), "other.main.stock");          // database.table
  EXPECT_EQ(find("sales.only_here"), "sales.main.only_here");  // no such schema: a database
  EXPECT_EQ(find("stock"), "none");
  EXPECT_EQ(find("sales.web_orders"), "none");
}

TEST(CatalogFind, NamesThatHoldDotsAndQuotes) {
  Catalog catalog = several_schemas();
  auto find = [&](std::string_view dotted) { return found(catalog.find(dotted)); };
  EXPECT_EQ(find("a.b"), "db.main.a.b");
  EXPECT_EQ(find("\"a.b\""), "db.main.a.b");
  EXPECT_EQ(find("main.\"A.B\""), "db.main.a.b");
  EXPECT_EQ(find("\"my schema\".\"t\"\"x\""), "db.my schema.t\"x");
}

TEST(CatalogFind, OddTextFindsNothing) {
  Catalog catalog = several_schemas();
  for (std::string_view dotted :
       {"", ".", "..", "a..b", ".orders", "orders.", "\"orders", "\"", "\"\"", "db.main.orders.x"})
    EXPECT_EQ(found(catalog.find(dotted)), "none") << dotted;
  EXPECT_EQ(found(Catalog().find("orders")), "none");
}

TEST(CatalogFind, ColumnsWithoutRegardToCase) {
  Table made = table("db", "main", "t");
  made.columns = {{"Id", "INTEGER", true, ""}, {"id2", "INTEGER", true, ""}};
  EXPECT_EQ(made.column("ID"), &made.columns[0]);
  EXPECT_EQ(made.column("id2"), &made.columns[1]);
  EXPECT_EQ(made.column("i"), nullptr);
}

TEST(CatalogNearest, SlipsFirstThenParts) {
  Catalog catalog = several_schemas();
  EXPECT_THAT(catalog.nearest("oders"), ElementsAre("Orders", "sales.orders"));
  EXPECT_THAT(catalog.nearest("orders"), ElementsAre("Orders", "sales.orders", "web_orders"));
  EXPECT_THAT(catalog.nearest("db.main.web_order", 1), ElementsAre("web_orders"));
  EXPECT_THAT(catalog.nearest("customers"), IsEmpty());
  EXPECT_THAT(catalog.nearest(""), IsEmpty());
}

}  // namespace
}  // namespace tally::catalog
