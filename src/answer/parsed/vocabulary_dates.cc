// What the words of a name say beyond its stems: the very spelling, a unit, a date that a verb
// stands for.

#include <algorithm>
#include <set>
#include <unordered_set>

#include "answer/parsed/names.h"
#include "answer/parsed/phrases.h"
#include "answer/parsed/vocabulary.h"
#include "answer/parsed/weights.h"
#include "semantic/names.h"
#include "text/measure_units.h"
#include "text/utf8.h"

namespace tally::answer::parsed {

// The unit that the field declares, or that a word of its name is.
std::string Vocabulary::unit_of(uint32_t index) const {
  const semantic::Field& field = *fields[index].field;
  if (!field.unit.empty() || !fields[index].numeric) return field.unit;
  std::vector<std::string> all = {field.name, field.label};
  all.insert(all.end(), field.synonyms.begin(), field.synonyms.end());
  for (const std::string& name : all) {
    std::vector<std::string> words = words_of(name);
    // "year of birth" is no number of years
    auto unit = words.size() > 1 ? text::measure_unit(words.back()) : std::nullopt;
    // nor does "discount_pct" say whether 5 % is 5 or 0.05
    if (unit && words.back() != "year" && unit->name != "%") return words.back();
    if (words.size() == 1 && words[0] == "age") return "years";
  }
  return {};
}

// "opened_on" is asked for as "opened since 1999". What dates a fact has a role to be named by.
void Vocabulary::add_date_words() {
  std::unordered_set<const semantic::Field*> roles;
  for (const semantic::Dataset& dataset : model.datasets)
    for (const semantic::TimeRole& role : dataset.times)
      if (role.relationship.empty()) roles.insert(dataset.field(role.field));
  for (uint32_t i = 0; i < fields.size(); ++i) {
    const semantic::Field& field = *fields[i].field;
    if (!(fields[i].dated || fields[i].numeric) || roles.count(&field) > 0) continue;
    std::vector<std::string> all = {
        SpokenNames::bare(names.prefix_of(model.datasets[fields[i].dataset]), field), field.label};
    all.insert(all.end(), field.synonyms.begin(), field.synonyms.end());
    for (const std::string& name : all) {
      std::vector<std::string> words = words_of(name);
      static const std::set<std::string, std::less<>> kTails = {"on", "at", "date", "day", "time"};
      bool tail =
          words.size() == 2 && (fields[i].dated ? kTails.count(words[1]) > 0 : words[1] == "year");
      if (!tail || words[0] == "first" || words[0] == "last") continue;
      add_name(words[0], {SenseKind::date_word, i, 0.0F});
      if (words[0] == "birth") add_name("born", {SenseKind::date_word, i, 0.0F});
    }
  }
}

// "start date", "contract start" and "started on" are all said as "starting in 2023", where nothing
// else goes by the word.
void Vocabulary::add_role_heads() {
  static const std::set<std::string, std::less<>> kTails = {"on", "at", "date", "day", "time"};
  auto cost = static_cast<float>(weights::kWeakName);
  std::vector<std::pair<std::string, Sense>> heads;
  for (const semantic::Dataset& dataset : model.datasets) {
    std::vector<std::string> own = words_of(dataset.name);
    for (const semantic::TimeRole& role : dataset.times) {
      auto at = std::find_if(time_roles.begin(), time_roles.end(),
                             [&](const TimeRoleEntry& entry) { return entry.name == role.name; });
      std::vector<std::string> all = role.synonyms;
      all.push_back(role.name);
      for (const std::string& name : all) {
        std::vector<std::string> words = words_of(name);
        std::erase_if(words, [&](const std::string& word) {
          bool dataset_word = std::any_of(own.begin(), own.end(), [&](const std::string& noun) {
            return key_of(noun) == key_of(word);
          });
          return dataset_word || kTails.count(word) > 0;
        });
        if (words.size() == 1 && phrases().find(words[0]) == nullptr &&
            senses(key_of(words[0])).empty())
          heads.push_back(
              {words[0],
               {SenseKind::time_role, static_cast<uint32_t>(at - time_roles.begin()), cost}});
      }
    }
  }
  for (const auto& [word, sense] : heads) add_name(word, sense);
}

bool Vocabulary::is_spelled(uint32_t metric, std::string_view words) const {
  const semantic::Metric& one = model.metrics[metric];
  const auto same = [&](const std::string& name) { return text::fold(name) == words; };
  return same(one.name) || std::any_of(one.synonyms.begin(), one.synonyms.end(), same);
}

bool Vocabulary::is_called(const Sense& sense, const std::string& words) const {
  auto same = [&](std::string_view name) { return singular(name) == words; };
  auto any = [&](const std::vector<std::string>& synonyms) {
    return std::any_of(synonyms.begin(), synonyms.end(), same);
  };
  switch (sense.kind) {
    case SenseKind::metric: {
      const semantic::Metric& metric = model.metrics[sense.index];
      return same(metric.name) || any(metric.synonyms);
    }
    case SenseKind::family:
      return same(families[sense.index].name) ||
             std::any_of(model.families.begin(), model.families.end(), [&](const auto& family) {
               return family.name == families[sense.index].name && any(family.synonyms);
             });
    case SenseKind::field: {
      const FieldEntry& entry = fields[sense.index];
      const std::string& prefix = names.prefix_of(model.datasets[entry.dataset]);
      return same(entry.field->name) || same(entry.field->label) || same(entry.spoken) ||
             same(SpokenNames::bare(prefix, *entry.field)) || any(entry.field->synonyms);
    }
    case SenseKind::dataset:
      return same(model.datasets[sense.index].name) || any(model.datasets[sense.index].synonyms);
    case SenseKind::time_role: {
      const std::string& name = time_roles[sense.index].name;
      return same(name) || std::any_of(model.datasets.begin(), model.datasets.end(),
                                       [&](const semantic::Dataset& dataset) {
                                         const auto* role = dataset.time_role(name);
                                         return role != nullptr && any(role->synonyms);
                                       });
    }
    case SenseKind::unrecorded:
      return same(model.unrecorded[sense.index].topic) ||
             any(model.unrecorded[sense.index].synonyms);
    default:
      return true;
  }
}

int Vocabulary::field_of_key(uint32_t dataset, const std::string& key) const {
  for (size_t i = 0; i < fields.size(); ++i)
    if (fields[i].dataset == dataset && semantic::same_name(fields[i].field->column(), key))
      return static_cast<int>(i);
  return -1;
}

int Vocabulary::presence_field(uint32_t dataset) const {
  const semantic::Dataset& entry = model.datasets[dataset];
  if (entry.primary_key.size() == 1)
    if (int key = field_of_key(dataset, entry.primary_key[0]); key >= 0) return key;
  if (!entry.entity_key.empty())
    if (int key = field_index(entry.name, entry.entity_key); key >= 0) return key;
  auto labels = label_fields(dataset);
  return labels.empty() ? -1 : static_cast<int>(labels[0]);
}

std::vector<Sense> Vocabulary::date_fields(const Sense& sense) const {
  if (sense.kind == SenseKind::date_word) return {{SenseKind::field, sense.index, sense.cost}};
  std::vector<Sense> out;
  if (sense.kind != SenseKind::time_role) return out;
  for (const semantic::Dataset& dataset : model.datasets) {
    const semantic::TimeRole* role = dataset.time_role(time_roles[sense.index].name);
    if (role == nullptr || !role->relationship.empty()) continue;
    if (int index = field_index(dataset.name, role->field); index >= 0)
      out.push_back({SenseKind::field, static_cast<uint32_t>(index), 0});
  }
  return out;
}

}  // namespace tally::answer::parsed
