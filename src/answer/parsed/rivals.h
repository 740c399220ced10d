#pragma once
// Readings of a question that are as good as the first, or nearly: they are offered, or the choice
// among them is said aloud.

#include <string>
#include <vector>

#include "answer/parsed/names.h"
#include "answer/parsed/question_parser.h"
#include "answer/parsed/resolve.h"

namespace tally::answer::parsed {

class Rivals {
 public:
  // `candidates`: the cheapest first, at least one.
  Rivals(const Vocabulary& vocabulary, const SpokenNames& names, const Chart& chart,
         const std::vector<Candidate>& candidates)
      : vocabulary_(vocabulary), names_(names), chart_(chart), candidates_(candidates) {}

  // The first and those that nothing tells from it.
  std::vector<const Candidate*> tied() const;
  Parsed offer(const std::vector<const Candidate*>& rivals) const;
  // A value that is also one of another field: the choice is said aloud.
  void say(Candidate& best) const;

 private:
  std::string name(const semantic::FieldRef& ref) const;
  // The words of the question that a filter's first value comes from.
  std::string words_for(const Candidate& candidate, const semantic::Filter& filter) const;
  static bool filters_on(const Candidate& candidate, const semantic::FieldRef& field);
  // What the first two readings differ in, in words.
  std::string difference(const Candidate& a, const Candidate& b) const;
  std::string about(const Candidate& one, const Candidate& a, const Candidate& b) const;

  const Vocabulary& vocabulary_;
  const SpokenNames& names_;
  const Chart& chart_;
  const std::vector<Candidate>& candidates_;
};

}  // namespace tally::answer::parsed
