#include "app/config.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <map>

#include "base/files.h"

namespace tally::app {
namespace {

Environment environment(std::map<std::string, std::string> variables) {
  return [variables = std::move(variables)](const char* name) -> std::optional<std::string> {
    auto found = variables.find(name);
    if (found == variables.end()) return std::nullopt;
    return found->second;
  };
}

TEST(Config, EverySettingIsRead) {
  auto settings = parse_settings(
      "warehouse: data/w.duckdb\nmodel: /m.yml\ntoday: 2003-01-02\nstate: cache\n"
      "limits: {deadline: 2s, rows: 50, memory: 1GiB}\n",
      "/home/a/tally.yml");
  ASSERT_TRUE(settings.ok()) << settings.error().message;
  EXPECT_EQ(settings->database, "/home/a/data/w.duckdb");
  EXPECT_EQ(settings->model, "/m.yml");
  EXPECT_EQ(settings->state, "/home/a/cache");
  EXPECT_EQ(settings->today, "2003-01-02");
  EXPECT_EQ(settings->deadline.count(), 2000);
  EXPECT_EQ(settings->limits.max_rows, 50u);
  EXPECT_EQ(settings->memory_bytes, 1ull << 30);
}

struct Wrong {
  const char* text;
  const char* message;
};

TEST(Config, MistakesNameFileLineAndColumn) {
  const Wrong cases[] = {
      {"warehouse: a\nwarehose: b\n", "/t.yml:2:1: unknown setting \"warehose\""},
      {"limits:\n  deadline: soon\n", "/t.yml:2:13: \"soon\" is not a duration"},
      {"limits: {rows: -1}\n", "/t.yml:1:16: \"-1\" is not a whole number"},
      {"limits: {memory: lots}\n", "/t.yml:1:18: \"lots\" is not a size"},
      {"limits: {columns: 3}\n", "/t.yml:1:10: unknown setting \"limits.columns\""},
      {"limits: 3\n", "/t.yml:1:9: \"limits\" must have settings of its own"},
      {"limits: {limits: {rows: 3}}\n", "/t.yml:1:10: unknown setting \"limits.limits\""},
      {"today: yesterday\n", "/t.yml:1:8: today: \"yesterday\" is not a date"},
      {"today: 2003-13-01\n", "/t.yml:1:8: today: \"2003-13-01\" is not a date"},
      {"today: 2003-02-30\n", "/t.yml:1:8: today: \"2003-02-30\" is not a date"},
      {"warehouse: [a, b]\n", "/t.yml:1:12: \"warehouse\" must be a single value"},
      {"warehouse: ''\n", "/t.yml:1:12: \"warehouse\" has no value"},
      {"model: m.yml\nwarehouse:\n", "/t.yml:2:1: \"warehouse\" has no value"},
      {"warehouse: a\nmodel: b\nwarehouse: c\n", "/t.yml:3:1: \"warehouse\" is set twice"},
      {"limits: {rows: 3}\nlimits: {memory: 1GB}\n", "/t.yml:2:1: \"limits\" is set twice"},
      {"[a]: b\n", "/t.yml:1:1: a setting's name must be a word"},
      {"- a\n", "/t.yml:1:1: this is not a list of settings"},
      {"warehouse: [a\n", "/t.yml:2:1: not valid YAML: end of sequence flow not found"},
      {"", "/t.yml:1:1: the file is empty"},
      {" \n\n", "/t.yml:1:1: the file is empty"},
      {"# nothing yet\n", "/t.yml:1:1: the file is empty"},
      {"---\n", "/t.yml holds no settings"},
      {"warehouse: a\n---\nwarehouse: b\n", "/t.yml:3:1: a second YAML document starts here"},
      {"limits:\n\trows: 3\n", "/t.yml:2:1: a tab indents this line, and YAML takes only spaces"},
      {"limits:\n  rows: 3\n \tmemory: 1GB\n",
       "/t.yml:3:2: a tab indents this line, and YAML takes only spaces"},
  };
  for (const auto& wrong : cases) {
    auto settings = parse_settings(wrong.text, "/t.yml");
    ASSERT_FALSE(settings.ok()) << wrong.text;
    EXPECT_EQ(settings.error().message, wrong.message);
    EXPECT_EQ(settings.error().kind, ErrorKind::user);
  }
}

TEST(Config, EveryMistakeIsReportedAtOnce) {
  auto settings = parse_settings(
      "warehouse: a\nmodle: b\nlimits:\n  rows: few\n  rows: 3\ntoday: never\nwarehouse: c\n",
      "/t.yml");
  ASSERT_FALSE(settings.ok());
  EXPECT_EQ(settings.error().message,
            "/t.yml:2:1: unknown setting \"modle\" (known: warehouse, model, today, state, "
            "limits.deadline, limits.rows, limits.memory, dbt.project, dbt.manifest, dbt.profiles, "
            "dbt.target, dbt.vars, dbt.env, dbt.hide.tags, dbt.hide.meta)\n"
            "/t.yml:4:9: \"few\" is not a whole number\n"
            "/t.yml:5:3: \"limits.rows\" is set twice (remove one)\n"
            "/t.yml:6:8: today: \"never\" is not a date (write it like 2003-01-31)\n"
            "/t.yml:7:1: \"warehouse\" is set twice (remove one)");
}

TEST(Config, TabsThatYamlAllowsAreNoMistake) {
  auto settings = parse_settings("warehouse:\ta.duckdb\t# mine\nlimits: {\n\trows: 3}\n", "/t.yml");
  ASSERT_TRUE(settings.ok()) << settings.error().message;
  EXPECT_EQ(settings->limits.max_rows, 3u);
}

class Folder : public testing::Test {
 protected:
  void SetUp() override {
    root_ = std::filesystem::path(testing::TempDir()) / "tally_config_test";
    std::filesystem::remove_all(root_);
    std::filesystem::create_directories(root_ / "a/b");
  }
  std::filesystem::path root_;
};

TEST_F(Folder, TheFileIsFoundAbove) {
  ASSERT_TRUE(write_file((root_ / "tally.yml").string(), "warehouse: w.duckdb\n").ok());
  auto settings = load_settings((root_ / "a/b").string(), environment({}));
  ASSERT_TRUE(settings.ok()) << settings.error().message;
  EXPECT_EQ(settings->database, (root_ / "w.duckdb").string());
}

TEST_F(Folder, VariablesOverrideAndSuffice) {
  auto settings = load_settings(
      root_.string(), environment({{"TALLY_WAREHOUSE", "x.duckdb"}, {"TALLY_DEADLINE", "5s"}}));
  ASSERT_TRUE(settings.ok()) << settings.error().message;
  EXPECT_EQ(settings->database, (root_ / "x.duckdb").string());
  EXPECT_EQ(settings->deadline.count(), 5000);
  auto wrong = load_settings(root_.string(), environment({{"TALLY_DEADLINE", "x"}}));
  ASSERT_FALSE(wrong.ok());
  EXPECT_EQ(wrong.error().message, "TALLY_DEADLINE: \"x\" is not a duration");
  auto both = load_settings(root_.string(),
                            environment({{"TALLY_DEADLINE", "x"}, {"TALLY_TODAY", "soon"}}));
  ASSERT_FALSE(both.ok());
  EXPECT_EQ(both.error().message,
            "TALLY_TODAY: today: \"soon\" is not a date (write it like 2003-01-31)\n"
            "TALLY_DEADLINE: \"x\" is not a duration (write it like 500ms, 2s or 1.5m)");
}

TEST_F(Folder, NothingThereSaysWhereWasLookedAndWhatToDo) {
  auto settings = load_settings(root_.string(), environment({}));
  ASSERT_FALSE(settings.ok());
  EXPECT_EQ(settings.error().message, "no tally.yml in " + root_.string() + " or above it");
  EXPECT_EQ(settings.error().hint,
            "make a demo with: tally demo; or name the folder with -C DIR; or set TALLY_WAREHOUSE");
}

TEST_F(Folder, AFileWithoutAWarehouseIsNamed) {
  ASSERT_TRUE(write_file((root_ / "tally.yml").string(), "model: m.yml\n").ok());
  auto settings = load_settings(root_.string(), environment({}));
  ASSERT_FALSE(settings.ok());
  EXPECT_EQ(settings.error().message, (root_ / "tally.yml").string() + " names no warehouse");
}

TEST(Config, AMissingFolderIsNamed) {
  auto settings = load_settings("/no/such/folder", environment({}));
  ASSERT_FALSE(settings.ok());
  EXPECT_EQ(settings.error().message, "/no/such/folder is not a folder");
}

TEST(Config, DbtProject) {
  const auto settings = parse_settings(
      "warehouse: w.duckdb\n"
      "dbt:\n"
      "  project: ../shop\n"
      "  target: prod\n"
      "  vars: {start: 2020-01-01, 'on': \"it's\", kinds: [a, {b: 1}], none: }\n"
      "  env: {DBT_SCHEMA: 'shop'}\n"
      "  hide: {tags: [pii, 'team:*'], meta: []}\n",
      "/home/me/tally.yml");
  ASSERT_TRUE(settings.ok()) << settings.error().message;
  const auto& dbt = settings->dbt;
  EXPECT_EQ(dbt.project, "/home/shop");
  EXPECT_EQ(dbt.target, "prod");
  EXPECT_EQ(dbt.vars.at("start"), "2020-01-01");
  EXPECT_EQ(dbt.vars.at("on"), "'it''s'");
  EXPECT_EQ(dbt.vars.at("kinds"), "[a, {b: 1}]");
  EXPECT_EQ(dbt.vars.at("none"), "null");
  EXPECT_EQ(dbt.environment.at("DBT_SCHEMA"), "shop");
  EXPECT_EQ(dbt.hide_tags, (std::vector<std::string>{"pii", "team:*"}));
  EXPECT_EQ(dbt.hide_meta, std::vector<std::string>());
}

TEST(Config, DbtMistakesAreNamed) {
  const auto settings =
      parse_settings("warehouse: w\ndbt: {projekt: x, vars: 3, hide: [a]}\n", "/t.yml");
  ASSERT_FALSE(settings.ok());
  for (const char* part :
       {"unknown setting \"dbt.projekt\"", "\"dbt.vars\" must be names with values",
        "\"dbt.hide\" must have settings of its own"})
    EXPECT_NE(settings.error().message.find(part), std::string::npos) << settings.error().message;
}

}  // namespace
}  // namespace tally::app
