#pragma once
// Which names can an expression see? Common tables per query node, and the relations of FROM with
// their columns, kept while the tree is walked. Names are compared in lower case (ASCII), as the
// engine does.

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tally::guard {

std::string lower(std::string_view text);

using Columns = std::vector<std::string>;  // lower case

// One thing in FROM.
struct Relation {
  std::string alias = {};  // lower case; the table's own name where no alias is given
  // Of a table named without alias, as the catalog writes them.
  std::string database = {}, schema = {};
  Columns columns = {};
  Columns hidden = {};  // those of them that nobody may read
  // Rows of literal values (VALUES, range …): naming the whole row shows nothing new.
  bool only_values = false;

  bool has(std::string_view column) const;
};

struct Scope {
  std::vector<Relation> relations;
  Columns select_aliases;
  bool aliases_visible = false;  // in the clause being visited

  bool has_column(std::string_view name) const;
  bool has_hidden() const;
  const Relation* find(std::string_view alias) const;
};

// A table of WITH, as seen by the queries that read it.
struct CommonTable {
  Columns columns;
  double weight = 1;  // how many tables the planner sees where it is read
};

// What a name in an expression stands for.
enum class Meaning { column, whole_row, unknown };

class Scopes {
 public:
  void open_query() { queries_.emplace_back(); }
  void close_query() { queries_.pop_back(); }
  // The innermost query that is open. There must be one.
  Scope& query() { return queries_.back(); }
  const Scope& innermost() const { return queries_.back(); }
  // Of all open queries, the innermost first.
  template <typename Fits>
  bool any_relation(Fits fits) const {
    for (auto scope = queries_.rbegin(); scope != queries_.rend(); ++scope)
      for (const Relation& relation : scope->relations)
        if (fits(relation, scope == queries_.rbegin())) return true;
    return false;
  }

  void open_common_tables() { common_tables_.emplace_back(); }
  void close_common_tables() { common_tables_.pop_back(); }
  void add_common_table(std::string_view name, CommonTable table);
  // nullptr: no such common table is visible here.
  const CommonTable* common_table(std::string_view name) const;
  // Whether the text has a common table of this name anywhere so far: for the hint only.
  bool was_common_table(std::string_view name) const;

  void open_lambda(Columns parameters) { lambdas_.push_back(std::move(parameters)); }
  void close_lambda() { lambdas_.pop_back(); }

  // `name` as written, in parts. Innermost scope first; a column hides a relation of the same name.
  Meaning meaning(const std::vector<std::string>& parts) const;
  // Whether it is, or may be, a column that is hidden.
  bool names_hidden(const std::vector<std::string>& parts) const;
  // alias.column, schema.table.column … and nothing else: no field of a struct of that name.
  bool is_column_of_relation(const std::vector<std::string>& parts) const;

 private:
  using Named = std::pair<std::string, CommonTable>;
  bool is_lambda_parameter(std::string_view name) const;

  std::vector<Scope> queries_;
  std::vector<std::vector<Named>> common_tables_;
  std::vector<std::string> seen_common_tables_;
  std::vector<Columns> lambdas_;
};

}  // namespace tally::guard
