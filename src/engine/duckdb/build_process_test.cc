// Real builds at small scales, and everything that may stop one. Whatever happens, the folder holds
// afterwards the finished warehouse, or what it held before.

#include "engine/duckdb/build_process.h"

#include <duckdb.h>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <charconv>
#include <chrono>
#include <filesystem>
#include <set>
#include <thread>

#include "base/files.h"

namespace tally::engine::duckdb {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::MatchesRegex;
using testing::StartsWith;

constexpr const char* kScript =
    "CREATE TABLE t AS SELECT range AS r FROM range(10);\nCREATE VIEW v AS FROM t;\n";

class BuildWarehouse : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fmt::format("{}/tally_build_{}_{}", fs::path(testing::TempDir()).string(), ::getpid(),
                          testing::UnitTest::GetInstance()->current_test_info()->name());
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  BuildOptions demo(double scale) const {
    return {.destination = folder_ + "/out/shop.duckdb",
            .scale = scale,
            .counts_path = TALLY_SOURCE_DIR "/warehouses/tpcds/row_counts.txt",
            .extension_folder = TALLY_SOURCE_DIR "/build/third_party/duckdb/extensions"};
  }
  BuildOptions script(const std::string& text) const {
    EXPECT_TRUE(write_file(folder_ + "/make.sql", text).ok());
    return {.destination = folder_ + "/out/shop.duckdb", .script_path = folder_ + "/make.sql"};
  }

  // Names of all files in the destination's folder; empty when it is not there.
  std::set<std::string> files() const { return files_in(folder_ + "/out"); }
  static std::set<std::string> files_in(const std::string& folder) {
    std::set<std::string> names;
    std::error_code missing;
    for (const auto& entry : fs::directory_iterator(folder, missing))
      names.insert(entry.path().filename().string());
    return names;
  }
  // The builder's process id, from the name of its temporary; 0: no build is under way.
  pid_t builder() const {
    constexpr std::string_view kPrefix = ".shop.duckdb.building-";
    pid_t pid = 0;
    for (const std::string& name : files())
      if (name.starts_with(kPrefix))
        std::from_chars(name.data() + kPrefix.size(), name.data() + name.size(), pid);
    return pid;
  }
  static bool within_a_minute(const std::function<bool()>& condition) {
    for (int i = 0; i < 6000; ++i) {
      if (condition()) return true;
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    return false;
  }

  std::string folder_;
};

const auto kFinished = ElementsAre(".tally", "shop.duckdb");

TEST_F(BuildWarehouse, BuildsTheDemoOnceAndReplacesItAtAnotherScale) {
  std::set<BuildStage> stages;
  uint64_t expected_bytes = 0;
  auto built = build_warehouse(demo(0.01), [&](const BuildProgress& progress) {
    stages.insert(progress.stage);
    expected_bytes = progress.expected_bytes;
  });
  ASSERT_TRUE(built.ok()) << built.error().message;
  EXPECT_EQ(built->result, BuildResult::built);
  EXPECT_EQ(built->rows, 277'976u);
  EXPECT_EQ(built->bytes, fs::file_size(built->path));
  EXPECT_EQ(expected_bytes, 12'333'056u);
  EXPECT_THAT(stages,
              ElementsAre(BuildStage::generating, BuildStage::checking, BuildStage::finishing));
  EXPECT_THAT(files(), kFinished);

  auto again = build_warehouse(demo(0.01), nullptr);
  ASSERT_TRUE(again.ok());
  EXPECT_EQ(again->result, BuildResult::already_there);
  EXPECT_EQ(again->rows, 0u);  // the record was enough

  auto larger = build_warehouse(demo(0.02), nullptr);
  ASSERT_TRUE(larger.ok()) << larger.error().message;
  EXPECT_EQ(larger->result, BuildResult::replaced);
  EXPECT_THAT(files(), kFinished);

  // Without its record it is counted, and known again; as another scale it is somebody's file.
  fs::remove_all(folder_ + "/out/.tally");
  auto smaller = build_warehouse(demo(0.01), nullptr);
  ASSERT_FALSE(smaller.ok());
  EXPECT_EQ(smaller.error().kind, ErrorKind::user);
  EXPECT_EQ(smaller.error().message,
            folder_ +
                "/out/shop.duckdb is in the way: it is not the warehouse wanted: table "
                "catalog_returns has 2796 rows, not 1358");
  EXPECT_EQ(smaller.error().hint, "choose another folder, or move that file away");
  auto known = build_warehouse(demo(0.02), nullptr);
  ASSERT_TRUE(known.ok()) << known.error().message;
  EXPECT_EQ(known->result, BuildResult::already_there);
  EXPECT_EQ(known->rows, larger->rows);
}

TEST_F(BuildWarehouse, EveryGeneratorBuilds) {
  BuildOptions options = demo(0.01);
  options.counts_path = data_folder() + "/warehouses/tpch/row_counts.txt";
  auto built = build_warehouse(options, nullptr);
  ASSERT_TRUE(built.ok()) << built.error().message;
  EXPECT_EQ(built->rows, 1500u + 60175u + 25u + 15000u + 2000u + 8000u + 5u + 100u);
  options.counts_path = folder_ + "/counts.txt";
  ASSERT_TRUE(write_file(options.counts_path, "generator none\nscale 0.01\nt 7\n").ok());
  options.destination += "2";
  EXPECT_EQ(build_warehouse(options, nullptr).error().message,
            folder_ + "/counts.txt: there is no generator \"none\"");
}

TEST_F(BuildWarehouse, ImpossibleScale) {
  auto built = build_warehouse(demo(-3), nullptr);
  ASSERT_FALSE(built.ok());
  EXPECT_EQ(built.error().message, "scale -3 is not possible");
  EXPECT_FALSE(fs::exists(folder_ + "/out"));
}

TEST_F(BuildWarehouse, ScriptIsBuiltAnewOnlyWhenItChanges) {
  auto built = build_warehouse(script(kScript), nullptr);
  ASSERT_TRUE(built.ok()) << built.error().message;
  EXPECT_EQ(built->result, BuildResult::built);
  EXPECT_EQ(built->rows, 10u);
  EXPECT_EQ(build_warehouse(script(kScript), nullptr)->result, BuildResult::already_there);
  auto changed = build_warehouse(script("CREATE TABLE t AS FROM range(11)"), nullptr);
  ASSERT_TRUE(changed.ok()) << changed.error().message;
  EXPECT_EQ(changed->result, BuildResult::replaced);
  EXPECT_EQ(changed->rows, 11u);
  EXPECT_THAT(files(), kFinished);
}

TEST_F(BuildWarehouse, ScriptsThatCannotBeRun) {
  std::string name = folder_ + "/make.sql";
  struct Case {
    const char* text;
    std::string message;
  };
  for (const Case& one : {
           Case{"", "{}: there is no statement in it"},
           Case{"-- only a comment\n", "{}: there is no statement in it"},
           Case{"SELECT 1;", "{} makes no table"},
           Case{"CREATE TABLE t AS SELECT 1;\nSELECT * FROM nothing;",
                "{}: statement 2: Catalog Error: Table with name nothing does not exist!"},
           Case{"CREATE TABLE t (a INTEGER);\nINSERT INTO t VALUES ('x');",
                "{}: statement 2: Conversion Error: Could not convert string 'x' to INT32"},
           Case{"CREATE TABEL t (a INTEGER);",
                "{}: Parser Error: syntax error at or near \"TABEL\""},
       }) {
    auto built = build_warehouse(script(one.text), nullptr);
    ASSERT_FALSE(built.ok()) << one.text;
    EXPECT_THAT(built.error().message, StartsWith(fmt::format(fmt::runtime(one.message), name)));
    EXPECT_EQ(built.error().kind, ErrorKind::user);
    EXPECT_FALSE(fs::exists(folder_ + "/out"));
  }
}

TEST_F(BuildWarehouse, MissingScriptAndMissingWorker) {
  BuildOptions options{.destination = folder_ + "/x.duckdb", .script_path = folder_ + "/none.sql"};
  EXPECT_EQ(build_warehouse(options, nullptr).error().message,
            "cannot read " + folder_ + "/none.sql: No such file or directory");
  options = script(kScript);
  options.worker_path = folder_ + "/no-worker";
  EXPECT_EQ(
      build_warehouse(options, nullptr).error().message,
      "cannot start the engine's worker " + folder_ + "/no-worker: No such file or directory");
  options.worker_path = "/bin/true";
  auto silent = build_warehouse(options, nullptr);
  EXPECT_EQ(silent.error().message, "the building worker ended with code 0 and no reason");
  EXPECT_EQ(silent.error().code, "worker_died");
}

TEST_F(BuildWarehouse, MissingExtension) {
  BuildOptions options = demo(0.01);
  options.extension_folder = folder_;
  auto built = build_warehouse(options, nullptr);
  ASSERT_FALSE(built.ok());
  EXPECT_EQ(built.error().message, "cannot find tpcds.duckdb_extension in " + folder_);
  EXPECT_EQ(built.error().hint,
            "run tools/fetch_duckdb.sh, or set TALLY_EXTENSION_DIR to its folder");
  EXPECT_FALSE(fs::exists(folder_ + "/out"));
}

TEST_F(BuildWarehouse, WrongRowsAreNotPutInPlace) {
  BuildOptions options = demo(0.01);
  options.counts_path = folder_ + "/rows.txt";
  ASSERT_TRUE(write_file(options.counts_path, "scale 0.01\nstore_sales 7\n").ok());
  auto built = build_warehouse(options, nullptr);
  ASSERT_FALSE(built.ok());
  EXPECT_EQ(built.error().message, "table store_sales has 28810 rows, not 7");
  EXPECT_FALSE(fs::exists(folder_ + "/out"));
}

// Files that are in the way stay as they are, to the byte.
TEST_F(BuildWarehouse, ForeignFilesStay) {
  struct Case {
    std::string name, bytes, message;
  };
  std::string path = folder_ + "/out/shop.duckdb";
  for (const Case& one :
       {Case{"shop.duckdb", "mine",
             path + " is in the way: it is not the warehouse wanted: " + path +
                 " is a text file, not a DuckDB database"},
        Case{"shop.duckdb", "",
             path + " is in the way: it is not the warehouse wanted: " + path + " is empty"},
        Case{"shop.duckdb.wal", "log",
             path + ".wal is in the way: it is the log of a database that is gone"}}) {
    fs::remove_all(folder_ + "/out");
    ASSERT_TRUE(write_file(folder_ + "/out/" + one.name, one.bytes).ok());
    auto built = build_warehouse(demo(0.01), nullptr);
    ASSERT_FALSE(built.ok()) << one.message;
    EXPECT_EQ(built.error().message, one.message);
    EXPECT_EQ(*read_file(folder_ + "/out/" + one.name), one.bytes);
    EXPECT_THAT(files(), ElementsAre(one.name));
  }
}

TEST_F(BuildWarehouse, FolderAtTheDestination) {
  std::string path = folder_ + "/out/shop.duckdb";
  fs::create_directories(path);
  EXPECT_EQ(build_warehouse(demo(0.01), nullptr).error().message,
            path + " is in the way: it is not an ordinary file");
  EXPECT_THAT(files(), ElementsAre("shop.duckdb"));
}

// Copies and archives keep the bytes, not the time.
TEST_F(BuildWarehouse, CopiedWarehouseIsKnownAgain) {
  ASSERT_TRUE(build_warehouse(script(kScript), nullptr).ok());
  std::string path = folder_ + "/out/shop.duckdb";
  fs::last_write_time(path, fs::last_write_time(path) - std::chrono::hours(1));
  EXPECT_EQ(build_warehouse(script(kScript), nullptr)->result, BuildResult::already_there);
}

void write_into(const std::string& path) {
  duckdb_database database = nullptr;
  duckdb_connection connection = nullptr;
  ASSERT_EQ(duckdb_open(path.c_str(), &database), DuckDBSuccess);
  ASSERT_EQ(duckdb_connect(database, &connection), DuckDBSuccess);
  EXPECT_EQ(duckdb_query(connection, "INSERT INTO t VALUES (99)", nullptr), DuckDBSuccess);
  duckdb_disconnect(&connection);
  duckdb_close(&database);
}

// What was written into after it was built is the user's own.
TEST_F(BuildWarehouse, ChangedWarehouseIsNotReplaced) {
  ASSERT_TRUE(build_warehouse(script(kScript), nullptr).ok());
  std::string path = folder_ + "/out/shop.duckdb";
  write_into(path);
  auto built = build_warehouse(script("CREATE TABLE other AS SELECT 1"), nullptr);
  ASSERT_FALSE(built.ok());
  EXPECT_EQ(built.error().message,
            path + " is in the way: it was not built from this script, or was changed since");
}

TEST_F(BuildWarehouse, UnwritableFolders) {
  ASSERT_TRUE(write_file(folder_ + "/plain", "x").ok());
  struct Case {
    std::string destination, message;
  };
  for (const Case& one :
       {Case{"/proc/nowhere/shop.duckdb",
             "cannot create folder /proc/nowhere: No such file or directory"},
        Case{"/proc/shop.duckdb",
             "cannot write /proc/.shop.duckdb.lock: No such file or directory"},
        Case{folder_ + "/plain/shop.duckdb", folder_ + "/plain is not a folder"},
        Case{folder_ + "/plain/deep/shop.duckdb",
             "cannot create folder " + folder_ + "/plain/deep: Not a directory"}}) {
    BuildOptions options = script(kScript);
    options.destination = one.destination;
    auto built = build_warehouse(options, nullptr);
    ASSERT_FALSE(built.ok()) << one.destination;
    EXPECT_EQ(built.error().message, one.message);
    EXPECT_NE(built.error().hint, "");
  }
}

TEST_F(BuildWarehouse, CancelledBeforeAndDuring) {
  Cancel cancel;
  cancel.raise();
  EXPECT_EQ(build_warehouse(demo(0.1), nullptr, &cancel).error().code, "cancelled");
  EXPECT_FALSE(fs::exists(folder_ + "/out"));

  cancel.lower();
  bool begun = false;
  auto built = build_warehouse(
      demo(0.1),
      [&](const BuildProgress& progress) {
        if (progress.bytes == 0) return;
        begun = true;
        cancel.raise();
      },
      &cancel);
  ASSERT_FALSE(built.ok());
  EXPECT_TRUE(begun);
  EXPECT_EQ(built.error().code, "cancelled");
  EXPECT_EQ(built.error().message, "the build was interrupted");
  EXPECT_FALSE(fs::exists(folder_ + "/out"));
}

TEST_F(BuildWarehouse, WorkerInterruptedOrKilled) {
  struct Case {
    int signal;
    const char *message, *code;
  };
  for (const Case& one :
       {Case{SIGINT, "the build was interrupted", "cancelled"},
        Case{SIGTERM, "the build was interrupted", "cancelled"},
        Case{SIGKILL, "the building worker was ended by signal 9 (Killed)", "worker_died"}}) {
    auto built = build_warehouse(demo(0.1), [&](const BuildProgress& progress) {
      if (progress.bytes > 0) ::kill(builder(), one.signal);
    });
    ASSERT_FALSE(built.ok());
    EXPECT_EQ(built.error().message, one.message);
    EXPECT_EQ(built.error().code, one.code);
    EXPECT_THAT(files(), IsEmpty());
  }
}

TEST_F(BuildWarehouse, ParentKilledAndNothingLeft) {
  pid_t parent = ::fork();
  if (parent == 0) {
    [[maybe_unused]] auto ignored = build_warehouse(demo(0.1), nullptr);
    ::_exit(0);
  }
  ASSERT_TRUE(within_a_minute([&] { return builder() != 0; }));
  pid_t worker = builder();
  ::kill(parent, SIGKILL);
  ::waitpid(parent, nullptr, 0);
  EXPECT_TRUE(within_a_minute([&] { return ::kill(worker, 0) != 0; }));
  EXPECT_THAT(files(), IsEmpty());
}

// As after a power cut: the next build clears away what nobody could.
TEST_F(BuildWarehouse, DeadBuildsAreClearedAway) {
  std::string dead = folder_ + "/out/.shop.duckdb.building-4194999";
  for (const char* ending : {"", ".wal", ".spill/block"})
    ASSERT_TRUE(write_file(dead + ending, "x").ok());
  ASSERT_TRUE(write_file(folder_ + "/out/.shop.duckdb.lock", "4194999\n").ok());
  ASSERT_TRUE(write_file(folder_ + "/out/.other.duckdb.building-7", "not ours").ok());
  ASSERT_TRUE(build_warehouse(script(kScript), nullptr).ok());
  EXPECT_THAT(files(), ElementsAre(".other.duckdb.building-7", ".tally", "shop.duckdb"));
}

TEST_F(BuildWarehouse, TwoAtOnceShareOneBuild) {
  std::thread second;
  Result<BuildOutcome> other = bug_error("not run");
  pid_t first_worker = 0;
  std::atomic<int64_t> waited_for = -1;
  auto built = build_warehouse(demo(0.02), [&](const BuildProgress& progress) {
    if (second.joinable() || progress.stage != BuildStage::generating || builder() == 0) return;
    first_worker = builder();
    second = std::thread([&] {
      other = build_warehouse(demo(0.02), [&](const BuildProgress& its) {
        if (its.stage == BuildStage::waiting) waited_for = its.waiting_for;
      });
    });
    // The lock is held until this returns at the latest: the second one must find it so.
    ::kill(first_worker, SIGSTOP);
    EXPECT_TRUE(within_a_minute([&] { return waited_for >= 0; }));
    ::kill(first_worker, SIGCONT);
  });
  ASSERT_TRUE(second.joinable());
  second.join();
  ASSERT_TRUE(built.ok()) << built.error().message;
  ASSERT_TRUE(other.ok()) << other.error().message;
  EXPECT_EQ(built->result, BuildResult::built);
  EXPECT_EQ(other->result, BuildResult::already_there);
  EXPECT_EQ(waited_for, first_worker);
  EXPECT_THAT(files(), kFinished);
}

// The replaced file stays whole for those who have it open, and in place if the new one fails.
TEST_F(BuildWarehouse, FailedReplacementLeavesTheOldOne) {
  ASSERT_TRUE(build_warehouse(script(kScript), nullptr).ok());
  std::string before = *read_file(folder_ + "/out/shop.duckdb");
  EXPECT_FALSE(build_warehouse(script("SELECT 1"), nullptr).ok());
  EXPECT_EQ(*read_file(folder_ + "/out/shop.duckdb"), before);
  EXPECT_EQ(build_warehouse(script(kScript), nullptr)->result, BuildResult::already_there);
  EXPECT_THAT(files(), kFinished);
}

TEST_F(BuildWarehouse, FileSizeLimit) {
  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
  rlimit small = before;
  small.rlim_cur = 3'000'000;
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
  auto built = build_warehouse(demo(0.01), nullptr);
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &before), 0);
  ASSERT_FALSE(built.ok());
  EXPECT_THAT(built.error().message,
              MatchesRegex("a file may not grow this large: .*File too large.*"));
  EXPECT_EQ(built.error().hint, "raise the limit (ulimit -f), or choose a smaller scale");
  EXPECT_EQ(built.error().code, "disk_full");
  EXPECT_FALSE(fs::exists(folder_ + "/out"));
}

class FullDisk : public BuildWarehouse {
 protected:
  void SetUp() override {
    BuildWarehouse::SetUp();
    disk_ = folder_ + "/disk";
    fs::create_directories(disk_);
    mounted_ = ::mount("tmpfs", disk_.c_str(), "tmpfs", 0, "size=4m") == 0;
    if (!mounted_) GTEST_SKIP() << "a small file system cannot be mounted here (needs root)";
  }
  void TearDown() override {
    if (mounted_) ::umount2(disk_.c_str(), MNT_DETACH);
    BuildWarehouse::TearDown();
  }
  std::string disk_;
  bool mounted_ = false;
};

TEST_F(FullDisk, IsSeenBeforehand) {
  BuildOptions options = demo(0.01);
  options.destination = disk_ + "/shop.duckdb";
  auto built = build_warehouse(options, nullptr);
  ASSERT_FALSE(built.ok());
  EXPECT_EQ(built.error().message,
            fmt::format("not enough space in {}: about 14 MB are needed, 4 MB are free", disk_));
  EXPECT_EQ(built.error().hint, "free some space, choose another folder or a smaller scale");
  EXPECT_EQ(built.error().code, "disk_full");
  EXPECT_THAT(files_in(disk_), IsEmpty());
}

TEST_F(FullDisk, IsMetOnTheWay) {
  BuildOptions generated = demo(0.01);
  generated.counts_path = folder_ + "/rows.txt";
  ASSERT_TRUE(write_file(generated.counts_path, "scale 0.01\nstore_sales 28810\n").ok());
  for (BuildOptions options :
       {generated, script("CREATE TABLE t AS SELECT range, hash(range) FROM range(3000000)")}) {
    options.destination = disk_ + "/shop.duckdb";
    auto built = build_warehouse(options, nullptr);
    ASSERT_FALSE(built.ok());
    EXPECT_THAT(built.error().message,
                MatchesRegex("the disk is full: .*No space left on device.*"));
    EXPECT_EQ(built.error().code, "disk_full");
    EXPECT_THAT(files_in(disk_), IsEmpty());
  }
}

}  // namespace
}  // namespace tally::engine::duckdb
