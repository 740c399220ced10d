#include "measure/search_eval.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>

#include "catalog/spelling.h"

namespace tally::measure {
namespace {

using catalog::lower_ascii;

constexpr size_t kGainDepth = 10;

using Grades = std::map<std::string, double>;

// Wanted names in lower case with their grades: what is graded, and what an answer names beside it.
Grades grades_of(const SearchQuestion& question) {
  Grades grades;
  for (const auto& [name, grade] : question.grades) grades[lower_ascii(name)] = grade;
  for (const auto& answer : question.answers)
    for (const auto& name : answer) grades.try_emplace(lower_ascii(name), 1);
  std::erase_if(grades, [](const auto& one) { return one.second <= 0; });
  return grades;
}

double gain(const std::vector<double>& grades) {
  double sum = 0;
  for (size_t at = 0; at < std::min(grades.size(), kGainDepth); ++at)
    sum += grades[at] / std::log2(static_cast<double>(at) + 2);
  return sum;
}

double normalised_gain(const std::vector<std::string>& ranking, const Grades& grades) {
  std::vector<double> gains, ideal;
  for (size_t at = 0; at < std::min(ranking.size(), kGainDepth); ++at) {
    const auto found = grades.find(ranking[at]);
    gains.push_back(found == grades.end() ? 0 : found->second);
  }
  for (const auto& [name, grade] : grades) ideal.push_back(grade);
  std::sort(ideal.rbegin(), ideal.rend());
  return ideal.empty() ? 0 : gain(gains) / gain(ideal);
}

// Of several acceptable answers the one that the ranking fits best, as if it were the only one.
double best_gain(const std::vector<std::string>& ranking, const SearchQuestion& question,
                 const Grades& grades) {
  if (!question.grades.empty() || question.answers.size() < 2)
    return normalised_gain(ranking, grades);
  double best = 0;
  for (const auto& answer : question.answers) {
    Grades wanted;
    for (const auto& name : answer) wanted[lower_ascii(name)] = 1;
    best = std::max(best, normalised_gain(ranking, wanted));
  }
  return best;
}

// How many of `answer` are among the first `depth`.
size_t found_of(const std::vector<std::string>& answer, const std::vector<std::string>& ranking,
                size_t depth) {
  const auto end = ranking.begin() + static_cast<ptrdiff_t>(std::min(depth, ranking.size()));
  return static_cast<size_t>(
      std::count_if(answer.begin(), answer.end(), [&](const std::string& name) {
        return std::find(ranking.begin(), end, lower_ascii(name)) != end;
      }));
}

using Pick = std::function<double(const RankingFigures&)>;
struct NamedFigure {
  const char* name;
  double (*pick)(const RankingFigures&);
};
constexpr NamedFigure kCompared[] = {
    {"hit@1", [](const RankingFigures& f) { return f.hit[0]; }},
    {"mrr", [](const RankingFigures& f) { return f.reciprocal_rank; }},
    {"ndcg@10", [](const RankingFigures& f) { return f.ndcg; }},
    {"recall@10", [](const RankingFigures& f) { return f.recall[1]; }},
    {"all@10", [](const RankingFigures& f) { return f.all[1]; }},
};

}  // namespace

RankingFigures judge_ranking(const std::vector<std::string>& named,
                             const SearchQuestion& question) {
  std::vector<std::string> ranking;
  for (const auto& name : named) ranking.push_back(lower_ascii(name));
  const auto grades = grades_of(question);
  RankingFigures figures;
  for (size_t at = 0; at < ranking.size(); ++at) {
    if (!grades.contains(ranking[at])) continue;
    if (figures.reciprocal_rank == 0) figures.reciprocal_rank = 1 / static_cast<double>(at + 1);
    for (size_t k = 0; k < kHitDepths.size(); ++k)
      if (at < kHitDepths[k]) figures.hit[k] = 1;
  }
  figures.ndcg = best_gain(ranking, question, grades);
  for (const auto& answer : question.answers) {
    if (answer.empty()) continue;
    const auto size = static_cast<double>(answer.size());
    for (size_t k = 0; k < kRecallDepths.size(); ++k)
      figures.recall[k] =
          std::max(figures.recall[k],
                   static_cast<double>(found_of(answer, ranking, kRecallDepths[k])) / size);
    for (size_t k = 0; k < kAllDepths.size(); ++k)
      if (found_of(answer, ranking, kAllDepths[k]) == answer.size()) figures.all[k] = 1;
  }
  return figures;
}

RankingFigures mean_of(const std::vector<RankingFigures>& all) {
  RankingFigures mean;
  if (all.empty()) return mean;
  const auto count = static_cast<double>(all.size());
  for (const auto& one : all) {
    for (size_t k = 0; k < kHitDepths.size(); ++k) mean.hit[k] += one.hit[k] / count;
    for (size_t k = 0; k < kRecallDepths.size(); ++k) mean.recall[k] += one.recall[k] / count;
    for (size_t k = 0; k < kAllDepths.size(); ++k) mean.all[k] += one.all[k] / count;
    mean.reciprocal_rank += one.reciprocal_rank / count;
    mean.ndcg += one.ndcg / count;
  }
  return mean;
}

std::vector<RankerDifference> differences(const RankerReport& first, const RankerReport& second,
                                          size_t resamples, uint64_t seed) {
  std::vector<RankerDifference> all;
  for (const auto& [name, pick] : kCompared) {
    std::vector<PairedDifference> pairs;
    double sum = 0;
    for (size_t at = 0; at < std::min(first.figures.size(), second.figures.size()); ++at) {
      pairs.push_back({at, pick(second.figures[at]) - pick(first.figures[at])});
      sum += pairs.back().difference;
    }
    const double mean = pairs.empty() ? 0 : sum / static_cast<double>(pairs.size());
    all.push_back({name, mean, clustered_bootstrap(pairs, resamples, seed)});
  }
  return all;
}

}  // namespace tally::measure
