#pragma once
// Is one sitting better than another? Question by question, with what chance could have done.

#include <optional>
#include <string>
#include <vector>

#include "measure/sitting.h"
#include "measure/statistics.h"

namespace tally::measure {

enum class Finding { better, worse, no_evidence };  // of the second
const char* finding_name(Finding finding);          // "no evidence of a difference"

struct PairedFigure {
  double first = 0, second = 0;  // means over the pairs
  double difference = 0;
  Range range;  // 95 %, of the difference
};

// How many questions came out otherwise when the same was sat twice.
struct NoiseFloor {
  size_t pairs = 0, flips = 0;
};

struct PairedEvidence {
  size_t pairs = 0, templates = 0;
  size_t only_first = 0, only_second = 0;  // questions that have no partner
  PairedFigure right, utility;
  std::vector<std::string> recovered,
      regressed;  // ids: right only in the second, only in the first
  double p = 1;   // McNemar's, of recovered against regressed
  std::optional<NoiseFloor> noise;
  std::vector<std::string> changes;  // what differs between the sittings' headers
  Finding finding = Finding::no_evidence;
  std::string why;  // one sentence
};

struct PairOptions {
  const Sitting* repeat = nullptr;  // of the first: the noise floor
  size_t resamples = 10'000;
  uint64_t seed = 20261130;
};

// Better or worse is said only if the questions are of at least six templates, the range of the
// difference in right answers excludes zero, McNemar's p is below 0.05, and a greater share of the
// questions flipped than in the repeat. Error `user`: sittings
// of different exams or versions, or without a question in common.
Result<PairedEvidence> compare_sittings(const Sitting& first, const Sitting& second,
                                        const PairOptions& options = {});

// Does the second answer faster? At least a twentieth of the time that the questions in both took,
// and on so many more of them than it is slower on that chance is unlikely (sign test): one slow
// answer, or a machine that is busy for a moment, decides nothing.
bool saves_time(const Sitting& first, const Sitting& second);

std::string evidence_json(const PairedEvidence& evidence);

}  // namespace tally::measure
