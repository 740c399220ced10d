#include "answer/parsed/field_options.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "answer/parsed/conditions.h"
#include "answer/parsed/sequence.h"
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
    : vocabulary_(vocabulary), resolver_(resolver), metrics_(metrics) {
  for (const Item* item : draft.items) {
    if (item->kind == ItemKind::noun)
      for (const Sense& sense : item->senses) nouns_.push_back(sense.index);
    if (item->kind == ItemKind::member)
      for (const Sense& sense : item->senses)
        if (int index = vocabulary.dataset_index(vocabulary.members[sense.index].name); index >= 0)
          nouns_.push_back(static_cast<uint32_t>(index));
  }
  for (const MeasureMention& mention : draft.measures) {
    nouns_.insert(nouns_.end(), mention.item->nouns.begin(), mention.item->nouns.end());
    for (const Sense& sense : mention.item->senses) {
      if (sense.kind != SenseKind::metric) continue;
      int index = vocabulary.dataset_index(vocabulary.model.metrics[sense.index].member);
      if (index >= 0) nouns_.push_back(static_cast<uint32_t>(index));
    }
  }
}

double FieldOptions::noun_cost(uint32_t field, const Item& noun, bool direct) const {
  double best = direct ? weights::kDenied : weights::kMisqualified;
  for (const Sense& sense : noun.senses) {
    int near = relation(vocabulary_, sense.index, field);
    if (near >= 0) best = std::min(best, weights::kQualified + 0.25 * std::max(0, near - 1));
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

// Whether the field is what its dataset's members are called by.
bool FieldOptions::names_things(uint32_t field) const {
  auto labels = vocabulary_.label_fields(vocabulary_.fields[field].dataset);
  return std::find(labels.begin(), labels.end(), field) != labels.end();
}

double FieldOptions::nearby(uint32_t field) const {
  double best = 0;
  for (uint32_t noun : nouns_) {
    int near = relation(vocabulary_, noun, field);
    if (near == 0 || near == 1) best = std::min(best, weights::kNearby);
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

// The way to the field: the role that is named if it leads there, else the one over the thing that
// is named with it, else the default one.
void FieldOptions::place(FieldChoice& choice, const Qualifiers& beside) {
  const Item* role = beside.role;
  if (role != nullptr) {
    for (const Sense& sense : role->senses)
      if (take_role(choice, vocabulary_.path_roles[sense.index], beside)) return;
    if (!beside.led) choice.cost += 1.0;
  }
  choose_way(choice, beside.noun);
  if (!choice.ways.empty() || resolver_.expressible(metrics_, choice.ref)) return;
  choice.expressible = false;
  choice.cost += weights::kInexpressible;
}

// What only a preposition says ("from Lima") has to lead there, and says nothing of "customers from
// Lima".
bool FieldOptions::take_role(FieldChoice& choice, const std::string& role,
                             const Qualifiers& beside) {
  semantic::FieldRef named = choice.ref;
  named.role = role;
  uint32_t target = vocabulary_.fields[choice.field].dataset;
  if (beside.led && beside.noun != nullptr && !ways_over(target, *beside.noun).empty())
    return false;
  bool leads = !beside.led || std::ranges::all_of(facts(), [&](uint32_t fact) {
    const auto& all = resolver_.ways().all(fact, target);
    return std::any_of(all.begin(), all.end(), [&](const Way& way) { return way.role == role; });
  });
  if (!leads || !resolver_.expressible(metrics_, named)) return false;
  if (!says_nothing(target, role)) choice.ref = named;
  return true;
}

// Where there is but one way, its role is no other reading than the way without it.
bool FieldOptions::says_nothing(uint32_t target, const std::string& role) const {
  return std::ranges::all_of(facts(), [&](uint32_t fact) {
    const auto& all = resolver_.ways().all(fact, target);
    return all.size() == 2 && all[0].role.empty() && all[1].role == role &&
           all[0].path.steps == all[1].path.steps && all[0].path.steps.size() > 1;
  });
}

// "The customer's nation" is that one, where suppliers have nations too; where nothing says which,
// each is a reading of its own.
void FieldOptions::choose_way(FieldChoice& choice, const Item* noun) {
  uint32_t target = vocabulary_.fields[choice.field].dataset;
  std::vector<std::string> rivals = rival_ways(target);
  std::vector<std::string> over;
  if (noun != nullptr && !is_own(choice.field, *noun)) over = ways_over(target, *noun);
  // what parts the ways of one fact says it of all
  bool parts = std::any_of(over.begin(), over.end(), [&](const std::string& role) {
    return std::find(rivals.begin(), rivals.end(), role) != rivals.end();
  });
  if (parts)
    std::erase_if(over, [&](const std::string& role) {
      return std::find(rivals.begin(), rivals.end(), role) == rivals.end();
    });
  if (over.empty()) over = rivals;
  if (rivals.empty() && std::find(over.begin(), over.end(), "") != over.end()) return;
  std::erase_if(over, [&](const std::string& role) {
    semantic::FieldRef named = choice.ref;
    named.role = role;
    return role.empty() || !resolver_.expressible(metrics_, named);
  });
  if (over.size() == 1) choice.ref.role = over[0];
  if (over.size() > 1) choice.ways = std::move(over);
}

// The facts are joined to a dataset that is called after the noun: the customer address of a sale,
// and not the address of its customer.
bool FieldOptions::is_own(uint32_t field, const Item& noun) const {
  uint32_t target = vocabulary_.fields[field].dataset;
  bool called = std::any_of(noun.senses.begin(), noun.senses.end(), [&](const Sense& sense) {
    int near = relation(vocabulary_, sense.index, field);
    return near == 0 || near == 1;
  });
  return called && std::ranges::all_of(facts(), [&](uint32_t fact) {
           return vocabulary_.distance(fact, target) == 1;
         });
}

std::vector<uint32_t> FieldOptions::facts() const {
  std::vector<uint32_t> out;
  for (uint32_t metric : metrics_)
    for (uint32_t fact : vocabulary_.metrics[metric].facts)
      if (std::find(out.begin(), out.end(), fact) == out.end()) out.push_back(fact);
  return out;
}

// Names of the ways that lead over the noun, of all facts that are not it themselves.
std::vector<std::string> FieldOptions::ways_over(uint32_t target, const Item& noun) const {
  std::vector<std::string> out;
  for (const Sense& sense : noun.senses)
    for (uint32_t fact : facts()) {
      if (sense.index == fact || sense.index == target) continue;
      for (const Way& way : resolver_.ways().all(fact, target)) {
        bool listed = std::find(out.begin(), out.end(), way.role) != out.end();
        if (!listed && way.passes(vocabulary_.model.datasets[sense.index])) out.push_back(way.role);
      }
    }
  return out;
}

std::vector<std::string> FieldOptions::rival_ways(uint32_t target) const {
  std::vector<std::string> out;
  for (uint32_t fact : facts())
    for (const std::string& role : resolver_.ways().rivals(fact, target))
      if (std::find(out.begin(), out.end(), role) == out.end()) out.push_back(role);
  return out;
}

std::vector<std::string> FieldOptions::all_ways(const FieldChoice& choice) const {
  std::vector<std::string> out;
  if (facts().empty()) return out;
  for (const Way& way : resolver_.ways().all(facts()[0], vocabulary_.fields[choice.field].dataset))
    if (!way.role.empty()) out.push_back(way.role);
  return out;
}

// Where several ways lead to a field and none is the default one, each is a reading of its own; the
// only one that there is needs no naming.
void FieldOptions::part_ways(std::vector<FieldChoice>& choices) {
  std::vector<FieldChoice> parted;
  for (const FieldChoice& choice : choices) {
    std::vector<FieldChoice> ways;
    for (const std::string& role : choice.expressible ? choice.ways : all_ways(choice)) {
      FieldChoice way = choice;
      way.ref.role = role;
      if (!resolver_.expressible(metrics_, way.ref)) continue;
      if (!choice.expressible) way.cost -= weights::kInexpressible;
      way.expressible = true;
      ways.push_back(std::move(way));
    }
    if (ways.empty() || (ways.size() == 1 && choice.expressible)) ways = {choice};
    parted.insert(parted.end(), ways.begin(), ways.end());
  }
  choices = std::move(parted);
}

FieldChoice FieldOptions::judge(uint32_t field, double cost, const Qualifiers& beside) {
  const FieldEntry& entry = vocabulary_.fields[field];
  FieldChoice choice;
  choice.field = field;
  choice.ref = {vocabulary_.model.datasets[entry.dataset].name, entry.field->name, {}};
  choice.cost = cost + steps(field) + nearby(field);
  if (beside.noun != nullptr) choice.cost += noun_cost(field, *beside.noun, beside.direct);
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
  place(choice, beside);
  return choice;
}

std::vector<FieldChoice> FieldOptions::of_dim(const DimMention& dim) {
  std::vector<FieldChoice> out;
  if (dim.item->kind == ItemKind::field) {
    for (const Sense& sense : dim.item->senses) {
      out.push_back(judge(sense.index, sense.cost, dim.beside));
      out.back().bare = sense.bare;
    }
  } else if (dim.item->kind == ItemKind::noun) {
    for (const Sense& sense : dim.item->senses) {
      auto labels = dim.counted ? vocabulary_.identity_fields(sense.index)
                                : vocabulary_.label_fields(sense.index);
      if (labels.empty()) continue;
      Qualifiers beside = dim.beside;
      out.push_back(judge(labels[0], sense.cost, beside));
    }
  }
  part_ways(out);
  sort(out);
  return out;
}

// Whether the field can be compared with the condition's numbers or time.
bool FieldOptions::takes(uint32_t field, const Condition& condition) const {
  const FieldEntry& entry = vocabulary_.fields[field];
  if (entry.field->personal)
    return std::all_of(metrics_.begin(), metrics_.end(), [&](uint32_t metric) {
      const auto& facts = vocabulary_.metrics[metric].facts;
      return std::all_of(facts.begin(), facts.end(), [&](uint32_t fact) {
        return vocabulary_.distance(fact, entry.dataset) >= 0;
      });
    });
  if (condition.op == semantic::FilterOp::is_null ||
      condition.op == semantic::FilterOp::is_not_null)
    return true;
  if (condition.time != nullptr) return dates_by(entry);
  if (condition.age) return entry.numeric || entry.dated;
  return entry.numeric && same_kind(condition.unit, entry.unit);
}

std::vector<FieldChoice> FieldOptions::of_condition(const Condition& condition) {
  std::vector<FieldChoice> out;
  if (condition.field == nullptr) return of_unit(condition);
  for (const Sense& sense : condition.field->senses)
    if (takes(sense.index, condition))
      out.push_back(judge(sense.index, sense.cost, condition.beside));
  part_ways(out);
  sort(out);
  return out;
}

// "over 30 minutes": whatever is measured in minutes. Which of several is nothing to be guessed.
std::vector<FieldChoice> FieldOptions::of_unit(const Condition& condition) {
  std::vector<FieldChoice> out;
  for (uint32_t i = 0; i < vocabulary_.fields.size(); ++i) {
    const FieldEntry& entry = vocabulary_.fields[i];
    bool fits = entry.numeric && !entry.field->personal && !entry.unit.empty() &&
                same_kind(condition.unit, entry.unit);
    if (!fits) continue;
    FieldChoice choice = judge(i, 0, condition.beside);
    if (choice.expressible) out.push_back(std::move(choice));
  }
  // "claims over 500 EUR" says nothing of the value of what was sent
  bool own = std::any_of(out.begin(), out.end(), [&](const FieldChoice& choice) {
    uint32_t dataset = vocabulary_.fields[choice.field].dataset;
    return std::find(nouns_.begin(), nouns_.end(), dataset) != nouns_.end() ||
           std::ranges::any_of(facts(), [&](uint32_t fact) { return fact == dataset; });
  });
  if (!own) out.clear();
  for (FieldChoice& choice : out) choice.cost = 0;
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
        if (sense.doubtful && value->beside.field == nullptr) price += weights::kDoubtful;
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
    bool called = values[0]->beside.noun == nullptr && names_things(first.field);
    if (called) choice.cost += weights::kBareLabel;
    if (std::find(taken_.begin(), taken_.end(), first.field) != taken_.end())
      choice.cost += weights::kTaken;
    choice.stored = std::move(stored);
    choice.recorded = recorded;
    out.push_back(std::move(choice));
  }
  if (out.size() > 1) {
    prefer_owner(out);
    prefer_common(out);
  }
  part_ways(out);
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
  auto owns = [&](const FieldChoice& choice) {
    for (const Sense& sense : vocabulary_.senses(key_of(head(choice))))
      if (sense.kind == SenseKind::field && sense.index == choice.field && sense.cost <= 0)
        return true;
    return false;
  };
  for (FieldChoice& choice : choices) {
    if (owns(choice)) continue;
    std::string word = head(choice);
    bool rival = std::any_of(choices.begin(), choices.end(), [&](const FieldChoice& other) {
      return other.field != choice.field && head(other) == word && owns(other);
    });
    choice.cost += rival ? weights::kNotOwner : weights::kModified;
  }
}

// In one table, the field where the value is common is meant rather than the one where it is rare:
// a state's name that is also a village's.
void FieldOptions::prefer_common(std::vector<FieldChoice>& choices) const {
  for (FieldChoice& choice : choices) {
    double most = share(choice);
    for (const FieldChoice& other : choices)
      if (vocabulary_.fields[other.field].dataset == vocabulary_.fields[choice.field].dataset)
        most = std::max(most, share(other));
    if (share(choice) > 0) choice.cost += weights::kPerDecade * std::log10(most / share(choice));
  }
}

// The part of the column's rows that has the values; 0 where it is not known.
double FieldOptions::share(const FieldChoice& choice) const {
  const auto* column = vocabulary_.facts.values.find_column(choice.ref.dataset, choice.ref.field);
  if (column == nullptr) return 0;
  double all = 0;
  double some = 0;
  for (const auto& [value, rows] : column->values) {
    all += static_cast<double>(rows);
    if (std::find(choice.stored.begin(), choice.stored.end(), value) != choice.stored.end())
      some += static_cast<double>(rows);
  }
  return all > 0 ? some / all : 0;
}

}  // namespace tally::answer::parsed
