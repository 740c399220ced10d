#include "import/dbt/data.h"

#include <algorithm>

#include "catalog/spelling.h"

namespace tally::importing::dbt {
namespace {

bool is_one_of(const std::string& text, std::initializer_list<std::string_view> words) {
  const std::string lower = catalog::lower_ascii(text);
  return std::find(words.begin(), words.end(), lower) != words.end();
}

}  // namespace

const Data* Data::find(std::string_view key) const {
  for (size_t at = keys.size(); at > 0; --at)
    if (keys[at - 1] == key) return &values[at - 1];
  return nullptr;
}

const Data* Data::get(std::string_view key) const {
  const Data* found = find(key);
  return found && !found->is_null() ? found : nullptr;
}

std::string Data::text_of(std::string_view key) const {
  const Data* found = get(key);
  return found && found->is_scalar() ? found->text : std::string();
}

std::vector<std::string> Data::texts_of(std::string_view key) const {
  const Data* found = get(key);
  return found ? texts(*found) : std::vector<std::string>();
}

bool Data::truth_of(std::string_view key, bool otherwise) const {
  const Data* found = get(key);
  if (!found) return otherwise;
  if (is_true(*found)) return true;
  return is_false(*found) ? false : otherwise;
}

void Data::set(std::string_view key, Data value) {
  kind = Kind::map;
  for (size_t at = 0; at < keys.size(); ++at) {
    if (keys[at] != key) continue;
    values[at] = std::move(value);
    return;
  }
  keys.emplace_back(key);
  values.push_back(std::move(value));
}

bool is_true(const Data& data) {
  if (data.kind == Data::Kind::boolean) return data.truth;
  return data.is_text() && is_one_of(data.text, {"true", "yes", "on"});
}

bool is_false(const Data& data) {
  if (data.kind == Data::Kind::boolean) return !data.truth;
  return data.is_text() && is_one_of(data.text, {"false", "no", "off"});
}

std::vector<std::string> texts(const Data& data) {
  std::vector<std::string> all;
  if (data.is_scalar()) all.push_back(data.text);
  if (data.is_list())
    for (const Data& value : data.values)
      if (value.is_scalar()) all.push_back(value.text);
  return all;
}

}  // namespace tally::importing::dbt
