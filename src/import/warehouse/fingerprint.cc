#include <fmt/format.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstring>

#include "import/warehouse/warehouse.h"

namespace tally::importing {
namespace {

std::string stamp(const struct stat& status) {
  return fmt::format("{}-{}.{:09}-{}", status.st_size, status.st_mtim.tv_sec,
                     status.st_mtim.tv_nsec, status.st_ino);
}

}  // namespace

Result<std::string> file_fingerprint(const std::string& database_path) {
  struct stat file{}, log{};
  if (::stat(database_path.c_str(), &file) != 0)
    return outside_error(fmt::format("cannot read {}: {}", database_path, std::strerror(errno)));
  if (!S_ISREG(file.st_mode))
    return outside_error(fmt::format("cannot read {}: not a regular file", database_path));
  // What was written but not yet folded into the file.
  bool has_log = ::stat((database_path + ".wal").c_str(), &log) == 0;
  return has_log ? stamp(file) + "+" + stamp(log) : stamp(file);
}

}  // namespace tally::importing
