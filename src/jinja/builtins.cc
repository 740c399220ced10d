#include "jinja/builtins.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <unordered_map>

#include "jinja/builtins_impl.h"
#include "jinja/strings.h"

namespace tally::jinja {

namespace {

using Table = std::unordered_map<std::string_view, Builtin>;

Table table_of(std::initializer_list<std::span<const BuiltinEntry>> parts) {
  Table table;
  for (const auto part : parts) {
    for (const auto& [name, run] : part) table.emplace(name, run);
  }
  return table;
}

std::unordered_map<std::string_view, Methods> all_methods() {
  std::unordered_map<std::string_view, Methods> methods;
  for (const auto part : {string_methods(), string_tests()}) {
    for (const auto& [name, run] : part) methods[name].of_string = run;
  }
  for (const auto& [name, run] : list_methods()) {
    methods[name].of_list = run;
    if (name == "index" || name == "count") methods[name].of_tuple = run;
  }
  for (const auto& [name, run] : dict_methods()) methods[name].of_dict = run;
  return methods;
}

}  // namespace

Builtin Methods::of(Type type) const {
  switch (type) {
    case Type::string:
      return of_string;
    case Type::list:
      return of_list;
    case Type::tuple:
      return of_tuple;
    case Type::dict:
      return of_dict;
    default:
      return nullptr;
  }
}

Builtin find_filter(std::string_view name) {
  static const Table filters = table_of(
      {text_filters(), markup_filters(), number_filters(), list_filters(), choosing_filters()});
  const auto found = filters.find(name);
  return found == filters.end() ? nullptr : found->second;
}

Builtin find_test(std::string_view name) {
  static const Table tests = table_of({all_tests()});
  const auto found = tests.find(name);
  return found == tests.end() ? nullptr : found->second;
}

const Methods* find_methods(std::string_view name) {
  static const auto methods = all_methods();
  const auto found = methods.find(name);
  return found == methods.end() ? nullptr : &found->second;
}

std::optional<Value> given(const Call& call, size_t position, std::string_view name) {
  const Value* found = call.argument(position, name);
  if (!found || found->is_none()) return std::nullopt;
  return *found;
}

bool truth_argument(const Call& call, size_t position, std::string_view name, bool fallback) {
  const Value* found = call.argument(position, name);
  return found ? found->truth() : fallback;
}

std::optional<int64_t> integer_of(const Value& value) {
  if (value.is_integer()) return value.integer();
  if (value.type() == Type::boolean) return value.boolean() ? 1 : 0;
  if (value.type() != Type::real || !(std::abs(value.real()) < 9.2e18)) return std::nullopt;
  return static_cast<int64_t>(value.real());
}

std::optional<double> real_of(const Value& value) {
  if (value.type() == Type::real) return value.real();
  if (value.is_number()) return static_cast<double>(*integer_of(value));
  return value.is_string() ? parse_real(value.string()) : std::nullopt;
}

int64_t integer_argument(const Call& call, size_t position, std::string_view name,
                         int64_t fallback) {
  const auto found = given(call, position, name);
  return found ? integer_of(*found).value_or(fallback) : fallback;
}

namespace {

// Without the underscores that may stand between digits.
std::optional<std::string> plain_digits(std::string_view text) {
  std::string digits;
  for (size_t at = 0; at < text.size(); ++at) {
    if (text[at] != '_') {
      digits += text[at];
    } else if (at == 0 || at + 1 == text.size() || text[at + 1] == '_') {
      return std::nullopt;
    }
  }
  return digits;
}

}  // namespace

std::optional<int64_t> parse_integer(std::string_view text, int base) {
  text = strip_spaces(text);
  const bool is_negative = text.starts_with('-');
  if (is_negative || text.starts_with('+')) text.remove_prefix(1);
  auto digits = plain_digits(text);
  if (!digits || digits->empty()) return std::nullopt;
  const char letter =
      digits->size() > 2 && (*digits)[0] == '0' ? static_cast<char>((*digits)[1] | 0x20) : '\0';
  const int said = letter == 'x' ? 16 : letter == 'o' ? 8 : letter == 'b' ? 2 : 0;
  if (said != 0 && (base == said || base == 0)) {
    base = said;
    digits->erase(0, 2);
  }
  if (base == 0) base = 10;
  if (base < 2 || base > 36) return std::nullopt;
  int64_t value = 0;
  const char* end = digits->data() + digits->size();
  const auto [stopped, error] = std::from_chars(digits->data(), end, value, base);
  if (error != std::errc() || stopped != end) return std::nullopt;
  return is_negative ? -value : value;
}

std::optional<double> parse_real(std::string_view text) {
  text = strip_spaces(text);
  if (text.starts_with('+')) text.remove_prefix(1);
  const auto digits = plain_digits(text);
  if (!digits || digits->empty() || digits->starts_with('+')) return std::nullopt;
  double value = 0;
  const char* end = digits->data() + digits->size();
  const auto [stopped, error] = std::from_chars(digits->data(), end, value);
  if (error == std::errc::result_out_of_range) return HUGE_VAL;
  if (error != std::errc() || stopped != end) return std::nullopt;
  return value;
}

bool affordable(Call& call, int64_t size) {
  return size <= 0 || call.spend(static_cast<uint64_t>(size));
}

std::optional<Shared<List>> items(Call& call, const Value& value) {
  return call.evaluator().items_of(value, call.line());
}

Value lazy_list(std::vector<Value> items) {
  return make<List>(std::move(items), true);
}

Value attribute_path(Call& call, const Value& item, const Value& path) {
  if (!path.is_string()) return call.evaluator().item_of(item, path);
  Value found = item;
  std::string_view rest = path.string();
  for (bool more = true; more;) {
    const size_t dot = rest.find('.');
    const auto part = rest.substr(0, dot);
    more = dot != std::string_view::npos;
    rest = more ? rest.substr(dot + 1) : std::string_view();
    const bool is_index = !part.empty() && std::all_of(part.begin(), part.end(),
                                                       [](char c) { return c >= '0' && c <= '9'; });
    const auto index = is_index ? parse_integer(part) : std::nullopt;
    found = call.evaluator().item_of(found, index ? Value(*index) : Value(part));
  }
  return found;
}

Value sort_key(const Value& value, bool case_sensitive) {
  return value.is_string() && !case_sensitive ? Value(lower(value.string())) : value;
}

bool sort_values(Call& call, std::vector<std::pair<Value, Value>>& keyed, bool reverse) {
  if (!call.spend(keyed.size() * 4)) return false;
  bool ordered = true;
  // Merge sort asks for no more than a strict weak order can promise: values without an order
  // count as equal until it is done.
  std::stable_sort(keyed.begin(), keyed.end(), [&](const auto& a, const auto& b) {
    const auto order = compare(a.first, b.first);
    if (!order) ordered = false;
    return reverse ? order.value_or(0) > 0 : order.value_or(0) < 0;
  });
  if (!ordered) call.fail("values of different types have no order");
  return ordered;
}

}  // namespace tally::jinja
