#include "import/dbt/relation.h"

#include <fmt/format.h>

namespace tally::importing::dbt {

namespace {

using jinja::Call;
using jinja::function;
using jinja::make;
using jinja::Value;

// "include(database=false)", "quote(identifier=false)": a relation that prints otherwise.
void include(Relation::Parts& parts, const Call& call) {
  auto said = [&](size_t position, std::string_view name, bool& flag) {
    const Value* value = call.argument(position, name);
    if (value && !value->is_none()) flag = value->truth();
  };
  said(0, "database", parts.with_database);
  said(1, "schema", parts.with_schema);
  said(2, "identifier", parts.with_identifier);
}

void replace(std::string& text, const Value* given) {
  if (given) text = given->is_none() ? "" : given->text();
}

void incorporate(Relation::Parts& parts, const Call& call) {
  if (const Value* path = call.named("path"); path && path->is_dict()) {
    replace(parts.database, path->dict().find(std::string_view("database")));
    replace(parts.schema, path->dict().find(std::string_view("schema")));
    replace(parts.identifier, path->dict().find(std::string_view("identifier")));
  }
  if (const Value* type = call.named("type")) replace(parts.type, type);
}

std::string quoted(std::string_view text, char quote) {
  return fmt::format("{}{}{}", quote, text, quote);
}

}  // namespace

std::string Relation::text() const {
  std::string out;
  auto append = [&](const std::string& part, bool wanted) {
    if (!wanted || part.empty()) return;
    if (!out.empty()) out += '.';
    out += parts_.quoted ? quoted(part, parts_.quote) : part;
  };
  append(parts_.database, parts_.with_database);
  append(parts_.schema, parts_.with_schema);
  append(parts_.identifier, parts_.with_identifier);
  return out;
}

bool Relation::equals(const Object& other) const {
  const auto* relation = dynamic_cast<const Relation*>(&other);
  return relation && relation->text() == text();
}

Value Relation::attribute(std::string_view name) const {
  if (name == "database") return parts_.database;
  if (name == "schema") return parts_.schema;
  if (name == "identifier" || name == "name" || name == "table") return parts_.identifier;
  if (name == "type") return parts_.type.empty() ? Value::none() : Value(parts_.type);
  if (name == "is_table") return parts_.type == "table";
  if (name == "is_view") return parts_.type == "view";
  if (name == "is_cte") return parts_.type == "cte";
  if (name == "is_materialized_view") return parts_.type == "materialized_view";
  return method(name);
}

Value Relation::method(std::string_view name) const {
  const Parts& parts = parts_;
  if (name == "include") {
    return function("include", [parts](Call& call) mutable -> Value {
      Parts changed = parts;
      include(changed, call);
      return make<Relation>(std::move(changed));
    });
  }
  if (name == "incorporate") {
    return function("incorporate", [parts](Call& call) -> Value {
      Parts changed = parts;
      incorporate(changed, call);
      return make<Relation>(std::move(changed));
    });
  }
  if (name == "quote") {
    return function("quote", [parts](Call& call) -> Value {
      Parts changed = parts;
      const Value* identifier = call.argument(2, "identifier");
      changed.quoted = !identifier || identifier->truth();
      return make<Relation>(std::move(changed));
    });
  }
  if (name == "replace_path") {
    return function("replace_path", [parts](Call& call) -> Value {
      Parts changed = parts;
      replace(changed.database, call.named("database"));
      replace(changed.schema, call.named("schema"));
      replace(changed.identifier, call.named("identifier"));
      return make<Relation>(std::move(changed));
    });
  }
  if (name == "without_identifier") {
    return function("without_identifier", [parts](Call&) -> Value {
      Parts changed = parts;
      changed.with_identifier = false;
      return make<Relation>(std::move(changed));
    });
  }
  if (name == "information_schema") {
    return function("information_schema", [parts](Call& call) -> Value {
      Parts changed = parts;
      changed.schema = "INFORMATION_SCHEMA";
      changed.identifier = call.string(0, "view_name");
      changed.quoted = false;
      return make<Relation>(std::move(changed));
    });
  }
  if (name == "metadata") {
    auto metadata = make<jinja::Dict>();
    metadata->set("type", "BaseRelation");
    return metadata;
  }
  if (name == "get") {
    return function("get", [parts](Call& call) -> Value {
      const Value found = make<Relation>(parts)->attribute(call.string(0, "key"));
      const Value* fallback = call.argument(1, "default");
      return !found.is_undefined() ? found : fallback ? *fallback : Value::none();
    });
  }
  if (name == "render") {
    return function("render", [text = text()](Call&) -> Value { return text; });
  }
  return {};
}

Value Column::attribute(std::string_view name) const {
  if (name == "name" || name == "column") return name_;
  if (name == "dtype" || name == "data_type") return type_;
  if (name == "quoted") return quoted(name_, quote_);
  const bool asks = name.starts_with("is_");
  if (asks) {
    const bool is_text =
        type_.find("char") != std::string::npos || type_ == "text" || type_ == "string";
    return function(std::string(name), [is_text, wanted = name == "is_string"](Call&) -> Value {
      return wanted && is_text;
    });
  }
  return {};
}

}  // namespace tally::importing::dbt
