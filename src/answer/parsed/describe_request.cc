#include "answer/parsed/describe_request.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "answer/parsed/flags.h"
#include "answer/parsed/metric_shape.h"
#include "text/calendar.h"
#include "text/stem.h"
#include "text/tokens.h"
#include "text/utf8.h"

namespace tally::answer::parsed {

namespace {

using semantic::Filter;
using semantic::FilterOp;
using semantic::Grain;

constexpr std::array<const char*, 12> kMonths = {"January",   "February", "March",    "April",
                                                 "May",       "June",     "July",     "August",
                                                 "September", "October",  "November", "December"};
constexpr std::array<const char*, 7> kWeekdays = {"Mondays", "Tuesdays",  "Wednesdays", "Thursdays",
                                                  "Fridays", "Saturdays", "Sundays"};

std::string join(const std::vector<std::string>& parts, std::string_view last) {
  std::string out;
  for (size_t i = 0; i < parts.size(); ++i) {
    if (i > 0) out += i + 1 == parts.size() ? fmt::format(" {} ", last) : ", ";
    out += parts[i];
  }
  return out;
}

const char* grain_words(Grain grain) {
  switch (grain) {
    case Grain::year:
      return "year";
    case Grain::quarter:
      return "quarter";
    case Grain::month:
      return "month";
    case Grain::week:
      return "week";
    case Grain::day:
      return "day";
    case Grain::quarter_of_year:
      return "quarter of the year";
    case Grain::month_of_year:
      return "month of the year";
    case Grain::weekday:
      return "day of the week";
  }
  return "";
}

std::string grouped_digits(const std::string& digits) {
  size_t point = std::min(digits.find('.'), digits.size());
  bool plain = std::all_of(digits.begin(), digits.begin() + static_cast<long>(point),
                           [](char c) { return c >= '0' && c <= '9'; });
  if (!plain || point < 5) return digits;
  std::string out = digits;
  for (size_t at = point; at > 3;) {
    at -= 3;
    out.insert(at, ",");
  }
  return out;
}

// What both texts are made of. `asked`: as a question that is read back, so no codes in brackets.
class Describer {
 public:
  Describer(const semantic::Model& model, const SpokenNames& names,
            const semantic::MetricRequest& request, bool asked)
      : model_(model), names_(names), request_(request), asked_(asked) {}

  std::string metric(const std::string& name) const { return text::spoken(name); }

  std::string metrics() const {
    std::vector<std::string> parts = metric_names();
    for (const auto& made : request_.calculations) parts.push_back(calculation(made));
    std::string list = join(parts, "and");
    return request_.summary ? summary(list) : list;
  }

  // What is worked out, as people ask for it; empty where nothing is, or no words are known for it.
  std::string ask_worked_out() const {
    using Kind = semantic::Calculation::Kind;
    bool dated = true;
    std::string out;
    if (request_.summary) {
      std::vector<std::string> over;
      for (size_t index : request_.summary->over) over.push_back(group(request_.group_by[index]));
      std::string list = join(metric_names(), "and");
      out = request_.summary->aggregate == semantic::Summary::Aggregate::count
                ? fmt::format("How many {} have {}", join(over, "and"), list)
                : fmt::format("{} {} per {}",
                              capitalised(semantic::summary_name(request_.summary->aggregate)),
                              list, over.empty() ? "" : over[0]);
    } else if (!request_.calculations.empty()) {
      const auto& made = request_.calculations.back();
      const std::string of = metric(made.of);
      if (made.kind == Kind::share) out = "Share of " + of;
      if (made.kind == Kind::running_total) out = "Running total of " + of;
      if (made.kind == Kind::change_percent)
        out = made.back == 1 ? "Growth of " + of : capitalised(of) + " year over year";
      if (made.kind == Kind::percent) out = ask_percent(made);
      if (made.kind == Kind::growth) out = ask_growth();
      dated = made.kind != Kind::growth;
    }
    if (out.empty()) return {};
    const std::vector<size_t> each = each_of();
    if (std::string by = groups(each); !by.empty()) out += " by " + by;
    out += within(each);
    if (!request_.filters.empty()) out += ask_filters();
    if (std::string when = time(); dated && !when.empty()) out += " " + when;
    return out + ask_order();
  }

  // "for priority urgent": behind "where" a share would be that of the urgent ones.
  std::string ask_filters() const {
    const auto& made = request_.calculations;
    const bool shared = !made.empty() && made.back().kind == semantic::Calculation::Kind::share;
    const bool values =
        std::all_of(request_.filters.begin(), request_.filters.end(), [&](const Filter& one) {
          return (one.op == FilterOp::equal || one.op == FilterOp::in) && flag(one).empty();
        });
    if (!shared || !values) return " where " + filters();
    std::vector<std::string> parts;
    for (const Filter& one : request_.filters) {
      std::vector<std::string> said;
      for (const auto& each : one.values) said.push_back(value(one.field, each));
      parts.push_back(field(one.field) + " " + join(said, "or"));
    }
    return " for " + join(parts, "and");
  }

  // ", top 3", ", lowest first"
  std::string ask_order() const {
    if (request_.order.empty() || request_.summary) return {};
    const auto& [by, descending] = request_.order[0];
    if (std::holds_alternative<size_t>(by)) return {};
    return request_.limit ? fmt::format(", {} {}", descending ? "top" : "bottom", *request_.limit)
                          : fmt::format(", {} first", descending ? "highest" : "lowest");
  }

  // What shares are within, said as such; of periods they are without a word.
  std::vector<size_t> each_of() const {
    std::vector<size_t> each;
    if (!request_.calculations.empty())
      for (size_t index : request_.calculations.back().within)
        if (std::holds_alternative<semantic::FieldRef>(request_.group_by[index].by))
          each.push_back(index);
    return each;
  }

  std::string ask_percent(const semantic::Calculation& made) const {
    if (request_.parts.size() != 1)
      return fmt::format("{} as a percentage of {}", capitalised(metric(made.of)), metric(made.to));
    const auto& part = request_.parts[0];
    if (part.filters.size() != 1) return {};
    std::vector<std::string> values;
    for (const auto& each : part.filters[0].values)
      values.push_back(value(part.filters[0].field, each));
    return fmt::format("What percentage of {} are {}", metric(made.to), join(values, "or"));
  }

  // "Growth of revenue in 2009 vs 2010"
  std::string ask_growth() const {
    if (request_.parts.size() != 2) return {};
    const std::string of = metric(request_.parts[0].metric);
    auto when = [&](const semantic::MetricPart& part) {
      return part.name.starts_with(of) ? part.name.substr(of.size() + 1) : part.name;
    };
    return fmt::format("Growth of {} {} vs {}", of, when(request_.parts[0]),
                       when(request_.parts[1]));
  }

  std::vector<std::string> metric_names() const {
    std::vector<std::string> names;
    for (const std::string& name : request_.metrics) names.push_back(metric(name));
    return names;
  }

  static std::string capitalised(std::string sentence) {
    if (!sentence.empty() && sentence[0] >= 'a' && sentence[0] <= 'z')
      sentence[0] = static_cast<char>(sentence[0] - 'a' + 'A');
    return sentence;
  }

  // "share of revenue", "change of revenue from the month before"
  std::string calculation(const semantic::Calculation& made) const {
    using Kind = semantic::Calculation::Kind;
    const std::string of = said(made.of), to = said(made.to);
    switch (made.kind) {
      case Kind::share:
        return fmt::format("share of {} in percent{}", of, within(made.within));
      case Kind::percent:
        return fmt::format("{} in percent of {}", of, to);
      case Kind::ratio:
        return fmt::format("{} divided by {}", of, to);
      case Kind::difference:
        return fmt::format("{} less {}", of, to);
      case Kind::growth:
        return fmt::format("growth from {} to {} in percent", to, of);
      case Kind::change:
        return fmt::format("change of {} from {}", of, earlier(made.back));
      case Kind::change_percent:
        return fmt::format("the same in percent of {}", earlier(made.back));
      case Kind::running_total:
        return fmt::format("running total of {}", of);
      case Kind::year_to_date:
        return fmt::format("{} of the year to date", of);
    }
    return of;
  }

  // A part by what it is of; one of days is called after them already.
  std::string said(const std::string& name) const {
    for (const auto& part : request_.parts) {
      if (part.name != name || part.filters.empty()) continue;
      return metric(part.metric) + " where " + filters(part.filters);
    }
    return metric(name);
  }

  std::string within(const std::vector<size_t>& groups) const {
    std::vector<std::string> parts;
    for (size_t index : groups)
      if (index < request_.group_by.size()) parts.push_back(group(request_.group_by[index]));
    return parts.empty() ? "" : " within each " + join(parts, "and");
  }

  std::string earlier(int back) const {
    std::string period = "period";
    for (const auto& by : request_.group_by)
      if (const auto* grain = std::get_if<Grain>(&by.by)) period = grain_words(*grain);
    return back == 1 ? fmt::format("the {} before", period)
                     : fmt::format("{} {}s before", back, period);
  }

  std::string summary(const std::string& list) const {
    std::vector<std::string> over;
    for (size_t index : request_.summary->over)
      if (index < request_.group_by.size()) over.push_back(group(request_.group_by[index]));
    const char* what = semantic::summary_name(request_.summary->aggregate);
    if (request_.summary->aggregate == semantic::Summary::Aggregate::count)
      return fmt::format("number of {} with {}", join(over, "and"), list);
    return fmt::format("{} over each {} of {}", what, join(over, "and"), list);
  }

  std::string field(const semantic::FieldRef& ref) const {
    const semantic::Dataset* dataset = model_.dataset(ref.dataset);
    const semantic::Field* found = dataset != nullptr ? dataset->field(ref.field) : nullptr;
    std::string name = found != nullptr ? names_.field(*dataset, *found)
                                        : text::spoken(ref.dataset) + " " + text::spoken(ref.field);
    return along_way(model_, ref.role, name);
  }

  std::string value(const semantic::FieldRef& ref, const semantic::Value& value) const {
    const semantic::Field* found = model_.field(ref.dataset, ref.field);
    std::string spoken = found != nullptr ? spoken_value(*found, value.text) : value.text;
    if (value.kind == semantic::Value::Kind::number && spoken == value.text)
      return grouped_digits(value.text);
    if (asked_ || spoken == value.text) return spoken;
    return fmt::format("{} ({})", spoken, value.text);
  }

  // "is green", "is not green"; empty where the filter says another thing of a truth value.
  std::string flag(const Filter& one) const {
    bool equality = one.op == FilterOp::equal || one.op == FilterOp::not_equal;
    if (!equality || one.values.size() != 1) return {};
    using Kind = semantic::Value::Kind;
    Kind kind = one.values[0].kind;
    std::string text = text::fold(one.values[0].text);
    bool digit = kind == Kind::number;
    bool yes = digit ? text == "1" : text == "true" || text == "y" || text == "yes" || text == "t";
    bool no = digit ? text == "0" : text == "false" || text == "n" || text == "no" || text == "f";
    bool truth = kind == Kind::boolean || (digit && is_number_flag_name(one.field.field)) ||
                 (kind == Kind::text && is_flag_name(one.field.field));
    if (!truth || !(yes || no)) return {};
    return flag_statement(field(one.field), yes == (one.op == FilterOp::equal));
  }

  std::string filter(const Filter& one) const {
    if (std::string said = flag(one); !said.empty()) return said;
    std::vector<std::string> values;
    for (const auto& each : one.values) values.push_back(value(one.field, each));
    std::string either =
        join(values, one.op == FilterOp::between || one.op == FilterOp::not_between ? "and" : "or");
    bool day = !one.values.empty() && one.values[0].kind == semantic::Value::Kind::date;
    return field(one.field) + (day ? on_day(one.op, either) : condition(one.op, either));
  }

  // Two bounds of one date field that make a range of days.
  static bool is_span(const Filter& from, const Filter& to) {
    using Kind = semantic::Value::Kind;
    return from.field == to.field && from.op == FilterOp::greater_equal &&
           to.op == FilterOp::less && from.values.size() == 1 && to.values.size() == 1 &&
           from.values[0].kind == Kind::date && to.values[0].kind == Kind::date &&
           text::parse_iso(from.values[0].text) && text::parse_iso(to.values[0].text);
  }

  static std::string on_day(FilterOp op, const std::string& day) {
    switch (op) {
      case FilterOp::less:
        return " is before " + day;
      case FilterOp::less_equal:
        return " is on or before " + day;
      case FilterOp::greater:
        return " is after " + day;
      case FilterOp::greater_equal:
        return " is on or after " + day;
      default:
        return condition(op, day);
    }
  }

  static std::string condition(FilterOp op, const std::string& what) {
    switch (op) {
      case FilterOp::equal:
      case FilterOp::in:
        return " is " + what;
      case FilterOp::not_equal:
      case FilterOp::not_in:
        return " is not " + what;
      case FilterOp::less:
        return " is less than " + what;
      case FilterOp::less_equal:
        return " is at most " + what;
      case FilterOp::greater:
        return " is more than " + what;
      case FilterOp::greater_equal:
        return " is at least " + what;
      case FilterOp::between:
        return " is between " + what;
      case FilterOp::not_between:
        return " is not between " + what;
      case FilterOp::like:
        return " is like " + what;
      case FilterOp::not_like:
        return " is not like " + what;
      case FilterOp::is_null:
        return " is not known";
      case FilterOp::is_not_null:
        return " is known";
    }
    return what;
  }

  std::string filters() const { return filters(request_.filters); }

  std::string filters(const std::vector<Filter>& list) const {
    std::vector<std::string> parts;
    for (size_t i = 0; i < list.size(); ++i) {
      const Filter& one = list[i];
      if (i + 1 < list.size() && is_span(one, list[i + 1])) {
        semantic::TimeRange range{one.values[0].text, list[++i].values[0].text};
        parts.push_back(field(one.field) + " is " + describe_range(range));
      } else {
        parts.push_back(filter(one));
      }
    }
    return join(parts, "and");
  }

  std::string having() const {
    std::vector<std::string> parts;
    for (const auto& one : request_.having) {
      std::vector<std::string> values;
      for (const auto& each : one.values) values.push_back(grouped_digits(each.text));
      parts.push_back(metric(one.metric) + condition(one.op, join(values, "and")));
    }
    return join(parts, "and");
  }

  std::string group(const semantic::GroupBy& by) const {
    if (const auto* ref = std::get_if<semantic::FieldRef>(&by.by)) {
      const semantic::Field* found = model_.field(ref->dataset, ref->field);
      using semantic::DataType;
      bool is_flag = found != nullptr &&
                     (found->type == DataType::boolean ||
                      (found->type == DataType::integer && is_number_flag_name(found->name)));
      return is_flag ? flag_question(field(*ref)) : field(*ref);
    }
    return grain_words(std::get<Grain>(by.by));
  }

  std::string groups(const std::vector<size_t>& but = {}) const {
    std::vector<std::string> parts;
    for (size_t i = 0; i < request_.group_by.size(); ++i) {
      if (request_.summary && is_one_of(request_.summary->over, i)) continue;
      if (is_one_of(but, i)) continue;
      size_t taken = 0;
      if (std::string noun = thing(i, taken); !noun.empty() && asked_) {
        parts.push_back(std::move(noun));
        i += taken - 1;
      } else {
        parts.push_back(group(request_.group_by[i]));
      }
    }
    return join(parts, "and");
  }

  static bool is_one_of(const std::vector<size_t>& list, size_t index) {
    return std::find(list.begin(), list.end(), index) != list.end();
  }

  // The dataset's noun, where the groups from `first` on are what "by store" stands for: its labels
  // and, of a history, what identifies a member.
  std::string thing(size_t first, size_t& taken) const {
    const auto* ref = std::get_if<semantic::FieldRef>(&request_.group_by[first].by);
    const semantic::Dataset* dataset = ref != nullptr ? model_.dataset(ref->dataset) : nullptr;
    if (dataset == nullptr || dataset->label.empty()) return {};
    std::vector<std::string> fields = dataset->label;
    const semantic::Field* entity = dataset->field(dataset->entity_key);
    bool shown = entity != nullptr && entity->is_dimension && !entity->personal &&
                 std::find(fields.begin(), fields.end(), entity->name) == fields.end();
    if (shown) fields.push_back(entity->name);
    if (first + fields.size() > request_.group_by.size()) return {};
    for (size_t i = 0; i < fields.size(); ++i) {
      const auto* next = std::get_if<semantic::FieldRef>(&request_.group_by[first + i].by);
      bool same = next != nullptr && next->dataset == ref->dataset && next->role == ref->role &&
                  next->field == fields[i];
      if (!same) return {};
    }
    taken = fields.size();
    std::string noun = text::spoken(dataset->name);
    return along_way(model_, ref->role, noun);
  }

  std::string time() const {
    std::string out = quarter_of_a_year();
    if (out.empty()) out = ranges_and_parts();
    bool dated = !out.empty() ||
                 std::any_of(request_.group_by.begin(), request_.group_by.end(),
                             [](const auto& by) { return std::holds_alternative<Grain>(by.by); });
    if (dated && !request_.time_role.empty())
      out = text::spoken(request_.time_role) + (out.empty() ? " date" : " " + out);
    return out;
  }

  std::string ranges_and_parts() const {
    std::vector<std::string> parts;
    for (const auto& range : request_.time) parts.push_back(describe_range(range, false));
    std::string out = join(parts, "or");
    for (const auto& part : request_.time_parts) {
      if (!out.empty()) out += ' ';
      out += time_part(part);
    }
    return out;
  }

  // "in Q4 1999", which a request holds as a year and a part of it; empty where it is not just
  // that.
  std::string quarter_of_a_year() const {
    if (request_.time.size() != 1 || request_.time_parts.size() != 1) return {};
    const semantic::TimePart& part = request_.time_parts[0];
    if (part.part != Grain::quarter_of_year) return {};
    auto from = text::parse_iso(request_.time[0].from);
    auto to = text::parse_iso(request_.time[0].to);
    bool year = from && to && *from == text::start_of(*from, text::Unit::year) &&
                *to == text::plus(*from, text::Unit::year, 1);
    return year ? fmt::format("{} {}", time_part(part), from->year) : "";
  }

  static std::string time_part(const semantic::TimePart& part) {
    std::vector<std::string> names;
    for (int number : part.values) {
      auto index = static_cast<size_t>(number - 1);
      if (part.part == Grain::month_of_year && index < 12) names.emplace_back(kMonths[index]);
      if (part.part == Grain::weekday && index < 7) names.emplace_back(kWeekdays[index]);
      if (part.part == Grain::quarter_of_year) names.push_back("Q" + std::to_string(number));
    }
    return (part.part == Grain::weekday ? "on " : "in ") + join(names, "and");
  }

  // "the 5 highest first", "by customer state from the lowest"
  std::string order() const {
    std::vector<std::string> parts;
    for (const auto& one : request_.order) {
      if (const auto* index = std::get_if<size_t>(&one.by)) {
        std::string name =
            *index < request_.group_by.size() ? group(request_.group_by[*index]) : "";
        parts.push_back(fmt::format("sorted by {}{}", name, one.descending ? ", last first" : ""));
      } else {
        parts.push_back(ranked(one, request_.metrics.size() + request_.calculations.size() > 1));
      }
    }
    if (parts.empty() && request_.limit)
      parts.push_back(fmt::format("the first {}", *request_.limit));
    return join(parts, "then") + within(request_.limit_within);
  }

  std::string ranked(const semantic::Order& one, bool named) const {
    const char* side = one.descending ? "highest" : "lowest";
    std::string by = named ? " by " + metric(std::get<std::string>(one.by)) : "";
    if (!request_.limit) return fmt::format("the {}{} first", side, by);
    if (*request_.limit == 1) return fmt::format("only the {}{}", side, by);
    return fmt::format("the {} {}{} first", *request_.limit, side, by);
  }

 private:
  const semantic::Model& model_;
  const SpokenNames& names_;
  const semantic::MetricRequest& request_;
  bool asked_;
};

std::string plural(std::string noun) {
  if (text::is_plural(noun.substr(noun.rfind(' ') + 1))) return noun;
  auto ends = [&](std::string_view tail) { return noun.ends_with(tail); };
  bool vowel = ends("ay") || ends("ey") || ends("oy") || ends("uy");
  if (ends("y") && !vowel) return noun.substr(0, noun.size() - 1) + "ies";
  return noun + (ends("s") || ends("x") || ends("ch") || ends("sh") ? "es" : "s");
}

// The whole unit that a range is, if it is one.
std::string whole_unit(text::Day from, text::Day to, bool quarters) {
  using text::Unit;
  if (from == text::start_of(from, Unit::year) && to == text::start_of(to, Unit::year)) {
    if (to.year == from.year + 1) return std::to_string(from.year);
    return fmt::format("{} to {}", from.year, to.year - 1);
  }
  if (from.day != 1 || to.day != 1) return {};
  if (to == text::plus(from, Unit::month, 1))
    return fmt::format("{} {}", kMonths[static_cast<size_t>(from.month - 1)], from.year);
  if (quarters && from.month % 3 == 1 && to == text::plus(from, Unit::quarter, 1))
    return fmt::format("Q{} {}", (from.month + 2) / 3, from.year);
  text::Day last = text::plus(to, Unit::month, -1);
  return fmt::format("{} {} to {} {}", kMonths[static_cast<size_t>(from.month - 1)], from.year,
                     kMonths[static_cast<size_t>(last.month - 1)], last.year);
}

}  // namespace

std::string describe_range(const semantic::TimeRange& range, bool quarters) {
  auto from = text::parse_iso(range.from);
  auto to = text::parse_iso(range.to);
  if (!from && !to) return "at any time";
  if (!to) return "since " + range.from;
  if (!from) return "before " + range.to;
  std::string unit = whole_unit(*from, *to, quarters);
  if (!unit.empty()) return (unit.find(" to ") != std::string::npos ? "from " : "in ") + unit;
  text::Day last = text::plus(*to, text::Unit::day, -1);
  if (last == *from) return "on " + range.from;
  return fmt::format("from {} to {}", range.from, text::iso(last));
}

std::string describe_part(const semantic::TimePart& part) {
  return Describer::time_part(part);
}

std::string describe_request(const semantic::Model& model, const SpokenNames& names,
                             const semantic::MetricRequest& request) {
  Describer say(model, names, request, false);
  std::string out = say.metrics();
  if (!request.filters.empty()) out += ", where " + say.filters();
  if (std::string time = say.time(); !time.empty()) out += ", " + time;
  if (std::string groups = say.groups(); !groups.empty()) out += ", by " + groups;
  if (!request.having.empty()) out += ", only where " + say.having();
  if (std::string order = say.order(); !order.empty()) out += "; " + order;
  return Describer::capitalised(out) + ".";
}

std::string describe_request(const semantic::Model& model, const semantic::MetricRequest& request) {
  return describe_request(model, SpokenNames(model), request);
}

std::string ask_again(const semantic::Model& model, const SpokenNames& names,
                      const semantic::MetricRequest& request) {
  Describer say(model, names, request, true);
  if (std::string worked_out = say.ask_worked_out(); !worked_out.empty()) return worked_out;
  bool ranked = request.limit && request.order.size() == 1 && !request.group_by.empty() &&
                std::holds_alternative<std::string>(request.order[0].by);
  std::string out;
  if (ranked && *request.limit == 1 && request.metrics.size() == 1) {
    const semantic::Metric* metric = model.metric(request.metrics[0]);
    bool counts = metric != nullptr && shape_of(metric->expression).aggregate == "count";
    const char* most = counts ? "most" : "highest";
    const char* least = counts ? "fewest" : "lowest";
    out = fmt::format("Which {} has the {} {}", say.groups(),
                      request.order[0].descending ? most : least, say.metrics());
  } else if (ranked) {
    out = fmt::format("{} {} {} by {}", request.order[0].descending ? "Top" : "Bottom",
                      *request.limit, plural(say.groups()), say.metrics());
  } else {
    out = Describer::capitalised(say.metrics());
    if (std::string groups = say.groups(); !groups.empty()) out += " by " + groups;
  }
  if (!request.having.empty()) out += " with " + say.having();
  if (!request.filters.empty()) out += " where " + say.filters();
  if (std::string time = say.time(); !time.empty()) out += " " + time;
  return out.starts_with("Which ") ? out + "?" : out;
}

}  // namespace tally::answer::parsed
