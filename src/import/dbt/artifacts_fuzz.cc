// Any bytes as a manifest, a catalog and a semantic manifest.
#include "import/dbt/artifacts.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace tally::importing::dbt;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  auto draft = read_manifest(text, "fuzz", {});
  Draft other = draft.ok() ? std::move(*draft) : Draft();
  if (auto added = add_catalog(text, "fuzz", other); !added.ok()) return 0;
  if (auto added = add_semantic_manifest(text, "fuzz", other); !added.ok()) return 0;
  finish(std::move(other));
  return 0;
}
