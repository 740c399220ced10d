#include "face/cli/table_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>

namespace tally::cli {
namespace {

struct CodePoint {
  uint32_t value = 0;
  size_t bytes = 1;
};

CodePoint next_code_point(std::string_view text) {
  auto lead = static_cast<unsigned char>(text[0]);
  size_t bytes = lead < 0x80 ? 1 : lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC0 ? 2 : 1;
  if (bytes == 1 || bytes > text.size()) return {lead, 1};
  uint32_t value = lead & (0xFFu >> (bytes + 1));
  for (size_t i = 1; i < bytes; ++i)
    value = value << 6 | (static_cast<unsigned char>(text[i]) & 0x3F);
  return {value, bytes};
}

size_t width_of(uint32_t c) {
  if ((c >= 0x300 && c <= 0x36F) || c == 0x200B || c == 0x200D || (c >= 0xFE00 && c <= 0xFE0F))
    return 0;
  bool wide = (c >= 0x1100 && c <= 0x115F) || (c >= 0x2E80 && c <= 0xA4CF) ||
              (c >= 0xAC00 && c <= 0xD7A3) || (c >= 0xF900 && c <= 0xFAFF) ||
              (c >= 0xFE30 && c <= 0xFE6F) || (c >= 0xFF00 && c <= 0xFF60) ||
              (c >= 0x1F300 && c <= 0x1FAFF) || (c >= 0x20000 && c <= 0x3FFFD);
  return wide ? 2 : 1;
}

// Control characters in data must not reach the terminal.
std::string printable(const std::string& text) {
  std::string out;
  for (char c : text) {
    auto byte = static_cast<unsigned char>(c);
    if (c == '\n')
      out += "\\n";
    else if (c == '\t')
      out += "\\t";
    else if (byte < 0x20 || byte == 0x7F)
      out += fmt::format("\\x{:02x}", byte);
    else
      out += c;
  }
  return out;
}

std::string cut(const std::string& text, size_t width) {
  if (display_width(text) <= width) return text;
  std::string out;
  size_t used = 0;
  for (std::string_view rest = text; !rest.empty();) {
    auto point = next_code_point(rest);
    if (used + width_of(point.value) > width - 1) break;
    used += width_of(point.value);
    out += rest.substr(0, point.bytes);
    rest.remove_prefix(point.bytes);
  }
  return out + "…";
}

std::string padded(const std::string& text, size_t width, bool right) {
  size_t have = display_width(text);
  std::string fill(width > have ? width - have : 0, ' ');
  return right ? fill + text : text + fill;
}

struct TextColumn {
  std::string head;
  bool right = false;
  std::vector<std::string> cells;
  size_t width = 0;
};

// Digits that a quotient or an average has and nobody reads are left out; --json has them all.
std::string rounded(const table::Column& column, size_t row, std::string cell) {
  const auto* numbers = std::get_if<std::vector<double>>(&column.values);
  if (numbers == nullptr || column.nulls[row] || !std::isfinite((*numbers)[row])) return cell;
  double number = (*numbers)[row];
  bool plain = cell.find('.') != std::string::npos && cell.find('e') == std::string::npos;
  if (!plain) return cell;
  std::string fixed =
      std::abs(number) >= 1 ? fmt::format("{:.2f}", number) : fmt::format("{:.4g}", number);
  return fixed.size() < cell.size() ? fixed : cell;
}

std::string weekday_name(std::string number) {
  constexpr std::array<const char*, 7> kNames = {"Monday", "Tuesday",  "Wednesday", "Thursday",
                                                 "Friday", "Saturday", "Sunday"};
  bool known = number.size() == 1 && number[0] >= '1' && number[0] <= '7';
  return known ? kNames[static_cast<size_t>(number[0] - '1')] : std::move(number);
}

TextColumn text_column(const table::ResultTable& table, size_t index, size_t rows,
                       const TableTextOptions& options) {
  const auto& column = table.columns[index];
  TextColumn out;
  bool titled = index < options.titles.size() && !options.titles[index].empty();
  out.head = printable(titled ? options.titles[index] : column.name);
  if (index < options.units.size() && !options.units[index].empty())
    out.head += fmt::format(" ({})", options.units[index]);
  out.right = table::is_numeric(column.type);
  out.width = display_width(out.head);
  bool weekday = index < options.weekdays.size() && options.weekdays[index];
  out.right = out.right && !weekday;
  bool amount = index < options.amounts.size() && options.amounts[index];
  for (size_t row = 0; row < rows; ++row) {
    std::string cell = column.nulls[row] ? "NULL" : table::cell_text(column, row);
    if (out.right && amount) cell = grouped(rounded(column, row, std::move(cell)));
    if (weekday) cell = weekday_name(std::move(cell));
    cell = cut(printable(cell), options.max_cell_width);
    out.width = std::max(out.width, display_width(cell));
    out.cells.push_back(std::move(cell));
  }
  return out;
}

std::string join_line(const std::vector<std::string>& parts) {
  std::string line = "  ";
  for (size_t i = 0; i < parts.size(); ++i) line += (i ? "  " : "") + parts[i];
  while (!line.empty() && line.back() == ' ') line.pop_back();
  return line + "\n";
}

}  // namespace

size_t display_width(std::string_view text) {
  size_t width = 0;
  while (!text.empty()) {
    auto point = next_code_point(text);
    width += width_of(point.value);
    text.remove_prefix(point.bytes);
  }
  return width;
}

std::string grouped(const std::string& number) {
  size_t start = !number.empty() && number[0] == '-' ? 1 : 0;
  size_t end = start;
  while (end < number.size() && std::isdigit(static_cast<unsigned char>(number[end]))) ++end;
  if (end == start || (end < number.size() && number[end] != '.')) return number;
  std::string out = number.substr(0, start);
  for (size_t i = start; i < end; ++i) {
    if (i > start && (end - i) % 3 == 0) out += ',';
    out += number[i];
  }
  return out + number.substr(end);
}

std::string table_text(const table::ResultTable& table, const TableTextOptions& options,
                       const Terminal& terminal) {
  if (table.columns.empty()) return "";
  size_t shown =
      options.max_rows == 0 ? table.row_count : std::min(table.row_count, options.max_rows);
  std::vector<TextColumn> columns;
  for (size_t i = 0; i < table.columns.size(); ++i)
    columns.push_back(text_column(table, i, shown, options));
  std::vector<std::string> heads, rules;
  for (const auto& column : columns) {
    heads.push_back(terminal.paint(Style::bold, padded(column.head, column.width, column.right)));
    std::string rule;
    for (size_t i = 0; i < column.width; ++i) rule += "─";
    rules.push_back(rule);
  }
  std::string out = join_line(heads) + terminal.paint(Style::dim, join_line(rules));
  for (size_t row = 0; row < shown; ++row) {
    std::vector<std::string> cells;
    for (const auto& column : columns)
      cells.push_back(padded(column.cells[row], column.width, column.right));
    out += join_line(cells);
  }
  if (table.row_count > shown || table.more_rows) {
    std::string total = grouped(std::to_string(table.row_count)) + (table.more_rows ? "+" : "");
    out += terminal.paint(
        Style::dim,
        fmt::format("  … {} of {} rows shown{}\n", grouped(std::to_string(shown)), total,
                    table.row_count > shown ? " (--rows N, --rows 0 for all)" : ""));
  } else if (table.row_count == 0) {
    out += terminal.paint(Style::dim, "  (no rows)\n");
  }
  return out;
}

}  // namespace tally::cli
