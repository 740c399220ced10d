#include "import/dbt/static_read.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <set>

#include "import/dbt/hidden.h"
#include "jinja/static_calls.h"
#include "text/identifier.h"

namespace tally::importing::dbt {

namespace {

class Reader {
 public:
  Reader(Context& context, const jinja::Names& names) : context_(context), names_(names) {}

  void read(const std::vector<jinja::StaticCall>& calls, std::optional<uint32_t> line) {
    for (const auto& call : calls) read(call, line.value_or(call.line));
  }

 private:
  static constexpr size_t kMostMacros = 2000;

  void read(const jinja::StaticCall& call, uint32_t line);
  void read_macro(std::string_view package, std::string_view name, uint32_t line);
  void read_ref(const jinja::StaticCall& call, uint32_t line);
  void read_function(const jinja::StaticCall& call, uint32_t line);

  Context& context_;
  const jinja::Names& names_;
  std::set<const MacroEntry*> seen_;
};

bool all_texts(const std::vector<jinja::Value>& values) {
  return std::all_of(values.begin(), values.end(),
                     [](const jinja::Value& value) { return value.is_string(); });
}

void Reader::read_ref(const jinja::StaticCall& call, uint32_t line) {
  if (call.positional.empty() || call.positional.size() > 2 || !all_texts(call.positional)) return;
  RefCall ref;
  ref.name = call.positional.back().string();
  if (call.positional.size() == 2) ref.package = call.positional.front().string();
  for (const auto& [name, value] : call.named) {
    const auto said = names_.text(name);
    if ((said == "v" || said == "version") && !value.is_undefined()) ref.version = value.text();
  }
  ref.line = line;
  ref.is_certain = false;
  context_.add_ref(std::move(ref));
}

void Reader::read_function(const jinja::StaticCall& call, uint32_t line) {
  if (call.positional.empty() || call.positional.size() > 2 || !all_texts(call.positional)) return;
  RefCall function;
  function.name = call.positional.back().string();
  if (call.positional.size() == 2) function.package = call.positional.front().string();
  function.line = line;
  function.is_certain = false;
  context_.add_function(std::move(function));
}

void Reader::read(const jinja::StaticCall& call, uint32_t line) {
  const auto last = names_.text(call.callee.back());
  const auto first = call.callee.size() > 1 ? names_.text(call.callee.front()) : std::string_view();
  const bool own = call.callee.size() == 1 || first == "builtins";
  if (own && last == "ref") {
    read_ref(call, line);
  } else if (own && last == "function") {
    read_function(call, line);
  } else if (own && last == "source") {
    if (call.positional.size() != 2 || !all_texts(call.positional)) return;
    context_.add_source({call.positional[0].string(), call.positional[1].string(), line, false});
  } else if (first == "adapter" && last == "dispatch") {
    if (call.positional.empty() || !all_texts(call.positional)) return;
    const auto package = call.positional.size() > 1 ? call.positional[1].string() : std::string();
    if (const auto* macro = context_.dispatched_macro(call.positional[0].string(), package)) {
      if (seen_.size() < kMostMacros && seen_.insert(macro).second) {
        read(jinja::static_calls(*macro->source, *macro->definition), line);
      }
    }
  } else if (call.callee.size() <= 2) {
    read_macro(first, last, line);
  }
}

void Reader::read_macro(std::string_view package, std::string_view name, uint32_t line) {
  const auto* macro = context_.macro_of(package, name);
  if (!macro || seen_.size() >= kMostMacros || !seen_.insert(macro).second) return;
  read(jinja::static_calls(*macro->source, *macro->definition), line);
}

// Where the call that begins at `open` ("(") ends; strings are passed over. Nobody's ref() is
// longer than this, and looking further from every unclosed one would take for ever.
size_t call_end(std::string_view text, size_t open) {
  constexpr size_t kLongest = 1000;
  text = text.substr(0, open + kLongest);
  int depth = 0;
  for (size_t at = open; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '\'' || c == '"') {
      at = text.find(c, at + 1);
      if (at == std::string_view::npos) return at;
    } else if (c == '(') {
      ++depth;
    } else if (c == ')' && --depth == 0) {
      return at + 1;
    }
  }
  return std::string_view::npos;
}

// So many calls of a broken text are read at most.
constexpr int kMostCalls = 10'000;

bool is_word(char c) {
  return text::is_identifier_character(c) || c == '.';
}

using ReadCall = std::function<void(const jinja::Template& call, uint32_t line)>;

// Calls of `word` within a tag, each parsed alone.
void read_calls(std::string_view tag, std::string_view word, uint32_t line, jinja::Names& names,
                const ReadCall& read, int& calls_left) {
  size_t counted = 0;
  for (size_t at = tag.find(word); at != std::string_view::npos; at = tag.find(word, at + 1)) {
    line += static_cast<uint32_t>(std::count(tag.data() + counted, tag.data() + at, '\n'));
    counted = at;
    const size_t open = tag.find_first_not_of(" \t\n", at + word.size());
    if ((at > 0 && is_word(tag[at - 1])) || open == std::string_view::npos || tag[open] != '(')
      continue;
    const size_t end = call_end(tag, open);
    if (--calls_left < 0) return;
    if (end == std::string_view::npos) continue;
    const auto text = "{{ " + std::string(tag.substr(at, end - at)) + " }}";
    if (const auto source = jinja::Template::parse(text, "tag", names)) {
      read(**source, line);
    }
  }
}

// The same within every tag of a text that is no comment.
void read_tags(std::string_view text, std::initializer_list<std::string_view> words,
               const Subject& subject, jinja::Names& names, const ReadCall& read) {
  uint32_t line = subject.first_line;
  size_t counted = 0;
  int calls_left = kMostCalls;
  for (size_t at = text.find('{'); at != std::string_view::npos; at = text.find('{', at + 1)) {
    const char kind = at + 1 < text.size() ? text[at + 1] : '\0';
    if (kind != '{' && kind != '%' && kind != '#') continue;
    const size_t end = std::min(text.find(kind == '{'   ? "}}"
                                          : kind == '%' ? "%}"
                                                        : "#}",
                                          at + 2),
                                text.size());
    line += static_cast<uint32_t>(std::count(text.begin() + static_cast<ptrdiff_t>(counted),
                                             text.begin() + static_cast<ptrdiff_t>(at), '\n'));
    counted = at;
    if (kind != '#') {
      const auto tag = text.substr(at, end - at);
      for (const auto word : words) read_calls(tag, word, line, names, read, calls_left);
    }
    at = end - 1;
  }
}

// "config.get(" and "config_x(" are no config().
bool is_other_call(std::string_view between) {
  if (between.starts_with(".set")) return false;
  return between.find_first_not_of(" \t\n") != std::string_view::npos;
}

// Where the string that begins at `at` ends: behind its quote.
size_t text_end(std::string_view text, size_t at) {
  const size_t end = text.find(text[at], at + 1);
  return end == std::string_view::npos ? text.size() : end + 1;
}

// Whether the value at the beginning is made of texts, lists and maps of them alone.
bool is_literal(std::string_view value) {
  int depth = 0;
  for (size_t at = 0; at < value.size(); ++at) {
    const char c = value[at];
    if (c == '\'' || c == '"') {
      at = text_end(value, at) - 1;
      continue;
    }
    if (depth == 0 && (c == ',' || c == ')' || c == '}')) return true;
    if (c == '[' || c == '{') ++depth;
    if (c == ']' || c == '}') --depth;
    if (std::string_view("[]{},: \t\n").find(c) == std::string_view::npos) {
      // true, false, none and numbers are literals too
      const size_t end = std::min(
          value.find_first_not_of("abcdefghijklmnopqrstuvwxyzTFN0123456789.", at), value.size());
      static const std::set<std::string_view> kWords = {"true", "false", "none",
                                                        "True", "False", "None"};
      const auto word = value.substr(at, end - at);
      if (word.empty() || (!kWords.count(word) && (word[0] < '0' || word[0] > '9'))) return false;
      at = end - 1;
    }
  }
  return true;
}

void doubt(std::string_view key, Data& config) {
  const Data* known = config.find(key);
  Data value = known ? *known : Data();
  value.is_unknown = true;
  config.set(key, std::move(value));
}

// key=value, "key": value or config.set("key", value); a whole map in a variable may say anything.
void doubt_arguments(std::string_view arguments, Data& config) {
  bool says_any = false;
  for (size_t at = 0; at < arguments.size(); ++at) {
    says_any = says_any || std::string_view("=:,").find(arguments[at]) != std::string_view::npos;
    for (const auto key : kSightKeys) {
      if (!arguments.substr(at).starts_with(key)) continue;
      if (at > 0 && text::is_identifier_character(arguments[at - 1])) continue;
      const size_t value = arguments.find_first_not_of("\"' \t\n", at + key.size());
      if (value == std::string_view::npos ||
          std::string_view("=:,").find(arguments[value]) == std::string_view::npos)
        continue;
      if (!is_literal(arguments.substr(value + 1))) doubt(key, config);
    }
  }
  const bool is_spread = arguments.find("**") != std::string_view::npos;
  const bool is_variable =
      !says_any && arguments.find_first_not_of(" \t\n") != std::string_view::npos;
  if (!is_spread && !is_variable) return;
  for (const auto key : kSightKeys) doubt(key, config);
}

}  // namespace

void read_statically(const jinja::Template& source, Context& context) {
  Reader(context, source.names()).read(jinja::static_calls(source), std::nullopt);
}

void read_broken(std::string_view text, const Subject& subject, jinja::Names& names,
                 Context& context) {
  Reader reader(context, names);
  const ReadCall read = [&](const jinja::Template& call, uint32_t at) {
    reader.read(jinja::static_calls(call), at);
  };
  read_tags(text, {"ref", "source", "function"}, subject, names, read);
  ask_config(text, subject, names, context);
}

void ask_config(std::string_view text, const Subject& subject, jinja::Names& names,
                Context& context) {
  read_tags(text, {"config"}, subject, names,
            [&](const jinja::Template& call, uint32_t) { jinja::render(call, context); });
}

void doubt_computed(std::string_view text, Data& config) {
  for (size_t at = text.find("config"); at != std::string_view::npos;
       at = text.find("config", at)) {
    const bool is_part = at > 0 && text::is_identifier_character(text[at - 1]);
    const size_t open = text.find('(', at);
    at += std::string_view("config").size();
    if (is_part || open == std::string_view::npos || is_other_call(text.substr(at, open - at)))
      continue;
    const size_t end = call_end(text, open);
    doubt_arguments(text.substr(open + 1, std::min(end, text.size()) - open - 1), config);
  }
}

std::vector<Block> blocks_of(std::string_view text, std::string_view kind,
                             std::vector<catalog::Finding>& findings, const std::string& path) {
  std::vector<Block> blocks;
  for (const auto& block : jinja::text_blocks(text)) {
    const bool is_kind = block.kind == kind || (kind == "test" && block.kind == "data_test");
    if (!is_kind) continue;
    blocks.push_back({std::string(block.name), block.body, block.body_line});
    if (block.closed) continue;
    findings.push_back({catalog::Finding::Severity::error, "broken_jinja", std::string(block.name),
                        path, block.line,
                        fmt::format("the block {} has no end{}", block.name, block.kind)});
  }
  return blocks;
}

}  // namespace tally::importing::dbt
