#include "base/json_cursor.h"

#include <gtest/gtest.h>

#include <vector>

namespace tally {
namespace {

std::string text_of(std::string_view json) {
  JsonCursor cursor(json);
  std::string text = cursor.text();
  return cursor.finished() ? text : "fault: " + cursor.fault().message;
}

TEST(JsonCursor, TakesWhatIsWantedAndSkipsTheRest) {
  JsonCursor json(R"({"a": {"deep": [1, {"x": "]}\""}]}, "name": "n", "tags": ["p", 7, true, null],
                      "on": true, "more": 1e3})");
  std::string name;
  std::vector<std::string> tags;
  bool on = false;
  json.object([&](std::string_view key) {
    if (key == "name") name = json.text();
    if (key == "tags") json.array([&] { tags.push_back(json.text()); });
    if (key == "on") on = json.truth(false);
  });
  EXPECT_TRUE(json.finished());
  EXPECT_EQ(name, "n");
  EXPECT_EQ(tags, (std::vector<std::string>{"p", "7", "true", ""}));
  EXPECT_TRUE(on);
}

TEST(JsonCursor, ItemsNobodyTakesAreSkipped) {
  JsonCursor json("[[1], 2, {\"a\": 3}]");
  int count = 0;
  json.array([&] { ++count; });
  EXPECT_TRUE(json.finished());
  EXPECT_EQ(count, 3);
}

TEST(JsonCursor, DecodesEscapes) {
  EXPECT_EQ(text_of(R"("a\"\\\/\b\f\n\r\tz")"), "a\"\\/\b\f\n\r\tz");
  EXPECT_EQ(text_of(R"("\u0041\u00e9\u20ac\ud83d\ude00")"),
            "A\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80");
  EXPECT_EQ(text_of(R"("\ud83d!")"), "\xef\xbf\xbd!");
  EXPECT_EQ(text_of(R"("\ud83d\u0041")"),
            "\xef\xbf\xbd"
            "A");
  JsonCursor json(R"({"a\u0062": 1})");
  std::string key;
  json.object([&](std::string_view name) { key = std::string(name); });
  EXPECT_EQ(key, "ab");
}

TEST(JsonCursor, LongStringsOfEveryLength) {
  for (size_t length = 0; length < 40; ++length) {
    const std::string plain(length, 'x');
    EXPECT_EQ(text_of("\"" + plain + "\""), plain);
    EXPECT_EQ(text_of("\"" + plain + "\\n" + plain + "\""), plain + "\n" + plain);
    EXPECT_EQ(text_of("\"" + plain + "\xc3\xa9\""), plain + "\xc3\xa9");
  }
}

TEST(JsonCursor, AnotherKindGivesNothing) {
  JsonCursor json(R"({"a": "text", "b": {"c": 1}})");
  std::string got = "-";
  json.object([&](std::string_view key) {
    if (key == "a") json.object([&](std::string_view) { got = "object"; });
    if (key == "b") got = json.text();
  });
  EXPECT_TRUE(json.finished());
  EXPECT_EQ(got, "");
}

TEST(JsonCursor, FaultsSayWhereAndWhat) {
  struct Case {
    std::string_view json;
    size_t offset, line, column;
    std::string_view message;
  };
  const std::vector<Case> cases = {
      {"", 0, 1, 1, "the text ends where a value must stand"},
      {"{\"a\": \"b", 8, 1, 9, "the text ends inside a string"},
      {"{\"a\": \"b\\", 9, 1, 10, "the text ends inside a string"},
      {"{\"a\": 1", 7, 1, 8, "the text ends inside an object"},
      {"{\"a\"", 4, 1, 5, "the text ends inside an object"},
      {"{\n \"a\": [1,\n2", 13, 3, 2, "the text ends inside an array"},
      {"{\"a\" 1}", 5, 1, 6, "a colon must stand here"},
      {"{\"a\": 1 \"b\": 2}", 8, 1, 9, "a comma or } must stand here"},
      {"[1 2]", 3, 1, 4, "a comma or ] must stand here"},
      {"[1,]", 3, 1, 4, "not a JSON value"},
      {"{\"a\": 1,}", 8, 1, 9, "a string must stand here"},
      {"[1}", 2, 1, 3, "a comma or ] must stand here"},
      {"[nul]", 1, 1, 2, "not a JSON value"},
      {"[tru", 1, 1, 2, "the text ends inside a value"},
      {"[01]", 3, 1, 4, "not a JSON number"},
      {"[1.]", 3, 1, 4, "not a JSON number"},
      {"[-]", 2, 1, 3, "not a JSON number"},
      {"\"a\nb\"", 2, 1, 3, "a control character inside a string"},
      {"1 2", 2, 1, 3, "something follows the end of the value"},
  };
  for (const auto& one : cases) {
    JsonCursor json(one.json);
    json.skip();
    ASSERT_FALSE(json.finished()) << one.json;
    const auto fault = json.fault();
    EXPECT_EQ(fault.message, one.message) << one.json;
    EXPECT_EQ(fault.offset, one.offset) << one.json;
    EXPECT_EQ(fault.line, one.line) << one.json;
    EXPECT_EQ(fault.column, one.column) << one.json;
  }
}

TEST(JsonCursor, BadEscapesAreFaultsWhereTheyAreTaken) {
  EXPECT_EQ(text_of(R"("\x")"), "fault: an unknown escape inside a string");
  EXPECT_EQ(text_of(R"("\u12g4")"), "fault: \\u must have four hexadecimal digits");
}

TEST(JsonCursor, DepthIsBounded) {
  EXPECT_EQ(text_of(std::string(100'000, '[')), "fault: values are nested too deeply");
  EXPECT_EQ(text_of(std::string(500, '[') + std::string(500, ']')), "");
}

TEST(JsonCursor, ByteOrderMarkIsPassedOver) {
  EXPECT_EQ(text_of("\xef\xbb\xbf\"a\""), "a");
}

// Every cut of a good text is a fault, and none reads past the end.
TEST(JsonCursor, EveryCutIsAFault) {
  const std::string whole =
      R"({"k\u0041": [1.5e-3, "a\\\u00e9", {"x": [true, false, null]}], "z": ""})";
  for (size_t length = 0; length < whole.size(); ++length) {
    const std::string cut = whole.substr(0, length);
    JsonCursor json(cut);
    json.skip();
    EXPECT_FALSE(json.finished()) << cut;
  }
}

}  // namespace
}  // namespace tally
