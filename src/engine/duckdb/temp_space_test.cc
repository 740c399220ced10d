// Many at once in one folder: each sweeps away what dead ones left, and never what another makes.

#include "engine/duckdb/temp_space.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

namespace tally::engine::duckdb {
namespace {

TEST(TempSpace, ManyAtOnceDoNotTakeEachOthersPlace) {
  std::string pattern = testing::TempDir() + "tally-spaces-XXXXXX";
  const std::string folder = ::mkdtemp(pattern.data());
  std::atomic<int> failed = 0, missing = 0;
  auto make_many = [&] {
    for (int i = 0; i < 200; ++i) {
      auto space = TempSpace::create(folder);
      if (!space.ok()) {
        ++failed;
      } else if (!std::filesystem::is_directory(space->folder())) {
        ++missing;
      }
    }
  };
  std::vector<std::thread> threads;
  for (int i = 0; i < 6; ++i) threads.emplace_back(make_many);
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(failed, 0);
  EXPECT_EQ(missing, 0);
  EXPECT_TRUE(std::filesystem::is_empty(folder));
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace tally::engine::duckdb
