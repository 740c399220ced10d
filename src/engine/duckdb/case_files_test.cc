// Runs tests/engine/*.case: SQL, and the typed result or the error it gives, whole.
// TALLY_UPDATE_CASES=1 writes what came out into the files instead; read the difference before use.

#include <fmt/format.h>
#include <algorithm>
#include <cstdlib>

#include "base/files.h"
#include "engine/duckdb/engine_fixture.h"

namespace tally::engine::duckdb {
namespace {

struct Case {
  std::string name;
  std::string sql;
  std::string head;      // the lines as they stand: comments, case, sql
  std::string expected;  // the lines after them
};

std::vector<Case> read_cases(const std::string& text) {
  std::vector<Case> cases;
  std::string head;
  for (size_t start = 0; start < text.size();) {
    size_t end = std::min(text.find('\n', start), text.size());
    std::string line = text.substr(start, end - start);
    start = end + 1;
    if (line.starts_with("case "))
      cases.push_back({line.substr(5), "", std::exchange(head, ""), ""});
    if (line.starts_with("sql  "))
      cases.back().sql += (cases.back().sql.empty() ? "" : "\n") + line.substr(5);
    bool of_head = line.starts_with("#") || line.starts_with("case ") || line.starts_with("sql  ");
    if (line.empty() || (cases.empty() && of_head))
      head += line + "\n";
    else
      (of_head ? cases.back().head : cases.back().expected) += line + "\n";
  }
  return cases;
}

// One line each: control bytes as \xHH, line ends as \n.
std::string one_line(const std::string& text) {
  std::string out;
  for (char c : text) {
    if (c == '\n')
      out += "\\n";
    else if (static_cast<unsigned char>(c) < 0x20)
      out += fmt::format("\\x{:02x}", static_cast<int>(c));
    else
      out += c;
  }
  return out;
}

std::string shown(const Result<RunOutcome>& outcome) {
  if (!outcome.ok()) {
    const Error& error = outcome.error();
    const char* kinds[] = {"user", "outside", "bug"};
    std::string out = fmt::format("error {} {}: {}\n", kinds[static_cast<int>(error.kind)],
                                  error.code, one_line(error.message));
    if (!error.hint.empty()) out += fmt::format("hint {}\n", one_line(error.hint));
    return out;
  }
  std::string out;
  const auto& table = outcome->table;
  for (const auto& column : table.columns)
    out += fmt::format("column {} {} {}\n", column.name, table::type_name(column.type),
                       column.engine_type);
  for (size_t row = 0; row < table.row_count; ++row) {
    out += "row ";
    for (const auto& column : table.columns)
      out += (&column == &table.columns[0] ? "" : " | ") + one_line(cell_text(column, row));
    out += "\n";
  }
  return out + (table.more_rows ? "more rows\n" : "");
}

class CaseFiles : public EngineTest, public testing::WithParamInterface<const char*> {};

TEST_P(CaseFiles, GiveWhatTheySay) {
  std::string path = fmt::format("{}/tests/engine/{}.case", TALLY_SOURCE_DIR, GetParam());
  auto text = read_file(path);
  ASSERT_TRUE(text.ok()) << text.error().message;
  auto cases = read_cases(*text);
  ASSERT_FALSE(cases.empty());
  DuckDbEngine engine(options_, clock_);
  std::string updated;
  for (const auto& one : cases) {
    std::string actual = shown(run(engine, one.sql));
    if (std::getenv("TALLY_UPDATE_CASES"))
      updated += one.head + actual;
    else
      EXPECT_EQ(actual, one.expected) << path << ": " << one.name;
  }
  EXPECT_TRUE(updated.empty() || write_file(path, updated).ok());
}

INSTANTIATE_TEST_SUITE_P(Engine, CaseFiles,
                         testing::Values("scalar_types", "other_types", "errors", "statements"));

}  // namespace
}  // namespace tally::engine::duckdb
