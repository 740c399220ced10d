// Fields that say yes or no answer to their own adjectives: "is_green" to "green", as a value and
// as a field.

#include "answer/parsed/flags.h"
#include "answer/parsed/names.h"
#include "answer/parsed/vocabulary.h"
#include "answer/parsed/weights.h"
#include "text/utf8.h"

namespace tally::answer::parsed {

namespace {

// The two values of columns that say yes or no.
constexpr std::pair<std::string_view, std::string_view> kPairs[] = {
    {"y", "n"}, {"yes", "no"}, {"t", "f"}, {"true", "false"}, {"1", "0"}};

}  // namespace

void Vocabulary::find_flags() {
  for (uint32_t i = 0; i < fields.size(); ++i) flags_.push_back(flag_of(i));
}

// Text and integers say yes or no where exactly two such values are stored, or named in the model.
std::pair<std::string, std::string> Vocabulary::flag_of(uint32_t index) const {
  const semantic::Field& field = *fields[index].field;
  using semantic::DataType;
  if (field.type == DataType::boolean) return {"true", "false"};
  bool may = field.type == DataType::string || field.type == DataType::unknown ||
             field.type == DataType::integer;
  if (!may || field.personal) return {};
  std::vector<std::string> stored;
  const auto* column =
      facts.values.find_column(model.datasets[fields[index].dataset].name, field.name);
  if (column != nullptr && column->complete) {
    if (column->values.size() != 2) return {};
    for (const auto& [value, rows] : column->values) stored.push_back(value);
  } else {
    if (field.value_names.size() != 2) return {};
    for (const auto& [value, names_of] : field.value_names) stored.push_back(value);
  }
  for (const auto& [yes, no] : kPairs)
    for (size_t first : {0U, 1U})
      if (text::fold(stored[first]) == yes && text::fold(stored[1 - first]) == no)
        return {stored[first], stored[1 - first]};
  return {};
}

// After all other names, for what the author calls by the same words goes before.
void Vocabulary::add_flag_names() {
  for (uint32_t i = 0; i < fields.size(); ++i) {
    const semantic::Field& field = *fields[i].field;
    if (!is_flag(i) || field.personal) continue;
    std::vector<std::string> all = {
        SpokenNames::bare(names.prefix_of(model.datasets[fields[i].dataset]), field), field.label};
    all.insert(all.end(), field.synonyms.begin(), field.synonyms.end());
    for (const std::string& name : all) {
      FlagNames said = flag_names(name);
      for (const std::string& yes : said.yes) add_flag_name(i, yes, true);
      for (const std::string& no : said.no) add_flag_name(i, no, false);
    }
  }
}

void Vocabulary::add_flag_name(uint32_t index, const std::string& name, bool yes) {
  // Made-up words are no spellings to mend others by, so only names that stand in the model are
  // put where corrections come from.
  const std::string key = yes ? std::string(keys_.key(name)) : key_of(name);
  bool rival = false;
  for (const Sense& sense : senses(key)) {
    bool thing = sense.kind == SenseKind::metric || sense.kind == SenseKind::family ||
                 sense.kind == SenseKind::member || sense.kind == SenseKind::dataset ||
                 sense.kind == SenseKind::unrecorded;
    if (thing && sense.cost < weights::kWeakName) return;
    rival = rival || ((sense.kind != SenseKind::field || !is_flag(sense.index)) && sense.cost <= 0);
  }
  auto cost = static_cast<float>(rival ? weights::kWeakName : 0.0);
  if (yes) add_key(key, {SenseKind::field, index, cost});
  auto [spelling, added] = made_spellings_.try_emplace(name, std::vector<std::string>{name});
  values_[key].push_back({index, &flag_value(index, yes), &spelling->second, cost});
}

}  // namespace tally::answer::parsed
