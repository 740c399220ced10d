// tally-worker: the only program that links DuckDB. `tally` starts it; people have no use for it.

#include <cstdio>
#include <string_view>

#include "engine/duckdb/warehouse_builder.h"
#include "engine/duckdb/worker_serve.h"

using namespace tally::engine::duckdb;

int main(int argc, char** argv) {
  std::string_view mode = argc > 1 ? argv[1] : "";
  if (mode == "serve") return serve_main(argc, argv);
  if (mode == "build-generated" || mode == "build-sql") return build_warehouse_main(argc, argv);
  std::fputs("tally-worker is started by tally; run tally --help instead.\n", stderr);
  return 2;
}
