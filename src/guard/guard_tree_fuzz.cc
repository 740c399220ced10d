// libFuzzer over the judge of the tree (`make fuzz`): any bytes, a verdict, no crash. The first
// corpus is tests/guard/trees. What it must never do is approve a tree that holds a function or a
// table that is on no list; every case it finds goes to tree_judge_test.cc.

#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "guard/tree_judge.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const tally::catalog::Catalog kCatalog = [] {
    tally::catalog::Table orders;
    orders.id = {"shop", "main", "orders"};
    orders.columns = {{"order_id", "INTEGER", true, ""}, {"amount", "DECIMAL(12,2)", true, ""}};
    return tally::catalog::Catalog({orders}, "shop", "main", "fuzz");
  }();
  std::string_view json(reinterpret_cast<const char*>(data), size);
  auto refusal = tally::guard::judge_tree(json, "SELECT 1", kCatalog);
  if (refusal && (refusal->rule.empty() || refusal->message.empty())) std::abort();
  return 0;
}
