#pragma once
// Time as the program sees it. Everything timed takes a Clock, so that tests can hold time still.

#include <chrono>

namespace tally {

using Instant = std::chrono::steady_clock::time_point;
using Duration = std::chrono::steady_clock::duration;

class Clock {
 public:
  virtual ~Clock() = default;
  virtual Instant now() const = 0;
};

class SystemClock final : public Clock {
 public:
  Instant now() const override { return std::chrono::steady_clock::now(); }
};

// A point in time by which the caller has its answer (design: at most 50 ms later, whatever
// happens).
class Deadline {
 public:
  static Deadline never() { return Deadline(Instant::max()); }
  static Deadline at(Instant instant) { return Deadline(instant); }
  static Deadline in(Duration duration, const Clock& clock) { return at(clock.now() + duration); }

  Instant instant() const { return instant_; }
  bool is_never() const { return instant_ == Instant::max(); }
  bool passed(const Clock& clock) const { return !is_never() && clock.now() >= instant_; }
  // Time left, never negative; Duration::max() for never().
  Duration left(const Clock& clock) const {
    if (is_never()) return Duration::max();
    auto now = clock.now();
    return now >= instant_ ? Duration::zero() : instant_ - now;
  }
  Deadline sooner(Deadline other) const { return instant_ < other.instant_ ? *this : other; }

 private:
  explicit Deadline(Instant instant) : instant_(instant) {}
  Instant instant_;
};

}  // namespace tally
