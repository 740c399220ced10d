#include "face/cli/progress_line.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace tally::cli {

ProgressLine::~ProgressLine() {
  if (drawn_) context_.note("\r\033[K");
}

void ProgressLine::show(double fraction, const std::string& stage, const std::string& detail) {
  if (!context_.terminal.note_terminal) {
    if (stage != last_) context_.note(stage + " …\n");
    last_ = stage;
    return;
  }
  int percent = static_cast<int>(std::lround(std::clamp(fraction, 0.0, 1.0) * 100));
  std::string bar(static_cast<size_t>(percent) / 5, '#');
  context_.note(fmt::format("\r\033[K[{:<20}] {:>3}% {}{}", bar, percent, stage,
                            detail.empty() ? "" : ", " + detail));
  drawn_ = true;
}

}  // namespace tally::cli
