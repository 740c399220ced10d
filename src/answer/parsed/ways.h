#pragma once
// The ways from a fact to a dataset: what tells them apart, and what each passes. Where several
// are as good and none is named, a field at their end is several fields.

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "answer/parsed/vocabulary.h"

namespace tally::answer::parsed {

struct Way {
  std::string role;  // as a request names it; empty: the default way
  semantic::Path path;

  // Whether it leads over the dataset on its way to another.
  bool passes(const semantic::Dataset& dataset) const;
};

class Ways {
 public:
  explicit Ways(const Vocabulary& vocabulary) : vocabulary_(vocabulary) {}

  // Every way that can be named, each once, by its role if it has one; before them the default one
  // if there is one.
  const std::vector<Way>& all(uint32_t fact, uint32_t target);

  // Names of the default ways that are as good as one another, where the fact is joined to nothing
  // that makes one of them the nearer: of order lines, the nation of the customer and that of the
  // supplier. Empty if there is only one.
  const std::vector<std::string>& rivals(uint32_t fact, uint32_t target);

 private:
  void add(uint32_t fact, uint32_t target, const std::string& role, std::vector<Way>& out) const;
  std::vector<std::string> find_rivals(uint32_t fact, uint32_t target) const;
  std::vector<std::string> into(uint32_t fact, const semantic::Relationship& last) const;

  const Vocabulary& vocabulary_;
  std::map<std::pair<uint32_t, uint32_t>, std::vector<Way>> all_;
  std::map<std::pair<uint32_t, uint32_t>, std::vector<std::string>> rivals_;
};

}  // namespace tally::answer::parsed
