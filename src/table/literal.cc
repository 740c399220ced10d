#include "table/literal.h"

#include <fmt/format.h>

#include <charconv>
#include <cstdlib>
#include <optional>

#include "table/cell_values.h"

namespace tally::table {
namespace {

struct Cell {
  std::string text;
  bool quoted = false;
};

std::string_view trimmed(std::string_view text) {
  size_t first = text.find_first_not_of(" \t\r");
  if (first == text.npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

// One escape after its backslash; advances past it.
char unescape(std::string_view line, size_t& at) {
  char c = line[at++];
  if (c == 'n') return '\n';
  if (c == 't') return '\t';
  if (c != 'x' || at + 2 > line.size()) return c;
  unsigned value = 0;
  std::from_chars(line.data() + at, line.data() + at + 2, value, 16);
  at += 2;
  return static_cast<char>(value);
}

std::vector<Cell> split(std::string_view line) {
  std::vector<Cell> cells;
  for (size_t at = 0; at <= line.size(); ++at) {
    Cell cell;
    while (at < line.size() && line[at] == ' ') ++at;
    if (at < line.size() && line[at] == '"') {
      cell.quoted = true;
      for (++at; at < line.size() && line[at] != '"';) {
        if (line[at] == '\\' && at + 1 < line.size())
          cell.text += unescape(line, ++at);
        else
          cell.text += line[at++];
      }
      at = std::min(line.find('|', at), line.size());
    } else {
      size_t end = std::min(line.find('|', at), line.size());
      cell.text = trimmed(line.substr(at, end - at));
      at = end;
    }
    cells.push_back(std::move(cell));
  }
  return cells;
}

std::optional<Column> column_from(const std::string& text) {
  size_t space = text.find_last_of(' ');
  if (space == text.npos) return std::nullopt;
  Column column;
  column.name = trimmed(std::string_view(text).substr(0, space));
  std::string type = text.substr(space + 1);
  if (size_t bracket = type.find('('); bracket != type.npos) {
    column.scale = std::atoi(type.c_str() + bracket + 1);
    type.resize(bracket);
  }
  for (int i = 0; i <= static_cast<int>(Type::interval); ++i) {
    if (type != type_name(static_cast<Type>(i))) continue;
    column.type = static_cast<Type>(i);
    column.engine_type = type;
    bool wide = column.type == Type::hugeint || column.type == Type::decimal;
    if (wide) column.values = std::vector<Int128>();
    if (column.type == Type::real) column.values = std::vector<double>();
    if (column.type == Type::interval) column.values = std::vector<Interval>();
    if (column.type == Type::text || column.type == Type::blob)
      column.values = std::vector<std::string>();
    return column;
  }
  return std::nullopt;
}

std::optional<Int128> scaled(const std::string& text, int scale) {
  auto decimal = parse_decimal(text);
  if (!decimal || decimal->scale > scale) return std::nullopt;
  for (; decimal->scale < scale; ++decimal->scale) decimal->unscaled *= 10;
  return decimal->unscaled;
}

std::optional<int64_t> fixed_width(Type type, const std::string& text) {
  if (type == Type::date) return parse_date(text);
  if (type == Type::time) return parse_time(text);
  if (type == Type::timestamp || type == Type::timestamp_tz) return parse_timestamp(text);
  if (type == Type::boolean && (text == "true" || text == "false")) return text == "true";
  int64_t value = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::optional<double> real(const std::string& text) {
  char* end = nullptr;
  double value = std::strtod(text.c_str(), &end);
  return text.empty() || *end != '\0' ? std::nullopt : std::optional(value);
}

// "months,days,micros"
std::optional<Interval> interval(const std::string& text) {
  Interval value;
  const char* end = text.data() + text.size();
  auto months = std::from_chars(text.data(), end, value.months);
  if (months.ec != std::errc() || months.ptr == end || *months.ptr != ',') return std::nullopt;
  auto days = std::from_chars(months.ptr + 1, end, value.days);
  if (days.ec != std::errc() || days.ptr == end || *days.ptr != ',') return std::nullopt;
  auto micros = std::from_chars(days.ptr + 1, end, value.micros);
  return micros.ec != std::errc() || micros.ptr != end ? std::nullopt : std::optional(value);
}

template <typename T>
bool add(Column& column, std::optional<T> value) {
  if (value) std::get<std::vector<T>>(column.values).push_back(std::move(*value));
  return value.has_value();
}

bool add_cell(Column& column, const Cell& cell) {
  bool null = !cell.quoted && cell.text == "NULL";
  column.nulls.push_back(null);
  if (null) {
    std::visit([](auto& values) { values.emplace_back(); }, column.values);
    return true;
  }
  switch (column.type) {
    case Type::hugeint:
      return add(column, scaled(cell.text, 0));
    case Type::decimal:
      return add(column, scaled(cell.text, column.scale));
    case Type::real:
      return add(column, real(cell.text));
    case Type::interval:
      return add(column, interval(cell.text));
    case Type::text:
    case Type::blob:
      return add(column, std::optional(cell.text));
    default:
      return add(column, fixed_width(column.type, cell.text));
  }
}

Error wrong_line(size_t line, std::string_view what) {
  return user_error(fmt::format("line {}: {}", line, what));
}

Result<void> add_line(ResultTable& table, std::string_view line, size_t number) {
  std::vector<Cell> cells = split(line);
  if (table.columns.empty()) {
    for (const Cell& cell : cells) {
      auto column = column_from(cell.text);
      if (!column) return wrong_line(number, fmt::format("'{}' is not NAME TYPE", cell.text));
      table.columns.push_back(std::move(*column));
    }
    return {};
  }
  if (cells.size() != table.columns.size())
    return wrong_line(number,
                      fmt::format("{} cells, {} wanted", cells.size(), table.columns.size()));
  for (size_t i = 0; i < cells.size(); ++i)
    if (!add_cell(table.columns[i], cells[i]))
      return wrong_line(number, fmt::format("'{}' is not of type {}", cells[i].text,
                                            type_name(table.columns[i].type)));
  ++table.row_count;
  return {};
}

}  // namespace

Result<ResultTable> table_from_literal(std::string_view text) {
  ResultTable table;
  for (size_t number = 1; !text.empty(); ++number) {
    size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = trimmed(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.empty() || line.front() == '#') continue;
    TALLY_CHECK(add_line(table, line, number));
  }
  return table;
}

}  // namespace tally::table
