// What a dbt project calls the model's things, and which values it lets a column have.

#include <algorithm>

#include "answer/parsed/phrases.h"
#include "answer/parsed/vocabulary.h"
#include "answer/parsed/weights.h"
#include "text/tokens.h"

namespace tally::answer::parsed {

// A word that the model has a meaning for keeps that one: other names stand in only where the
// author's own, and the general words, say nothing. Of several things with one other name all are
// meant, and the question's other words choose.
void Vocabulary::add_other_names() {
  const auto weak = static_cast<float>(weights::kWeakName);
  std::vector<std::pair<std::string, Sense>> others;
  auto offer = [&](const std::vector<std::string>& names_of, SenseKind kind, uint32_t index) {
    for (const std::string& name : names_of) {
      std::string key(keys_.key(name));
      if (key.empty() || !senses(key).empty() || phrases().find(text::spoken(name))) continue;
      others.emplace_back(std::move(key), Sense{kind, index, weak});
    }
  };
  for (uint32_t i = 0; i < model.metrics.size(); ++i) {
    if (!model.metrics[i].origin.empty()) offer({model.metrics[i].name}, SenseKind::metric, i);
    offer(model.metrics[i].other_names, SenseKind::metric, i);
  }
  for (uint32_t i = 0; i < fields.size(); ++i)
    offer(fields[i].field->other_names, SenseKind::field, i);
  for (uint32_t i = 0; i < model.datasets.size(); ++i)
    offer(model.datasets[i].other_names, SenseKind::dataset, i);
  for (auto& [key, sense] : others) add_key(key, sense);
}

// A value that no row has can be asked for all the same: the answer is that there is none.
void Vocabulary::add_accepted_values() {
  for (uint32_t i = 0; i < fields.size(); ++i) {
    if (fields[i].numeric || fields[i].dated || is_flag(i)) continue;
    const auto* stored =
        facts.values.find_column(model.datasets[fields[i].dataset].name, fields[i].field->name);
    const bool indexed = stored != nullptr && stored->complete;
    for (const std::string& value : fields[i].field->accepted_values) {
      if (indexed && has_value(i, value)) continue;  // looked up among the stored ones
      auto [spelling, added] = made_spellings_.try_emplace(value, std::vector<std::string>{value});
      values_[std::string(keys_.key(value))].push_back({i, &spelling->first, &spelling->second});
    }
  }
}

}  // namespace tally::answer::parsed
