#pragma once
// A sitting in figures.

#include <optional>
#include <string>
#include <vector>

#include "measure/sitting.h"
#include "measure/statistics.h"
#include "measure/targets.h"

namespace tally::measure {

// Of some questions of a sitting.
struct Figures {
  size_t questions = 0;
  Rate accuracy;              // right among those that want an answer
  Rate coverage;              // answered among those that want an answer
  Rate wrong_among_answered;  // wrong or undecided among all that were answered
  Rate handled;               // the right outcome among those that must not be answered
  size_t right = 0, wrong = 0, undecided = 0, declined = 0, failed = 0;
  double utility = 0;  // a question: +1 right, 0 declined or failed, −2 wrong or undecided
  // Seconds, of those that were answered or failed: not answering is quick.
  std::optional<double> latency_p50, latency_p95;
  double credits = 0;
};

struct Slice {
  std::string name;
  Figures figures;
};
// The same questions cut one way: "tier", "template", …
struct Cut {
  std::string by;
  std::vector<Slice> slices;
};

// Questions that went wrong for one reason, the commonest reason first.
struct Failure {
  std::string reason;
  std::vector<std::string> ids;
};

struct TargetOutcome {
  Target target;
  std::optional<double> value;  // none: no such question was asked, and nothing is met or missed
  bool met = false;
  bool missed() const { return value && !met; }
};

struct Scorecard {
  Sitting sitting;
  Figures all;
  std::vector<Cut> cuts;
  std::vector<Failure> failures;
  std::vector<TargetOutcome> targets;
  std::optional<Calibration> calibration;  // of answers with a probability, if there are any
};

Figures figures_of(const std::vector<const SatQuestion*>& questions);
Scorecard scorecard(Sitting sitting, const std::vector<Target>& targets);

// Why a question was not right, in words that many questions share.
std::string failure_reason(const SatQuestion& question);

}  // namespace tally::measure
