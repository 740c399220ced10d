#include "import/dbt/meta.h"

#include <algorithm>
#include <array>

#include "catalog/spelling.h"

namespace tally::importing::dbt {
namespace {

constexpr std::array<std::string_view, 6> kAliasKeys = {"aliases", "alias", "synonyms",
                                                        "synonym", "aka",   "also_known_as"};
constexpr std::array<std::string_view, 4> kOwnerKeys = {"owner", "owners", "owned_by", "team"};

template <size_t Count>
bool is_any(const std::array<std::string_view, Count>& words, const std::string& key) {
  return std::find(words.begin(), words.end(), catalog::lower_ascii(key)) != words.end();
}

bool is_prose(const std::string& text) {
  size_t words = 0;
  bool inside = false;
  for (const char c : text) {
    const bool is_space = c == ' ' || c == '\n' || c == '\t';
    words += !is_space && !inside;
    inside = !is_space;
  }
  return words >= 3;
}

void add_prose(const Data& value, int depth, std::string& out) {
  if (value.is_text() && is_prose(value.text)) {
    if (!out.empty()) out += '\n';
    out += value.text;
  }
  if (depth == 0) return;
  for (size_t at = 0; at < value.values.size(); ++at) {
    if (value.is_map() &&
        (is_any(kAliasKeys, value.keys[at]) || is_any(kOwnerKeys, value.keys[at])))
      continue;
    add_prose(value.values[at], depth - 1, out);
  }
}

}  // namespace

std::string owner_text(const Data& owner) {
  if (owner.is_scalar()) return owner.text;
  if (owner.is_map()) {
    const std::string name = owner.text_of("name");
    if (!name.empty()) return name;
    const auto email = owner.texts_of("email");
    return email.empty() ? std::string() : email.front();
  }
  std::string all;
  for (const Data& one : owner.values) {
    const std::string text = owner_text(one);
    if (!text.empty()) all += (all.empty() ? "" : ", ") + text;
  }
  return all;
}

std::string owner_of_meta(const Data& meta) {
  for (const std::string_view wanted : kOwnerKeys) {
    for (size_t at = 0; at < meta.keys.size(); ++at) {
      if (catalog::lower_ascii(meta.keys[at]) != wanted) continue;
      const std::string text = owner_text(meta.values[at]);
      if (!text.empty()) return text;
    }
  }
  return {};
}

std::vector<std::string> aliases_of_meta(const Data& meta) {
  std::vector<std::string> all;
  for (size_t at = 0; at < meta.keys.size(); ++at) {
    if (!is_any(kAliasKeys, meta.keys[at])) continue;
    for (std::string& text : texts(meta.values[at])) all.push_back(std::move(text));
  }
  return all;
}

void describe_column(const Data* meta, const std::string& label, const HideRule& hide,
                     catalog::ResourceColumn& column) {
  column.is_hidden = column.is_hidden || is_hidden(hide, column.tags, meta);
  std::vector<std::string> names;
  if (!label.empty()) names.push_back(label);
  if (meta) {
    for (const char* key : {"label", "display_name"})
      if (std::string text = meta->text_of(key); !text.empty()) names.push_back(std::move(text));
    for (std::string& name : aliases_of_meta(*meta)) names.push_back(std::move(name));
  }
  for (std::string& name : names)
    if (std::find(column.aliases.begin(), column.aliases.end(), name) == column.aliases.end())
      column.aliases.push_back(std::move(name));
}

std::string notes_of_meta(const Data& meta) {
  std::string notes;
  add_prose(meta, 3, notes);
  return notes;
}

}  // namespace tally::importing::dbt
