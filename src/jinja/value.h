#pragma once
// A value of a template: Python's, as far as Jinja can tell. Sixteen bytes; what is larger is
// shared and counted. Counts are not atomic: templates, values and renders of one project belong to
// one thread at a time.

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>

namespace tally::jinja {

class Call;
class Dict;
class List;
class Object;
class Value;

enum class Type : uint8_t {
  undefined,  // remembers the name that was not found
  none,
  boolean,
  integer,
  real,
  string,
  list,
  tuple,
  dict,
  object,  // whatever else: macros, functions, namespaces, sets, and what the host brings
};

// What is shared. Freed iteratively: a list nested a million deep must not exhaust the stack.
class Counted {
 public:
  Counted() = default;
  Counted(const Counted&) = delete;
  Counted& operator=(const Counted&) = delete;
  virtual ~Counted() = default;

  void keep() { ++references_; }
  void release() {
    if (--references_ == 0) free(this);
  }

 private:
  static void free(Counted* last);
  uint32_t references_ = 0;
};

// Owns one count of a T.
template <typename T>
class Shared {
 public:
  Shared() = default;
  Shared(T* pointer) : pointer_(pointer) {  // NOLINT: implicit on purpose
    if (pointer_) pointer_->keep();
  }
  Shared(const Shared& other) : Shared(other.pointer_) {}
  Shared(Shared&& other) noexcept : pointer_(std::exchange(other.pointer_, nullptr)) {}
  Shared& operator=(Shared other) noexcept {
    std::swap(pointer_, other.pointer_);
    return *this;
  }
  ~Shared() {
    if (pointer_) pointer_->release();
  }

  T* get() const { return pointer_; }
  T& operator*() const { return *pointer_; }
  T* operator->() const { return pointer_; }
  explicit operator bool() const { return pointer_ != nullptr; }

 private:
  T* pointer_ = nullptr;
};

template <typename T, typename... Arguments>
Shared<T> make(Arguments&&... arguments) {
  return Shared<T>(new T(std::forward<Arguments>(arguments)...));
}

class Value {
 public:
  Value() { as_.integer = 0; }                                          // undefined, without a name
  Value(bool value) : type_(Type::boolean) { as_.boolean = value; }     // NOLINT: all implicit
  Value(int value) : type_(Type::integer) { as_.integer = value; }      // NOLINT
  Value(int64_t value) : type_(Type::integer) { as_.integer = value; }  // NOLINT
  Value(double value) : type_(Type::real) { as_.real = value; }         // NOLINT
  Value(std::string text);                                              // NOLINT
  Value(std::string_view text) : Value(std::string(text)) {}            // NOLINT
  Value(const char* text) : Value(std::string(text)) {}                 // NOLINT
  Value(const Shared<List>& list);                                      // NOLINT
  Value(const Shared<Dict>& dict);                                      // NOLINT
  Value(const Shared<Object>& object);                                  // NOLINT
  template <typename T>
    requires std::is_base_of_v<Object, T>
  Value(const Shared<T>& object) : Value(Shared<Object>(object.get())) {}  // NOLINT

  static Value none() {
    Value value;
    value.type_ = Type::none;
    return value;
  }
  // "'name' is undefined": printed as nothing, false, without items; to call it is reported.
  static Value undefined(std::string name);
  static Value list(std::vector<Value> items);
  static Value tuple(std::vector<Value> items);

  Value(const Value& other) : type_(other.type_), as_(other.as_) {
    if (shared()) as_.counted->keep();
  }
  Value(Value&& other) noexcept : type_(other.type_), as_(other.as_) {
    other.type_ = Type::undefined;
    other.as_.integer = 0;
  }
  Value& operator=(Value other) noexcept {
    std::swap(type_, other.type_);
    std::swap(as_, other.as_);
    return *this;
  }
  ~Value() {
    if (shared()) as_.counted->release();
  }

  Type type() const { return type_; }
  bool is_undefined() const { return type_ == Type::undefined; }
  bool is_none() const { return type_ == Type::none; }
  bool is_string() const { return type_ == Type::string; }
  bool is_integer() const { return type_ == Type::integer; }
  bool is_number() const {
    return type_ == Type::integer || type_ == Type::real || type_ == Type::boolean;
  }
  bool is_sequence() const { return type_ == Type::list || type_ == Type::tuple; }
  bool is_dict() const { return type_ == Type::dict; }
  bool is_object() const { return type_ == Type::object; }

  // Each only for its own type.
  bool boolean() const { return as_.boolean; }
  int64_t integer() const { return as_.integer; }
  double real() const { return as_.real; }
  const std::string& string() const;
  List& items() const;  // list or tuple
  Dict& dict() const;
  Object& object() const;

  std::string_view undefined_name() const;  // of an undefined one; may be empty
  // The object, if it is a T.
  template <typename T>
  T* object_as() const {
    return type_ == Type::object ? dynamic_cast<T*>(&object()) : nullptr;
  }

  bool truth() const;
  std::string text() const;          // str(): what {{ value }} prints
  std::string_view kind() const;     // Python's name of its type: "str", "int", "NoneType"
  bool same_as(const Value&) const;  // Python's `is`

 private:
  bool shared() const {
    return type_ >= Type::string || (type_ == Type::undefined && as_.counted != nullptr);
  }
  Type type_ = Type::undefined;
  union {
    bool boolean;
    int64_t integer;
    double real;
    Counted* counted;
  } as_;
};
static_assert(sizeof(Value) == 16);

// A list or a tuple. `lazy` marks what is a generator in Python: always true, whatever is in it.
class List final : public Counted {
 public:
  explicit List(std::vector<Value> values, bool lazily = false)
      : items(std::move(values)), lazy(lazily) {}
  std::vector<Value> items;
  bool lazy = false;
};

// In the order of insertion. Keys are compared as Python does: 1, 1.0 and true are one key.
class Dict final : public Counted {
 public:
  struct Entry {
    Value key, value;
  };
  Dict() = default;
  Dict(const Dict& other) : Counted(), entries_(other.entries_), index_(other.index_) {}
  const std::vector<Entry>& entries() const { return entries_; }
  size_t size() const { return entries_.size(); }
  const Value* find(const Value& key) const;
  const Value* find(std::string_view key) const;
  void set(Value key, Value value);
  bool erase(const Value& key);
  void clear();

 private:
  static constexpr size_t kSmall = 8;  // so many are looked through, more are indexed
  std::optional<size_t> position(const Value& key) const;
  void index_all();

  std::vector<Entry> entries_;
  std::unordered_multimap<uint64_t, size_t> index_;  // hash of the key → position
};

// Anything with behaviour of its own. The defaults are those of a plain Python object.
class Object : public Counted {
 public:
  // The values that it holds, of which it may be one: see holds().
  virtual void visit(const std::function<void(const Value&)>&) const {}
  virtual std::string_view type_name() const = 0;  // for messages, and printed by default
  // Undefined: it has none of this name.
  virtual Value attribute(std::string_view) const { return {}; }
  virtual Value item(const Value&) const { return {}; }
  virtual bool callable() const { return false; }
  virtual Value call(Call& call);  // only if callable()
  virtual bool truth() const { return true; }
  virtual bool is_mapping() const { return false; }
  virtual std::string text() const;
  // Its items, if it can be looped over.
  virtual std::optional<std::vector<Value>> iterate() const { return std::nullopt; }
  virtual bool contains(const Value& wanted) const;
  virtual bool equals(const Object& other) const { return this == &other; }
  // <0, 0, >0; nothing: they have no order.
  virtual std::optional<int> compare(const Value&) const { return std::nullopt; }
  // `this op other`, or `other op this` if reflected; op is '+', '-', '*', '/', '%', '|', '&'.
  // Undefined: not supported.
  virtual Value operate(char, const Value&, bool /*reflected*/) const { return {}; }
};

// namespace(): what a loop can set from within.
class Namespace final : public Object {
 public:
  std::string_view type_name() const override { return "Namespace"; }
  Value attribute(std::string_view name) const override;
  Value item(const Value& key) const override;
  std::string text() const override;
  void visit(const std::function<void(const Value&)>& each) const override;
  Dict values;
};

// Python's set, in order of insertion.
class Set final : public Object {
 public:
  std::string_view type_name() const override { return "set"; }
  Value attribute(std::string_view name) const override;  // its methods
  bool truth() const override { return values.size() > 0; }
  std::string text() const override;
  std::optional<std::vector<Value>> iterate() const override;
  bool contains(const Value& wanted) const override { return values.find(wanted) != nullptr; }
  bool equals(const Object& other) const override;
  Value operate(char op, const Value& other, bool reflected) const override;
  Dict values;  // the keys are what is in it
};

// Python's ==, and a hash under which equal values are equal.
bool equal(const Value& a, const Value& b);
uint64_t hash(const Value& value);
// Lists, dicts and sets cannot be keys or members of a set.
bool hashable(const Value& value);
// Whether `part` is somewhere within: what holds itself is never freed. True also if it takes too
// long to tell.
bool holds(const Value& whole, const Value& part);
// Python's <=>; nothing when the types have no order between them.
std::optional<int> compare(const Value& a, const Value& b);
// As Python's repr() prints it: strings in quotes.
void append_repr(std::string& out, const Value& value);
void append_text(std::string& out, const Value& value);
std::string number_text(double value);

}  // namespace tally::jinja
