// range, dict, namespace, cycler, joiner, lipsum.
#include <fmt/format.h>

#include "jinja/builtins_impl.h"

namespace tally::jinja {

namespace {

// The sandbox that dbt renders in has the same bound.
constexpr int64_t kLongestRange = 100'000;

std::optional<int64_t> bound(Call& call, size_t position) {
  const auto found = integer_of(call.positional()[position]);
  if (!found || !call.positional()[position].is_number()) {
    call.fail(fmt::format("'{}' object cannot be interpreted as an integer",
                          call.positional()[position].kind()));
    return std::nullopt;
  }
  return found;
}

Value range(Call& call) {
  const size_t count = call.positional().size();
  if (count < 1 || count > 3) return call.fail("range() takes one to three arguments");
  const auto start = count > 1 ? bound(call, 0) : std::optional<int64_t>(0);
  const auto stop = bound(call, count > 1 ? 1 : 0);
  const auto step = count > 2 ? bound(call, 2) : std::optional<int64_t>(1);
  if (!start || !stop || !step) return {};
  if (*step == 0) return call.fail("range() arg 3 must not be zero");
  const double length =
      (static_cast<double>(*stop) - static_cast<double>(*start)) / static_cast<double>(*step);
  if (length > static_cast<double>(kLongestRange)) {
    return call.fail(fmt::format("Range too big: more than {} numbers", kLongestRange));
  }
  std::vector<Value> numbers;
  for (int64_t at = *start; *step > 0 ? at < *stop : at > *stop; at += *step)
    numbers.emplace_back(at);
  return Value::list(std::move(numbers));
}

bool fill(Call& call, Dict& dict) {
  if (!call.positional().empty()) {
    const Value& from = call.positional()[0];
    if (from.is_dict()) {
      for (const auto& [key, value] : from.dict().entries()) dict.set(key, value);
    } else {
      const auto list = items(call, from);
      if (!list) return false;
      for (const auto& pair : (*list)->items) {
        const auto both = items(call, pair);
        if (!both) return false;
        if ((*both)->items.size() != 2 || !hashable((*both)->items[0])) {
          call.fail("pairs of a key and a value are needed");
          return false;
        }
        dict.set((*both)->items[0], (*both)->items[1]);
      }
    }
  }
  for (const auto& [name, value] : call.named()) dict.set(call.text(name), value);
  return call.spend(dict.size());
}

Value make_dict(Call& call) {
  auto dict = make<Dict>();
  return fill(call, *dict) ? Value(dict) : Value();
}

Value make_namespace(Call& call) {
  auto space = make<Namespace>();
  return fill(call, space->values) ? Value(space) : Value();
}

class Cycler final : public Object {
 public:
  explicit Cycler(std::vector<Value> turns) : items_(std::move(turns)) {}
  std::string_view type_name() const override { return "Cycler"; }
  Value attribute(std::string_view name) const override;
  void visit(const std::function<void(const Value&)>& each) const override {
    for (const auto& item : items_) each(item);
  }
  Value next() {
    const Value item = items_[at_];
    at_ = (at_ + 1) % items_.size();
    return item;
  }
  void reset() { at_ = 0; }

 private:
  std::vector<Value> items_;
  size_t at_ = 0;
};

Value Cycler::attribute(std::string_view name) const {
  if (name == "current") return items_[at_];
  Shared<Cycler> self(const_cast<Cycler*>(this));
  if (name == "next") return function("next", [self](Call&) { return self->next(); });
  if (name == "reset") {
    return function("reset", [self](Call&) {
      self->reset();
      return Value::none();
    });
  }
  return {};
}

Value make_cycler(Call& call) {
  if (call.positional().empty()) return call.fail("at least one item has to be provided");
  return make<Cycler>(std::vector<Value>(call.positional().begin(), call.positional().end()));
}

// Nothing at its first call, the separator from then on.
Value make_joiner(Call& call) {
  const std::string separator = call.string(0, "sep", ", ");
  bool used = false;
  return function("joiner", [separator, used](Call&) mutable -> Value {
    return std::exchange(used, true) ? Value(separator) : Value("");
  });
}

Value lipsum(Call&) {
  return "Lorem ipsum dolor sit amet, consectetur adipiscing elit.";
}

}  // namespace

Value find_global(std::string_view name) {
  if (name == "range") return function("range", range);
  if (name == "dict") return function("dict", make_dict);
  if (name == "namespace") return function("namespace", make_namespace);
  if (name == "cycler") return function("cycler", make_cycler);
  if (name == "joiner") return function("joiner", make_joiner);
  if (name == "lipsum") return function("lipsum", lipsum);
  return {};
}

}  // namespace tally::jinja
