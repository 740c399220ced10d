#include "semantic/condition.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "semantic/calendar.h"
#include "semantic/names.h"

namespace tally::semantic {
namespace {

using sql::BinaryOp;
using sql::Expression;

enum class Class { text, number, boolean, day, other };

Class class_of(DataType type) {
  switch (type) {
    case DataType::string:
      return Class::text;
    case DataType::integer:
    case DataType::decimal:
    case DataType::float_:
      return Class::number;
    case DataType::boolean:
      return Class::boolean;
    case DataType::date:
    case DataType::datetime:
    case DataType::datetime_tz:
      return Class::day;
    default:
      return Class::other;
  }
}

const char* class_text(Class what) {
  constexpr std::array<const char*, 5> kTexts = {"text", "a number", "true or false", "a date",
                                                 "a value"};
  return kTexts[static_cast<size_t>(what)];
}

// -12.5e3: what may be printed as it is.
bool is_number(std::string_view text) {
  size_t i = text.starts_with('-') ? 1 : 0;
  auto run = [&] {
    size_t start = i;
    while (i < text.size() && text[i] >= '0' && text[i] <= '9') ++i;
    return i > start;
  };
  if (!run()) return false;
  if (i < text.size() && text[i] == '.') {
    ++i;
    if (!run()) return false;
  }
  if (i < text.size() && (text[i] == 'e' || text[i] == 'E')) {
    ++i;
    if (i < text.size() && (text[i] == '-' || text[i] == '+')) ++i;
    if (!run()) return false;
  }
  return i == text.size();
}

Expression number(std::string_view text) {
  if (!text.starts_with('-')) return sql::number_literal(std::string(text));
  return {sql::Unary{sql::UnaryOp::minus, sql::number_literal(std::string(text.substr(1)))}, {}};
}

std::string shown(const Value& value) {
  bool bare = value.kind == Value::Kind::number || value.kind == Value::Kind::boolean;
  return bare ? value.text : fmt::format("\"{}\"", value.text);
}

Expression day_literal(const std::string& text) {
  if (is_iso_date(text)) return sql::date_literal(text);
  return {sql::Literal{sql::Literal::Kind::typed, text, "TIMESTAMP"}, {}};
}

// A literal of the class, or nothing if the value is not of it.
std::optional<Expression> literal(const Value& value, Class what) {
  bool written = value.kind == Value::Kind::text || value.kind == Value::Kind::date;
  bool is_boolean =
      value.kind == Value::Kind::boolean && (value.text == "true" || value.text == "false");
  bool numeric = value.kind == Value::Kind::number && is_number(value.text);
  if (what == Class::day) {
    if (!written || !is_iso_datetime(value.text)) return std::nullopt;
    return day_literal(value.text);
  }
  if (what == Class::text || (what == Class::other && value.kind == Value::Kind::text)) {
    return written ? std::optional(sql::text_literal(value.text)) : std::nullopt;
  }
  if (is_boolean && what != Class::number) {
    return Expression{sql::Literal{sql::Literal::Kind::boolean, value.text, {}}, {}};
  }
  if (numeric && what != Class::boolean) return number(value.text);
  bool is_day = value.kind == Value::Kind::date && is_iso_datetime(value.text);
  if (is_day && what == Class::other) return day_literal(value.text);
  return std::nullopt;
}

struct Arity {
  size_t least, most;
};

Arity arity(FilterOp op) {
  switch (op) {
    case FilterOp::in:
    case FilterOp::not_in:
      return {1, static_cast<size_t>(-1)};
    case FilterOp::between:
    case FilterOp::not_between:
      return {2, 2};
    case FilterOp::is_null:
    case FilterOp::is_not_null:
      return {0, 0};
    default:
      return {1, 1};
  }
}

Result<void> check_shape(FilterOp op, Class what, size_t count, const std::string& subject) {
  Arity allowed = arity(op);
  if (count < allowed.least || count > allowed.most) {
    std::string needed = allowed.most == 0   ? "no value"
                         : allowed.most == 2 ? "two values"
                         : allowed.most > 2  ? "at least one value"
                                             : "one value";
    return user_error(
        fmt::format("the filter on {}: {} takes {}, not {}", subject, op_text(op), needed, count));
  }
  bool pattern = op == FilterOp::like || op == FilterOp::not_like;
  if (pattern && what != Class::text && what != Class::other) {
    return user_error(fmt::format("the filter on {}: {} is for text, and it is {}", subject,
                                  op_text(op), class_text(what)));
  }
  bool order = op == FilterOp::less || op == FilterOp::less_equal || op == FilterOp::greater ||
               op == FilterOp::greater_equal || op == FilterOp::between ||
               op == FilterOp::not_between;
  if (order && what == Class::boolean) {
    return user_error(fmt::format("the filter on {}: {} is for what has an order, and it is {}",
                                  subject, op_text(op), class_text(what)));
  }
  return {};
}

BinaryOp comparison(FilterOp op) {
  switch (op) {
    case FilterOp::not_equal:
      return BinaryOp::not_equal;
    case FilterOp::less:
      return BinaryOp::less;
    case FilterOp::less_equal:
      return BinaryOp::less_equal;
    case FilterOp::greater:
      return BinaryOp::greater;
    case FilterOp::greater_equal:
      return BinaryOp::greater_equal;
    default:
      return BinaryOp::equal;
  }
}

Expression build(Expression operand, FilterOp op, std::vector<Expression> values) {
  switch (op) {
    case FilterOp::is_null:
    case FilterOp::is_not_null:
      return {sql::IsTest{std::move(operand), sql::IsTest::What::null, op == FilterOp::is_not_null},
              {}};
    case FilterOp::in:
    case FilterOp::not_in:
      if (values.size() > 1) {
        return {sql::InList{std::move(operand), std::move(values), op == FilterOp::not_in}, {}};
      }
      return sql::binary(op == FilterOp::in ? BinaryOp::equal : BinaryOp::not_equal,
                         std::move(operand), std::move(values[0]));
    case FilterOp::between:
    case FilterOp::not_between:
      return {sql::Between{std::move(operand), std::move(values[0]), std::move(values[1]),
                           op == FilterOp::not_between},
              {}};
    case FilterOp::like:
    case FilterOp::not_like: {
      sql::Like like;
      like.operand = std::move(operand);
      like.pattern = std::move(values[0]);
      like.negated = op == FilterOp::not_like;
      return {std::move(like), {}};
    }
    default:
      return sql::binary(comparison(op), std::move(operand), std::move(values[0]));
  }
}

}  // namespace

Result<Expression> condition(Expression operand, DataType type, FilterOp op,
                             const std::vector<Value>& values, const std::string& subject) {
  Class what = class_of(type);
  TALLY_CHECK(check_shape(op, what, values.size(), subject));
  std::vector<Expression> literals;
  for (const auto& value : values) {
    auto made = literal(value, what);
    if (!made) {
      return user_error(
          fmt::format("the filter on {}: {} is not {}", subject, shown(value), class_text(what)),
          what == Class::day ? "write days as in 2001-12-31" : "");
    }
    literals.push_back(*std::move(made));
  }
  // A day compared with a moment means the whole day.
  bool days_only = what == Class::day && !values.empty() &&
                   std::all_of(values.begin(), values.end(),
                               [](const Value& value) { return is_iso_date(value.text); });
  if (days_only) operand = day_of(std::move(operand), type);
  return build(std::move(operand), op, std::move(literals));
}

bool drops_nulls_silently(FilterOp op) {
  return op == FilterOp::not_equal || op == FilterOp::not_in || op == FilterOp::not_between ||
         op == FilterOp::not_like;
}

}  // namespace tally::semantic
