#include "base/files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fmt/format.h>
#include <cerrno>
#include <cstring>
#include <filesystem>

namespace tally {
namespace {

Error system_error(std::string_view doing, const std::string& path) {
  int code = errno;
  return outside_error(fmt::format("cannot {} {}: {}", doing, path, std::strerror(code)));
}

// Closes on every way out.
class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  int number() const { return number_; }

 private:
  int number_;
};

Result<void> write_all(int descriptor, std::string_view bytes, const std::string& path) {
  while (!bytes.empty()) {
    ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return system_error("write", path);
    bytes.remove_prefix(static_cast<size_t>(written));
  }
  return {};
}

}  // namespace

Result<std::string> read_file(const std::string& path) {
  Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (file.number() < 0) return system_error("read", path);
  std::string bytes;
  struct stat status{};
  if (::fstat(file.number(), &status) == 0 && S_ISREG(status.st_mode))
    bytes.reserve(static_cast<size_t>(status.st_size));
  char buffer[1 << 16];
  while (true) {
    ssize_t count = ::read(file.number(), buffer, sizeof buffer);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return system_error("read", path);
    if (count == 0) return bytes;
    bytes.append(buffer, static_cast<size_t>(count));
  }
}

Result<void> write_file(const std::string& path, std::string_view bytes) {
  std::error_code failed;
  auto parent = std::filesystem::path(path).parent_path();
  if (!parent.empty()) std::filesystem::create_directories(parent, failed);
  if (failed)
    return outside_error(
        fmt::format("cannot make the folder {}: {}", parent.string(), failed.message()));
  std::string temporary = fmt::format("{}.{}.tmp", path, ::getpid());
  Descriptor file(::open(temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644));
  if (file.number() < 0) return system_error("write", path);
  auto written = write_all(file.number(), bytes, path);
  if (written.ok() && ::fsync(file.number()) != 0) written = system_error("flush", path);
  if (written.ok() && ::rename(temporary.c_str(), path.c_str()) != 0)
    written = system_error("replace", path);
  if (!written.ok()) ::unlink(temporary.c_str());
  return written;
}

}  // namespace tally
