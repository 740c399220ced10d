// Any bytes as YAML: it ends, within bounds, and what is read prints.
#include <cstdlib>

#include "import/dbt/yaml.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto yaml = tally::importing::dbt::read_yaml(text);
  if (!yaml.faults.empty() && !yaml.data.is_null()) std::abort();
  return 0;
}
