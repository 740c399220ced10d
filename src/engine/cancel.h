#pragma once
// A flag that may be raised from a signal handler or another thread, and that a waiting call can
// poll. Once raised it stays raised until lower(): a command that was interrupted starts nothing
// new.

#include <atomic>

namespace tally::engine {

class Cancel {
 public:
  Cancel();
  ~Cancel();
  Cancel(const Cancel&) = delete;
  Cancel& operator=(const Cancel&) = delete;

  void raise() noexcept;  // async-signal-safe
  void lower() noexcept;
  bool raised() const noexcept;
  // Readable while raised; for poll(). -1 where the system had no descriptor left: raised() still
  // works, and waiters look at it now and then.
  int descriptor() const { return descriptor_; }

 private:
  int descriptor_;
  std::atomic<bool> raised_ = false;  // lock-free, so a signal handler may store it
};

}  // namespace tally::engine
