#pragma once
// May this SQL run, and why not? SQL text → ApprovedSql, or a refusal that names rule, line, column
// and a hint. Judged on the engine's own tree, every node kind and every function by allow-list,
// every table in the catalog. Text gates come before anything is parsed or planned.

#include <string>
#include <variant>

#include "base/clock.h"
#include "base/result.h"
#include "catalog/catalog.h"
#include "engine/engine.h"
#include "guard/rules.h"
#include "sql/sql_text.h"

namespace tally::guard {

// `rule` is a stable short word ("one_statement", "select_only", "unknown_table", …); the list with
// an example each is rules() and docs/guard-rules.md. line and column are 1-based, 0 where the
// whole text is meant.
struct Refusal {
  std::string rule;
  int line = 0, column = 0;
  std::string message;
  std::string hint;
};

using Verdict = std::variant<sql::ApprovedSql, Refusal>;

struct GuardOptions {
  size_t max_text_bytes = 100'000;
  bool plan = true;           // also let the engine bind it (explain): rule "does_not_bind"
  bool reads_hidden = false;  // columns that the catalog marks as hidden may be read
};

class Guard {
 public:
  // Both outlive the guard. Thread-safe.
  Guard(engine::Engine& engine, const catalog::Catalog& catalog, GuardOptions options = {});

  // An Error is an outside failure (deadline, worker died): no verdict was reached, nothing may
  // run.
  Result<Verdict> judge(const sql::SqlText& text, Deadline deadline) const;

 private:
  engine::Engine& engine_;
  const catalog::Catalog& catalog_;
  GuardOptions options_;
};

}  // namespace tally::guard
