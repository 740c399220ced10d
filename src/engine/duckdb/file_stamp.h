#pragma once
// Which file a path names just now: enough to see that a database was replaced or written to.

#include <cstdint>
#include <string>

namespace tally::engine::duckdb {

struct FileStamp {
  uint64_t device = 0;
  uint64_t inode = 0;  // 0: no such file
  int64_t modified_ns = 0;
  int64_t size = -1;
  int64_t log_modified_ns = 0;  // of the write-ahead log beside it
  int64_t log_size = -1;
  friend bool operator==(const FileStamp&, const FileStamp&) = default;
};

FileStamp stamp_of(const std::string& path);

}  // namespace tally::engine::duckdb
