#pragma once
// Comparisons: "more than 100 orders", "longer than 30 minutes", "beds between 20 and 40". What is
// compared stands before the number, or after it, or is said by the unit alone.

#include <functional>

#include "answer/parsed/placement.h"

namespace tally::answer::parsed {

class Conditions {
 public:
  // `place_measure` puts the measure at a node into the draft.
  Conditions(Placement& placement, std::function<void(size_t)> place_measure)
      : at_hand_(placement),
        vocabulary_(placement.vocabulary),
        chart_(placement.chart),
        nodes_(placement.nodes),
        draft_(placement.draft),
        place_measure_(std::move(place_measure)) {}

  void place_compare(size_t at);
  // A field that its own words compare: "since fiscal year 2022".
  void place_compared(size_t at);
  void place_between(size_t at);
  // "15 to 30 minutes"; false if the number at the node begins no such range.
  bool place_range(size_t at);
  // A number that nothing took is the value of a field beside it, or of the one with its unit.
  void place_stray(size_t at);
  // "status is missing", "with an unknown status": the field or noun beside the phrase.
  void place_presence(size_t at, bool present);
  // "without a doctor", "not paid"; false if what follows has no value to lack.
  bool place_lack(size_t at);
  // "with a doctor", "with a discount": there is one; false if the node is not said like this.
  bool place_having(size_t at);
  // The field or noun at a node has a value, or none.
  bool place_null(size_t at, bool present);
  // A number that is no ordinal and that nothing took yet.
  Node* number_at(size_t at);

 private:
  enum class Fit { none, unknown, yes };
  Fit fit(const Node& node, const Condition& condition) const;
  bool can_compare(const Node& node, const Condition& condition) const {
    return fit(node, condition) != Fit::none;
  }
  void take_grain(Condition& condition, size_t at);
  void add_number(Condition& condition, const Item& number);
  bool on_implied_field(Condition& condition);
  bool on_age(Condition& condition);
  bool on_length(Condition& condition);
  void target(Condition condition, size_t left, size_t right);
  void on_measure(Condition& condition, size_t node);
  void on_field(Condition& condition, size_t node);
  void on_senses(Condition& condition, std::vector<Sense> senses);
  void drop_dim(size_t node);
  std::vector<Sense> null_fields(const Node& node) const;
  void check_percent(const Condition& condition, Fit fits);
  bool is_asked_for(size_t node) const;

  Placement& at_hand_;
  const Vocabulary& vocabulary_;
  const Chart& chart_;
  std::vector<Node>& nodes_;
  Draft& draft_;
  std::function<void(size_t)> place_measure_;
};

// How well a unit said with a number fits one that a field or metric has: "minutes" and "min".
bool same_kind(const std::string& said, const std::string& declared);
// The digits in the declared unit; nothing if that is not exact.
std::optional<std::string> in_unit(const std::string& digits, const std::string& said,
                                   const std::string& declared);

}  // namespace tally::answer::parsed
