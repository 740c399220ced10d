#pragma once
// The building worker: makes a warehouse file, all or nothing. Two kinds:
//
//   tally-worker build-tpcds DESTINATION --scale X --counts FILE [--extensions DIR]
//     the demo: DuckDB's own TPC-DS generator, checked against the row counts in FILE
//   tally-worker build-sql DESTINATION --script FILE
//     whatever a committed SQL file makes
//   both: [--events FD] (default 1: where to say what happens) [--parent PID] (end when it does)
//
// This is the demo's builder; nothing else in the program knows the demo. See build_site.h for what
// is on disk meanwhile, build_protocol.h for what is said, build_process.h for the caller's side.

namespace tally::engine::duckdb {

// Exit code 0: the warehouse is there. 1: it is not, and the last event says why. 130: interrupted.
int build_tpcds_main(int argc, char** argv);

}  // namespace tally::engine::duckdb
