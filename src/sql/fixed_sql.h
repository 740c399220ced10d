#pragma once
// SQL of our own (introspection, profiling): compile-time text with quoted identifiers and quoted
// values. Nothing else can be interpolated, so its approval needs no guard.
//
//   FixedSql("SELECT min(").name(column).then(") FROM ").name(table).approve(engine)

#include <cstdint>
#include <string>
#include <string_view>

#include "sql/sql_text.h"

namespace tally::sql {

// A string literal of the program text: only a compile-time constant converts to it.
class FixedText {
 public:
  consteval FixedText(const char* text) : text_(text) {}  // NOLINT: implicit on purpose
  std::string_view view() const { return text_; }

 private:
  std::string_view text_;
};

class FixedSql {
 public:
  explicit FixedSql(FixedText text) : text_(text.view()) {}
  FixedSql& then(FixedText text) { return text_ += text.view(), *this; }
  FixedSql& name(std::string_view identifier);  // always double-quoted
  FixedSql& value(std::string_view text);       // always a quoted literal
  FixedSql& value(int64_t number);
  FixedSql& append(const FixedSql& other) { return text_ += other.text_, *this; }
  ApprovedSql approve(std::string_view engine) const {
    return {text_, {std::string(engine), "", "own"}};
  }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

// "a""b" and 'it''s': the quoting of standard SQL, which DuckDB follows. A NUL byte, which a value
// may hold but the text of a query may not, is put together from chr(0). No name has one.
std::string quote_identifier(std::string_view name);
std::string quote_literal(std::string_view text);

}  // namespace tally::sql
