#include "base/md5.h"

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>

namespace tally {
namespace {

constexpr size_t kBlock = 64;
constexpr int kSteps = 64;

// How far each step turns: four steps a round, the same four times over (RFC 1321, 3.4).
constexpr std::array<std::array<int, 4>, 4> kTurns{
    {{7, 12, 17, 22}, {5, 9, 14, 20}, {4, 11, 16, 23}, {6, 10, 15, 21}}};

// The table T of the RFC: the integer part of 2^32 |sin i|.
std::array<uint32_t, kSteps> sine_table() {
  std::array<uint32_t, kSteps> table{};
  for (int at = 0; at < kSteps; ++at)
    table[at] = static_cast<uint32_t>(std::floor(std::ldexp(std::fabs(std::sin(at + 1.0)), 32)));
  return table;
}

using State = std::array<uint32_t, 4>;

void add_block(const char* block, State& state) {
  static const std::array<uint32_t, kSteps> kSines = sine_table();
  std::array<uint32_t, 16> words;
  std::memcpy(words.data(), block, kBlock);
  auto [a, b, c, d] = state;
  for (uint32_t step = 0; step < kSteps; ++step) {
    uint32_t mixed = 0, word = 0;
    switch (step / 16) {
      case 0:
        mixed = (b & c) | (~b & d);
        word = step;
        break;
      case 1:
        mixed = (b & d) | (c & ~d);
        word = 5 * step + 1;
        break;
      case 2:
        mixed = b ^ c ^ d;
        word = 3 * step + 5;
        break;
      default:
        mixed = c ^ (b | ~d);
        word = 7 * step;
    }
    const uint32_t sum = a + mixed + words[word % 16] + kSines[step];
    a = d;
    d = c;
    c = b;
    b += std::rotl(sum, kTurns[step / 16][step % 4]);
  }
  state[0] += a;
  state[1] += b;
  state[2] += c;
  state[3] += d;
}

}  // namespace

static_assert(std::endian::native == std::endian::little, "words are taken as they are in memory");

std::string md5_hex(std::string_view bytes) {
  State state{0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476};
  const uint64_t bits = uint64_t{bytes.size()} * 8;
  while (bytes.size() >= kBlock) {
    add_block(bytes.data(), state);
    bytes.remove_prefix(kBlock);
  }
  // The rest, a one, zeros, and the length in bits at the end of a block.
  std::array<char, 2 * kBlock> rest{};
  std::memcpy(rest.data(), bytes.data(), bytes.size());
  rest[bytes.size()] = static_cast<char>(0x80);
  const size_t blocks = bytes.size() + 1 + sizeof bits > kBlock ? 2 : 1;
  std::memcpy(rest.data() + blocks * kBlock - sizeof bits, &bits, sizeof bits);
  for (size_t at = 0; at < blocks; ++at) add_block(rest.data() + at * kBlock, state);

  std::string hex;
  for (const uint32_t word : state)
    for (int byte = 0; byte < 4; ++byte)
      for (const int shift : {4, 0}) hex += "0123456789abcdef"[(word >> (8 * byte + shift)) & 15];
  return hex;
}

}  // namespace tally
