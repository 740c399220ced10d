#pragma once
// What a metric's expression is made of: aggregates, each over the rows of one dataset, and
// arithmetic over them.

#include <string>
#include <string_view>
#include <vector>

#include "semantic/model.h"
#include "semantic/request.h"

namespace tally::semantic {

struct Aggregate {
  const sql::Expression* expression = nullptr;  // inside the metric's expression
  const Dataset* fact = nullptr;                // whose rows it is over
  std::vector<FieldRef> fields;                 // everything it reads
  // Two equal rows count twice (SUM), or not (MIN, COUNT DISTINCT).
  bool duplicates_matter = true;
  bool zero_when_empty = false;  // over no rows it means 0: sums and counts
  // Counts the rows of a history table: what it means is its entities, each once, by this field.
  const Field* entity = nullptr;
};

struct ShapeIssue {
  sql::Position at;  // in the expression's text
  std::string message, fix;
};

struct MetricShape {
  std::vector<Aggregate> aggregates;
  std::vector<ShapeIssue> issues;
  std::vector<std::string> facts() const;  // without repetition
};

// `expression` must outlive the shape.
//
// An aggregate is over the dataset, among those it names, from which all others it names are
// reached many-to-one. One that ignores duplicates (COUNT DISTINCT, MIN) and names only a dimension
// is over the metric's fact if there is exactly one that reaches it: "sales per customer" divides
// by the customers that bought. One that does not (SUM of a dimension's own column) is over the
// dimension's own rows, apart, because each of those would be counted once a sale.
MetricShape analyse_metric(const Model& model, const sql::Expression& expression);

// The model's field that a column of a metric's expression means: `dataset.field`, or `field` alone
// where only one dataset has it. nullopt: none, or several.
std::optional<FieldRef> resolve_column(const Model& model, const sql::ColumnRef& column);

bool is_aggregate(const sql::Call& call);
// Aggregates whose result is one of the values they read.
bool shows_values(const sql::Call& call);

// Lower-case name of a call, without its schema.
std::string call_name(const sql::Call& call);

// Is it a query inside an expression?
bool is_subquery(const sql::Expression& expression);

}  // namespace tally::semantic
