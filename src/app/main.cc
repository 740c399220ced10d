// tally: builds the services, hands the command line over.

#include <malloc.h>

#include <csignal>
#include <cstdio>
#include <exception>

#include "app/services.h"
#include "engine/cancel.h"
#include "face/cli/run.h"

namespace {

tally::engine::Cancel* interrupt_flag = nullptr;

// The first Ctrl-C asks everything to stop and clean up; the second ends the program at once.
void on_interrupt(int number) {
  if (interrupt_flag->raised()) {
    std::signal(number, SIG_DFL);
    std::raise(number);
  }
  interrupt_flag->raise();
}

// Most of a short run is building the model and what it means: memory in large steps, kept until
// the end, saves a tenth of the time spent outside the engine (bench/ask_latency.py).
void keep_memory() {
  mallopt(M_TOP_PAD, 16 << 20);
  mallopt(M_TRIM_THRESHOLD, 1 << 30);
}

}  // namespace

int main(int count, char** words) {
  keep_memory();
  // Never destroyed: a signal may still come while the program is ending.
  static auto& cancel = *new tally::engine::Cancel;
  interrupt_flag = &cancel;
  struct sigaction action{};
  action.sa_handler = on_interrupt;
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  std::signal(SIGPIPE, SIG_IGN);  // a closed pipe is a failed write, not a death
  std::signal(SIGXFSZ, SIG_IGN);  // so is a file that may grow no more (ulimit -f)
  try {
    tally::app::ProgramServices services(cancel);
    return tally::cli::run(count, words, services);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "error: tally failed, which is a bug: %s\n", error.what());
    return 70;
  }
}
