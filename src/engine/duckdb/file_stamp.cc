#include "engine/duckdb/file_stamp.h"

#include <sys/stat.h>

namespace tally::engine::duckdb {
namespace {

int64_t modified_ns(const struct stat& status) {
  return status.st_mtim.tv_sec * 1'000'000'000 + status.st_mtim.tv_nsec;
}

}  // namespace

FileStamp stamp_of(const std::string& path) {
  FileStamp stamp;
  struct stat status{};
  if (::stat(path.c_str(), &status) == 0) {
    stamp.device = status.st_dev;
    stamp.inode = status.st_ino;
    stamp.modified_ns = modified_ns(status);
    stamp.size = status.st_size;
  }
  if (::stat((path + ".wal").c_str(), &status) == 0) {
    stamp.log_modified_ns = modified_ns(status);
    stamp.log_size = status.st_size;
  }
  return stamp;
}

}  // namespace tally::engine::duckdb
