#include "catalog/inventory.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tally::catalog {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

Resource resource(std::string id, std::string name, std::string package) {
  Resource made;
  made.id = std::move(id);
  made.name = std::move(name);
  made.package = std::move(package);
  return made;
}

Inventory two_packages() {
  Inventory::Parts parts;
  parts.resources = {resource("model.shop.orders", "orders", "shop"),
                     resource("model.kit.orders", "orders", "kit"),
                     resource("model.shop.sums", "Sums", "shop")};
  parts.edges = {{{1}, {2}}, {{0}, {2}}, {{0}, {2}}};
  return Inventory(std::move(parts));
}

TEST(Inventory, HoldsNothingThatSteersATerminal) {
  Inventory::Parts parts;
  Resource made = resource("model.shop.a\033[31m", "a\033[31m", "shop");
  made.description =
      "red \033[31m bell\a\r\ntab\t c1 \xc2\x9b rtl \xe2\x80\xae caf\xc3\xa9 \xe2\x82\xac";
  made.owner = "two\nlines";
  made.columns = {{.name = "c\x7f", .description = "\033]0;title\a"}};
  parts.resources = {made};
  parts.findings = {{.message = "ref('\033[2J')"}};
  const Inventory inventory(std::move(parts));
  const Resource& kept = inventory.resources().front();
  EXPECT_EQ(kept.name, "a\xef\xbf\xbd[31m");
  EXPECT_EQ(kept.description,
            "red \xef\xbf\xbd[31m bell\xef\xbf\xbd\ntab\t c1 \xef\xbf\xbd rtl \xef\xbf\xbd "
            "caf\xc3\xa9 \xe2\x82\xac");
  EXPECT_EQ(kept.owner, "two lines");
  EXPECT_EQ(kept.columns.front().name, "c\xef\xbf\xbd");
  EXPECT_EQ(kept.columns.front().description, "\xef\xbf\xbd]0;title\xef\xbf\xbd");
  EXPECT_EQ(inventory.findings().front().message, "ref('\xef\xbf\xbd[2J')");
}

TEST(Inventory, NamesOfTwoPackagesDoNotOverwriteEachOther) {
  const Inventory inventory = two_packages();
  EXPECT_THAT(inventory.find_name("ORDERS"), ElementsAre(ResourceIndex{0}, ResourceIndex{1}));
  EXPECT_THAT(inventory.find_name("kit.orders"), ElementsAre(ResourceIndex{1}));
  EXPECT_THAT(inventory.find_name("sums"), ElementsAre(ResourceIndex{2}));
  EXPECT_EQ(inventory.find("model.kit.orders"), ResourceIndex{1});
  EXPECT_EQ(inventory.find("model.kit.sums"), std::nullopt);
}

TEST(Inventory, EdgesAreKeptOnceAndBothWays) {
  const Inventory inventory = two_packages();
  EXPECT_EQ(inventory.edges().size(), 2u);
  EXPECT_THAT(inventory.parents({2}), ElementsAre(ResourceIndex{0}, ResourceIndex{1}));
  EXPECT_THAT(inventory.children({0}), ElementsAre(ResourceIndex{2}));
  EXPECT_THAT(inventory.children({2}), IsEmpty());
}

TEST(Inventory, OfTwoResourcesWithOneIdTheFirstCounts) {
  Inventory::Parts parts;
  parts.resources = {resource("model.a.x", "x", "a"), resource("model.a.x", "x", "a"),
                     resource("model.a.y", "y", "a")};
  parts.edges = {{{1}, {2}}};
  const Inventory inventory(std::move(parts));
  EXPECT_EQ(inventory.resources().size(), 2u);
  EXPECT_THAT(inventory.parents({1}), ElementsAre(ResourceIndex{0}));
  ASSERT_EQ(inventory.findings().size(), 1u);
  EXPECT_EQ(inventory.findings()[0].code, "duplicate_id");
}

}  // namespace
}  // namespace tally::catalog
