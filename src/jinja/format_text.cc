// "%s of %d" % (a, b), and "{} of {}".format(a, b).
#include <fmt/format.h>

#include "jinja/big_integer.h"
#include "jinja/builtins_impl.h"
#include "jinja/format_spec.h"
#include "jinja/operators.h"

namespace tally::jinja {

namespace {

// The values that a percent format takes, one after the other or by name.
struct Values {
  const Value& given;
  size_t next = 0;

  Result<Value> one() {
    if (given.type() != Type::tuple) {
      if (next++ > 0) return user_error("not enough arguments for format string");
      return given;
    }
    const auto& all = given.items().items;
    if (next >= all.size()) return user_error("not enough arguments for format string");
    return all[next++];
  }
  Result<Value> named(std::string_view name) {
    if (!given.is_dict()) return user_error("format requires a mapping");
    const Value* found = given.dict().find(name);
    if (!found) return user_error(fmt::format("the dict has no key '{}'", name));
    return *found;
  }
  bool has_rest() const {
    if (given.type() == Type::tuple) return next < given.items().items.size();
    return next == 0 && !given.is_dict() && given.type() != Type::list;
  }
};

struct Conversion {
  FormatSpec spec;
  std::optional<std::string_view> name;
  char letter = '\0';
};

Result<int> number_or_star(std::string_view text, size_t& at, Values& values) {
  if (at < text.size() && text[at] == '*') {
    ++at;
    TALLY_TRY(const Value value, values.one());
    const auto number = integer_of(value);
    if (!number || *number < 0 || *number > kWidest) return user_error("* wants a number");
    return static_cast<int>(*number);
  }
  int number = 0;
  for (; at < text.size() && text[at] >= '0' && text[at] <= '9'; ++at) {
    number = number * 10 + (text[at] - '0');
    if (number > kWidest) return user_error("the width is too large");
  }
  return number;
}

void read_flags(std::string_view text, size_t& at, FormatSpec& spec) {
  spec.align = '>';
  for (; at < text.size(); ++at) {
    const char flag = text[at];
    if (flag == '-') {
      spec.align = '<';
    } else if (flag == '0') {
      spec.zero = true;
    } else if (flag == '+' || flag == ' ') {
      spec.sign = flag;
    } else if (flag == '#') {
      spec.alternate = true;
    } else {
      break;
    }
  }
}

// Behind the percent sign; moves `at` past it.
Result<Conversion> read_conversion(std::string_view text, size_t& at, Values& values) {
  Conversion found;
  if (at < text.size() && text[at] == '(') {
    const size_t end = text.find(')', at);
    if (end == std::string_view::npos) return user_error("incomplete format key");
    found.name = text.substr(at + 1, end - at - 1);
    at = end + 1;
  }
  read_flags(text, at, found.spec);
  TALLY_TRY(found.spec.width, number_or_star(text, at, values));
  if (at < text.size() && text[at] == '.') {
    TALLY_TRY(found.spec.precision, number_or_star(text, ++at, values));
  }
  while (at < text.size() && (text[at] == 'l' || text[at] == 'h' || text[at] == 'L')) ++at;
  if (at >= text.size()) return user_error("incomplete format");
  found.letter = text[at++];
  return found;
}

Result<std::string> converted(const Value& value, Conversion conversion) {
  FormatSpec& spec = conversion.spec;
  std::string text;
  switch (conversion.letter) {
    case 's':
    case 'r':
    case 'a':
      spec.zero = false;
      if (conversion.letter == 's') {
        text = value.text();
      } else {
        append_repr(text, value);
      }
      return format_value(Value(std::move(text)), spec);
    case 'c':
      return format_value(
          value.is_string()
              ? value
              : Value(std::string(1, static_cast<char>(integer_of(value).value_or('?') & 0x7f))),
          spec);
    case 'd':
    case 'i':
    case 'u':
    case 'x':
    case 'X':
    case 'o':
    case 'f':
    case 'F':
    case 'e':
    case 'E':
    case 'g':
    case 'G':
      break;
    default:
      return user_error(fmt::format("unsupported format character '{}'", conversion.letter));
  }
  if (!value.is_number() && !is_whole_number(value)) {
    return user_error(fmt::format("%{} format: a real number is required, not {}",
                                  conversion.letter, value.kind()));
  }
  if (spec.zero && spec.align == '>') spec.align = '\0';
  const bool is_whole = std::string_view("diu").find(conversion.letter) != std::string_view::npos;
  spec.type = is_whole ? 'd' : conversion.letter;
  if (std::string_view("dxXo").find(spec.type) == std::string_view::npos)
    return format_value(value, spec);
  if (value.is_object()) return format_value(value, spec);
  if (spec.precision) {  // so many digits at least
    FormatSpec digits;
    digits.zero = true;
    digits.width = *spec.precision;
    digits.type = spec.type;
    TALLY_TRY(std::string padded, format_value(Value(*integer_of(value)), digits));
    spec.type = '\0';
    spec.precision.reset();
    return format_value(Value(std::move(padded)), spec);
  }
  const auto whole = integer_of(value);
  if (!whole) return user_error("the number is too large");
  return format_value(Value(*whole), spec);
}

}  // namespace

Result<std::string> percent_format(std::string_view format, const Value& arguments) {
  Values values{arguments};
  std::string out;
  for (size_t at = 0; at < format.size();) {
    const size_t percent = std::min(format.find('%', at), format.size());
    out += format.substr(at, percent - at);
    at = percent + 1;
    if (percent >= format.size()) break;
    if (at < format.size() && format[at] == '%') {
      out += '%';
      ++at;
      continue;
    }
    TALLY_TRY(const Conversion conversion, read_conversion(format, at, values));
    TALLY_TRY(const Value value, conversion.name ? values.named(*conversion.name) : values.one());
    TALLY_TRY(const std::string text, converted(value, conversion));
    out += text;
  }
  if (values.has_rest()) return user_error("not all arguments converted during string formatting");
  return out;
}

namespace {

// The fields of str.format(), in turn.
class Formatter {
 public:
  explicit Formatter(Call& call) : call_(call) {}

  bool run(std::string& out, std::string_view format, int depth) {
    for (size_t at = 0; at < format.size();) {
      const char c = format[at];
      if ((c == '{' || c == '}') && at + 1 < format.size() && format[at + 1] == c) {
        out += c;
        at += 2;
      } else if (c == '}') {
        return fail("Single '}' encountered in format string");
      } else if (c == '{') {
        const auto end = field_end(format, at);
        if (!end) return fail("expected '}' before end of string");
        if (!field(out, format.substr(at + 1, *end - at - 1), depth)) return false;
        at = *end + 1;
      } else {
        out += c;
        ++at;
      }
      if (out.size() > size_t{64} << 20) return fail("the text is too long");
    }
    return true;
  }

 private:
  bool fail(std::string message) {
    call_.fail(std::move(message));
    return false;
  }

  static std::optional<size_t> field_end(std::string_view format, size_t begin) {
    int open = 0;
    for (size_t at = begin; at < format.size(); ++at) {
      if (format[at] == '{') ++open;
      if (format[at] == '}' && --open == 0) return at;
    }
    return std::nullopt;
  }

  // name!conversion:spec
  bool field(std::string& out, std::string_view field, int depth) {
    if (depth > 1) return fail("Max string recursion exceeded");
    const size_t name_end = std::min(field.find_first_of("!:"), field.size());
    auto rest = field.substr(name_end);
    const char conversion = rest.size() > 1 && rest[0] == '!' ? rest[1] : '\0';
    if (conversion) rest.remove_prefix(2);
    if (!rest.empty() && rest[0] != ':') return fail("expected ':' after conversion specifier");
    std::string spec_text;
    if (!rest.empty() && !run(spec_text, rest.substr(1), depth + 1)) return false;
    auto value = named_value(field.substr(0, name_end));
    if (!value) return false;
    if (conversion) *value = as_text(*value, conversion);
    const auto spec = parse_format_spec(spec_text);
    if (!spec) return fail(spec.error().message);
    auto text = format_value(*value, *spec);
    if (!text) return fail(text.error().message);
    out += *text;
    return call_.spend(1 + text->size() / 16);
  }

  static Value as_text(const Value& value, char conversion) {
    std::string text;
    if (conversion == 's') return value.text();
    append_repr(text, value);
    return text;
  }

  // "", "0", "name", each with ".attribute" and "[item]" behind it.
  std::optional<Value> named_value(std::string_view path) {
    const size_t end = std::min(path.find_first_of(".["), path.size());
    auto value = first_value(path.substr(0, end));
    for (size_t at = end; value && at < path.size();) {
      const bool is_item = path[at] == '[';
      const size_t stop =
          is_item ? path.find(']', at) : std::min(path.find_first_of(".[", at + 1), path.size());
      if (stop == std::string_view::npos) {
        fail("Missing ']' in format string");
        return std::nullopt;
      }
      const auto part = path.substr(at + 1, stop - at - 1);
      const auto index = is_item ? parse_integer(part) : std::nullopt;
      *value = is_item ? call_.evaluator().item_of(*value, index ? Value(*index) : Value(part))
                       : call_.evaluator().attribute_of(*value, part);
      at = is_item ? stop + 1 : stop;
    }
    return value;
  }

  std::optional<Value> first_value(std::string_view name) {
    const auto index =
        name.empty() ? static_cast<int64_t>(next_++) : parse_integer(name).value_or(-1);
    if (index >= 0) {
      if (static_cast<size_t>(index) < call_.positional().size()) {
        return call_.positional()[static_cast<size_t>(index)];
      }
      fail(fmt::format("Replacement index {} out of range for positional args tuple", index));
      return std::nullopt;
    }
    if (const Value* found = call_.named(name)) return *found;
    fail(fmt::format("format() was given no '{}'", name));
    return std::nullopt;
  }

  Call& call_;
  size_t next_ = 0;
};

}  // namespace

Value format_text(Call& call, std::string_view format) {
  std::string out;
  return Formatter(call).run(out, format, 0) ? Value(std::move(out)) : Value();
}

}  // namespace tally::jinja
