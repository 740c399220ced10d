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
    ++depth_;
    for (const auto& common : tree.with) {
      common_.push_back(lower(common.name.text));
      query(*common.query);
    }
    body(tree);
    if (depth_ == 1) summary_.limit = tree.limit ? sql::print(*tree.limit) : "";
    --depth_;
    common_.resize(names);
  }

  SqlSummary take() { return std::move(summary_); }

 private:
  void body(const Query& tree) {
    if (const auto* select = std::get_if<sql::Select>(&tree.body)) {
      this->select(*select);
    } else if (const auto* both = std::get_if<sql::SetOperation>(&tree.body)) {
      query(*both->left);
      query(*both->right);
    }
  }
  void select(const sql::Select& tree);
  void note_outer(const sql::Join& join);
  const catalog::Table* base_table(const sql::TableName& name) const;
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
  size_t depth_ = 0;                          // of queries in queries; the outermost is 1
  std::vector<std::string> common_;           // names of WITH in scope
  std::vector<std::vector<Source>> sources_;  // innermost last
};

void Summariser::from(const sql::FromItem& item) {
  if (const auto* name = std::get_if<sql::TableName>(&item.item)) {
    const auto* table = base_table(*name);
    if (table) summary_.tables.insert(table->id.text());
    std::string alias = item.alias ? item.alias->text : name->name.back().text;
    sources_.back().push_back({lower(alias), table});
  } else if (const auto* inner = std::get_if<sql::Subquery>(&item.item)) {
    query(*inner->query);
  } else if (const auto* join = std::get_if<sql::Join>(&item.item)) {
    from(*join->left);
    from(*join->right);
    note_outer(*join);
    if (join->on) expression(*join->on);
  }
}

// Joins of parts that were grouped before keep groups, not rows.
void Summariser::note_outer(const sql::Join& join) {
  auto is_table = [this](const sql::FromItem& item) {
    const auto* name = std::get_if<sql::TableName>(&item.item);
    return name && base_table(*name);
  };
  bool left = join.kind == sql::JoinKind::left, right = join.kind == sql::JoinKind::right;
  bool full = join.kind == sql::JoinKind::full;
  if (((left || full) && is_table(*join.right)) || ((right || full) && is_table(*join.left)))
    summary_.keeps_unmatched = true;
}

// nullptr: a common table expression, or unknown.
const catalog::Table* Summariser::base_table(const sql::TableName& name) const {
  std::string written = dotted(name.name);
  if (std::count(common_.begin(), common_.end(), lower(written)) > 0) return nullptr;
  return catalog_.find(written);
}

void Summariser::select(const sql::Select& tree) {
  sources_.emplace_back();
  for (const auto& item : tree.from) from(item);
  for (const auto& item : tree.items) expression(item.expression);
  if (tree.where) expression(*tree.where);
  if (tree.having) expression(*tree.having);
  if (tree.qualify) expression(*tree.qualify);
  bool reads_table = std::any_of(sources_.back().begin(), sources_.back().end(),
                                 [](const Source& source) { return source.table != nullptr; });
  sources_.pop_back();
  size_t groups = 0;
  for (const auto& set : tree.group_by) groups += set.items.size();
  bool outermost = depth_ == 1;
  if (outermost && (reads_table || groups > 0))
    summary_.groups = groups;
  else
    summary_.groups = std::max(summary_.groups, groups);
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
  if (!is_aggregate(call)) return;
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

bool is_aggregate(const sql::Call& call) {
  std::string name = lower(call.name.back().text);
  return std::find(kAggregates.begin(), kAggregates.end(), name) != kAggregates.end();
}

std::optional<SqlSummary> summarise(std::string_view sql, const catalog::Catalog& catalog) {
  auto tree = sql::parse_query(sql);
  if (!tree.ok()) return std::nullopt;
  Summariser summariser(catalog);
  summariser.query(*tree);
  return summariser.take();
}

}  // namespace tally::measure
