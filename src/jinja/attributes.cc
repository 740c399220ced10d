// What stands behind a dot or in brackets, and the items of what is looped over.
#include <fmt/format.h>

#include <algorithm>

#include "jinja/evaluator.h"
#include "jinja/strings.h"

namespace tally::jinja {

namespace {

// A method of a built-in type as a value: `{% set add = list.append %}`.
class BoundMethod final : public Object {
 public:
  BoundMethod(Builtin method, Value subject) : method_(method), subject_(std::move(subject)) {}
  std::string_view type_name() const override { return "builtin_function_or_method"; }
  bool callable() const override { return true; }
  Value call(Call& call) override { return method_(call, subject_); }
  void visit(const std::function<void(const Value&)>& each) const override { each(subject_); }

 private:
  Builtin method_;
  Value subject_;
};

Value bound_method(const Value& subject, std::string_view name) {
  const Methods* methods = find_methods(name);
  const Builtin method = methods ? methods->of(subject.type()) : nullptr;
  return method ? Value(make<BoundMethod>(method, subject)) : Value();
}

// A position counted from the front, or from the back if negative.
std::optional<size_t> position(const Value& index, size_t size) {
  if (!index.is_integer() && index.type() != Type::boolean) return std::nullopt;
  int64_t at = index.is_integer() ? index.integer() : index.boolean() ? 1 : 0;
  if (at < 0) at += static_cast<int64_t>(size);
  if (at < 0 || at >= static_cast<int64_t>(size)) return std::nullopt;
  return static_cast<size_t>(at);
}

struct SliceBounds {
  int64_t start, stop, step;
};

// Python's slice.indices().
SliceBounds bounds_of(std::optional<int64_t> start, std::optional<int64_t> stop, int64_t step,
                      int64_t size) {
  const int64_t lowest = step > 0 ? 0 : -1;
  const int64_t highest = step > 0 ? size : size - 1;
  const auto fitted = [&](int64_t at) {
    return std::clamp(at < 0 ? std::max(at, -size - 1) + size : at, lowest, highest);
  };
  return {start      ? fitted(*start)
          : step > 0 ? 0
                     : size - 1,
          stop       ? fitted(*stop)
          : step > 0 ? size
                     : -1,
          step};
}

template <typename Each>
void each_of(const SliceBounds& bounds, Each each) {
  if (bounds.step > 0) {
    for (int64_t at = bounds.start; at < bounds.stop; at += bounds.step) {
      each(static_cast<size_t>(at));
      if (bounds.stop - at <= bounds.step) break;  // no overflow
    }
  } else {
    for (int64_t at = bounds.start; at > bounds.stop; at += bounds.step) {
      each(static_cast<size_t>(at));
      if (bounds.stop - at >= bounds.step) break;
    }
  }
}

Value sliced(const Value& subject, std::optional<int64_t> start, std::optional<int64_t> stop,
             int64_t step) {
  if (subject.is_string()) {
    const auto characters = characters_of(subject.string());
    std::string text;
    each_of(bounds_of(start, stop, step, static_cast<int64_t>(characters.size())),
            [&](size_t at) { text += characters[at]; });
    return text;
  }
  const auto& items = subject.items().items;
  std::vector<Value> found;
  each_of(bounds_of(start, stop, step, static_cast<int64_t>(items.size())),
          [&](size_t at) { found.push_back(items[at]); });
  return subject.type() == Type::tuple ? Value::tuple(std::move(found))
                                       : Value::list(std::move(found));
}

Value character_at(const std::string& text, const Value& key) {
  const auto characters = characters_of(text);
  const auto at = position(key, characters.size());
  return at ? Value(characters[*at]) : Value();
}

}  // namespace

Value Evaluator::attribute_of(const Value& subject, std::string_view name) {
  if (subject.is_object()) {
    Value found = subject.object().attribute(name);
    return found.is_undefined() ? subject.object().item(name) : found;
  }
  Value method = bound_method(subject, name);
  if (!method.is_undefined()) return method;
  if (!subject.is_dict()) return {};
  const Value* found = subject.dict().find(name);
  return found ? *found : Value();
}

Value Evaluator::item_of(const Value& subject, const Value& key) {
  if (subject.is_dict()) {
    if (const Value* found = subject.dict().find(key)) return *found;
  } else if (subject.is_sequence()) {
    const auto& items = subject.items().items;
    if (const auto at = position(key, items.size())) return items[*at];
  } else if (subject.is_string() && key.is_integer()) {
    return character_at(subject.string(), key);
  } else if (subject.is_object()) {
    Value found = subject.object().item(key);
    if (!found.is_undefined()) return found;
    return key.is_string() ? subject.object().attribute(key.string()) : Value();
  }
  return key.is_string() ? bound_method(subject, key.string()) : Value();
}

Value Evaluator::evaluate_slice(const Value& subject, const Slice& node) {
  auto bound = [&](const Expression* part) -> std::optional<int64_t> {
    if (!part) return std::nullopt;
    const Value value = evaluate(part);
    if (value.is_integer()) return value.integer();
    if (!unwinding() && !value.is_none()) fail("slice indices must be integers", node.line);
    return std::nullopt;
  };
  const auto start = bound(node.start);
  const auto stop = bound(node.stop);
  const int64_t step = bound(node.step).value_or(1);
  if (unwinding()) return {};
  if (step == 0) return fail("slice step cannot be zero", node.line);
  if (!subject.is_string() && !subject.is_sequence()) return {};
  return charged(sliced(subject, start, stop, step));
}

std::optional<Shared<List>> Evaluator::items_of(const Value& value, uint32_t line) {
  if (value.is_sequence()) return Shared<List>(&value.items());
  std::vector<Value> items;
  if (value.is_string()) {
    for (const auto character : characters_of(value.string())) items.emplace_back(character);
  } else if (value.is_dict()) {
    for (const auto& entry : value.dict().entries()) items.push_back(entry.key);
  } else if (value.is_object()) {
    auto found = value.object().iterate();
    if (!found) {
      fail(fmt::format("'{}' object is not iterable", value.kind()), line);
      return std::nullopt;
    }
    items = *std::move(found);
  } else if (!value.is_undefined()) {
    fail(fmt::format("'{}' object is not iterable", value.kind()), line);
    return std::nullopt;
  }
  if (!spend(items.size())) return std::nullopt;
  return make<List>(std::move(items));
}

namespace {

Value run_cycle(Call& call, const LoopValue& loop) {
  if (call.positional().empty()) return call.fail("no items for cycling given");
  return call.positional()[static_cast<size_t>(loop.index) % call.positional().size()];
}

Value run_changed(Call& call, LoopValue& loop) {
  Value now = Value::tuple({call.positional().begin(), call.positional().end()});
  if (loop.last_seen && equal(*loop.last_seen, now)) return false;
  loop.last_seen = std::move(now);
  return true;
}

// loop.cycle and loop.changed.
class LoopMethod final : public Object {
 public:
  LoopMethod(LoopValue* loop, bool changed) : loop_(loop), changed_(changed) {}
  std::string_view type_name() const override { return "method"; }
  bool callable() const override { return true; }
  Value call(Call& call) override {
    return changed_ ? run_changed(call, *loop_) : run_cycle(call, *loop_);
  }

 private:
  Shared<LoopValue> loop_;
  bool changed_;
};

}  // namespace

Value LoopValue::attribute(std::string_view name) const {
  const auto length = static_cast<int64_t>(items->items.size());
  const auto at = static_cast<size_t>(index);
  auto* self = const_cast<LoopValue*>(this);  // its methods move it on
  if (name == "index") return index + 1;
  if (name == "index0") return index;
  if (name == "first") return index == 0;
  if (name == "last") return index + 1 == length;
  if (name == "length") return length;
  if (name == "revindex") return length - index;
  if (name == "revindex0") return length - index - 1;
  if (name == "depth") return depth;
  if (name == "depth0") return depth - 1;
  if (name == "previtem" && index > 0) return items->items[at - 1];
  if (name == "nextitem" && index + 1 < length) return items->items[at + 1];
  if (name == "cycle") return make<LoopMethod>(self, false);
  if (name == "changed") return make<LoopMethod>(self, true);
  return {};
}

Value LoopValue::call(Call& call) {
  if (call.positional().size() != 1)
    return call.fail("loop() takes one argument: what to loop over");
  return call.evaluator().call_loop(*this, call.positional()[0]);
}

}  // namespace tally::jinja
