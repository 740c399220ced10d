// Any bytes as the kept index of a small inventory: used if they are it, else made anew; either way
// a search finds what there is.
#include <cstdlib>

#include "retrieval/index_snapshot.h"

namespace {

std::shared_ptr<const tally::catalog::Inventory> small() {
  tally::catalog::Inventory::Parts parts;
  for (const char* name : {"orders", "customers", "order_items"}) {
    tally::catalog::Resource resource;
    resource.id = std::string("model.shop.") + name;
    resource.name = name;
    resource.columns.push_back({.name = "id"});
    parts.resources.push_back(std::move(resource));
  }
  return std::make_shared<const tally::catalog::Inventory>(std::move(parts));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace tally::retrieval;
  static const auto inventory = small();
  static const std::string whole = [] {
    std::string written;
    index_from(inventory, {}, written);
    return written;
  }();
  // Bytes of the fuzzer laid over a whole file, so that it gets past the first check.
  std::string bytes(reinterpret_cast<const char*>(data), size);
  if (size > 4 && size % 2 == 1) {
    const size_t at = (bytes[0] & 0xff) * 251u + (bytes[1] & 0xff);
    std::string patched = whole;
    patched.replace(std::min(at, whole.size()), size - 2, bytes, 2, size - 2);
    bytes = std::move(patched);
  }
  std::string written;
  const KeptIndex kept = index_from(inventory, bytes, written);
  if (!kept.index) std::abort();
  return 0;
}
