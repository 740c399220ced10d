#pragma once
// Ways between datasets along many-to-one relationships, for every pair at once: a question parser
// asks for thousands.

#include <optional>
#include <string_view>
#include <vector>

#include "semantic/model.h"

namespace tally::semantic {

class PathTable {
 public:
  explicit PathTable(const Model& model);

  // See Model::path(). `model` is the one the table was made of, or a copy of it.
  Result<Path> find(const Model& model, std::string_view from, std::string_view to,
                    std::string_view role) const;
  // The same without a reason, which costs much more than the way.
  std::optional<Path> find_any(const Model& model, std::string_view from, std::string_view to,
                               std::string_view role) const;

 private:
  static constexpr size_t kNone = static_cast<size_t>(-1);
  // From one dataset to another over default relationships only.
  struct Cell {
    size_t length = kNone;
    size_t ways = 0;      // paths of that length; 2 stands for more
    size_t last = kNone;  // relationship that the path ends with
  };
  struct Edge {
    size_t from = kNone, to = kNone;
  };

  const Cell& cell(size_t from, size_t to) const { return cells_[from * count_ + to]; }
  void fill_from(const Model& model, size_t from);
  void append_steps(const Model& model, size_t from, size_t to, Path& path) const;
  Path default_path(const Model& model, size_t from, size_t to) const;
  Path role_path(const Model& model, size_t from, size_t to, size_t through) const;
  // The shortest ways through a relationship of the role.
  struct Through {
    size_t relationship = kNone;  // of the first of them
    size_t ways = 0;
  };
  Through through(const Model& model, size_t from, size_t to, std::string_view role) const;
  Error no_default_path(const Model& model, size_t from, size_t to) const;
  Error no_role_path(const Model& model, size_t from, size_t to, std::string_view role) const;
  std::vector<std::string> roles_between(const Model& model, size_t from, size_t to) const;
  Error unreachable(const Model& model, size_t from, size_t to) const;

  size_t count_ = 0;
  std::vector<Cell> cells_;
  std::vector<Edge> edges_;  // by relationship; kNone where it names no dataset
};

}  // namespace tally::semantic
