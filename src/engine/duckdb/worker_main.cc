// tally-worker: the only program that links DuckDB. `tally` starts it; people have no use for it.

#include <cstdio>
#include <string_view>

#include "engine/duckdb/worker_serve.h"
#if __has_include("engine/duckdb/tpcds_builder.h")
#include "engine/duckdb/tpcds_builder.h"
#define TALLY_HAS_BUILDER 1
#endif

int main(int argc, char** argv) {
  std::string_view mode = argc > 1 ? argv[1] : "";
  if (mode == "serve") return tally::engine::duckdb::serve_main(argc, argv);
#ifdef TALLY_HAS_BUILDER
  if (mode == "build-tpcds" || mode == "build-sql")
    return tally::engine::duckdb::build_tpcds_main(argc, argv);
#endif
  std::fputs("tally-worker is started by tally; run tally --help instead.\n", stderr);
  return 2;
}
