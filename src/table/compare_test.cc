#include "table/compare.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "table/literal.h"

namespace tally::table {
namespace {

// tests/table/compare/*.test: sections headed by lines that begin with "== ":
//   == reference [ordered] [order COLUMN] [places N | places COLUMN:N]
//   == right
//   == wrong CODE [NEAR_MISS] [(ROW,COLUMN) EXPECTED [GOT]] | REASON
// each followed by a table literal. Every answer is compared with the last reference.
struct Section {
  std::string file, heading, reason, table;
  size_t line = 0;
};

std::vector<Section> sections_of(const std::filesystem::path& path) {
  std::ifstream in(path);
  std::vector<Section> sections;
  std::string line;
  for (size_t number = 1; std::getline(in, line); ++number) {
    if (line.starts_with("== ")) {
      size_t bar = line.find(" | ");
      std::string reason = bar == line.npos ? "" : line.substr(bar + 3);
      sections.push_back({path.filename(), line.substr(3, bar - 3), reason, "", number});
    } else if (!sections.empty()) {
      sections.back().table += line + "\n";
    }
  }
  return sections;
}

std::vector<Section> all_sections() {
  std::vector<std::filesystem::path> files;
  for (const auto& entry :
       std::filesystem::directory_iterator(TALLY_SOURCE_DIR "/tests/table/compare"))
    files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  std::vector<Section> sections;
  for (const auto& file : files)
    for (Section& section : sections_of(file)) sections.push_back(std::move(section));
  return sections;
}

CompareOptions options_of(const std::string& heading, size_t columns) {
  CompareOptions options;
  std::istringstream words(heading);
  for (std::string word; words >> word;) {
    if (word == "ordered") options.ordered = true;
    if (word == "order" && words >> word) options.order_columns.push_back(std::stoul(word));
    if (word != "places" || !(words >> word)) continue;
    size_t colon = word.find(':');
    options.places.resize(columns);
    if (colon == word.npos)
      std::fill(options.places.begin(), options.places.end(), std::stoi(word));
    else
      options.places[std::stoul(word)] = std::stoi(word.substr(colon + 1));
  }
  return options;
}

// The heading that would describe this outcome.
std::string described(const Comparison& comparison) {
  std::string text = verdict_name(comparison.verdict);
  if (comparison.verdict == Verdict::right) return text;
  text += " " + comparison.code;
  if (comparison.near_miss != NearMiss::none)
    text += std::string(" ") + near_miss_name(comparison.near_miss);
  if (const auto& first = comparison.first_difference) {
    text += " (" + std::to_string(first->reference_row) + "," +
            std::to_string(first->reference_column) + ") " + first->expected;
    if (first->answer_row) text += " " + first->got;
  }
  return text;
}

TEST(Compare, CaseFiles) {
  ResultTable reference;
  CompareOptions options;
  size_t cases = 0;
  for (const Section& section : all_sections()) {
    SCOPED_TRACE(section.file + ":" + std::to_string(section.line));
    auto table = table_from_literal(section.table);
    ASSERT_TRUE(table.ok()) << table.error().message;
    if (section.heading.starts_with("reference")) {
      reference = *table;
      options = options_of(section.heading, reference.column_count());
      EXPECT_EQ(described(compare(reference, reference, options)), "right");
      continue;
    }
    ++cases;
    Comparison comparison = compare(reference, *table, options);
    EXPECT_EQ(described(comparison), section.heading);
    if (comparison.verdict == Verdict::right)
      EXPECT_EQ(comparison.columns.size(), reference.column_count());
    else
      EXPECT_EQ(comparison.reason, section.reason);
  }
  EXPECT_GE(cases, 60u);
}

ResultTable literal(std::string_view text) {
  auto table = table_from_literal(text);
  EXPECT_TRUE(table.ok()) << table.error().message;
  return table.ok() ? *table : ResultTable();
}

TEST(Compare, NothingIsKnownOfWhatALimitCut) {
  ResultTable two = literal("a integer\n1\n2"), cut = two, one = literal("a integer\n1");
  cut.more_rows = true;
  EXPECT_EQ(described(compare(cut, two)), "undecided cut");
  EXPECT_EQ(described(compare(two, cut)), "wrong rows");
  EXPECT_EQ(compare(two, cut).reason, "the answer has more than 2 rows, the reference 2");
  one.more_rows = true;
  EXPECT_EQ(described(compare(two, one)), "undecided cut");
  EXPECT_EQ(compare(two, one).reason, "a limit cut the answer, so nobody knows the rest");
}

TEST(Compare, AReferenceWithoutColumnsDecidesNothing) {
  EXPECT_EQ(described(compare({}, literal("a integer\n1"))), "undecided columns");
}

// Each column is the same multiset, so nothing can be told apart column by column: rows are the
// edges of a strongly regular graph, the classic hard case of graph isomorphism.
ResultTable regular_graph(size_t columns, size_t seed) {
  ResultTable table;
  table.row_count = 64;
  for (size_t c = 0; c < columns; ++c) {
    Column column{"c" + std::to_string(c), Type::integer, "INTEGER", 0, std::vector<bool>(64), {}};
    std::vector<int64_t> values;
    for (size_t row = 0; row < 64; ++row)
      values.push_back(static_cast<int64_t>((row * (2 * c + 1 + 2 * seed) + (row >> 3) * c) % 2));
    column.values = std::move(values);
    table.columns.push_back(std::move(column));
  }
  return table;
}

TEST(Compare, OverBudgetIsNeverRight) {
  ResultTable a = regular_graph(12, 0);
  EXPECT_EQ(described(compare(a, a, {.budget = 100})), "undecided budget");
  EXPECT_EQ(described(compare(a, a)), "right");
}

}  // namespace
}  // namespace tally::table
