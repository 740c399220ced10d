#pragma once
// For tests: files of cases in sections.
//
//   === title                  begins a case; what follows is its first section
//   --- name                   begins another
//
// Lines before the first case say what the file is about.

#include <filesystem>
#include <fstream>
#include <map>
#include <ostream>
#include <string>
#include <vector>

namespace tally::importing::dbt {

struct Case {
  std::string file, title;
  std::map<std::string, std::string> sections;
};

inline void PrintTo(const Case& one, std::ostream* out) {
  *out << one.file << ": " << one.title;
}

// Of every *.case file of `folder`, which is relative to the repository.
inline std::vector<Case> read_cases(const std::string& folder, const std::string& first_section) {
  std::vector<Case> cases;
  const auto root = std::filesystem::path(TALLY_SOURCE_DIR) / folder;
  for (const auto& entry : std::filesystem::directory_iterator(root)) {
    if (entry.path().extension() != ".case") continue;
    std::ifstream in(entry.path(), std::ios::binary);
    const size_t before = cases.size();
    std::string section;
    for (std::string line; std::getline(in, line);) {
      if (line.starts_with("=== ")) {
        cases.push_back({entry.path().stem().string(), line.substr(4), {}});
        section = first_section;
      } else if (cases.size() == before) {
        continue;
      } else if (line.starts_with("--- ")) {
        section = line.substr(4);
      } else {
        cases.back().sections[section] += line + "\n";
        continue;
      }
      cases.back().sections[section];
    }
  }
  return cases;
}

}  // namespace tally::importing::dbt
