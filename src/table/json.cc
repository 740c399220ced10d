#include "table/json.h"

#include <fmt/format.h>

namespace tally::table {
namespace {

// Length of the well-formed UTF-8 sequence at the start of `text`, 0 if there is none (RFC 3629:
// shortest forms only, no surrogates, nothing past U+10FFFF).
size_t utf8_length(std::string_view text) {
  auto byte = [&](size_t i) { return static_cast<unsigned char>(text[i]); };
  auto continues = [&](size_t i, unsigned low = 0x80, unsigned high = 0xbf) {
    return i < text.size() && byte(i) >= low && byte(i) <= high;
  };
  unsigned lead = byte(0);
  if (lead < 0x80) return 1;
  if (lead >= 0xc2 && lead <= 0xdf) return continues(1) ? 2 : 0;
  if (lead >= 0xe0 && lead <= 0xef) {
    bool second = continues(1, lead == 0xe0 ? 0xa0 : 0x80, lead == 0xed ? 0x9f : 0xbf);
    return second && continues(2) ? 3 : 0;
  }
  if (lead >= 0xf0 && lead <= 0xf4) {
    bool second = continues(1, lead == 0xf0 ? 0x90 : 0x80, lead == 0xf4 ? 0x8f : 0xbf);
    return second && continues(2) && continues(3) ? 4 : 0;
  }
  return 0;
}

void add_ascii(std::string& out, char c) {
  switch (c) {
    case '"':
      out += "\\\"";
      return;
    case '\\':
      out += "\\\\";
      return;
    case '\n':
      out += "\\n";
      return;
    case '\r':
      out += "\\r";
      return;
    case '\t':
      out += "\\t";
      return;
    default:
      break;
  }
  if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f)
    out += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
  else
    out += c;
}

}  // namespace

std::string json_string(std::string_view text) {
  std::string out = "\"";
  while (!text.empty()) {
    size_t length = utf8_length(text);
    if (length == 0)
      out += "\xef\xbf\xbd";
    else if (length == 1)
      add_ascii(out, text[0]);
    else
      out += text.substr(0, length);
    text.remove_prefix(length == 0 ? 1 : length);
  }
  return out += '"';
}

std::string table_json(const ResultTable& table, std::span<const std::string> units) {
  std::string out = "{\"columns\":[";
  for (size_t i = 0; i < table.columns.size(); ++i) {
    const Column& column = table.columns[i];
    bool has_unit = i < units.size() && !units[i].empty();
    out += fmt::format("{}{{\"name\":{},\"type\":\"{}\",\"unit\":{}}}", i == 0 ? "" : ",",
                       json_string(column.name), type_name(column.type),
                       has_unit ? json_string(units[i]) : "null");
  }
  out += "],\"rows\":[";
  for (size_t row = 0; row < table.row_count; ++row) {
    out += row == 0 ? "[" : ",[";
    for (size_t i = 0; i < table.columns.size(); ++i) {
      if (i != 0) out += ',';
      out += cell_json(table.columns[i], row);
    }
    out += ']';
  }
  return out += fmt::format("],\"more_rows\":{}}}", table.more_rows);
}

}  // namespace tally::table
