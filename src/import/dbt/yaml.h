#pragma once
// YAML as dbt reads it: PyYAML's safe loader, YAML 1.1. `yes` is true, 0o17 is text and 017 is 15,
// 1:30 is 90, `<<` merges, of a repeated key the last value counts. Written anew because yaml-cpp
// reads 2 MB/s (1 s for a project of 1,200 models), knows neither merge keys nor YAML 1.1's words,
// and takes tabs and colons otherwise than dbt does. The scanner follows the one PyYAML and libyaml
// share; aliases and depth are bounded.

#include <string>
#include <string_view>
#include <vector>

#include "import/dbt/data.h"

namespace tally::importing::dbt {

struct YamlFault {
  uint32_t line = 0, column = 0;  // 1-based, in bytes
  std::string message;
};

struct Yaml {
  Data data;                      // null for an empty text
  std::vector<YamlFault> faults;  // not empty: the text is no YAML, and there is no data
  std::vector<YamlFault> doubts;  // repeated keys, a second document: read as said there
  std::vector<Data> passed_over;  // maps {key: value}: what repeated keys said before
  uint32_t end = 0;               // the line where a second document starts; 0: there is none
};

// Line ends and a byte order mark are as in any file; bytes that are no UTF-8 pass through.
Yaml read_yaml(std::string_view text);

// A scalar without quotes into what it means: null, truth, number, text. `data.text` is set.
void resolve_plain(Data& data);

}  // namespace tally::importing::dbt
