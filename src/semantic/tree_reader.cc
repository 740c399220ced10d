#include "semantic/tree_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

#include "semantic/names.h"

namespace tally::semantic {

std::optional<Entries> TreeReader::map(const Node& node, const std::string& owner,
                                       std::initializer_list<Key> keys) const {
  if (node.kind != Node::Kind::map) {
    complain(node, fmt::format("{} must be a map of keys, not {}", owner, kind_text(node.kind)),
             tree_.locate ? "write {\"key\": value, …}" : "write its keys below it, indented");
    return std::nullopt;
  }
  Entries entries;
  for (size_t i = 0; i + 1 < node.children.size(); i += 2) {
    const Node& key = tree_[node.children[i]];
    auto known = std::find_if(keys.begin(), keys.end(),
                              [&](const Key& candidate) { return candidate.name == key.text; });
    if (!key.is_scalar_text() || known == keys.end()) {
      std::vector<std::string> names;
      for (const Key& candidate : keys) names.emplace_back(candidate.name);
      bool merge = key.text == "<<";
      complain(key, fmt::format("{} has no key \"{}\"", owner, key.text),
               merge ? "merge keys are not supported: write the keys out"
                     : did_you_mean(key.text, names));
    } else if (entries.find(known->name)) {
      complain(key, fmt::format("{} has the key \"{}\" twice", owner, key.text), "remove one");
    } else {
      entries.entries_.emplace_back(known->name, &tree_[node.children[i + 1]]);
    }
  }
  for (const Key& key : keys) {
    if (key.required && !entries.find(key.name)) {
      complain(node, fmt::format("{} needs the key \"{}\"", owner, key.name), "add it");
    }
  }
  return entries;
}

std::vector<std::pair<Located, const Node*>> TreeReader::free_map(const Node& node,
                                                                  const std::string& owner) const {
  std::vector<std::pair<Located, const Node*>> result;
  std::unordered_set<std::string_view> seen;
  if (node.kind != Node::Kind::map) {
    complain(node, fmt::format("{} must be a map, not {}", owner, kind_text(node.kind)), "");
    return result;
  }
  for (size_t i = 0; i + 1 < node.children.size(); i += 2) {
    const Node& key = tree_[node.children[i]];
    if (!seen.insert(key.text).second) {
      complain(key, fmt::format("{} has the key \"{}\" twice", owner, key.text), "remove one");
    } else {
      result.push_back({{key.text, &tree_, &key}, &tree_[node.children[i + 1]]});
    }
  }
  return result;
}

void TreeReader::wrong_type(const Node& node, std::string_view key, const std::string& owner,
                            std::string_view wanted) const {
  complain(node,
           fmt::format("\"{}\" of {} must be {}, not {}", key, owner, wanted, kind_text(node.kind)),
           node.kind == Node::Kind::null ? "give it a value or remove the key" : "");
}

Located TreeReader::located(const Entries& entries, std::string_view key,
                            const std::string& owner) const {
  const Node* node = entries.find(key);
  if (!node) return {};
  if (!node->is_scalar_text()) {
    wrong_type(*node, key, owner, "text");
    return {};
  }
  return {node->text, &tree_, node};
}

std::string TreeReader::text(const Entries& entries, std::string_view key,
                             const std::string& owner) const {
  return located(entries, key, owner).text;
}

std::optional<bool> TreeReader::boolean(const Entries& entries, std::string_view key,
                                        const std::string& owner) const {
  const Node* node = entries.find(key);
  if (!node) return std::nullopt;
  bool may_be = node->kind == Node::Kind::boolean || node->kind == Node::Kind::plain;
  if (may_be && same_name(node->text, "true")) return true;
  if (may_be && same_name(node->text, "false")) return false;
  wrong_type(*node, key, owner, "true or false");
  return std::nullopt;
}

std::vector<const Node*> TreeReader::list(const Entries& entries, std::string_view key,
                                          const std::string& owner) const {
  const Node* node = entries.find(key);
  if (!node) return {};
  if (node->kind != Node::Kind::list) {
    wrong_type(*node, key, owner, "a list");
    return {};
  }
  std::vector<const Node*> items;
  items.reserve(node->children.size());
  for (uint32_t child : node->children) items.push_back(&tree_[child]);
  return items;
}

std::vector<Located> TreeReader::texts(const Entries& entries, std::string_view key,
                                       const std::string& owner) const {
  const Node* node = entries.find(key);
  return node ? texts(*node, key, owner) : std::vector<Located>{};
}

std::vector<Located> TreeReader::texts(const Node& list, std::string_view key,
                                       const std::string& owner) const {
  std::vector<Located> result;
  if (list.kind != Node::Kind::list) {
    wrong_type(list, key, owner, "a list of texts");
    return result;
  }
  for (uint32_t child : list.children) {
    const Node& item = tree_[child];
    if (item.is_scalar_text()) {
      result.push_back({item.text, &tree_, &item});
    } else {
      complain(item,
               fmt::format("an item of \"{}\" of {} must be text, not {}", key, owner,
                           kind_text(item.kind)),
               "");
    }
  }
  return result;
}

std::vector<std::string> plain_texts(const std::vector<Located>& located) {
  std::vector<std::string> result;
  result.reserve(located.size());
  for (const auto& item : located) result.push_back(item.text);
  return result;
}

}  // namespace tally::semantic
