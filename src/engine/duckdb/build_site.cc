#include "engine/duckdb/build_site.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <optional>

#include "engine/duckdb/build_record.h"

namespace tally::engine::duckdb {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kBuilding = ".building-";

Error system_error(std::string_view doing, const std::string& path, int code = errno) {
  if (code == ENOSPC || code == EDQUOT)
    return outside_error(fmt::format("cannot {} {}: {}", doing, path, std::strerror(code)),
                         "free some space, or choose another folder", "disk_full");
  return outside_error(fmt::format("cannot {} {}: {}", doing, path, std::strerror(code)),
                       "choose a folder in which this user may write");
}

fs::path folder_of(const std::string& destination) {
  fs::path folder = fs::path(destination).parent_path();
  return folder.empty() ? "." : folder;
}

std::string hidden_beside(const std::string& destination, std::string_view ending) {
  fs::path path(destination);
  std::string name = fmt::format(".{}{}", path.filename().string(), ending);
  return (path.parent_path() / name).string();
}

bool exists(const std::string& path) {
  struct stat status{};
  return ::lstat(path.c_str(), &status) == 0;
}

// Flushes a file's or folder's bytes to the disk: a rename is only safe after its content.
Result<void> flush(const std::string& path) {
  int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return system_error("flush", path);
  int code = ::fsync(descriptor) == 0 ? 0 : errno;
  ::close(descriptor);
  // Some file systems cannot flush a folder; the file itself was flushed before.
  if (code != 0 && code != EINVAL) return system_error("flush", path, code);
  return {};
}

int64_t holder_of(int lock) {
  char text[32] = {};
  ssize_t count = ::pread(lock, text, sizeof text, 0);
  int64_t process = 0;
  if (count > 0) std::from_chars(text, text + count, process);
  return process;
}

// True when `path` still names the file that `descriptor` has open: the holder before us unlinks
// it.
bool same_file(int descriptor, const std::string& path) {
  struct stat open_one{};
  struct stat named{};
  return ::fstat(descriptor, &open_one) == 0 && ::stat(path.c_str(), &named) == 0 &&
         open_one.st_dev == named.st_dev && open_one.st_ino == named.st_ino;
}

std::optional<BuildRecord> matching_record(const std::string& destination) {
  auto now = record_of_file(destination, "");
  if (!now) return std::nullopt;
  for (const BuildRecord& record : read_records(destination))
    if (record.bytes == now->bytes && record.fingerprint == now->fingerprint) return record;
  return std::nullopt;
}

}  // namespace

Error in_the_way(const std::string& destination, const std::string& why) {
  return user_error(fmt::format("{} is in the way: {}", destination, why),
                    "choose another folder, or move that file away");
}

Occupant occupant_of(const std::string& destination, const std::string& recipe) {
  // A log beside it means that somebody has written to the database, or to one of that name.
  bool log = exists(destination + ".wal");
  if (!exists(destination)) return log ? Occupant::unknown : Occupant::nothing;
  auto record = matching_record(destination);
  if (!record || log) return Occupant::unknown;
  return record->recipe == recipe ? Occupant::wanted : Occupant::other;
}

std::string temporary_path(const std::string& destination, pid_t builder) {
  return hidden_beside(destination, fmt::format("{}{}", kBuilding, builder));
}

uint64_t bytes_on_disk(const std::string& temporary) {
  uint64_t bytes = 0;
  for (const char* ending : {"", ".wal"}) {
    struct stat status{};
    if (::stat((temporary + ending).c_str(), &status) == 0)
      bytes += static_cast<uint64_t>(status.st_size);
  }
  return bytes;
}

void remove_temporary(const std::string& temporary) {
  std::error_code ignored;
  for (const char* ending : {"", ".wal", ".spill"}) fs::remove_all(temporary + ending, ignored);
}

void remove_leftovers(const std::string& destination, pid_t builder) {
  remove_temporary(temporary_path(destination, builder));
  std::string lock_path = hidden_beside(destination, ".lock");
  int lock = ::open(lock_path.c_str(), O_RDWR | O_CLOEXEC);
  if (lock < 0) return;
  if (::flock(lock, LOCK_EX | LOCK_NB) == 0 && same_file(lock, lock_path))
    ::unlink(lock_path.c_str());
  ::close(lock);
}

Result<void> check_free_space(const std::string& folder, uint64_t bytes) {
  struct statvfs status{};
  if (::statvfs(folder.c_str(), &status) != 0) return system_error("look at the disk of", folder);
  uint64_t free = static_cast<uint64_t>(status.f_bavail) * status.f_frsize;
  if (free >= bytes) return {};
  constexpr uint64_t kMegabyte = 1'000'000;
  return outside_error(fmt::format("not enough space in {}: about {} MB are needed, {} MB are free",
                                   folder, (bytes + kMegabyte - 1) / kMegabyte, free / kMegabyte),
                       "free some space, choose another folder or a smaller scale", "disk_full");
}

BuildSite::BuildSite(std::string destination)
    : destination_(std::move(destination)),
      folder_(folder_of(destination_).string()),
      temporary_(temporary_path(destination_, ::getpid())),
      lock_path_(hidden_beside(destination_, ".lock")) {}

Result<void> BuildSite::open(const std::function<void(int64_t)>& on_wait) {
  TALLY_CHECK(make_folder());
  TALLY_CHECK(take_lock(on_wait));
  remove_dead_builds();
  return {};
}

// Folders are made one by one, so that discard() knows which of them are ours.
Result<void> BuildSite::make_folder() {
  std::vector<std::string> missing;
  for (fs::path folder = folder_; !folder.empty() && !exists(folder.string());
       folder = folder.parent_path())
    missing.push_back(folder.string());
  std::lock_guard hold(mutex_);
  for (; !missing.empty(); missing.pop_back()) {
    if (::mkdir(missing.back().c_str(), 0777) == 0)
      made_folders_.push_back(missing.back());
    else if (errno != EEXIST)
      return system_error("create folder", missing.back());
  }
  if (!fs::is_directory(folder_))
    return user_error(fmt::format("{} is not a folder", folder_), "choose another folder");
  return {};
}

Result<void> BuildSite::take_lock(const std::function<void(int64_t)>& on_wait) {
  bool told = false;
  while (true) {
    int descriptor = ::open(lock_path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (descriptor < 0) return system_error("write", lock_path_);
    if (::flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
      if (!told) on_wait(holder_of(descriptor));
      told = true;
      while (::flock(descriptor, LOCK_EX) != 0 && errno == EINTR) {
      }
    }
    if (same_file(descriptor, lock_path_)) {
      std::string process = fmt::format("{}\n", ::getpid());
      // Only told to those who wait; a full disk is found out soon enough.
      if (::ftruncate(descriptor, 0) == 0) [[maybe_unused]]
        auto ignored = ::pwrite(descriptor, process.data(), process.size(), 0);
      std::lock_guard hold(mutex_);
      lock_ = descriptor;
      return {};
    }
    ::close(descriptor);
  }
}

void BuildSite::remove_dead_builds() const {
  std::string prefix = fs::path(hidden_beside(destination_, kBuilding)).filename().string();
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(folder_, ignored)) {
    std::string name = entry.path().filename().string();
    if (name.starts_with(prefix)) fs::remove_all(entry.path(), ignored);
  }
}

Result<void> BuildSite::publish(const std::string& recipe) {
  Occupant occupant = occupant_of(destination_, recipe);
  if (occupant == Occupant::unknown) return in_the_way(destination_, "it has just appeared");
  TALLY_CHECK(flush(temporary_));
  auto record = record_of_file(temporary_, recipe);
  if (!record) return system_error("find", temporary_);
  // Before the rename, with the old file's record kept: a crash here leaves either file recognised.
  std::vector<BuildRecord> records = {*record};
  if (auto old = matching_record(destination_)) records.push_back(*old);
  TALLY_CHECK(write_records(destination_, records));
  unsigned flags = occupant == Occupant::nothing ? RENAME_NOREPLACE : 0;
  int failed = ::renameat2(AT_FDCWD, temporary_.c_str(), AT_FDCWD, destination_.c_str(), flags);
  // Not every file system knows NOREPLACE; we hold the lock and have just looked.
  if (failed != 0 && errno == EINVAL) failed = ::rename(temporary_.c_str(), destination_.c_str());
  if (failed != 0)
    return errno == EEXIST ? in_the_way(destination_, "it has just appeared")
                           : system_error("create", destination_);
  return flush(folder_);
}

Result<void> BuildSite::adopt(const std::string& recipe) {
  auto record = record_of_file(destination_, recipe);
  if (!record) return system_error("find", destination_, ENOENT);
  return write_records(destination_, {*record});
}

void BuildSite::discard() {
  std::lock_guard hold(mutex_);
  if (lock_ >= 0) {
    remove_temporary(temporary_);
    ::unlink(lock_path_.c_str());
    ::close(lock_);
    lock_ = -1;
  }
  // Only folders that stayed empty go: rmdir refuses the others.
  for (; !made_folders_.empty(); made_folders_.pop_back()) ::rmdir(made_folders_.back().c_str());
}

}  // namespace tally::engine::duckdb
