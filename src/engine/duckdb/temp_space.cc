#include "engine/duckdb/temp_space.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <utility>

namespace tally::engine::duckdb {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kPrefix = "tally-spill-";
constexpr std::string_view kLockSuffix = ".lock";

// Opens the lock file and takes its lock; -1 and errno if that cannot be. EWOULDBLOCK: a sweeper
// was faster, between open and flock. It has the lock, or has unlinked the file already: then the
// lock is on a ghost and does not count.
int take_lock(const std::string& path, int open_flags) {
  int descriptor = ::open(path.c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW | open_flags, 0600);
  if (descriptor < 0) return -1;
  struct stat held{};
  struct stat named{};
  bool ours = ::flock(descriptor, LOCK_EX | LOCK_NB) == 0 && ::fstat(descriptor, &held) == 0 &&
              ::stat(path.c_str(), &named) == 0 && held.st_ino == named.st_ino;
  if (ours) return descriptor;
  ::close(descriptor);
  errno = EWOULDBLOCK;
  return -1;
}

void remove_space(const std::string& lock_path, int lock) {
  std::error_code ignored;
  fs::remove_all(lock_path.substr(0, lock_path.size() - kLockSuffix.size()), ignored);
  ::unlink(lock_path.c_str());
  ::close(lock);
}

void sweep(const std::string& parent) {
  std::error_code error;
  for (fs::directory_iterator entry(parent, error), end; !error && entry != end;
       entry.increment(error)) {
    std::string name = entry->path().filename().string();
    if (!name.starts_with(kPrefix) || !name.ends_with(kLockSuffix)) continue;
    int lock = take_lock(entry->path().string(), 0);
    if (lock >= 0) remove_space(entry->path().string(), lock);
  }
}

}  // namespace

Result<TempSpace> TempSpace::create(const std::string& wanted_parent) {
  static std::atomic<unsigned> count = 0;
  std::error_code error;
  std::string parent = wanted_parent;
  if (parent.empty()) parent = fs::temp_directory_path(error).string();
  fs::create_directories(parent, error);
  sweep(parent);
  for (int attempt = 0; attempt < 100; ++attempt) {
    TempSpace space;
    space.folder_ = fmt::format("{}/{}{}-{}", parent, kPrefix, ::getpid(), ++count);
    space.lock_path_ = space.folder_ + std::string(kLockSuffix);
    space.lock_ = take_lock(space.lock_path_, O_CREAT | O_EXCL);
    if (space.lock_ < 0 && (errno == EEXIST || errno == EWOULDBLOCK)) continue;
    if (space.lock_ < 0) break;
    if (::mkdir(space.folder_.c_str(), 0700) == 0) return space;
    if (errno != EEXIST) break;
  }
  return outside_error(
      fmt::format("cannot use {} for temporary files: {}", parent, std::strerror(errno)),
      "free some space there, or set TMPDIR to a folder that can be written");
}

TempSpace::~TempSpace() {
  if (lock_ >= 0) remove_space(lock_path_, lock_);
}

TempSpace::TempSpace(TempSpace&& other) noexcept
    : folder_(std::move(other.folder_)),
      lock_path_(std::move(other.lock_path_)),
      lock_(std::exchange(other.lock_, -1)) {}

TempSpace& TempSpace::operator=(TempSpace&& other) noexcept {
  std::swap(folder_, other.folder_);
  std::swap(lock_path_, other.lock_path_);
  std::swap(lock_, other.lock_);
  return *this;
}

}  // namespace tally::engine::duckdb
