#pragma once
// The SQL inside a model file: parsed, its names checked, mistakes placed in the file.

#include <string>
#include <string_view>
#include <vector>

#include "semantic/draft.h"

namespace tally::semantic {

class ExpressionCheck {
 public:
  ExpressionCheck(std::string_view file_text, Complaints& complaints)
      : file_text_(file_text), complaints_(complaints) {}

  // `owner` names the thing in messages: `field "orders.amount"`. False if it does not parse.
  bool parse(const Located& sql, const std::string& owner, sql::Expression& into) const;

  // Row-level SQL over the columns of one table; `table` is null where there is no catalog.
  void check_field(const Located& sql, const std::string& owner, const Dataset& dataset,
                   const sql::Expression& expression, const catalog::Table* table) const;

  // Aggregates over fields; fills Metric::facts.
  void check_metric(const Located& sql, const std::string& owner, const Model& model,
                    Metric& metric) const;

 private:
  // `at` is a place in the decoded text of the scalar.
  void complain(const Located& sql, sql::Position at, std::string message, std::string fix) const;
  void check_column(const Located& sql, const std::string& owner, const Dataset& dataset,
                    const sql::Expression& node, const catalog::Table& table) const;

  std::string_view file_text_;
  Complaints& complaints_;
};

// Type of a field that declares none: of the column it is, or of the cast it ends with.
DataType inferred_type(const sql::Expression& expression, const catalog::Table* table);
DataType type_of_sql(std::string_view engine_type);

}  // namespace tally::semantic
