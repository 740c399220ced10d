#include "engine/duckdb/build_protocol.h"

#include <gtest/gtest.h>

namespace tally::engine::duckdb {
namespace {

TEST(BuildProtocol, EventsComeThrough) {
  for (BuildStage stage :
       {BuildStage::waiting, BuildStage::generating, BuildStage::checking, BuildStage::finishing}) {
    auto event = parse_build_event(to_line(StageEvent{stage, 42}));
    ASSERT_TRUE(event && event->stage) << stage_name(stage);
    EXPECT_EQ(event->stage->stage, stage);
    EXPECT_EQ(event->stage->process, 42);
  }
  for (BuildResult result :
       {BuildResult::built, BuildResult::replaced, BuildResult::already_there}) {
    auto event = parse_build_event(to_line(DoneEvent{result, 7, 1ull << 60}));
    ASSERT_TRUE(event && event->done);
    EXPECT_EQ(event->done->result, result);
    EXPECT_EQ(event->done->bytes, 7u);
    EXPECT_EQ(event->done->rows, 1ull << 60);
  }
}

// Messages name files, and names may hold anything: quotes, line ends, bytes that are no UTF-8.
TEST(BuildProtocol, ErrorsComeThroughOnOneLine) {
  Error error{ErrorKind::user, "\"a\nb\" is in the way\xff", "move\tit", "disk_full"};
  std::string line = to_line(error);
  EXPECT_EQ(line.find('\n'), line.size() - 1);
  auto event = parse_build_event(line);
  ASSERT_TRUE(event && event->failed);
  EXPECT_EQ(event->failed->kind, ErrorKind::user);
  EXPECT_EQ(event->failed->message, "\"a\nb\" is in the way\xef\xbf\xbd");
  EXPECT_EQ(event->failed->hint, "move\tit");
  EXPECT_EQ(event->failed->code, "disk_full");
}

TEST(BuildProtocol, OtherLinesAreNoEvents) {
  for (const char* line :
       {"", "hello", "{", "[]", "3", "{}", R"({"event":"stage"})",
        R"({"event":"stage","stage":"sleeping","process":1})",
        R"({"event":"stage","stage":"checking","process":"x"})",
        R"({"event":"done","result":"built","bytes":1})",
        R"({"event":"failed","kind":"odd","message":"","hint":"","code":""})", R"({"event":7})"})
    EXPECT_FALSE(parse_build_event(line)) << line;
}

}  // namespace
}  // namespace tally::engine::duckdb
