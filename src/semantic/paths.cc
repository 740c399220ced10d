#include "semantic/paths.h"

#include <fmt/format.h>

#include <algorithm>

#include "semantic/names.h"

namespace tally::semantic {
namespace {

size_t index_of(const Model& model, std::string_view name) {
  for (size_t i = 0; i < model.datasets.size(); ++i) {
    if (same_name(model.datasets[i].name, name)) return i;
  }
  return static_cast<size_t>(-1);
}

}  // namespace

PathTable::PathTable(const Model& model) : count_(model.datasets.size()) {
  for (const auto& relationship : model.relationships) {
    edges_.push_back({index_of(model, relationship.from), index_of(model, relationship.to)});
  }
  cells_.resize(count_ * count_);
  for (size_t from = 0; from < count_; ++from) fill_from(model, from);
}

// Breadth first; counts the ways of equal length.
void PathTable::fill_from(const Model& model, size_t from) {
  auto at = [&](size_t to) -> Cell& { return cells_[from * count_ + to]; };
  at(from) = {0, 1, kNone};
  std::vector<size_t> queue = {from};
  for (size_t next = 0; next < queue.size(); ++next) {
    size_t here = queue[next];
    for (size_t e = 0; e < edges_.size(); ++e) {
      bool usable = edges_[e].from == here && edges_[e].to != kNone;
      if (!usable || !model.relationships[e].is_default) continue;
      Cell& there = at(edges_[e].to);
      size_t length = at(here).length + 1;
      if (there.length == kNone) {
        there = {length, at(here).ways, e};
        queue.push_back(edges_[e].to);
      } else if (there.length == length) {
        there.ways = 2;
      }
    }
  }
}

void PathTable::append_steps(const Model& model, size_t from, size_t to, Path& path) const {
  std::vector<const Relationship*> steps;
  while (to != from) {
    size_t last = cell(from, to).last;
    steps.push_back(&model.relationships[last]);
    to = edges_[last].from;
  }
  path.steps.insert(path.steps.end(), steps.rbegin(), steps.rend());
}

std::vector<std::string> PathTable::roles_between(const Model& model, size_t from,
                                                  size_t to) const {
  std::vector<std::string> roles;
  for (size_t e = 0; e < edges_.size(); ++e) {
    const std::string& role = model.relationships[e].role;
    bool known = edges_[e].from != kNone && edges_[e].to != kNone;
    if (!known || role.empty()) continue;
    bool on_the_way = cell(from, edges_[e].from).ways == 1 && cell(edges_[e].to, to).ways == 1;
    bool listed = std::find(roles.begin(), roles.end(), role) != roles.end();
    if (on_the_way && !listed) roles.push_back(role);
  }
  return roles;
}

Error PathTable::unreachable(const Model& model, size_t from, size_t to) const {
  std::vector<std::string> reachable;
  for (size_t i = 0; i < count_; ++i) {
    if (i != from && cell(from, i).ways == 1) reachable.push_back(model.datasets[i].name);
  }
  std::string hint =
      reachable.empty() ? "nothing is joined to it" : "it is joined to " + list_words(reachable);
  auto message = fmt::format("\"{}\" cannot be reached from \"{}\"", model.datasets[to].name,
                             model.datasets[from].name);
  return {ErrorKind::user, message, hint, "unreachable"};
}

Path PathTable::default_path(const Model& model, size_t from, size_t to) const {
  Path path;
  append_steps(model, from, to, path);
  return path;
}

Error PathTable::no_default_path(const Model& model, size_t from, size_t to) const {
  const Cell& found = cell(from, to);
  auto roles = roles_between(model, from, to);
  if (found.ways == 0 && roles.empty()) return unreachable(model, from, to);
  std::string message = fmt::format("there {} from \"{}\" to \"{}\"",
                                    found.ways == 0 ? "is no default way" : "are several ways",
                                    model.datasets[from].name, model.datasets[to].name);
  return Error{ErrorKind::user, message,
               roles.empty() ? "give their relationships roles, or one a default"
                             : "name a role: " + list_words(roles, "or"),
               "ambiguous"};
}

PathTable::Through PathTable::through(const Model& model, size_t from, size_t to,
                                      std::string_view role) const {
  Through best;
  size_t best_length = kNone;
  for (size_t e = 0; e < edges_.size(); ++e) {
    if (edges_[e].from == kNone || edges_[e].to == kNone) continue;
    const Cell& before = cell(from, edges_[e].from);
    const Cell& after = cell(edges_[e].to, to);
    // most lie on no way, and a look at the table costs less than one at the names
    bool on_a_way = before.ways > 0 && after.ways > 0;
    if (!on_a_way || !same_name(model.relationships[e].called(), role)) continue;
    size_t length = before.length + 1 + after.length;
    size_t found = before.ways * after.ways;
    if (length < best_length) {
      best = {e, found};
      best_length = length;
    } else if (length == best_length) {
      best.ways += found;
    }
  }
  return best;
}

Path PathTable::role_path(const Model& model, size_t from, size_t to, size_t through) const {
  Path path;
  append_steps(model, from, edges_[through].from, path);
  path.steps.push_back(&model.relationships[through]);
  append_steps(model, edges_[through].to, to, path);
  return path;
}

Error PathTable::no_role_path(const Model& model, size_t from, size_t to,
                              std::string_view role) const {
  const size_t ways = through(model, from, to, role).ways;
  auto roles = roles_between(model, from, to);
  std::string message = fmt::format("there {} of role \"{}\" from \"{}\" to \"{}\"",
                                    ways == 0 ? "is no way" : "are several ways", role,
                                    model.datasets[from].name, model.datasets[to].name);
  return Error{ErrorKind::user, message,
               roles.empty() || ways > 0 ? "" : "there is " + list_words(roles),
               ways > 0 ? "ambiguous" : "unreachable"};
}

std::optional<Path> PathTable::find_any(const Model& model, std::string_view from,
                                        std::string_view to, std::string_view role) const {
  size_t start = index_of(model, from), end = index_of(model, to);
  if (start == kNone || end == kNone) return std::nullopt;
  if (role.empty()) {
    if (cell(start, end).ways != 1) return std::nullopt;
    return default_path(model, start, end);
  }
  Through found = through(model, start, end, role);
  if (found.ways != 1) return std::nullopt;
  return role_path(model, start, end, found.relationship);
}

Result<Path> PathTable::find(const Model& model, std::string_view from, std::string_view to,
                             std::string_view role) const {
  if (auto path = find_any(model, from, to, role)) return *std::move(path);
  size_t start = index_of(model, from), end = index_of(model, to);
  if (start == kNone || end == kNone) {
    std::vector<std::string> names;
    for (const auto& dataset : model.datasets) names.push_back(dataset.name);
    auto missing = start == kNone ? from : to;
    return user_error(fmt::format("the model has no dataset \"{}\"", missing),
                      did_you_mean(missing, names));
  }
  return role.empty() ? no_default_path(model, start, end) : no_role_path(model, start, end, role);
}

}  // namespace tally::semantic
