#include "engine/duckdb/warehouse_error.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "base/quantity.h"

namespace tally::engine::duckdb {
namespace {

// DuckDB's file starts with three 4 KiB headers: the main one, then two that take turns.
constexpr size_t kHeaderBytes = 3 * 4096;
constexpr size_t kMagicAt = 8;
constexpr std::string_view kMagic = "DUCK";
constexpr size_t kVersionAt = 12;  // little-endian u64
constexpr size_t kFlagsAt = 20;    // bit 0: encrypted
constexpr size_t kLibraryAt = 52;  // "v1.5.5", zero-padded to 32 bytes

struct Signature {
  std::string_view bytes;
  std::string_view what;
};

// First bytes of things that people really pass by mistake.
constexpr std::array kSignatures = {
    Signature{"SQLite format 3", "a SQLite database"},
    Signature{"PAR1", "a Parquet file"},
    Signature{"ARROW1", "an Arrow file"},
    Signature{"PK\x03\x04", "a zip archive"},
    Signature{"\x1f\x8b", "a gzip file"},
    Signature{"\x28\xb5\x2f\xfd", "a zstd file"},
    Signature{"ORC", "an ORC file"},
    Signature{"%PDF", "a PDF document"},
    Signature{"\x7f\x45LF", "a program"},
    Signature{"PGDMP", "a PostgreSQL dump"},
    Signature{"version https://git-lfs", "a Git LFS pointer, not the file itself"},
};

Error open_error(std::string code, std::string message, std::string hint) {
  return outside_error(std::move(message), std::move(hint), std::move(code));
}

Error missing(const std::string& path) {
  return open_error("database_missing", fmt::format("{} does not exist", path),
                    "check the warehouse's path in tally.yml, or build the demo with `tally demo`");
}

Error unreadable(const std::string& path, int reason) {
  return open_error("database_unreadable",
                    fmt::format("cannot read {}: {}", path, std::strerror(reason)),
                    "give this user read permission on the file and its folders");
}

Error newer(const std::string& path, const std::string& library, uint64_t version) {
  std::string writer = library.empty() ? "" : fmt::format(" by DuckDB {}", library);
  return open_error(
      "database_newer",
      fmt::format("{} was written{} in storage version {}; this program reads {} to {}", path,
                  writer, version, kOldestStorage, kNewestStorage),
      "copy it with that DuckDB into an older format: ATTACH 'copy.duckdb' (STORAGE_VERSION "
      "'v1.5.0'); COPY FROM DATABASE … TO copy");
}

Error older(const std::string& path, uint64_t version) {
  return open_error(
      "database_older",
      fmt::format("{} has storage version {}; this program reads {} to {}", path, version,
                  kOldestStorage, kNewestStorage),
      "export it with the DuckDB that wrote it (EXPORT DATABASE) and import it again");
}

Error encrypted(const std::string& path) {
  return open_error("database_encrypted", fmt::format("{} is encrypted", path),
                    "encrypted databases are not supported: copy it into a plain one");
}

Error truncated(const std::string& path, uint64_t size) {
  return open_error("database_truncated",
                    fmt::format("{} is cut short: it ends after {}", path, counted(size, "byte")),
                    "the copy or download was not complete: fetch or build the file again");
}

Error empty_file(const std::string& path) {
  return open_error("database_empty", fmt::format("{} is empty", path),
                    "it may be a database that was never written to: build it again");
}

Error foreign(const std::string& path, std::string_view what) {
  std::string hint = "give the path of a DuckDB database file";
  if (what == "a Parquet file" || path.ends_with(".csv"))
    hint += ", or load this one: duckdb new.duckdb \"CREATE TABLE t AS FROM '" + path + "'\"";
  return open_error("database_foreign", fmt::format("{} is {}, not a DuckDB database", path, what),
                    std::move(hint));
}

// Text as a person would call it: no control characters but white space in the first bytes.
bool looks_like_text(std::string_view bytes) {
  for (char c : bytes) {
    auto code = static_cast<unsigned char>(c);
    if (code < 0x20 && code != '\n' && code != '\r' && code != '\t') return false;
    if (code == 0x7f) return false;
  }
  return !bytes.empty();
}

std::string_view what_is(std::string_view bytes) {
  for (const Signature& signature : kSignatures)
    if (bytes.substr(0, signature.bytes.size()) == signature.bytes) return signature.what;
  return looks_like_text(bytes) ? "a text file" : "something else";
}

uint64_t little_endian(std::string_view bytes) {
  uint64_t value = 0;
  for (size_t i = bytes.size(); i-- > 0;) value = value << 8 | static_cast<unsigned char>(bytes[i]);
  return value;
}

// "v1.5.5" when the header holds something of that shape, else empty: the bytes are not trusted.
std::string library_version(std::string_view header) {
  std::string text(header.substr(kLibraryAt, 32).data());
  bool shaped = text.size() > 1 && text.size() < 24 && text[0] == 'v' && looks_like_text(text);
  return shaped ? text : "";
}

Result<void> check_header(const std::string& path, std::string_view header, uint64_t size) {
  if (size == 0) return empty_file(path);
  if (header.size() < kVersionAt || header.substr(kMagicAt, kMagic.size()) != kMagic)
    return foreign(path, what_is(header));
  if (size < kHeaderBytes) return truncated(path, size);
  uint64_t version = little_endian(header.substr(kVersionAt, 8));
  if (version > kNewestStorage) return newer(path, library_version(header), version);
  if (version < kOldestStorage) return older(path, version);
  if (header[kFlagsAt] & 1) return encrypted(path);
  return {};
}

// Reads up to kHeaderBytes; a short file gives what it has.
Result<std::string> read_header(int descriptor, const std::string& path) {
  std::string header(kHeaderBytes, '\0');
  size_t have = 0;
  while (have < header.size()) {
    ssize_t count = ::read(descriptor, header.data() + have, header.size() - have);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return unreadable(path, errno);
    if (count == 0) break;
    have += static_cast<size_t>(count);
  }
  header.resize(have);
  return header;
}

bool has(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

// What stands between `before` and `after` in `text`; empty when either is not there.
std::string_view between(std::string_view text, std::string_view before, std::string_view after) {
  size_t start = text.find(before);
  if (start == std::string_view::npos) return {};
  start += before.size();
  size_t end = text.find(after, start);
  return end == std::string_view::npos ? std::string_view{} : text.substr(start, end - start);
}

// "Conflicting lock is held in /usr/bin/python3 (PID 8614)". The program's name may be missing (the
// process of another user) and so may the number (another machine's, over a network file system).
Error locked(const std::string& path, std::string_view raw) {
  std::string_view pid = between(raw, "(PID ", ")");
  std::string_view program = between(raw, "Conflicting lock is held in ", " (PID");
  std::string holder = "another process";
  if (!pid.empty()) holder = fmt::format("process {}", pid);
  if (!pid.empty() && !program.empty()) holder += fmt::format(" ({})", program);
  return open_error("database_locked", fmt::format("{} is being written to by {}", path, holder),
                    "close the database there, or ask about a copy of the file");
}

// The engine may add a stack trace: a person is served by the first line.
std::string_view first_line(std::string_view text) {
  return text.substr(0, text.find('\n'));
}

Error broken_log(const std::string& path, std::string_view raw) {
  size_t reason = raw.rfind("wal\": ");
  std::string why = reason == std::string_view::npos
                        ? ""
                        : fmt::format(": {}", first_line(raw.substr(reason + 6)));
  return open_error(
      "database_log",
      fmt::format("the write-ahead log {}.wal beside the database cannot be replayed{}", path, why),
      "restore both files from a backup; moving the log away opens the database as it was before "
      "the last writes");
}

// "…computed checksum 1 does not match stored checksum 2 in block at location 4096".
Error damaged(const std::string& path, std::string_view raw) {
  constexpr std::string_view kBefore = "in block at location ";
  std::string where;
  if (size_t found = raw.find(kBefore); found != std::string_view::npos) {
    std::string_view rest = raw.substr(found + kBefore.size());
    where = fmt::format(" at byte {}", rest.substr(0, rest.find_first_not_of("0123456789")));
  }
  return open_error("database_damaged",
                    fmt::format("{} is damaged: a checksum does not match{}", path, where),
                    "restore it from a backup or build it again");
}

Error unopened(const std::string& path, std::string_view raw) {
  return open_error("database_unopened",
                    fmt::format("cannot open {}: {}", path,
                                raw.empty() ? "DuckDB gave no reason" : first_line(raw)),
                    "");
}

}  // namespace

Result<void> check_database_file(const std::string& path) {
  struct stat status{};
  if (path.empty()) return open_error("database_missing", "no database file is named", "");
  if (::stat(path.c_str(), &status) != 0)
    return errno == ENOENT || errno == ENOTDIR ? missing(path) : unreadable(path, errno);
  if (S_ISDIR(status.st_mode))
    return open_error("database_directory", fmt::format("{} is a folder", path),
                      "name the database file in it");
  // Opening a pipe would wait for somebody to write to it.
  if (!S_ISREG(status.st_mode)) return foreign(path, "a device or pipe");
  int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return unreadable(path, errno);
  auto header = read_header(descriptor, path);
  ::close(descriptor);
  if (!header.ok()) return header.error();
  return check_header(path, *header, static_cast<uint64_t>(status.st_size));
}

Result<void> check_data_file(const std::string& path) {
  struct stat status{};
  if (::stat(path.c_str(), &status) != 0)
    return outside_error(fmt::format("cannot read {}: {}", path, std::strerror(errno)));
  if (!S_ISREG(status.st_mode))
    return outside_error(fmt::format("cannot read {}: not a regular file", path));
  if (::access(path.c_str(), R_OK) != 0)
    return outside_error(fmt::format("cannot read {}: {}", path, std::strerror(errno)));
  return {};
}

Error explain_open_error(const std::string& path, const std::string& raw) {
  // The file itself tells most; DuckDB's words decide only where the header is in order.
  if (auto header = check_database_file(path); !header.ok()) return header.error();
  if (has(raw, "Could not set lock")) return locked(path, raw);
  if (has(raw, "WAL file")) return broken_log(path, raw);
  if (has(raw, "Could not read enough bytes")) {
    struct stat status{};
    ::stat(path.c_str(), &status);
    return truncated(path, static_cast<uint64_t>(status.st_size));
  }
  if (has(raw, "Corrupt database file") || has(raw, "checksum")) return damaged(path, raw);
  if (has(raw, "Permission denied")) return unreadable(path, EACCES);
  if (has(raw, "Out of Memory") || has(raw, "bad_alloc"))
    return open_error("out_of_memory",
                      fmt::format("opening {} needs more memory than allowed", path),
                      "raise the memory limit in tally.yml");
  return unopened(path, raw);
}

Error explain_read_error(const std::string& path, Error error) {
  if (error.kind != ErrorKind::outside || error.code != "engine") return error;
  const std::string& raw = error.message;
  bool of_file = (has(raw, "Could not read enough bytes") && has(raw, path)) ||
                 has(raw, "Corrupt database file") || has(raw, "does not match stored checksum");
  return of_file ? explain_open_error(path, raw) : error;
}

}  // namespace tally::engine::duckdb
