// libFuzzer target (`make fuzz`): any bytes are a model or complaints with a place and a reason,
// and a model that loads comes back whole from its snapshot. Seeds: tests/semantic/models.

#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "semantic/model.h"
#include "semantic/model_snapshot.h"
#include "semantic/test_catalog.h"

namespace {

using namespace tally;

void require(bool holds, const char* what, std::string_view text) {
  if (holds) return;
  std::fprintf(stderr, "%s: %.*s\n", what, static_cast<int>(text.size()), text.data());
  std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const catalog::Catalog kShop = semantic::shop_catalog();
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  for (const catalog::Catalog* catalog : {static_cast<const catalog::Catalog*>(nullptr), &kShop}) {
    const auto outcome = semantic::load_model(text, "m.yml", catalog);
    require(outcome.model.has_value() == outcome.complaints.empty(), "neither or both", "");
    for (const semantic::Complaint& complaint : outcome.complaints) {
      require(!complaint.message.empty(), "no reason", complaint.text());
      require(complaint.at.line >= 1 && complaint.at.column >= 1, "no place", complaint.text());
    }
    if (!outcome.model) continue;
    const std::string bytes = semantic::encode_model(*outcome.model, "key");
    const auto again = semantic::decode_model(bytes, "key");
    require(again.has_value(), "lost by the snapshot", outcome.model->name);
    require(semantic::encode_model(*again, "key") == bytes, "changed by the snapshot", again->name);
  }
  return 0;
}
