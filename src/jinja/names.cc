#include "jinja/names.h"

namespace tally::jinja {

Name Names::intern(std::string_view text) {
  if (auto found = known_.find(text); found != known_.end()) return found->second;
  Name name{static_cast<uint32_t>(texts_.size())};
  known_.emplace(texts_.emplace_back(text), name);
  return name;
}

}  // namespace tally::jinja
