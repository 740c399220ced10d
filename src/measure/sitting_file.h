#pragma once
// A sitting's file while it is being written. Each line is on the disk before the next question's
// is begun, so a kill costs the questions that were under way and no more.

#include <memory>
#include <set>
#include <string>

#include "measure/sitting.h"

namespace tally::measure {

class SittingFile {
 public:
  // A new file with its header; an error if there is one already. Parent folders are made.
  static Result<SittingFile> create(const std::string& path, const SittingHeader& header);
  // Goes on with a file whose header says the same in everything but `started`: the half line of a
  // kill is cut off. Error `user` names what differs.
  static Result<SittingFile> resume(const std::string& path, const SittingHeader& header);

  SittingFile(SittingFile&& other) noexcept;
  ~SittingFile();

  const std::set<std::string>& done() const { return done_; }  // ids of the questions in the file
  // `line` without its end. Not thread-safe.
  Result<void> append(std::string_view line);

 private:
  SittingFile(std::string path, int descriptor);
  Result<void> lock();
  Result<void> write(std::string_view bytes);
  Result<void> cut_half_line();

  std::string path_;
  int descriptor_;  // locked: two sittings must not share a file
  std::set<std::string> done_;
};

}  // namespace tally::measure
