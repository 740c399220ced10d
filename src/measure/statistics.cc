#include "measure/statistics.h"

#include <algorithm>
#include <cmath>

#include "measure/random.h"

namespace tally::measure {
namespace {

constexpr double kZ = 1.959963984540054;  // normal quantile of 0.975

}  // namespace

Range wilson(const Rate& rate) {
  double n = static_cast<double>(rate.of), p = static_cast<double>(rate.hits) / n;
  double z2 = kZ * kZ;
  double centre = (p + z2 / (2 * n)) / (1 + z2 / n);
  double half = kZ / (1 + z2 / n) * std::sqrt(p * (1 - p) / n + z2 / (4 * n * n));
  // At the ends the formula is exact, its arithmetic is not.
  return {rate.hits == 0 ? 0.0 : std::max(0.0, centre - half),
          rate.hits == rate.of ? 1.0 : std::min(1.0, centre + half)};
}

std::optional<double> quantile(std::vector<double> values, double share) {
  if (values.empty()) return std::nullopt;
  std::sort(values.begin(), values.end());
  double place = share * static_cast<double>(values.size() - 1);
  auto below = static_cast<size_t>(place);
  size_t above = std::min(below + 1, values.size() - 1);
  return values[below] + (place - static_cast<double>(below)) * (values[above] - values[below]);
}

double mcnemar(size_t b, size_t c) {
  size_t flips = b + c, fewer = std::min(b, c);
  double tail = 0;
  for (size_t k = 0; k <= fewer; ++k) {
    auto n = static_cast<double>(flips), i = static_cast<double>(k);
    tail += std::exp(std::lgamma(n + 1) - std::lgamma(i + 1) - std::lgamma(n - i + 1) -
                     n * std::log(2.0));
  }
  return std::min(1.0, 2 * tail);
}

std::optional<Calibration> calibration(const std::vector<Claim>& claims) {
  if (claims.empty()) return std::nullopt;
  constexpr size_t kBins = 10;
  std::vector<Calibration::Bin> bins(kBins);
  Calibration out;
  out.count = claims.size();
  auto count = static_cast<double>(claims.size());
  for (const auto& claim : claims) {
    double p = std::clamp(claim.probability, 0.0, 1.0), right = claim.right ? 1 : 0;
    out.brier += (p - right) * (p - right) / count;
    auto& bin = bins[std::min(kBins - 1, static_cast<size_t>(p * kBins))];
    bin.said += p;
    bin.right.add(claim.right);
  }
  for (auto& bin : bins) {
    if (bin.right.of == 0) continue;
    auto size = static_cast<double>(bin.right.of);
    bin.said /= size;
    out.error += size / count * std::abs(bin.said - *bin.right.value());
    out.bins.push_back(bin);
  }
  return out;
}

std::optional<Range> clustered_bootstrap(const std::vector<PairedDifference>& pairs,
                                         size_t resamples, uint64_t seed) {
  if (pairs.empty() || resamples == 0) return std::nullopt;
  struct Cluster {
    double sum = 0, count = 0;
  };
  std::vector<Cluster> clusters;
  for (const auto& pair : pairs) {
    if (pair.cluster >= clusters.size()) clusters.resize(pair.cluster + 1);
    clusters[pair.cluster].sum += pair.difference;
    clusters[pair.cluster].count += 1;
  }
  std::erase_if(clusters, [](const Cluster& cluster) { return cluster.count == 0; });
  Random random(seed);
  std::vector<double> means;
  means.reserve(resamples);
  for (size_t i = 0; i < resamples; ++i) {
    Cluster all;
    for (size_t k = 0; k < clusters.size(); ++k) {
      const auto& drawn = clusters[random.below(clusters.size())];
      all.sum += drawn.sum;
      all.count += drawn.count;
    }
    means.push_back(all.sum / all.count);
  }
  return Range{*quantile(means, 0.025), *quantile(means, 0.975)};
}

}  // namespace tally::measure
