// A CSV or Parquet file instead of a database: it can be read, and nothing else.

#include "engine/duckdb/engine_fixture.h"

namespace tally::engine::duckdb {
namespace {

class DataFile : public EngineTest {
 protected:
  DataFile() {
    const std::string rows =
        "SELECT i AS n, i / 4 AS part, DATE '2001-02-03' AS day FROM range(1, 4) r(i)";
    for (const std::string kind : {"csv", "parquet"})
      write_database(":memory:",
                     {"COPY (" + rows + ") TO " + quoted(file(kind)) + " (FORMAT " + kind + ")"});
  }
  std::string file(const std::string& kind) const { return folder_ + "/it's data." + kind; }
  static std::string quoted(std::string path) {
    for (size_t at = 0; (at = path.find('\'', at)) != std::string::npos; at += 2)
      path.insert(at, 1, '\'');
    return "'" + path + "'";
  }
  DuckDbEngine over(const std::string& path) {
    options_.database_path = path;
    options_.is_data_file = true;
    return DuckDbEngine(options_, clock_);
  }
};

TEST_F(DataFile, IsRead) {
  for (const char* kind : {"csv", "parquet"}) {
    auto engine = over(file(kind));
    std::string read = std::string("read_") + kind + "(" + quoted(file(kind)) + ")";
    EXPECT_EQ(cell(engine, "SELECT sum(n) FROM " + read), "6") << kind;
    EXPECT_EQ(cell(engine, "SELECT max(part) FROM " + read), "0.75") << kind;
  }
}

TEST_F(DataFile, NothingElseIs) {
  auto engine = over(file("csv"));
  for (const std::string& other :
       {"read_parquet(" + quoted(file("parquet")) + ")", std::string("read_text('/etc/passwd')"),
        std::string("glob('/etc/*')")}) {
    auto outcome = run(engine, "SELECT count(*) FROM " + other);
    ASSERT_FALSE(outcome.ok()) << other;
    EXPECT_NE(outcome.error().message.find("file system operations are disabled"),
              std::string::npos)
        << outcome.error().message;
  }
}

TEST_F(DataFile, ThatIsNotThereIsSaidSo) {
  auto engine = over(folder_ + "/none.csv");
  auto outcome = run(engine, "SELECT 1");
  ASSERT_FALSE(outcome.ok());
  EXPECT_EQ(outcome.error().message,
            "cannot read " + folder_ + "/none.csv: No such file or directory");
}

}  // namespace
}  // namespace tally::engine::duckdb
