#pragma once
// Boolean fields as people speak of them. The author of "is_green" has said what its true rows are
// called ("green"); its false rows are "not green", "non-green" and, where English has it, one word
// ("unplanned", "inactive").

#include <string>
#include <string_view>
#include <vector>

namespace tally::answer::parsed {

struct FlagNames {
  std::vector<std::string> yes;  // "green"; of "is_not_green": "not green"
  std::vector<std::string> no;   // single words: "ungreen", "ingreen"; whoever says one means it
};

// Whether the name itself says that its values are yes and no: "is_gift", "has_app", "rush_flag",
// "insured".
bool is_flag_name(std::string_view name);

// Whether numbers of this name can be but 1 and 0: "is_gift", and not "has_children", which may
// count.
bool is_number_flag_name(std::string_view name);

// What the rows are called for which a field of this name is true and false; empty where the name
// is English of another meaning ("is_total").
FlagNames flag_names(std::string_view name);

// The statement that a field of this spoken name is true or false: "is green", "is not green", "has
// no discount", "tariff is not green", "insured is false".
std::string flag_statement(const std::string& spoken, bool yes);

// What it is grouped by: "whether it is green"; the name itself where it is no statement.
std::string flag_question(const std::string& spoken);

}  // namespace tally::answer::parsed
