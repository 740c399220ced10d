#pragma once
// What tally and a worker say to each other over their socket pair: length-prefixed frames, one
// Request answered by one Reply; the first Request is `open`. Both ends are the same build on one
// machine, so numbers travel as they are in memory; decoding still checks every length, because a
// worker that went wrong must not take its parent along.

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"

namespace tally::engine::duckdb {

enum class Door : uint8_t { open, parse, explain, run };

// How a worker opens the database and confines itself. Sent first.
struct OpenRequest {
  std::string database_path;
  // database_path is a CSV or Parquet file instead: the database is empty, and this file the only
  // one that its queries can read.
  bool is_data_file = false;
  std::string temp_folder;     // of this worker alone; made by the engine when it spills
  uint64_t address_space = 0;  // bytes beyond the library's own; 0: no limit
  uint64_t memory_limit = 0;   // bytes the engine plans with; 0: its default
  uint64_t max_temp_bytes = 0;
  uint32_t threads = 0;   // 0: the engine's default
  std::string time_zone;  // for casts of timestamps with a zone
};

struct Request {
  Door door = Door::run;
  std::string text;
  uint64_t max_rows = 0;
  uint64_t max_bytes = 0;
};

// `payload`: the tree (parse), the plan (explain), the encoded table (run). `retire`: the worker
// ends itself after this reply, because its state can no longer be trusted.
struct Reply {
  bool ok = false;
  bool retire = false;
  double seconds = 0;
  std::string payload;
  Error error;
};

std::string encode(const OpenRequest& request);
std::string encode(const Request& request);
std::string encode(const Reply& reply);
Result<OpenRequest> decode_open_request(std::string_view bytes);
Result<Request> decode_request(std::string_view bytes);
Result<Reply> decode_reply(std::string_view bytes);

// A frame is this header, then the bytes.
using FrameHeader = uint64_t;
constexpr uint64_t kMaxFrame = 1ull << 30;

constexpr int kWorkerSocket = 3;  // the descriptor a worker finds its socket at
constexpr int kExitOutOfMemory =
    77;                          // a worker that could not get memory outside the engine's care
constexpr int kExitOrphan = 78;  // its parent was gone

}  // namespace tally::engine::duckdb
