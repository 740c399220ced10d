#include "measure/paired.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <functional>

namespace tally::measure {
namespace {

// 40 questions of 20 templates; `right` says which are.
Sitting sitting(const std::function<bool(int)>& right, int count = 40) {
  Sitting made;
  made.file = "s.jsonl";
  made.header.exam = "e";
  made.header.version = 1;
  made.header.program = "p";
  for (int i = 0; i < count; ++i) {
    SatQuestion question;
    question.id = fmt::format("q{:02}", i);
    question.template_id = fmt::format("t{}", i / 2);
    question.question = "how many";
    question.expected = {"answer"};
    question.got = "answer";
    question.mark = right(i) ? Mark::right : Mark::wrong;
    made.questions.push_back(question);
  }
  return made;
}

PairedEvidence compare(const Sitting& first, const Sitting& second, PairOptions options = {}) {
  auto evidence = compare_sittings(first, second, options);
  EXPECT_TRUE(evidence.ok());
  return *std::move(evidence);
}

bool half(int i) {
  return i % 2 == 0;
}

TEST(Paired, TheSameTwiceIsNoEvidence) {
  auto evidence = compare(sitting(half), sitting(half));
  EXPECT_EQ(evidence.finding, Finding::no_evidence);
  EXPECT_EQ(evidence.why, "no question came out otherwise");
  EXPECT_EQ(evidence.right.range.low, 0);
  EXPECT_EQ(evidence.right.range.high, 0);
  EXPECT_EQ(evidence.p, 1);
}

TEST(Paired, ManyRecoveredAndNoneRegressedIsBetter) {
  auto evidence = compare(sitting(half), sitting([](int i) { return half(i) || i < 20; }));
  EXPECT_EQ(evidence.finding, Finding::better);
  EXPECT_EQ(evidence.recovered.size(), 10u);
  EXPECT_TRUE(evidence.regressed.empty());
  EXPECT_DOUBLE_EQ(evidence.right.difference, 0.25);
  EXPECT_DOUBLE_EQ(evidence.utility.difference, 0.75);  // from −2 to +1
  EXPECT_GT(evidence.right.range.low, 0);
  EXPECT_NEAR(evidence.p, 2.0 / 1024, 1e-12);
  auto back = compare(sitting([](int i) { return half(i) || i < 20; }), sitting(half));
  EXPECT_EQ(back.finding, Finding::worse);
  EXPECT_EQ(back.regressed.size(), 10u);
}

TEST(Paired, AsManyWonAsLostIsNoEvidence) {
  auto evidence = compare(sitting(half), sitting([](int i) { return i < 8 ? !half(i) : half(i); }));
  EXPECT_EQ(evidence.recovered.size(), 4u);
  EXPECT_EQ(evidence.regressed.size(), 4u);
  EXPECT_EQ(evidence.finding, Finding::no_evidence);
}

TEST(Paired, FewFlipsAreNoEvidence) {
  auto evidence = compare(sitting(half), sitting([](int i) { return half(i) || i < 6; }));
  EXPECT_EQ(evidence.recovered.size(), 3u);
  EXPECT_EQ(evidence.finding, Finding::no_evidence);
}

TEST(Paired, NoMoreFlipsThanInARepeatIsNoEvidence) {
  auto noisy = sitting([](int i) { return half(i) || i >= 20; });
  auto evidence =
      compare(sitting(half), sitting([](int i) { return half(i) || i < 20; }), {.repeat = &noisy});
  EXPECT_EQ(evidence.noise->flips, 10u);
  EXPECT_EQ(evidence.finding, Finding::no_evidence);
  EXPECT_EQ(evidence.why, "10 of 40 questions flipped, no more than the 10 of 40 by themselves");
}

// A repeat that was cut short flips fewer questions, not a smaller share of them.
TEST(Paired, TheNoiseFloorIsAShare) {
  auto noisy = sitting([](int i) { return half(i) != (i < 6); }, 20);
  auto better = sitting([](int i) { return half(i) || i < 20; });
  auto evidence = compare(sitting(half), better, {.repeat = &noisy});
  EXPECT_EQ(evidence.noise->flips, 6u);
  EXPECT_EQ(evidence.noise->pairs, 20u);
  EXPECT_EQ(evidence.finding, Finding::no_evidence);
  EXPECT_EQ(evidence.why, "10 of 40 questions flipped, no more than the 6 of 20 by themselves");
}

// All questions of few templates may turn out alike by chance, and the range over one is no range.
TEST(Paired, FewTemplatesAreNoEvidence) {
  auto in_templates = [](int templates, bool right) {
    auto made = sitting([&](int) { return right; });
    for (size_t i = 0; i < made.questions.size(); ++i)
      made.questions[i].template_id = fmt::format("t{}", i % static_cast<size_t>(templates));
    return made;
  };
  for (int templates : {1, 2, 5}) {
    auto evidence = compare(in_templates(templates, false), in_templates(templates, true));
    EXPECT_EQ(evidence.finding, Finding::no_evidence);
    EXPECT_EQ(evidence.why, fmt::format("all questions are of {} template{}, which may turn out "
                                        "alike by chance",
                                        templates, templates == 1 ? "" : "s"));
  }
  EXPECT_EQ(compare(in_templates(6, false), in_templates(6, true)).finding, Finding::better);
}

// Twenty questions: faster on all, on all but five, on most of the time but few of the questions.
TEST(Paired, TimeIsSavedOnMostQuestionsOrNotAtAll) {
  auto timed = [](const std::function<double(int)>& seconds) {
    auto made = sitting(half, 20);
    for (int i = 0; i < 20; ++i) made.questions[static_cast<size_t>(i)].seconds = seconds(i);
    return made;
  };
  auto before = timed([](int) { return 1.0; });
  EXPECT_TRUE(saves_time(before, timed([](int) { return 0.9; })));
  EXPECT_TRUE(saves_time(before, timed([](int i) { return i < 5 ? 1.1 : 0.8; })));   // p = 0.041
  EXPECT_FALSE(saves_time(before, timed([](int i) { return i < 6 ? 1.1 : 0.8; })));  // p = 0.115
  EXPECT_FALSE(saves_time(before, timed([](int) { return 0.96; })));
  EXPECT_FALSE(saves_time(before, timed([](int i) { return i < 3 ? 0.01 : 1.0; })));
  EXPECT_FALSE(saves_time(timed([](int i) { return i == 0 ? 99.0 : 1.0; }), before));
  EXPECT_FALSE(saves_time(before, before));
}

TEST(Paired, OtherRightAnswersAreNamed) {
  auto other = sitting(half);
  other.header.digest = "b";
  EXPECT_EQ(compare(sitting(half), other).changes,
            (std::vector<std::string>{"right answers:  → b"}));
}

TEST(Paired, QuestionsWithoutAPartnerAreCountedAndLeftOut) {
  auto evidence = compare(sitting(half), sitting(half, 30));
  EXPECT_EQ(evidence.pairs, 30u);
  EXPECT_EQ(evidence.only_first, 10u);
  EXPECT_EQ(evidence.only_second, 0u);
}

TEST(Paired, WhatChangedIsNamed) {
  auto other = sitting(half);
  other.header.program = "q";
  other.header.configuration = {{"rows", "10"}};
  EXPECT_EQ(compare(sitting(half), other).changes,
            (std::vector<std::string>{"program: p → q", "rows:  → 10"}));
}

TEST(Paired, OthersExamsVersionsAndQuestionsAreRefused) {
  auto refused = [](const std::function<void(Sitting&)>& change) {
    auto other = sitting(half);
    change(other);
    auto evidence = compare_sittings(sitting(half), other);
    return evidence.ok() ? std::string() : evidence.error().message;
  };
  EXPECT_EQ(refused([](Sitting& s) { s.header.version = 2; }),
            "s.jsonl is of e version 1, s.jsonl of e version 2");
  EXPECT_EQ(refused([](Sitting& s) { s.questions[3].question = "how few"; }),
            "q03 is another question in s.jsonl than in s.jsonl");
  EXPECT_EQ(refused([](Sitting& s) { s.questions.clear(); }),
            "s.jsonl and s.jsonl have no question in common");
}

}  // namespace
}  // namespace tally::measure
