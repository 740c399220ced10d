#pragma once
// What could be asked instead: the same question with what it lacks, each as a sentence that can be
// asked as it stands.

#include <string>
#include <vector>

#include "answer/parsed/names.h"
#include "answer/parsed/question_parser.h"
#include "answer/parsed/resolve.h"

namespace tally::answer::parsed {

constexpr size_t kMostChoices = 5;

// The text with a capital letter.
std::string sentence(std::string text);

class Choices {
 public:
  Choices(const Vocabulary& vocabulary, const SpokenNames& names)
      : vocabulary_(vocabulary), names_(names) {}

  // The same question for the metrics that can be seen this way: wholes of families, then what has
  // no family, then parts; counts of things last.
  std::vector<Choice> metrics(const Candidate& best) const;
  // The metrics that the question names, and those that are made of a field it names.
  std::vector<uint32_t> named_first(const Candidate& best) const;
  // The same question of each thing that has a name, and of the months; of places where the
  // question asks for one.
  std::vector<Choice> groups(const Candidate& best) const;
  // "in Bonn in Essen": one or the other is what can be had.
  std::vector<Choice> either(const Candidate& best) const;
  // Each of its readings, said at length.
  std::vector<Choice> readings(const Candidate& best) const;
  semantic::MetricRequest with_metric(const Candidate& best, uint32_t index) const;
  // Whether the metric can be seen by the field.
  bool can_express(const semantic::Metric& metric, const semantic::FieldRef& ref) const;

 private:
  semantic::FieldRef field_ref(uint32_t field) const;
  bool sees(const Candidate& best, const std::vector<semantic::FieldRef>& fields) const;
  // A field of text whose name has a word for places.
  bool is_place(uint32_t field) const;
  int standing(uint32_t index) const;
  bool fits(const semantic::Metric& metric, const semantic::MetricRequest& request) const;

  const Vocabulary& vocabulary_;
  const SpokenNames& names_;
};

}  // namespace tally::answer::parsed
