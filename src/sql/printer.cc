#include "sql/printer.h"

#include "sql/fixed_sql.h"
#include "sql/print_impl.h"

namespace tally::sql {
namespace {

constexpr size_t kWidth = 100;

}  // namespace

std::string print(const Query& query, const PrintOptions& options) {
  Printer printer(options);
  printer.query(query);
  return std::move(printer).text();
}

std::string print(const Expression& expression, const PrintOptions& options) {
  Printer printer(options);
  printer.expression(expression, 0);
  return std::move(printer).text();
}

void Printer::name(const Identifier& name) {
  put(written_name(name.text, options_.dialect, name.quoted));
}

void Printer::names(const std::vector<Identifier>& names) {
  for (size_t i = 0; i < names.size(); ++i) {
    if (i > 0) put(", ");
    name(names[i]);
  }
}

void Printer::qualified(const QualifiedName& parts) {
  for (size_t i = 0; i < parts.size(); ++i) {
    if (i > 0) put(".");
    name(parts[i]);
  }
}

void Printer::literal_text(std::string_view text) {
  put(quote_literal(text));
}

void Printer::line(Flat flat) {
  if (options_.pretty) {
    out_ += '\n';
    out_.append(indent_, ' ');
  } else if (flat == Flat::space) {
    out_ += ' ';
  }
}

bool Printer::fits(std::string_view text) const {
  const size_t line_start = out_.rfind('\n');
  const size_t column =
      line_start == std::string::npos ? out_.size() : out_.size() - line_start - 1;
  return column + text.size() <= kWidth && text.find('\n') == std::string_view::npos;
}

}  // namespace tally::sql
