#include "import/dbt/folder_config.h"

#include <algorithm>

namespace tally::importing::dbt {
namespace {

// A map is no list of tags: all its words are taken for some, so that what hides is not passed
// over.
Data list_of(const Data& value) {
  Data list;
  list.kind = Data::Kind::list;
  list.line = value.line;
  list.is_unknown = value.is_unknown;
  if (value.is_list()) list.values = value.values;
  if (value.is_scalar()) list.values.push_back(value);
  if (!value.is_map()) return list;
  for (const std::string& key : value.keys) list.values.push_back(Data::of(key));
  for (const Data& one : value.values)
    if (one.is_scalar()) list.values.push_back(one);
  return list;
}

void add_tags(Data& config, const Data& more) {
  const Data* known = config.get("tags");
  Data all = known ? list_of(*known) : list_of({});
  all.is_unknown |= more.is_unknown;
  for (Data& tag : list_of(more).values) {
    const bool is_known = std::any_of(all.values.begin(), all.values.end(),
                                      [&](const Data& one) { return one.text == tag.text; });
    if (!is_known) all.values.push_back(std::move(tag));
  }
  config.set("tags", std::move(all));
}

void merge_meta(Data& config, const Data& more) {
  const Data* known = config.get("meta");
  Data all = known && known->is_map() ? *known : Data();
  all.kind = Data::Kind::map;
  all.is_unknown |= more.is_unknown;
  for (const Data& one : more.values)
    if (more.is_list() && one.is_map())  // which dbt refuses
      for (size_t at = 0; at < one.keys.size(); ++at) all.set(one.keys[at], one.values[at]);
  for (size_t at = 0; at < more.keys.size(); ++at) all.set(more.keys[at], more.values[at]);
  config.set("meta", std::move(all));
}

// Hooks add up, under either spelling. Each is a text, {sql: text}, or a list of either.
void add_hooks(Data& config, std::string_view key, const Data& more) {
  const Data* known = config.get(key);
  const auto all_of = [](const Data& hooks) {
    return hooks.is_list() ? hooks.values : std::vector<Data>{hooks};
  };
  Data all = list_of({});
  if (known) all.values = all_of(*known);
  if (!more.is_null())
    for (Data& hook : all_of(more)) all.values.push_back(std::move(hook));
  config.set(key, std::move(all));
}

void merge_one(Data& config, std::string_view key, const Data& value, Laying laying) {
  if (key == "tags" && laying == Laying::add_up)
    add_tags(config, value);
  else if (key == "meta" && laying != Laying::replace)
    merge_meta(config, value);
  else if (key == "pre-hook" || key == "pre_hook")
    add_hooks(config, "pre-hook", value);
  else if (key == "post-hook" || key == "post_hook")
    add_hooks(config, "post-hook", value);
  else
    config.set(key, value);
}

// Of one place that has both spellings of a hook, dbt takes the one with "_".
bool is_outdone(const Data& config, const std::string& key) {
  return (key == "pre-hook" && config.find("pre_hook")) ||
         (key == "post-hook" && config.find("post_hook"));
}

// What one level of a folder section configures; `+key` and `key` are the same.
Data config_of_level(const Data& level) {
  Data config = Data::of_map();
  for (size_t at = 0; at < level.keys.size(); ++at) {
    std::string_view key = level.keys[at];
    if (!key.starts_with('+') && level.values[at].is_map()) continue;
    if (key.starts_with('+')) key.remove_prefix(1);
    key.remove_prefix(std::min(key.find_first_not_of(' '), key.size()));
    config.set(key, level.values[at]);
  }
  return config;
}

}  // namespace

void merge_config(Data& config, const Data& later, Laying laying) {
  config.kind = Data::Kind::map;
  for (size_t at = 0; at < later.keys.size(); ++at)
    if (!is_outdone(later, later.keys[at]))
      merge_one(config, later.keys[at], later.values[at], laying);
}

void add_folder_config(Data& config, const Data* section, const std::vector<std::string>& fqn,
                       Laying laying) {
  config.kind = Data::Kind::map;
  const Data* level = section;
  for (size_t depth = 0; level && level->is_map(); ++depth) {
    merge_config(config, config_of_level(*level), laying);
    if (depth == fqn.size()) return;
    level = level->find(fqn[depth]);
  }
}

}  // namespace tally::importing::dbt
