#include "semantic/expression_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "catalog/spelling.h"
#include "semantic/aggregates.h"
#include "semantic/names.h"
#include "sql/parser.h"
#include "sql/walk.h"

namespace tally::semantic {
namespace {

using sql::Call;
using sql::ColumnRef;
using sql::Expression;

// "line 2, column 7: expected …" → the place and the rest.
struct SqlFault {
  sql::Position at{1, 1};
  std::string reason;
};

SqlFault read_fault(const std::string& message) {
  SqlFault fault{{1, 1}, message};
  constexpr std::string_view kLine = "line ", kColumn = ", column ";
  size_t column = message.find(kColumn);
  size_t colon = message.find(": ");
  bool placed = message.starts_with(kLine) && column != std::string::npos && colon > column;
  if (!placed || colon == std::string::npos) return fault;
  const char* text = message.data();
  std::from_chars(text + kLine.size(), text + column, fault.at.line);
  std::from_chars(text + column + kColumn.size(), text + colon, fault.at.column);
  fault.reason = message.substr(colon + 2);
  return fault;
}

// Names that a lambda inside the expression gives its own parameters.
std::vector<std::string> lambda_names(const Expression& expression) {
  std::vector<std::string> names;
  sql::walk(expression, [&](const Expression& node) {
    if (const auto* lambda = std::get_if<sql::Lambda>(&node.node)) {
      for (const auto& parameter : lambda->parameters) names.push_back(parameter.text);
    }
    return true;
  });
  return names;
}

// Standard SQL's functions without parentheses may reach us as columns.
bool is_bare_function(std::string_view name) {
  constexpr auto kNames = std::to_array<std::string_view>(
      {"current_date", "current_time", "current_timestamp", "localtime", "localtimestamp"});
  return std::find(kNames.begin(), kNames.end(), catalog::lower_ascii(name)) != kNames.end();
}

const char* not_row_level(const Expression& node) {
  if (is_subquery(node)) return "a subquery";
  if (std::holds_alternative<sql::Star>(node.node)) return "a *";
  if (std::holds_alternative<sql::Parameter>(node.node)) return "a parameter";
  const auto* call = std::get_if<Call>(&node.node);
  if (call && call->over) return "a window function";
  return call && is_aggregate(*call) ? "an aggregate" : nullptr;
}

}  // namespace

void ExpressionCheck::complain(const Located& sql, sql::Position at, std::string message,
                               std::string fix) const {
  size_t offset = offset_of(sql.text, {std::max(at.line, 1), std::max(at.column, 1)});
  complaints_.add(position_inside(file_text_, *sql.node, offset), std::move(message),
                  std::move(fix));
}

bool ExpressionCheck::parse(const Located& sql, const std::string& owner, Expression& into) const {
  auto parsed = sql::parse_expression(sql.text);
  if (parsed.ok()) {
    into = *std::move(parsed);
    return true;
  }
  SqlFault fault = read_fault(parsed.error().message);
  complain(sql, fault.at, fmt::format("the SQL of {}: {}", owner, fault.reason),
           parsed.error().hint.empty() ? "correct the SQL" : parsed.error().hint);
  return false;
}

void ExpressionCheck::check_field(const Located& sql, const std::string& owner,
                                  const Dataset& dataset, const Expression& expression,
                                  const catalog::Table* table) const {
  auto lambdas = lambda_names(expression);
  sql::walk(expression, [&](const Expression& node) {
    if (const char* what = not_row_level(node)) {
      complain(sql, node.at, fmt::format("the SQL of {} has {}", owner, what),
               "a field is computed from one row of its table; aggregates belong to metrics");
      return false;
    }
    const auto* column = std::get_if<ColumnRef>(&node.node);
    bool is_lambda =
        column && std::find(lambdas.begin(), lambdas.end(), column->name[0].text) != lambdas.end();
    if (column && table && !is_lambda) check_column(sql, owner, dataset, node, *table);
    return true;
  });
}

void ExpressionCheck::check_column(const Located& sql, const std::string& owner,
                                   const Dataset& dataset, const Expression& node,
                                   const catalog::Table& table) const {
  const auto& name = std::get<ColumnRef>(node.node).name;
  if (table.column(name[0].text)) return;  // perhaps with a struct's member after it
  bool qualified = name.size() > 1 && (same_name(name[0].text, dataset.name) ||
                                       same_name(name[0].text, table.id.name));
  const std::string& column = qualified ? name[1].text : name[0].text;
  if (qualified && table.column(column)) return;
  if (name.size() == 1 && is_bare_function(column)) return;
  if (name.size() > 1 && !qualified) {
    return complain(
        sql, node.at,
        fmt::format("the SQL of {} reads \"{}\", which is not its own table", owner, name[0].text),
        fmt::format("a field reads columns of \"{}\" only", table.id.name));
  }
  std::vector<std::string> columns;
  for (const auto& known : table.columns)
    if (!known.is_hidden) columns.push_back(known.name);
  bool is_field = dataset.field(column) != nullptr &&
                  !same_name(owner, fmt::format("field \"{}.{}\"", dataset.name, column));
  complain(
      sql, node.at,
      fmt::format("the SQL of {}: table \"{}\" has no column \"{}\"", owner, table.id.name, column),
      is_field ? "that is a field: write its columns" : did_you_mean(column, columns));
}

void ExpressionCheck::check_metric(const Located& sql, const std::string& owner, const Model& model,
                                   Metric& metric) const {
  MetricShape shape = analyse_metric(model, metric.expression);
  for (const auto& issue : shape.issues) {
    complain(sql, issue.at, fmt::format("the SQL of {}: {}", owner, issue.message), issue.fix);
  }
  for (const auto& aggregate : shape.aggregates) {
    if (!shows_values(std::get<Call>(aggregate.expression->node))) continue;
    for (const auto& read : aggregate.fields) {
      if (!model.field(read.dataset, read.field)->personal) continue;
      complain(sql, aggregate.expression->at,
               fmt::format("the SQL of {} shows values of \"{}.{}\", which is personal", owner,
                           read.dataset, read.field),
               "a personal field may be counted only");
    }
  }
  metric.facts = shape.facts();
}

DataType type_of_sql(std::string_view engine_type) {
  std::string type = catalog::lower_ascii(engine_type);
  bool nested = type.find('[') != std::string::npos || type.starts_with("struct") ||
                type.starts_with("map") || type.starts_with("union");
  if (nested) return DataType::opaque;
  auto starts = [&](std::string_view prefix) { return type.starts_with(prefix); };
  if (starts("varchar") || starts("text") || starts("char") || starts("bpchar") ||
      starts("string") || starts("enum") || starts("uuid")) {
    return DataType::string;
  }
  if (starts("interval")) return DataType::opaque;
  if (type.find("int") != std::string::npos || type == "long" || type == "short") {
    return DataType::integer;
  }
  if (starts("decimal") || starts("numeric")) return DataType::decimal;
  if (starts("float") || starts("double") || starts("real")) return DataType::float_;
  if (starts("bool")) return DataType::boolean;
  if (starts("date") && !starts("datetime")) return DataType::date;
  if (starts("timestamp with time zone") || starts("timestamptz")) return DataType::datetime_tz;
  if (starts("timestamp") || starts("datetime")) return DataType::datetime;
  if (starts("time")) return DataType::time;
  return DataType::unknown;
}

DataType inferred_type(const Expression& expression, const catalog::Table* table) {
  if (const auto* cast = std::get_if<sql::Cast>(&expression.node)) return type_of_sql(cast->type);
  const auto* column = std::get_if<ColumnRef>(&expression.node);
  if (!column || !table || column->name.size() > 2) return DataType::unknown;
  const catalog::Column* found = table->column(column->name.back().text);
  return found ? type_of_sql(found->type) : DataType::unknown;
}

}  // namespace tally::semantic
