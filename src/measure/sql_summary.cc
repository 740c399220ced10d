#include "measure/sql_summary.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>

#include "sql/fixed_sql.h"
#include "sql/parser.h"
#include "sql/printer.h"
#include "sql/walk.h"
#include "table/cell_values.h"

namespace tally::measure {
namespace {

using sql::Expression;
using sql::Query;

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

// A KeyJoin by the places of its sources.
struct OpenJoin {
  size_t left = 0, right = 0;
  KeyJoin join;
};

// One SELECT while it is read.
struct Scope {
  std::vector<Source> sources;
  std::vector<OpenJoin> joins;
  std::set<size_t> counted;  // sources whose columns are aggregated
};

// Which sources a condition may put together, and whose rows it drops.
struct JoinSides {
  size_t begin = 0, middle = 0, end = 0;  // left: [begin, middle), right: [middle, end)
  bool drops_left = true, drops_right = true;
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

  SqlSummary take() {
    summary_.period = period_.take();
    return std::move(summary_);
  }

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
  void join(const sql::Join& join);
  void conditions(const Expression& tree, const JoinSides& sides);
  void equate(size_t left, const std::string& left_column, size_t right,
              const std::string& right_column, const JoinSides& sides);
  void close(Scope scope);
  std::optional<size_t> place_of(const sql::ColumnRef& column) const;
  void counted(const sql::Call& call);
  void group(const std::vector<sql::GroupingSet>& sets, const sql::Select& tree);
  const catalog::Table* base_table(const sql::TableName& name) const;
  void from(const sql::FromItem& item);
  void expression(const Expression& tree);
  void call(const sql::Call& call);
  void comparison(const sql::Binary& binary);
  void between(const sql::Between& range);
  void in_list(const sql::InList& list);
  void subqueries(const Expression& node);
  void value_of(const Expression& operand, const Expression& literal);
  const catalog::Table* owner(const sql::ColumnRef& column) const;

  const catalog::Catalog& catalog_;
  SqlSummary summary_;
  PeriodReader period_;
  size_t depth_ = 0;                 // of queries in queries; the outermost is 1
  std::vector<std::string> common_;  // names of WITH in scope
  std::vector<Scope> scopes_;        // innermost last
};

void Summariser::from(const sql::FromItem& item) {
  if (const auto* name = std::get_if<sql::TableName>(&item.item)) {
    const auto* table = base_table(*name);
    if (table) summary_.tables.insert(table->id.text());
    std::string alias = item.alias ? item.alias->text : name->name.back().text;
    scopes_.back().sources.push_back({lower(alias), table});
  } else if (const auto* inner = std::get_if<sql::Subquery>(&item.item)) {
    query(*inner->query);
  } else if (const auto* both = std::get_if<sql::Join>(&item.item)) {
    join(*both);
  }
}

void Summariser::join(const sql::Join& join) {
  using sql::JoinKind;
  auto count = [this] { return scopes_.back().sources.size(); };
  JoinSides sides;
  sides.begin = count();
  from(*join.left);
  sides.middle = count();
  from(*join.right);
  sides.end = count();
  sides.drops_left = join.kind != JoinKind::left && join.kind != JoinKind::full;
  sides.drops_right = join.kind != JoinKind::right && join.kind != JoinKind::full;
  note_outer(join);
  if (join.on) {
    expression(*join.on);
    conditions(*join.on, sides);
  }
  for (const auto& column : join.using_columns) {
    auto holder = [&](size_t begin, size_t end) {
      size_t at = begin;
      const auto& sources = scopes_.back().sources;
      while (at < end && !(sources[at].table && sources[at].table->column(column.text))) ++at;
      return at;
    };
    size_t left = holder(sides.begin, sides.middle), right = holder(sides.middle, sides.end);
    if (left < sides.middle && right < sides.end)
      equate(left, lower(column.text), right, lower(column.text), sides);
  }
}

// What stands between ANDs and sets a column of one side equal to one of the other.
void Summariser::conditions(const Expression& tree, const JoinSides& sides) {
  const auto* binary = std::get_if<sql::Binary>(&tree.node);
  if (!binary) return;
  if (binary->op == sql::BinaryOp::logical_and) {
    conditions(*binary->left, sides);
    conditions(*binary->right, sides);
  }
  const auto* a = std::get_if<sql::ColumnRef>(&binary->left->node);
  const auto* b = std::get_if<sql::ColumnRef>(&binary->right->node);
  if (binary->op != sql::BinaryOp::equal || !a || !b) return;
  auto left = place_of(*a), right = place_of(*b);
  if (!left || !right || *left == *right) return;
  if (*left > *right) {
    std::swap(left, right);
    std::swap(a, b);
  }
  equate(*left, lower(a->name.back().text), *right, lower(b->name.back().text), sides);
}

void Summariser::equate(size_t left, const std::string& left_column, size_t right,
                        const std::string& right_column, const JoinSides& sides) {
  auto& scope = scopes_.back();
  auto known = std::find_if(scope.joins.begin(), scope.joins.end(), [&](const OpenJoin& one) {
    return one.left == left && one.right == right;
  });
  if (known == scope.joins.end()) {
    OpenJoin made{left, right, {}};
    made.join.left = scope.sources[left].table->id;
    made.join.right = scope.sources[right].table->id;
    made.join.drops_left = sides.drops_left;
    made.join.drops_right = sides.drops_right;
    known = scope.joins.insert(scope.joins.end(), std::move(made));
  }
  known->join.columns.emplace_back(left_column, right_column);
}

void Summariser::close(Scope scope) {
  for (auto& one : scope.joins) {
    one.join.counts_left = scope.counted.count(one.left) > 0;
    one.join.counts_right = scope.counted.count(one.right) > 0;
    summary_.joins.push_back(std::move(one.join));
  }
}

// Of the innermost SELECT alone.
std::optional<size_t> Summariser::place_of(const sql::ColumnRef& column) const {
  if (column.name.size() > 2 || scopes_.empty()) return std::nullopt;
  std::string qualifier = column.name.size() == 2 ? lower(column.name[0].text) : "";
  const auto& sources = scopes_.back().sources;
  for (size_t at = 0; at < sources.size(); ++at)
    if (sources[at].table && (qualifier.empty() || qualifier == sources[at].alias) &&
        sources[at].table->column(column.name.back().text))
      return at;
  return std::nullopt;
}

// Only what more rows make more, or weigh otherwise: the greatest of a row said twice is the same.
void Summariser::counted(const sql::Call& call) {
  std::string name = lower(call.name.back().text);
  if (scopes_.empty() || call.distinct || (name != "sum" && name != "count" && name != "avg"))
    return;
  for (const auto& argument : call.arguments)
    sql::walk(*argument.value, [this](const Expression& node) {
      const auto* column = std::get_if<sql::ColumnRef>(&node.node);
      auto place = column ? place_of(*column) : std::nullopt;
      if (place) scopes_.back().counted.insert(*place);
      return true;
    });
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
  scopes_.emplace_back();
  for (const auto& item : tree.from) from(item);
  if (tree.where)
    conditions(*tree.where, {.begin = 0, .middle = 0, .end = scopes_.back().sources.size()});
  for (const auto& item : tree.items) expression(item.expression);
  if (tree.where) expression(*tree.where);
  if (tree.having) expression(*tree.having);
  if (tree.qualify) expression(*tree.qualify);
  Scope scope = std::move(scopes_.back());
  scopes_.pop_back();
  bool reads_table = std::any_of(scope.sources.begin(), scope.sources.end(),
                                 [](const Source& source) { return source.table != nullptr; });
  close(std::move(scope));
  size_t groups = 0;
  for (const auto& set : tree.group_by) groups += set.items.size();
  bool decides = depth_ == 1 && (reads_table || groups > 0);
  if (decides || groups > summary_.groups) {
    summary_.groups = groups;
    group(tree.group_by, tree);
  }
}

// Plain columns by name; positions and aliases stand for what is selected.
void Summariser::group(const std::vector<sql::GroupingSet>& sets, const sql::Select& tree) {
  std::set<std::string> names;
  auto selected = [&](const Expression& key) -> const Expression& {
    const auto* literal = std::get_if<sql::Literal>(&key.node);
    size_t position = 0;
    if (literal)
      std::from_chars(literal->text.data(), literal->text.data() + literal->text.size(), position);
    if (position >= 1 && position <= tree.items.size()) return tree.items[position - 1].expression;
    const auto* column = std::get_if<sql::ColumnRef>(&key.node);
    for (const auto& item : tree.items)
      if (column && column->name.size() == 1 && item.alias &&
          lower(item.alias->text) == lower(column->name[0].text))
        return item.expression;
    return key;
  };
  summary_.group_columns.clear();
  for (const auto& set : sets)
    for (const auto& item : set.items) {
      const auto* column = std::get_if<sql::ColumnRef>(&selected(item).node);
      if (!column || set.kind != sql::GroupingSet::Kind::plain) return;
      names.insert(lower(column->name.back().text));
    }
  summary_.group_columns = std::move(names);
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
  counted(call);
}

const catalog::Table* Summariser::owner(const sql::ColumnRef& column) const {
  if (column.name.size() > 2) return nullptr;
  std::string qualifier = column.name.size() == 2 ? lower(column.name[0].text) : "";
  for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope)
    for (const auto& source : scope->sources)
      if (source.table && (qualifier.empty() || qualifier == source.alias) &&
          source.table->column(column.name.back().text))
        return source.table;
  return nullptr;
}

// "city" and "" of city, "city" and "lower" of lower(city); nullopt: neither a column nor such.
std::optional<std::pair<const sql::ColumnRef*, std::string>> column_within(
    const Expression& operand) {
  if (const auto* column = std::get_if<sql::ColumnRef>(&operand.node))
    return std::pair(column, std::string());
  const auto* call = std::get_if<sql::Call>(&operand.node);
  if (!call || call->arguments.size() != 1) return std::nullopt;
  std::string name = lower(call->name.back().text);
  const auto* column = std::get_if<sql::ColumnRef>(&call->arguments[0].value->node);
  if (!column || (name != "lower" && name != "upper" && name != "trim")) return std::nullopt;
  return std::pair(column, name);
}

void Summariser::value_of(const Expression& operand, const Expression& literal) {
  auto within = column_within(operand);
  const auto* value = std::get_if<sql::Literal>(&literal.node);
  if (!within || !value) return;
  bool is_text = value->kind == sql::Literal::Kind::text;
  bool is_number = value->kind == sql::Literal::Kind::number;
  if (is_text ? table::parse_timestamp(value->text).has_value()
              : !is_number || PeriodReader::is_of_time(operand, literal))
    return;
  const auto* table = owner(*within->first);
  summary_.values.push_back({table ? std::optional(table->id) : std::nullopt,
                             within->first->name.back().text, within->second,
                             is_text ? sql::quote_literal(value->text) : value->text, value->text});
}

// The comparison with its sides exchanged.
sql::BinaryOp turned(sql::BinaryOp op) {
  using sql::BinaryOp;
  switch (op) {
    case BinaryOp::less:
      return BinaryOp::greater;
    case BinaryOp::less_equal:
      return BinaryOp::greater_equal;
    case BinaryOp::greater:
      return BinaryOp::less;
    case BinaryOp::greater_equal:
      return BinaryOp::less_equal;
    default:
      return op;
  }
}

void Summariser::comparison(const sql::Binary& binary) {
  using sql::BinaryOp;
  if (binary.op == BinaryOp::equal || binary.op == BinaryOp::not_equal) {
    value_of(*binary.left, *binary.right);
    value_of(*binary.right, *binary.left);
  }
  period_.compare(binary.op, *binary.left, *binary.right);
  period_.compare(turned(binary.op), *binary.right, *binary.left);
}

void Summariser::between(const sql::Between& range) {
  period_.between(range);
}

void Summariser::in_list(const sql::InList& list) {
  for (const auto& item : list.items) value_of(*list.operand, item);
  if (!list.negated) period_.in_list(list);
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
