#include "measure/sibling_tables.h"

#include <algorithm>
#include <set>
#include <string>

#include "catalog/spelling.h"

namespace tally::measure {
namespace {

std::set<std::string> stems(const catalog::Table& table) {
  std::string prefix;
  if (!table.columns.empty()) {
    const auto& first = table.columns[0].name;
    prefix = catalog::lower_ascii(first.substr(0, first.find('_') + 1));
  }
  bool common = std::all_of(table.columns.begin(), table.columns.end(), [&](const auto& column) {
    return catalog::lower_ascii(column.name).starts_with(prefix);
  });
  std::set<std::string> out;
  for (const auto& column : table.columns)
    out.insert(catalog::lower_ascii(column.name).substr(common ? prefix.size() : 0));
  return out;
}

}  // namespace

bool are_siblings(const catalog::Table& a, const catalog::Table& b) {
  constexpr size_t kFewest = 3;
  constexpr double kShare = 0.6, kOfBoth = 1.0 / 3;
  auto left = stems(a), right = stems(b);
  size_t shared = 0;
  for (const auto& stem : left) shared += right.count(stem);
  auto both = static_cast<double>(shared);
  auto smaller = static_cast<double>(std::min(left.size(), right.size()));
  auto all = static_cast<double>(left.size() + right.size() - shared);
  return shared >= kFewest && both >= kShare * smaller && both >= kOfBoth * all;
}

}  // namespace tally::measure
