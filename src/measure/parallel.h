#pragma once
// The same work over a list by several threads, each with its number: what it may keep for itself.

#include <atomic>
#include <functional>
#include <thread>
#include <vector>

namespace tally::measure {

// Calls work(job, item) for item 0..count-1, in about that order, until one returns false: then no
// new one begins. Returns when all have ended. One job runs on the calling thread.
inline void in_parallel(size_t count, size_t jobs,
                        const std::function<bool(size_t job, size_t item)>& work) {
  std::atomic<size_t> next = 0;
  auto run = [&](size_t job) {
    for (size_t item = next++; item < count; item = next++)
      if (!work(job, item)) next = count;
  };
  std::vector<std::thread> others;
  for (size_t job = 1; job < jobs && job < count; ++job) others.emplace_back(run, job);
  run(0);
  for (auto& other : others) other.join();
}

}  // namespace tally::measure
