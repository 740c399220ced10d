#pragma once
// The rule of catalog/hidden.h on what a dbt project says of a resource, for both doors.

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "catalog/hidden.h"
#include "import/dbt/data.h"

namespace tally::importing::dbt {

using catalog::HideRule;

enum class Hiding : uint8_t { none, unknown, said };

// By the tags and the meta of a config, or of an entry that says them beside it, in whatever form
// they are written. Unknown: what decides could not be evaluated; then it is hidden too.
Hiding hiding_of(const HideRule& rule, const Data& config);
inline bool is_hidden(const HideRule& rule, const Data& config) {
  return hiding_of(rule, config) != Hiding::none;
}
// The same of tags that are known; `meta` may be null.
bool is_hidden(const HideRule& rule, const std::vector<std::string>& tags, const Data* meta);

// Whether a word of a text that nobody can read otherwise hides.
bool holds_hiding_word(const HideRule& rule, std::string_view text);

// The keys of a config that decide what is hidden, and what a hidden table is called.
inline constexpr std::array<std::string_view, 2> kHidingKeys = {"tags", "meta"};
inline constexpr std::array<std::string_view, 3> kSightKeys = {"tags", "meta", "alias"};

// Whether the rule hides nothing at all.
bool is_empty(const HideRule& rule);

// What a property file that is no YAML may hide: every word of it, for a name may be written in
// many ways, if some word hides; else nothing. The same of an entry that has not the form it must
// have.
std::vector<std::string> names_it_may_hide(const HideRule& rule, std::string_view text);
std::vector<std::string> names_it_may_hide(const HideRule& rule, const Data& entry);

}  // namespace tally::importing::dbt
