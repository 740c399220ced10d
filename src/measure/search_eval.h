#pragma once
// How well do rankers find what is wanted? Of each query one ranking, of each ranking its figures,
// of two rankers the difference with what chance could have done.

#include <array>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "measure/search_questions.h"
#include "measure/statistics.h"

namespace tally::measure {

constexpr std::array<size_t, 3> kHitDepths = {1, 3, 5};
constexpr std::array<size_t, 3> kRecallDepths = {5, 10, 20};
constexpr std::array<size_t, 4> kAllDepths = {5, 10, 20, 30};

// The figures of one ranking.
struct RankingFigures {
  std::array<double, kHitDepths.size()> hit{};  // something wanted among the first k
  double reciprocal_rank = 0;                   // of the first that is wanted
  // Normalised discounted cumulative gain at 10: K. Järvelin, J. Kekäläinen, "Cumulated gain-based
  // evaluation of IR techniques" (TOIS 2002). The gain is the grade itself (1 where nothing is
  // graded), the discount log2(rank + 1), the ideal the grades in falling order. Of several answers
  // that are not graded the one counts that the ranking fits best.
  double ndcg = 0;
  std::array<double, kRecallDepths.size()> recall{};  // of the answer that it finds most of
  std::array<double, kAllDepths.size()> all{};        // some acceptable answer is there in full
};

// `ranking` best first; names are compared without regard to case. The question has answers.
RankingFigures judge_ranking(const std::vector<std::string>& ranking,
                             const SearchQuestion& question);

struct RankerReport {
  std::string name;
  std::vector<RankingFigures> figures;  // of each question with answers, in order
  double median_us = 0, p99_us = 0;     // a query
};
RankingFigures mean_of(const std::vector<RankingFigures>& figures);

struct RankerDifference {
  std::string figure;  // "hit@1", "mrr", "ndcg@10", "recall@10", "all@10"
  double difference = 0;
  std::optional<Range> range;  // paired bootstrap, 95 %
};
// The second minus the first, question by question.
std::vector<RankerDifference> differences(const RankerReport& first, const RankerReport& second,
                                          size_t resamples = 10'000, uint64_t seed = 20261130);

}  // namespace tally::measure
