#include "table/codec.h"

#include <fmt/format.h>

#include <bit>
#include <cstring>
#include <limits>

namespace tally::table {
namespace {

// Layout: magic, version, flags (bit 0: more_rows), rows, columns; per column: name, type,
// engine type, scale, a byte saying whether a bitmap of nulls follows, the values. Integers are
// LEB128, signed ones zigzag-coded; reals are 8 little-endian bytes.
constexpr std::string_view kMagic = "TlyT";
constexpr uint8_t kVersion = 1;
constexpr auto kLastType = static_cast<uint8_t>(Type::interval);
constexpr int kMaxScale = 38;
// Without columns no byte stands for a row, so this alone bounds their number.
constexpr uint64_t kMaxRows = uint64_t{1} << 40;

class Writer {
 public:
  void byte(uint8_t value) { out_ += static_cast<char>(value); }
  void raw(std::string_view bytes) { out_ += bytes; }
  template <typename U>
  void number(U value) {
    while (value >= 0x80) {
      byte(static_cast<uint8_t>(value & 0x7f) | 0x80);
      value >>= 7;
    }
    byte(static_cast<uint8_t>(value));
  }
  void text(std::string_view value) {
    number<uint64_t>(value.size());
    raw(value);
  }

  void value(int64_t v) {
    number((static_cast<uint64_t>(v) << 1) ^ static_cast<uint64_t>(v >> 63));
  }
  void value(Int128 v) { number((static_cast<UInt128>(v) << 1) ^ static_cast<UInt128>(v >> 127)); }
  void value(double v) {
    auto bits = std::bit_cast<uint64_t>(v);
    for (int i = 0; i < 8; ++i) byte(static_cast<uint8_t>(bits >> (8 * i)));
  }
  void value(const std::string& v) { text(v); }
  void value(const Interval& v) {
    value(int64_t{v.months});
    value(int64_t{v.days});
    value(v.micros);
  }

  std::string take() { return std::move(out_); }
  void reserve(size_t size) { out_.reserve(size); }

 private:
  std::string out_;
};

// Reads as long as the bytes make sense; after the first failure everything reads as zero and
// `failed()` says so, which keeps the callers short.
class Reader {
 public:
  explicit Reader(std::string_view bytes) : bytes_(bytes) {}
  bool failed() const { return failed_; }
  size_t left() const { return bytes_.size(); }

  uint8_t byte() {
    if (bytes_.empty()) return fail();
    auto value = static_cast<uint8_t>(bytes_.front());
    bytes_.remove_prefix(1);
    return value;
  }
  std::string_view raw(uint64_t size) {
    if (size > bytes_.size()) return fail(), std::string_view();
    auto taken = bytes_.substr(0, static_cast<size_t>(size));
    bytes_.remove_prefix(static_cast<size_t>(size));
    return taken;
  }
  template <typename U>
  U number() {
    constexpr unsigned kBits = sizeof(U) * 8;
    U value = 0;
    for (unsigned shift = 0; shift < kBits; shift += 7) {
      uint8_t next = byte();
      U part = next & 0x7f;
      if (kBits - shift < 7 && (part >> (kBits - shift)) != 0) return fail();
      value |= part << shift;
      if (next < 0x80) return failed_ ? 0 : value;
    }
    return fail();
  }

  void value(int64_t& v) {
    auto coded = number<uint64_t>();
    v = static_cast<int64_t>((coded >> 1) ^ (0 - (coded & 1)));
  }
  void value(Int128& v) {
    auto coded = number<UInt128>();
    v = static_cast<Int128>((coded >> 1) ^ (0 - (coded & 1)));
  }
  void value(double& v) {
    uint64_t bits = 0;
    for (int i = 0; i < 8; ++i) bits |= static_cast<uint64_t>(byte()) << (8 * i);
    v = std::bit_cast<double>(bits);
  }
  void value(std::string& v) { v = raw(number<uint64_t>()); }
  void value(int32_t& v) {
    int64_t wide = 0;
    value(wide);
    if (wide < std::numeric_limits<int32_t>::min() || wide > std::numeric_limits<int32_t>::max())
      fail();
    else
      v = static_cast<int32_t>(wide);
  }
  void value(Interval& v) {
    value(v.months);
    value(v.days);
    value(v.micros);
  }

 private:
  uint8_t fail() {
    failed_ = true;
    bytes_ = {};
    return 0;
  }
  std::string_view bytes_;
  bool failed_ = false;
};

Error damaged(std::string_view what) {
  return outside_error(fmt::format("damaged result table: {}", what));
}

void write_nulls(Writer& out, const std::vector<bool>& nulls) {
  bool any = false;
  for (bool null : nulls) any |= null;
  out.byte(any ? 1 : 0);
  if (!any) return;
  for (size_t start = 0; start < nulls.size(); start += 8) {
    uint8_t bits = 0;
    for (size_t i = start; i < nulls.size() && i < start + 8; ++i)
      bits = static_cast<uint8_t>(bits | (nulls[i] ? 1u << (i - start) : 0u));
    out.byte(bits);
  }
}

bool read_nulls(Reader& in, uint64_t rows, std::vector<bool>& nulls) {
  uint8_t any = in.byte();
  nulls.assign(static_cast<size_t>(rows), false);
  if (any == 0) return true;
  if (any != 1) return false;
  std::string_view bits = in.raw((rows + 7) / 8);
  if (in.failed()) return false;
  for (size_t i = 0; i < nulls.size(); ++i)
    nulls[i] = (static_cast<unsigned char>(bits[i / 8]) >> (i % 8) & 1) != 0;
  return true;
}

void write_column(Writer& out, const Column& column) {
  out.text(column.name);
  out.byte(static_cast<uint8_t>(column.type));
  out.text(column.engine_type);
  out.byte(static_cast<uint8_t>(column.scale));
  write_nulls(out, column.nulls);
  std::visit(
      [&](const auto& values) {
        for (const auto& v : values) out.value(v);
      },
      column.values);
}

Result<Column> read_column(Reader& in, uint64_t rows) {
  Column column;
  in.value(column.name);
  uint8_t type = in.byte();
  if (type > kLastType) return damaged("unknown column type");
  column.type = static_cast<Type>(type);
  in.value(column.engine_type);
  column.scale = in.byte();
  if (column.scale > kMaxScale) return damaged("impossible scale");
  // Every value takes at least a byte: checked before anything of that size is allocated.
  if (in.failed() || rows > in.left()) return damaged("cut short");
  if (!read_nulls(in, rows, column.nulls)) return damaged("bad null bitmap");
  if (rows > in.left()) return damaged("cut short");
  column.values = empty_values(column.type);
  std::visit(
      [&](auto& values) {
        values.resize(static_cast<size_t>(rows));
        for (auto& v : values) {
          in.value(v);
          if (in.failed()) return;
        }
      },
      column.values);
  if (in.failed()) return damaged("cut short");
  return column;
}

}  // namespace

std::string encode(const ResultTable& table) {
  Writer out;
  out.reserve(64 + table.row_count * table.columns.size() * 6);
  out.raw(kMagic);
  out.byte(kVersion);
  out.byte(table.more_rows ? 1 : 0);
  out.number<uint64_t>(table.row_count);
  out.number<uint64_t>(table.columns.size());
  for (const Column& column : table.columns) write_column(out, column);
  return out.take();
}

Result<ResultTable> decode(std::string_view bytes) {
  Reader in(bytes);
  if (in.raw(kMagic.size()) != kMagic) return damaged("not one");
  if (in.byte() != kVersion) return damaged("another version");
  uint8_t flags = in.byte();
  if (flags > 1) return damaged("unknown flags");
  ResultTable table;
  table.more_rows = flags == 1;
  auto rows = in.number<uint64_t>();
  auto columns = in.number<uint64_t>();
  if (in.failed() || rows > kMaxRows) return damaged("cut short");
  table.row_count = static_cast<size_t>(rows);
  for (uint64_t i = 0; i < columns; ++i) {
    TALLY_TRY(Column column, read_column(in, rows));
    table.columns.push_back(std::move(column));
  }
  if (in.failed() || in.left() != 0) return damaged("bytes left over");
  return table;
}

}  // namespace tally::table
