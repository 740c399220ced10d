#include "engine/duckdb/worker_confine.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cstdio>
#include <exception>
#include <new>
#include <system_error>
#include <thread>

#include "engine/duckdb/protocol.h"

namespace tally::engine::duckdb {
namespace {

constexpr int kYielding = 5;  // nice levels below the parent

void set_limit(int resource, uint64_t bytes) {
  rlimit limit{bytes, bytes};
  ::setrlimit(static_cast<__rlimit_resource>(resource), &limit);
}

void write_oom_score() {
  int file = ::open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
  if (file < 0) return;
  if (::write(file, "800", 3) < 0) {
    // Not allowed in some containers; then we are as likely as anyone.
  }
  ::close(file);
}

// A bad_alloc (or a thread that could not be started) in one of the engine's own threads ends in
// terminate(): the exit code tells the parent why.
[[noreturn]] void on_terminate() {
  try {
    if (auto current = std::current_exception()) std::rethrow_exception(current);
  } catch (const std::bad_alloc&) {
    ::_exit(kExitOutOfMemory);
  } catch (const std::system_error&) {
    ::_exit(kExitOutOfMemory);
  } catch (...) {
  }
  std::abort();
}

[[maybe_unused]] uint64_t mapped_bytes() {
  unsigned long pages = 0;
  if (FILE* file = std::fopen("/proc/self/statm", "re")) {
    if (std::fscanf(file, "%lu", &pages) != 1) pages = 0;
    std::fclose(file);
  }
  return pages * static_cast<uint64_t>(::sysconf(_SC_PAGESIZE));
}

}  // namespace

bool confine(int parent_pid) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  // It may have died before the line above; then we have been handed to another parent.
  if (::getppid() != parent_pid) return false;
  ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  set_limit(RLIMIT_CORE, 0);
  write_oom_score();
  // The caller must get the processor at its deadline although our threads keep every core busy.
  ::setpriority(PRIO_PROCESS, 0, ::getpriority(PRIO_PROCESS, 0) + kYielding);
  ::signal(SIGPIPE, SIG_IGN);
  ::signal(SIGXFSZ, SIG_IGN);  // a limit on the size of files is a failed write
  std::set_terminate(on_terminate);
  return true;
}

void limit_address_space(uint64_t bytes) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  (void)bytes;
#else
  if (bytes > 0) set_limit(RLIMIT_AS, mapped_bytes() + bytes);
#endif
}

void watch_parent(int socket) {
  std::thread([socket] {
    pollfd watched{socket, POLLRDHUP, 0};
    while (::poll(&watched, 1, -1) <= 0) {
    }
    ::_exit(kExitOrphan);
  }).detach();
}

}  // namespace tally::engine::duckdb
