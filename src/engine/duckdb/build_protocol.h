#pragma once
// What a building worker tells its parent: one JSON object a line on its standard output. Lines
// that are not of this form (a library that prints) are skipped by the reader.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"

namespace tally::engine::duckdb {

enum class BuildStage {
  waiting,     // another build of the same file holds the lock
  generating,  // data is being written into the temporary file
  checking,    // the rows are being counted
  finishing,   // flush to disk, rename
};
std::string_view stage_name(BuildStage stage);

enum class BuildResult { built, replaced, already_there };

struct StageEvent {
  BuildStage stage;
  int64_t process = 0;  // waiting: who holds the lock; 0 when unknown
};
struct DoneEvent {
  BuildResult result;
  uint64_t bytes = 0;
  uint64_t rows = 0;  // of all tables together; 0 when they were not counted
};

struct BuildEvent {
  std::optional<StageEvent> stage;  // exactly one of the three is set
  std::optional<DoneEvent> done;
  std::optional<Error> failed;
};

std::string to_line(const StageEvent& event);  // with its newline
std::string to_line(const DoneEvent& event);
std::string to_line(const Error& error);
std::optional<BuildEvent> parse_build_event(std::string_view line);

}  // namespace tally::engine::duckdb
