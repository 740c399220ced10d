#pragma once
// Test only: the case files under tests/sql.

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace tally::sql::testing {

inline std::string read_text(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

// The files of a folder of tests/sql, by name.
inline std::vector<std::filesystem::path> files_of(const std::string& folder) {
  std::vector<std::filesystem::path> files;
  const auto root = std::filesystem::path(TALLY_SOURCE_DIR) / "tests" / "sql" / folder;
  for (const auto& entry : std::filesystem::directory_iterator(root)) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

// The parts of `text` between separators, without line breaks at their ends; empty ones dropped.
inline std::vector<std::string> parts_of(const std::string& text, const std::string& separator) {
  std::vector<std::string> parts;
  for (size_t begin = 0; begin <= text.size();) {
    const size_t end = std::min(text.find(separator, begin), text.size());
    std::string part = text.substr(begin, end - begin);
    while (!part.empty() && part.back() == '\n') part.pop_back();
    part.erase(0, part.find_first_not_of('\n'));
    if (!part.empty()) parts.push_back(std::move(part));
    begin = end + separator.size();
  }
  return parts;
}

struct Query {
  std::string file, text;
};

// Every query of tests/sql/queries: blank lines stand between them.
inline std::vector<Query> corpus() {
  std::vector<Query> queries;
  for (const auto& file : files_of("queries")) {
    for (std::string& text : parts_of(read_text(file), "\n\n")) {
      queries.push_back({file.filename().string(), std::move(text)});
    }
  }
  return queries;
}

}  // namespace tally::sql::testing
