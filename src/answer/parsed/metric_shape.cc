#include "answer/parsed/metric_shape.h"

#include "sql/walk.h"
#include "text/among.h"
#include "text/utf8.h"

namespace tally::answer::parsed {

namespace {

bool picks_rows(const sql::Expression& expression) {
  bool picks = false;
  sql::walk(expression, [&](const sql::Expression& part) {
    const auto* call = std::get_if<sql::Call>(&part.node);
    std::string name =
        call != nullptr && !call->name.empty() ? text::fold(call->name.back().text) : std::string();
    picks = picks || std::holds_alternative<sql::Case>(part.node) ||
            (call != nullptr && call->filter.has_value()) ||
            text::among(name, {"min", "max", "if", "count_if", "countif"});
    return !picks;
  });
  return picks;
}

bool sums(const sql::Expression& expression) {
  if (const auto* call = std::get_if<sql::Call>(&expression.node))
    return !call->name.empty() && text::among(text::fold(call->name.back().text), {"sum", "count"});
  if (const auto* unary = std::get_if<sql::Unary>(&expression.node)) return sums(*unary->operand);
  const auto* binary = std::get_if<sql::Binary>(&expression.node);
  bool adds = binary != nullptr &&
              (binary->op == sql::BinaryOp::add || binary->op == sql::BinaryOp::subtract);
  return adds && sums(*binary->left) && sums(*binary->right);
}

}  // namespace

MetricShape shape_of(const sql::Expression& expression) {
  MetricShape shape;
  shape.picks = picks_rows(expression);
  shape.sums = sums(expression);
  const auto* call = std::get_if<sql::Call>(&expression.node);
  if (call == nullptr || call->name.empty()) return shape;
  shape.aggregate = text::fold(call->name.back().text);
  if (call->filter.has_value() || call->arguments.size() != 1) return shape;
  const sql::Expression& counted = *call->arguments[0].value;
  bool counts = shape.aggregate == "count";
  shape.distinct = call->distinct;
  if (const auto* column = std::get_if<sql::ColumnRef>(&counted.node)) {
    if (column->name.size() == 2) {
      (counts ? shape.counted_dataset : shape.measured_dataset) = column->name[0].text;
      (counts ? shape.counted_field : shape.measured_field) = column->name[1].text;
    }
  } else if (!counts) {
    return shape;
  } else if (const auto* star = std::get_if<sql::Star>(&counted.node)) {
    if (star->qualifier.size() == 1) shape.counted_dataset = star->qualifier[0].text;
  }
  return shape;
}

}  // namespace tally::answer::parsed
