// Types, read into one canonical spelling: "DECIMAL(15, 2)", "INTEGER[]", "STRUCT(a VARCHAR)".

#include "sql/dialect.h"
#include "sql/fixed_sql.h"
#include "sql/parse_impl.h"

namespace tally::sql {
namespace {

std::string upper(std::string text) {
  for (char& c : text) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  return text;
}

}  // namespace

// A type and its array bounds: INTEGER[3][], INTEGER ARRAY
Result<std::string> Parser::type() {
  TALLY_CHECK(deeper());
  TALLY_TRY(std::string name, type_base());
  const bool array = take_keyword(keyword("array"));
  if (array && !at_symbol("[")) name += "[]";
  while (at_symbol("[")) {
    take();
    name += "[";
    if (peek().kind == TokenKind::number) name += text_of(take());
    TALLY_CHECK(expect_symbol("]"));
    name += "]";
    if (array) break;
  }
  shallower();
  return name;
}

Result<std::string> Parser::type_base() {
  const Token& token = peek();
  if (!at_any_name()) return unexpected("a type");
  const auto word = static_cast<uint16_t>(token.kind == TokenKind::word ? token.code : 0);
  const bool opens = at_symbol("(", 1);
  if (opens && (word == keyword("struct") || word == keyword("row"))) {
    return nested_type("STRUCT", true);
  }
  if (opens && word == keyword("union")) return nested_type("UNION", true);
  if (opens && word == keyword("map")) return nested_type("MAP", false);
  if (keyword_class(word) == KeywordClass::reserved) return unexpected("a type");
  const Identifier name = take_identifier();
  if (name.quoted || at_symbol(".")) return qualified_type(name);
  if (word == keyword("national")) {
    if (!take_keyword(keyword("character")) && !take_keyword(keyword("char"))) {
      return unexpected("CHARACTER");
    }
    take_keyword(keyword("varying"));
    return type_modifiers("VARCHAR");
  }
  const std::string_view known = canonical_type(upper(name.text));
  if (known.empty()) return type_modifiers(written_name(name.text));
  if (word == keyword("double")) take_keyword(keyword("precision"));
  if (known == "VARCHAR" || known == "BIT") take_keyword(keyword("varying"));
  TALLY_TRY(std::string spelled, type_modifiers(std::string(known)));
  if (word == keyword("time") || word == keyword("timestamp")) {
    TALLY_TRY(std::string zone, time_zone_suffix());
    spelled += zone;
  }
  return spelled;
}

Result<std::string> Parser::qualified_type(const Identifier& first) {
  std::string name = first.quoted ? quote_identifier(first.text) : written_name(first.text);
  while (take_symbol(".")) {
    TALLY_TRY(Identifier part, any_name("a type"));
    name += "." + (part.quoted ? quote_identifier(part.text) : written_name(part.text));
  }
  return type_modifiers(std::move(name));
}

// (10, 2) or ('a', 'b'): constants only, and no name can be mistaken for one.
Result<std::string> Parser::type_modifiers(std::string name) {
  if (!take_symbol("(")) return name;
  name += "(";
  bool first = true;
  while (!at_symbol(")")) {
    if (!first) name += ", ";
    first = false;
    if (peek().kind == TokenKind::text) {
      TALLY_TRY(std::string text, text_value());
      name += quote_literal(text);
    } else if (peek().kind == TokenKind::number) {
      name += text_of(take());
    } else {
      return unexpected("a number or a text");
    }
    if (!take_symbol(",")) break;
  }
  TALLY_CHECK(expect_symbol(")"));
  return name + ")";
}

// STRUCT(a INTEGER, b VARCHAR), MAP(VARCHAR, INTEGER)
Result<std::string> Parser::nested_type(std::string_view name, bool named) {
  std::string spelled(name);
  take();
  take();
  spelled += "(";
  bool first = true;
  do {
    if (!first) spelled += ", ";
    first = false;
    if (named) {
      TALLY_TRY(Identifier field, column_name("a field name"));
      spelled += written_name(field.text, Dialect::duckdb, field.quoted) + " ";
    }
    TALLY_TRY(std::string inner, type());
    spelled += inner;
  } while (take_symbol(","));
  TALLY_CHECK(expect_symbol(")"));
  return spelled + ")";
}

Result<std::string> Parser::time_zone_suffix() {
  const bool with = at_keyword(keyword("with"));
  if ((!with && !at_keyword(keyword("without"))) || !at_keyword(keyword("time"), 1)) {
    return std::string();
  }
  take();
  take();
  TALLY_CHECK(expect_keyword(keyword("zone")));
  return std::string(with ? " WITH TIME ZONE" : "");
}

}  // namespace tally::sql
