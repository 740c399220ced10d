// Relationships that have no role but whose own name or key has a word for the way: of
// "employee_base" or "base_city_id" from employees to cities, "base city" is the city that it leads
// to.

#include <algorithm>
#include <set>

#include "answer/parsed/names.h"
#include "answer/parsed/phrases.h"
#include "answer/parsed/vocabulary.h"
#include "text/tokens.h"

namespace tally::answer::parsed {

namespace {

// What names of relationships and keys have beside the things they join.
bool is_key_word(const std::string& word) {
  static const std::set<std::string, std::less<>> kWords = {
      "id",  "key", "fk",  "sk",   "pk",   "code", "no",       "nr",
      "num", "rel", "ref", "link", "join", "to",   "relation", "lookup"};
  return kWords.count(word) > 0;
}

}  // namespace

// What is left of a name without the words of what it joins; empty unless that says something new.
std::string Vocabulary::way_word(const semantic::Relationship& way, std::string_view name) const {
  std::vector<std::string> words = words_of(name);
  std::erase_if(words, [](const std::string& word) { return is_key_word(word); });
  for (const std::string& end : {way.from, way.to}) {
    const semantic::Dataset* dataset = model.dataset(end);
    if (dataset == nullptr) return {};
    std::vector<std::string> called = dataset->synonyms;
    called.push_back(end);
    called.push_back(names.prefix_of(*dataset));
    for (const std::string& said : called)
      for (const std::string& noun : words_of(said))
        std::erase_if(words, [&](const std::string& word) {
          if (noun[0] != word[0]) return false;
          bool part = word.size() >= 2 && noun.starts_with(word);  // "emp" of employee
          return part || key_of(noun) == key_of(word);
        });
  }
  bool plain = words.size() == 1 && words[0].size() >= 3 && phrases().find(words[0]) == nullptr &&
               senses(key_of(words[0])).empty();
  return plain ? words[0] : std::string();
}

// Only where no other way is taken to the dataset when nothing is said, so that the fields are the
// same with the word as without it. A way to dates is a way of dating.
bool Vocabulary::is_only_way(const semantic::Relationship& way) const {
  if (!way.role.empty() || !way.is_default) return false;
  for (const semantic::Dataset& dataset : model.datasets)
    for (const semantic::TimeRole& time : dataset.times)
      if (time.relationship == way.name) return false;
  return std::none_of(model.relationships.begin(), model.relationships.end(),
                      [&](const semantic::Relationship& other) {
                        return &other != &way && other.to == way.to && other.is_default;
                      });
}

// After all other names, for whatever the author calls by the same words goes before.
void Vocabulary::add_way_names() {
  for (const semantic::Relationship& way : model.relationships) {
    if (!is_only_way(way)) continue;
    std::set<std::string> said = {way_word(way, way.name)};
    if (way.from_columns.size() == 1) said.insert(way_word(way, way.from_columns[0]));
    int target = dataset_index(way.to);
    for (const std::string& word : said) {
      if (word.empty() || target < 0) continue;
      add_behind(word, model.datasets[static_cast<size_t>(target)].name,
                 {SenseKind::dataset, static_cast<uint32_t>(target), 0.0F});
      for (uint32_t i = 0; i < fields.size(); ++i)
        if (fields[i].dataset == static_cast<uint32_t>(target)) add_field_behind(word, i);
    }
  }
}

void Vocabulary::add_field_behind(const std::string& word, uint32_t index) {
  const semantic::Field& field = *fields[index].field;
  const Sense sense{SenseKind::field, index, 0.0F};
  add_behind(word, SpokenNames::bare(names.prefix_of(model.datasets[fields[index].dataset]), field),
             sense);
  if (!field.label.empty()) add_behind(word, field.label, sense);
  for (const std::string& synonym : field.synonyms) add_behind(word, synonym, sense);
}

void Vocabulary::add_behind(const std::string& word, std::string_view name, Sense sense) {
  std::string whole = word + " " + text::spoken(name);
  auto there = senses(key_of(whole));
  bool taken = std::any_of(there.begin(), there.end(), [&](const Sense& other) {
    return other.kind != sense.kind || (other.index != sense.index && other.cost <= 0);
  });
  if (!taken) add_name(whole, sense);
}

}  // namespace tally::answer::parsed
