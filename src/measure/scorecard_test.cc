#include "measure/scorecard.h"

#include <gtest/gtest.h>

#include "measure/scorecard_page.h"

namespace tally::measure {
namespace {

// "T1 a answer answer right": tier, template, expected, got, mark.
SatQuestion sat(const std::string& tier, const std::string& from, const std::string& expected,
                const std::string& got, Mark mark, double seconds = 0.1) {
  static int number = 0;
  SatQuestion made;
  made.id = from + "-" + std::to_string(++number);
  made.template_id = from;
  made.tier = tier;
  made.unseen = from[0] == 'u';
  made.question = "<script>alert('" + from + "')</script>";
  made.expected = {expected};
  made.got = got;
  made.mark = mark;
  made.code = "values";
  made.reason = mark == Mark::right ? "" : "expected " + expected + ", got " + got;
  made.seconds = seconds;
  return made;
}

Sitting small() {
  Sitting sitting;
  sitting.header.exam = "e";
  sitting.header.split = "test";
  sitting.header.questions = 10;
  sitting.questions = {
      sat("T1", "a", "answer", "answer", Mark::right, 0.1),
      sat("T1", "a", "answer", "answer", Mark::right, 0.2),
      sat("T1", "u", "answer", "answer", Mark::wrong, 0.3),
      sat("T1", "u", "answer", "clarify", Mark::declined, 0.4),
      sat("T2", "b", "answer", "answer", Mark::undecided, 0.5),
      sat("T2", "b", "answer", "failed", Mark::failed, 0.6),
      sat("T4", "c", "refuse", "refuse", Mark::right, 0.7),
      sat("T4", "c", "refuse", "clarify", Mark::declined, 0.8),
      sat("T4", "c", "refuse", "answer", Mark::wrong, 0.9),
  };
  sitting.questions[0].tables = {"orders"};
  sitting.questions[1].tables = {"orders", "customers"};
  sitting.questions[2].facts = {{"row_count", "…"}, {"table_missing", "…"}};
  return sitting;
}

const Slice& slice(const Scorecard& card, const std::string& by, const std::string& name) {
  for (const auto& cut : card.cuts)
    for (const auto& one : cut.slices)
      if (cut.by == by && one.name == name) return one;
  throw std::out_of_range(by + ": " + name);
}

TEST(Scorecard, CountsEachMarkForWhatItIs) {
  auto card = scorecard(small(), {});
  const auto& all = card.all;
  EXPECT_EQ(all.questions, 9u);
  EXPECT_EQ(all.accuracy.hits, 2u);  // of those that want an answer
  EXPECT_EQ(all.accuracy.of, 6u);
  EXPECT_EQ(all.coverage.hits, 4u);
  EXPECT_EQ(all.coverage.of, 6u);
  EXPECT_EQ(all.wrong_among_answered.hits, 3u);  // the undecided and the answer to T4 among them
  EXPECT_EQ(all.wrong_among_answered.of, 5u);
  EXPECT_EQ(all.handled.hits, 1u);
  EXPECT_EQ(all.handled.of, 3u);
  EXPECT_DOUBLE_EQ(all.utility, (3 * 1 + 3 * -2) / 9.0);
  // Of 0.1, 0.2, 0.3, 0.5, 0.6 (failed) and 0.9: what was declined took no time worth counting.
  EXPECT_DOUBLE_EQ(*all.latency_p50, 0.4);
  EXPECT_DOUBLE_EQ(*all.latency_p95, 0.825);
}

TEST(Scorecard, IsCutManyWays) {
  auto card = scorecard(small(), {});
  EXPECT_EQ(slice(card, "tier", "T1").figures.accuracy.hits, 2u);
  EXPECT_EQ(slice(card, "templates", "unseen").figures.questions, 2u);
  EXPECT_EQ(slice(card, "tier and templates", "T1 unseen").figures.accuracy.hits, 0u);
  EXPECT_EQ(slice(card, "template", "b").figures.questions, 2u);
  EXPECT_EQ(slice(card, "expected outcome", "refuse").figures.questions, 3u);
  EXPECT_EQ(slice(card, "table", "orders").figures.questions, 2u);
  EXPECT_EQ(slice(card, "number of tables", "2").figures.questions, 1u);
  EXPECT_EQ(slice(card, "number of tables", "none").figures.questions, 7u);
}

TEST(Scorecard, NamesReasonsThatManyShare) {
  auto declined = sat("T1", "a", "answer", "abstain", Mark::declined);
  declined.reason = "expected answer, got abstain: No data for 2031. You can ask: “Sales in 2001”.";
  EXPECT_EQ(failure_reason(declined), "abstain: No data for #. …");
  declined.reason = "expected answer, got clarify: Which “red “dark”” is meant in 1999?";
  declined.got = "clarify";
  EXPECT_EQ(failure_reason(declined), "clarify: Which “…” is meant …");
  declined.reason = "expected answer, got clarify: ‘net “x”’ names nothing here, don’t ask";
  EXPECT_EQ(failure_reason(declined), "clarify: ‘…’ names nothing here, …");
  auto either = sat("T4", "c", "refuse", "clarify", Mark::declined);
  either.expected = {"refuse", "abstain"};
  EXPECT_EQ(failure_reason(either), "clarify where abstain or refuse is due");
  auto questions = small().questions;
  EXPECT_EQ(failure_reason(questions[2]), "wrong: table_missing");
  EXPECT_EQ(failure_reason(questions[4]), "undecided");
  EXPECT_EQ(failure_reason(questions[7]), "clarify where refuse is due");
  EXPECT_EQ(failure_reason(questions[8]), "answered what must not be answered");
}

TEST(Scorecard, TargetsAreMetOrMissed) {
  auto targets = read_targets(R"(targets:
  - {name: a, figure: accuracy, tier: T1, at_least: 0.5}
  - {name: b, figure: accuracy, tier: T1, seen: false, at_least: 0.5}
  - {name: c, figure: wrong_among_answered, at_most: 0.6}
  - {name: d, figure: handled, tier: T4, at_least: 0.34}
  - {name: e, figure: accuracy, tier: T3, at_least: 0}
  - {name: f, figure: latency_p50, at_most: 0.5}
)",
                              "t.yml");
  ASSERT_TRUE(targets.ok()) << targets.error().message;
  std::string met;
  for (const auto& outcome : scorecard(small(), *targets).targets)
    met += outcome.target.name + (outcome.met ? "+" : outcome.missed() ? "-" : "?");
  EXPECT_EQ(met, "a+b-c+d-e?f+");
}

TEST(Targets, NameEveryMistake) {
  auto targets = read_targets(R"(targets:
  - {name: a, figure: beauty, at_least: 1}
  - {name: b, figure: accuracy, tier: T5, at_least: x}
  - {name: c, figure: accuracy, at_least: 1, at_most: 2}
)",
                              "t.yml");
  ASSERT_FALSE(targets.ok());
  EXPECT_EQ(targets.error().message,
            "t.yml:2:23: there is no figure \"beauty\" (accuracy, coverage, wrong_among_answered, "
            "handled, utility, latency_p50, latency_p95)\n"
            "t.yml:3:5: target \"b\" has no one bound (\"at_least\" or \"at_most\")\n"
            "t.yml:3:39: there is no tier \"T5\" (T1 to T4)\n"
            "t.yml:3:53: \"at_least\" must be a number\n"
            "t.yml:4:5: target \"c\" has no one bound (\"at_least\" or \"at_most\")");
}

TEST(ScorecardPage, LoadsNothingAndShowsTextAsText) {
  auto card = scorecard(small(), {});
  std::string page = scorecards_html({card});
  EXPECT_EQ(page.find("<script"), std::string::npos);
  EXPECT_NE(page.find("&lt;script&gt;alert(&#39;u&#39;)"), std::string::npos);
  EXPECT_EQ(page.find("http"), std::string::npos);
  EXPECT_EQ(page.find("src="), std::string::npos);
  EXPECT_NE(page.find("9 of 10 questions (incomplete)"), std::string::npos);
  EXPECT_EQ(page.find("Calibration"), std::string::npos);
}

TEST(ScorecardPage, SaysOfTargetsAndTrustWhatTheTextSays) {
  Sitting sitting;
  SatQuestion question;
  question.tier = "T1";
  question.expected = {"answer"};
  question.got = "answer";
  question.probability = 0.9;
  question.seconds = 0.005;
  question.credits = 0.25;
  for (bool right : {true, true, true, false}) {
    question.mark = right ? Mark::right : Mark::wrong;
    sitting.questions.push_back(question);
  }
  question.got = "clarify";  // no answer, and no answer's time
  question.mark = Mark::declined;
  question.seconds = 20;
  question.probability.reset();
  sitting.questions.push_back(question);
  auto targets = read_targets(R"(targets:
  - {name: a, figure: accuracy, tier: T1, at_least: 0.9}
  - {name: b, figure: accuracy, tier: T2, at_least: 0.9}
)",
                              "t.yml");
  ASSERT_TRUE(targets.ok());
  std::string page = scorecards_html({scorecard(std::move(sitting), *targets)});
  EXPECT_NE(page.find("<td class=missed>MISSED"), std::string::npos);
  EXPECT_NE(page.find("no question<td class=n>≥ 0.9<td class=dim>not run"), std::string::npos);
  // By hand: (3 · 0.01 + 0.81) / 4, and 0.9 said against 0.75.
  EXPECT_NE(
      page.find("4 answers with a probability: Brier 0.210, expected calibration error 0.150"),
      std::string::npos);
  EXPECT_NE(page.find("aria-label='reliability'"), std::string::npos);
  EXPECT_NE(page.find("<p>Cost: 1.25 credits"), std::string::npos);
  size_t plot = page.find("aria-label='latencies'");
  EXPECT_NE(page.find(">4</text>", plot), std::string::npos);
  EXPECT_EQ(page.find(">1</text>\n", plot), std::string::npos);
}

}  // namespace
}  // namespace tally::measure
