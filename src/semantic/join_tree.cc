#include "semantic/join_tree.h"

#include <fmt/format.h>

#include <algorithm>

#include "semantic/names.h"
#include "sql/walk.h"

namespace tally::semantic {
namespace {

using sql::ColumnRef;
using sql::Expression;

sql::Identifier identifier(std::string text) {
  return {std::move(text), false};
}

}  // namespace

JoinTree::JoinTree(const Model& model, const Dataset& fact) : model_(model) {
  nodes_.push_back({&fact, nullptr, 0, true, {}});
}

size_t JoinTree::add(const Path& path, Partner partner) {
  size_t here = 0;
  for (const Relationship* step : path.steps) {
    auto found = std::find_if(nodes_.begin(), nodes_.end(), [&](const JoinNode& node) {
      return node.via == step && node.parent == here;
    });
    if (found == nodes_.end()) {
      nodes_.push_back({model_.dataset(step->to), step, here, false, {}});
      found = nodes_.end() - 1;
    }
    here = static_cast<size_t>(found - nodes_.begin());
    if (partner == Partner::required) nodes_[here].required = true;
  }
  return here;
}

// The dataset's name where it stands once; else the role it plays before it ("billing_address").
std::string JoinTree::alias_for(size_t index) const {
  const JoinNode& node = nodes_[index];
  auto twins = std::count_if(nodes_.begin(), nodes_.end(),
                             [&](const JoinNode& other) { return other.dataset == node.dataset; });
  if (twins < 2 || !node.via) return node.dataset->name;
  for (size_t here = index; nodes_[here].via; here = nodes_[here].parent) {
    const std::string& role = nodes_[here].via->role;
    if (!role.empty()) return fmt::format("{}_{}", role, node.dataset->name);
  }
  return node.dataset->name;
}

bool JoinTree::alias_taken(const std::string& alias, size_t before) const {
  return std::any_of(nodes_.begin(), nodes_.begin() + static_cast<std::ptrdiff_t>(before),
                     [&](const JoinNode& node) { return same_name(node.alias, alias); });
}

void JoinTree::choose_aliases() {
  for (size_t i = 0; i < nodes_.size(); ++i) {
    std::string wanted = alias_for(i), alias = wanted;
    for (int n = 2; alias_taken(alias, i); ++n) alias = fmt::format("{}_{}", wanted, n);
    nodes_[i].alias = alias;
  }
}

sql::FromItem JoinTree::table(const JoinNode& node) const {
  sql::TableName name;
  for (const auto& part : node.dataset->table_name) name.name.push_back(identifier(part));
  bool needs_alias = name.name.size() != 1 || !same_name(name.name.back().text, node.alias);
  sql::FromItem item;
  item.item = std::move(name);
  if (needs_alias) item.alias = identifier(node.alias);
  return item;
}

Expression JoinTree::condition(const JoinNode& node) const {
  const Relationship& via = *node.via;
  Expression result;
  for (size_t i = 0; i < via.from_columns.size(); ++i) {
    Expression pair = sql::binary(sql::BinaryOp::equal,
                                  sql::column(nodes_[node.parent].alias, via.from_columns[i]),
                                  sql::column(node.alias, via.to_columns[i]));
    result = i == 0 ? std::move(pair)
                    : sql::binary(sql::BinaryOp::logical_and, std::move(result), std::move(pair));
  }
  return result;
}

sql::FromItem JoinTree::from() const {
  sql::FromItem item = table(nodes_[0]);
  for (size_t i = 1; i < nodes_.size(); ++i) {
    sql::Join join;
    join.kind = nodes_[i].required ? sql::JoinKind::inner : sql::JoinKind::left;
    join.left = std::move(item);
    join.right = table(nodes_[i]);
    join.on = condition(nodes_[i]);
    item = {};
    item.item = std::move(join);
  }
  return item;
}

Expression JoinTree::field(size_t index, const Field& field) const {
  const JoinNode& node = nodes_[index];
  std::vector<std::string> lambdas;
  sql::walk(field.expression, [&](const Expression& inner) {
    if (const auto* lambda = std::get_if<sql::Lambda>(&inner.node)) {
      for (const auto& parameter : lambda->parameters) lambdas.push_back(parameter.text);
    }
    return true;
  });
  const std::string& table = node.dataset->table_name.back();
  return sql::rewrite(field.expression, [&](Expression inner) {
    auto* column = std::get_if<ColumnRef>(&inner.node);
    if (!column) return inner;
    const std::string& first = column->name[0].text;
    if (std::find(lambdas.begin(), lambdas.end(), first) != lambdas.end()) return inner;
    bool qualified = column->name.size() > 1 &&
                     (same_name(first, node.dataset->name) || same_name(first, table));
    if (qualified) column->name.erase(column->name.begin());
    column->name.insert(column->name.begin(), identifier(node.alias));
    return inner;
  });
}

}  // namespace tally::semantic
