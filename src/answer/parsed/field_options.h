#pragma once
// Which fields a mention may mean for given metrics, with what each costs.

#include <vector>

#include "answer/parsed/draft.h"
#include "answer/parsed/resolve.h"

namespace tally::answer::parsed {

class FieldOptions {
 public:
  FieldOptions(const Vocabulary& vocabulary, Resolver& resolver, const Draft& draft,
               const std::vector<uint32_t>& metrics);

  // The cheapest first; empty if the mention has no field at all.
  std::vector<FieldChoice> of_dim(const DimMention& dim);
  std::vector<FieldChoice> of_condition(const Condition& condition);
  // Of values that stand in one list, all in the same field.
  std::vector<FieldChoice> of_values(const std::vector<const ValueMention*>& values);

  // Fields that other mentions have: values prefer them.
  // Fields that a value has already: a second value beside it, in no list with it, is of another.
  void take(uint32_t field) { taken_.push_back(field); }
  void prefer(uint32_t field) { preferred_.push_back(field); }

 private:
  std::vector<FieldChoice> of_unit(const Condition& condition);
  bool takes(uint32_t field, const Condition& condition) const;
  FieldChoice judge(uint32_t field, double cost, const Qualifiers& beside);
  void prefer_common(std::vector<FieldChoice>& choices) const;
  double share(const FieldChoice& choice) const;
  bool names_things(uint32_t field) const;
  void prefer_owner(std::vector<FieldChoice>& choices) const;
  double noun_cost(uint32_t field, const Item& noun, bool direct) const;
  bool is_label(uint32_t field, const Item& noun) const;
  double nearby(uint32_t field) const;
  double steps(uint32_t field) const;
  void part_ways(std::vector<FieldChoice>& choices);
  void place(FieldChoice& choice, const Qualifiers& beside);
  bool take_role(FieldChoice& choice, const std::string& role, const Qualifiers& beside);
  bool says_nothing(uint32_t target, const std::string& role) const;
  void choose_way(FieldChoice& choice, const Item* noun);
  bool is_own(uint32_t field, const Item& noun) const;
  std::vector<std::string> ways_over(uint32_t target, const Item& noun) const;
  std::vector<std::string> rival_ways(uint32_t target) const;
  std::vector<std::string> all_ways(const FieldChoice& choice) const;
  std::vector<uint32_t> facts() const;

  const Vocabulary& vocabulary_;
  Resolver& resolver_;
  const std::vector<uint32_t>& metrics_;
  std::vector<uint32_t> nouns_;  // datasets named anywhere in the question
  std::vector<uint32_t> preferred_, taken_;
};

}  // namespace tally::answer::parsed
