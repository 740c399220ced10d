#pragma once
// How the things of a model are called when we speak of them: each field by a name that no other
// answers to, so that a sentence can be asked again as it stands.

#include <string>
#include <string_view>
#include <unordered_map>

#include "semantic/model.h"

namespace tally::answer::parsed {

class SpokenNames {
 public:
  explicit SpokenNames(const semantic::Model& model);

  // "customer state": the first of label, name and synonyms that nothing else is called.
  std::string field(const semantic::Dataset& dataset, const semantic::Field& field) const;

  // An abbreviation before most names of the dataset ("ca" of ca_city, ca_state); empty if none.
  const std::string& prefix_of(const semantic::Dataset& dataset) const;
  // The field's name as words, without that prefix.
  static std::string bare(const std::string& prefix, const semantic::Field& field);

 private:
  void count(std::string_view name);
  std::unordered_map<std::string, std::string> prefixes_;  // by dataset
  std::unordered_map<std::string, int> uses_;              // spoken name → things called that
};

// The name as words, in the singular: "states" and "state" are one name to a reader.
std::string singular(std::string_view name);

// The name of a field with the way that leads to it: "shipping state" of a role, "nation of
// clients" of a way that has only a name, from what it starts at.
std::string along_way(const semantic::Model& model, const std::string& role,
                      const std::string& name);

// A stored value as it is spoken ("male" for M), or as stored.
std::string spoken_value(const semantic::Field& field, const std::string& stored);

}  // namespace tally::answer::parsed
