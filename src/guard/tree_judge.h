#pragma once
// May this tree run? The engine's own parse tree, judged node by node by allow-list: no engine, no
// I/O, total on any bytes. Not the whole guard: the text gates come before, binding after.

#include <cstddef>
#include <optional>
#include <string_view>

#include "catalog/catalog.h"
#include "guard/guard.h"

namespace tally::guard {

// What a text may ask of the planner, which cannot be interrupted. Measured on DuckDB 1.5.5: 200
// nested operators plan in 0.2 s and 700 in 4 s, 1,500 terms in 0.4 s and 6,000 in 6 s; the widest
// of TPC-DS's 99 queries has 32 tables, 128 terms and 10 levels.
struct TreeLimits {
  size_t max_depth = 200;     // expressions and queries inside one another
  size_t max_tables = 60;     // tables read, those behind inlined common tables counted each time
  size_t max_terms = 1000;    // operands of AND and OR
  bool reads_hidden = false;  // columns that the catalog marks as hidden may be read
};

// `tree_json` is what the engine made of `text`. nullopt: nothing to object to.
std::optional<Refusal> judge_tree(std::string_view tree_json, std::string_view text,
                                  const catalog::Catalog& catalog, const TreeLimits& limits = {});

}  // namespace tally::guard
