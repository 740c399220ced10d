// libFuzzer target: any bytes give a tree or an error, and every tree survives being printed.
//   cmake -B build/fuzz -DCMAKE_CXX_COMPILER=clang++-19 -DTALLY_FUZZ=ON && ninja -C build/fuzz
//   fuzz_sql_parser build/fuzz/fuzz_sql_parser corpus tests/sql/queries

#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "sql/parser.h"
#include "sql/printer.h"

namespace {

using namespace tally::sql;

void require(bool holds, const char* what, const std::string& text) {
  if (holds) return;
  std::fprintf(stderr, "%s:\n%s\n", what, text.c_str());
  std::abort();
}

template <typename Tree, typename Parse>
void round_trip(const Tree& tree, Parse parse) {
  for (const bool pretty : {false, true}) {
    const std::string printed = print(tree, {.pretty = pretty});
    const auto again = parse(printed);
    require(again.ok(), again.ok() ? "" : again.error().message.c_str(), printed);
    require(*again == tree, "another tree", printed);
    require(print(*again, {.pretty = pretty}) == printed, "another text", printed);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  if (const auto query = parse_query(text); query.ok()) {
    round_trip(*query, [](std::string_view printed) { return parse_query(printed); });
  }
  if (const auto expression = parse_expression(text); expression.ok()) {
    round_trip(*expression, [](std::string_view printed) { return parse_expression(printed); });
  }
  return 0;
}
