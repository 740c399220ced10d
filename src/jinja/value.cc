#include "jinja/value.h"

#include <cmath>
#include <functional>

#include "jinja/host.h"

namespace tally::jinja {

namespace {

class Text final : public Counted {
 public:
  explicit Text(std::string said) : text(std::move(said)) {}
  std::string text;
};

}  // namespace

void Counted::free(Counted* last) {
  static thread_local std::vector<Counted*> doomed;
  static thread_local bool freeing = false;
  doomed.push_back(last);
  if (freeing) return;
  freeing = true;
  while (!doomed.empty()) {
    const Counted* next = doomed.back();
    doomed.pop_back();
    delete next;
  }
  freeing = false;
}

Value::Value(std::string text) : type_(Type::string) {
  as_.counted = new Text(std::move(text));
  as_.counted->keep();
}
Value::Value(const Shared<List>& list) : type_(Type::list) {
  as_.counted = list.get();
  as_.counted->keep();
}
Value::Value(const Shared<Dict>& dict) : type_(Type::dict) {
  as_.counted = dict.get();
  as_.counted->keep();
}
Value::Value(const Shared<Object>& object) : type_(Type::object) {
  as_.counted = object.get();
  as_.counted->keep();
}

Value Value::undefined(std::string name) {
  Value value(std::move(name));
  value.type_ = Type::undefined;
  return value;
}
Value Value::list(std::vector<Value> items) {
  return make<List>(std::move(items));
}
Value Value::tuple(std::vector<Value> items) {
  Value value = list(std::move(items));
  value.type_ = Type::tuple;
  return value;
}

const std::string& Value::string() const {
  return static_cast<Text*>(as_.counted)->text;
}
List& Value::items() const {
  return *static_cast<List*>(as_.counted);
}
Dict& Value::dict() const {
  return *static_cast<Dict*>(as_.counted);
}
Object& Value::object() const {
  return *static_cast<Object*>(as_.counted);
}

std::string_view Value::undefined_name() const {
  if (type_ != Type::undefined || !as_.counted) return {};
  return static_cast<Text*>(as_.counted)->text;
}

bool Value::truth() const {
  switch (type_) {
    case Type::undefined:
    case Type::none:
      return false;
    case Type::boolean:
      return as_.boolean;
    case Type::integer:
      return as_.integer != 0;
    case Type::real:
      return as_.real != 0;
    case Type::string:
      return !string().empty();
    case Type::list:
    case Type::tuple:
      return items().lazy || !items().items.empty();
    case Type::dict:
      return dict().size() > 0;
    case Type::object:
      return object().truth();
  }
  return false;
}

std::string Value::text() const {
  std::string out;
  append_text(out, *this);
  return out;
}

std::string_view Value::kind() const {
  switch (type_) {
    case Type::undefined:
      return "Undefined";
    case Type::none:
      return "NoneType";
    case Type::boolean:
      return "bool";
    case Type::integer:
      return "int";
    case Type::real:
      return "float";
    case Type::string:
      return "str";
    case Type::list:
      return items().lazy ? "generator" : "list";
    case Type::tuple:
      return "tuple";
    case Type::dict:
      return "dict";
    case Type::object:
      return object().type_name();
  }
  return {};
}

bool Value::same_as(const Value& other) const {
  if (type_ != other.type_) return false;
  if (type_ == Type::none) return true;
  if (type_ == Type::boolean) return as_.boolean == other.as_.boolean;
  if (type_ == Type::integer) return as_.integer == other.as_.integer;
  if (type_ == Type::real) return as_.real == other.as_.real;
  if (type_ == Type::string) return string() == other.string();  // Python interns its literals
  return as_.counted == other.as_.counted;
}

std::optional<size_t> Dict::position(const Value& key) const {
  if (entries_.size() <= kSmall) {
    for (size_t at = 0; at < entries_.size(); ++at) {
      if (equal(entries_[at].key, key)) return at;
    }
    return std::nullopt;
  }
  const auto [first, last] = index_.equal_range(hash(key));
  for (auto found = first; found != last; ++found) {
    if (equal(entries_[found->second].key, key)) return found->second;
  }
  return std::nullopt;
}

const Value* Dict::find(const Value& key) const {
  const auto found = position(key);
  return found ? &entries_[*found].value : nullptr;
}

const Value* Dict::find(std::string_view key) const {
  if (entries_.size() > kSmall) return find(Value(key));
  for (const auto& entry : entries_) {
    if (entry.key.is_string() && entry.key.string() == key) return &entry.value;
  }
  return nullptr;
}

void Dict::index_all() {
  index_.clear();
  if (entries_.size() <= kSmall) return;
  for (size_t at = 0; at < entries_.size(); ++at) index_.emplace(hash(entries_[at].key), at);
}

void Dict::set(Value key, Value value) {
  if (const auto found = position(key)) {
    entries_[*found].value = std::move(value);
    return;
  }
  const uint64_t hashed = entries_.size() >= kSmall ? hash(key) : 0;
  entries_.push_back({std::move(key), std::move(value)});
  if (entries_.size() == kSmall + 1) {
    index_all();
  } else if (entries_.size() > kSmall) {
    index_.emplace(hashed, entries_.size() - 1);
  }
}

bool Dict::erase(const Value& key) {
  const auto found = position(key);
  if (!found) return false;
  entries_.erase(entries_.begin() + static_cast<ptrdiff_t>(*found));
  index_all();
  return true;
}

void Dict::clear() {
  entries_.clear();
  index_.clear();
}

Value Object::call(Call& call) {
  return call.fail("'" + std::string(type_name()) + "' object is not callable");
}

std::string Object::text() const {
  return "<" + std::string(type_name()) + ">";
}

bool Object::contains(const Value& wanted) const {
  const auto items = iterate();
  if (!items) return false;
  for (const auto& item : *items) {
    if (equal(item, wanted)) return true;
  }
  return false;
}

Value Namespace::attribute(std::string_view name) const {
  const Value* found = values.find(name);
  return found ? *found : Value();
}

Value Namespace::item(const Value& key) const {
  const Value* found = values.find(key);
  return found ? *found : Value();
}

void Namespace::visit(const std::function<void(const Value&)>& each) const {
  for (const auto& entry : values.entries()) each(entry.value);
}

std::string Namespace::text() const {
  return "<Namespace " + Value(make<Dict>(values)).text() + ">";
}

}  // namespace tally::jinja
