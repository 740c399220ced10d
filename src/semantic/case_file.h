#pragma once
// Data-driven test cases. A file under tests/semantic has, after comment lines (#), cases:
//
//   == what the case shows
//   input lines
//   -- section
//   lines of the section
//
// A case ends where the next begins. Only tests include this.

#include <algorithm>
#include <filesystem>
#include <map>
#include <ostream>
#include <sstream>
#include <string>
#include <vector>

#include "base/files.h"

namespace tally::semantic {

struct TestCase {
  std::string file, name, input;
  std::map<std::string, std::string> sections;
};

// How a failing test is named.
inline void PrintTo(const TestCase& one, std::ostream* out) {
  *out << one.file << ": " << one.name;
}

inline std::string trimmed(std::string text) {
  while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.pop_back();
  return text;
}

inline std::vector<TestCase> read_cases(const std::string& file, std::string_view text) {
  std::vector<TestCase> cases;
  std::istringstream lines{std::string(text)};
  std::string line, *target = nullptr;
  while (std::getline(lines, line)) {
    if (line.starts_with("== ")) {
      cases.push_back({file, line.substr(3), {}, {}});
      target = &cases.back().input;
    } else if (line.starts_with("-- ") && !cases.empty()) {
      target = &cases.back().sections[line.substr(3)];
    } else if (target) {
      *target += line + "\n";
    }
  }
  for (auto& one : cases) {
    for (auto& [name, body] : one.sections) body = trimmed(body);
  }
  return cases;
}

// All cases of all *.case files of a folder under tests/semantic, in order of file name.
inline std::vector<TestCase> read_case_folder(const std::string& folder) {
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(std::string(TALLY_SOURCE_DIR) +
                                                               "/tests/semantic/" + folder)) {
    if (entry.path().extension() == ".case") files.push_back(entry.path().string());
  }
  std::sort(files.begin(), files.end());
  std::vector<TestCase> cases;
  for (const auto& file : files) {
    auto text = read_file(file);
    if (!text.ok()) continue;
    for (auto& one : read_cases(std::filesystem::path(file).filename().string(), *text)) {
      cases.push_back(std::move(one));
    }
  }
  return cases;
}

}  // namespace tally::semantic
