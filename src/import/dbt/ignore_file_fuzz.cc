// The first line as a path, the rest as a .dbtignore: it ends, and says the same twice.
#include <algorithm>
#include <cstdint>
#include <cstdlib>

#include "import/dbt/ignore_file.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view all(reinterpret_cast<const char*>(data), size);
  const size_t line = std::min(all.find('\n'), all.size());
  const tally::importing::dbt::IgnoreFile file(all.substr(std::min(line + 1, all.size())));
  const bool first = file.ignores(all.substr(0, line));
  if (file.ignores(all.substr(0, line)) != first) std::abort();
  return 0;
}
