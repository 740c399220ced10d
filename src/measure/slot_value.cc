#include "measure/slot_value.h"

#include "sql/fixed_sql.h"
#include "table/cell_values.h"

namespace tally::measure {
namespace {

std::string quoted(std::string_view type, std::string_view text) {
  return std::string(type) + " " + sql::quote_literal(text);
}

// What an unquoted scalar of a YAML file is.
std::string plain_literal(const std::string& text) {
  if (table::parse_decimal(text)) return text;
  if (table::parse_date(text)) return quoted("DATE", text);
  if (table::parse_timestamp(text)) return quoted("TIMESTAMP", text);
  if (text == "true" || text == "false") return text;
  return sql::quote_literal(text);
}

}  // namespace

std::optional<SlotValue> slot_value(const semantic::Node& node) {
  if (node.kind == semantic::Node::Kind::plain)
    return SlotValue{plain_literal(node.text), node.text};
  if (node.kind == semantic::Node::Kind::text)
    return SlotValue{sql::quote_literal(node.text), node.text};
  return std::nullopt;
}

std::optional<SlotValue> slot_value(const table::Column& column, size_t row) {
  std::string text = table::cell_text(column, row);
  switch (column.type) {
    case table::Type::boolean:
    case table::Type::integer:
    case table::Type::hugeint:
    case table::Type::decimal:
      return SlotValue{text, text};
    case table::Type::text:
      return SlotValue{sql::quote_literal(text), text};
    case table::Type::date:
      return SlotValue{quoted("DATE", text), text};
    case table::Type::timestamp:
      return SlotValue{quoted("TIMESTAMP", text), text};
    case table::Type::real:
    case table::Type::blob:
    case table::Type::time:
    case table::Type::timestamp_tz:
    case table::Type::interval:
      return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace tally::measure
