#include "engine/duckdb/worker_answers.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <array>
#include <filesystem>

#include "base/files.h"

namespace tally::engine::duckdb {
namespace {

constexpr int kQueries = 99;

// The extension's own tables of answers (extension/tpcds/dsdgen): an array of texts, by query.
struct Answers {
  const char* symbol;
  const char* scale;
};
constexpr auto kAnswers =
    std::to_array<Answers>({{"TPCDS_ANSWERS_SF0_01", "0.01"}, {"TPCDS_ANSWERS_SF1", "1"}});

}  // namespace

Result<void> write_official_answers(const std::string& extension, const std::string& folder) {
  void* library = ::dlopen(extension.c_str(), RTLD_LAZY | RTLD_LOCAL);
  if (!library) return outside_error(fmt::format("cannot load {}: {}", extension, ::dlerror()));
  for (const auto& [symbol, scale] : kAnswers) {
    auto* texts = static_cast<const char* const*>(::dlsym(library, symbol));
    if (!texts) return outside_error(fmt::format("{} has no {}", extension, symbol));
    std::string place = fmt::format("{}/{}", folder, scale);
    std::error_code failed;
    std::filesystem::create_directories(place, failed);
    if (failed) return outside_error(fmt::format("cannot make {}: {}", place, failed.message()));
    for (int query = 1; query <= kQueries; ++query)
      TALLY_CHECK(write_file(fmt::format("{}/{:02}.csv", place, query), texts[query - 1]));
  }
  return {};  // the library stays: DuckDB has it open too
}

}  // namespace tally::engine::duckdb
