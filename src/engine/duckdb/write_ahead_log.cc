// The form of a log (DuckDB 1.5, logs of version 2, unencrypted): a first entry that is
// {100: 98 (version entry), 101: version, …}, fields little-endian u16, closed by 0xffff; then
// entries of u64 size, u64 checksum, `size` bytes.

#include "engine/duckdb/write_ahead_log.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdint>
#include <cstring>
#include <optional>
#include <string_view>

namespace tally::engine::duckdb {
namespace {

constexpr std::string_view kStart("\x64\x00\x62\x65\x00", 5);  // {100: 98, 101: …
constexpr std::string_view kPlainVersion2("\x64\x00\x62\x65\x00\x02\xff\xff", 8);
constexpr uint64_t kEntryHead = 16;

class LogFile {
 public:
  explicit LogFile(const std::string& path)
      : descriptor_(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)) {
    struct stat status{};
    if (descriptor_ >= 0 && ::fstat(descriptor_, &status) == 0 && S_ISREG(status.st_mode))
      size_ = static_cast<uint64_t>(status.st_size);
  }
  LogFile(const LogFile&) = delete;
  LogFile& operator=(const LogFile&) = delete;
  ~LogFile() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }
  uint64_t size() const { return size_; }
  bool starts_with(std::string_view bytes) const {
    char found[16];
    return read(0, found, bytes.size()) && std::string_view(found, bytes.size()) == bytes;
  }
  std::optional<uint64_t> number(uint64_t at) const {
    uint64_t value = 0;
    if (!read(at, &value, sizeof value)) return std::nullopt;
    return value;
  }

 private:
  bool read(uint64_t at, void* into, size_t bytes) const {
    return ::pread(descriptor_, into, bytes, static_cast<off_t>(at)) == static_cast<ssize_t>(bytes);
  }
  int descriptor_;
  uint64_t size_ = 0;
};

// Where the entry begins that the file ends within.
std::optional<uint64_t> torn_entry(const LogFile& log) {
  uint64_t at = kPlainVersion2.size();
  while (at < log.size()) {
    auto entry = log.number(at);
    if (!entry || log.size() - at < kEntryHead || *entry > log.size() - at - kEntryHead) return at;
    at += kEntryHead + *entry;
  }
  return std::nullopt;
}

}  // namespace

std::string doubt_about_log(const std::string& database_path) {
  std::string path = database_path + ".wal";
  LogFile log(path);
  if (log.size() == 0) return "";
  if (!log.starts_with(kStart))
    return fmt::format(
        "{} is no write-ahead log and is left out: if the database was written to since it was "
        "last closed, that is missing here (restore both files, or move this one away)",
        path);
  if (!log.starts_with(kPlainVersion2)) return "";  // of a form that is not known here
  auto torn = torn_entry(log);
  if (!torn) return "";
  return fmt::format(
      "{} breaks off in an entry at byte {}: what was written last is left out (copy both files "
      "again, or let the database's owner open and close it)",
      path, *torn);
}

}  // namespace tally::engine::duckdb
