#include "measure/search_eval.h"

#include <gtest/gtest.h>

namespace tally::measure {
namespace {

// Figures worked out by hand: 1/log2(3) = 0.6309297536, 1/log2(4) = 0.5.
constexpr double kSecond = 0.6309297535714575;

SearchQuestion question(std::vector<std::vector<std::string>> answers,
                        std::map<std::string, double> grades = {}) {
  SearchQuestion made;
  made.answers = std::move(answers);
  made.grades = std::move(grades);
  return made;
}

TEST(JudgeRanking, OneAnswerOfTwo) {
  const auto figures = judge_ranking({"x", "B", "y", "z", "w", "a"}, question({{"A", "b"}}));
  EXPECT_EQ(figures.hit, (std::array<double, 3>{0, 1, 1}));
  EXPECT_DOUBLE_EQ(figures.reciprocal_rank, 0.5);
  EXPECT_NEAR(figures.ndcg, (kSecond + 1 / 2.807354922057604) / (1 + kSecond), 1e-12);
  EXPECT_EQ(figures.recall, (std::array<double, 3>{0.5, 1, 1}));
  EXPECT_EQ(figures.all, (std::array<double, 4>{0, 1, 1, 1}));
}

TEST(JudgeRanking, OfSeveralAnswersTheOneThatFitsBest) {
  const auto figures = judge_ranking({"a", "c"}, question({{"a", "b"}, {"c"}}));
  EXPECT_EQ(figures.hit[0], 1);
  EXPECT_EQ(figures.recall[0], 1);
  EXPECT_EQ(figures.all[0], 1);
  // {c}: second of an ideal first; {a, b}: first of an ideal two, 1 / (1 + 0.63) = 0.613.
  EXPECT_NEAR(figures.ndcg, kSecond, 1e-12);
}

TEST(JudgeRanking, GradesAreTheGain) {
  const auto figures =
      judge_ranking({"b", "n", "a"}, question({{"a"}}, {{"a", 3}, {"b", 1}, {"n", 0}}));
  EXPECT_NEAR(figures.ndcg, (1 + 3 * 0.5) / (3 + kSecond), 1e-12);
  EXPECT_EQ(figures.hit[0], 1);
  EXPECT_EQ(figures.recall[0], 1);
}

TEST(JudgeRanking, AnAnswerCountsThoughItIsNotGraded) {
  const auto figures = judge_ranking({"b"}, question({{"a", "b"}}, {{"a", 2}}));
  EXPECT_EQ(figures.hit[0], 1);
  EXPECT_DOUBLE_EQ(figures.reciprocal_rank, 1);
  EXPECT_NEAR(figures.ndcg, 1 / (2 + kSecond), 1e-12);
}

TEST(JudgeRanking, NothingFound) {
  const auto figures = judge_ranking({}, question({{"a"}}));
  EXPECT_EQ(figures.ndcg, 0);
  EXPECT_EQ(figures.reciprocal_rank, 0);
  EXPECT_EQ(figures.recall[2], 0);
  EXPECT_EQ(figures.all[3], 0);
}

}  // namespace
}  // namespace tally::measure
