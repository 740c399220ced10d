#include "measure/draw.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/files.h"
#include "measure/drawn_store.h"
#include "table/literal.h"

namespace tally::measure {
namespace {

table::ResultTable table_of(const std::string& literal) {
  auto table = table::table_from_literal(literal);
  EXPECT_TRUE(table.ok()) << literal;
  return *std::move(table);
}

// The exam that the tests draw from: 20 years, those after 2015 without rows.
Exam exam(const std::string& more = "") {
  auto outcome = read_exam(R"(
exam: e
version: 1
warehouse: w
seed: 7
per_template: 10
templates:
  - id: sales
    tier: T1
    slots: {year: {sql: years}}
    phrasings: ["in {year}", "{year}", "of {year}", "for {year}"]
    sql: SELECT {year}
  - id: hidden
    tier: T2
    split: test
    places: {n: 1}
    phrasings: [how many, count, number, how much]
    sql: SELECT 1
  - id: never
    tier: T4
    outcome: [clarify, abstain]
    slots: {what: {values: [weather, moods, secrets]}}
    phrasings: ["{what}", "the {what}", "our {what}", "{what}?"]
)" + more,
                           "e.yml");
  EXPECT_TRUE(outcome.exam) << outcome.complaints[0].text();
  return *outcome.exam;
}

Result<table::ResultTable> run(const std::string& sql) {
  if (sql == "years") {
    std::string literal = "y integer\n";
    for (int year = 2001; year <= 2020; ++year) literal += fmt::format("{}\n", year);
    return table_of(literal + "NULL\n");
  }
  if (sql == "broken") return user_error("no such table");
  if (sql == "lost") return outside_error("the worker died", "", "worker_died");
  if (sql > "SELECT 2015" && sql.size() > 8) return table_of("n integer\n");
  return table_of("n integer\n5\n");
}

Drawn drawn(const Exam& from, size_t jobs = 1) {
  auto result = draw(from, [](size_t) { return run; }, {.jobs = jobs});
  EXPECT_TRUE(result.ok());
  return *std::move(result);
}

std::string listed(const Drawn& drawn) {
  std::string out;
  for (const auto& question : drawn.questions)
    out += fmt::format("{} {} {} {}\n", question.id, split_name(question.split), question.text,
                       question.sql);
  return out;
}

TEST(Draw, TheSameSeedGivesTheSameQuestionsWhateverTheJobs) {
  auto once = listed(drawn(exam()));
  EXPECT_EQ(once, listed(drawn(exam())));
  EXPECT_EQ(once, listed(drawn(exam(), 3)));
  auto other = exam();
  other.seed = 8;
  EXPECT_NE(once, listed(drawn(other)));
}

TEST(Draw, ATemplateMoreChangesNoOther) {
  std::string more = R"(
  - id: later
    tier: T4
    split: test
    outcome: refuse
    phrasings: [w, x, y, z]
)";
  EXPECT_TRUE(listed(drawn(exam(more))).starts_with(listed(drawn(exam()))));
}

TEST(Draw, CombinationsWithoutATrustedAnswerGiveWayToOthers) {
  auto all = drawn(exam());
  EXPECT_EQ(all.templates[0].questions, 10u);
  EXPECT_EQ(all.templates[0].combinations, 10u);
  ASSERT_FALSE(all.templates[0].dropped.empty());
  EXPECT_TRUE(all.templates[0].dropped[0].ends_with(": has no rows"));
  for (const auto& question : all.questions) EXPECT_LE(question.sql, "SELECT 2015");
}

TEST(Draw, SplitsAreFilledAndTheUnseenStandInTestAlone) {
  std::map<std::string, std::map<Split, int>> counts;
  std::map<std::string, std::set<std::string>> pool, scored;  // references by template
  auto all = drawn(exam());
  for (const auto& question : all.questions) {
    ++counts[question.template_id][question.split];
    (question.split == Split::pool ? pool : scored)[question.template_id].insert(question.sql);
  }
  EXPECT_EQ(counts["sales"],
            (std::map<Split, int>{{Split::dev, 4}, {Split::test, 4}, {Split::pool, 2}}));
  EXPECT_EQ(counts["hidden"], (std::map<Split, int>{{Split::test, 4}}));
  EXPECT_EQ(counts["never"], (std::map<Split, int>{{Split::dev, 5}, {Split::test, 5}}));
  for (const auto& sql : pool["sales"]) EXPECT_EQ(scored["sales"].count(sql), 0u) << sql;
}

TEST(Draw, ASittingBeginsWithEveryTemplate) {
  auto all = drawn(exam());
  auto test = questions_of(all, Split::test);
  ASSERT_EQ(test.size(), 13u);
  std::set<std::string> first;
  for (size_t i = 0; i < 3; ++i) first.insert(test[i]->template_id);
  EXPECT_EQ(first, (std::set<std::string>{"sales", "hidden", "never"}));
}

TEST(Draw, WhatTheWarehouseSaysIsWrongIsAComplaint) {
  auto wrong = exam(R"(
  - id: no_table
    tier: T1
    split: test
    phrasings: [w, x, y, z]
    sql: broken
  - id: no_values
    tier: T1
    split: test
    slots: {year: {sql: broken}}
    phrasings: ["{year} a", "{year} b", "{year} c", "{year} d"]
    sql: SELECT {year}
  - id: no_column
    tier: T1
    split: test
    places: {m: 1}
    phrasings: [s, t, u, v]
    sql: SELECT 1
)");
  std::string found;
  for (const auto& complaint : drawn(wrong).complaints) found += complaint.text() + "\n";
  EXPECT_EQ(found,
            "e.yml:25:5: template \"no_table\" has no trusted answer: fails: no such table "
            "(correct the reference or its slots)\n"
            "e.yml:33:19: the query of slot \"year\" of template \"no_values\" fails: no such "
            "table\n"
            "e.yml:39:14: the reference of template \"no_column\" has no column \"m\"\n");
}

TEST(Draw, WhatTheWorldDoesWrongIsAnError) {
  auto lost = exam(R"(
  - {id: lost, tier: T1, split: test, phrasings: [w, x, y, z], sql: lost}
)");
  auto result = draw(lost, [](size_t) { return run; }, {.jobs = 2});
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().code, "worker_died");
}

TEST(DrawnStore, GivesBackWhatWasKeptAndNothingElse) {
  auto all = drawn(exam());
  std::string path = testing::TempDir() + "tally-drawn";
  ASSERT_TRUE(save_drawn(path, "key", all).ok());
  auto back = load_drawn(path, "key");
  ASSERT_TRUE(back);
  EXPECT_EQ(listed(*back), listed(all));
  EXPECT_EQ(question_digest(questions_of(*back, Split::test)),
            question_digest(questions_of(all, Split::test)));
  EXPECT_EQ(back->questions.back().outcomes, all.questions.back().outcomes);
  EXPECT_FALSE(load_drawn(path, "another key"));
  EXPECT_FALSE(load_drawn(path + "-missing", "key"));
  auto bytes = read_file(path);
  for (size_t cut : {size_t{0}, size_t{5}, bytes->size() / 2, bytes->size() - 1}) {
    ASSERT_TRUE(write_file(path, bytes->substr(0, cut)).ok());
    EXPECT_FALSE(load_drawn(path, "key")) << cut;
  }
  std::remove(path.c_str());
}

struct Faulty {
  const char* name;
  const char *first, *second;
  bool ordered;
  const char* fault;  // "": none
};

class ReferenceFaults : public testing::TestWithParam<Faulty> {};

TEST_P(ReferenceFaults, AreNamed) {
  const auto& [name, first, second, ordered, fault] = GetParam();
  EXPECT_EQ(reference_fault(table_of(first), table_of(second), ordered).value_or(""), fault);
}

const char kTwo[] = "s text | n integer\na | 1\nb | 2\n",
           kSwapped[] = "s text | n integer\nb | 2\na | 1\n";
INSTANTIATE_TEST_SUITE_P(
    Cases, ReferenceFaults,
    testing::Values(
        Faulty{"right", kTwo, kTwo, true, ""}, Faulty{"order_is_free", kTwo, kSwapped, false, ""},
        Faulty{"order_counts", kTwo, kSwapped, true,
               "has another order when run twice (break ties in ORDER BY)"},
        Faulty{"empty", "n integer\n", "n integer\n", false, "has no rows"},
        Faulty{"null", "n integer | m text\nNULL | NULL\n", "n integer | m text\nNULL | NULL\n",
               false, "is all NULL"},
        Faulty{"zero", "n integer | m decimal(2)\n0 | 0.00\n0 | NULL\n",
               "n integer | m decimal(2)\n0 | 0.00\n0 | NULL\n", false, "is all zero"},
        Faulty{"midnight_is_no_zero", "d date\n1970-01-01\n", "d date\n1970-01-01\n", false, ""},
        Faulty{"false_is_no_zero", "b boolean\nfalse\n", "b boolean\nfalse\n", false, ""},
        Faulty{"last_digits_of_reals", "x real\n0.1\n", "x real\n0.10000000000000002\n", false, ""},
        Faulty{"another", "n integer\n1\n", "n integer\n2\n", false,
               "is another when run twice (sum money as DECIMAL, break ties before LIMIT)"}),
    [](const auto& one) { return one.param.name; });

}  // namespace
}  // namespace tally::measure
