#include "sql/fixed_sql.h"

namespace tally::sql {
namespace {

std::string doubled(std::string_view text, char quote) {
  std::string out(1, quote);
  for (char c : text) {
    if (c == quote) out += quote;
    out += c;
  }
  return out += quote;
}

}  // namespace

std::string quote_identifier(std::string_view name) {
  return doubled(name, '"');
}

std::string quote_literal(std::string_view text) {
  size_t nul = text.find('\0');
  if (nul == std::string_view::npos) return doubled(text, '\'');
  std::string out = "(";
  for (; nul != std::string_view::npos; nul = text.find('\0')) {
    out += doubled(text.substr(0, nul), '\'') + " || chr(0) || ";
    text.remove_prefix(nul + 1);
  }
  return out + doubled(text, '\'') + ")";
}

FixedSql& FixedSql::name(std::string_view identifier) {
  text_ += quote_identifier(identifier);
  return *this;
}
FixedSql& FixedSql::value(std::string_view text) {
  text_ += quote_literal(text);
  return *this;
}
FixedSql& FixedSql::value(int64_t number) {
  text_ += std::to_string(number);
  return *this;
}

}  // namespace tally::sql
