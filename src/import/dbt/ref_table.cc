#include "import/dbt/ref_table.h"

namespace tally::importing::dbt {

// `package` -1: any.
RefTable::Resolved RefTable::in_package(const std::vector<Target>& targets, int64_t package,
                                        const std::string& version) const {
  Resolved best;
  for (const Target& target : targets) {
    if (package >= 0 && target.package != package) continue;
    const bool fits =
        version.empty() ? target.version.empty() || target.is_latest : target.version == version;
    if (fits && target.is_enabled) return {Outcome::found, target.node};
    const Outcome outcome = fits ? Outcome::disabled : Outcome::no_version;
    if (best.outcome != Outcome::disabled) best = {outcome, target.node};
  }
  return best;
}

RefTable::Resolved RefTable::resolve(uint32_t asking, const std::string& package,
                                     const std::string& name, const std::string& version) const {
  const auto found = targets_.find(name);
  if (found == targets_.end()) return {};
  std::vector<int64_t> order;
  if (!package.empty()) {
    for (size_t at = 0; at < project_.packages.size(); ++at)
      if (project_.packages[at].name == package) order.push_back(static_cast<int64_t>(at));
  } else {
    order = {0, asking, -1};
    if (node_first_) order = {asking, 0, -1};
  }
  Resolved best;
  for (const int64_t one : order) {
    const Resolved here = in_package(found->second, one, version);
    if (here.outcome == Outcome::found) return here;
    if (best.outcome == Outcome::unknown) best = here;
  }
  return best;
}

}  // namespace tally::importing::dbt
