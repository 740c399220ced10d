#include "answer/parsed/counts.h"

#include <algorithm>

#include "answer/parsed/weights.h"

namespace tally::answer::parsed {

namespace {

void add_measure(Placement& placement, size_t node, const Item* item, bool counted) {
  MeasureMention mention;
  mention.item = item;
  mention.counted = counted;
  placement.nodes[node].placed = true;
  placement.draft.measures.push_back(std::move(mention));
  placement.measure_nodes.push_back(node);
}

// "how many brands": the metric that counts the different values of the field.
bool count_values(Placement& placement, size_t node) {
  const Node& field = placement.nodes[node];
  if (field.kind() != ItemKind::field) return false;
  Item item = *field.item;
  item.kind = ItemKind::measure;
  item.senses.clear();
  const auto& metrics = placement.vocabulary.metrics;
  for (const Sense& sense : field.item->senses)
    for (uint32_t i = 0; i < metrics.size(); ++i)
      if (metrics[i].counts_field == static_cast<int>(sense.index))
        item.senses.push_back({SenseKind::metric, i, sense.cost});
  if (item.senses.empty()) return false;
  placement.draft.made.push_back(std::make_shared<const Item>(std::move(item)));
  add_measure(placement, node, placement.draft.made.back().get(), false);
  return true;
}

// "how many web orders", "how many female patients"
bool qualifies(const Node& node) {
  return node.kind() == ItemKind::member || node.kind() == ItemKind::value ||
         node.kind() == ItemKind::path_role;
}

bool is_count(const Vocabulary& vocabulary, const Item& measure) {
  auto counts = [&](uint32_t metric) { return vocabulary.metrics[metric].aggregate == "count"; };
  return std::all_of(measure.senses.begin(), measure.senses.end(), [&](const Sense& sense) {
    if (sense.kind != SenseKind::family) return counts(sense.index);
    const auto& parts = vocabulary.families[sense.index].metrics;
    // the whole of several counts is their sum
    return std::any_of(parts.begin(), parts.end(), counts);
  });
}

// "how many times did they order": the orders.
bool counts_times(const Placement& placement, const Item& count) {
  return count.phrase->payload == kTimes &&
         std::any_of(placement.nodes.begin(), placement.nodes.end(), [&](const Node& node) {
           return node.kind() == ItemKind::measure && is_count(placement.vocabulary, *node.item);
         });
}

// "web orders in 2002, how many": what is counted stands before.
bool counts_before(const Placement& placement) {
  const auto& measures = placement.draft.measures;
  return !measures.empty() &&
         std::all_of(measures.begin(), measures.end(), [&](const MeasureMention& mention) {
           return mention.counted || is_count(placement.vocabulary, *mention.item);
         });
}

// "how many different titles were borrowed", where no metric counts titles.
bool is_told_apart(const Placement& placement, size_t node) {
  const Node& noun = placement.nodes[node];
  bool apart = noun.follows("different") || noun.follows("distinct") || noun.follows("unique");
  return apart &&
         std::none_of(noun.item->senses.begin(), noun.item->senses.end(), [&](const Sense& sense) {
           auto dataset = static_cast<int>(sense.index);
           return std::any_of(placement.vocabulary.metrics.begin(),
                              placement.vocabulary.metrics.end(), [&](const auto& metric) {
                                return metric.counts == dataset || metric.counts_via == dataset;
                              });
         });
}

// What the words count: things, or the different values of a field. The metric itself would do for
// none of those that meet a condition.
std::optional<Item> counted_things(const Vocabulary& vocabulary, const Item& measure) {
  Item item = measure;
  item.kind = ItemKind::noun;
  item.senses.clear();
  if (measure.kind == ItemKind::noun) item.senses = measure.senses;
  for (uint32_t dataset : measure.nouns) item.senses.push_back({SenseKind::dataset, dataset, 0.0F});
  if (!item.senses.empty()) return item;
  for (const Sense& sense : measure.senses) {
    if (sense.kind != SenseKind::metric || vocabulary.metrics[sense.index].picks) continue;
    const MetricEntry& metric = vocabulary.metrics[sense.index];
    const int dataset = metric.counts >= 0 ? metric.counts : metric.counts_via;
    if (dataset >= 0)
      item.senses.push_back({SenseKind::dataset, static_cast<uint32_t>(dataset), sense.cost});
  }
  if (!item.senses.empty()) return item;
  item.kind = ItemKind::field;
  for (const Sense& sense : measure.senses) {
    if (sense.kind != SenseKind::metric || vocabulary.metrics[sense.index].picks) continue;
    const int field = vocabulary.metrics[sense.index].counts_field;
    if (field >= 0 && vocabulary.fields[static_cast<size_t>(field)].field->is_dimension)
      item.senses.push_back({SenseKind::field, static_cast<uint32_t>(field), sense.cost});
  }
  if (item.senses.empty()) return std::nullopt;
  return item;
}

bool is_compared(const Draft& draft, int measure) {
  return std::any_of(draft.conditions.begin(), draft.conditions.end(),
                     [&](const Condition& condition) { return condition.measure == measure; });
}

}  // namespace

bool asks_how_many(const Chart& chart, const Item& item) {
  return item.last > item.first + 2 && chart.tokens[item.first].text == "how" &&
         chart.tokens[item.first + 1].text == "many";
}

bool count_those_with(Placement& placement) {
  Draft& draft = placement.draft;
  if (draft.measures.size() != 2 || !placement.computed.empty() || draft.top) return false;
  const size_t at = is_compared(draft, 0) ? 1 : 0;
  const size_t node = placement.measure_nodes[at];
  const MeasureMention& measure = draft.measures[at];
  const bool asked = measure.counted || asks_how_many(placement.chart, *measure.item) ||
                     (node > 0 && placement.nodes[node - 1].is(PhraseKind::count));
  if (!asked || is_compared(draft, static_cast<int>(at)) ||
      !is_compared(draft, static_cast<int>(1 - at)) || !measure.members.empty())
    return false;
  auto things = counted_things(placement.vocabulary, *measure.item);
  if (!things) return false;
  draft.made.push_back(std::make_shared<const Item>(*std::move(things)));
  DimMention counted;
  counted.item = draft.made.back().get();
  draft.dims.push_back(std::move(counted));
  placement.dim_nodes.push_back(node);
  placement.counted = node;
  draft.measures.erase(draft.measures.begin() + static_cast<long>(at));
  placement.measure_nodes.erase(placement.measure_nodes.begin() + static_cast<long>(at));
  for (Condition& condition : draft.conditions)
    if (condition.measure >= 0) condition.measure = 0;
  return true;
}

void place_count(Placement& placement, size_t at) {
  const Item* count = placement.nodes[at].item;
  Node* next = placement.after(at);
  if (counts_times(placement, *count)) return;
  if (next == nullptr || next->placed) {
    if (!counts_before(placement)) placement.unknown(count, weights::kUnused);
    return;
  }
  if (next->kind() == ItemKind::measure) return;
  if (next->kind() == ItemKind::noun && !next->consumed && is_told_apart(placement, at + 1)) {
    placement.counted = at + 1;
    return;
  }
  if (next->kind() == ItemKind::noun && !next->consumed)
    return add_measure(placement, at + 1, next->item, true);
  Node* then = qualifies(*next) ? placement.after(at, 2) : nullptr;
  if (then != nullptr && then->kind() == ItemKind::measure) return;
  if (then != nullptr && then->kind() == ItemKind::noun)
    return add_measure(placement, at + 2, then->item, true);
  if (count_values(placement, at + 1)) return;
  if (!next->is_dim()) return placement.unknown(count, weights::kUnused);
  placement.counted = at + 1;  // by what is measured, if anything is
}

}  // namespace tally::answer::parsed
