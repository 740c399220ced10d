#pragma once
// The building worker: makes a warehouse file, all or nothing. Two kinds:
//
//   tally-worker build-generated DESTINATION --scale X --counts FILE [--extensions DIR]
//     a demo: one of DuckDB's own generators, named in FILE and checked against its row counts
//   tally-worker build-sql DESTINATION --script FILE [--extensions DIR]
//     whatever a committed SQL file makes; {extensions} in it is the folder of DuckDB's extensions,
//     {answers} one with TPC-DS's official answers (worker_answers.h)
//   both: [--events FD] (default 1: where to say what happens) [--parent PID] (end when it does)
//
// See build_site.h for what
// is on disk meanwhile, build_protocol.h for what is said, build_process.h for the caller's side.

namespace tally::engine::duckdb {

// Exit code 0: the warehouse is there. 1: it is not, and the last event says why. 130: interrupted.
int build_warehouse_main(int argc, char** argv);

}  // namespace tally::engine::duckdb
