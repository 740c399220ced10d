#pragma once
// The joins of one SELECT: a tree of many-to-one steps from the fact. Steps asked for twice are
// made once; a dataset reached in two ways is joined twice, under two aliases.

#include <string>
#include <vector>

#include "semantic/model.h"

namespace tally::semantic {

class JoinTree {
 public:
  // What a row of the fact without a partner means to whoever asks for the join.
  enum class Partner {
    required,  // grouped by or filtered on: such a row is left out anyway (INNER)
    optional,  // only read by an aggregate, or asked to be absent: the row stays (LEFT)
  };

  JoinTree(const Model& model, const Dataset& fact);

  // Adds the path's steps; the result is the node of its end.
  size_t add(const Path& path, Partner partner);

  // To be called once, after the last add() and before what follows.
  void choose_aliases();
  sql::FromItem from() const;
  // The field's expression over the node's alias.
  sql::Expression field(size_t node, const Field& field) const;

 private:
  struct JoinNode {
    const Dataset* dataset = nullptr;
    const Relationship* via = nullptr;  // null: the fact
    size_t parent = 0;
    bool required = false;
    std::string alias;
  };

  std::string alias_for(size_t node) const;
  bool alias_taken(const std::string& alias, size_t before) const;
  sql::FromItem table(const JoinNode& node) const;
  sql::Expression condition(const JoinNode& node) const;

  const Model& model_;
  std::vector<JoinNode> nodes_;
};

}  // namespace tally::semantic
