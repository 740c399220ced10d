// A project of our own (tests/dbt/mini) against what it is known to hold; its files as hostile
// people might leave them.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

#include "base/files.h"
#include "import/dbt/import.h"
#include "import/dbt/inventory_lines.h"

namespace tally::importing::dbt {
namespace {

namespace fs = std::filesystem;
using catalog::Inventory;
using catalog::Resource;
using ::testing::HasSubstr;

const std::string kMini = TALLY_SOURCE_DIR "/tests/dbt/mini";

Inventory imported(const ProjectOptions& options) {
  auto inventory = import_project(options);
  EXPECT_TRUE(inventory.ok()) << (inventory.ok() ? "" : inventory.error().message);
  return inventory.ok() ? *std::move(inventory) : Inventory();
}

TEST(MiniProject, HoldsWhatItIsKnownToHold) {
  const auto inventory = imported({.folder = kMini});
  EXPECT_GT(expect_lines(inventory, read_file(kMini + "/expected.txt").value()), 100u);
}

TEST(MiniProject, TextsAreWhatTheirFilesSay) {
  const auto inventory = imported({.folder = kMini});
  const auto resource = [&](const char* id) { return inventory[*inventory.find(id)]; };
  EXPECT_EQ(resource("source.apiary.field.weighings").description,
            "What the scouts write down in the field.");
  EXPECT_EQ(resource("model.apiary.stg_hives").column("hive_id")->description,
            "Number painted on the hive, {{ not a template }}.");
  EXPECT_EQ(resource("model.apiary.stg_hives").column("kind")->description, "Build of the hive.");
  EXPECT_EQ(resource("model.apiary.stg_kept").description,
            "Kept although its folder is off, because its file says so.\n");
  EXPECT_EQ(resource("model.apiary.harvests").notes, "Take the last row of a season.");
  EXPECT_EQ(resource("model.apiary.hive_scores.v1").description, "Scores, first try.");
  EXPECT_EQ(resource("model.apiary.hive_scores.v2").description, "Scores.");
  EXPECT_THAT(resource("model.apiary.stg_weighings").aliases,
              ::testing::ElementsAre("weights", "mass of a hive"));
  EXPECT_EQ(resource("source.apiary.field.hives").column("kind")->accepted_values.size(), 3u);
  EXPECT_EQ(inventory.adapter(), "postgres");
}

TEST(MiniProject, WhatIsHiddenIsNamedNowhere) {
  const auto inventory = imported({.folder = kMini});
  const std::vector<std::string> hidden = {"letters", "member_letters", "member_sums",
                                           "letters_count", "letters_semantics"};
  for (const auto& line : lines_of(inventory))
    for (const auto& name : hidden) {
      const auto at = line.find(name);
      EXPECT_EQ(at, line.npos) << line;
    }
  for (const auto& finding : inventory.findings())
    for (const auto& name : hidden) EXPECT_EQ(finding.message.find(name), std::string::npos);
  const auto all = imported({.folder = kMini, .hide = {{}, {}}});
  for (const auto& name : hidden) EXPECT_FALSE(all.find_name(name).empty()) << name;
}

TEST(MiniProject, VariablesAndTargetsChangeIt) {
  const auto inventory = imported({.folder = kMini,
                                   .target = "dev",
                                   .vars = {{"use_scales", "no"}, {"keep_unwanted", "true"}},
                                   .more_vars = "{hive_kinds: [langstroth]}"});
  EXPECT_EQ(inventory.adapter(), "duckdb");
  EXPECT_TRUE(inventory.find("model.honey_utils.util_unwanted"));
  EXPECT_FALSE(inventory.find("model.apiary.own_ref")) << "only with postgres";
  const auto parents_of = [&](const char* id) {
    std::vector<std::string> ids;
    for (const auto index : inventory.parents(*inventory.find(id)))
      ids.push_back(inventory[index].id);
    return ids;
  };
  EXPECT_THAT(parents_of("model.apiary.stg_weighings"),
              ::testing::ElementsAre("source.apiary.field.weighings"));
  EXPECT_THAT(
      parents_of("model.apiary.harvests"),
      ::testing::UnorderedElementsAre("model.apiary.harvest_langstroth", "seed.apiary.regions"));
  EXPECT_EQ(inventory[*inventory.find("model.apiary.keepers")].schema, "dev_bees");
}

TEST(MiniProject, ComesOutTheSameEveryTime) {
  const auto one = imported({.folder = kMini}), other = imported({.folder = kMini});
  EXPECT_EQ(one.version(), other.version());
  EXPECT_EQ(lines_of(one), lines_of(other));
}

// A project made for one test.
class Scratch {
 public:
  Scratch() : folder_(fs::path(::testing::TempDir()) / ("dbt_" + name())) {
    fs::remove_all(folder_);
    write("dbt_project.yml", "name: p\n");
  }
  ~Scratch() { fs::remove_all(folder_); }
  void write(const std::string& path, const std::string& text) const {
    ASSERT_TRUE(write_file((folder_ / path).string(), text).ok());
  }
  std::string folder() const { return folder_.string(); }
  Inventory read() const { return imported({.folder = folder()}); }
  // With columns that are hidden.
  Inventory read_marked() const {
    auto all = import_all(ProjectOptions{.folder = folder()});
    EXPECT_TRUE(all.ok());
    return all.ok() ? std::move(all->inventory) : Inventory();
  }
  std::vector<std::string> findings() const {
    std::vector<std::string> all;
    const Inventory inventory = read();
    for (const auto& finding : inventory.findings())
      all.push_back(finding.code + " " + finding.file + ":" + std::to_string(finding.line));
    return all;
  }

 private:
  static std::string name() {
    return ::testing::UnitTest::GetInstance()->current_test_info()->name();
  }
  fs::path folder_;
};

TEST(HostileProject, NoProjectIsAnError) {
  const auto missing = import_project({.folder = ::testing::TempDir() + "/none"});
  ASSERT_FALSE(missing.ok());
  EXPECT_THAT(missing.error().message, HasSubstr("there is no folder"));
  Scratch project;
  project.write("dbt_project.yml", "name: [\n");
  const auto broken = import_project({.folder = project.folder()});
  ASSERT_FALSE(broken.ok());
  EXPECT_THAT(broken.error().message, HasSubstr("dbt_project.yml:2: column 1"));
  const std::vector<std::pair<const char*, const char*>> kFaults = {
      {"version: 1\n", "the project has no name"},
      {"", "the file is empty"},
      {"# nothing\n", "the file is empty"},
      {"\n- name\n", "dbt_project.yml:2: it must be a map of settings"},
      {"name", "dbt_project.yml:1: it must be a map of settings"}};
  for (const auto& [text, message] : kFaults) {
    project.write("dbt_project.yml", text);
    EXPECT_THAT(import_project({.folder = project.folder()}).error().message, HasSubstr(message));
  }
  EXPECT_THAT(import_project({.folder = project.folder() + "/dbt_project.yml"}).error().message,
              HasSubstr("dbt_project.yml is no folder"));
  fs::remove(project.folder() + "/dbt_project.yml");
  EXPECT_THAT(import_project({.folder = project.folder()}).error().message,
              HasSubstr("there is no dbt_project.yml in"));
}

TEST(HostileProject, BytesThatAreNoUtf8AreNamedAndReplaced) {
  Scratch project;
  project.write("models/a.sql", "select 1\n-- caf\xe9\n");
  project.write("models/b.sql", "select * from {{ ref('a') }}");
  project.write("models/p.yml", "models:\n  - name: a\n    description: caf\xe9\n");
  EXPECT_THAT(project.findings(), ::testing::UnorderedElementsAre("not_utf8 models/a.sql:2",
                                                                  "not_utf8 models/p.yml:3"));
  const auto inventory = project.read();
  EXPECT_EQ(inventory.edges().size(), 1u);
  EXPECT_EQ(inventory[*inventory.find("model.p.a")].description, "caf\xef\xbf\xbd");
}

// The same project with line ends of Windows, or with a byte order mark in every file.
TEST(HostileProject, LineEndsAndByteOrderMarksChangeNothing) {
  const std::map<std::string, std::string> files = {
      {"dbt_project.yml", "name: p\nmodels:\n  p:\n    +tags: [x]\n"},
      {"packages.yml", "packages:\n  - package: a/gone\n"},
      {"profiles.yml", "default:\n  outputs:\n    dev: {type: duckdb, schema: s}\n"},
      {".dbtignore", "models/not/\n*.tmp.sql\n"},
      {"models/a.sql", "-- depends_on: {{ ref('s') }}\nselect 1\n"},
      {"models/b.sql", "{% set x = 'a'\n%}\nselect * from {{ ref(\n  x\n) }}\n"},
      {"models/c.py", "def model(dbt, session):\n    return dbt.ref('a')\n"},
      {"models/not/d.sql", "{{ broken"},
      {"models/docs.md", "{% docs d %}\nSome\ntext.\n{% enddocs %}\n"},
      {"models/p.yml",
       "models:\n  - name: a\n    description: |\n      Two\n      lines.\n    columns:\n"
       "      - name: id\n        tests: [unique, not_null]\n  - name: b\n"
       "    description: \"{{ doc('d') }}\"\n"},
      {"macros/m.sql", "{% macro m() %}\n1\n{% endmacro %}\n"},
      {"seeds/s.csv", "id,name\n1,x\n"},
      {"tests/t.sql", "select * from {{ ref('b') }}\n"}};
  const auto inventory_of = [&](auto change) {
    Scratch project;
    for (const auto& [path, text] : files) project.write(path, change(text));
    return project.read();
  };
  const auto plain = inventory_of([](const std::string& text) { return text; });
  const auto windows = inventory_of([](std::string text) {
    for (size_t at = 0; (at = text.find('\n', at)) != text.npos; at += 2) text.insert(at, "\r");
    return text;
  });
  const auto marked = inventory_of([](const std::string& text) { return "\xef\xbb\xbf" + text; });
  ASSERT_EQ(plain.edges().size(), 3u);
  EXPECT_EQ(plain.findings().size(), 1u) << "the package that is absent";
  for (const auto* other : {&windows, &marked}) {
    EXPECT_EQ(lines_of(*other), lines_of(plain));
    for (const Resource& resource : plain.resources()) {
      const auto found = other->find(resource.id);
      ASSERT_TRUE(found) << resource.id;
      EXPECT_EQ(values_of((*other)[*found]), values_of(resource));
    }
  }
}

TEST(HostileProject, AModelOfFiftyMegabytesIsNamedAndTheRestGoesOn) {
  Scratch project;
  project.write("models/huge.sql", std::string(50u << 20, ' ') + "{{ ref('b') }}");
  project.write("models/b.sql", "select 1");
  project.write("models/c.sql", "select * from {{ ref('huge') }}");
  EXPECT_THAT(project.findings(), ::testing::ElementsAre("large_file models/huge.sql:0"));
  EXPECT_EQ(project.read().edges().size(), 1u);
}

TEST(HostileProject, AYamlBombIsNamedAndTheRestGoesOn) {
  Scratch project;
  std::string bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n";
  for (int i = 1; i < 12; ++i) {
    const std::string before = "*a" + std::to_string(i - 1);
    bomb += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [" + before;
    for (int k = 0; k < 9; ++k) bomb += ", " + before;
    bomb += "]\n";
  }
  project.write("models/bomb.yml", bomb);
  project.write("models/a.sql", "select 1");
  project.write("models/b.sql", "select * from {{ ref('a') }}");
  EXPECT_THAT(project.findings(), ::testing::ElementsAre("broken_yaml models/bomb.yml:6"));
  EXPECT_EQ(project.read().edges().size(), 1u);
}

TEST(HostileProject, LoopsWithoutEndEnd) {
  Scratch project;
  project.write("macros/m.sql", "{% macro f(x) %}{{ f(x) }}{% endmacro %}");
  project.write("models/a.sql", "select 1");
  project.write("models/b.sql", "{% for i in range(1000000000) %}{{ ref('a') }}{% endfor %}");
  project.write("models/c.sql", "{{ f(1) }}{{ ref('a') }}");
  const auto inventory = project.read();
  EXPECT_EQ(inventory.edges().size(), 2u);
  EXPECT_EQ(inventory.findings().size(), 2u);
}

TEST(HostileProject, FoldersThatHoldThemselvesEnd) {
  Scratch project;
  project.write("models/a.sql", "select 1");
  fs::create_directory_symlink(project.folder() + "/models", project.folder() + "/models/again");
  EXPECT_EQ(project.read().resources().size(), 1u);
  EXPECT_THAT(project.findings(), ::testing::IsEmpty());
}

TEST(HostileProject, FilesThatCannotBeReadAreNamedAndTheRestGoesOn) {
  Scratch project;
  project.write("models/a.sql", "select 1");
  project.write("models/b.sql", "select * from {{ ref('a') }}");
  const std::string models = project.folder() + "/models/";
  fs::create_symlink("nowhere", models + "dangling.sql");
  fs::create_symlink("loop_two.sql", models + "loop_one.sql");
  fs::create_symlink("loop_one.sql", models + "loop_two.sql");
  fs::create_symlink("nowhere", models + "dangling.yml");
  fs::create_directory(models + "folder.sql");
  ASSERT_EQ(mkfifo((models + "pipe.sql").c_str(), 0600), 0);
  ASSERT_EQ(mkfifo((models + "pipe.yml").c_str(), 0600), 0);
  EXPECT_THAT(project.findings(),
              ::testing::UnorderedElementsAre(
                  "unreadable_file models/dangling.sql:0", "unreadable_file models/dangling.yml:0",
                  "unreadable_file models/loop_one.sql:0", "unreadable_file models/loop_two.sql:0",
                  "unreadable_file models/pipe.sql:0", "unreadable_file models/pipe.yml:0",
                  "unknown_hiding dbt_project.yml:0"));  // the four models
  EXPECT_EQ(project.read().edges().size(), 1u);
}

TEST(HostileProject, FoldersThatCannotBeReadAreNamedOnce) {
  Scratch project;
  project.write("dbt_project.yml", "name: p\nmodel-paths: [models, a_file, gone, dangling]\n");
  project.write("models/a.sql", "select 1");
  project.write("models/closed/b.sql", "select 1");
  project.write("a_file", "");
  fs::create_symlink("nowhere", project.folder() + "/dangling");
  const fs::path closed = project.folder() + "/models/closed";
  fs::permissions(closed, fs::perms::none);
  // Nothing is closed to root.
  const bool is_root = geteuid() == 0;
  if (is_root) {
    ASSERT_EQ(seteuid(65534), 0);
  }
  const auto findings = project.findings();
  if (is_root) {
    ASSERT_EQ(seteuid(0), 0);
  }
  fs::permissions(closed, fs::perms::owner_all);
  EXPECT_THAT(findings, ::testing::UnorderedElementsAre("unreadable_folder models/closed:0",
                                                        "unreadable_folder a_file:0",
                                                        "unreadable_folder dangling:0"));
}

TEST(Packages, ThoseOfPackagesAreLookedForToo) {
  Scratch project;
  project.write("packages.yml", "packages:\n  - local: ../sub/one\n  - local: inside\n");
  project.write("inside/dbt_project.yml", "name: inside\n");
  project.write("inside/packages.yml", "packages:\n  - local: deeper\n  - package: a/far_away\n");
  project.write("inside/deeper/dbt_project.yml", "name: deeper\n");
  project.write("inside/deeper/models/d.sql", "select 1");
  EXPECT_TRUE(project.read().find("model.deeper.d"));
  EXPECT_THAT(project.findings(),
              ::testing::UnorderedElementsAre("absent_package packages.yml:2",
                                              "absent_package inside/packages.yml:3"));
}

TEST(Packages, OtherProjectsOfAMeshAreNamed) {
  Scratch project;
  project.write("dependencies.yml", "projects:\n  - name: finance\n");
  project.write("models/a.sql", "select * from {{ ref('finance', 'ledger') }}");
  const auto inventory = project.read();
  ASSERT_EQ(inventory.findings().size(), 2u);
  EXPECT_EQ(inventory.findings()[0].code, "absent_package");
  EXPECT_EQ(inventory.findings()[1].message,
            "ref('finance', 'ledger'): package finance is not installed");
  EXPECT_EQ(inventory.findings()[1].severity, catalog::Finding::Severity::warning);
}

TEST(Hooks, WhatTheyReadCounts) {
  Scratch project;
  project.write("dbt_project.yml",
                "name: p\nmodels:\n  p:\n    hooked:\n      +post-hook:\n"
                "        - sql: \"grant select on {{ ref('a') }}\"\n");
  project.write("models/a.sql", "select 1");
  project.write("models/b.sql", "select 1");
  project.write("models/hooked/c.sql",
                "{{ config(pre_hook=\"delete from {{ ref('b') }} -- {{ this }}\") }} select 1");
  const auto inventory = project.read();
  EXPECT_TRUE(inventory.findings().empty());
  EXPECT_EQ(inventory.parents(*inventory.find("model.p.c")).size(), 2u);
}

TEST(Tests, OfADisabledModelAreDropped) {
  Scratch project;
  project.write("models/off.sql", "{{ config(enabled=false) }} select 1");
  project.write("tests/a.sql", "select * from {{ ref('off') }}");
  project.write("tests/b.sql", "select * from {{ ref('nowhere') }}");
  const auto inventory = project.read();
  ASSERT_EQ(inventory.findings().size(), 1u);
  EXPECT_EQ(inventory.findings()[0].file, "tests/b.sql");
  EXPECT_EQ(inventory.findings()[0].severity, catalog::Finding::Severity::warning);
}

TEST(HostileProject, PropertiesOfTheWrongShapeAreNamed) {
  Scratch project;
  project.write(
      "models/p.yml",
      "models: {name: a}\nsources: 5\nseeds:\n  - description: x\nexposures:\nmetrics: []\n");
  project.write("models/q.yml", "- a\n- b\n");
  project.write("models/r.yml", "");
  EXPECT_THAT(project.findings(),
              ::testing::UnorderedElementsAre(
                  "broken_properties models/p.yml:1", "broken_properties models/p.yml:2",
                  "broken_properties models/p.yml:4", "broken_properties models/q.yml:1"));
}

TEST(HostileProject, OfAColumnDescribedTwiceTheLastCounts) {
  Scratch project;
  project.write("models/a.sql", "select 1");
  project.write("models/p.yml",
                "models:\n  - name: a\n    columns:\n"
                "      - {name: x, description: One., tests: [unique], meta: {expose: false}}\n"
                "      - {name: y}\n"
                "      - {name: x, description: Two., tests: [not_null]}\n");
  const auto inventory = project.read_marked();
  const Resource& a = inventory[*inventory.find("model.p.a")];
  EXPECT_EQ(values_of(a).at("columns"), "x,y");
  EXPECT_EQ(a.column("x")->description, "Two.");
  EXPECT_TRUE(a.column("x")->unique);
  EXPECT_FALSE(a.column("x")->nullable);
  EXPECT_TRUE(a.column("x")->is_hidden) << "one of them says so";
}

TEST(HostileProject, WhatIsDescribedTwiceIsToldOnce) {
  Scratch project;
  project.write("models/a.sql", "select 1");
  project.write("models/p.yml", "models:\n  - name: a\n  - name: a\n  - name: b\n  - name: b\n");
  EXPECT_THAT(project.findings(),
              ::testing::UnorderedElementsAre("duplicate_properties models/p.yml:3",
                                              "duplicate_properties models/p.yml:5",
                                              "unused_properties models/p.yml:4"));
}

}  // namespace
}  // namespace tally::importing::dbt
