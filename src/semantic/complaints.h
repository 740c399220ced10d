#pragma once
// Collects what is wrong with a model file, so that all of it is reported at once.

#include <string>
#include <string_view>
#include <vector>

#include "semantic/model.h"

namespace tally::semantic {

class Complaints {
 public:
  explicit Complaints(std::string_view file) : file_(file) {}
  void add(Position at, std::string message, std::string fix);
  bool empty() const { return list_.empty(); }
  // In file order.
  std::vector<Complaint> take();

 private:
  std::string file_;
  std::vector<Complaint> list_;
};

}  // namespace tally::semantic
