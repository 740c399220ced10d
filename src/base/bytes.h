#pragma once
// Caches of our own as bytes: numbers as they are in memory, texts and lists with their sizes
// before them. Nothing to parse, so they load fast; reading is bounds-checked, so damage is
// noticed, never followed.

#include <bit>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

namespace tally {

static_assert(std::endian::native == std::endian::little,
              "numbers are stored as they are in memory");

// 64 bits over eight bytes at a time: against damage, not against malice.
inline uint64_t checksum(std::string_view bytes) {
  uint64_t sum = 0x9e3779b97f4a7c15u ^ bytes.size();
  auto add = [&](uint64_t word) {
    sum = (sum ^ word) * 0xbf58476d1ce4e5b9u;
    sum ^= sum >> 29;
  };
  for (; bytes.size() >= 8; bytes.remove_prefix(8)) {
    uint64_t word = 0;
    std::memcpy(&word, bytes.data(), 8);
    add(word);
  }
  uint64_t rest = 0;
  std::memcpy(&rest, bytes.data(), bytes.size());
  add(rest);
  return sum;
}

class ByteWriter {
 public:
  void number(uint64_t value) { append(&value, sizeof value); }
  void byte(uint8_t value) { append(&value, 1); }
  void text(std::string_view value) {
    auto size = static_cast<uint32_t>(value.size());
    append(&size, sizeof size);
    out_ += value;
  }
  template <typename T>
  void raw(const std::vector<T>& values) {
    number(values.size());
    append(values.data(), values.size() * sizeof(T));
  }
  template <typename List, typename Each>
  void list(const List& items, Each each) {
    number(items.size());
    for (const auto& item : items) each(item);
  }
  void texts(const std::vector<std::string>& items) {
    list(items, [&](const std::string& item) { text(item); });
  }
  const std::string& bytes() const { return out_; }

 private:
  void append(const void* data, size_t size) { out_.append(static_cast<const char*>(data), size); }
  std::string out_;
};

// After the first read past the end everything is zero and empty, and failed() says so.
class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes) : bytes_(bytes) {}
  bool failed() const { return failed_; }
  bool finished() const { return !failed_ && bytes_.empty(); }

  uint64_t number() { return fixed<uint64_t>(); }
  uint8_t byte() { return fixed<uint8_t>(); }
  std::string text() { return std::string(view()); }
  std::string_view view() { return take(fixed<uint32_t>()); }  // a text, where it lies
  template <typename T>
  std::vector<T> raw() {
    uint64_t count = counted(sizeof(T));
    std::string_view data = take(count * sizeof(T));
    std::vector<T> values(data.size() / sizeof(T));
    if (!values.empty()) std::memcpy(values.data(), data.data(), data.size());
    return values;
  }
  // Every item takes at least `size` bytes: no count can ask for more memory than there are bytes.
  uint64_t counted(size_t size) {
    uint64_t count = number();
    if (count <= bytes_.size() / size) return count;
    fail();
    return 0;
  }
  std::vector<std::string> texts() {
    std::vector<std::string> items(static_cast<size_t>(counted(4)));
    for (auto& item : items) item = text();
    return items;
  }

 private:
  void fail() {
    failed_ = true;
    bytes_ = {};
  }
  std::string_view take(uint64_t size) {
    if (size > bytes_.size()) {
      fail();
      return {};
    }
    auto taken = bytes_.substr(0, static_cast<size_t>(size));
    bytes_.remove_prefix(static_cast<size_t>(size));
    return taken;
  }
  template <typename T>
  T fixed() {
    T value = 0;
    std::string_view data = take(sizeof(T));
    if (!failed_) std::memcpy(&value, data.data(), sizeof(T));
    return value;
  }
  std::string_view bytes_;
  bool failed_ = false;
};

}  // namespace tally
