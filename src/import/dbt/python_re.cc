#include "import/dbt/python_re.h"

#include <fmt/format.h>

#include <memory>

#include "import/dbt/regex.h"
#include "import/dbt/relation.h"
#include "jinja/host.h"

namespace tally::importing::dbt {

using jinja::Call;
using jinja::function;
using jinja::make;
using jinja::Value;

namespace {

constexpr int64_t kIgnoreCase = 2, kMultiline = 8, kDotAll = 16;

struct Compiled {
  std::string pattern;
  Regex regex;
};
using Pattern = std::shared_ptr<const Compiled>;

// A pattern as it stands, or one that was compiled before.
class PatternValue final : public jinja::Object {
 public:
  explicit PatternValue(Pattern compiled) : pattern(std::move(compiled)) {}
  std::string_view type_name() const override { return "Pattern"; }
  Value attribute(std::string_view name) const override;
  Pattern pattern;
};

Pattern pattern_of(Call& call, size_t flags_position) {
  if (call.positional().empty()) {
    call.fail("a pattern is missing");
    return nullptr;
  }
  if (const auto* known = call.positional()[0].object_as<PatternValue>()) return known->pattern;
  const Value* given = call.argument(flags_position, "flags");
  const int64_t flags = given && given->is_integer() ? given->integer() : 0;
  const std::string text = call.positional()[0].text();
  auto regex = Regex::parse(text, {.ignore_case = (flags & kIgnoreCase) != 0,
                                   .multiline = (flags & kMultiline) != 0,
                                   .dot_all = (flags & kDotAll) != 0});
  if (!regex) {
    call.fail(regex.error().message);
    return nullptr;
  }
  return std::make_shared<Compiled>(Compiled{text, *std::move(regex)});
}

std::optional<Regex::Match> find(Call& call, const Regex& regex, std::string_view text, size_t from,
                                 Regex::Anchor anchor) {
  if (!call.spend(regex.cost(text.substr(from)))) return std::nullopt;
  return regex.find(text, from, anchor);
}

Value group_text(const std::string& text, const Regex::Match& match, size_t group) {
  if (!match.has(group)) return Value::none();
  return text.substr(match.begin(group), match.end(group) - match.begin(group));
}

class MatchValue final : public jinja::Object {
 public:
  MatchValue(Pattern pattern, std::string text, Regex::Match match)
      : pattern_(std::move(pattern)), text_(std::move(text)), match_(std::move(match)) {}
  std::string_view type_name() const override { return "Match"; }
  Value item(const Value& key) const override { return group(key); }
  Value attribute(std::string_view name) const override;

 private:
  Value group(const Value& key) const {
    size_t at = SIZE_MAX;
    if (key.is_integer() && key.integer() >= 0) at = static_cast<size_t>(key.integer());
    for (const auto& [name, number] : pattern_->regex.names()) {
      if (key.is_string() && key.string() == name) at = number;
    }
    return at <= pattern_->regex.groups() ? group_text(text_, match_, at) : Value();
  }
  Value groups() const {
    std::vector<Value> all;
    for (size_t at = 1; at <= pattern_->regex.groups(); ++at)
      all.push_back(group_text(text_, match_, at));
    return Value::tuple(std::move(all));
  }

  Pattern pattern_;
  std::string text_;
  Regex::Match match_;
};

Value MatchValue::attribute(std::string_view name) const {
  const jinja::Shared<MatchValue> self(const_cast<MatchValue*>(this));
  if (name == "group") {
    return function("group", [self](Call& call) {
      const Value* key = call.argument(0, "group");
      const Value found = self->group(key ? *key : Value(0));
      return found.is_undefined() ? call.fail("no such group") : found;
    });
  }
  if (name == "groups") return function("groups", [self](Call&) { return self->groups(); });
  if (name == "groupdict") {
    return function("groupdict", [self](Call&) -> Value {
      auto dict = make<jinja::Dict>();
      for (const auto& [key, number] : self->pattern_->regex.names())
        dict->set(key, self->group(key));
      return dict;
    });
  }
  if (name == "start")
    return function("start",
                    [self](Call&) { return Value(static_cast<int64_t>(self->match_.begin(0))); });
  if (name == "end")
    return function("end",
                    [self](Call&) { return Value(static_cast<int64_t>(self->match_.end(0))); });
  return {};
}

Value search(Call& call, Regex::Anchor anchor) {
  const auto pattern = pattern_of(call, 2);
  if (!pattern) return {};
  std::string text = call.string(1, "string");
  auto match = find(call, pattern->regex, text, 0, anchor);
  if (!match) return Value::none();
  return make<MatchValue>(pattern, std::move(text), *std::move(match));
}

// All matches that do not overlap.
std::vector<Regex::Match> all_matches(Call& call, const Regex& regex, std::string_view text,
                                      int64_t most) {
  std::vector<Regex::Match> found;
  for (size_t from = 0; from <= text.size() && most-- != 0;) {
    auto match = find(call, regex, text, from, Regex::Anchor::none);
    if (!match) break;
    from = match->end(0) + (match->end(0) == match->begin(0) ? 1 : 0);
    found.push_back(*std::move(match));
  }
  return found;
}

Value findall(Call& call) {
  const auto pattern = pattern_of(call, 2);
  if (!pattern) return {};
  const std::string text = call.string(1, "string");
  const size_t groups = pattern->regex.groups();
  auto group = [&](const Regex::Match& match, size_t at) {
    const Value found = group_text(text, match, at);
    return found.is_none() ? Value("") : found;
  };
  std::vector<Value> all;
  for (const auto& match : all_matches(call, pattern->regex, text, -1)) {
    if (groups < 2) {
      all.push_back(group(match, groups));
      continue;
    }
    std::vector<Value> row;
    for (size_t at = 1; at <= groups; ++at) row.push_back(group(match, at));
    all.push_back(Value::tuple(std::move(row)));
  }
  return Value::list(std::move(all));
}

// "\1" and "\g<name>" in what a match is replaced by.
void append_replacement(std::string& out, std::string_view with, const std::string& text,
                        const Regex& regex, const Regex::Match& match) {
  auto append_group = [&](size_t group) {
    if (group <= regex.groups() && match.has(group)) out += group_text(text, match, group).string();
  };
  for (size_t at = 0; at < with.size(); ++at) {
    if (with[at] != '\\' || at + 1 == with.size()) {
      out += with[at];
      continue;
    }
    const char letter = with[++at];
    const size_t close = letter == 'g' ? with.find('>', at) : std::string_view::npos;
    if (std::isdigit(static_cast<unsigned char>(letter))) {
      append_group(static_cast<size_t>(letter - '0'));
    } else if (close != std::string_view::npos && with.substr(at + 1, 1) == "<") {
      const auto name = with.substr(at + 2, close - at - 2);
      for (const auto& [known, number] : regex.names()) {
        if (known == name) append_group(number);
      }
      if (name.size() == 1 && std::isdigit(static_cast<unsigned char>(name[0])))
        append_group(static_cast<size_t>(name[0] - '0'));
      at = close;
    } else {
      out += letter == 'n' ? '\n' : letter == 't' ? '\t' : letter;
    }
  }
}

Value substitute(Call& call) {
  const auto pattern = pattern_of(call, 4);
  const Value* with = call.argument(1, "repl");
  if (!pattern || !with) return with ? Value() : call.fail("sub() needs a replacement");
  const std::string text = call.string(2, "string");
  const Value* given = call.argument(3, "count");
  const int64_t most = given && given->is_integer() && given->integer() > 0 ? given->integer() : -1;
  std::string out;
  size_t at = 0;
  for (auto& match : all_matches(call, pattern->regex, text, most)) {
    out += text.substr(at, match.begin(0) - at);
    at = match.end(0);
    if (with->is_string()) {
      append_replacement(out, with->string(), text, pattern->regex, match);
    } else {
      const Value argument = make<MatchValue>(pattern, text, match);
      out += call.invoke(*with, {&argument, 1}).text();
    }
    if (!call.spend(1 + with->text().size() / 16)) return {};
  }
  return out += text.substr(at);
}

Value split(Call& call) {
  const auto pattern = pattern_of(call, 3);
  if (!pattern) return {};
  const std::string text = call.string(1, "string");
  std::vector<Value> parts;
  size_t at = 0;
  for (const auto& match : all_matches(call, pattern->regex, text, -1)) {
    parts.emplace_back(text.substr(at, match.begin(0) - at));
    for (size_t group = 1; group <= pattern->regex.groups(); ++group)
      parts.push_back(group_text(text, match, group));
    at = match.end(0);
  }
  parts.emplace_back(text.substr(at));
  return Value::list(std::move(parts));
}

Value compile(Call& call) {
  auto pattern = pattern_of(call, 1);
  return pattern ? Value(make<PatternValue>(std::move(pattern))) : Value();
}

Value escape(Call& call) {
  std::string out;
  for (const char c : call.string(0, "pattern")) {
    if (!std::isalnum(static_cast<unsigned char>(c)) && c != '_' &&
        static_cast<unsigned char>(c) < 0x80)
      out += '\\';
    out += c;
  }
  return out;
}

// A compiled pattern's methods are the module's functions with it before their arguments.
Value PatternValue::attribute(std::string_view name) const {
  if (name == "pattern") return pattern->pattern;
  const Value of_module = re_member(name);
  if (of_module.is_undefined() || !of_module.is_object()) return {};
  const Value self = jinja::Shared<PatternValue>(const_cast<PatternValue*>(this));
  return function(std::string(name), [self, of_module](Call& call) {
    std::vector<Value> arguments{self};
    arguments.insert(arguments.end(), call.positional().begin(), call.positional().end());
    return call.invoke(of_module, arguments, call.named());
  });
}

}  // namespace

Value re_member(std::string_view name) {
  if (name == "match")
    return function("match", [](Call& call) { return search(call, Regex::Anchor::start); });
  if (name == "fullmatch")
    return function("fullmatch", [](Call& call) { return search(call, Regex::Anchor::both); });
  if (name == "search")
    return function("search", [](Call& call) { return search(call, Regex::Anchor::none); });
  if (name == "findall") return function("findall", findall);
  if (name == "sub") return function("sub", substitute);
  if (name == "split") return function("split", split);
  if (name == "compile") return function("compile", compile);
  if (name == "escape") return function("escape", escape);
  if (name == "I" || name == "IGNORECASE") return kIgnoreCase;
  if (name == "M" || name == "MULTILINE") return kMultiline;
  if (name == "S" || name == "DOTALL") return kDotAll;
  return {};
}

}  // namespace tally::importing::dbt
