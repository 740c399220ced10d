#include "retrieval/lineage.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace tally::retrieval {
namespace {

using catalog::Inventory;
using catalog::ReadEdge;
using catalog::ResourceIndex;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

// "ab" : a is read by b. Letters from a.
Inventory graph(size_t count, const std::vector<std::string>& edges) {
  Inventory::Parts parts;
  for (size_t at = 0; at < count; ++at) {
    catalog::Resource resource;
    resource.id = resource.name = std::string(1, static_cast<char>('a' + at));
    parts.resources.push_back(resource);
  }
  const auto index = [](char c) { return ResourceIndex{static_cast<uint32_t>(c - 'a')}; };
  for (const auto& edge : edges) parts.edges.push_back({index(edge[0]), index(edge[1])});
  return Inventory(std::move(parts));
}

ResourceIndex at(char c) {
  return {static_cast<uint32_t>(c - 'a')};
}

std::string letters(const std::vector<ResourceIndex>& all) {
  std::string out;
  for (const auto index : all) out += static_cast<char>('a' + index.value);
  return out;
}

std::string walked(const std::vector<Reached>& all) {
  std::string out;
  for (const auto& one : all) {
    out += static_cast<char>('a' + one.index.value);
    out += std::to_string(one.depth);
  }
  return out;
}

//  a ─ b ─ d ─ e
//   └─ c ─┘     f (alone)
const std::vector<std::string> kDiamond = {"ab", "ac", "bd", "cd", "de"};

TEST(Lineage, WalksNearestFirstAndNamesEachOnce) {
  const auto inventory = graph(6, kDiamond);
  Lineage lineage(inventory);
  EXPECT_EQ(walked(lineage.walk(at('a'), Direction::down)), "b1c1d2e3");
  EXPECT_EQ(walked(lineage.walk(at('e'), Direction::up)), "d1b2c2a3");
  EXPECT_EQ(walked(lineage.walk(at('f'), Direction::up)), "");
}

TEST(Lineage, DepthEndsTheWalk) {
  const auto inventory = graph(6, kDiamond);
  Lineage lineage(inventory);
  EXPECT_EQ(walked(lineage.walk(at('a'), Direction::down, 0)), "");
  EXPECT_EQ(walked(lineage.walk(at('a'), Direction::down, 1)), "b1c1");
  EXPECT_EQ(walked(lineage.walk(at('a'), Direction::down, 2)), "b1c1d2");
}

TEST(Lineage, CyclesEnd) {
  const auto inventory = graph(3, {"ab", "bc", "ca", "bb"});
  Lineage lineage(inventory);
  EXPECT_EQ(walked(lineage.walk(at('a'), Direction::down)), "b1c2");
  EXPECT_EQ(letters(lineage.shortest_path(at('b'), at('a'))), "bca");
}

TEST(Lineage, ShortestPathAlongTheFlow) {
  const auto inventory = graph(6, {"ab", "bc", "cd", "ad", "de"});
  Lineage lineage(inventory);
  EXPECT_EQ(letters(lineage.shortest_path(at('a'), at('e'))), "ade");
  EXPECT_EQ(letters(lineage.shortest_path(at('b'), at('e'))), "bcde");
  EXPECT_EQ(letters(lineage.shortest_path(at('e'), at('a'))), "");
  EXPECT_EQ(letters(lineage.shortest_path(at('f'), at('f'))), "f");
}

TEST(Lineage, WhatLiesBetween) {
  const auto inventory = graph(6, kDiamond);
  Lineage lineage(inventory);
  EXPECT_EQ(letters(lineage.between({at('a'), at('d')})), "abcd");
  EXPECT_EQ(letters(lineage.between({at('b'), at('c')})), "bc");
  EXPECT_EQ(letters(lineage.between({at('e'), at('b'), at('f')})), "bdef");
  EXPECT_THAT(lineage.edges_among({at('a'), at('b'), at('d')}),
              ElementsAre(ReadEdge{at('a'), at('b')}, ReadEdge{at('b'), at('d')}));
  EXPECT_THAT(lineage.edges_among({at('f')}), IsEmpty());
}

}  // namespace
}  // namespace tally::retrieval
