#include "guard/node.h"

#include <nlohmann/json.hpp>

namespace tally::guard {

const Node& at(const Node& node, std::string_view key) {
  static const Node kNone;
  if (!node.is_object()) return kNone;
  auto found = node.find(key);
  return found == node.end() ? kNone : *found;
}

std::string_view text_at(const Node& node, std::string_view key) {
  const Node& value = at(node, key);
  return value.is_string() ? std::string_view(value.get_ref<const std::string&>())
                           : std::string_view();
}

std::vector<std::string> texts(const Node& list) {
  std::vector<std::string> all;
  if (list.is_array())
    for (const Node& item : list)
      if (item.is_string()) all.push_back(item.get<std::string>());
  return all;
}

bool is_empty(const Node& value) {
  if (value.is_string()) return value.get_ref<const std::string&>().empty();
  return value == false || (!value.is_primitive() && value.empty()) || value.is_null();
}

}  // namespace tally::guard
