// Python's datetime, as far as templates use it; re and itertools are in files of their own.
#include "import/dbt/python_modules.h"

#include <fmt/format.h>

#include <chrono>
#include <cmath>

#include "import/dbt/python_re.h"
#include "import/dbt/relation.h"
#include "jinja/host.h"

namespace tally::importing::dbt {

using jinja::Call;
using jinja::function;
using jinja::make;
using jinja::Value;

namespace {

constexpr int64_t kSecond = 1'000'000;
constexpr int64_t kDay = 86'400 * kSecond;
// Years 1 to 9999, as Python has them.
constexpr int64_t kFirst = -62'135'596'800 * kSecond;
constexpr int64_t kLast = 253'402'300'800 * kSecond - 1;

std::optional<int64_t> number(const Value* value) {
  if (!value) return std::nullopt;
  if (value->is_integer()) return value->integer();
  if (value->type() == jinja::Type::real && std::abs(value->real()) < 1e15) {
    return static_cast<int64_t>(value->real());
  }
  return std::nullopt;
}

class TimeDelta final : public jinja::Object {
 public:
  explicit TimeDelta(int64_t microseconds) : microseconds_(microseconds) {}
  std::string_view type_name() const override { return "timedelta"; }
  int64_t microseconds() const { return microseconds_; }
  bool truth() const override { return microseconds_ != 0; }
  bool equals(const Object& other) const override {
    const auto* delta = dynamic_cast<const TimeDelta*>(&other);
    return delta && delta->microseconds_ == microseconds_;
  }
  std::optional<int> compare(const Value& other) const override {
    const auto* delta = other.object_as<TimeDelta>();
    if (!delta) return std::nullopt;
    return microseconds_ < delta->microseconds_ ? -1 : microseconds_ > delta->microseconds_;
  }
  Value attribute(std::string_view name) const override;
  std::string text() const override;
  Value operate(char op, const Value& other, bool reflected) const override;

 private:
  int64_t days() const { return microseconds_ / kDay - (microseconds_ % kDay < 0 ? 1 : 0); }
  int64_t microseconds_;
};

Value TimeDelta::attribute(std::string_view name) const {
  const int64_t rest = microseconds_ - days() * kDay;
  if (name == "days") return days();
  if (name == "seconds") return rest / kSecond;
  if (name == "microseconds") return rest % kSecond;
  if (name != "total_seconds") return {};
  return function("total_seconds", [total = microseconds_](Call&) -> Value {
    return static_cast<double>(total) / static_cast<double>(kSecond);
  });
}

std::string TimeDelta::text() const {
  const int64_t rest = microseconds_ - days() * kDay;
  const int64_t seconds = rest / kSecond;
  std::string out;
  if (days() != 0) out = fmt::format("{} day{}, ", days(), std::abs(days()) == 1 ? "" : "s");
  out += fmt::format("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
  if (rest % kSecond != 0) out += fmt::format(".{:06}", rest % kSecond);
  return out;
}

Value TimeDelta::operate(char op, const Value& other, bool reflected) const {
  int64_t result = 0;
  if (const auto* delta = other.object_as<TimeDelta>()) {
    const int64_t theirs = delta->microseconds();
    const bool overflow = op == '+'   ? __builtin_add_overflow(microseconds_, theirs, &result)
                          : op == '-' ? __builtin_sub_overflow(microseconds_, theirs, &result)
                                      : true;
    return overflow ? Value() : Value(make<TimeDelta>(reflected && op == '-' ? -result : result));
  }
  const auto factor = number(&other);
  if (!factor || op != '*' || __builtin_mul_overflow(microseconds_, *factor, &result)) return {};
  return make<TimeDelta>(result);
}

// A date, or a moment; without time zones, which is UTC here.
class Moment final : public jinja::Object {
 public:
  Moment(int64_t microseconds, bool is_date) : at_(microseconds), is_date_(is_date) {}
  std::string_view type_name() const override { return is_date_ ? "date" : "datetime"; }
  Value attribute(std::string_view name) const override;
  std::string text() const override {
    return formatted(is_date_             ? "%Y-%m-%d"
                     : at_ % kSecond == 0 ? "%Y-%m-%d %H:%M:%S"
                                          : "%Y-%m-%d %H:%M:%S.%f");
  }
  bool equals(const Object& other) const override {
    const auto* moment = dynamic_cast<const Moment*>(&other);
    return moment && moment->at_ == at_ && moment->is_date_ == is_date_;
  }
  std::optional<int> compare(const Value& other) const override {
    const auto* moment = other.object_as<Moment>();
    if (!moment) return std::nullopt;
    return at_ < moment->at_ ? -1 : at_ > moment->at_;
  }
  Value operate(char op, const Value& other, bool reflected) const override;

 private:
  struct Fields {
    int64_t year, month, day, hour, minute, second, microsecond, weekday, day_of_year;
  };
  Fields fields() const;
  std::string formatted(std::string_view format) const;
  void append_field(std::string& out, char letter, const Fields& fields) const;
  Value replaced(const Call& call) const;

  int64_t at_;  // microseconds since 1970
  bool is_date_;
};

Value moment(int64_t microseconds, bool is_date) {
  if (microseconds < kFirst || microseconds > kLast) return Value::none();
  return make<Moment>(microseconds, is_date);
}

std::optional<int64_t> days_of(int64_t year, int64_t month, int64_t day) {
  if (year < 1 || year > 9999 || month < 1 || month > 12 || day < 1 || day > 31)
    return std::nullopt;
  const std::chrono::year_month_day date{std::chrono::year(static_cast<int>(year)),
                                         std::chrono::month(static_cast<unsigned>(month)),
                                         std::chrono::day(static_cast<unsigned>(day))};
  if (!date.ok()) return std::nullopt;
  return std::chrono::sys_days(date).time_since_epoch().count();
}

Moment::Fields Moment::fields() const {
  const int64_t day_number = at_ / kDay - (at_ % kDay < 0 ? 1 : 0);
  const int64_t rest = at_ - day_number * kDay;
  const std::chrono::sys_days day{std::chrono::days(day_number)};
  const std::chrono::year_month_day date(day);
  const int64_t year = static_cast<int>(date.year());
  return {year,
          static_cast<unsigned>(date.month()),
          static_cast<unsigned>(date.day()),
          rest / kSecond / 3600,
          rest / kSecond / 60 % 60,
          rest / kSecond % 60,
          rest % kSecond,
          static_cast<int64_t>(std::chrono::weekday(day).iso_encoding()) - 1,
          day_number - days_of(year, 1, 1).value_or(0) + 1};
}

constexpr std::string_view kDays[] = {"Monday", "Tuesday",  "Wednesday", "Thursday",
                                      "Friday", "Saturday", "Sunday"};
constexpr std::string_view kMonths[] = {"January",   "February", "March",    "April",
                                        "May",       "June",     "July",     "August",
                                        "September", "October",  "November", "December"};

void Moment::append_field(std::string& out, char letter, const Fields& fields) const {
  const auto month = kMonths[static_cast<size_t>(fields.month - 1)];
  const auto weekday = kDays[static_cast<size_t>(fields.weekday)];
  const int64_t half = fields.hour % 12 == 0 ? 12 : fields.hour % 12;
  switch (letter) {
    case 'Y':
      out += fmt::format("{:04}", fields.year);
      break;
    case 'y':
      out += fmt::format("{:02}", fields.year % 100);
      break;
    case 'm':
      out += fmt::format("{:02}", fields.month);
      break;
    case 'd':
      out += fmt::format("{:02}", fields.day);
      break;
    case 'e':
      out += fmt::format("{:2}", fields.day);
      break;
    case 'H':
      out += fmt::format("{:02}", fields.hour);
      break;
    case 'I':
      out += fmt::format("{:02}", half);
      break;
    case 'M':
      out += fmt::format("{:02}", fields.minute);
      break;
    case 'S':
      out += fmt::format("{:02}", fields.second);
      break;
    case 'f':
      out += fmt::format("{:06}", fields.microsecond);
      break;
    case 'p':
      out += fields.hour < 12 ? "AM" : "PM";
      break;
    case 'j':
      out += fmt::format("{:03}", fields.day_of_year);
      break;
    case 'u':
      out += fmt::format("{}", fields.weekday + 1);
      break;
    case 'w':
      out += fmt::format("{}", (fields.weekday + 1) % 7);
      break;
    case 'A':
      out += weekday;
      break;
    case 'a':
      out += weekday.substr(0, 3);
      break;
    case 'B':
      out += month;
      break;
    case 'b':
      out += month.substr(0, 3);
      break;
    case 'F':
      out += formatted("%Y-%m-%d");
      break;
    case 'T':
      out += formatted("%H:%M:%S");
      break;
    case 'D':
      out += formatted("%m/%d/%y");
      break;
    case 's':
      out += fmt::format("{}", at_ / kSecond);
      break;
    case 'z':
    case 'Z':
      break;  // no time zone
    case '%':
      out += '%';
      break;
    default:
      out += '%';
      out += letter;
  }
}

std::string Moment::formatted(std::string_view format) const {
  const Fields now = fields();
  std::string out;
  for (size_t at = 0; at < format.size(); ++at) {
    if (format[at] != '%' || at + 1 == format.size()) {
      out += format[at];
      continue;
    }
    ++at;
    if (format[at] == '-' && at + 1 < format.size()) {  // without leading zeros
      std::string field;
      append_field(field, format[++at], now);
      out += field.substr(std::min(field.find_first_not_of('0'), field.size() - 1));
    } else {
      append_field(out, format[at], now);
    }
  }
  return out;
}

// The same with other years, months … as the call names them.
Value Moment::replaced(const Call& call) const {
  Fields now = fields();
  int64_t* parts[] = {&now.year,   &now.month,  &now.day,        &now.hour,
                      &now.minute, &now.second, &now.microsecond};
  constexpr std::string_view kNames[] = {"year",   "month",  "day",        "hour",
                                         "minute", "second", "microsecond"};
  for (size_t at = 0; at < std::size(kNames); ++at) {
    if (const auto given = number(call.argument(at, kNames[at]))) *parts[at] = *given;
  }
  const auto days = days_of(now.year, now.month, now.day);
  if (!days) return Value::none();
  return moment(
      *days * kDay + (now.hour * 3600 + now.minute * 60 + now.second) * kSecond + now.microsecond,
      is_date_);
}

Value Moment::attribute(std::string_view name) const {
  const Fields now = fields();
  if (name == "year") return now.year;
  if (name == "month") return now.month;
  if (name == "day") return now.day;
  if (name == "hour") return now.hour;
  if (name == "minute") return now.minute;
  if (name == "second") return now.second;
  if (name == "microsecond") return now.microsecond;
  if (name == "tzinfo") return Value::none();
  const jinja::Shared<Moment> self(const_cast<Moment*>(this));
  auto method = [&](auto run) {
    return function(std::string(name),
                    [self, run](Call& call) -> Value { return run(*self, call); });
  };
  if (name == "strftime") {
    return method(
        [](const Moment& of, Call& call) { return Value(of.formatted(call.string(0, "format"))); });
  }
  if (name == "isoformat") {
    return method([](const Moment& of, Call& call) {
      std::string text = of.text();
      if (!of.is_date_) text.replace(10, 1, call.string(0, "sep", "T"));
      return Value(text);
    });
  }
  if (name == "date") {
    return method([](const Moment& of, Call&) {
      return moment(of.at_ - ((of.at_ % kDay) + kDay) % kDay, true);
    });
  }
  if (name == "weekday")
    return method([day = now.weekday](const Moment&, Call&) { return Value(day); });
  if (name == "isoweekday")
    return method([day = now.weekday](const Moment&, Call&) { return Value(day + 1); });
  if (name == "timestamp") {
    return method([](const Moment& of, Call&) {
      return Value(static_cast<double>(of.at_) / static_cast<double>(kSecond));
    });
  }
  if (name == "replace")
    return method([](const Moment& of, Call& call) { return of.replaced(call); });
  if (name == "astimezone")
    return method([](const Moment& of, Call&) { return moment(of.at_, of.is_date_); });
  return {};
}

Value Moment::operate(char op, const Value& other, bool reflected) const {
  if (const auto* delta = other.object_as<TimeDelta>()) {
    int64_t result = 0;
    const bool overflow = op == '+' ? __builtin_add_overflow(at_, delta->microseconds(), &result)
                                    : __builtin_sub_overflow(at_, delta->microseconds(), &result);
    if (overflow || (op != '+' && op != '-') || (op == '-' && reflected)) return {};
    if (is_date_) result -= ((result % kDay) + kDay) % kDay;
    return moment(result, is_date_);
  }
  const auto* earlier = other.object_as<Moment>();
  if (!earlier || op != '-' || reflected) return {};
  return make<TimeDelta>(at_ - earlier->at_);
}

// "2024-01-31 10:00:00" by a format; or by the usual ones if there is none.
std::optional<int64_t> parsed(std::string_view text, std::string_view format) {
  int64_t year = 1900, month = 1, day = 1, hour = 0, minute = 0, second = 0, microsecond = 0;
  size_t at = 0;
  auto digits = [&](size_t most) -> std::optional<int64_t> {
    int64_t value = 0;
    size_t count = 0;
    for (; count < most && at < text.size() && text[at] >= '0' && text[at] <= '9'; ++at, ++count) {
      value = value * 10 + (text[at] - '0');
    }
    return count == 0 ? std::nullopt : std::optional(value);
  };
  for (size_t place = 0; place < format.size(); ++place) {
    if (format[place] != '%' || place + 1 == format.size()) {
      if (at >= text.size() || text[at++] != format[place]) return std::nullopt;
      continue;
    }
    const char letter = format[++place];
    int64_t* field = letter == 'Y'   ? &year
                     : letter == 'm' ? &month
                     : letter == 'd' ? &day
                     : letter == 'H' ? &hour
                     : letter == 'M' ? &minute
                     : letter == 'S' ? &second
                     : letter == 'f' ? &microsecond
                                     : nullptr;
    if (!field) return std::nullopt;
    const size_t before = at;
    const auto value = digits(letter == 'Y' ? 4 : letter == 'f' ? 6 : 2);
    if (!value) return std::nullopt;
    *field = *value;
    for (size_t missing = at - before; letter == 'f' && missing < 6; ++missing) microsecond *= 10;
  }
  const auto days = days_of(year, month, day);
  if (!days || at != text.size() || hour > 23 || minute > 59 || second > 59) return std::nullopt;
  return *days * kDay + (hour * 3600 + minute * 60 + second) * kSecond + microsecond;
}

Value parse_moment(Call& call, std::string_view text,
                   std::initializer_list<std::string_view> formats, bool is_date) {
  for (const auto format : formats) {
    if (const auto found = parsed(text, format)) return moment(*found, is_date);
  }
  return call.fail(fmt::format("'{}' is no time of the format wanted", text));
}

Value make_moment(Call& call, bool is_date) {
  int64_t parts[] = {0, 0, 0, 0, 0, 0, 0};
  constexpr std::string_view kNames[] = {"year",   "month",  "day",        "hour",
                                         "minute", "second", "microsecond"};
  for (size_t at = 0; at < std::size(kNames); ++at) {
    parts[at] = number(call.argument(at, kNames[at])).value_or(0);
  }
  const auto days = days_of(parts[0], parts[1], parts[2]);
  if (!days || parts[3] > 23 || parts[4] > 59 || parts[5] > 59)
    return call.fail("there is no such day or time");
  return moment(*days * kDay + (parts[3] * 3600 + parts[4] * 60 + parts[5]) * kSecond + parts[6],
                is_date);
}

Value make_delta(Call& call) {
  constexpr std::pair<std::string_view, double> kUnits[] = {
      {"days", 86'400e6}, {"seconds", 1e6},   {"microseconds", 1},  {"milliseconds", 1e3},
      {"minutes", 60e6},  {"hours", 3'600e6}, {"weeks", 604'800e6},
  };
  double total = 0;
  for (size_t at = 0; at < std::size(kUnits); ++at) {
    const Value* given = call.argument(at, kUnits[at].first);
    if (!given) continue;
    if (!given->is_number()) return call.fail("timedelta() takes numbers");
    total += kUnits[at].second * (given->type() == jinja::Type::real
                                      ? given->real()
                                      : static_cast<double>(number(given).value_or(0)));
  }
  if (!(std::abs(total) < 8e18)) return call.fail("the timedelta is too large");
  return make<TimeDelta>(static_cast<int64_t>(std::llround(total)));
}

Value now(bool is_date) {
  const auto since = std::chrono::system_clock::now().time_since_epoch();
  const int64_t at = std::chrono::duration_cast<std::chrono::microseconds>(since).count();
  return moment(is_date ? at - at % kDay : at, is_date);
}

// The classes date and datetime: their constructors and class methods.
Value moment_class(bool is_date) {
  auto members = [is_date](std::string_view name) -> Value {
    if (name == "now" || name == "utcnow" || name == "today") {
      return function(std::string(name), [is_date](Call&) { return now(is_date); });
    }
    if (name == "strptime") {
      return function("strptime", [](Call& call) {
        const std::string format = call.string(1, "format");
        return parse_moment(call, call.string(0, "date_string"), {format}, false);
      });
    }
    if (name == "fromisoformat") {
      return function("fromisoformat", [is_date](Call& call) {
        return parse_moment(
            call, call.string(0, "date_string"),
            {"%Y-%m-%d", "%Y-%m-%d %H:%M:%S", "%Y-%m-%dT%H:%M:%S", "%Y-%m-%dT%H:%M:%S.%f"},
            is_date);
      });
    }
    if (name == "fromtimestamp" || name == "utcfromtimestamp") {
      return function(std::string(name), [is_date](Call& call) {
        return moment(number(call.argument(0, "timestamp")).value_or(0) * kSecond, is_date);
      });
    }
    if (name == "strftime") {
      return function("strftime", [](Call& call) -> Value {
        if (call.positional().size() != 2) return call.fail("strftime() takes a date and a format");
        const auto* self = call.positional()[0].object_as<Moment>();
        if (!self) return call.fail("strftime() takes a date and a format");
        const Value method = self->attribute("strftime");
        return call.invoke(method, call.positional().subspan(1));
      });
    }
    return {};
  };
  return make<Bundle>(is_date ? "date" : "datetime", members,
                      [is_date](Call& call) { return make_moment(call, is_date); });
}

Value datetime_member(std::string_view name) {
  if (name == "datetime") return moment_class(false);
  if (name == "date") return moment_class(true);
  if (name == "timedelta") return function("timedelta", make_delta);
  if (name == "timezone")
    return make<Bundle>("timezone", [](std::string_view) { return Value::none(); });
  return {};
}

Value pytz_member(std::string_view name) {
  if (name == "timezone")
    return function("timezone", [](Call& call) { return Value(call.string(0, "zone")); });
  return name == "utc" || name == "UTC" ? Value("UTC") : Value();
}

// All combinations of one item of each list.
Value product(Call& call) {
  std::vector<std::vector<Value>> rows{{}};
  for (const auto& argument : call.positional()) {
    const auto items = call.items(argument);
    if (!items) return Value::none();
    std::vector<std::vector<Value>> longer;
    if (!call.spend(rows.size() * (*items)->items.size() * (rows.front().size() + 1)))
      return Value::none();
    for (const auto& row : rows) {
      for (const auto& item : (*items)->items) {
        longer.push_back(row);
        longer.back().push_back(item);
      }
    }
    rows = std::move(longer);
    if (rows.empty()) break;
  }
  std::vector<Value> tuples;
  for (auto& row : rows) tuples.push_back(Value::tuple(std::move(row)));
  return Value::list(std::move(tuples));
}

Value chain(Call& call) {
  std::vector<Value> all;
  for (const auto& argument : call.positional()) {
    const auto items = call.items(argument);
    if (!items) return Value::none();
    all.insert(all.end(), (*items)->items.begin(), (*items)->items.end());
    if (!call.spend(1 + (*items)->items.size())) return Value::none();
  }
  return Value::list(std::move(all));
}

Value combinations(Call& call) {
  const Value* from = call.argument(0, "iterable");
  const int64_t size = number(call.argument(1, "r")).value_or(2);
  const auto items = from ? call.items(*from) : std::nullopt;
  if (!items || size < 0 || size > 8)
    return call.fail("combinations() takes a list and a small number");
  const auto& all = (*items)->items;
  std::vector<Value> rows;
  std::vector<size_t> at(static_cast<size_t>(size));
  for (size_t place = 0; place < at.size(); ++place) at[place] = place;
  while (at.size() <= all.size() && call.spend(at.size() + 1)) {
    std::vector<Value> row;
    for (const size_t place : at) row.push_back(all[place]);
    rows.push_back(Value::tuple(std::move(row)));
    size_t place = at.size();
    while (place > 0 && at[place - 1] == all.size() - at.size() + place - 1) --place;
    if (place == 0) break;
    ++at[place - 1];
    for (; place < at.size(); ++place) at[place] = at[place - 1] + 1;
  }
  return Value::list(std::move(rows));
}

Value itertools_member(std::string_view name) {
  if (name == "product") return function("product", product);
  if (name == "chain")
    return make<Bundle>("chain", [](std::string_view) { return Value(); }, chain);
  if (name == "combinations") return function("combinations", combinations);
  return {};
}

}  // namespace

Value python_datetime(int64_t seconds) {
  return moment(seconds * kSecond, false);
}

Value python_module(std::string_view name) {
  if (name == "datetime") return make<Bundle>("datetime module", datetime_member);
  if (name == "pytz") return make<Bundle>("pytz module", pytz_member);
  if (name == "itertools") return make<Bundle>("itertools module", itertools_member);
  if (name == "re") return make<Bundle>("re module", re_member);
  return {};
}

}  // namespace tally::importing::dbt
