#include "measure/order_keys.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "catalog/spelling.h"
#include "measure/sql_summary.h"
#include "sql/parser.h"
#include "sql/printer.h"
#include "sql/walk.h"

namespace tally::measure {
namespace {

using sql::Expression;
using table::ResultTable;

std::optional<size_t> whole_number(const Expression& expression) {
  const auto* literal = std::get_if<sql::Literal>(&expression.node);
  if (!literal || literal->kind != sql::Literal::Kind::number) return std::nullopt;
  size_t number = 0;
  const char* end = literal->text.data() + literal->text.size();
  auto [stop, fault] = std::from_chars(literal->text.data(), end, number);
  return fault == std::errc() && stop == end ? std::optional(number) : std::nullopt;
}

// The items of the outermost SELECT; nullptr: it is none, or a star hides which is which.
const std::vector<sql::SelectItem>* items_of(const sql::Query& query) {
  const auto* select = std::get_if<sql::Select>(&query.body);
  if (!select) return nullptr;
  for (const auto& item : select->items)
    if (std::holds_alternative<sql::Star>(item.expression.node)) return nullptr;
  return &select->items;
}

// A name as a query may write it in ORDER BY, or the position of an output column, or what one
// says.
std::optional<size_t> column_of(const Expression& key, const sql::Query& query,
                                const ResultTable& shown) {
  if (auto position = whole_number(key))
    return *position >= 1 && *position <= shown.columns.size() ? std::optional(*position - 1)
                                                               : std::nullopt;
  if (const auto* column = std::get_if<sql::ColumnRef>(&key.node)) {
    std::string name = catalog::lower_ascii(column->name.back().text);
    for (size_t c = 0; c < shown.columns.size(); ++c)
      if (catalog::lower_ascii(shown.columns[c].name) == name) return c;
  }
  const auto* items = items_of(query);
  if (!items || items->size() != shown.columns.size()) return std::nullopt;
  std::string said = catalog::lower_ascii(sql::print(key));
  for (size_t c = 0; c < items->size(); ++c)
    if (catalog::lower_ascii(sql::print((*items)[c].expression)) == said) return c;
  return std::nullopt;
}

std::vector<size_t> columns_of(const sql::Query& query, const ResultTable& shown) {
  std::vector<size_t> columns;
  for (const auto& item : query.order_by) {
    auto column = column_of(*item.expression, query, shown);
    if (!column) break;
    columns.push_back(*column);
  }
  return columns;
}

bool aggregates(const Expression& expression) {
  bool found = false;
  sql::walk(expression, [&](const Expression& node) {
    const auto* call = std::get_if<sql::Call>(&node.node);
    found = found || (call && (call->over || is_aggregate(*call)));
    return !found;
  });
  return found;
}

bool is_measure(const sql::Query& query, const ResultTable& shown, size_t column) {
  auto type = shown.columns[column].type;
  if (type == table::Type::decimal || type == table::Type::real) return true;
  const auto* items = items_of(query);
  return items && items->size() == shown.columns.size() && aggregates((*items)[column].expression);
}

// The query with one row more, and what it is ordered by beside what it shows: how many columns it
// shows and the places of the keys. nullopt: they cannot be shown.
struct Longer {
  sql::Query query;
  std::vector<size_t> keys;
};

std::optional<Longer> longer(const sql::Query& query, const ResultTable& shown, size_t limit) {
  Longer made{query, {}};
  made.query.limit = sql::number_literal(std::to_string(limit + 1));
  auto* select = std::get_if<sql::Select>(&made.query.body);
  size_t width = shown.columns.size();
  for (const auto& item : query.order_by) {
    if (auto column = column_of(*item.expression, query, shown)) {
      made.keys.push_back(*column);
      continue;
    }
    if (!select || select->distinct || !select->distinct_on.empty()) return std::nullopt;
    select->items.push_back({*item.expression, std::nullopt});
    made.keys.push_back(width++);
  }
  return made;
}

bool same_cell(const table::Column& column, size_t a, size_t b) {
  return table::cell_text(column, a) == table::cell_text(column, b);
}

bool is_worlds(const Error& error) {
  return error.kind != ErrorKind::user;
}

}  // namespace

std::vector<size_t> order_columns(std::string_view sql, const ResultTable& shown) {
  auto query = sql::parse_query(sql);
  return query.ok() ? columns_of(*query, shown) : std::vector<size_t>();
}

std::vector<size_t> asked_order(std::string_view sql, const ResultTable& shown) {
  auto query = sql::parse_query(sql);
  if (!query.ok()) return {};
  auto columns = columns_of(*query, shown);
  auto first = std::find_if(columns.begin(), columns.end(),
                            [&](size_t column) { return is_measure(*query, shown, column); });
  if (first != columns.end()) columns.erase(first + 1, columns.end());
  return columns;
}

Result<std::optional<std::string>> arbitrary_cut(const std::string& sql, const RunSql& run) {
  using Why = std::optional<std::string>;
  auto query = sql::parse_query(sql);
  if (!query.ok() || !query->limit || query->limit_percent || query->order_by_all) return Why();
  auto limit = whole_number(*query->limit);
  if (!limit || *limit == 0) return Why();
  TALLY_TRY(auto shown, run(sql));
  if (shown.row_count < *limit) return Why();
  auto more = longer(*query, shown, *limit);
  if (!more) return Why();
  auto table = run(sql::print(more->query));
  if (!table.ok()) return is_worlds(table.error()) ? Result<Why>(table.error()) : Why();
  if (table->row_count <= *limit) return Why();
  if (query->order_by.empty())
    return Why(fmt::format("LIMIT {} takes any rows, for there is no ORDER BY", *limit));
  auto equal = [&](size_t column) { return same_cell(table->columns[column], *limit - 1, *limit); };
  bool tied = std::all_of(more->keys.begin(), more->keys.end(), equal);
  bool same = true;
  for (size_t column = 0; column < shown.columns.size(); ++column) same = same && equal(column);
  if (!tied || same) return Why();
  return Why(fmt::format("rows {} and {} are equal in ORDER BY, and LIMIT {} takes one of them",
                         *limit, *limit + 1, *limit));
}

}  // namespace tally::measure
