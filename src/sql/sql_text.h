#pragma once
// Trust as types: SqlText → ParsedSql → ApprovedSql. Only guard makes an ApprovedSql from run-time
// text; our own introspection uses FixedSql (fixed_sql.h). Nothing below guard runs anything else.

#include <string>
#include <string_view>
#include <utility>

namespace tally::guard {
class Approver;  // src/guard: the only maker of ApprovedSql from run-time text
}

namespace tally::sql {

// Text of unknown origin. Carries no promise.
struct SqlText {
  std::string text;
};

// Text that the engine's own parser read. `tree_json` is the engine's tree (json_serialize_sql for
// DuckDB). Exactly as long-lived as the text; carries no promise either.
struct ParsedSql {
  std::string text;
  std::string tree_json;
};

// What the approval was given for: it is worthless on another engine, catalog or role.
struct ApprovalScope {
  std::string engine;           // Engine::name()
  std::string catalog_version;  // Catalog::version()
  std::string role;             // "analyst" for questions, "own" for our introspection
  friend bool operator==(const ApprovalScope&, const ApprovalScope&) = default;
};

// Text that may run.
class ApprovedSql {
 public:
  const std::string& text() const { return text_; }
  const ApprovalScope& scope() const { return scope_; }

 private:
  friend class tally::guard::Approver;
  friend class FixedSql;
  ApprovedSql(std::string text, ApprovalScope scope)
      : text_(std::move(text)), scope_(std::move(scope)) {}
  std::string text_;
  ApprovalScope scope_;
};

}  // namespace tally::sql
