#pragma once
// Strings as small numbers: each distinct one is kept once, in one block of memory. Made for
// building an index, where the same few thousand words come by a million times.

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.h"

namespace tally::retrieval {

class StringTable {
 public:
  static constexpr uint32_t kNone = UINT32_MAX;

  StringTable() : slots_(256) {}

  // The number of `text`, a new one if it was never seen. Numbers count from 0.
  uint32_t intern(std::string_view text) {
    if ((ends_.size() + 1) * 2 > slots_.size()) grow();
    const uint32_t hash = hash_of(text);
    size_t at = slot_of(text, hash);
    if (slots_[at].id != kNone) return slots_[at].id;
    const auto id = static_cast<uint32_t>(size());
    slots_[at] = {hash, id};
    bytes_.append(text);
    ends_.push_back(static_cast<uint32_t>(bytes_.size()));
    return id;
  }
  uint32_t find(std::string_view text) const { return slots_[slot_of(text, hash_of(text))].id; }

  std::string_view operator[](uint32_t id) const {
    const uint32_t start = id == 0 ? 0 : ends_[id - 1];
    return std::string_view(bytes_).substr(start, ends_[id] - start);
  }
  size_t size() const { return ends_.size(); }
  void write(ByteWriter& writer) const {
    writer.text(bytes_);
    writer.raw(ends_);
  }
  void read(ByteReader& reader) {
    *this = {};
    const std::string bytes = reader.text();
    uint32_t start = 0;
    for (uint32_t end : reader.raw<uint32_t>()) {
      if (end < start || end > bytes.size()) return;
      intern(std::string_view(bytes).substr(start, end - start));
      start = end;
    }
  }
  size_t memory() const {
    return bytes_.capacity() + ends_.capacity() * sizeof(uint32_t) +
           slots_.capacity() * sizeof(Slot);
  }

 private:
  struct Slot {
    uint32_t hash = 0;
    uint32_t id = kNone;
  };
  // Eight bytes a step, mixed by multiplication as in wyhash.
  static uint32_t hash_of(std::string_view text) {
    uint64_t hash = 0x9e3779b97f4a7c15u ^ text.size();
    const char* at = text.data();
    size_t left = text.size();
    for (; left > 0; at += std::min<size_t>(left, 8), left -= std::min<size_t>(left, 8)) {
      uint64_t word = 0;
      std::memcpy(&word, at, std::min<size_t>(left, 8));
      hash = (hash ^ word) * 0xd6e8feb86659fd93u;
      hash ^= hash >> 32;
    }
    return static_cast<uint32_t>(hash);
  }
  size_t slot_of(std::string_view text, uint32_t hash) const {
    size_t at = hash & (slots_.size() - 1);
    while (slots_[at].id != kNone && (slots_[at].hash != hash || (*this)[slots_[at].id] != text))
      at = (at + 1) & (slots_.size() - 1);
    return at;
  }
  void grow() {
    std::vector<Slot> before(slots_.size() * 2);
    before.swap(slots_);
    for (const Slot& slot : before) {
      if (slot.id == kNone) continue;
      size_t at = slot.hash & (slots_.size() - 1);
      while (slots_[at].id != kNone) at = (at + 1) & (slots_.size() - 1);
      slots_[at] = slot;
    }
  }

  std::string bytes_;
  std::vector<uint32_t> ends_;  // the end of each string, which is the start of the next
  std::vector<Slot> slots_;     // open addressing, a power of two, at most half full
};

}  // namespace tally::retrieval
