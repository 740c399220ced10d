// Any bytes as a catalog file: an inventory of each catalog, or an error with words.
#include <cstdlib>

#include "import/catalog_file/catalog_file.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  auto file = tally::importing::read_catalog_text(text, "fuzz");
  if (!file.ok()) {
    if (file.error().message.empty()) std::abort();
    return 0;
  }
  if (file->catalogs.empty()) std::abort();
  for (auto& catalog : file->catalogs) tally::catalog::Inventory(std::move(catalog.parts));
  return 0;
}
