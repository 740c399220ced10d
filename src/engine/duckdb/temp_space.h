#pragma once
// A folder for the workers' spill files that leaves nothing behind, not even after kill -9: beside
// it lies a lock file whose lock ends with this process, and the next TempSpace in the same place
// removes every folder whose lock is free. (A process id in the name would not do: ids are reused,
// and containers that share a disk do not share them.)

#include <string>

#include "base/result.h"

namespace tally::engine::duckdb {

class TempSpace {
 public:
  // `parent` is made if missing. Empty: the system's temporary folder.
  static Result<TempSpace> create(const std::string& parent);
  TempSpace() = default;  // none
  ~TempSpace();
  TempSpace(TempSpace&& other) noexcept;
  TempSpace& operator=(TempSpace&& other) noexcept;

  const std::string& folder() const { return folder_; }

 private:
  std::string folder_;
  std::string lock_path_;
  int lock_ = -1;
};

}  // namespace tally::engine::duckdb
