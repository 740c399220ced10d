// How long does lineage both ways take? Every resource of a manifest or project is the start once,
// in shuffled order; prints median and 99th percentile of both walks together, and the import
// beside it.
//   bench_lineage MANIFEST|PROJECT_FOLDER

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <numeric>
#include <random>
#include <vector>

#include "import/dbt/import.h"
#include "retrieval/lineage.h"

namespace {

namespace dbt = tally::importing::dbt;
using Clock = std::chrono::steady_clock;
using tally::retrieval::Direction;

double microseconds(Clock::time_point since) {
  return std::chrono::duration<double, std::micro>(Clock::now() - since).count();
}

tally::Result<tally::catalog::Inventory> read(const std::string& path) {
  const dbt::HideRule everything{{}, {}};
  if (std::filesystem::is_directory(path))
    return dbt::import_project({.folder = path, .hide = everything});
  return dbt::import_manifest({.manifest = path, .hide = everything});
}

}  // namespace

int main(int count, char** words) {
  if (count != 2) {
    fmt::print(stderr, "usage: bench_lineage MANIFEST|PROJECT_FOLDER\n");
    return 2;
  }
  const auto start = Clock::now();
  const auto inventory = read(words[1]);
  if (!inventory.ok()) {
    fmt::print(stderr, "error: {}\n", inventory.error().message);
    return 4;
  }
  fmt::print("import: {} resources, {} edges in {:.0f} ms\n", inventory->resources().size(),
             inventory->edges().size(), microseconds(start) / 1000);
  std::vector<uint32_t> order(inventory->resources().size());
  std::iota(order.begin(), order.end(), 0u);
  std::shuffle(order.begin(), order.end(), std::mt19937(1));
  tally::retrieval::Lineage lineage(*inventory);
  std::vector<double> times;
  size_t reached = 0;
  for (int round = 0; round < 20; ++round) {
    for (const uint32_t at : order) {
      const auto begin = Clock::now();
      reached += lineage.walk({at}, Direction::up).size();
      reached += lineage.walk({at}, Direction::down).size();
      times.push_back(microseconds(begin));
    }
  }
  std::sort(times.begin(), times.end());
  fmt::print("lineage both ways: median {:.2f} µs, p99 {:.2f} µs ({:.1f} reached on average)\n",
             times[times.size() / 2], times[times.size() * 99 / 100],
             static_cast<double>(reached) / static_cast<double>(times.size()));
}
