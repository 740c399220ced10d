#pragma once
// What tally.yml and the TALLY_* variables say, as plain values. Read by app/config.

#include <chrono>
#include <cstdint>
#include <string>

#include "engine/engine.h"

namespace tally::answer {

struct Settings {
  std::string file;      // the tally.yml these came from; empty if none
  std::string folder;    // its folder; relative paths in it start here
  std::string database;  // absolute path of the warehouse file
  std::string model;     // absolute path of the semantic model; empty: none configured
  std::string state;     // absolute path of the .tally folder
  std::string today;     // ISO date that "last year" counts from; empty: the last day with data
  std::chrono::milliseconds deadline{30'000};
  engine::RunLimits limits;
  uint64_t memory_bytes = 2ull << 30;  // of one worker, beyond the engine's library
};

}  // namespace tally::answer
