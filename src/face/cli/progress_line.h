#pragma once
// How far a long command is, on stderr: redraws one line on a terminal; elsewhere prints each new
// stage once.

#include <string>

#include "face/cli/context.h"

namespace tally::cli {

class ProgressLine {
 public:
  explicit ProgressLine(Context& context) : context_(context) {}
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  // `detail` changes all the time ("2 min left"): for terminals alone.
  void show(double fraction, const std::string& stage, const std::string& detail = "");

 private:
  Context& context_;
  std::string last_;
  bool drawn_ = false;
};

}  // namespace tally::cli
