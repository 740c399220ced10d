#pragma once
// What "not", "without" and "except" deny: a value and the list it begins, a time, or that there is
// anything at all.

#include "answer/parsed/conditions.h"
#include "answer/parsed/placement.h"

namespace tally::answer::parsed {

class Denials {
 public:
  Denials(Placement& placement, Conditions& conditions)
      : at_hand_(placement), conditions_(conditions) {}

  // Reads the word of denial at a node.
  void place(size_t at);
  // Whether the value or time at a node is denied.
  bool denies(size_t at) const { return denied_ == at; }
  // "not in Lima or Cairo": what is denied of the value at a node holds for its whole list.
  void carry_over_list(size_t at);

 private:
  bool deny_time(size_t at, size_t next);
  void ask_whether_never(const Node& denial, const Node& time);
  bool is_default_role(const Item& role) const;

  Placement& at_hand_;
  Conditions& conditions_;
  size_t denied_ = SIZE_MAX;
};

}  // namespace tally::answer::parsed
