#include "answer/parsed/names.h"

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include "answer/parsed/phrases.h"
#include "text/stem.h"
#include "text/tokens.h"

namespace tally::answer::parsed {

namespace {

std::string first_word(const std::string& words) {
  return words.substr(0, words.find(' '));
}

// An abbreviation nobody says stands before most names.
std::string shared_prefix(const semantic::Dataset& dataset) {
  std::map<std::string, size_t> counts;
  for (const semantic::Field& field : dataset.fields)
    ++counts[first_word(text::spoken(field.name))];
  for (const auto& [word, count] : counts) {
    bool most = count >= 2 && count * 10 >= dataset.fields.size() * 7;
    if (most && word.size() <= 4) return word;
  }
  return {};
}

std::vector<std::string> names_of(const std::string& prefix, const semantic::Field& field) {
  std::vector<std::string> names;
  if (!field.label.empty()) names.push_back(field.label);
  names.push_back(SpokenNames::bare(prefix, field));
  names.insert(names.end(), field.synonyms.begin(), field.synonyms.end());
  return names;
}

}  // namespace

std::string singular(std::string_view name) {
  std::string words = text::spoken(name);
  size_t space = words.rfind(' ');
  std::string last = space == std::string::npos ? words : words.substr(space + 1);
  if (!text::is_plural(last)) return words;
  if (last.ends_with("ies")) return words.substr(0, words.size() - 3) + "y";
  if (last.ends_with("s")) words.pop_back();
  return words;
}

SpokenNames::SpokenNames(const semantic::Model& model) {
  for (const semantic::Dataset& dataset : model.datasets) {
    count(dataset.name);
    for (const std::string& synonym : dataset.synonyms) count(synonym);
    const std::string& prefix = prefixes_[dataset.name] = shared_prefix(dataset);
    for (const semantic::Field& field : dataset.fields) {
      if (!field.is_dimension && !field.personal) continue;
      std::set<std::string> own;
      for (const std::string& name : names_of(prefix, field)) own.insert(singular(name));
      for (const std::string& name : own) ++uses_[name];
    }
  }
  for (const semantic::Metric& metric : model.metrics) {
    count(metric.name);
    for (const std::string& synonym : metric.synonyms) count(synonym);
  }
  for (const semantic::Family& family : model.families) count(family.name);
  for (const semantic::Member& member : model.members) {
    count(member.name);
    for (const std::string& synonym : member.synonyms) count(synonym);
  }
}

void SpokenNames::count(std::string_view name) {
  ++uses_[singular(name)];
}

std::string SpokenNames::field(const semantic::Dataset& dataset,
                               const semantic::Field& field) const {
  const std::string& prefix = prefix_of(dataset);
  for (const std::string& name : names_of(prefix, field)) {
    std::string words = text::spoken(name);
    auto found = uses_.find(singular(name));
    bool alone = found == uses_.end() || found->second <= 1;
    if (alone && phrases().find(words) == nullptr) return words;
  }
  return text::spoken(dataset.name) + " " + bare(prefix, field);
}

const std::string& SpokenNames::prefix_of(const semantic::Dataset& dataset) const {
  static const std::string kNone;
  auto found = prefixes_.find(dataset.name);
  return found == prefixes_.end() ? kNone : found->second;
}

std::string SpokenNames::bare(const std::string& prefix, const semantic::Field& field) {
  std::string name = text::spoken(field.name);
  bool stripped = !prefix.empty() && name.size() > prefix.size() + 1 && first_word(name) == prefix;
  return stripped ? name.substr(prefix.size() + 1) : name;
}

std::string along_way(const semantic::Model& model, const std::string& role,
                      const std::string& name) {
  if (role.empty()) return name;
  for (const semantic::Relationship& way : model.relationships)
    if (way.role.empty() && way.name == role) return name + " of " + text::spoken(way.from);
  return text::spoken(role) + " " + name;
}

std::string spoken_value(const semantic::Field& field, const std::string& stored) {
  auto found = field.value_names.find(stored);
  if (found == field.value_names.end() || found->second.empty()) return stored;
  return found->second.front();
}

}  // namespace tally::answer::parsed
