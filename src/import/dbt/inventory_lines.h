#pragma once
// For tests: what an inventory holds as lines, so that an expectation is a text file.
//
//   project shop
//   resource model.shop.orders tags=core,x columns=id,state      # values: see values_of()
//   reference model.shop.orders.customer_id > model.shop.customers.id
//   edge model.shop.orders > exposure.shop.board
//   test unique on model.shop.orders column=id
//   test_id test.shop.unique_orders_id.5f0b32                    # only of tests whose id is looked
//   at finding unresolved_ref models/lost.sql:3
//
// A line stands for each thing that is there, and nothing else may be there; of a resource only the
// values that its line names are looked at. A space inside a value is written ~.

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "catalog/inventory.h"

namespace tally::importing::dbt {

inline std::string joined(const std::vector<std::string>& all, const char* between = ",") {
  std::string out;
  for (const auto& one : all) out += (out.empty() ? "" : between) + one;
  std::replace(out.begin(), out.end(), ' ', '~');
  return out;
}

inline std::map<std::string, std::string> values_of(const catalog::Resource& resource) {
  std::vector<std::string> columns;
  for (const auto& column : resource.columns) columns.push_back(column.name);
  return {{"materialized", resource.materialized},
          {"relation", resource.database + "." + resource.schema + "." + resource.identifier},
          {"tags", joined(resource.tags)},
          {"owner", joined({resource.owner})},
          {"aliases", joined(resource.aliases)},
          {"description", joined({resource.description})},
          {"notes", joined({resource.notes})},
          {"columns", joined(columns)},
          {"key", joined(resource.primary_key)},
          {"group", resource.group},
          {"access", resource.access},
          {"latest", resource.is_latest ? "yes" : "no"},
          {"path", resource.path}};
}

inline std::set<std::string> lines_of(const catalog::Inventory& inventory) {
  std::set<std::string> lines;
  for (const auto& resource : inventory.resources()) {
    lines.insert("resource " + resource.id);
    for (const auto& reference : resource.references)
      lines.insert("reference " + resource.id + "." + joined(reference.columns) + " > " +
                   reference.target + "." + joined(reference.target_columns));
  }
  for (const auto& edge : inventory.edges())
    lines.insert("edge " + inventory[edge.from].id + " > " + inventory[edge.to].id);
  for (const auto& test : inventory.tests()) {
    std::string on;
    for (const auto& id : test.on) on += " " + id;
    lines.insert("test " + test.name + " on" + on +
                 (test.column.empty() ? "" : " column=" + test.column));
  }
  for (const auto& finding : inventory.findings())
    lines.insert("finding " + finding.code + " " + finding.file +
                 (finding.line ? ":" + std::to_string(finding.line) : ""));
  return lines;
}

inline void expect_values(const catalog::Resource& resource, std::istringstream& words) {
  const auto values = values_of(resource);
  std::string word;
  while (words >> word) {
    const auto equals = word.find('=');
    ASSERT_TRUE(values.count(word.substr(0, equals))) << word;
    EXPECT_EQ(values.at(word.substr(0, equals)), word.substr(equals + 1)) << resource.id;
  }
}

// How many lines were looked at.
inline size_t expect_lines(const catalog::Inventory& inventory, const std::string& text) {
  std::set<std::string> found = lines_of(inventory);
  std::istringstream expected(text);
  size_t count = 0;
  for (std::string line; std::getline(expected, line);) {
    if (line.empty() || line[0] == '#') continue;
    ++count;
    std::istringstream words(line);
    std::string kind, id;
    words >> kind >> id;
    if (kind == "project") {
      EXPECT_EQ(inventory.project(), id);
    } else if (kind == "test_id") {
      const auto& tests = inventory.tests();
      EXPECT_TRUE(std::any_of(tests.begin(), tests.end(),
                              [&](const catalog::ResourceTest& test) { return test.id == id; }))
          << "missing: " << line;
    } else if (kind != "resource") {
      EXPECT_EQ(found.erase(line), 1u) << "missing: " << line;
    } else {
      std::replace(id.begin(), id.end(), '~', ' ');
      EXPECT_EQ(found.erase("resource " + id), 1u) << "missing: " << id;
      if (const auto index = inventory.find(id)) expect_values(inventory[*index], words);
    }
  }
  for (const auto& extra : found) ADD_FAILURE() << "not expected: " << extra;
  return count;
}

}  // namespace tally::importing::dbt
