#include "engine/cancel.h"

#include <sys/eventfd.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>

namespace tally::engine {

Cancel::Cancel() : descriptor_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {}
Cancel::~Cancel() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

void Cancel::raise() noexcept {
  int saved = errno;  // a signal handler must leave it as it was
  raised_.store(true);
  uint64_t one = 1;
  if (descriptor_ >= 0 && ::write(descriptor_, &one, sizeof one) < 0) {
    // Only a counter that is full can fail, and then it is readable anyway.
  }
  errno = saved;
}

void Cancel::lower() noexcept {
  raised_.store(false);
  uint64_t count = 0;
  if (descriptor_ >= 0 && ::read(descriptor_, &count, sizeof count) < 0) {
    // It was not raised.
  }
}

bool Cancel::raised() const noexcept {
  return raised_.load();
}

}  // namespace tally::engine
