// What "how long" and "visits per patient" come to, once it is known what else is measured.

#include <algorithm>

#include "answer/parsed/placement.h"
#include "answer/parsed/weights.h"
#include "catalog/spelling.h"

namespace tally::answer::parsed {

namespace {

// More members than anybody means to see one by one.
constexpr size_t kMostMembers = 100;

class Measured : PlacementPass {
 public:
  using PlacementPass::PlacementPass;

  void run() {
    settle_quality();
    settle_idle_roles();
    settle_ratio();
  }

 private:
  // "how long do repairs take": of all durations, those of what else is named.
  void settle_quality() {
    auto asked = std::find_if(
        draft_.measures.begin(), draft_.measures.end(),
        [](const MeasureMention& mention) { return mention.item->quality != Item::Quality::none; });
    if (asked == draft_.measures.end()) return;
    Item item = *asked->item;
    std::vector<Sense> near;
    for (const Sense& sense : item.senses)
      if (fits_others(sense, asked->item)) near.push_back(sense);
    if (near.empty()) {
      draft_.cost += weights::kBeyond;
      draft_.beyond = "No metric says ‘" + std::string(chart_.words(item)) + "’ that is.";
      return leave_only(asked->item);
    }
    item.senses = std::move(near);
    if (item.quality == Item::Quality::frequency) draft_.named_only = true;
    if (item.quality == Item::Quality::frequency && draft_.trouble.empty())
      draft_.trouble = chart_.quoted(item) + " can be a rate or a count: say which.";
    draft_.made.push_back(std::make_shared<const Item>(std::move(item)));
    asked->item = draft_.made.back().get();
    leave_only(asked->item);
  }

  bool fits_others(const Sense& sense, const Item* asked) const {
    Sense one = sense;
    for (const MeasureMention& other : draft_.measures)
      if (other.item != asked &&
          !vocabulary_.same_facts({&one, 1}, other.item->senses, other.members) &&
          !is_of(sense, other.item->nouns))
        return false;
    for (const DimMention& dim : draft_.dims) {
      if (dim.item->kind != ItemKind::noun) continue;
      std::vector<uint32_t> nouns;
      for (const Sense& noun : dim.item->senses) nouns.push_back(noun.index);
      if (!is_of(sense, nouns)) return false;
    }
    return true;
  }

  // Everything that the metric is measured on belongs to one of the things.
  bool is_of(const Sense& sense, const std::vector<uint32_t>& nouns) const {
    const auto& facts = vocabulary_.metrics[sense.index].facts;
    return std::any_of(nouns.begin(), nouns.end(), [&](uint32_t noun) {
      return std::all_of(facts.begin(), facts.end(),
                         [&](uint32_t fact) { return vocabulary_.distance(fact, noun) >= 0; });
    });
  }

  // What is only named to say whose duration is asked for is not measured as well.
  void leave_only(const Item* asked) {
    bool used =
        draft_.top.has_value() || std::any_of(draft_.conditions.begin(), draft_.conditions.end(),
                                              [](const auto& c) { return c.measure >= 0; });
    if (used) return;
    for (const MeasureMention& mention : draft_.measures)
      if (mention.item != asked) draft_.context.push_back(mention.item);
    std::erase_if(draft_.measures,
                  [&](const MeasureMention& mention) { return mention.item != asked; });
  }

  // "cancelled subscriptions", with nothing to date: those that have such a date.
  void settle_idle_roles() {
    bool dated = !draft_.times.empty() || draft_.over_time || draft_.chronological ||
                 std::any_of(draft_.dims.begin(), draft_.dims.end(),
                             [](const DimMention& dim) { return dim.grain.has_value(); }) ||
                 std::any_of(draft_.measures.begin(), draft_.measures.end(), [](const auto& said) {
                   return said.item->quality != Item::Quality::none;
                 });
    if (dated) return;
    std::erase_if(draft_.time_roles, [&](const Item* role) { return place_done(*role); });
    for (const Item* role : draft_.time_roles)
      if (!is_default(*role)) at_hand_.unknown(role, weights::kUnused);
  }

  // "new accounts" are all of them; "billings of new accounts" are not all billings.
  bool is_default(const Item& role) const {
    return std::any_of(role.senses.begin(), role.senses.end(), [&](const Sense& sense) {
      return std::ranges::any_of(vocabulary_.model.datasets, [&](const semantic::Dataset& dataset) {
        const auto* way = dataset.time_role(vocabulary_.time_roles[sense.index].name);
        return way != nullptr && way->is_default && is_spelled_so(role, *way) &&
               is_measured_on(dataset);
      });
    });
  }

  // "Open tickets" are not those that were opened.
  bool is_spelled_so(const Item& role, const semantic::TimeRole& way) const {
    std::string said;
    for (size_t at = role.first; at < role.last; ++at)
      said += (said.empty() ? "" : " ") + chart_.tokens[at].text;
    const auto is_said = [&](std::string name) {
      std::replace(name.begin(), name.end(), '_', ' ');
      return catalog::lower_ascii(name) == said;
    };
    return is_said(way.name) || std::any_of(way.synonyms.begin(), way.synonyms.end(), is_said);
  }

  bool is_measured_on(const semantic::Dataset& dataset) const {
    const int index = vocabulary_.dataset_index(dataset.name);
    return std::any_of(draft_.measures.begin(), draft_.measures.end(), [&](const auto& mention) {
      return std::any_of(
          mention.item->senses.begin(), mention.item->senses.end(), [&](const Sense& sense) {
            if (sense.kind != SenseKind::metric) return true;
            const auto& facts = vocabulary_.metrics[sense.index].facts;
            return std::any_of(facts.begin(), facts.end(),
                               [&](uint32_t fact) { return static_cast<int>(fact) == index; });
          });
    });
  }

  // "Churned accounts", where contracts churn: no contract says which accounts are meant.
  bool is_said_of_own(const Item& role, const Item& fields) const {
    const auto is_own = [&](uint32_t dataset) {
      return std::any_of(fields.senses.begin(), fields.senses.end(), [&](const Sense& field) {
        return vocabulary_.fields[field.index].dataset == dataset;
      });
    };
    return std::none_of(nodes_.begin(), nodes_.end(), [&](const Node& thing) {
      std::vector<uint32_t> datasets = thing.item->nouns;
      if (thing.kind() == ItemKind::noun)
        for (const Sense& noun : thing.item->senses) datasets.push_back(noun.index);
      return thing.item->first == role.last && !datasets.empty() &&
             std::none_of(datasets.begin(), datasets.end(), is_own);
    });
  }

  bool place_done(const Item& role) {
    Item item = role;
    item.kind = ItemKind::field;
    item.senses.clear();
    for (const Sense& sense : role.senses) {
      for (const semantic::Dataset& dataset : vocabulary_.model.datasets) {
        const auto* way = dataset.time_role(vocabulary_.time_roles[sense.index].name);
        if (way != nullptr && way->is_default) return false;  // every row has it
      }
      for (const Sense& field : vocabulary_.date_fields(sense)) item.senses.push_back(field);
    }
    if (item.senses.empty() || !is_said_of_own(role, item)) return false;
    draft_.cost += weights::kIdleTimeRole;
    draft_.made.push_back(std::make_shared<const Item>(std::move(item)));
    Condition condition;
    condition.item = &role;
    condition.field = draft_.made.back().get();
    condition.op = semantic::FilterOp::is_not_null;
    condition.thing = true;
    draft_.conditions.push_back(std::move(condition));
    return true;
  }

  // "visits per patient" is a number for all patients, and no row for each of them. Of few members
  // ("sales per shop") people say per and mean by.
  void settle_ratio() {
    bool folded = draft_.worked_out && draft_.worked_out->kind == WorkedOut::Kind::fold;
    if (draft_.top || draft_.measures.size() != 1 || !draft_.trouble.empty() || folded) return;
    for (size_t i = 0; i < draft_.dims.size(); ++i) {
      const DimMention& dim = draft_.dims[i];
      size_t node = at_hand_.dim_nodes[i];
      bool per = dim.grouped && node > 0 && at_hand_.nodes[node - 1].is(PhraseKind::by) &&
                 at_hand_.nodes[node - 1].item->phrase->text == "per";
      if (!per || dim.plural || !names_many(vocabulary_, *dim.item)) continue;
      std::string measure(chart_.words(*draft_.measures[0].item));
      std::string thing(chart_.words(*dim.item));
      draft_.trouble = "No metric is ‘" + measure + " per " + thing + "’: ask for " + measure +
                       ", or for " + measure + " by something.";
      draft_.named_only = true;
      return;
    }
  }
};

}  // namespace

bool names_many(const Vocabulary& vocabulary, const Item& item) {
  return item.kind == ItemKind::noun &&
         std::all_of(item.senses.begin(), item.senses.end(), [&](const Sense& sense) {
           const semantic::Dataset& dataset = vocabulary.model.datasets[sense.index];
           if (dataset.kind == semantic::DatasetKind::fact && !dataset.times.empty()) return true;
           auto labels = vocabulary.label_fields(sense.index);
           if (labels.empty()) return true;
           const auto* column = vocabulary.facts.values.find_column(
               dataset.name, vocabulary.fields[labels[0]].field->name);
           // of keys no values are kept
           if (column == nullptr) return vocabulary.fields[labels[0]].numeric;
           return !column->complete || column->values.size() > kMostMembers;
         });
}

void settle_measured(Placement& placement) {
  Measured(placement).run();
}

}  // namespace tally::answer::parsed
