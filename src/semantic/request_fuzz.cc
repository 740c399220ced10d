// libFuzzer target (`make fuzz`): any bytes are a metric request or an error that names its place;
// a request survives its JSON, and compiles to SQL that reads back, or to a reason. Seeds:
// tests/semantic/request and compiler.

#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "base/files.h"
#include "semantic/compiler.h"
#include "semantic/request.h"
#include "sql/parser.h"

namespace {

using namespace tally;

void require(bool holds, const char* what, const std::string& text) {
  if (holds) return;
  std::fprintf(stderr, "%s: %s\n", what, text.c_str());
  std::abort();
}

semantic::Model library() {
  const std::string path =
      std::string(TALLY_SOURCE_DIR) + "/tests/semantic/models/library.ossie.yml";
  auto outcome = semantic::load_model(read_file(path).value(), "library.yml", nullptr);
  return std::move(outcome.model).value();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const semantic::Model kLibrary = library();
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto request = semantic::parse_request(text);
  if (!request.ok()) {
    require(!request.error().message.empty(), "no reason", std::string(text));
    return 0;
  }
  const std::string json = semantic::to_json(*request);
  const auto again = semantic::parse_request(json);
  require(again.ok(), again.ok() ? "" : again.error().message.c_str(), json);
  require(*again == *request, "another request", json);
  const auto compiled = semantic::compile(kLibrary, *request);
  if (!compiled.ok()) {
    require(compiled.error().kind == ErrorKind::user, compiled.error().message.c_str(), json);
  } else if (const auto* made = std::get_if<semantic::Compiled>(&*compiled)) {
    const auto read = sql::parse_query(made->sql);
    require(read.ok(), read.ok() ? "" : read.error().message.c_str(), made->sql);
    require(*read == made->tree, "another tree", made->sql);
  } else {
    require(!std::get<semantic::NotExpressible>(*compiled).reason.empty(), "no reason", json);
  }
  return 0;
}
