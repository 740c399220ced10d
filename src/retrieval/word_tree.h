#pragma once
// Words by their letters a–z: every word that begins at a place of a text is met in one walk.

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "base/bytes.h"

namespace tally::retrieval {

class WordTree {
 public:
  static constexpr float kNone = 1e6f;  // cost of what is no word

  WordTree() : nodes_(1) {}

  void reserve(size_t words) { nodes_.reserve(words * 4); }
  // Keeps the lower of two costs. Words with anything but a–z are left out.
  void add(std::string_view word, float cost) {
    uint32_t at = 0;
    for (char c : word) {
      if (c < 'a' || c > 'z') return;
      const auto letter = static_cast<size_t>(c - 'a');
      if (nodes_[at].next[letter] == 0) {
        nodes_[at].next[letter] = static_cast<uint32_t>(nodes_.size());
        nodes_.emplace_back();
      }
      at = nodes_[at].next[letter];
    }
    if (cost < nodes_[at].cost) nodes_[at].cost = cost;
  }

  // Calls each(length, cost) for every word that `text` begins with, the shorter first.
  template <typename Each>
  void prefixes(std::string_view text, Each each) const {
    uint32_t at = 0;
    for (size_t length = 1; length <= text.size(); ++length) {
      const char c = text[length - 1];
      if (c < 'a' || c > 'z') return;
      at = nodes_[at].next[static_cast<size_t>(c - 'a')];
      if (at == 0) return;
      if (nodes_[at].cost < kNone) each(length, nodes_[at].cost);
    }
  }
  float cost(std::string_view word) const {
    float found = kNone;
    prefixes(word, [&](size_t length, float cost) {
      if (length == word.size()) found = cost;
    });
    return found;
  }
  void write(ByteWriter& writer) const { writer.raw(nodes_); }
  void read(ByteReader& reader) {
    nodes_ = reader.raw<Node>();
    if (nodes_.empty()) nodes_.resize(1);
  }
  size_t memory() const { return nodes_.capacity() * sizeof(Node); }

 private:
  struct Node {
    std::array<uint32_t, 26> next{};
    float cost = kNone;  // of the word that ends here
  };
  std::vector<Node> nodes_;
};

}  // namespace tally::retrieval
