#pragma once
// Reads typed things out of a tree, complaining about every key and type that does not fit.

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "semantic/complaints.h"
#include "semantic/tree.h"

namespace tally::semantic {

// Text and the scalar it was read from. Its position is worked out only when it is needed: inside
// an extension's data that is a walk over the data.
struct Located {
  std::string text;
  const Tree* tree = nullptr;
  const Node* node = nullptr;
  Position at() const { return node ? tree->at(*node) : Position{}; }
};

struct Key {
  std::string_view name;
  bool required = false;
};

// The values of a map that has been checked against its keys.
class Entries {
 public:
  const Node* find(std::string_view key) const {
    for (const auto& [name, value] : entries_) {
      if (name == key) return value;
    }
    return nullptr;
  }

 private:
  friend class TreeReader;
  std::vector<std::pair<std::string_view, const Node*>> entries_;
};

// `owner` in every call is how messages name the thing: `dataset "orders"`.
class TreeReader {
 public:
  TreeReader(const Tree& tree, Complaints& complaints) : tree_(tree), complaints_(complaints) {}

  const Tree& tree() const { return tree_; }
  Position at(const Node& node) const { return tree_.at(node); }
  void complain(const Node& node, std::string message, std::string fix) const {
    complaints_.add(at(node), std::move(message), std::move(fix));
  }

  // Unknown, repeated and missing keys are complaints. nullopt if `node` is no map at all.
  std::optional<Entries> map(const Node& node, const std::string& owner,
                             std::initializer_list<Key> keys) const;
  // A map with the author's own keys: each with its value, repeated ones complained about.
  std::vector<std::pair<Located, const Node*>> free_map(const Node& node,
                                                        const std::string& owner) const;

  // The value of `key`; nothing if it is absent or, with a complaint, not of the type.
  std::string text(const Entries& entries, std::string_view key, const std::string& owner) const;
  Located located(const Entries& entries, std::string_view key, const std::string& owner) const;
  std::optional<bool> boolean(const Entries& entries, std::string_view key,
                              const std::string& owner) const;
  std::vector<const Node*> list(const Entries& entries, std::string_view key,
                                const std::string& owner) const;
  std::vector<Located> texts(const Entries& entries, std::string_view key,
                             const std::string& owner) const;
  std::vector<Located> texts(const Node& list, std::string_view key,
                             const std::string& owner) const;

 private:
  void wrong_type(const Node& node, std::string_view key, const std::string& owner,
                  std::string_view wanted) const;

  const Tree& tree_;
  Complaints& complaints_;
};

std::vector<std::string> plain_texts(const std::vector<Located>& located);

}  // namespace tally::semantic
