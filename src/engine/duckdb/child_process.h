#pragma once
// One exec'ed worker: its process id and our end of its socket. Not thread-safe; one owner at a
// time.
//
// spawn() must be called from a thread that lives as long as the worker may: the kernel ties the
// worker's death signal (PR_SET_PDEATHSIG) to the thread that started it, not to the process.

#include <sys/types.h>

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"

namespace tally::engine::duckdb {

class ChildProcess {
 public:
  // Starts `program` with `arguments`; the child finds its socket at kWorkerSocket, inherits no
  // other descriptor, no secret of the environment, and no signal disposition or mask. `quiet`: its
  // standard error goes nowhere.
  static Result<ChildProcess> spawn(const std::string& program,
                                    const std::vector<std::string>& arguments, bool quiet);
  ~ChildProcess();  // kills, but does not wait: reap() first where a zombie matters
  ChildProcess(ChildProcess&& other) noexcept;
  ChildProcess& operator=(ChildProcess&& other) noexcept;

  int socket() const { return socket_; }
  pid_t pid() const { return pid_; }
  // True when the other end of the socket is closed and nothing is left to read.
  bool hung_up() const;
  // SIGKILL, and our end of the socket closed. Returns at once; the memory may take longer.
  void kill();
  // The wait status once the process has ended; never waits.
  std::optional<int> reap();

 private:
  ChildProcess(pid_t pid, int socket) : pid_(pid), socket_(socket) {}
  pid_t pid_ = -1;  // -1: reaped, or moved from
  int socket_ = -1;
};

}  // namespace tally::engine::duckdb
