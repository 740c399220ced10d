#include "import/dbt/python_model.h"

#include "import/dbt/hidden.h"

#include <algorithm>
#include <cctype>
#include <optional>

#include "import/dbt/yaml.h"
#include "text/identifier.h"

namespace tally::importing::dbt {
namespace {

constexpr int kMaxDepth = 100;  // of lists in lists

struct Argument {
  std::string name;           // of a keyword
  std::optional<Data> value;  // nullopt: not a literal
};

// Reads just enough of Python's (and Jinja's) tokens to find calls and their literals.
class CallReader {
 public:
  CallReader(std::string_view text, uint32_t line, bool is_python)
      : text_(text), line_(line), is_python_(is_python) {}

  Asked read() {
    asked_.config.kind = Data::Kind::map;
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '\n') {
        ++line_;
        ++at_;
      } else if (c == '#' && is_python_) {
        at_ = std::min(text_.find('\n', at_), text_.size());
      } else if (c == '"' || c == '\'') {
        read_text();
      } else if (text::is_identifier_character(c)) {
        read_word();
      } else {
        ++at_;
      }
    }
    return std::move(asked_);
  }

 private:
  void spaces() {
    while (at_ < text_.size()) {
      if (text_[at_] == '\n') ++line_;
      if (text_[at_] == '#' && is_python_)
        at_ = std::min(text_.find('\n', at_), text_.size());
      else if (std::isspace(static_cast<unsigned char>(text_[at_])))
        ++at_;
      else
        return;
    }
  }
  bool take(char wanted) {
    spaces();
    if (at_ >= text_.size() || text_[at_] != wanted) return false;
    ++at_;
    return true;
  }

  std::string read_text() {
    const char quote = text_[at_];
    const std::string triple(3, quote);
    const bool is_long = text_.substr(at_, 3) == triple;
    at_ += is_long ? 3 : 1;
    std::string out;
    while (at_ < text_.size()) {
      if (is_long ? text_.substr(at_, 3) == triple : text_[at_] == quote) {
        at_ += is_long ? 3 : 1;
        return out;
      }
      if (text_[at_] == '\\' && at_ + 1 < text_.size()) ++at_;
      if (text_[at_] == '\n') {
        ++line_;
        if (!is_long) return out;  // never closed
      }
      out += text_[at_++];
    }
    return out;
  }

  std::string word() {
    const size_t start = at_;
    while (at_ < text_.size() && text::is_identifier_character(text_[at_])) ++at_;
    return std::string(text_.substr(start, at_ - start));
  }

  // f"…", and with r.
  static bool is_formatted_prefix(std::string name) {
    std::transform(name.begin(), name.end(), name.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return name == "f" || name == "fr" || name == "rf";
  }

  // What stands in braces within an f-string is code; a brace twice is a brace. Such code has no
  // strings in the quotes around it, so this is within itself as often as there are quotes.
  void read_formatted() {
    const uint32_t first_line = line_;
    const size_t start = at_;
    read_text();
    const std::string_view body = text_.substr(start, at_ - start);
    size_t counted = 0;
    uint32_t line = first_line;
    for (size_t open = body.find('{'); open != body.npos; open = body.find('{', open + 1)) {
      if (open + 1 < body.size() && body[open + 1] == '{') {
        ++open;
        continue;
      }
      const size_t close = std::min(body.find('}', open), body.size());
      line += static_cast<uint32_t>(std::count(body.begin() + static_cast<ptrdiff_t>(counted),
                                               body.begin() + static_cast<ptrdiff_t>(open), '\n'));
      counted = open;
      take_over(CallReader(body.substr(open + 1, close - open - 1), line, true).read());
      open = close;
    }
  }

  void take_over(Asked found) {
    const auto move_all = [](auto& from, auto& to) {
      std::move(from.begin(), from.end(), std::back_inserter(to));
    };
    move_all(found.refs, asked_.refs);
    move_all(found.sources, asked_.sources);
    move_all(found.metrics, asked_.metrics);
    move_all(found.findings, asked_.findings);
  }

  void read_word() {
    const bool is_member = at_ > 0 && text_[at_ - 1] == '.';
    std::string name = word();
    if (is_python_) {
      if (is_formatted_prefix(name) && at_ < text_.size() &&
          (text_[at_] == '"' || text_[at_] == '\''))
        return read_formatted();
      if (name != "dbt" || is_member || at_ >= text_.size() || text_[at_] != '.') return;
      ++at_;
      name = word();
    } else if (is_member) {
      return;
    }
    const uint32_t line = line_;
    const size_t before = at_;
    if (!take('(')) {
      at_ = before;
      line_ = line;
      return;
    }
    if (name == "ref" || name == "source" || name == "metric" || name == "config") call(name, line);
  }

  void call(const std::string& name, uint32_t line) {
    std::vector<Argument> positional, named;
    while (true) {
      spaces();
      if (at_ >= text_.size() || text_[at_] == ')') break;
      const size_t before = at_;
      Argument argument = read_argument();
      (argument.name.empty() ? positional : named).push_back(std::move(argument));
      if (!take(',') && at_ == before) ++at_;
    }
    take(')');
    keep(name, line, positional, named);
  }

  Argument read_argument() {
    Argument argument;
    const size_t start = at_;
    if (at_ < text_.size() &&
        (std::isalpha(static_cast<unsigned char>(text_[at_])) || text_[at_] == '_')) {
      std::string name = word();
      spaces();
      if (at_ + 1 < text_.size() && text_[at_] == '=' && text_[at_ + 1] != '=') {
        ++at_;
        argument.name = std::move(name);
        spaces();
      } else {
        at_ = start;
      }
    }
    argument.value = literal();
    // Whatever follows the literal makes it none: 'a' + b
    spaces();
    if (at_ < text_.size() && text_[at_] != ',' && text_[at_] != ')') {
      argument.value.reset();
      skip_expression();
    }
    return argument;
  }

  // To the comma or bracket that ends the argument.
  void skip_expression() {
    int depth = 0;
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '"' || c == '\'') {
        read_text();
        continue;
      }
      if (depth == 0 && (c == ',' || c == ')')) return;
      if (c == '(' || c == '[' || c == '{') ++depth;
      if (c == ')' || c == ']' || c == '}') --depth;
      if (c == '\n') ++line_;
      ++at_;
    }
  }

  std::optional<Data> literal() {
    if (depth_ >= kMaxDepth) return std::nullopt;
    ++depth_;
    auto value = any_literal();
    --depth_;
    return value;
  }

  std::optional<Data> any_literal() {
    spaces();
    if (at_ >= text_.size()) return std::nullopt;
    const char c = text_[at_];
    if (c == '"' || c == '\'') return Data::of(read_text());
    if (c == '[' || c == '(') return literal_list(c == '[' ? ']' : ')');
    if (c == '{') return literal_map();
    const size_t start = at_;
    while (at_ < text_.size() &&
           (text::is_identifier_character(text_[at_]) || text_[at_] == '.' || text_[at_] == '-'))
      ++at_;
    Data data = Data::of(std::string(text_.substr(start, at_ - start)));
    if (data.text == "None" || data.text == "none") return Data();
    resolve_plain(data);
    if (data.is_text()) return std::nullopt;  // a name
    return data;
  }

  std::optional<Data> literal_list(char closing) {
    Data list;
    list.kind = Data::Kind::list;
    ++at_;
    while (!take(closing)) {
      const auto item = literal();
      if (!item) return std::nullopt;
      list.values.push_back(*item);
      if (!take(',') && (spaces(), at_ >= text_.size() || text_[at_] != closing))
        return std::nullopt;
    }
    return list;
  }

  std::optional<Data> literal_map() {
    Data map;
    map.kind = Data::Kind::map;
    ++at_;
    while (!take('}')) {
      const auto key = literal();
      if (!key || !take(':')) return std::nullopt;
      auto value = literal();
      if (!value) return std::nullopt;
      map.set(key->text, *std::move(value));
      if (!take(',') && (spaces(), at_ >= text_.size() || text_[at_] != '}')) return std::nullopt;
    }
    return map;
  }

  static bool is_word(const Argument& argument) {
    return argument.value && argument.value->is_scalar();
  }

  void keep(const std::string& name, uint32_t line, const std::vector<Argument>& positional,
            const std::vector<Argument>& named) {
    if (name == "config") {
      for (const Argument& one : named) keep_config(one);
      if (!positional.empty())  // **settings
        for (const auto key : kSightKeys) asked_.config.set(key, Data::of_unknown());
      return;
    }
    if (positional.empty() || !std::all_of(positional.begin(), positional.end(), is_word)) {
      if (is_python_)
        asked_.findings.push_back({.code = "dynamic_call",
                                   .line = line,
                                   .message = "dbt." + name + "() is given no literal name"});
      return;
    }
    if (name == "metric") asked_.metrics.push_back(positional[0].value->text);
    if (name == "source" && positional.size() >= 2)
      asked_.sources.push_back({positional[0].value->text, positional[1].value->text, line, true});
    if (name != "ref") return;
    RefCall ref;
    ref.name = positional.back().value->text;
    ref.line = line;
    if (positional.size() >= 2) ref.package = positional[0].value->text;
    for (const Argument& one : named)
      if ((one.name == "v" || one.name == "version") && one.value) ref.version = one.value->text;
    asked_.refs.push_back(std::move(ref));
  }

  // dbt refuses what is no literal; what decides who may see the model is then not known.
  void keep_config(const Argument& one) {
    if (one.value)
      asked_.config.set(one.name, *one.value);
    else if (std::find(kSightKeys.begin(), kSightKeys.end(), one.name) != kSightKeys.end())
      asked_.config.set(one.name, Data::of_unknown());
  }

  std::string_view text_;
  size_t at_ = 0;
  uint32_t line_;
  bool is_python_;
  int depth_ = 0;
  Asked asked_;
};

}  // namespace

Asked read_python_model(std::string_view text) {
  return CallReader(text, 1, true).read();
}

Asked read_calls(std::string_view text, uint32_t line) {
  return CallReader(text, line, false).read();
}

}  // namespace tally::importing::dbt
