#pragma once
// Seeded randomness that gives the same numbers on every machine and standard library.

#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

namespace tally::measure {

// FNV-1a, 64 bits (Fowler, Noll, Vo): part of question ids, so it never changes.
inline uint64_t stable_hash(std::string_view text) {
  uint64_t hash = 0xcbf29ce484222325u;
  for (char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  return hash;
}

// SplitMix64 (Steele, Lea, Flood, "Fast splittable pseudorandom number generators", 2014).
class Random {
 public:
  explicit Random(uint64_t seed) : state_(seed) {}

  uint64_t next() {
    uint64_t z = state_ += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }
  // Uniform in [0, count), count > 0; values that would favour some are drawn again.
  uint64_t below(uint64_t count) {
    uint64_t uneven = -count % count;
    uint64_t drawn = next();
    while (drawn < uneven) drawn = next();
    return drawn % count;
  }
  template <typename T>
  void shuffle(std::vector<T>& items) {
    for (size_t i = items.size(); i > 1; --i) std::swap(items[i - 1], items[below(i)]);
  }

 private:
  uint64_t state_;
};

}  // namespace tally::measure
