#include "base/gzip.h"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <memory>

#include "base/files.h"

namespace tally {
namespace {

constexpr size_t kStep = size_t{1} << 20;

struct EndInflate {
  void operator()(z_stream* stream) const { inflateEnd(stream); }
};

// The length that the last member says it unpacks to, modulo 2^32: a first guess at the memory.
size_t said_length(std::string_view bytes) {
  size_t length = 0;
  for (size_t at = 4; at > 0; --at)
    length = length << 8 | static_cast<unsigned char>(bytes[bytes.size() - 5 + at]);
  return length;
}

Error damaged(std::string_view what) {
  return user_error(fmt::format("the gzip data is {}", what), "pack the file again");
}

// Text that somebody means packs to a hundredth at best; beyond it a file is made to fill memory.
size_t believable(size_t packed) {
  constexpr size_t kAlways = size_t{256} << 20;
  return std::max(kAlways, packed * 150);
}

// Room for the next piece of output. A file cannot promise more than deflate can hold (1032 to 1).
void grow(std::string& out, size_t used, std::string_view bytes, size_t most) {
  if (used < out.size()) return;
  const size_t first = std::min(said_length(bytes), bytes.size() * 1032) + 1;
  const size_t wanted = out.empty() ? first : std::max(out.size() * 2, out.size() + kStep);
  out.resize(std::min(wanted, most + 1));
}

}  // namespace

bool is_gzip(std::string_view bytes) {
  return bytes.size() >= 2 && bytes[0] == '\x1f' && bytes[1] == '\x8b';
}

Result<std::string> gunzip(std::string_view bytes, size_t most) {
  if (!is_gzip(bytes) || bytes.size() < 18) return damaged("cut short");
  z_stream stream{};
  if (inflateInit2(&stream, 15 + 16) != Z_OK) return outside_error("no memory to unpack gzip data");
  std::unique_ptr<z_stream, EndInflate> end(&stream);
  std::string out;
  size_t used = 0, taken = 0;
  while (true) {
    grow(out, used, bytes, most);
    const size_t give = std::min(bytes.size() - taken, kStep);
    const size_t room = std::min(out.size() - used, kStep);
    // zlib's interface is older than const; it does not write to its input.
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data() + taken));
    stream.avail_in = static_cast<uInt>(give);
    stream.next_out = reinterpret_cast<Bytef*>(out.data() + used);
    stream.avail_out = static_cast<uInt>(room);
    const int state = inflate(&stream, Z_NO_FLUSH);
    taken += give - stream.avail_in;
    used += room - stream.avail_out;
    if (used > most) {
      Error error = user_error(fmt::format("the gzip data unpacks to more than {} bytes", most));
      error.code = "too_large";
      return error;
    }
    if (state == Z_STREAM_END) {
      if (!is_gzip(bytes.substr(taken))) break;  // zeros or nothing: what follows is padding
      if (inflateReset(&stream) != Z_OK) return damaged("damaged");
    } else if (state == Z_BUF_ERROR && taken == bytes.size()) {
      return damaged("cut short");
    } else if (state != Z_OK && state != Z_BUF_ERROR) {
      return damaged("damaged");
    } else if (taken == bytes.size() && stream.avail_out > 0) {
      return damaged("cut short");
    }
  }
  out.resize(used);
  return out;
}

Result<std::string> read_file_unpacked(const std::string& path, size_t most) {
  TALLY_TRY(std::string bytes, read_file(path));
  if (!is_gzip(bytes)) return bytes;
  auto text = gunzip(bytes, std::min(most, believable(bytes.size())));
  if (text.ok()) return text;
  Error error = text.error();
  error.message = fmt::format("cannot read {}: {}", path, error.message);
  return error;
}

}  // namespace tally
