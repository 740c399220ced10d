#pragma once
// "30s", "500ms", "2m" and "2GiB", "500MB": the quantities people write in options and config
// files; and counts as they are told: "1 metric", "2 metrics".

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"

namespace tally {

// A positive duration; no unit means seconds.
Result<std::chrono::milliseconds> parse_duration(std::string_view text);

// A positive number of bytes; no unit means bytes; KB/MB/GB are powers of 1000, KiB/MiB/GiB of
// 1024.
Result<uint64_t> parse_bytes(std::string_view text);

// A whole number, nothing around it.
Result<uint64_t> parse_count(std::string_view text);

// `many` empty: `one` with an s.
std::string counted(uint64_t count, std::string_view one, std::string_view many = {});

}  // namespace tally
