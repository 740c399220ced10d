#pragma once
// What tally.yml and the TALLY_* variables say, as plain values. Read by app/config.

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/engine.h"

namespace tally::answer {

// `dbt:` of tally.yml: the project that describes the warehouse (docs/dbt.md).
struct DbtSettings {
  std::string project;   // absolute path of its folder; empty: none
  std::string manifest;  // absolute path of a manifest.json instead; empty: none
  std::string profiles;  // absolute path of the folder with profiles.yml; empty: where dbt looks
  std::string target;    // of the profile; empty: its default
  std::map<std::string, std::string> vars;         // values as YAML spells them
  std::map<std::string, std::string> environment;  // what env_var() may see
  // Tags and keys of meta that hide a resource; nullopt: the usual ones.
  std::optional<std::vector<std::string>> hide_tags, hide_meta;
};

struct Settings {
  std::string file;      // the tally.yml these came from; empty if none
  std::string folder;    // its folder; relative paths in it start here
  std::string database;  // absolute path of the warehouse file
  std::string model;     // absolute path of the semantic model; empty: none configured
  std::string state;     // absolute path of the .tally folder
  DbtSettings dbt;
  std::string today;  // ISO date that "last year" counts from; empty: the last day with data
  std::chrono::milliseconds deadline{30'000};
  engine::RunLimits limits;
  uint64_t memory_bytes = 2ull << 30;  // of one worker, beyond the engine's library
};

}  // namespace tally::answer
