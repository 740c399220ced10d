#pragma once

namespace tally::cli {

inline constexpr const char* kVersion = "0.1.0";

}  // namespace tally::cli
