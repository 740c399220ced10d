#include "sql/tables_read.h"

#include <algorithm>
#include <string>
#include <utility>

#include "sql/lexer.h"
#include "sql/parser.h"
#include "sql/walk.h"

namespace tally::sql {
namespace {

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return out;
}

class TableReader {
 public:
  void query(const Query& tree) {
    const size_t outer = common_.size();
    for (const CommonTable& common : tree.with) {
      if (tree.recursive) common_.push_back(lower(common.name.text));
      query(*common.query);
      if (!tree.recursive) common_.push_back(lower(common.name.text));
      all(common.using_key);
    }
    body(tree);
    order(tree.order_by);
    maybe(tree.limit);
    maybe(tree.offset);
    common_.resize(outer);
  }

  std::vector<QualifiedName> take() { return std::move(found_); }

 private:
  void body(const Query& tree) {
    if (const auto* select = std::get_if<Select>(&tree.body)) {
      this->select(*select);
    } else if (const auto* both = std::get_if<SetOperation>(&tree.body)) {
      query(*both->left);
      query(*both->right);
    } else if (const auto* values = std::get_if<Values>(&tree.body)) {
      for (const auto& row : values->rows) all(row);
    }
  }

  void select(const Select& tree) {
    all(tree.distinct_on);
    for (const SelectItem& item : tree.items) expression(item.expression);
    for (const FromItem& item : tree.from) from(item);
    maybe(tree.where);
    for (const GroupingSet& set : tree.group_by) grouping(set);
    maybe(tree.having);
    for (const auto& [name, window] : tree.windows) {
      all(window.partition_by);
      order(window.order_by);
    }
    maybe(tree.qualify);
  }

  void from(const FromItem& item) {
    if (const auto* table = std::get_if<TableName>(&item.item)) {
      if (!is_common(table->name)) found_.push_back(table->name);
    } else if (const auto* function = std::get_if<TableFunction>(&item.item)) {
      expression(*function->call);
    } else if (const auto* inner = std::get_if<Subquery>(&item.item)) {
      query(*inner->query);
    } else if (const auto* join = std::get_if<Join>(&item.item)) {
      from(*join->left);
      from(*join->right);
      maybe(join->on);
    }
  }

  void grouping(const GroupingSet& set) {
    all(set.items);
    for (const GroupingSet& inner : set.sets) grouping(inner);
  }

  void expression(const Expression& tree) {
    walk(tree, [this](const Expression& node) {
      if (const auto* in = std::get_if<InQuery>(&node.node)) query(*in->query);
      if (const auto* exists = std::get_if<Exists>(&node.node)) query(*exists->query);
      if (const auto* scalar = std::get_if<ScalarQuery>(&node.node)) query(*scalar->query);
      if (const auto* array = std::get_if<ArrayQuery>(&node.node)) query(*array->query);
      if (const auto* some = std::get_if<Quantified>(&node.node))
        if (const auto* inner = std::get_if<Box<Query>>(&some->over)) query(**inner);
      return true;
    });
  }

  void all(const std::vector<Expression>& trees) {
    for (const Expression& tree : trees) expression(tree);
  }
  void maybe(const std::optional<Expression>& tree) {
    if (tree) expression(*tree);
  }
  void order(const std::vector<OrderItem>& items) {
    for (const OrderItem& item : items) expression(*item.expression);
  }

  bool is_common(const QualifiedName& name) const {
    return name.size() == 1 &&
           std::find(common_.begin(), common_.end(), lower(name[0].text)) != common_.end();
  }

  std::vector<std::string> common_;  // of the WITH clauses in scope, in lower case
  std::vector<QualifiedName> found_;
};

}  // namespace

std::vector<QualifiedName> tables_read(const Query& query) {
  TableReader reader;
  reader.query(query);
  return reader.take();
}

// Before the AS that begins the query stand names alone, so the first one outside of quotes is it.
Result<std::vector<QualifiedName>> tables_read_by_view(std::string_view create_view) {
  TALLY_TRY(const auto tokens, tokenize(create_view));
  const auto as = std::find_if(tokens.begin(), tokens.end(), [&](const Token& token) {
    return token.kind == TokenKind::word && lower(token.in(create_view)) == "as";
  });
  if (as == tokens.end()) return user_error("there is no AS in this CREATE VIEW");
  TALLY_TRY(const auto query, parse_query(create_view.substr(as->offset + as->length)));
  return tables_read(query);
}

}  // namespace tally::sql
