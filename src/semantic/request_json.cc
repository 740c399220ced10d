// The metric request as JSON, both ways (request.h).

#include <fmt/format.h>

#include <charconv>
#include <nlohmann/json.hpp>

#include "semantic/names.h"
#include "semantic/request_words.h"
#include "semantic/tree.h"

namespace tally::semantic {
namespace {

using Kind = Node::Kind;

// Messages start with the key path: `filters[1].op: …`.
Error wrong(const std::string& path, std::string_view reason, std::string hint = {}) {
  std::string place = path.empty() ? "the request" : path;
  return user_error(fmt::format("{}: {}", place, reason), std::move(hint));
}

std::string join_path(const std::string& path, std::string_view key) {
  return path.empty() ? std::string(key) : fmt::format("{}.{}", path, key);
}

template <typename Table>
std::vector<std::string> words_of(const Table& table) {
  std::vector<std::string> words;
  for (const auto& entry : table) words.emplace_back(entry.first);
  return words;
}

class RequestReader {
 public:
  explicit RequestReader(const Tree& tree) : tree_(tree) {}

  Result<MetricRequest> read() const {
    TALLY_TRY(Object top,
              object(tree_.top(), "",
                     {"metrics", "group_by", "filters", "having", "time", "time_parts", "time_role",
                      "order", "limit", "limit_within", "parts", "calculations", "summary"}));
    MetricRequest request;
    TALLY_TRY(request.metrics, list<std::string>(top, "metrics", &RequestReader::text));
    TALLY_TRY(request.calculations,
              list<Calculation>(top, "calculations", &RequestReader::calculation));
    if (request.metrics.empty() && request.calculations.empty()) {
      return wrong("metrics", "at least one metric is needed",
                   R"(as in "metrics": ["revenue"], by the model's names)");
    }
    TALLY_TRY(request.group_by, list<GroupBy>(top, "group_by", &RequestReader::group));
    TALLY_TRY(request.filters, list<Filter>(top, "filters", &RequestReader::filter));
    TALLY_TRY(request.having, list<MetricFilter>(top, "having", &RequestReader::having));
    TALLY_TRY(request.time, list<TimeRange>(top, "time", &RequestReader::range));
    TALLY_TRY(request.time_parts, list<TimePart>(top, "time_parts", &RequestReader::part));
    TALLY_TRY(request.time_role, optional_text(top, "time_role"));
    TALLY_TRY(request.order, list<Order>(top, "order", &RequestReader::order));
    if (const Node* limit = top.find("limit")) {
      TALLY_TRY(request.limit, whole_number<uint64_t>(*limit, "limit"));
    }
    TALLY_TRY(request.limit_within, list<size_t>(top, "limit_within", &RequestReader::index));
    TALLY_TRY(request.parts, list<MetricPart>(top, "parts", &RequestReader::metric_part));
    if (const Node* summary = top.find("summary")) {
      TALLY_TRY(request.summary, read_summary(*summary, "summary"));
    }
    return request;
  }

 private:
  struct Object {
    std::string path;
    std::vector<std::pair<std::string_view, const Node*>> entries;
    const Node* find(std::string_view key) const {
      for (const auto& [name, value] : entries) {
        if (name == key) return value;
      }
      return nullptr;
    }
  };

  Result<Object> object(const Node& node, const std::string& path,
                        std::vector<std::string> keys) const {
    if (node.kind != Kind::map) {
      return wrong(path, fmt::format("must be an object, not {}", kind_text(node.kind)));
    }
    Object result{path, {}};
    for (size_t i = 0; i + 1 < node.children.size(); i += 2) {
      const std::string& key = tree_[node.children[i]].text;
      bool known = std::find(keys.begin(), keys.end(), key) != keys.end();
      if (!known)
        return wrong(path, fmt::format("unknown key \"{}\"", key), did_you_mean(key, keys));
      if (result.find(key)) return wrong(path, fmt::format("the key \"{}\" is there twice", key));
      result.entries.emplace_back(key, &tree_[node.children[i + 1]]);
    }
    return result;
  }

  template <typename Item>
  Result<std::vector<Item>> list(const Object& owner, std::string_view key,
                                 Result<Item> (RequestReader::*item_reader)(const Node&,
                                                                            const std::string&)
                                     const) const {
    std::vector<Item> items;
    const Node* node = owner.find(key);
    if (!node) return items;
    std::string path = join_path(owner.path, key);
    if (node->kind != Kind::list) {
      return wrong(path, fmt::format("must be a list, not {}", kind_text(node->kind)));
    }
    for (size_t i = 0; i < node->children.size(); ++i) {
      TALLY_TRY(Item item,
                (this->*item_reader)(tree_[node->children[i]], fmt::format("{}[{}]", path, i)));
      items.push_back(std::move(item));
    }
    return items;
  }

  Result<std::string> text(const Node& node, const std::string& path) const {
    if (node.kind == Kind::text) return node.text;
    return wrong(path, fmt::format("must be text, not {}", kind_text(node.kind)));
  }
  Result<std::string> optional_text(const Object& owner, std::string_view key) const {
    const Node* node = owner.find(key);
    if (!node) return std::string();
    return text(*node, join_path(owner.path, key));
  }
  Result<std::string> required_text(const Object& owner, std::string_view key) const {
    if (!owner.find(key)) return wrong(owner.path, fmt::format("the key \"{}\" is missing", key));
    return optional_text(owner, key);
  }

  template <typename Number>
  Result<Number> whole_number(const Node& node, const std::string& path) const {
    Number number = 0;
    const char* end = node.text.data() + node.text.size();
    auto [rest, fault] = std::from_chars(node.text.data(), end, number);
    if (node.kind == Kind::number && fault == std::errc() && rest == end) return number;
    return wrong(path, fmt::format("must be a whole number{}",
                                   std::is_unsigned_v<Number> ? " of zero or more" : ""));
  }

  template <typename Table>
  Result<typename Table::value_type::second_type> word(const Object& owner, std::string_view key,
                                                       const Table& table,
                                                       std::string_view what) const {
    TALLY_TRY(std::string text, required_text(owner, key));
    for (const auto& [known, meaning] : table) {
      if (text == known) return meaning;
    }
    return wrong(join_path(owner.path, key), fmt::format("\"{}\" is no {}", text, what),
                 "one of: " + list_words(words_of(table), "or"));
  }

  Result<FieldRef> field(const Object& owner) const {
    TALLY_TRY(std::string name, required_text(owner, "field"));
    size_t dot = name.find('.');
    bool both = dot != std::string::npos && dot > 0 && dot + 1 < name.size();
    if (!both) {
      return wrong(join_path(owner.path, "field"),
                   fmt::format("\"{}\" is not of the form dataset.field", name));
    }
    TALLY_TRY(std::string role, optional_text(owner, "role"));
    return FieldRef{name.substr(0, dot), name.substr(dot + 1), role};
  }

  Result<GroupBy> group(const Node& node, const std::string& path) const {
    TALLY_TRY(Object entry, object(node, path, {"field", "role", "grain"}));
    bool is_grain = entry.find("grain") != nullptr;
    if (is_grain == (entry.find("field") != nullptr) || (is_grain && entry.find("role"))) {
      return wrong(path, "must have either \"field\" (and perhaps \"role\") or \"grain\"");
    }
    if (is_grain) {
      TALLY_TRY(Grain grain, word(entry, "grain", kGrainNames, "grain"));
      return GroupBy{grain};
    }
    TALLY_TRY(FieldRef ref, field(entry));
    return GroupBy{std::move(ref)};
  }

  Result<Value> value(const Node& node, const std::string& path) const {
    switch (node.kind) {
      case Kind::text:
        return Value{Value::Kind::text, node.text};
      case Kind::number:
        return Value{Value::Kind::number, node.text};
      case Kind::boolean:
        return Value{Value::Kind::boolean, node.text};
      case Kind::null:
        return wrong(path, "null is no value", "use the op is_null or is_not_null");
      default:
        return wrong(path, fmt::format("must be text, a number, true or false, not {}",
                                       kind_text(node.kind)));
    }
  }

  Result<Filter> filter(const Node& node, const std::string& path) const {
    TALLY_TRY(Object entry, object(node, path, {"field", "role", "op", "values"}));
    Filter filter;
    TALLY_TRY(filter.field, field(entry));
    TALLY_TRY(filter.op, word(entry, "op", kOpTexts, "op"));
    TALLY_TRY(filter.values, list<Value>(entry, "values", &RequestReader::value));
    return filter;
  }

  Result<MetricFilter> having(const Node& node, const std::string& path) const {
    TALLY_TRY(Object entry, object(node, path, {"metric", "op", "values"}));
    MetricFilter filter;
    TALLY_TRY(filter.metric, required_text(entry, "metric"));
    TALLY_TRY(filter.op, word(entry, "op", kOpTexts, "op"));
    TALLY_TRY(filter.values, list<Value>(entry, "values", &RequestReader::value));
    return filter;
  }

  Result<TimeRange> range(const Node& node, const std::string& path) const {
    TALLY_TRY(Object entry, object(node, path, {"from", "to"}));
    TimeRange range;
    TALLY_TRY(range.from, optional_text(entry, "from"));
    TALLY_TRY(range.to, optional_text(entry, "to"));
    return range;
  }

  Result<int> small_number(const Node& node, const std::string& path) const {
    return whole_number<int>(node, path);
  }

  Result<TimePart> part(const Node& node, const std::string& path) const {
    TALLY_TRY(Object entry, object(node, path, {"part", "values"}));
    TimePart part;
    TALLY_TRY(part.part, word(entry, "part", kGrainNames, "part"));
    if (!is_folded(part.part)) {
      return wrong(join_path(path, "part"),
                   fmt::format("\"{}\" is a stretch of time, not a part of the calendar",
                               grain_name(part.part)),
                   "one of: quarter_of_year, month_of_year or weekday; stretches go into \"time\"");
    }
    TALLY_TRY(part.values, list<int>(entry, "values", &RequestReader::small_number));
    return part;
  }

  Result<Order> order(const Node& node, const std::string& path) const {
    TALLY_TRY(Object entry, object(node, path, {"metric", "group", "direction"}));
    const Node* group = entry.find("group");
    if ((group != nullptr) == (entry.find("metric") != nullptr)) {
      return wrong(path, "must have either \"metric\" or \"group\"");
    }
    Order order;
    if (group) {
      TALLY_TRY(order.by, whole_number<size_t>(*group, join_path(path, "group")));
    } else {
      TALLY_TRY(order.by, required_text(entry, "metric"));
    }
    TALLY_TRY(std::string direction, optional_text(entry, "direction"));
    if (!direction.empty() && direction != "asc" && direction != "desc") {
      return wrong(join_path(path, "direction"), fmt::format("\"{}\" is no direction", direction),
                   "one of: asc or desc");
    }
    // As people mean it: the best metric first, the groups in their own order.
    order.descending = direction.empty() ? !group : direction == "desc";
    return order;
  }

  Result<size_t> index(const Node& node, const std::string& path) const {
    return whole_number<size_t>(node, path);
  }

  Result<MetricPart> metric_part(const Node& node, const std::string& path) const {
    TALLY_TRY(Object entry,
              object(node, path, {"name", "metric", "filters", "time", "time_parts"}));
    MetricPart part;
    TALLY_TRY(part.name, required_text(entry, "name"));
    TALLY_TRY(part.metric, required_text(entry, "metric"));
    TALLY_TRY(part.filters, list<Filter>(entry, "filters", &RequestReader::filter));
    TALLY_TRY(part.time, list<TimeRange>(entry, "time", &RequestReader::range));
    TALLY_TRY(part.time_parts, list<TimePart>(entry, "time_parts", &RequestReader::part));
    if (part.filters.empty() && part.time.empty() && part.time_parts.empty())
      return wrong(path, "must have \"filters\", \"time\" or \"time_parts\"",
                   "a part says of which rows it is");
    return part;
  }

  Result<Calculation> calculation(const Node& node, const std::string& path) const {
    TALLY_TRY(Object entry, object(node, path, {"kind", "of", "to", "within", "back"}));
    Calculation made;
    TALLY_TRY(made.kind, word(entry, "kind", kCalculationNames, "kind of calculation"));
    TALLY_TRY(made.of, required_text(entry, "of"));
    TALLY_TRY(made.to, optional_text(entry, "to"));
    TALLY_TRY(made.within, list<size_t>(entry, "within", &RequestReader::index));
    const Node* back = entry.find("back");
    if (back) {
      TALLY_TRY(made.back, whole_number<int>(*back, join_path(path, "back")));
      if (made.back < 1 || made.back > kMostBack)
        return wrong(join_path(path, "back"), fmt::format("must be from 1 to {}", kMostBack));
    }
    return checked(std::move(made), path, back != nullptr);
  }

  // Keys that the kind has no use for are mistakes of whoever wrote them.
  Result<Calculation> checked(Calculation made, const std::string& path, bool has_back) const {
    const char* kind = calculation_name(made.kind);
    bool changes =
        made.kind == Calculation::Kind::change || made.kind == Calculation::Kind::change_percent;
    if (takes_two(made.kind) == made.to.empty())
      return wrong(path, fmt::format("{} takes {}", kind,
                                     made.to.empty() ? "two columns: \"of\" and \"to\""
                                                     : "one column: there is no \"to\""));
    if (!made.within.empty() && made.kind != Calculation::Kind::share)
      return wrong(path, fmt::format("{} has no \"within\"", kind));
    if (has_back && !changes) return wrong(path, fmt::format("{} has no \"back\"", kind));
    return made;
  }

  Result<Summary> read_summary(const Node& node, const std::string& path) const {
    TALLY_TRY(Object entry, object(node, path, {"aggregate", "over"}));
    Summary summary;
    TALLY_TRY(summary.aggregate, word(entry, "aggregate", kSummaryNames, "aggregate"));
    TALLY_TRY(summary.over, list<size_t>(entry, "over", &RequestReader::index));
    if (summary.over.empty())
      return wrong(join_path(path, "over"), "must name a group",
                   "the groups whose rows are taken together, as in \"over\": [0]");
    return summary;
  }

  static constexpr int kMostBack = 1000;
  const Tree& tree_;
};

// ---- writing: by hand, since numbers keep their digits ----

std::string json_text(std::string_view text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

template <typename Items, typename Write>
std::string array(const Items& items, Write write) {
  std::string result = "[";
  for (const auto& item : items) result += (result.size() > 1 ? ", " : "") + write(item);
  return result + "]";
}

std::string write_value(const Value& value) {
  bool bare = value.kind == Value::Kind::number || value.kind == Value::Kind::boolean;
  return bare ? value.text : json_text(value.text);
}

std::string write_field(const FieldRef& field) {
  std::string result = "\"field\": " + json_text(field.dataset + "." + field.field);
  if (!field.role.empty()) result += ", \"role\": " + json_text(field.role);
  return result;
}

std::string write_group(const GroupBy& group) {
  if (const auto* field = std::get_if<FieldRef>(&group.by)) return "{" + write_field(*field) + "}";
  return fmt::format("{{\"grain\": \"{}\"}}", grain_name(std::get<Grain>(group.by)));
}

std::string write_condition(const std::string& subject, FilterOp op,
                            const std::vector<Value>& values) {
  std::string result = fmt::format("{{{}, \"op\": \"{}\"", subject, op_text(op));
  if (!values.empty()) result += ", \"values\": " + array(values, write_value);
  return result + "}";
}

std::string write_range(const TimeRange& range) {
  std::string result;
  if (!range.from.empty()) result += "\"from\": " + json_text(range.from);
  if (!range.to.empty())
    result += (result.empty() ? "" : ", ") + ("\"to\": " + json_text(range.to));
  return "{" + result + "}";
}

std::string write_order(const Order& order) {
  std::string by = std::holds_alternative<size_t>(order.by)
                       ? fmt::format("\"group\": {}", std::get<size_t>(order.by))
                       : "\"metric\": " + json_text(std::get<std::string>(order.by));
  return fmt::format("{{{}, \"direction\": \"{}\"}}", by, order.descending ? "desc" : "asc");
}

std::string write_indexes(const std::vector<size_t>& indexes) {
  return array(indexes, [](size_t index) { return std::to_string(index); });
}

std::string write_filter(const Filter& filter) {
  return write_condition(write_field(filter.field), filter.op, filter.values);
}

std::string write_time_part(const TimePart& part) {
  auto values = array(part.values, [](int value) { return std::to_string(value); });
  return fmt::format("{{\"part\": \"{}\", \"values\": {}}}", grain_name(part.part), values);
}

std::string write_part(const MetricPart& part) {
  std::string result =
      fmt::format("{{\"name\": {}, \"metric\": {}", json_text(part.name), json_text(part.metric));
  if (!part.filters.empty()) result += ", \"filters\": " + array(part.filters, write_filter);
  if (!part.time.empty()) result += ", \"time\": " + array(part.time, write_range);
  if (!part.time_parts.empty())
    result += ", \"time_parts\": " + array(part.time_parts, write_time_part);
  return result + "}";
}

std::string write_calculation(const Calculation& made) {
  std::string result = fmt::format("{{\"kind\": \"{}\", \"of\": {}", calculation_name(made.kind),
                                   json_text(made.of));
  if (!made.to.empty()) result += ", \"to\": " + json_text(made.to);
  if (!made.within.empty()) result += ", \"within\": " + write_indexes(made.within);
  if (made.back != 1) result += ", \"back\": " + std::to_string(made.back);
  return result + "}";
}

}  // namespace

Result<MetricRequest> parse_request(std::string_view json) {
  TreeOutcome outcome = parse_json(json);
  if (!outcome.tree) {
    return user_error(
        fmt::format("the request is not JSON: line {}, column {}: {}", outcome.fault.at.line,
                    outcome.fault.at.column, outcome.fault.message),
        "correct the JSON");
  }
  return RequestReader(*outcome.tree).read();
}

std::string to_json(const MetricRequest& request) {
  std::string result = "{\"metrics\": " + array(request.metrics, json_text);
  auto add = [&](std::string_view key, const std::string& json) {
    if (json != "[]") result += fmt::format(", \"{}\": {}", key, json);
  };
  add("group_by", array(request.group_by, write_group));
  add("filters", array(request.filters, write_filter));
  add("having", array(request.having, [](const MetricFilter& filter) {
        return write_condition("\"metric\": " + json_text(filter.metric), filter.op, filter.values);
      }));
  add("time", array(request.time, write_range));
  add("time_parts", array(request.time_parts, write_time_part));
  if (!request.time_role.empty()) add("time_role", json_text(request.time_role));
  add("order", array(request.order, write_order));
  if (request.limit) add("limit", std::to_string(*request.limit));
  add("limit_within", write_indexes(request.limit_within));
  add("parts", array(request.parts, write_part));
  add("calculations", array(request.calculations, write_calculation));
  if (request.summary)
    add("summary", fmt::format("{{\"aggregate\": \"{}\", \"over\": {}}}",
                               summary_name(request.summary->aggregate),
                               write_indexes(request.summary->over)));
  return result + "}";
}

}  // namespace tally::semantic
