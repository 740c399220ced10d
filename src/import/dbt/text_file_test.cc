#include "import/dbt/text_file.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "import/dbt/ignore_file.h"

namespace tally::importing::dbt {
namespace {

namespace fs = std::filesystem;

class Folder {
 public:
  Folder() : path_(fs::path(testing::TempDir()) / "tally_text_file_test") {
    fs::remove_all(path_);
    fs::create_directories(path_);
  }
  ~Folder() { fs::remove_all(path_); }
  void write(const std::string& name, const std::string& text = "x") {
    fs::create_directories((path_ / name).parent_path());
    std::ofstream(path_ / name) << text;
  }
  std::vector<std::string> models() {
    return files_below(path_.string(), "models", {".sql"}, "", findings_);
  }
  fs::path path_;
  std::vector<catalog::Finding> findings_;
};

TEST(FilesBelow, TakesTheNamesThatDbtLooksFor) {
  Folder folder;
  for (const char* name : {"models/a.sql", "models/B.SQL", "models/.a.sql", "models/~a.sql",
                           "models/#a.sql", "models/a.sqlx", "models/target/c.sql"})
    folder.write(name);
  EXPECT_EQ(folder.models(),
            (std::vector<std::string>{"models/B.SQL", "models/a.sql", "models/target/c.sql"}));
}

TEST(FilesBelow, LeavesOutWhatDbtignoreLists) {
  Folder folder;
  folder.write(".dbtignore", "# old ones\r\nold/\n*_draft.sql\n!kept_draft.sql\n");
  for (const char* name : {"models/a.sql", "models/old/b.sql", "models/c_draft.sql",
                           "models/kept_draft.sql", "models/old.sql"})
    folder.write(name);
  EXPECT_EQ(folder.models(),
            (std::vector<std::string>{"models/a.sql", "models/kept_draft.sql", "models/old.sql"}));
}

TEST(FilesBelow, EndsWithLinksThatLeadBack) {
  Folder folder;
  folder.write("models/a.sql");
  fs::create_symlink(".", folder.path_ / "models/self");
  fs::create_symlink("..", folder.path_ / "models/up");
  fs::create_symlink("two", folder.path_ / "models/one");
  fs::create_symlink("one", folder.path_ / "models/two");
  EXPECT_EQ(folder.models(), (std::vector<std::string>{"models/a.sql"}));
}

TEST(ReadTextFile, ReadsRegularFilesOnly) {
  Folder folder;
  fs::create_symlink("/dev/zero", folder.path_ / "endless.sql");
  std::vector<catalog::Finding> findings;
  const std::string path = (folder.path_ / "endless.sql").string();
  EXPECT_FALSE(read_text_file(path, "endless.sql", findings));
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].code, "unreadable_file");
  EXPECT_EQ(findings[0].file, "endless.sql");
  EXPECT_FALSE(first_line_of(path));
}

TEST(CleanText, TurnsUtf16IntoUtf8) {
  const auto cleaned = [](std::string_view bytes) {
    std::vector<catalog::Finding> findings;
    const std::string text = clean_text(std::string(bytes), "a.sql", findings);
    EXPECT_EQ(findings.size(), 1u);
    return text;
  };
  using namespace std::string_view_literals;
  EXPECT_EQ(cleaned("\xff\xfe\x61\0\r\0\n\0\xe9\0\x3d\xd8\x00\xde"sv), "a\n\u00e9\U0001F600");
  EXPECT_EQ(cleaned("\xfe\xff\0\x61\xd8\x3d\0\x62"sv), "a\ufffdb");
  EXPECT_EQ(cleaned("\xff\xfe\x61"sv), "");
}

struct IgnoreCase {
  const char* patterns;
  const char* path;
  bool ignored;
};

class IgnoreFileCases : public testing::TestWithParam<IgnoreCase> {};

TEST_P(IgnoreFileCases, AreAsGitHasThem) {
  EXPECT_EQ(IgnoreFile(GetParam().patterns).ignores(GetParam().path), GetParam().ignored);
}

INSTANTIATE_TEST_SUITE_P(
    All, IgnoreFileCases,
    testing::Values(
        IgnoreCase{"", "models/a.sql", false}, IgnoreCase{"a.sql", "m/x/a.sql", true},
        IgnoreCase{"/a.sql", "m/a.sql", false}, IgnoreCase{"m/*.sql", "m/a.sql", true},
        IgnoreCase{"m/*.sql", "m/x/a.sql", false}, IgnoreCase{"m/**/a.sql", "m/x/y/a.sql", true},
        IgnoreCase{"m/**/a.sql", "m/a.sql", true}, IgnoreCase{"m/**/a.sql", "m/xa.sql", false},
        IgnoreCase{"**/x", "m/x/a.sql", true}, IgnoreCase{"m/**", "m/x/a.sql", true},
        IgnoreCase{"x/", "m/x/a.sql", true}, IgnoreCase{"a.sql/", "m/a.sql", false},
        IgnoreCase{"[a-c]?.sql", "m/b1.sql", true}, IgnoreCase{"[!a-c]?.sql", "m/b1.sql", false},
        IgnoreCase{"\\#a.sql", "m/#a.sql", true}, IgnoreCase{"*", "m/a.sql", true},
        IgnoreCase{"*\n!a.sql", "m/a.sql", false}, IgnoreCase{"[", "[", true},
        IgnoreCase{"*a*a*a*a*b", "aaaaaaaaaaaaaaaaaaaaaaaa", false}));

}  // namespace
}  // namespace tally::importing::dbt
