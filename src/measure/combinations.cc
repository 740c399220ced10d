#include "measure/combinations.h"

#include <algorithm>
#include <unordered_set>

namespace tally::measure {
namespace {

constexpr uint64_t kListed = 4096;         // fewer are listed and shuffled, more are drawn
constexpr uint64_t kLargest = 1ull << 60;  // beyond, numbers of combinations are not told apart

std::vector<size_t> combination(uint64_t number, const std::vector<size_t>& sizes) {
  std::vector<size_t> picked;
  for (size_t size : sizes) {
    picked.push_back(static_cast<size_t>(number % size));
    number /= size;
  }
  return picked;
}

uint64_t product(const std::vector<size_t>& sizes) {
  uint64_t all = 1;
  for (size_t size : sizes) {
    if (size == 0) return 0;
    all = all > kLargest / size ? kLargest : all * size;
  }
  return all;
}

}  // namespace

std::vector<std::vector<size_t>> random_combinations(const std::vector<size_t>& sizes, size_t most,
                                                     Random& random) {
  uint64_t all = product(sizes);
  std::vector<uint64_t> numbers;
  if (all <= kListed) {
    for (uint64_t number = 0; number < all; ++number) numbers.push_back(number);
    random.shuffle(numbers);
  } else {
    std::unordered_set<uint64_t> seen;
    most = std::min<size_t>(most, kListed / 2);
    while (numbers.size() < most) {
      uint64_t number = random.below(all);
      if (seen.insert(number).second) numbers.push_back(number);
    }
  }
  std::vector<std::vector<size_t>> out;
  for (size_t i = 0; i < numbers.size() && i < most; ++i)
    out.push_back(combination(numbers[i], sizes));
  return out;
}

}  // namespace tally::measure
