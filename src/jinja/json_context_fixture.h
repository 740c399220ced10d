#pragma once
// Test only: a host whose names are the keys of a JSON object.

#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "jinja/render.h"
#include "jinja/template.h"

namespace tally::jinja::testing {

inline Value value_of(const nlohmann::ordered_json& json) {
  if (json.is_null()) return Value::none();
  if (json.is_boolean()) return json.get<bool>();
  if (json.is_number_integer()) return json.get<int64_t>();
  if (json.is_number()) return json.get<double>();
  if (json.is_string()) return json.get<std::string>();
  if (json.is_array()) {
    std::vector<Value> items;
    for (const auto& item : json) items.push_back(value_of(item));
    return Value::list(std::move(items));
  }
  auto dict = make<Dict>();
  for (const auto& [key, item] : json.items()) dict->set(key, value_of(item));
  return dict;
}

class JsonHost final : public Host {
 public:
  explicit JsonHost(const nlohmann::ordered_json& context, Names& names) : names_(names) {
    for (const auto& [key, value] : context.items()) values_[key] = value_of(value);
    values_["return"] = function("return", [](Call& call) {
      const Value* value = call.argument(0, "data");
      return call.return_from_macro(value ? *value : Value::none());
    });
    values_["fail"] = function("fail", [](Call& call) { return call.fail(call.string(0, "")); });
  }

  Value lookup(Name name, const Template&) override {
    const auto found = values_.find(std::string(names_.text(name)));
    return found == values_.end() ? Value() : found->second;
  }
  std::shared_ptr<const Template> load(std::string_view name) override {
    const auto found = templates.find(std::string(name));
    return found == templates.end() ? nullptr : found->second;
  }
  // Every macro of the library as a name, as a project's are.
  void add(const Library& library) {
    for (const auto& source : library.templates) {
      for (const auto& definition : source->definitions()) {
        values_[std::string(names_.text(definition.name))] = macro(source, definition);
      }
    }
  }

  std::map<std::string, std::shared_ptr<const Template>> templates;

 private:
  Names& names_;
  std::map<std::string, Value> values_;
};

}  // namespace tally::jinja::testing
