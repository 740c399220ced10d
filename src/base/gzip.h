#pragma once
// Files that may be compressed: what comes out is the text either way.

#include <cstddef>
#include <string>
#include <string_view>

#include "base/result.h"

namespace tally {

// Whether these bytes start as a gzip member does (RFC 1952).
bool is_gzip(std::string_view bytes);

// The text of one gzip member or several behind each other, at most `most` bytes of it. Error
// `user`: cut short, damaged, or longer than `most` (code "too_large").
Result<std::string> gunzip(std::string_view bytes, size_t most = size_t{4} << 30);

// The whole file, unpacked if it is gzip, whatever its name ends in. Errors name the path. A file
// that unpacks to more than 256 MiB and 150 times itself is an error (code "too_large").
Result<std::string> read_file_unpacked(const std::string& path, size_t most = size_t{4} << 30);

}  // namespace tally
