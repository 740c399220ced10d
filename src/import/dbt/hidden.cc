#include "import/dbt/hidden.h"

#include <algorithm>

#include "text/parts.h"

namespace tally::importing::dbt {
namespace {

constexpr int kDeepestTags = 8;  // of lists and maps in one another

Hiding meta_hides(const HideRule& rule, const Data& meta, int depth) {
  if (rule.meta_keys.empty()) return Hiding::none;
  Hiding found = meta.is_unknown ? Hiding::unknown : Hiding::none;
  for (size_t at = 0; at < meta.values.size(); ++at) {
    const Data& value = meta.values[at];
    const bool decides = meta.is_map() && hides_meta_key(rule, meta.keys[at]);
    const bool is_zero = value.kind == Data::Kind::integer && value.integer == 0;
    if (decides && (is_false(value) || is_zero)) return Hiding::said;
    if (decides && value.is_unknown) found = Hiding::unknown;
    // Maps in a list, which nobody means otherwise.
    const int left = depth - (meta.is_list() ? 0 : 1);
    if ((value.is_map() || value.is_list()) && left >= 0)
      found = std::max(found, meta_hides(rule, value, left));
  }
  return found;
}

// dbt takes "a, private" for one tag, and " private" for another than "private"; whoever wrote it
// did not.
bool tag_hides(const HideRule& rule, const std::string& tag) {
  const auto parts = text::parts_of(tag, ',');
  return std::any_of(parts.begin(), parts.end(), [&](std::string_view part) {
    const size_t first = std::min(part.find_first_not_of(' '), part.size());
    const size_t last = part.find_last_not_of(' ') + 1;
    return hides_tags(rule, {std::string(part.substr(first, last - first))});
  });
}

Hiding tags_hide(const HideRule& rule, const Data& tags, int depth = kDeepestTags) {
  if (rule.tags.empty() || depth == 0) return Hiding::none;
  Hiding found = tags.is_unknown ? Hiding::unknown : Hiding::none;
  if (tags.is_scalar() && tag_hides(rule, tags.text)) found = Hiding::said;
  for (const std::string& key : tags.keys)
    if (tag_hides(rule, key)) found = Hiding::said;
  for (const Data& value : tags.values) found = std::max(found, tags_hide(rule, value, depth - 1));
  return found;
}

// Words of YAML as far as they go: "privacy:tier" is one, of "name:" the colon stays.
std::vector<std::string_view> words_of(std::string_view text) {
  constexpr std::string_view kBetween = " \t\r\n\"'[]{}(),";
  std::vector<std::string_view> words;
  for (size_t at = text.find_first_not_of(kBetween); at != std::string_view::npos;) {
    const size_t end = std::min(text.find_first_of(kBetween, at), text.size());
    words.push_back(text.substr(at, end - at));
    at = text.find_first_not_of(kBetween, end);
  }
  return words;
}

std::string_view key_of(std::string_view word) {
  const size_t end = word.find_last_not_of(":=");
  return end == std::string_view::npos ? std::string_view() : word.substr(0, end + 1);
}

// By its own value, or as the key of a false one. "access: private" is about something else.
bool hides(const HideRule& rule, const std::vector<std::string_view>& words, size_t at) {
  const auto is_between = [](std::string_view word) { return key_of(word).empty(); };  // ":"
  size_t next = at + 1, before = at;
  while (next < words.size() && is_between(words[next])) ++next;
  while (before > 0 && is_between(words[before - 1])) --before;
  const auto key = key_of(words[at]);
  if (next < words.size() && hides_meta_key(rule, key) &&
      is_false(Data::of(std::string(words[next]))))
    return true;
  return hides_tags(rule, {std::string(key)}) &&
         (before == 0 || key_of(words[before - 1]) != "access");
}

// Whether anything in it hides, at any depth.
bool holds_hiding(const HideRule& rule, const Data& data, int depth) {
  if (is_hidden(rule, data)) return true;
  return depth > 0 && std::any_of(data.values.begin(), data.values.end(), [&](const Data& one) {
           return holds_hiding(rule, one, depth - 1);
         });
}

void add_words(const Data& data, int depth, std::vector<std::string>& words) {
  words.insert(words.end(), data.keys.begin(), data.keys.end());
  if (data.is_scalar()) words.push_back(data.text);
  if (depth == 0) return;
  for (const Data& value : data.values) add_words(value, depth - 1, words);
}

}  // namespace

std::vector<std::string> names_it_may_hide(const HideRule& rule, std::string_view text) {
  std::vector<std::string> names;
  if (!holds_hiding_word(rule, text)) return names;
  for (const std::string_view word : words_of(text))
    for (const std::string_view part : text::parts_of(word, ':')) {
      const size_t first = std::min(part.find_first_not_of("&*-?"), part.size());
      if (first < part.size()) names.emplace_back(part.substr(first));
    }
  return names;
}

std::vector<std::string> names_it_may_hide(const HideRule& rule, const Data& entry) {
  std::vector<std::string> words;
  if (holds_hiding(rule, entry, kDeepestTags)) add_words(entry, kDeepestTags, words);
  return words;
}

Hiding hiding_of(const HideRule& rule, const Data& config) {
  const Data* tags = config.find("tags");
  const Data* meta = config.find("meta");
  return std::max(tags ? tags_hide(rule, *tags) : Hiding::none,
                  meta ? meta_hides(rule, *meta, 1) : Hiding::none);
}

bool is_hidden(const HideRule& rule, const std::vector<std::string>& tags, const Data* meta) {
  return std::any_of(tags.begin(), tags.end(),
                     [&](const std::string& tag) { return tag_hides(rule, tag); }) ||
         (meta && meta_hides(rule, *meta, 1) != Hiding::none);
}

bool holds_hiding_word(const HideRule& rule, std::string_view text) {
  const auto words = words_of(text);
  for (size_t at = 0; at < words.size(); ++at)
    if (hides(rule, words, at)) return true;
  return false;
}

bool is_empty(const HideRule& rule) {
  return rule.tags.empty() && rule.meta_keys.empty();
}

}  // namespace tally::importing::dbt
