#include "import/dbt/conversions.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

#include "import/dbt/relation.h"

namespace tally::importing::dbt {

namespace {

using jinja::Dict;
using jinja::make;
using jinja::Type;
using jinja::Value;

constexpr int kDeepest = 50;

Data nested(const Value& value, int depth) {
  Data data;
  switch (value.type()) {
    case Type::undefined:
      data.is_unknown = true;
      return data;
    case Type::none:
      return data;
    case Type::boolean:
      return Data::of_truth(value.boolean());
    case Type::integer:
      data.kind = Data::Kind::integer;
      data.integer = value.integer();
      break;
    case Type::real:
      data.kind = Data::Kind::real;
      data.real = value.real();
      break;
    case Type::list:
    case Type::tuple:
      data.kind = Data::Kind::list;
      for (const auto& item : value.items().items) {
        if (depth < kDeepest) data.values.push_back(nested(item, depth + 1));
      }
      return data;
    case Type::dict:
      data.kind = Data::Kind::map;
      for (const auto& [key, item] : value.dict().entries()) {
        if (depth >= kDeepest) break;
        data.keys.push_back(key.text());
        data.values.push_back(nested(item, depth + 1));
      }
      return data;
    default:
      data = Data::of(value.text());
      data.is_unknown = value.object_as<Unknown>() != nullptr;
      return data;
  }
  data.text = value.text();
  return data;
}

Value from_json(const nlohmann::ordered_json& json, int depth) {
  if (json.is_boolean()) return json.get<bool>();
  if (json.is_number_integer()) return json.get<int64_t>();
  if (json.is_number()) return json.get<double>();
  if (json.is_string()) return json.get<std::string>();
  if (json.is_null() || depth > kDeepest) return Value::none();
  if (json.is_array()) {
    std::vector<Value> items;
    for (const auto& item : json) items.push_back(from_json(item, depth + 1));
    return Value::list(std::move(items));
  }
  auto dict = make<Dict>();
  for (const auto& [key, item] : json.items()) dict->set(key, from_json(item, depth + 1));
  return dict;
}

void append_yaml(std::string& out, const Value& value, size_t indent);

void append_yaml_lines(std::string& out, const Value& value, size_t indent) {
  const std::string margin(indent, ' ');
  if (value.is_dict()) {
    for (const auto& [key, item] : value.dict().entries()) {
      out += margin + key.text() + ":";
      append_yaml(out, item, indent);
    }
    return;
  }
  for (const auto& item : value.items().items) {
    out += margin + "-";
    append_yaml(out, item, indent);
  }
}

// Behind "key:" or "-": a scalar on the same line, anything else on the lines below.
void append_yaml(std::string& out, const Value& value, size_t indent) {
  const bool nested_value = (value.is_dict() && value.dict().size() > 0) ||
                            (value.is_sequence() && !value.items().items.empty());
  if (nested_value && indent < size_t{2} * kDeepest) {
    out += "\n";
    append_yaml_lines(out, value, indent + 2);
  } else if (value.is_none()) {
    out += " null\n";
  } else if (value.type() == Type::boolean) {
    out += value.boolean() ? " true\n" : " false\n";
  } else {
    out += " " + value.text() + "\n";
  }
}

}  // namespace

Value value_of(const Data& data) {
  switch (data.kind) {
    case Data::Kind::null:
      return Value::none();
    case Data::Kind::boolean:
      return data.truth;
    case Data::Kind::integer:
      return data.integer;
    case Data::Kind::real:
      return data.real;
    case Data::Kind::text:
      return data.text;
    case Data::Kind::list: {
      std::vector<Value> items;
      for (const auto& item : data.values) items.push_back(value_of(item));
      return Value::list(std::move(items));
    }
    case Data::Kind::map:
      break;
  }
  auto dict = make<Dict>();
  for (size_t at = 0; at < data.keys.size(); ++at)
    dict->set(data.keys[at], value_of(data.values[at]));
  return dict;
}

Data data_of(const Value& value) {
  return nested(value, 0);
}

std::optional<Value> value_from_json(std::string_view json) {
  // A parser that recurses would follow brackets to the end of the stack.
  if (std::count(json.begin(), json.end(), '[') + std::count(json.begin(), json.end(), '{') >
      10'000) {
    return std::nullopt;
  }
  const auto parsed = nlohmann::ordered_json::parse(json, nullptr, false);
  if (parsed.is_discarded()) return std::nullopt;
  return from_json(parsed, 0);
}

std::string yaml_of(const Value& value) {
  std::string out;
  if (value.is_dict() || value.is_sequence()) {
    append_yaml_lines(out, value, 0);
  } else {
    out = value.text() + "\n";
  }
  return out;
}

}  // namespace tally::importing::dbt
