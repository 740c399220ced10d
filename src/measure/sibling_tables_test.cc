#include "measure/sibling_tables.h"

#include <gtest/gtest.h>

namespace tally::measure {
namespace {

bool siblings(std::vector<const char*> left, std::vector<const char*> right) {
  auto table = [](const std::vector<const char*>& columns) {
    catalog::Table made;
    for (const char* column : columns) made.columns.push_back({column, "VARCHAR", true, ""});
    return made;
  };
  bool found = are_siblings(table(left), table(right));
  EXPECT_EQ(are_siblings(table(right), table(left)), found);
  return found;
}

TEST(Siblings, ShareMostOfTheirColumns) {
  EXPECT_TRUE(siblings({"id", "day", "item", "amount"}, {"id", "day", "item", "amount", "page"}));
  EXPECT_TRUE(siblings({"a_day", "a_item", "a_amount"}, {"B_Day", "B_Item", "B_Amount"}));
  EXPECT_FALSE(siblings({"id", "amount"}, {"id", "amount"}));  // too little to tell
  EXPECT_FALSE(siblings({"id", "day", "item", "amount"}, {"id", "name", "city", "zip"}));
  EXPECT_FALSE(siblings({}, {}));
}

TEST(Siblings, AreNotWhatIsAPartOfTheOther) {
  std::vector<const char*> address = {"street", "city", "zip", "country"};
  std::vector<const char*> works = {"street", "city",   "zip",   "country", "name",
                                    "opened", "size",   "staff", "head",    "phone",
                                    "shifts", "output", "kind"};
  EXPECT_FALSE(siblings(address, works));
}

}  // namespace
}  // namespace tally::measure
