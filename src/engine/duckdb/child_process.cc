#include "engine/duckdb/child_process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <string_view>
#include <utility>

#include "engine/duckdb/protocol.h"

namespace tally::engine::duckdb {
namespace {

// What a worker may know of our environment: no keys, no tokens, no home folder.
constexpr std::array<std::string_view, 10> kPassedOn = {"PATH=",         "TZ=",
                                                        "TZDIR=",        "LANG=",
                                                        "LC_",           "LD_LIBRARY_PATH=",
                                                        "ASAN_OPTIONS=", "UBSAN_OPTIONS=",
                                                        "TSAN_OPTIONS=", "LSAN_OPTIONS="};

std::vector<char*> passed_on_environment() {
  std::vector<char*> out;
  for (char** entry = environ; entry && *entry; ++entry)
    for (auto prefix : kPassedOn)
      if (std::string_view(*entry).starts_with(prefix)) {
        out.push_back(*entry);
        break;
      }
  out.push_back(nullptr);
  return out;
}

// File actions and attributes, destroyed on every way out.
class SpawnPlan {
 public:
  SpawnPlan(int child_socket, bool quiet) {
    ::posix_spawn_file_actions_init(&actions_);
    // First, in case our own standard streams are closed and the socket sits on one of their
    // numbers.
    ::posix_spawn_file_actions_adddup2(&actions_, child_socket, kWorkerSocket);
    ::posix_spawn_file_actions_addopen(&actions_, 0, "/dev/null", O_RDONLY, 0);
    ::posix_spawn_file_actions_addopen(&actions_, 1, "/dev/null", O_WRONLY, 0);
    if (quiet) ::posix_spawn_file_actions_addopen(&actions_, 2, "/dev/null", O_WRONLY, 0);
    ::posix_spawn_file_actions_addclosefrom_np(&actions_, kWorkerSocket + 1);
    ::posix_spawnattr_init(&attributes_);
    sigset_t signals;
    ::sigemptyset(&signals);
    ::posix_spawnattr_setsigmask(&attributes_, &signals);
    ::sigfillset(&signals);
    ::posix_spawnattr_setsigdefault(&attributes_, &signals);
    // A group of its own: Ctrl-C is for tally, which then decides about its workers.
    ::posix_spawnattr_setpgroup(&attributes_, 0);
    ::posix_spawnattr_setflags(
        &attributes_, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
  }
  SpawnPlan(const SpawnPlan&) = delete;
  SpawnPlan& operator=(const SpawnPlan&) = delete;
  ~SpawnPlan() {
    ::posix_spawn_file_actions_destroy(&actions_);
    ::posix_spawnattr_destroy(&attributes_);
  }
  int run(pid_t& pid, const std::string& program, char* const* arguments,
          char* const* environment) {
    return ::posix_spawn(&pid, program.c_str(), &actions_, &attributes_, arguments, environment);
  }

 private:
  posix_spawn_file_actions_t actions_;
  posix_spawnattr_t attributes_;
};

Error cannot_start(const std::string& program, int code) {
  return outside_error(
      fmt::format("cannot start the engine's worker {}: {}", program, std::strerror(code)),
      code == ENOENT ? "build it (make), and keep it beside tally" : "");
}

}  // namespace

Result<ChildProcess> ChildProcess::spawn(const std::string& program,
                                         const std::vector<std::string>& arguments, bool quiet) {
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
    return cannot_start(program, errno);
  std::vector<char*> argv = {const_cast<char*>(program.c_str())};
  for (const auto& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  auto environment = passed_on_environment();
  pid_t pid = -1;
  int code = SpawnPlan(ends[1], quiet).run(pid, program, argv.data(), environment.data());
  ::close(ends[1]);
  if (code == 0) return ChildProcess(pid, ends[0]);
  ::close(ends[0]);
  return cannot_start(program, code);
}

ChildProcess::~ChildProcess() {
  kill();
}

ChildProcess::ChildProcess(ChildProcess&& other) noexcept
    : pid_(std::exchange(other.pid_, -1)), socket_(std::exchange(other.socket_, -1)) {}

ChildProcess& ChildProcess::operator=(ChildProcess&& other) noexcept {
  std::swap(pid_, other.pid_);
  std::swap(socket_, other.socket_);
  return *this;
}

bool ChildProcess::hung_up() const {
  char byte;
  ssize_t count = ::recv(socket_, &byte, 1, MSG_PEEK | MSG_DONTWAIT);
  return count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR);
}

void ChildProcess::kill() {
  // Not yet reaped, so the id is still ours and nobody else's.
  if (pid_ > 0) ::kill(pid_, SIGKILL);
  if (socket_ >= 0) ::close(std::exchange(socket_, -1));
}

std::optional<int> ChildProcess::reap() {
  int status = 0;
  if (pid_ <= 0) return status;
  pid_t ended = ::waitpid(pid_, &status, WNOHANG);
  if (ended == 0 || (ended < 0 && errno == EINTR)) return std::nullopt;
  pid_ = -1;
  return status;  // 0 too where someone else reaped it (SIGCHLD ignored): it is gone all the same
}

}  // namespace tally::engine::duckdb
