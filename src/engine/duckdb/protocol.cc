#include "engine/duckdb/protocol.h"

#include <cstring>

namespace tally::engine::duckdb {
namespace {

class Writer {
 public:
  template <typename T>
  Writer& number(T value) {
    static_assert(std::is_arithmetic_v<T>);
    out_.append(reinterpret_cast<const char*>(&value), sizeof value);
    return *this;
  }
  Writer& text(std::string_view bytes) {
    number<uint64_t>(bytes.size());
    out_ += bytes;
    return *this;
  }
  std::string take() { return std::move(out_); }

 private:
  std::string out_;
};

// Reads what Writer wrote; the first short read makes everything after it empty and ok() false.
class Reader {
 public:
  explicit Reader(std::string_view bytes) : bytes_(bytes) {}
  template <typename T>
  T number() {
    T value{};
    if (!has(sizeof value)) return value;
    std::memcpy(&value, bytes_.data(), sizeof value);
    bytes_.remove_prefix(sizeof value);
    return value;
  }
  std::string text() {
    auto size = number<uint64_t>();
    if (!has(size)) return {};
    std::string value(bytes_.substr(0, size));
    bytes_.remove_prefix(size);
    return value;
  }
  bool complete() const { return ok_ && bytes_.empty(); }

 private:
  bool has(uint64_t size) {
    if (bytes_.size() < size) ok_ = false;
    return ok_;
  }
  std::string_view bytes_;
  bool ok_ = true;
};

template <typename T>
Result<T> whole(const Reader& reader, T value) {
  if (reader.complete()) return value;
  return bug_error("a frame between tally and its worker is malformed");
}

}  // namespace

std::string encode(const OpenRequest& request) {
  return Writer()
      .text(request.database_path)
      .number(static_cast<uint8_t>(request.is_data_file))
      .text(request.temp_folder)
      .number(request.address_space)
      .number(request.memory_limit)
      .number(request.max_temp_bytes)
      .number(request.threads)
      .text(request.time_zone)
      .take();
}

Result<OpenRequest> decode_open_request(std::string_view bytes) {
  Reader reader(bytes);
  OpenRequest request;
  request.database_path = reader.text();
  request.is_data_file = reader.number<uint8_t>() != 0;
  request.temp_folder = reader.text();
  request.address_space = reader.number<uint64_t>();
  request.memory_limit = reader.number<uint64_t>();
  request.max_temp_bytes = reader.number<uint64_t>();
  request.threads = reader.number<uint32_t>();
  request.time_zone = reader.text();
  return whole(reader, std::move(request));
}

std::string encode(const Request& request) {
  return Writer()
      .number(static_cast<uint8_t>(request.door))
      .text(request.text)
      .number(request.max_rows)
      .number(request.max_bytes)
      .take();
}

Result<Request> decode_request(std::string_view bytes) {
  Reader reader(bytes);
  Request request;
  auto door = reader.number<uint8_t>();
  if (door > static_cast<uint8_t>(Door::run)) return bug_error("a worker has no such door");
  request.door = static_cast<Door>(door);
  request.text = reader.text();
  request.max_rows = reader.number<uint64_t>();
  request.max_bytes = reader.number<uint64_t>();
  return whole(reader, std::move(request));
}

std::string encode(const Reply& reply) {
  return Writer()
      .number(static_cast<uint8_t>(reply.ok))
      .number(static_cast<uint8_t>(reply.retire))
      .number(reply.seconds)
      .text(reply.payload)
      .number(static_cast<uint8_t>(reply.error.kind))
      .text(reply.error.message)
      .text(reply.error.hint)
      .text(reply.error.code)
      .take();
}

Result<Reply> decode_reply(std::string_view bytes) {
  Reader reader(bytes);
  Reply reply;
  reply.ok = reader.number<uint8_t>() != 0;
  reply.retire = reader.number<uint8_t>() != 0;
  reply.seconds = reader.number<double>();
  reply.payload = reader.text();
  auto kind = reader.number<uint8_t>();
  if (kind > static_cast<uint8_t>(ErrorKind::bug)) kind = static_cast<uint8_t>(ErrorKind::bug);
  reply.error.kind = static_cast<ErrorKind>(kind);
  reply.error.message = reader.text();
  reply.error.hint = reader.text();
  reply.error.code = reader.text();
  return whole(reader, std::move(reply));
}

}  // namespace tally::engine::duckdb
