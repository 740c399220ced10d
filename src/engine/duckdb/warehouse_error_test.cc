// Every way in which a database file may not open, provoked for real with the pinned DuckDB.

#include "engine/duckdb/warehouse_error.h"

#include <duckdb.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdint>
#include <filesystem>

#include "base/files.h"
#include "engine/duckdb/write_ahead_log.h"

namespace tally::engine::duckdb {
namespace {

namespace fs = std::filesystem;

struct Database {
  duckdb_database database = nullptr;
  duckdb_connection connection = nullptr;
  std::string error;

  Database(const std::string& path, const char* access) {
    duckdb_config config = nullptr;
    duckdb_create_config(&config);
    duckdb_set_config(config, "access_mode", access);
    duckdb_set_config(config, "autoinstall_known_extensions", "false");
    duckdb_set_config(config, "autoload_known_extensions", "false");
    char* reason = nullptr;
    if (duckdb_open_ext(path.c_str(), &database, config, &reason) != DuckDBSuccess)
      error = reason;
    else
      duckdb_connect(database, &connection);
    duckdb_free(reason);
    duckdb_destroy_config(&config);
  }
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;
  ~Database() {
    if (connection) duckdb_disconnect(&connection);
    if (database) duckdb_close(&database);
  }

  void run(const std::string& sql) {
    duckdb_result result;
    if (duckdb_query(connection, sql.c_str(), &result) != DuckDBSuccess)
      error = duckdb_result_error(&result);
    duckdb_destroy_result(&result);
  }
};

// What DuckDB says when `path` is opened read-only and table t is read; empty: nothing is wrong.
std::string complaint(const std::string& path) {
  Database database(path, "READ_ONLY");
  if (database.error.empty()) database.run("SELECT max(h) FROM t");
  return database.error;
}

// DuckDB's own checksum over a header, so that a version can be faked which passes it.
uint64_t checksum(std::string_view bytes) {
  uint64_t sum = 5381;
  for (size_t at = 0; at + 8 <= bytes.size(); at += 8) {
    uint64_t word = 0;
    std::memcpy(&word, bytes.data() + at, 8);
    sum ^= word * 0xbf58476d1ce4e5b9;
  }
  return sum;
}

std::string with_version(std::string bytes, uint64_t version, std::string library) {
  std::memcpy(bytes.data() + 12, &version, 8);
  library.resize(32);
  bytes.replace(52, 32, library);
  uint64_t sum = checksum(std::string_view(bytes).substr(8, 4096 - 8));
  std::memcpy(bytes.data(), &sum, 8);
  return bytes;
}

std::string flipped(std::string bytes, size_t at) {
  bytes[at] = static_cast<char>(~bytes[at]);
  return bytes;
}

class WarehouseError : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    fs::path folder = fs::path(testing::TempDir()) / fmt::format("tally_error_{}", ::getpid());
    fs::create_directories(folder);
    folder_ = new std::string(folder.string());
    std::string path = file("sound.duckdb");
    {
      Database database(path, "AUTOMATIC");
      database.run("CREATE TABLE t AS SELECT range AS r, hash(range) AS h FROM range(200000)");
      database.run("CHECKPOINT");
      ASSERT_EQ(database.error, "");
    }
    bytes_ = new std::string(*read_file(path));
    ASSERT_GT(bytes_->size(), 1'000'000u);
  }
  static void TearDownTestSuite() {
    fs::remove_all(*folder_);
    delete folder_;
    delete bytes_;
  }

  static std::string file(const std::string& name) { return *folder_ + "/" + name; }
  static std::string made(const std::string& name, std::string_view bytes) {
    EXPECT_TRUE(write_file(file(name), bytes).ok());
    return file(name);
  }

  // The header alone gives it away; DuckDB's words lead to the same error.
  static void expect_header_error(const std::string& path, const Error& expected) {
    auto checked = check_database_file(path);
    ASSERT_FALSE(checked.ok()) << path;
    expect_same(checked.error(), expected);
    std::string raw = complaint(path);
    EXPECT_NE(raw, "");
    expect_same(explain_open_error(path, raw), expected);
  }
  // The header is in order: it takes DuckDB to find out.
  static void expect_open_error(const std::string& path, const Error& expected) {
    auto checked = check_database_file(path);
    EXPECT_TRUE(checked.ok()) << checked.error().message;
    std::string raw = complaint(path);
    EXPECT_NE(raw, "");
    expect_same(explain_open_error(path, raw), expected);
  }
  static void expect_same(const Error& error, const Error& expected) {
    EXPECT_EQ(error.message, expected.message);
    EXPECT_EQ(error.hint, expected.hint);
    EXPECT_EQ(error.code, expected.code);
    EXPECT_EQ(error.kind, ErrorKind::outside);
  }

  static std::string* folder_;
  static std::string* bytes_;  // of a sound database
};
std::string* WarehouseError::folder_ = nullptr;
std::string* WarehouseError::bytes_ = nullptr;

TEST_F(WarehouseError, NothingIsWrongWithASoundFile) {
  std::string path = file("sound.duckdb");
  EXPECT_TRUE(check_database_file(path).ok());
  EXPECT_EQ(complaint(path), "");
}

TEST_F(WarehouseError, Missing) {
  const char* hint = "check the warehouse's path in tally.yml, or build the demo with `tally demo`";
  for (const char* name : {"nothing", "no/folder/nothing", "sound.duckdb/inside"})
    expect_header_error(
        file(name), {ErrorKind::outside, file(name) + " does not exist", hint, "database_missing"});
}

TEST_F(WarehouseError, NoName) {
  expect_same(explain_open_error("", ""),
              {ErrorKind::outside, "no database file is named", "", "database_missing"});
}

TEST_F(WarehouseError, Folder) {
  expect_header_error(*folder_, {ErrorKind::outside, *folder_ + " is a folder",
                                 "name the database file in it", "database_directory"});
}

TEST_F(WarehouseError, Unreadable) {
  std::string path = made("secret.duckdb", *bytes_);
  ::chmod(path.c_str(), 0);
  bool root = ::geteuid() == 0;  // reads everything: be somebody else for a moment
  ASSERT_EQ(root ? ::seteuid(65534) : 0, 0);
  auto checked = check_database_file(path);
  std::string raw = complaint(path);
  Error explained = explain_open_error(path, raw);
  ASSERT_EQ(root ? ::seteuid(0) : 0, 0);
  Error expected = {ErrorKind::outside, "cannot read " + path + ": Permission denied",
                    "give this user read permission on the file and its folders",
                    "database_unreadable"};
  ASSERT_FALSE(checked.ok());
  expect_same(checked.error(), expected);
  expect_same(explained, expected);
}

TEST_F(WarehouseError, PipeIsNotWaitedFor) {
  std::string path = file("pipe");
  ASSERT_EQ(::mkfifo(path.c_str(), 0666), 0);
  auto checked = check_database_file(path);
  ASSERT_FALSE(checked.ok());
  EXPECT_EQ(checked.error().message, path + " is a device or pipe, not a DuckDB database");
}

TEST_F(WarehouseError, Empty) {
  std::string path = made("empty", "");
  expect_header_error(
      path, {ErrorKind::outside, path + " is empty",
             "it may be a database that was never written to: build it again", "database_empty"});
}

TEST_F(WarehouseError, Foreign) {
  {
    Database database(file("scratch.duckdb"), "AUTOMATIC");
    database.run("COPY (SELECT 1 AS a) TO '" + file("x.parquet") + "'");
    ASSERT_EQ(database.error, "");
  }
  std::string gzip = "\x1f\x8b\x08" + std::string(30'000, '\x07');
  std::string zeros(20'000, '\0');
  struct Case {
    std::string path, what;
  };
  std::string sqlite = std::string("SQLite format 3\0", 16) + std::string(8'000, '\0');
  for (const auto& [path, what] : {
           Case{made("x.sqlite", sqlite), "a SQLite database"},
           Case{made("x.zip", "PK\x03\x04" + std::string(40'000, 'x')), "a zip archive"},
           Case{made("x.gz", gzip), "a gzip file"},
           Case{made("notes", "to be done\n"), "a text file"},
           Case{made("zeros", zeros), "something else"},
           Case{made("three", "abc"), "a text file"},
           Case{made("pointer", "version https://git-lfs.github.com/spec/v1\n"),
                "a Git LFS pointer, not the file itself"},
       })
    expect_header_error(
        path, {ErrorKind::outside, fmt::format("{} is {}, not a DuckDB database", path, what),
               "give the path of a DuckDB database file", "database_foreign"});
  for (const auto& [path, what] : {Case{file("x.parquet"), "a Parquet file"},
                                   Case{made("x.csv", "a,b\n1,2\n"), "a text file"}})
    expect_header_error(
        path, {ErrorKind::outside, fmt::format("{} is {}, not a DuckDB database", path, what),
               fmt::format("give the path of a DuckDB database file, or load this one: "
                           "duckdb new.duckdb \"CREATE TABLE t AS FROM '{}'\"",
                           path),
               "database_foreign"});
}

TEST_F(WarehouseError, Truncated) {
  const char* hint = "the copy or download was not complete: fetch or build the file again";
  for (size_t size : {100u, 4096u, 8192u, 12287u}) {
    std::string path = made("cut", bytes_->substr(0, size));
    expect_header_error(path, {ErrorKind::outside,
                               fmt::format("{} is cut short: it ends after {} bytes", path, size),
                               hint, "database_truncated"});
  }
  for (size_t size : {size_t{12288}, bytes_->size() / 2}) {
    std::string path = made("cut", bytes_->substr(0, size));
    expect_open_error(path, {ErrorKind::outside,
                             fmt::format("{} is cut short: it ends after {} bytes", path, size),
                             hint, "database_truncated"});
  }
}

TEST_F(WarehouseError, NewerAndOlderStorage) {
  std::string path = made("newer", with_version(*bytes_, 99, "v1.9.0"));
  expect_header_error(
      path,
      {ErrorKind::outside,
       path + " was written by DuckDB v1.9.0 in storage version 99; this program reads 64 to 68",
       "copy it with that DuckDB into an older format: ATTACH 'copy.duckdb' (STORAGE_VERSION "
       "'v1.5.0'); COPY FROM DATABASE … TO copy",
       "database_newer"});
  path = made("older", with_version(*bytes_, 60, "v0.9.0"));
  expect_header_error(
      path, {ErrorKind::outside, path + " has storage version 60; this program reads 64 to 68",
             "export it with the DuckDB that wrote it (EXPORT DATABASE) and import it again",
             "database_older"});
  // Hostile bytes where the library's name should be are not repeated.
  path = made("newer", with_version(*bytes_, 99, "v\x1b[31m"));
  EXPECT_EQ(check_database_file(path).error().message,
            path + " was written in storage version 99; this program reads 64 to 68");
}

// The range in the header is what the linked library really says: a new DuckDB must change both.
TEST_F(WarehouseError, StorageRangeIsTheLibrarys) {
  std::string raw = complaint(made("newer", with_version(*bytes_, 99, "v1.9.0")));
  EXPECT_NE(raw.find(fmt::format("versions between {} and {}", kOldestStorage, kNewestStorage)),
            std::string::npos)
      << raw;
}

TEST_F(WarehouseError, Encrypted) {
  std::string path = file("encrypted.duckdb");
  {
    Database database(":memory:", "AUTOMATIC");
    database.run("SET force_mbedtls_unsafe = 'true'");
    database.run("ATTACH '" + path + "' AS e (ENCRYPTION_KEY 'k')");
    database.run("CREATE TABLE e.t AS SELECT 1 AS h");
    ASSERT_EQ(database.error, "");
  }
  expect_header_error(path, {ErrorKind::outside, path + " is encrypted",
                             "encrypted databases are not supported: copy it into a plain one",
                             "database_encrypted"});
}

TEST_F(WarehouseError, Damaged) {
  for (size_t at : {size_t{0}, size_t{4096}, size_t{8192}}) {
    std::string path = made("damaged", flipped(*bytes_, at + 40));
    expect_open_error(path,
                      {ErrorKind::outside,
                       fmt::format("{} is damaged: a checksum does not match at byte {}", path, at),
                       "restore it from a backup or build it again", "database_damaged"});
  }
  std::string spoiled = *bytes_;
  for (size_t at = 12288; at < spoiled.size(); at += 262144) spoiled = flipped(spoiled, at + 100);
  std::string path = made("damaged", spoiled);
  Error error = explain_open_error(path, complaint(path));
  EXPECT_EQ(error.code, "database_damaged");
}

TEST_F(WarehouseError, LockedByAWriter) {
  std::string path = made("locked.duckdb", *bytes_);
  int ready[2];
  ASSERT_EQ(::pipe(ready), 0);
  pid_t writer = ::fork();
  if (writer == 0) {
    int descriptor = ::open(path.c_str(), O_RDWR);
    struct flock lock{};
    lock.l_type = F_WRLCK;
    bool locked = ::fcntl(descriptor, F_SETLK, &lock) == 0;
    [[maybe_unused]] auto told = ::write(ready[1], locked ? "1" : "0", 1);
    ::pause();
    ::_exit(0);
  }
  char locked = '0';
  ASSERT_EQ(::read(ready[0], &locked, 1), 1);
  ASSERT_EQ(locked, '1');
  std::string program = fs::read_symlink("/proc/self/exe").string();
  expect_open_error(
      path, {ErrorKind::outside,
             fmt::format("{} is being written to by process {} ({})", path, writer, program),
             "close the database there, or ask about a copy of the file", "database_locked"});
  ::kill(writer, SIGKILL);
  ::waitpid(writer, nullptr, 0);
  ::close(ready[0]);
  ::close(ready[1]);
  EXPECT_EQ(complaint(path), "");
}

TEST_F(WarehouseError, LockedBySomebodyWhoCannotBeNamed) {
  std::string path = file("sound.duckdb");
  Error error = explain_open_error(
      path, "IO Error: Could not set lock on file \"x\": Conflicting lock is held");
  EXPECT_EQ(error.message, path + " is being written to by another process");
}

// A writer that was killed leaves its log; a reader replays it in memory.
TEST_F(WarehouseError, LogBesideIt) {
  std::string path = made("logged.duckdb", *bytes_);
  std::string copy = file("copied.duckdb");
  {
    Database database(path, "AUTOMATIC");
    database.run("INSERT INTO t VALUES (1, 2)");
    ASSERT_EQ(database.error, "");
    fs::copy_file(path, copy);  // as after kill -9: closing would fold the log in
    fs::copy_file(path + ".wal", copy + ".wal");
  }
  EXPECT_TRUE(check_database_file(copy).ok());
  EXPECT_EQ(complaint(copy), "");
  std::string log = *read_file(copy + ".wal");
  made("copied.duckdb.wal", flipped(log, log.size() / 2));
  std::string raw = complaint(copy);
  ASSERT_NE(raw, "");
  Error error = explain_open_error(copy, raw);
  EXPECT_EQ(error.code, "database_log");
  EXPECT_EQ(error.message.find("the write-ahead log " + copy +
                               ".wal beside the database cannot be replayed: Corrupt WAL file: "),
            0u)
      << error.message;
  EXPECT_EQ(
      error.hint,
      "restore both files from a backup; moving the log away opens the database as it was before "
      "the last writes");
}

// What DuckDB leaves out of a log without a word.
TEST_F(WarehouseError, LogsThatAreReadInPartAreDoubted) {
  std::string path = made("doubted.duckdb", *bytes_);
  EXPECT_EQ(doubt_about_log(path), "");  // no log
  std::string log;
  {
    Database database(path, "AUTOMATIC");
    database.run("INSERT INTO t VALUES (1, 2)");
    database.run("INSERT INTO t VALUES (3, 4)");
    ASSERT_EQ(database.error, "");
    log = *read_file(path + ".wal");
    EXPECT_EQ(doubt_about_log(path), "");
  }
  std::string name = path + ".wal";
  made("doubted.duckdb.wal", "");
  EXPECT_EQ(doubt_about_log(path), "");
  for (const std::string& garbage :
       {std::string("no log\n"), std::string(500, '\0'), log.substr(1)}) {
    made("doubted.duckdb.wal", garbage);
    EXPECT_EQ(doubt_about_log(path).find(name + " is no write-ahead log and is left out: "), 0u);
  }
  // The last entry is the 16 bytes of its head and the 5 of "flushed".
  for (size_t cut : {1u, 5u, 20u}) {
    made("doubted.duckdb.wal", log.substr(0, log.size() - cut));
    EXPECT_EQ(doubt_about_log(path).find(
                  fmt::format("{} breaks off in an entry at byte {}: ", name, log.size() - 21)),
              0u)
        << doubt_about_log(path);
  }
  made("doubted.duckdb.wal", log.substr(0, log.size() - 21));
  EXPECT_EQ(doubt_about_log(path), "");  // not flushed, so never promised
  uint64_t huge = ~uint64_t{0};
  std::memcpy(log.data() + 8, &huge, sizeof huge);
  made("doubted.duckdb.wal", log);
  EXPECT_EQ(doubt_about_log(path).find(name + " breaks off in an entry at byte 8: "), 0u);
}

TEST_F(WarehouseError, ALogOfAnotherDatabaseIsToldWithoutAStackTrace) {
  Error error = explain_open_error(file("sound.duckdb"),
                                   "INTERNAL Error: Failure while replaying WAL file \"x.wal\": no "
                                   "such thing\nStack Trace:\n0x1");
  EXPECT_EQ(error.code, "database_log");
  EXPECT_EQ(error.message, "the write-ahead log " + file("sound.duckdb") +
                               ".wal beside the database cannot be replayed: no such thing");
}

TEST_F(WarehouseError, AQuerysErrorIsTheFilesWhereItIs) {
  std::string path = made("cut", bytes_->substr(0, 300'000));
  Error short_read = outside_error(
      "Could not read enough bytes from file \"" + path + "\": attempted to read 262144 bytes", "",
      "engine");
  EXPECT_EQ(explain_read_error(path, short_read).message,
            path + " is cut short: it ends after 300000 bytes");
  Error other = short_read;
  other.message = "Could not read enough bytes from file \"/elsewhere\"";
  EXPECT_EQ(explain_read_error(path, other).message, other.message);
  Error users{ErrorKind::user, "Corrupt database file", "", "execution"};
  EXPECT_EQ(explain_read_error(path, users).message, users.message);
}

TEST_F(WarehouseError, UnknownWordsArePassedOn) {
  std::string path = file("sound.duckdb");
  Error error = explain_open_error(path, "IO Error: the moon is full");
  EXPECT_EQ(error.message, "cannot open " + path + ": IO Error: the moon is full");
  EXPECT_EQ(error.code, "database_unopened");
  EXPECT_EQ(explain_open_error(path, "").message,
            "cannot open " + path + ": DuckDB gave no reason");
  EXPECT_EQ(explain_open_error(path, "std::bad_alloc").code, "out_of_memory");
}

}  // namespace
}  // namespace tally::engine::duckdb
