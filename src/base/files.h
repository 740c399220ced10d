#pragma once
// Reading and replacing whole files. Writes are all or nothing: temporary file, fsync, rename.

#include <string>
#include <string_view>

#include "base/result.h"

namespace tally {

// The whole file. Error `outside` names the path and the system's reason.
Result<std::string> read_file(const std::string& path);

// Replaces `path` with `bytes`, or leaves it as it was. Creates missing parent folders.
Result<void> write_file(const std::string& path, std::string_view bytes);

}  // namespace tally
