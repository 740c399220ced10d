#include "import/dbt/yaml.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>

#include "base/files.h"

namespace tally::importing::dbt {
namespace {

using Json = nlohmann::ordered_json;

Json json_of(const Data& data) {
  switch (data.kind) {
    case Data::Kind::null:
      return nullptr;
    case Data::Kind::boolean:
      return data.truth;
    case Data::Kind::integer:
      return data.integer;
    case Data::Kind::real:
      return data.real;
    case Data::Kind::text:
      return data.text;
    case Data::Kind::list: {
      Json list = Json::array();
      for (const Data& value : data.values) list.push_back(json_of(value));
      return list;
    }
    case Data::Kind::map: {
      Json map = Json::object();
      for (size_t at = 0; at < data.keys.size(); ++at)
        map[data.keys[at]] = json_of(data.values[at]);
      return map;
    }
  }
  return nullptr;
}

std::string replaced(std::string text, std::string_view from, std::string_view to) {
  for (size_t at = 0; (at = text.find(from, at)) != text.npos; at += to.size())
    text.replace(at, from.size(), to);
  return text;
}

struct Case {
  std::string name, yaml, expected;
};

std::vector<Case> cases_of(const std::string& text) {
  std::vector<Case> cases;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find("---8<---\n", at), text.size());
    const std::string one = text.substr(at, end - at);
    const size_t name_end = one.find('\n');
    const size_t mark = one.find("\n=>\n");
    EXPECT_NE(mark, one.npos) << one;
    cases.push_back({one.substr(2, name_end - 2), one.substr(name_end + 1, mark - name_end),
                     one.substr(mark + 4)});
    at = end + 9;
  }
  return cases;
}

std::string outcome(const Yaml& yaml) {
  std::string out;
  if (yaml.faults.empty())
    out = json_of(yaml.data).dump() + "\n";
  else
    for (const auto& fault : yaml.faults)
      out += "fault " + std::to_string(fault.line) + ":" + std::to_string(fault.column) + " " +
             fault.message + "\n";
  for (const auto& doubt : yaml.doubts)
    out += "doubt " + std::to_string(doubt.line) + ": " + doubt.message + "\n";
  return out;
}

// Each expected line: JSON equal, or the beginning of the fault's place with its words in it.
void check(const Case& one) {
  std::string text = replaced(replaced(one.yaml, "␉", "\t"), "␍", "\r");
  const Yaml yaml = read_yaml(replaced(text, "␊", ""));
  const std::string got = outcome(yaml);
  std::istringstream wanted(one.expected), lines(got);
  std::string want, line;
  while (std::getline(wanted, want)) {
    ASSERT_TRUE(std::getline(lines, line)) << one.name << "\nwanted: " << want << "\ngot: " << got;
    if (want.starts_with("fault ") || want.starts_with("doubt ")) {
      const size_t words = want.find(' ', 6) + 1;
      EXPECT_EQ(line.substr(0, words), want.substr(0, words)) << one.name << "\n" << got;
      EXPECT_NE(line.find(want.substr(words)), line.npos) << one.name << "\n" << got;
    } else {
      EXPECT_EQ(line, Json::parse(want).dump()) << one.name;
    }
  }
  EXPECT_FALSE(std::getline(lines, line)) << one.name << "\nnot expected: " << line;
}

TEST(Yaml, Cases) {
  size_t count = 0;
  const std::filesystem::path folder = TALLY_SOURCE_DIR "/tests/dbt/yaml";
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".case") continue;
    const auto text = read_file(entry.path().string());
    ASSERT_TRUE(text.ok());
    for (const Case& one : cases_of(*text)) {
      check(one);
      ++count;
    }
  }
  EXPECT_GE(count, 50u);
}

TEST(Yaml, PlacesOfValues) {
  const Yaml yaml = read_yaml("a: 1\nb:\n  - x\n  - {c: y}\n");
  ASSERT_TRUE(yaml.faults.empty());
  const Data* list = yaml.data.get("b");
  ASSERT_TRUE(list && list->values.size() == 2);
  EXPECT_EQ(list->values[0].line, 3u);
  EXPECT_EQ(list->values[0].column, 5u);
  EXPECT_EQ(list->values[1].get("c")->line, 4u);
  EXPECT_EQ(list->values[1].get("c")->column, 9u);
}

TEST(Yaml, ByteOrderMarkIsNoText) {
  EXPECT_EQ(read_yaml("\xef\xbb\xbf"
                      "a: 1")
                .data.text_of("a"),
            "1");
}

TEST(Yaml, DepthIsBounded) {
  EXPECT_EQ(read_yaml(std::string(100'000, '[')).faults.size(), 1u);
  std::string deep;
  for (int i = 0; i < 5000; ++i) deep += std::string(static_cast<size_t>(i), ' ') + "a:\n";
  EXPECT_EQ(read_yaml(deep).faults.size(), 1u);
}

// Whatever the cut, it ends, with a value or with a fault.
TEST(Yaml, EveryCutEnds) {
  const std::string whole =
      "a: &x [1, 'two', \"th\\u0072ee\"]\nb:\n  - |\n    lines\n  - <<: {k: v}\n    ? q\n    : "
      "*x\n";
  for (size_t length = 0; length <= whole.size(); ++length) {
    const Yaml yaml = read_yaml(std::string_view(whole).substr(0, length));
    EXPECT_TRUE(yaml.faults.empty() || yaml.data.is_null());
  }
}

}  // namespace
}  // namespace tally::importing::dbt
