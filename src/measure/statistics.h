#pragma once
// The little statistics that scorecards and comparisons need. Sources stand at each.

#include <cstdint>
#include <optional>
#include <vector>

namespace tally::measure {

// 95 % unless said otherwise.
struct Range {
  double low = 0, high = 0;
};

// So many of so many.
struct Rate {
  size_t hits = 0, of = 0;
  std::optional<double> value() const {
    if (of == 0) return std::nullopt;
    return static_cast<double>(hits) / static_cast<double>(of);
  }
  void add(bool hit) {
    hits += hit;
    ++of;
  }
};

// Score interval of a proportion: E. B. Wilson, "Probable inference, the law of succession, and
// statistical inference", JASA 22 (1927). `rate.of` > 0.
Range wilson(const Rate& rate);

// Value below which `share` of the values lie, linear between them (R's type 7: Hyndman, Fan,
// "Sample quantiles in statistical packages", 1996). nullopt for none.
std::optional<double> quantile(std::vector<double> values, double share);

// Chance of a split of b + c flips at least as uneven as b to c if both ways are as likely, two
// sided and exact: Q. McNemar, "Note on the sampling error of the difference between correlated
// proportions or percentages", Psychometrika 12 (1947), with binomial tails. 1 for no flips.
double mcnemar(size_t b, size_t c);

// Did what was said to be right with probability p come right in p of the cases?
struct Calibration {
  struct Bin {
    double said = 0;  // mean probability
    Rate right;
  };
  size_t count = 0;
  // Mean squared distance: G. W. Brier, "Verification of forecasts expressed in terms of
  // probability", Monthly Weather Review 78 (1950).
  double brier = 0;
  // Expected calibration error: M. P. Naeini, G. F. Cooper, M. Hauskrecht, "Obtaining well
  // calibrated probabilities using Bayesian binning", AAAI (2015), over ten equal bins.
  double error = 0;
  std::vector<Bin> bins;  // those with answers, ascending
};
struct Claim {
  double probability = 0;
  bool right = false;
};
std::optional<Calibration> calibration(const std::vector<Claim>& claims);  // nullopt for none

// One question's difference between two sittings, in the cluster of its template.
struct PairedDifference {
  size_t cluster = 0;  // from 0
  double difference = 0;
};

// Percentile interval of the mean difference: B. Efron, R. J. Tibshirani, "An introduction to the
// bootstrap" (1993), chapter 13. Whole clusters are drawn, since the questions of a template rise
// and fall together (A. C. Cameron, D. L. Miller, "A practitioner's guide to cluster-robust
// inference", 2015). The same seed gives the same range. nullopt without differences.
std::optional<Range> clustered_bootstrap(const std::vector<PairedDifference>& pairs,
                                         size_t resamples, uint64_t seed);

}  // namespace tally::measure
