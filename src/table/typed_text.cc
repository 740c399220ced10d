#include "table/typed_text.h"

#include <algorithm>
#include <limits>

#include "table/cell_values.h"

namespace tally::table {
namespace {

using Kind = RawCell::Kind;

constexpr int kMaxDigits = 38;

// "2001-02-03T04:05Z", "… 04:05+00", "… 04:05-05": a time of day, then a zone.
bool has_zone(std::string_view text) {
  size_t colon = text.find(':');
  return colon != text.npos && text.find_first_of("Z+-", colon) != text.npos;
}

class Typing {
 public:
  Typing(const std::vector<RawCell>& cells, bool texts_may_be_numbers)
      : cells_(cells), texts_may_be_numbers_(texts_may_be_numbers) {}

  Column column(std::string name, std::optional<Type> declared) {
    Column column;
    column.name = std::move(name);
    for (const auto& cell : cells_) column.nulls.push_back(cell.kind == Kind::null);
    bool any = std::any_of(cells_.begin(), cells_.end(), is_given);
    bool done = declared && as_declared(column, *declared);
    if (!done)
      done = any && (as_numbers(column) || as_booleans(column) || as_dates(column) ||
                     as_timestamps(column));
    if (!done) as_text(column);
    column.engine_type = type_name(column.type);
    return column;
  }

 private:
  static bool is_given(const RawCell& cell) { return cell.kind != Kind::null; }
  bool may_be_number(const RawCell& cell) const {
    return cell.kind == Kind::number || (cell.kind == Kind::text && texts_may_be_numbers_);
  }

  // Every value that is there through `parse`, or none: false.
  template <typename T, typename May, typename Parse>
  bool all(Column& column, Type type, May may, Parse parse) const {
    std::vector<T> values;
    values.reserve(cells_.size());
    for (const auto& cell : cells_) {
      if (cell.kind == Kind::null) {
        values.emplace_back();
        continue;
      }
      if (!may(cell)) return false;
      auto value = parse(std::string_view(cell.text));
      if (!value) return false;
      values.push_back(static_cast<T>(*value));
    }
    column.type = type;
    column.values = std::move(values);
    return true;
  }

  bool as_declared(Column& column, Type type) const {
    switch (type) {
      case Type::integer:
      case Type::hugeint:
      case Type::decimal:
        if (!decimal_scale() || !as_numbers(column)) return false;
        if (type == Type::decimal) widen(column);
        return true;
      case Type::real:
        return as_reals(column);
      case Type::boolean:
        return as_booleans(column);
      case Type::date:
        return as_dates(column);
      case Type::timestamp:
      case Type::timestamp_tz:
        return all<int64_t>(column, type, is_text, parse_timestamp);
      case Type::time:
        return all<int64_t>(column, type, is_text, parse_time);
      case Type::text:
        as_text(column);
        return true;
      case Type::blob:
      case Type::interval:
        return false;  // in their written form
    }
    return false;
  }

  bool as_reals(Column& column) const {
    auto may = [&](const RawCell& cell) {
      return may_be_number(cell) || cell.text == "nan" || cell.text == "inf" || cell.text == "-inf";
    };
    return all<double>(column, Type::real, may, parse_real);
  }

  bool as_numbers(Column& column) const {
    auto may = [&](const RawCell& cell) { return may_be_number(cell); };
    if (auto scale = decimal_scale()) {
      auto unscaled = [&](std::string_view text) -> std::optional<Int128> {
        auto value = parse_decimal(text);
        for (int i = value->scale; i < *scale; ++i) value->unscaled *= 10;
        return value->unscaled;
      };
      all<Int128>(column, *scale > 0 ? Type::decimal : Type::hugeint, may, unscaled);
      column.scale = *scale;
      if (*scale == 0) narrow(column);
      return true;
    }
    // A column of "nan" and "inf" alone may be words.
    bool any_finite = std::any_of(cells_.begin(), cells_.end(), [&](const RawCell& cell) {
      return cell.text.find_first_of("0123456789") != cell.text.npos;
    });
    return any_finite && all<double>(column, Type::real, may, parse_real);
  }

  // The places that all values fit in exactly; nullopt: some value is no plain decimal number, or
  // the digits before and behind the point are too many together.
  std::optional<int> decimal_scale() const {
    int scale = 0, whole = 0;
    for (const auto& cell : cells_) {
      if (cell.kind == Kind::null) continue;
      if (!may_be_number(cell)) return std::nullopt;
      auto value = parse_decimal(cell.text);
      if (!value) return std::nullopt;
      scale = std::max(scale, value->scale);
      auto point = std::min(cell.text.find('.'), cell.text.size());
      whole = std::max(whole, static_cast<int>(point));
    }
    if (whole + scale > kMaxDigits) return std::nullopt;
    return scale;
  }

  static void narrow(Column& column) {
    const auto& wide = std::get<std::vector<Int128>>(column.values);
    constexpr Int128 kLeast = std::numeric_limits<int64_t>::min();
    constexpr Int128 kMost = std::numeric_limits<int64_t>::max();
    bool fits = std::all_of(wide.begin(), wide.end(),
                            [&](Int128 value) { return value >= kLeast && value <= kMost; });
    if (!fits) return;
    std::vector<int64_t> values;
    for (Int128 value : wide) values.push_back(static_cast<int64_t>(value));
    column.type = Type::integer;
    column.values = std::move(values);
  }

  // Whole numbers that are decimals all the same.
  static void widen(Column& column) {
    column.type = Type::decimal;
    if (auto* narrow = std::get_if<std::vector<int64_t>>(&column.values))
      column.values = std::vector<Int128>(narrow->begin(), narrow->end());
  }

  bool as_booleans(Column& column) const {
    auto may = [&](const RawCell& cell) {
      return cell.kind == Kind::boolean || (cell.kind == Kind::text && texts_may_be_numbers_);
    };
    auto parse = [](std::string_view text) -> std::optional<int64_t> {
      std::string folded = folded_text(text);
      if (folded == "true") return 1;
      if (folded == "false") return 0;
      return std::nullopt;
    };
    return all<int64_t>(column, Type::boolean, may, parse);
  }

  static bool is_text(const RawCell& cell) { return cell.kind == Kind::text; }
  bool as_dates(Column& column) const {
    return all<int64_t>(column, Type::date, is_text, parse_date);
  }
  bool as_timestamps(Column& column) const {
    bool zoned = std::any_of(cells_.begin(), cells_.end(),
                             [](const RawCell& cell) { return has_zone(cell.text); });
    Type type = zoned ? Type::timestamp_tz : Type::timestamp;
    return all<int64_t>(column, type, is_text, parse_timestamp);
  }

  void as_text(Column& column) const {
    std::vector<std::string> values;
    for (const auto& cell : cells_) values.push_back(cell.text);
    column.type = Type::text;
    column.values = std::move(values);
  }

  const std::vector<RawCell>& cells_;
  bool texts_may_be_numbers_;
};

}  // namespace

Column typed_column(std::string name, const std::vector<RawCell>& cells, bool texts_may_be_numbers,
                    std::optional<Type> declared) {
  return Typing(cells, texts_may_be_numbers).column(std::move(name), declared);
}

}  // namespace tally::table
