#include "answer/parsed/slots.h"

#include <fmt/format.h>

#include <algorithm>

#include "answer/parsed/field_options.h"
#include "answer/parsed/weights.h"

namespace tally::answer::parsed {

namespace {

class SlotMaker {
 public:
  SlotMaker(const Vocabulary& vocabulary, const Chart& chart, Resolver& resolver,
            const Draft& draft, Candidate& base)
      : vocabulary_(vocabulary), chart_(chart), resolver_(resolver), draft_(draft), base_(base) {}

  // Groups first, then comparisons, then values, which prefer the fields that are there already.
  std::vector<Slot> run() {
    FieldOptions fields(vocabulary_, resolver_, draft_, base_.metrics);
    for (const DimMention& dim : draft_.dims) {
      if (!dim.grouped || dim.grain) continue;
      Slot slot;
      slot.dim = &dim;
      slot.choices = fields.of_dim(dim);
      add_slot(std::move(slot), fields, words(dim.item));
    }
    for (const Condition& condition : draft_.conditions) {
      if (condition.measure >= 0) continue;
      Slot slot;
      slot.condition = &condition;
      slot.choices = fields.of_condition(condition);
      if (slot.choices.empty()) {
        cannot_compare(condition);
        continue;
      }
      add_slot(std::move(slot), fields, words(condition.item));
    }
    for (auto& group : value_groups()) {
      Slot slot;
      slot.values = group;
      slot.choices = fields.of_values(group);
      if (!slot.choices.empty() && !group[0]->negated) fields.take(slot.choices[0].field);
      add_slot(std::move(slot), fields, words(group[0]->item));
    }
    return std::move(slots_);
  }

 private:
  std::string words(const Item* item) const { return std::string(chart_.words(*item)); }

  void cannot_compare(const Condition& condition) {
    base_.cost += weights::kInexpressible;
    if (!base_.trouble.empty()) return;
    if (condition.field != nullptr) {
      base_.trouble = fmt::format("‘{}’ cannot be compared in this way.", words(condition.field));
    } else {
      base_.trouble =
          fmt::format("Nothing that can be compared here is measured in {}.", condition.unit);
    }
  }

  void add_slot(Slot slot, FieldOptions& fields, const std::string& said) {
    if (slot.choices.empty()) {
      base_.cost += weights::kInexpressible;
      if (base_.trouble.empty())
        base_.trouble = fmt::format("The model does not say which field names one of ‘{}’.", said);
      return;
    }
    fields.prefer(slot.choices[0].field);
    slots_.push_back(std::move(slot));
  }

  // Values that can stand in one field, unless different words beside them say otherwise.
  std::vector<std::vector<const ValueMention*>> value_groups() {
    std::vector<std::vector<const ValueMention*>> groups;
    for (const ValueMention& value : draft_.values) {
      bool joined = false;
      for (auto& group : groups) {
        bool together = value.listed && group[0]->negated == value.negated &&
                        agree(group[0]->beside, value.beside) && share_field(group, value);
        if (!together) continue;
        group.push_back(&value);
        joined = true;
        break;
      }
      if (!joined && value.either && !groups.empty() && !value.negated) refuse_either(value);
      if (!joined) groups.push_back({&value});
    }
    return groups;
  }

  // "to Lima or from Cairo": two fields, of which a request asks for both.
  void refuse_either(const ValueMention& value) {
    if (base_.beyond.empty())
      base_.beyond = fmt::format(
          "‘or {}’ is another field than what stands before it; conditions on two fields can only "
          "hold together.",
          words(value.item));
  }

  static bool agree(const Qualifiers& a, const Qualifiers& b) {
    return (a.noun == nullptr || b.noun == nullptr || a.noun == b.noun) &&
           (a.field == nullptr || b.field == nullptr || a.field == b.field ||
            a.field->senses == b.field->senses) &&
           a.role == b.role;
  }

  static bool share_field(const std::vector<const ValueMention*>& group,
                          const ValueMention& value) {
    return std::any_of(
        value.item->values.begin(), value.item->values.end(), [&](const ValueSense& sense) {
          return std::all_of(group.begin(), group.end(), [&](const ValueMention* other) {
            return std::any_of(other->item->values.begin(), other->item->values.end(),
                               [&](const ValueSense& there) { return there.field == sense.field; });
          });
        });
  }

  const Vocabulary& vocabulary_;
  const Chart& chart_;
  Resolver& resolver_;
  const Draft& draft_;
  Candidate& base_;
  std::vector<Slot> slots_;
};

}  // namespace

std::vector<Slot> make_slots(const Vocabulary& vocabulary, const Chart& chart, Resolver& resolver,
                             const Draft& draft, Candidate& base) {
  return SlotMaker(vocabulary, chart, resolver, draft, base).run();
}

}  // namespace tally::answer::parsed
