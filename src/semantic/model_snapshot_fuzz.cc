// libFuzzer target (`make fuzz`): a damaged snapshot of a model is a model or nothing. The checksum
// is put right first, or no damage would come through. An odd first byte: what follows is the body;
// an even one: it is edits (place, place, byte) of a real one.

#include <cstdint>
#include <cstdlib>
#include <cstring>

#include "base/bytes.h"
#include "base/files.h"
#include "semantic/model_snapshot.h"

namespace {

using namespace tally;

std::string whole_snapshot() {
  const std::string path = std::string(TALLY_SOURCE_DIR) + "/tests/semantic/models/shop.ossie.yml";
  const auto outcome = semantic::load_model(read_file(path).value(), "shop.yml", nullptr);
  return semantic::encode_model(outcome.model.value(), "key");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const std::string kWhole = whole_snapshot();
  static const size_t kBody = kWhole.find('\n') + 1 + sizeof(uint64_t);
  if (size == 0) return 0;
  std::string body = kWhole.substr(kBody);
  if (data[0] % 2 == 1) body.assign(reinterpret_cast<const char*>(data) + 1, size - 1);
  for (size_t i = 1; data[0] % 2 == 0 && i + 2 < size; i += 3)
    body[(data[i] * 256u + data[i + 1]) % body.size()] = static_cast<char>(data[i + 2]);
  ByteWriter sum;
  sum.number(checksum(body));
  const std::string header = kWhole.substr(0, kBody - sizeof(uint64_t)) + sum.bytes();
  if (const auto model = semantic::decode_model(header + body, "key")) {
    const std::string again = semantic::encode_model(*model, "key");
    if (!semantic::decode_model(again, "key")) std::abort();
    for (const auto& from : model->datasets)
      for (const auto& to : model->datasets)
        if (const auto path = model->path(from.name, to.name); path.ok()) (void)path->text();
  }
  return 0;
}
