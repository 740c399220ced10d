#include "guard/text_gates.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <vector>

#include "guard/position.h"
#include "guard/scopes.h"
#include "sql/lexer.h"

namespace tally::guard {
namespace {

Refusal refusal_at(std::string_view text, uint64_t offset, std::string_view rule,
                   std::string message, std::string hint) {
  TextPosition at = position_of(text, offset);
  return {std::string(rule), at.line, at.column, std::move(message), std::move(hint)};
}

// How many bytes the code point at `i` takes; 0 where it is no valid UTF-8 (RFC 3629).
size_t code_point_length(std::string_view text, size_t i) {
  auto byte = [&](size_t at) {
    return at < text.size() ? static_cast<unsigned char>(text[at]) : 0U;
  };
  unsigned first = byte(i), second = byte(i + 1);
  auto continues = [&](size_t at) { return (byte(at) & 0xC0U) == 0x80U; };
  if (first < 0x80) return 1;
  if (first >= 0xC2 && first <= 0xDF) return continues(i + 1) ? 2 : 0;
  if (first >= 0xE0 && first <= 0xEF) {
    bool overlong = first == 0xE0 && second < 0xA0;
    bool surrogate = first == 0xED && second > 0x9F;
    return continues(i + 1) && continues(i + 2) && !overlong && !surrogate ? 3 : 0;
  }
  if (first >= 0xF0 && first <= 0xF4) {
    bool overlong = first == 0xF0 && second < 0x90;
    bool too_large = first == 0xF4 && second > 0x8F;
    bool whole = continues(i + 1) && continues(i + 2) && continues(i + 3);
    return whole && !overlong && !too_large ? 4 : 0;
  }
  return 0;
}

std::optional<Refusal> judge_bytes(std::string_view text) {
  for (size_t i = 0; i < text.size();) {
    size_t length = text[i] == '\0' ? 0 : code_point_length(text, i);
    if (length == 0)
      return refusal_at(
          text, i, "bad_bytes",
          text[i] == '\0' ? "The text holds a NUL byte." : "The text is not valid UTF-8.",
          "Send the text as UTF-8.");
    i += length;
  }
  return std::nullopt;
}

std::optional<Refusal> judge_brackets(std::string_view text) {
  auto tokens = sql::tokenize(text);
  if (!tokens.ok()) return std::nullopt;  // the engine's parser says it better
  size_t depth = 0;
  for (const sql::Token& token : *tokens) {
    if (token.kind != sql::TokenKind::symbol) continue;
    std::string_view symbol = token.in(text);
    if (symbol == "(" || symbol == "[" || symbol == "{") ++depth;
    if ((symbol == ")" || symbol == "]" || symbol == "}") && depth > 0) --depth;
    if (depth > kMaxBrackets)
      return refusal_at(text, token.offset, "nested_too_deep",
                        fmt::format("Brackets stand more than {} levels deep.", kMaxBrackets),
                        "Split the query with WITH.");
  }
  return std::nullopt;
}

// ---- why the engine's parser made no tree ----

struct Statement {
  std::string first_word;  // lower case
  uint64_t offset = 0;
};

struct Statements {
  std::vector<Statement> all;
  bool has_pivot = false;
};

Statements split(std::string_view text) {
  Statements statements;
  auto tokens = sql::tokenize(text);
  if (!tokens.ok()) return statements;
  bool fresh = true;
  for (const sql::Token& token : *tokens) {
    std::string_view written = token.in(text);
    if (token.kind == sql::TokenKind::end) break;
    if (token.kind == sql::TokenKind::symbol && written == ";") {
      fresh = true;
      continue;
    }
    std::string word = token.kind == sql::TokenKind::word ? lower(written) : std::string();
    if (fresh) statements.all.push_back({word, token.offset});
    if (word == "pivot" || word == "pivot_wider") statements.has_pivot = true;
    fresh = false;
  }
  return statements;
}

bool starts_a_query(std::string_view word) {
  for (std::string_view start :
       {"select", "with", "from", "values", "table", "pivot", "unpivot", ""})
    if (word == start) return true;
  return false;
}

Refusal explain_not_select(std::string_view text) {
  Statements statements = split(text);
  if (statements.all.size() > 1) return refuse_statements(text);
  Statement first = statements.all.empty() ? Statement{} : statements.all[0];
  if (!starts_a_query(first.first_word)) {
    for (char& c : first.first_word)
      if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
    return refusal_at(text, first.offset, "select_only",
                      fmt::format("{} is not a SELECT.", first.first_word),
                      "Only questions are answered: write one SELECT statement.");
  }
  if (statements.has_pivot)
    return refusal_at(text, first.offset, "select_only",
                      "PIVOT without a list of values is more than a SELECT to the engine.",
                      "Name the values: PIVOT … ON column IN ('a', 'b') USING ….");
  return refusal_at(text, first.offset, "select_only", "The statement is not a SELECT.",
                    "Only questions are answered: write one SELECT statement.");
}

// "line 3, column 14: rest" → position, and the message without it.
TextPosition take_position(std::string& message) {
  auto number_after = [&](std::string_view label, size_t from) -> int {
    size_t start = message.find(label, from);
    if (start != from) return 0;
    int number = 0;
    const char* digits = message.data() + start + label.size();
    return std::from_chars(digits, message.data() + message.size(), number).ec == std::errc()
               ? number
               : 0;
  };
  int line = number_after("line ", 0);
  size_t comma = message.find(", "), colon = message.find(": ");
  if (line == 0 || comma == std::string::npos || colon == std::string::npos) return {};
  int column = number_after(", column ", comma);
  if (column == 0) return {};
  message.erase(0, colon + 2);
  return {line, column};
}

std::string sentence(std::string text) {
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z')
    text[0] = static_cast<char>(text[0] - 'a' + 'A');
  if (!text.empty() && text.back() != '.' && text.back() != '!' && text.back() != '?') text += '.';
  return text;
}

// Candidates come on lines of their own.
std::string one_line(std::string_view text) {
  std::string line;
  for (char c : text) {
    bool blank = c == '\n' || c == '\t' || c == ' ';
    if (!blank)
      line += c;
    else if (!line.empty() && line.back() != ' ')
      line += ' ';
  }
  if (!line.empty() && line.back() == ' ') line.pop_back();
  return line;
}

// The names in double quotes; of qualified ones the last part.
std::vector<std::string> quoted_names(std::string_view text) {
  std::vector<std::string> names;
  for (size_t open = text.find('"'); open != text.npos; open = text.find('"', open + 1)) {
    const size_t close = text.find('"', open + 1);
    if (close == text.npos) break;
    const std::string_view name = text.substr(open + 1, close - open - 1);
    names.emplace_back(name.substr(name.rfind('.') + 1));
    open = close;
  }
  return names;
}

bool is_hidden_column(const catalog::Catalog& catalog, std::string_view name) {
  return std::any_of(catalog.tables().begin(), catalog.tables().end(), [&](const auto& table) {
    const auto* column = table.column(name);
    return column && column->is_hidden;
  });
}

}  // namespace

Refusal refuse_statements(std::string_view text) {
  Statements statements = split(text);
  if (statements.all.size() < 2)
    return {"one_statement", 0, 0, "The text holds several statements.",
            "Send them one at a time."};
  return refusal_at(text, statements.all[1].offset, "one_statement",
                    fmt::format("The text holds {} statements.", statements.all.size()),
                    "Send them one at a time.");
}

std::optional<Refusal> judge_text(std::string_view text, size_t max_bytes) {
  if (text.size() > max_bytes)
    return Refusal{
        "text_too_long", 0, 0,
        fmt::format("The text has {} bytes; at most {} are read.", text.size(), max_bytes),
        "Shorten it; a long list of values belongs into a table."};
  if (auto refusal = judge_bytes(text)) return refusal;
  return judge_brackets(text);
}

Refusal explain_engine_error(std::string_view rule, const Error& error) {
  std::string message = error.message;
  TextPosition at = take_position(message);
  return {std::string(rule), at.line, at.column, sentence(std::move(message)),
          one_line(error.hint)};
}

Refusal explain_binder_error(const Error& error, const catalog::Catalog& catalog) {
  Refusal refusal = explain_engine_error("does_not_bind", error);
  if (!refusal.hint.starts_with("Candidate bindings:")) return refusal;
  constexpr size_t kMost = 3;
  std::vector<std::string> names;
  if (catalog.discretion() != catalog::Discretion::unknown)
    for (std::string& name : quoted_names(refusal.hint))
      if (names.size() < kMost && !is_hidden_column(catalog, name))
        names.push_back(std::move(name));
  refusal.hint = names.empty() ? "" : fmt::format("Did you mean {}?", fmt::join(names, " or "));
  return refusal;
}

Refusal explain_parse_error(const Error& error, std::string_view text) {
  if (error.code == "not_select") return explain_not_select(text);
  bool deep = error.message.find("expression depth") != std::string::npos ||
              error.message.find("memory exhausted") != std::string::npos;
  if (deep)
    return {"nested_too_deep", 0, 0, "The text is nested deeper than the engine reads.",
            "Split the query with WITH."};
  if (error.message.find("Cannot serialize") != std::string::npos)
    return {"unknown_node", 0, 0, "The engine cannot show how it reads this text.",
            "In a PIVOT, name the values themselves; write type sizes as plain small numbers."};
  return explain_engine_error("syntax", error);
}

}  // namespace tally::guard
