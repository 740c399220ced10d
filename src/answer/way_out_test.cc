#include "answer/way_out.h"

#include <gtest/gtest.h>

#include "catalog/hidden.h"

namespace tally::answer {
namespace {

catalog::Catalog warehouse() {
  std::vector<catalog::Table> tables(3);
  tables[0].id = {"w", "main", "orders"};
  for (const char* name : {"id", "amount", "gift_wrap", "buyer_email"})
    tables[0].columns.push_back({name, "INTEGER", true, ""});
  tables[1].id = {"w", "main", "stg_payments"};
  for (const char* name : {"method", "wrap_colour", "buyer_email"})
    tables[1].columns.push_back({name, "VARCHAR", true, ""});
  tables[2].id = {"w", "main", "salaries"};
  tables[2].columns.push_back({"bonus", "INTEGER", true, ""});
  return catalog::Catalog(std::move(tables), "w", "main", "1");
}

semantic::Model model() {
  semantic::Model made;
  semantic::Dataset orders;
  orders.name = "orders";
  orders.table = {"w", "main", "orders"};
  for (const auto& [name, column] :
       {std::pair("amount", "amount"), std::pair("email", "buyer_email")}) {
    semantic::Field field;
    field.name = name;
    field.personal = field.name == "email";
    field.expression.node = sql::ColumnRef{{{column, false}}};
    orders.fields.push_back(std::move(field));
  }
  made.datasets.push_back(std::move(orders));
  return made;
}

std::string found(const std::vector<std::string>& unknown) {
  const auto hides = [](const catalog::ObjectId& table, std::string_view) {
    return table.name == "salaries";
  };
  return way_out(unknown, model(), catalog::visible_part(warehouse(), hides));
}

TEST(WayOut, AColumnThatIsCalledSo) {
  EXPECT_EQ(found({"payment method"}),
            "stg_payments.method looks like it, but the model does not describe it.");
  EXPECT_EQ(found({"gift", "wraps"}),
            "orders.gift_wrap looks like it, but the model does not describe it.");
}

TEST(WayOut, EveryWordHasToBeThere) {
  EXPECT_EQ(found({"gift voucher"}), "");
  EXPECT_EQ(found({"nothing"}), "");
  EXPECT_EQ(found({}), "");
}

TEST(WayOut, NothingThatMustNotBeNamed) {
  EXPECT_EQ(found({"bonus"}), "") << "hidden";
  EXPECT_EQ(found({"salaries"}), "") << "hidden";
  EXPECT_EQ(found({"buyer email"}), "") << "personal, in any table";
}

TEST(WayOut, OfSeveralAlikeTwoAreNamed) {
  EXPECT_EQ(found({"wrap"}),
            "orders.gift_wrap and stg_payments.wrap_colour look like it, but the model does not "
            "describe them.");
}

TEST(WayOut, WhatTheModelDescribesIsNotPointedAt) {
  EXPECT_EQ(found({"amount"}), "");
}

}  // namespace
}  // namespace tally::answer
