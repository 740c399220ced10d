// libFuzzer target (`make fuzz`): any bytes are settings or an error that names file and place.

#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "app/config.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto settings = tally::app::parse_settings(text, "/t.yml");
  if (!settings.ok() && !settings.error().message.starts_with("/t.yml")) {
    std::fprintf(stderr, "no place: %s\n", settings.error().message.c_str());
    std::abort();
  }
  return 0;
}
