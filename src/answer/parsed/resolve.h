#pragma once
// Draft → metric requests: which metric and which field each mention is, chosen together, by what
// stands beside it, by what the model can express, and by how far the field is from the fact.

#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "answer/parsed/draft.h"
#include "answer/parsed/question_parser.h"
#include "answer/parsed/vocabulary.h"
#include "answer/parsed/ways.h"

namespace tally::answer::parsed {

// A choice that could have gone another way.
struct FieldChoice {
  semantic::FieldRef ref;
  uint32_t field = 0;
  double cost = 0;
  bool expressible = true;
  std::vector<std::string> stored;  // of a value
  bool recorded = true;
  bool bare = false;              // named by the last word of its name only
  std::vector<std::string> ways;  // names of ways to it, each a reading, where several are as good
};

// What stands in the way of answering a candidate, the first that holds counts.
struct Candidate {
  semantic::MetricRequest request;
  double cost = 0;
  std::vector<uint32_t> metrics;
  std::vector<TrustReason> reasons;
  std::vector<Explained> explained;

  std::vector<std::string> unknown;               // words nothing explains
  std::string unrecorded;                         // a topic the model says is not recorded
  std::string personal;                           // a personal field that is asked for
  std::string beyond;                             // what no request can say; abstain
  std::string trouble;                            // why it cannot be done; clarify
  bool contradicts = false;                       // one field is to have two values at once
  std::vector<semantic::MetricRequest> readings;  // with trouble: what the words can mean
  std::string inexpressible;                      // "store state is not available for web sales"
  std::string absent;                             // a value that is not in the data
  std::string no_date;                            // time asked of what has none
  std::string outside;                            // a time outside the data
  bool no_measure = false;
  bool works_out = false;  // Draft::worked_out is for this reading to do …
  std::string otherwise;   // … and where it cannot, what no metric says
  std::vector<std::pair<semantic::TimeRange, semantic::Grain>> said_times;  // as they are named
  std::optional<text::DaySpan> recorded;  // days with data, of all that is measured
  bool ranked = false;                    // "best store": by what?
  const Draft* draft = nullptr;
};

// Whether two requests are one question: conditions hold together, in whatever order.
bool asks_the_same(const semantic::MetricRequest& a, const semantic::MetricRequest& b);

class Resolver {
 public:
  Resolver(const Vocabulary& vocabulary, const Chart& chart)
      : vocabulary_(vocabulary), chart_(chart), ways_(vocabulary) {}

  // Readings of one draft, the cheapest first, each of a different request.
  std::vector<Candidate> resolve(const Draft& draft);

  // Whether every metric can be seen by the field; remembered for the question.
  bool expressible(const std::vector<uint32_t>& metrics, const semantic::FieldRef& ref);
  Ways& ways() { return ways_; }

 private:
  friend class DraftResolver;
  const Vocabulary& vocabulary_;
  const Chart& chart_;
  Ways ways_;
  std::map<std::tuple<uint32_t, std::string, std::string, std::string>, bool> known_;
};

}  // namespace tally::answer::parsed
