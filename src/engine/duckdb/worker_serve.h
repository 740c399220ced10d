#pragma once
// `tally-worker serve PARENT_PID`: confines itself, opens the database, answers requests from its
// socket until the parent hangs up. Worker side only.

namespace tally::engine::duckdb {

int serve_main(int argc, char** argv);

}  // namespace tally::engine::duckdb
