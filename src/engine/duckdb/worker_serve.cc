#include "engine/duckdb/worker_serve.h"

#include <unistd.h>

#include <cstdlib>
#include <exception>
#include <new>
#include <string>

#include "base/clock.h"
#include "engine/duckdb/channel.h"
#include "engine/duckdb/protocol.h"
#include "engine/duckdb/worker_confine.h"
#include "engine/duckdb/worker_database.h"

namespace tally::engine::duckdb {
namespace {

// Address space that a thread takes without using it: its stack, and the C library's arena.
constexpr uint64_t kPerThread = 80ull << 20;

Reply failure(Error error) {
  Reply reply;
  reply.retire = true;
  reply.error = std::move(error);
  return reply;
}

// DuckDB's C API lets a few exceptions through, bad_alloc above all.
Reply answer(Database& database, const Request& request) {
  try {
    return database.answer(request);
  } catch (const std::bad_alloc&) {
    return failure(outside_error("the query needed more memory than a worker may have",
                                 "ask for less at once, or allow workers more memory",
                                 "out_of_memory"));
  } catch (const std::exception& error) {
    return failure(outside_error(error.what(), "", "engine"));
  }
}

Result<std::unique_ptr<Database>> open(const std::string& frame) {
  TALLY_TRY(auto request, decode_open_request(frame));
  if (request.address_space > 0)
    limit_address_space(request.address_space + request.threads * kPerThread);
  try {
    return Database::open(request);
  } catch (const std::exception& error) {
    return outside_error(error.what());
  }
}

}  // namespace

int serve_main(int argc, char** argv) {
  if (argc != 3 || !confine(std::atoi(argv[2]))) return kExitOrphan;
  watch_parent(kWorkerSocket);
  SystemClock clock;
  Patience forever{clock, Deadline::never()};
  std::string frame;
  if (receive_frame(kWorkerSocket, frame, forever)) return kExitOrphan;
  auto database = open(frame);
  Reply opened;
  opened.ok = database.ok();
  if (!database.ok()) opened.error = database.error();
  if (send_frame(kWorkerSocket, encode(opened), forever) || !opened.ok) return 1;
  while (!receive_frame(kWorkerSocket, frame, forever)) {
    auto request = decode_request(frame);
    Reply reply = request.ok() ? answer(**database, *request) : failure(request.error());
    if (send_frame(kWorkerSocket, encode(reply), forever) || reply.retire) break;
  }
  ::_exit(0);  // closing the database gracefully is for those who wrote to it
}

}  // namespace tally::engine::duckdb
