// The cases of tests/dbt/projects: small projects, and all that an inventory of them holds. How a
// case file is written: tests/dbt/projects/README.md.

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "base/files.h"
#include "import/dbt/case_sections.h"
#include "import/dbt/import.h"
#include "import/dbt/inventory_lines.h"

namespace tally::importing::dbt {
namespace {

namespace fs = std::filesystem;

class ProjectCase : public ::testing::TestWithParam<Case> {
 protected:
  void SetUp() override {
    fs::remove_all(folder_);
    sections_ = GetParam().sections;
    write("dbt_project.yml", "name: p\n");
    for (const auto& [name, text] : sections_)
      if (name.find('.') != name.npos) write(name, text);
  }
  void TearDown() override { fs::remove_all(folder_); }

  void write(const std::string& path, const std::string& text) const {
    ASSERT_TRUE(write_file((folder_ / path).string(), text).ok()) << path;
  }
  std::string section(const std::string& name) const {
    const auto found = sections_.find(name);
    return found == sections_.end() ? "" : found->second;
  }

  // A folder a case: cases run side by side.
  const fs::path folder_ =
      fs::path(::testing::TempDir()) /
      ("dbt_case_" + std::to_string(std::hash<std::string>()(GetParam().file + GetParam().title)));
  std::map<std::string, std::string> sections_;
};

TEST_P(ProjectCase, HoldsWhatDbtSees) {
  ProjectOptions options{.folder = folder_.string()};
  options.more_vars = section("vars");
  std::istringstream target(section("target"));
  target >> options.target;
  std::istringstream environment(section("environment"));
  for (std::string name, value; environment >> name >> value;) options.environment[name] = value;
  const auto inventory = import_project(options);
  if (!inventory.ok()) {
    EXPECT_EQ(inventory.error().message.substr(folder_.string().size() + 1) + "\n",
              section("error"));
    return;
  }
  EXPECT_EQ(section("error"), "");
  EXPECT_GT(expect_lines(*inventory, section("expect")), 0u) << "a case without expectation";
  std::string messages;
  for (const auto& finding : inventory->findings()) messages += finding.message + "\n";
  if (sections_.contains("messages")) {
    EXPECT_EQ(messages, section("messages"));
  }
}

INSTANTIATE_TEST_SUITE_P(Cases, ProjectCase,
                         ::testing::ValuesIn(read_cases("tests/dbt/projects", "about")));

}  // namespace
}  // namespace tally::importing::dbt
