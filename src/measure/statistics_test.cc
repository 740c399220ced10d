#include "measure/statistics.h"

#include <gtest/gtest.h>

#include <cmath>

#include "measure/random.h"

namespace tally::measure {
namespace {

// Values of R: binom::binom.confint(x, n, method = "wilson"), also in Wilson's form by hand.
TEST(Wilson, FollowsTheFormula) {
  auto half = wilson({5, 10});
  EXPECT_NEAR(half.low, 0.2366, 5e-5);
  EXPECT_NEAR(half.high, 0.7634, 5e-5);
  auto most = wilson({81, 263});
  EXPECT_NEAR(most.low, 0.2553, 5e-5);
  EXPECT_NEAR(most.high, 0.3662, 5e-5);
}

TEST(Wilson, IsNeverOutsideAndNeverSure) {
  auto none = wilson({0, 10}), all = wilson({10, 10});
  EXPECT_EQ(none.low, 0);
  EXPECT_NEAR(none.high, 0.2775, 5e-5);
  EXPECT_NEAR(all.low, 0.7225, 5e-5);
  EXPECT_EQ(all.high, 1);
}

TEST(Quantile, IsLinearBetweenValues) {
  EXPECT_FALSE(quantile({}, 0.5));
  EXPECT_EQ(quantile({3}, 0.95), 3);
  EXPECT_EQ(quantile({4, 1, 3, 2}, 0.5), 2.5);
  EXPECT_DOUBLE_EQ(*quantile({0, 10}, 0.95), 9.5);
}

// Binomial tails by hand: 2 · (1 + 10) / 2^10, 2 · 1 / 2^5.
TEST(McNemar, IsTheExactBinomialTest) {
  EXPECT_NEAR(mcnemar(1, 9), 22.0 / 1024, 1e-12);
  EXPECT_NEAR(mcnemar(9, 1), 22.0 / 1024, 1e-12);
  EXPECT_NEAR(mcnemar(0, 5), 2.0 / 32, 1e-12);
  EXPECT_EQ(mcnemar(0, 0), 1);
  EXPECT_EQ(mcnemar(3, 3), 1);
  EXPECT_NEAR(mcnemar(1000, 1000), 1, 1e-9);
}

// By hand: (0.2² + 0.8² + 0.1²) / 3; bins at 0.8 (one of two right) and 1.0 − 0.1.
TEST(Calibration, ComparesWhatWasSaidWithWhatCame) {
  EXPECT_FALSE(calibration({}));
  auto found = calibration({{0.8, true}, {0.8, false}, {0.9, true}});
  EXPECT_NEAR(found->brier, (0.04 + 0.64 + 0.01) / 3, 1e-12);
  EXPECT_NEAR(found->error, 2.0 / 3 * 0.3 + 1.0 / 3 * 0.1, 1e-12);
  ASSERT_EQ(found->bins.size(), 2u);
  EXPECT_EQ(found->bins[0].right.hits, 1u);
  EXPECT_EQ(found->bins[0].right.of, 2u);
  EXPECT_EQ(calibration({{1, true}})->error, 0);
}

TEST(Bootstrap, IsTheSameForTheSameSeed) {
  std::vector<PairedDifference> pairs;
  for (size_t i = 0; i < 40; ++i) pairs.push_back({i / 4, i % 3 == 0 ? 1.0 : 0.0});
  auto once = clustered_bootstrap(pairs, 2000, 1), again = clustered_bootstrap(pairs, 2000, 1);
  EXPECT_EQ(once->low, again->low);
  EXPECT_EQ(once->high, again->high);
  EXPECT_FALSE(clustered_bootstrap({}, 2000, 1));
}

TEST(Bootstrap, OfNoDifferenceIsZeroWide) {
  auto range = clustered_bootstrap({{0, 0}, {1, 0}, {2, 0}}, 500, 1);
  EXPECT_EQ(range->low, 0);
  EXPECT_EQ(range->high, 0);
}

// A hundred independent questions, 20 better: sd of the mean is 0.04.
TEST(Bootstrap, IsAboutTheNormalRangeForManyClusters) {
  std::vector<PairedDifference> pairs;
  for (size_t i = 0; i < 100; ++i) pairs.push_back({i, i < 20 ? 1.0 : 0.0});
  auto range = clustered_bootstrap(pairs, 10'000, 7);
  EXPECT_NEAR(range->low, 0.20 - 1.96 * 0.04, 0.015);
  EXPECT_NEAR(range->high, 0.20 + 1.96 * 0.04, 0.015);
}

// The same figures where whole templates changed: far less is known.
TEST(Bootstrap, OfWholeTemplatesIsWider) {
  std::vector<PairedDifference> alone, together;
  for (size_t i = 0; i < 100; ++i) {
    alone.push_back({i, i < 20 ? 1.0 : 0.0});
    together.push_back({i / 10, i < 20 ? 1.0 : 0.0});
  }
  auto narrow = clustered_bootstrap(alone, 10'000, 7),
       wide = clustered_bootstrap(together, 10'000, 7);
  EXPECT_GT(wide->high - wide->low, 2 * (narrow->high - narrow->low));
}

TEST(Random, GivesThePublishedNumbersAndFavoursNone) {
  Random random(1234567);  // first values of Vigna's splitmix64.c
  EXPECT_EQ(random.next(), 6457827717110365317u);
  EXPECT_EQ(random.next(), 3203168211198807973u);
  int counts[3] = {};
  for (int i = 0; i < 30'000; ++i) ++counts[random.below(3)];
  for (int count : counts) EXPECT_NEAR(count, 10'000, 500);
}

}  // namespace
}  // namespace tally::measure
