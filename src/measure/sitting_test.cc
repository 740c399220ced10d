#include <gtest/gtest.h>

#include <cstdio>

#include "base/files.h"
#include "measure/judge_answer.h"
#include "measure/sitting_file.h"
#include "table/literal.h"

namespace tally::measure {
namespace {

using answer::Outcome;

table::ResultTable number(int value) {
  return *table::table_from_literal("n integer\n" + std::to_string(value) + "\n");
}

Question question(std::vector<Outcome> outcomes) {
  Question made;
  made.id = "a-1";
  made.template_id = "a";
  made.text = "how many \"a\"";
  made.outcomes = std::move(outcomes);
  if (made.outcomes[0] == Outcome::answer) made.reference = number(3);
  return made;
}

answer::Answer answer(Outcome outcome, int value = 0) {
  answer::Answer made;
  made.outcome = outcome;
  if (outcome == Outcome::answer) made.table = number(value);
  return made;
}

struct Due {
  const char* name;
  std::vector<Outcome> expected;
  Outcome got;
  int value;
  Mark mark;
};

class Marks : public testing::TestWithParam<Due> {};

TEST_P(Marks, FollowFromOutcomeAndTable) {
  const auto& due = GetParam();
  auto judged = judge_answer(question(due.expected), answer(due.got, due.value));
  EXPECT_EQ(mark_name(judged.mark), std::string(mark_name(due.mark)));
  EXPECT_EQ(judged.reason.empty(), due.mark == Mark::right);
}

INSTANTIATE_TEST_SUITE_P(
    Cases, Marks,
    testing::Values(
        Due{"right", {Outcome::answer}, Outcome::answer, 3, Mark::right},
        Due{"wrong", {Outcome::answer}, Outcome::answer, 4, Mark::wrong},
        Due{"declined", {Outcome::answer}, Outcome::clarify, 0, Mark::declined},
        Due{"failed", {Outcome::answer}, Outcome::failed, 0, Mark::failed},
        Due{"handled", {Outcome::refuse}, Outcome::refuse, 0, Mark::right},
        Due{"one_of_two", {Outcome::clarify, Outcome::abstain}, Outcome::abstain, 0, Mark::right},
        Due{"otherwise", {Outcome::refuse}, Outcome::clarify, 0, Mark::declined},
        Due{"answered_all_the_same", {Outcome::refuse}, Outcome::answer, 3, Mark::wrong}),
    [](const auto& one) { return one.param.name; });

class SittingFiles : public testing::Test {
 protected:
  SittingFiles() { std::remove(path_.c_str()); }
  ~SittingFiles() override { std::remove(path_.c_str()); }

  static SittingHeader header() {
    SittingHeader made;
    made.exam = "e";
    made.version = 1;
    made.split = "dev";
    made.questions = 2;
    made.digest = "d";
    made.program = "p";
    made.model = "m";
    made.started = "2026-01-01T00:00:00Z";
    made.configuration = {{"rows", "10"}};
    return made;
  }
  static std::string line(const std::string& id) {
    auto asked = question({Outcome::answer});
    asked.id = id;
    auto given = answer(Outcome::answer, 4);
    return line_json(asked, given, judge_answer(asked, given), {"t"}, {{"period", "2001, 2002"}},
                     0.25);
  }
  void begin(const std::vector<std::string>& ids) {
    auto file = SittingFile::create(path_, header());
    ASSERT_TRUE(file.ok());
    for (const auto& id : ids) ASSERT_TRUE(file->append(line(id)).ok());
  }
  void add(const std::string& bytes) {
    ASSERT_TRUE(write_file(path_, *read_file(path_) + bytes).ok());
  }
  std::string path_ = testing::TempDir() + "tally-sitting-test.jsonl";
};

TEST_F(SittingFiles, GiveBackWhatWasWritten) {
  begin({"b-1", "a-1"});
  auto sitting = read_sitting(path_);
  ASSERT_TRUE(sitting.ok()) << sitting.error().message;
  EXPECT_EQ(sitting->header.configuration, header().configuration);
  EXPECT_TRUE(sitting->complete());
  ASSERT_EQ(sitting->questions.size(), 2u);
  const auto& first = sitting->questions[0];
  EXPECT_EQ(first.id, "a-1");
  EXPECT_EQ(first.question, "how many \"a\"");
  EXPECT_EQ(first.mark, Mark::wrong);
  EXPECT_EQ(first.code, "values");
  EXPECT_EQ(first.facts, (std::vector<Fact>{{"period", "2001, 2002"}}));
  EXPECT_EQ(first.tables, std::vector<std::string>{"t"});
  EXPECT_EQ(first.seconds, 0.25);
  EXPECT_EQ(first.line, 3u);
}

TEST_F(SittingFiles, AHalfLineIsLeftOutAndCutOffByTheNextSitting) {
  begin({"a-1"});
  add(line("b-1").substr(0, 40));
  auto cut = read_sitting(path_);
  ASSERT_TRUE(cut.ok());
  EXPECT_TRUE(cut->cut);
  EXPECT_FALSE(cut->complete());
  {
    auto file = SittingFile::resume(path_, header());
    ASSERT_TRUE(file.ok()) << file.error().message;
    EXPECT_EQ(file->done(), std::set<std::string>{"a-1"});
    ASSERT_TRUE(file->append(line("b-1")).ok());
  }
  auto whole = read_sitting(path_);
  ASSERT_TRUE(whole.ok());
  EXPECT_FALSE(whole->cut);
  EXPECT_TRUE(whole->complete());
}

TEST_F(SittingFiles, DamageIsNamedWithItsLine) {
  begin({"a-1"});
  add("{\"id\": \"b-1\"}\n");
  auto damaged = read_sitting(path_);
  ASSERT_FALSE(damaged.ok());
  EXPECT_TRUE(damaged.error().message.starts_with(path_ + ":3: no line of a sitting: "));
}

TEST_F(SittingFiles, AQuestionIsThereOnce) {
  begin({"a-1", "a-1"});
  EXPECT_EQ(read_sitting(path_).error().message, path_ + ":3: a-1 is there twice");
}

TEST_F(SittingFiles, OtherFilesAreNone) {
  for (const char* bytes :
       {"", "{}\n", "name,value\n", "{\"sitting\":2}\n", "{\"sitting\":1}\n", "{\"sitting\":1"}) {
    ASSERT_TRUE(write_file(path_, bytes).ok());
    EXPECT_FALSE(read_sitting(path_).ok()) << bytes;
  }
}

TEST_F(SittingFiles, AnotherSittingIsNotGoneOnWith) {
  begin({"a-1"});
  auto message = [&](auto change) {
    auto other = header();
    change(other);
    auto file = SittingFile::resume(path_, other);
    return file.ok() ? std::string() : file.error().message;
  };
  std::string start = path_ + " cannot be gone on with: ";
  EXPECT_EQ(message([](auto& h) { h.started = "later"; }), "");
  EXPECT_EQ(message([](auto& h) { h.version = 2; }), start + "the exam's version was 1, is 2");
  EXPECT_EQ(message([](auto& h) { h.model = "n"; }), start + "the model was m, is n");
  EXPECT_EQ(message([](auto& h) { h.digest = "x"; }),
            start + "the questions or their answers are others, though the version is the same");
  EXPECT_EQ(message([](auto& h) { h.configuration[0].second = "20"; }),
            start + "rows was 10, is 20");
}

TEST_F(SittingFiles, NeitherReplacesNorShares) {
  begin({});
  EXPECT_EQ(SittingFile::create(path_, header()).error().message, path_ + " is there already");
  auto first = SittingFile::resume(path_, header());
  ASSERT_TRUE(first.ok());
  EXPECT_EQ(SittingFile::resume(path_, header()).error().message,
            "another sitting is writing " + path_);
}

}  // namespace
}  // namespace tally::measure
