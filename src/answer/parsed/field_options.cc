#include "answer/parsed/field_options.h"

#include <algorithm>
#include <set>

#include "answer/parsed/weights.h"

namespace tally::answer::parsed {

namespace {

void sort(std::vector<FieldChoice>& choices) {
  std::stable_sort(choices.begin(), choices.end(),
                   [](const FieldChoice& a, const FieldChoice& b) { return a.cost < b.cost; });
}

}  // namespace

FieldOptions::FieldOptions(const Vocabulary& vocabulary, Resolver& resolver, const Draft& draft,
                           const std::vector<uint32_t>& metrics)
    : vocabulary_(vocabulary), resolver_(resolver), draft_(draft), metrics_(metrics) {
  for (const Item* item : draft.items) {
    if (item->kind == ItemKind::noun)
      for (const Sense& sense : item->senses) nouns_.push_back(sense.index);
    if (item->kind == ItemKind::member)
      for (const Sense& sense : item->senses)
        if (int index = vocabulary.dataset_index(vocabulary.members[sense.index].name); index >= 0)
          nouns_.push_back(static_cast<uint32_t>(index));
  }
}

double FieldOptions::noun_cost(uint32_t field, const Item& noun) const {
  double best = weights::kMisqualified;
  for (const Sense& sense : noun.senses) {
    int near = relation(vocabulary_, sense.index, field);
    if (near >= 0) best = std::min(best, weights::kQualified + 0.25 * near);
  }
  return best;
}

// "The Essex ward": the ward that is called so, rather than a ward in Essex.
bool FieldOptions::is_label(uint32_t field, const Item& noun) const {
  for (const Sense& sense : noun.senses) {
    auto labels = vocabulary_.label_fields(sense.index);
    if (std::find(labels.begin(), labels.end(), field) != labels.end()) return true;
  }
  return false;
}

double FieldOptions::nearby(uint32_t field) const {
  double best = 0;
  for (uint32_t noun : nouns_) {
    int near = relation(vocabulary_, noun, field);
    if (near == 0) best = std::min(best, weights::kNearby);
    if (near == 1) best = std::min(best, weights::kNearby * 0.8);
  }
  return best;
}

double FieldOptions::steps(uint32_t field) const {
  int most = 0;
  for (uint32_t metric : metrics_)
    for (uint32_t fact : vocabulary_.metrics[metric].facts)
      most = std::max(most, vocabulary_.distance(fact, vocabulary_.fields[field].dataset));
  return weights::kStep * most;
}

// The way to the field: the role that is named if it leads there, else the default one.
void FieldOptions::place(FieldChoice& choice, const Item* role) {
  if (role != nullptr) {
    for (const Sense& sense : role->senses) {
      semantic::FieldRef named = choice.ref;
      named.role = vocabulary_.path_roles[sense.index];
      if (!resolver_.expressible(metrics_, named)) continue;
      choice.ref = named;
      return;
    }
    choice.cost += 1.0;
  }
  if (resolver_.expressible(metrics_, choice.ref)) return;
  choice.expressible = false;
  choice.cost += weights::kInexpressible;
}

FieldChoice FieldOptions::judge(uint32_t field, double cost, const Qualifiers& beside) {
  const FieldEntry& entry = vocabulary_.fields[field];
  FieldChoice choice;
  choice.field = field;
  choice.ref = {vocabulary_.model.datasets[entry.dataset].name, entry.field->name, {}};
  choice.cost = cost + steps(field) + nearby(field);
  if (beside.noun != nullptr) choice.cost += noun_cost(field, *beside.noun);
  if (beside.direct && is_label(field, *beside.noun)) choice.cost += weights::kLabel;
  if (beside.field != nullptr) {
    bool same = std::any_of(beside.field->senses.begin(), beside.field->senses.end(),
                            [&](const Sense& sense) { return sense.index == field; });
    choice.cost += same ? weights::kQualified : 2 * weights::kMisqualified;
    for (const Sense& sense : beside.field->senses)
      if (sense.index == field) choice.cost += sense.cost;
  }
  bool preferred = std::find(preferred_.begin(), preferred_.end(), field) != preferred_.end();
  if (preferred) choice.cost += weights::kSameField;
  bool sibling =
      !preferred && std::any_of(preferred_.begin(), preferred_.end(), [&](uint32_t other) {
        return vocabulary_.fields[other].dataset == entry.dataset;
      });
  if (sibling) choice.cost += weights::kNearby * 0.7;
  if (entry.field->personal) {
    choice.cost += 0.3;
    return choice;
  }
  place(choice, beside.role);
  return choice;
}

std::vector<FieldChoice> FieldOptions::of_dim(const DimMention& dim) {
  std::vector<FieldChoice> out;
  if (dim.item->kind == ItemKind::field) {
    for (const Sense& sense : dim.item->senses)
      out.push_back(judge(sense.index, sense.cost, dim.beside));
  } else if (dim.item->kind == ItemKind::noun) {
    for (const Sense& sense : dim.item->senses) {
      auto labels = vocabulary_.label_fields(sense.index);
      if (labels.empty()) continue;
      Qualifiers beside = dim.beside;
      out.push_back(judge(labels[0], sense.cost, beside));
    }
  }
  sort(out);
  return out;
}

std::vector<FieldChoice> FieldOptions::of_condition(const Condition& condition) {
  std::vector<FieldChoice> out;
  for (const Sense& sense : condition.field->senses)
    if (vocabulary_.fields[sense.index].numeric)
      out.push_back(judge(sense.index, sense.cost, condition.beside));
  sort(out);
  return out;
}

std::vector<FieldChoice> FieldOptions::of_values(const std::vector<const ValueMention*>& values) {
  std::vector<FieldChoice> out;
  std::set<uint32_t> seen;
  for (const ValueSense& first : values[0]->item->values) {
    if (!seen.insert(first.field).second) continue;
    double cost = 0;
    bool recorded = true;
    bool all = true;
    std::vector<std::string> stored;
    for (const ValueMention* value : values) {
      bool found = false;
      double least = 0;
      for (const ValueSense& sense : value->item->values) {
        if (sense.field != first.field) continue;
        double price = sense.cost;
        if (sense.doubtful && value->beside.field == nullptr) price += weights::kUnused;
        least = found ? std::min(least, price) : price;
        found = true;
        recorded = recorded && sense.recorded;
        if (std::find(stored.begin(), stored.end(), sense.stored) == stored.end())
          stored.push_back(sense.stored);
      }
      all = all && found;
      cost += least;
    }
    if (!all) continue;
    FieldChoice choice = judge(first.field, cost, values[0]->beside);
    choice.stored = std::move(stored);
    choice.recorded = recorded;
    out.push_back(std::move(choice));
  }
  prefer_owner(out);
  sort(out);
  return out;
}

// Among fields of one kind ("shop city", "customer city"), the one that the model calls by the bare
// word is meant when nothing else is said.
void FieldOptions::prefer_owner(std::vector<FieldChoice>& choices) const {
  auto head = [&](const FieldChoice& choice) {
    const std::string& spoken = vocabulary_.fields[choice.field].spoken;
    return spoken.substr(spoken.rfind(' ') + 1);
  };
  for (FieldChoice& choice : choices) {
    std::string word = head(choice);
    bool rival = std::any_of(choices.begin(), choices.end(), [&](const FieldChoice& other) {
      return other.field != choice.field && head(other) == word;
    });
    if (!rival) continue;
    for (const Sense& sense : vocabulary_.senses(Vocabulary::key_of(word)))
      if (sense.kind == SenseKind::field && sense.index == choice.field && sense.cost <= 0)
        choice.cost += weights::kOwnsBareName;
  }
}

}  // namespace tally::answer::parsed
