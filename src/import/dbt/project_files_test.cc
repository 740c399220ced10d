#include "import/dbt/project_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "base/files.h"

namespace tally::importing::dbt {
namespace {

namespace fs = std::filesystem;

// Whatever is read of a project is looked at for changes, whether it is there or not.
TEST(ProjectFiles, AreAllThatIsRead) {
  const fs::path folder = fs::path(::testing::TempDir()) / "dbt_project_files";
  fs::remove_all(folder);
  const auto write = [&](const std::string& path, const std::string& text) {
    ASSERT_TRUE(write_file((folder / path).string(), text).ok());
  };
  write("dbt_project.yml", "name: p\nmodel-paths: [\"{{ 'mod' ~ 'els' }}\"]\n");
  const std::vector<std::string> read = {"models/a.sql",    "models/a.yml",   "macros/m.sql",
                                         "functions/f.sql", "tests/t.sql",    "seeds/s.csv",
                                         "snapshots/s.sql", "analyses/a.sql", "models/docs.md"};
  for (const auto& path : read) write(path, "");
  const auto files = files_of(ProjectOptions{.folder = folder.string()});
  for (const auto& path : read) EXPECT_THAT(files, ::testing::Contains((folder / path).string()));
  EXPECT_THAT(files, ::testing::Contains((folder / "vars.yml").string()));
  const uint64_t before = stamp_of(files);
  EXPECT_EQ(stamp_of(files), before);
  write("vars.yml", "vars: {x: 1}\n");
  EXPECT_NE(stamp_of(files), before);
  fs::remove_all(folder);
}

}  // namespace
}  // namespace tally::importing::dbt
