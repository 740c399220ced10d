#include "import/dbt/hidden.h"

#include <algorithm>

namespace tally::importing::dbt {
namespace {

bool meta_hides(const HideRule& rule, const Data& meta, int depth) {
  for (size_t at = 0; at < meta.keys.size(); ++at) {
    const Data& value = meta.values[at];
    if (is_false(value) && hides_meta_key(rule, meta.keys[at])) return true;
    if (value.is_map() && depth > 0 && meta_hides(rule, value, depth - 1)) return true;
  }
  return false;
}

// Words of YAML as far as they go: "privacy:tier" is one, of "name:" the colon stays.
std::vector<std::string_view> words_of(std::string_view text) {
  constexpr std::string_view kBetween = " \t\r\n\"'[]{},";
  std::vector<std::string_view> words;
  for (size_t at = text.find_first_not_of(kBetween); at != std::string_view::npos;) {
    const size_t end = std::min(text.find_first_of(kBetween, at), text.size());
    words.push_back(text.substr(at, end - at));
    at = text.find_first_not_of(kBetween, end);
  }
  return words;
}

bool hides(const HideRule& rule, std::string_view word, std::string_view next) {
  if (!word.ends_with(':')) return hides_tags(rule, {std::string(word)});
  return hides_meta_key(rule, word.substr(0, word.size() - 1)) &&
         is_false(Data::of(std::string(next)));
}

}  // namespace

std::vector<std::string> names_it_may_hide(const HideRule& rule, std::string_view text) {
  const auto words = words_of(text);
  std::vector<std::string> names;
  bool any = false;
  for (size_t at = 0; at < words.size(); ++at) {
    const auto next = at + 1 < words.size() ? words[at + 1] : std::string_view();
    any = any || hides(rule, words[at], next);
    if (words[at] == "name:" && !next.empty()) names.emplace_back(next);
  }
  return any ? names : std::vector<std::string>{};
}

bool is_hidden(const HideRule& rule, const std::vector<std::string>& tags, const Data* meta) {
  return hides_tags(rule, tags) || (meta && meta_hides(rule, *meta, 1));
}

}  // namespace tally::importing::dbt
