#include "table/pairing.h"

#include <queue>
#include <utility>

#include "table/compare_cells.h"

namespace tally::table {
namespace {

constexpr size_t kNobody = static_cast<size_t>(-1);

class Augmenter {
 public:
  using Neighbours = std::function<void(size_t, const Visit&)>;
  Augmenter(size_t left_size, size_t right_size, const Neighbours& neighbours)
      : neighbours_(neighbours),
        right_of_(left_size, kNobody),
        left_of_(right_size, kNobody),
        came_from_(right_size, kNobody),
        seen_(right_size, 0) {}

  // One breadth-first search from an unpaired left node; flips the path it finds.
  bool augment(size_t start, const std::function<bool()>& stop) {
    ++round_;
    std::vector<size_t> queue = {start};
    for (size_t head = 0; head < queue.size() && !stop(); ++head) {
      size_t left = queue[head], free = kNobody;
      neighbours_(left, [&](size_t right) {
        if (seen_[right] == round_) return false;
        seen_[right] = round_;
        came_from_[right] = left;
        if (left_of_[right] != kNobody) return queue.push_back(left_of_[right]), false;
        free = right;
        return true;
      });
      if (free == kNobody) continue;
      flip(free);
      return true;
    }
    return false;
  }
  const std::vector<size_t>& right_of() const { return right_of_; }

 private:
  void flip(size_t right) {
    while (right != kNobody) {
      size_t left = came_from_[right];
      left_of_[right] = left;
      std::swap(right_of_[left], right);
    }
  }

  const Neighbours& neighbours_;
  std::vector<size_t> right_of_, left_of_, came_from_, seen_;
  size_t round_ = 0;
};

}  // namespace

std::vector<bool> pair_on_line(std::span<const long double> references,
                               std::span<const long double> answers, std::optional<int> places) {
  struct Open {
    long double closes;
    size_t reference;
    bool operator>(const Open& other) const { return closes > other.closes; }
  };
  // Intervals do not open in the order of their middles, because the tolerance jumps at
  // magnitude 1.
  std::priority_queue<Open, std::vector<Open>, std::greater<>> unopened, open;
  for (size_t i = 0; i < references.size(); ++i)
    unopened.push({references[i] - tolerance(references[i], places), i});
  std::vector<bool> paired(references.size(), false);
  for (long double answer : answers) {
    while (!unopened.empty() && unopened.top().closes <= answer) {
      size_t i = unopened.top().reference;
      unopened.pop();
      open.push({references[i] + tolerance(references[i], places), i});
    }
    while (!open.empty() && open.top().closes < answer) open.pop();
    if (open.empty()) continue;
    paired[open.top().reference] = true;
    open.pop();
  }
  return paired;
}

std::optional<bool> perfect_pairing(
    size_t left_size, size_t right_size,
    const std::function<void(size_t left, const Visit& visit)>& neighbours,
    const std::function<bool()>& stop, std::vector<size_t>* partner_of_left) {
  if (left_size > right_size) return false;
  Augmenter augmenter(left_size, right_size, neighbours);
  for (size_t left = 0; left < left_size; ++left) {
    bool found = augmenter.augment(left, stop);
    if (stop()) return std::nullopt;
    if (!found) return false;
  }
  if (partner_of_left != nullptr) *partner_of_left = augmenter.right_of();
  return true;
}

}  // namespace tally::table
