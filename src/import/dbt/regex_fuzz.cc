// The first line as a pattern, the rest as the text: matches lie within the text, and it ends.
#include <cstdlib>

#include "import/dbt/regex.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using tally::importing::dbt::Regex;
  const std::string_view all(reinterpret_cast<const char*>(data), size);
  const size_t line = std::min(all.find('\n'), all.size());
  const std::string_view text = all.substr(std::min(line + 1, all.size()));
  const auto regex = Regex::parse(all.substr(0, line), {.ignore_case = size % 2 == 1});
  if (!regex.ok()) return regex.error().message.empty() ? (std::abort(), 0) : 0;
  for (const auto anchor : {Regex::Anchor::none, Regex::Anchor::start, Regex::Anchor::both}) {
    const auto match = regex->find(text, 0, anchor);
    if (!match) continue;
    for (size_t group = 0; group <= regex->groups(); ++group)
      if (match->has(group) &&
          (match->begin(group) > match->end(group) || match->end(group) > text.size()))
        std::abort();
    if (anchor != Regex::Anchor::none && match->begin(0) != 0) std::abort();
    if (anchor == Regex::Anchor::both && match->end(0) != text.size()) std::abort();
  }
  return 0;
}
