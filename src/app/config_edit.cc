#include "app/config_edit.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <tuple>

#include "app/config.h"
#include "catalog/spelling.h"
#include "semantic/tree.h"
#include "text/distance.h"

namespace tally::app {
namespace {

using answer::Settings;
using semantic::Node;
using semantic::Tree;

constexpr const char* kChangeable[] = {"model", "today", "limits.deadline", "limits.rows",
                                       "limits.memory"};
constexpr const char* kKnown = "model, today, limits.deadline, limits.rows, limits.memory";

bool is_changeable(const std::string& key) {
  return std::find(std::begin(kChangeable), std::end(kChangeable), key) != std::end(kChangeable);
}

// "limits.rows" for "rows", "model" for "modle".
std::optional<std::string> meant(const std::string& key) {
  std::string lower = catalog::lower_ascii(key);
  for (std::string name : kChangeable) {
    std::string last = name.substr(name.rfind('.') + 1);
    for (const auto& word : {name, last})
      if (text::edit_distance(lower, word, catalog::plausible_edits(word.size())) <=
          catalog::plausible_edits(word.size()))
        return name;
  }
  return std::nullopt;
}

Result<void> check_key(const std::string& key) {
  if (is_changeable(key)) return {};
  if (key == "warehouse")
    return user_error("the warehouse cannot be revised: an exam's right answers are of it");
  if (key == "state")
    return user_error("\"state\" changes no answer: it says where caches are kept");
  auto near = meant(key);
  return user_error(fmt::format("there is no setting \"{}\" that can be revised", key),
                    near ? fmt::format("did you mean \"{}\"?", *near)
                         : fmt::format("those that can: {}", kKnown));
}

const Node* member(const Tree& tree, const Node& map, std::string_view key) {
  for (size_t i = 0; map.kind == Node::Kind::map && i + 1 < map.children.size(); i += 2)
    if (tree[map.children[i]].text == key) return &tree[map.children[i + 1]];
  return nullptr;
}

// Where the scalar that begins at `start` ends. `flow`: within braces.
size_t scalar_end(std::string_view text, size_t start, bool flow) {
  char quote = start < text.size() ? text[start] : '\0';
  if (quote == '"' || quote == '\'') {
    size_t end = start + 1;
    while (end < text.size() && text[end] != quote)
      end += quote == '"' && text[end] == '\\' ? 2 : 1;
    return std::min(end + 1, text.size());
  }
  size_t end = start;
  while (end < text.size() && text[end] != '\n' &&
         !(flow && (text[end] == ',' || text[end] == '}')))
    if (text.substr(end, 2) == " #")
      break;
    else
      ++end;
  while (end > start && (text[end - 1] == ' ' || text[end - 1] == '\r')) --end;
  return end;
}

size_t place_of(std::string_view text, const Tree& tree, const Node& node) {
  return semantic::offset_of(text, tree.at(node));
}

void append_line(std::string& text, const std::string& line) {
  if (!text.empty() && text.back() != '\n') text += '\n';
  text += line + "\n";
}

// The value of `key` within one map of the file, replaced or put in before the map's first key.
void put(std::string& text, const Tree& tree, const Node& map, const std::string& key,
         const std::string& value) {
  size_t start = place_of(text, tree, map);
  bool flow = start < text.size() && text[start] == '{';
  if (const Node* old = member(tree, map, key)) {
    size_t at = place_of(text, tree, *old);
    text.replace(at, scalar_end(text, at, flow) - at, value);
    return;
  }
  std::string entry = fmt::format("{}: {}", key, value);
  if (flow) {
    text.insert(start + 1, map.children.empty() ? entry : entry + ", ");
    return;
  }
  size_t line = text.rfind('\n', start);
  std::string indent = text.substr(line + 1, start - line - 1);
  text.insert(start, entry + "\n" + indent);
}

std::string put_in_file(std::string text, const Tree& tree, const std::string& key,
                        const std::string& value) {
  size_t dot = key.find('.');
  const Node& top = tree.top();
  if (dot == std::string::npos) {
    if (member(tree, top, key))
      put(text, tree, top, key, value);
    else
      append_line(text, fmt::format("{}: {}", key, value));
    return text;
  }
  std::string group = key.substr(0, dot), name = key.substr(dot + 1);
  if (const Node* inner = member(tree, top, group))
    put(text, tree, *inner, name, value);
  else
    append_line(text, fmt::format("{}: {{{}: {}}}", group, name, value));
  return text;
}

// As YAML reads it back, whatever signs are in it.
std::string written(const std::string& value) {
  bool plain = value.find_first_of(" \t\"'#,:{}[]&*!|>%@`\\") == std::string::npos;
  if (plain) return value;
  std::string out = "\"";
  for (char c : value) out += c == '"' || c == '\\' ? std::string{'\\', c} : std::string{c};
  return out + "\"";
}

bool same(const Settings& a, const Settings& b) {
  auto all = [](const Settings& s) {
    return std::tie(s.database, s.model, s.state, s.today, s.deadline, s.limits.max_rows,
                    s.memory_bytes);
  };
  return all(a) == all(b);
}

// The line of `tally demo` that lets it write the file anew: the file is the user's now.
std::string without_mark(const std::string& text) {
  if (!text.starts_with("# written by tally demo")) return text;
  return text.substr(std::min(text.find('\n'), text.size() - 1) + 1);
}

}  // namespace

Result<Settings> changed_settings(const Settings& now, const std::string& key,
                                  const std::string& value) {
  TALLY_CHECK(check_key(key));
  Settings changed = now;
  TALLY_CHECK(apply_setting(changed, key, value, now.folder));
  return changed;
}

Result<std::string> changed_text(const std::string& before, const std::string& file,
                                 const std::string& key, const std::string& value) {
  std::string text = without_mark(before);
  TALLY_TRY(auto settings, parse_settings(text, file));
  TALLY_TRY(auto wanted, changed_settings(settings, key, value));
  auto outcome = semantic::parse_yaml(text);
  if (!outcome.tree) return user_error(fmt::format("{}: {}", file, outcome.fault.message));
  std::string changed = put_in_file(text, *outcome.tree, key, written(value));
  auto read = parse_settings(changed, file);
  if (read.ok() && same(*read, wanted)) return changed;
  return user_error(fmt::format("{} is written in a way that \"{}\" cannot be put into", file, key),
                    fmt::format("write there yourself: {}: {}", key, value));
}

}  // namespace tally::app
