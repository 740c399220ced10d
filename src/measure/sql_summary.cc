#include "measure/sql_summary.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "sql/parser.h"
#include "sql/printer.h"
#include "sql/walk.h"
#include "table/cell_values.h"

namespace tally::measure {
namespace {

using sql::Expression;
using sql::Query;

constexpr int kFirstYear = 1800, kLastYear = 2200;  // other numbers are none
constexpr std::array kAggregates = {"sum",           "count",           "avg",       "min",
                                    "max",           "median",          "stddev",    "stddev_samp",
                                    "quantile_cont", "percentile_cont", "any_value", "mode",
                                    "count_star"};

std::string lower(std::string text) {
  for (auto& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

std::string dotted(const sql::QualifiedName& name) {
  std::string out;
  for (const auto& part : name) out += (out.empty() ? "" : ".") + part.text;
  return out;
}

// Tables that a SELECT's columns may be of.
struct Source {
  std::string alias;  // lower case
  const catalog::Table* table = nullptr;
};

class Summariser {
 public:
  explicit Summariser(const catalog::Catalog& catalog) : catalog_(catalog) {}

  void query(const Query& tree) {
    size_t names = common_.size();
    for (const auto& common : tree.with) {
      common_.push_back(lower(common.name.text));
      query(*common.query);
    }
    body(tree);
    common_.resize(names);
  }

  SqlSummary take() { return std::move(summary_); }

 private:
  void body(const Query& tree) {
    if (const auto* select = std::get_if<sql::Select>(&tree.body)) {
      this->select(*select, tree);
    } else if (const auto* both = std::get_if<sql::SetOperation>(&tree.body)) {
      query(*both->left);
      query(*both->right);
    }
  }
  void select(const sql::Select& tree, const Query& whole);
  void from(const sql::FromItem& item);
  void expression(const Expression& tree);
  void call(const sql::Call& call);
  void comparison(const sql::Binary& binary);
  void between(const sql::Between& range);
  void in_list(const sql::InList& list);
  void subqueries(const Expression& node);
  void text_of(const Expression& operand, const Expression& literal);
  void year_of(const Expression& literal, bool exclusive);
  void add_year(int year);
  const catalog::Table* owner(const sql::ColumnRef& column) const;

  const catalog::Catalog& catalog_;
  SqlSummary summary_;
  std::vector<std::string> common_;           // names of WITH in scope
  std::vector<std::vector<Source>> sources_;  // innermost last
};

void Summariser::from(const sql::FromItem& item) {
  if (const auto* name = std::get_if<sql::TableName>(&item.item)) {
    std::string written = dotted(name->name);
    bool is_common = std::count(common_.begin(), common_.end(), lower(written)) > 0;
    const auto* table = is_common ? nullptr : catalog_.find(written);
    if (table) summary_.tables.insert(table->id.text());
    std::string alias = item.alias ? item.alias->text : name->name.back().text;
    sources_.back().push_back({lower(alias), table});
  } else if (const auto* inner = std::get_if<sql::Subquery>(&item.item)) {
    query(*inner->query);
  } else if (const auto* join = std::get_if<sql::Join>(&item.item)) {
    from(*join->left);
    from(*join->right);
    using sql::JoinKind;
    if (join->kind == JoinKind::left || join->kind == JoinKind::right ||
        join->kind == JoinKind::full)
      summary_.keeps_unmatched = true;
    if (join->on) expression(*join->on);
  }
}

void Summariser::select(const sql::Select& tree, const Query& whole) {
  sources_.emplace_back();
  for (const auto& item : tree.from) from(item);
  for (const auto& item : tree.items) expression(item.expression);
  if (tree.where) expression(*tree.where);
  if (tree.having) expression(*tree.having);
  if (tree.qualify) expression(*tree.qualify);
  sources_.pop_back();
  if (!sources_.empty()) return;
  summary_.groups = 0;  // the last SELECT of this level is the outermost
  for (const auto& set : tree.group_by) summary_.groups += set.items.size();
  summary_.limit = whole.limit ? sql::print(*whole.limit) : "";
}

void Summariser::expression(const Expression& tree) {
  sql::walk(tree, [this](const Expression& node) {
    if (const auto* call = std::get_if<sql::Call>(&node.node)) this->call(*call);
    if (const auto* binary = std::get_if<sql::Binary>(&node.node)) comparison(*binary);
    if (const auto* range = std::get_if<sql::Between>(&node.node)) between(*range);
    if (const auto* list = std::get_if<sql::InList>(&node.node)) in_list(*list);
    subqueries(node);
    return true;
  });
}

void Summariser::subqueries(const Expression& node) {
  if (const auto* in = std::get_if<sql::InQuery>(&node.node)) query(*in->query);
  if (const auto* exists = std::get_if<sql::Exists>(&node.node)) query(*exists->query);
  if (const auto* scalar = std::get_if<sql::ScalarQuery>(&node.node)) query(*scalar->query);
  if (const auto* array = std::get_if<sql::ArrayQuery>(&node.node)) query(*array->query);
  if (const auto* any = std::get_if<sql::Quantified>(&node.node))
    if (const auto* inner = std::get_if<Box<Query>>(&any->over)) query(**inner);
}

void Summariser::call(const sql::Call& call) {
  std::string name = lower(call.name.back().text);
  if (std::find(kAggregates.begin(), kAggregates.end(), name) == kAggregates.end()) return;
  summary_.aggregates.insert(call.distinct ? name + " distinct" : name);
}

const catalog::Table* Summariser::owner(const sql::ColumnRef& column) const {
  if (column.name.size() > 2) return nullptr;
  std::string qualifier = column.name.size() == 2 ? lower(column.name[0].text) : "";
  for (auto scope = sources_.rbegin(); scope != sources_.rend(); ++scope)
    for (const auto& source : *scope)
      if (source.table && (qualifier.empty() || qualifier == source.alias) &&
          source.table->column(column.name.back().text))
        return source.table;
  return nullptr;
}

void Summariser::text_of(const Expression& operand, const Expression& literal) {
  const auto* column = std::get_if<sql::ColumnRef>(&operand.node);
  const auto* value = std::get_if<sql::Literal>(&literal.node);
  if (!column || !value || value->kind != sql::Literal::Kind::text) return;
  if (table::parse_timestamp(value->text)) return;
  const auto* table = owner(*column);
  summary_.texts.push_back(
      {table ? std::optional(table->id) : std::nullopt, column->name.back().text, value->text});
}

void Summariser::add_year(int year) {
  if (year < kFirstYear || year > kLastYear) return;
  if (!summary_.years) summary_.years = {year, year};
  summary_.years->first = std::min(summary_.years->first, year);
  summary_.years->second = std::max(summary_.years->second, year);
}

// A number or a date; `exclusive` is an upper bound that is not reached itself.
void Summariser::year_of(const Expression& literal, bool exclusive) {
  const auto* value = std::get_if<sql::Literal>(&literal.node);
  if (!value) return;
  if (value->kind == sql::Literal::Kind::number) {
    bool short_number = value->text.size() == 4 && value->text.find('.') == std::string::npos;
    if (short_number) add_year(std::stoi(value->text) - (exclusive ? 1 : 0));
    return;
  }
  auto micros = table::parse_timestamp(value->text);
  if (!micros || value->text.size() < 10) return;
  int year = std::stoi(value->text.substr(0, 4));
  bool turn_of_year = value->text.substr(4, 6) == "-01-01";
  add_year(exclusive && turn_of_year ? year - 1 : year);
}

void Summariser::comparison(const sql::Binary& binary) {
  using sql::BinaryOp;
  bool less = binary.op == BinaryOp::less, greater = binary.op == BinaryOp::greater;
  if (!less && !greater && binary.op != BinaryOp::equal && binary.op != BinaryOp::less_equal &&
      binary.op != BinaryOp::greater_equal && binary.op != BinaryOp::not_equal)
    return;
  text_of(*binary.left, *binary.right);
  text_of(*binary.right, *binary.left);
  year_of(*binary.right, less);
  year_of(*binary.left, greater);
}

void Summariser::between(const sql::Between& range) {
  year_of(*range.low, false);
  year_of(*range.high, false);
}

void Summariser::in_list(const sql::InList& list) {
  for (const auto& item : list.items) {
    text_of(*list.operand, item);
    year_of(item, false);
  }
}

}  // namespace

std::optional<SqlSummary> summarise(std::string_view sql, const catalog::Catalog& catalog) {
  auto tree = sql::parse_query(sql);
  if (!tree.ok()) return std::nullopt;
  Summariser summariser(catalog);
  summariser.query(*tree);
  return summariser.take();
}

}  // namespace tally::measure
