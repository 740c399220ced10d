#pragma once
// Where the time of one question went. A stage ends when the next begins or at finish().

#include <string>
#include <vector>

#include "answer/answer.h"
#include "base/clock.h"

namespace tally::answer {

class Timeline {
 public:
  explicit Timeline(const Clock& clock) : clock_(clock), start_(clock.now()) {}

  void begin(std::string stage) {
    finish();
    open_ = true;
    stages_.push_back({std::move(stage), ms_since(start_), 0});
  }
  std::vector<Stage> finish() {
    if (open_) stages_.back().ms = ms_since(start_) - stages_.back().start_ms;
    open_ = false;
    return stages_;
  }

 private:
  double ms_since(Instant from) const {
    return std::chrono::duration<double, std::milli>(clock_.now() - from).count();
  }

  const Clock& clock_;
  Instant start_;
  bool open_ = false;
  std::vector<Stage> stages_;
};

}  // namespace tally::answer
