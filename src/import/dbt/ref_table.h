#pragma once
// Which resource a ref() or source() means: dbt's order of looking.

#include <string>
#include <unordered_map>
#include <vector>

#include "import/dbt/render.h"

namespace tally::importing::dbt {

class RefTable {
 public:
  struct Target {
    uint32_t package = 0;
    std::string version;     // of a versioned model
    bool is_latest = false;  // ref() without a version means it
    bool is_enabled = true;
    size_t node = 0;  // whatever the caller counts by
  };
  enum class Outcome { found, unknown, disabled, no_version };
  struct Resolved {
    Outcome outcome = Outcome::unknown;
    size_t node = 0;
  };

  // `node_first`: the project sets the flag require_ref_searches_node_package_before_root.
  explicit RefTable(const Project& project, bool node_first = false)
      : project_(project), node_first_(node_first) {}

  void add(const std::string& name, Target target) { targets_[name].push_back(std::move(target)); }

  // dbt's order: the package that is said; else the root project, the asking package, any other.
  Resolved resolve(uint32_t asking, const std::string& package, const std::string& name,
                   const std::string& version) const;

 private:
  Resolved in_package(const std::vector<Target>& targets, int64_t package,
                      const std::string& version) const;

  const Project& project_;
  bool node_first_;
  std::unordered_map<std::string, std::vector<Target>> targets_;
};

}  // namespace tally::importing::dbt
