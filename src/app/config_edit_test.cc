#include "app/config_edit.h"

#include <gtest/gtest.h>

namespace tally::app {
namespace {

std::string changed(const std::string& text, const std::string& key, const std::string& value) {
  auto made = changed_text(text, "/w/tally.yml", key, value);
  return made.ok() ? *made : "error: " + made.error().message;
}

TEST(ConfigEdit, OneValueIsReplacedAndNothingElse) {
  EXPECT_EQ(changed("warehouse: a.duckdb\nmodel: old.yml  # mine\ntoday: 2003-01-02\n", "model",
                    "new.yml"),
            "warehouse: a.duckdb\nmodel: new.yml  # mine\ntoday: 2003-01-02\n");
  EXPECT_EQ(changed("warehouse: a.duckdb\ntoday: \"2003-01-02\"\n", "today", "2004-01-02"),
            "warehouse: a.duckdb\ntoday: 2004-01-02\n");
  EXPECT_EQ(changed("warehouse: a.duckdb\nlimits: {deadline: 30s, rows: 10000, memory: 2GiB}\n",
                    "limits.rows", "7"),
            "warehouse: a.duckdb\nlimits: {deadline: 30s, rows: 7, memory: 2GiB}\n");
  EXPECT_EQ(changed("limits:\n  # few\n  rows: 10  # yes\n  memory: 1GiB\nwarehouse: a.duckdb\n",
                    "limits.memory", "3GiB"),
            "limits:\n  # few\n  rows: 10  # yes\n  memory: 3GiB\nwarehouse: a.duckdb\n");
}

TEST(ConfigEdit, WhatIsNotThereIsPutIn) {
  EXPECT_EQ(changed("warehouse: a.duckdb", "model", "m.yml"),
            "warehouse: a.duckdb\nmodel: m.yml\n");
  EXPECT_EQ(changed("warehouse: a.duckdb\n", "limits.deadline", "2s"),
            "warehouse: a.duckdb\nlimits: {deadline: 2s}\n");
  EXPECT_EQ(changed("limits: {rows: 10}\nwarehouse: a.duckdb\n", "limits.deadline", "2s"),
            "limits: {deadline: 2s, rows: 10}\nwarehouse: a.duckdb\n");
  EXPECT_EQ(changed("warehouse: a.duckdb\nlimits:\n  rows: 10\n", "limits.memory", "1GiB"),
            "warehouse: a.duckdb\nlimits:\n  memory: 1GiB\n  rows: 10\n");
}

TEST(ConfigEdit, PathsWithSignsOfYamlAreQuoted) {
  EXPECT_EQ(changed("warehouse: a.duckdb\nmodel: m.yml\n", "model", "my: models/#1.yml"),
            "warehouse: a.duckdb\nmodel: \"my: models/#1.yml\"\n");
}

TEST(ConfigEdit, TheMarkOfTheDemoGoes) {
  EXPECT_EQ(
      changed("# written by tally demo; remove\nwarehouse: a.duckdb\n", "today", "2004-01-02"),
      "warehouse: a.duckdb\ntoday: 2004-01-02\n");
}

TEST(ConfigEdit, WhatCannotBeChangedIsSaid) {
  auto said = [](const std::string& key, const std::string& value) {
    auto made = changed_settings({}, key, value);
    return made.ok() ? "ok" : made.error().message + " | " + made.error().hint;
  };
  EXPECT_EQ(said("rows", "7"),
            "there is no setting \"rows\" that can be revised | did you mean \"limits.rows\"?");
  EXPECT_EQ(said("modle", "m.yml"),
            "there is no setting \"modle\" that can be revised | did you mean \"model\"?");
  EXPECT_EQ(said("colour", "red"),
            "there is no setting \"colour\" that can be revised | those that can: model, today, "
            "limits.deadline, limits.rows, limits.memory");
  EXPECT_EQ(said("warehouse", "b.duckdb"),
            "the warehouse cannot be revised: an exam's right answers are of it | ");
  EXPECT_EQ(said("state", "s"), "\"state\" changes no answer: it says where caches are kept | ");
  EXPECT_EQ(said("today", "soon"), "today: \"soon\" is not a date | write it like 2003-01-31");
  EXPECT_EQ(said("limits.rows", "7"), "ok");
}

// One value said twice by an anchor: it would change something else too.
TEST(ConfigEdit, AFileThatCannotBeChangedIsLeftToItsOwner) {
  EXPECT_EQ(changed("warehouse: &a a.duckdb\nmodel: *a\n", "model", "m.yml"),
            "error: /w/tally.yml is written in a way that \"model\" cannot be put into");
}

}  // namespace
}  // namespace tally::app
