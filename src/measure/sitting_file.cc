#include "measure/sitting_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <utility>

#include "base/files.h"

namespace tally::measure {
namespace {

Error system_error(std::string_view doing, const std::string& path) {
  return outside_error(fmt::format("cannot {} {}: {}", doing, path, std::strerror(errno)));
}

// What differs between two headers, except when they were begun; empty: nothing.
std::string difference(const SittingHeader& then, const SittingHeader& now) {
  auto said = [](std::string_view what, const auto& before, const auto& after) {
    return fmt::format("{} was {}, is {}", what, before, after);
  };
  if (then.exam != now.exam) return said("the exam", then.exam, now.exam);
  if (then.version != now.version) return said("the exam's version", then.version, now.version);
  if (then.split != now.split) return said("the split", then.split, now.split);
  if (then.questions != now.questions)
    return said("the number of questions", then.questions, now.questions);
  if (then.digest != now.digest)
    return "the questions or their answers are others, though the version is the same";
  if (then.model != now.model) return said("the model", then.model, now.model);
  if (then.program != now.program) return said("the program", then.program, now.program);
  for (const auto& [key, value] : now.configuration)
    for (const auto& [old_key, old_value] : then.configuration)
      if (key == old_key && value != old_value) return said(key, old_value, value);
  return then.configuration.size() == now.configuration.size() ? ""
                                                               : "the configuration is another";
}

}  // namespace

SittingFile::SittingFile(std::string path, int descriptor)
    : path_(std::move(path)), descriptor_(descriptor) {}
SittingFile::SittingFile(SittingFile&& other) noexcept
    : path_(std::move(other.path_)),
      descriptor_(std::exchange(other.descriptor_, -1)),
      done_(std::move(other.done_)) {}
SittingFile::~SittingFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

Result<void> SittingFile::lock() {
  if (::flock(descriptor_, LOCK_EX | LOCK_NB) == 0) return {};
  return outside_error(fmt::format("another sitting is writing {}", path_),
                       "wait for it, or give this one another --out");
}

Result<void> SittingFile::write(std::string_view bytes) {
  while (!bytes.empty()) {
    ssize_t written = ::write(descriptor_, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return system_error("write", path_);
    bytes.remove_prefix(static_cast<size_t>(written));
  }
  if (::fdatasync(descriptor_) != 0) return system_error("write", path_);
  return {};
}

Result<void> SittingFile::append(std::string_view line) {
  return write(std::string(line) + "\n");
}

Result<SittingFile> SittingFile::create(const std::string& path, const SittingHeader& header) {
  std::error_code failed;
  auto parent = std::filesystem::path(path).parent_path();
  if (!parent.empty()) std::filesystem::create_directories(parent, failed);
  int descriptor = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0644);
  if (descriptor < 0 && errno == EEXIST)
    return user_error(fmt::format("{} is there already", path),
                      "go on with it (--resume), or give another --out");
  if (descriptor < 0) return system_error("create", path);
  SittingFile file(path, descriptor);
  TALLY_CHECK(file.lock());
  TALLY_CHECK(file.append(header_json(header)));
  return file;
}

Result<void> SittingFile::cut_half_line() {
  TALLY_TRY(auto bytes, read_file(path_));
  size_t end = bytes.rfind('\n');
  size_t whole = end == std::string::npos ? 0 : end + 1;
  if (whole == bytes.size()) return {};
  if (::ftruncate(descriptor_, static_cast<off_t>(whole)) != 0) return system_error("cut", path_);
  return {};
}

Result<SittingFile> SittingFile::resume(const std::string& path, const SittingHeader& header) {
  int descriptor = ::open(path.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
  if (descriptor < 0 && errno == ENOENT)
    return user_error(fmt::format("there is no sitting {} to go on with", path),
                      "begin one without --resume");
  if (descriptor < 0) return system_error("open", path);
  SittingFile file(path, descriptor);
  TALLY_CHECK(file.lock());
  TALLY_TRY(auto sitting, read_sitting(path));
  std::string other = difference(sitting.header, header);
  if (!other.empty())
    return user_error(fmt::format("{} cannot be gone on with: {}", path, other),
                      "begin another sitting without --resume");
  TALLY_CHECK(file.cut_half_line());
  for (const auto& question : sitting.questions) file.done_.insert(question.id);
  return file;
}

}  // namespace tally::measure
