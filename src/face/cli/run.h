#pragma once
// The command line, as a library: main() only builds the services.

#include "face/cli/services.h"

namespace tally::cli {

int run(int count, const char* const* words, Services& services);

}  // namespace tally::cli
