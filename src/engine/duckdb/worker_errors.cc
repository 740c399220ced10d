#include "engine/duckdb/worker_errors.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <nlohmann/json.hpp>
#include <optional>

namespace tally::engine::duckdb {
namespace {

// What the engine said, taken apart.
struct Said {
  std::string kind;  // "Parser", "Binder", "Out of Memory", …
  std::string message;
  std::optional<size_t> position;
};

std::string string_of(const nlohmann::json& object, const char* key) {
  auto found = object.find(key);
  return found != object.end() && found->is_string() ? found->get<std::string>() : "";
}

std::optional<size_t> position_of(const nlohmann::json& object) {
  std::string digits = string_of(object, "position");
  size_t position = 0;
  auto [end, code] = std::from_chars(digits.data(), digits.data() + digits.size(), position);
  if (digits.empty() || code != std::errc()) return std::nullopt;
  return position;
}

Said take_apart(const std::string& raw) {
  auto brace = raw.find('{');
  if (brace != std::string::npos) {
    auto object = nlohmann::json::parse(raw.substr(brace), nullptr, false);
    if (object.is_object() && object.contains("exception_message"))
      return {string_of(object, "exception_type"), string_of(object, "exception_message"),
              position_of(object)};
  }
  auto label = raw.find(" Error: ");
  if (label != std::string::npos && raw.find('\n') > label)
    return {raw.substr(0, label), raw.substr(label + 8), std::nullopt};
  return {"", raw, std::nullopt};
}

struct Rule {
  std::string_view kind;
  ErrorKind error_kind;
  std::string_view code;
};

// The exception types of DuckDB 1.5 that are not plain execution errors.
constexpr std::array kRules = {
    Rule{"Parser", ErrorKind::user, "parser"},
    Rule{"Syntax", ErrorKind::user, "parser"},
    Rule{"Binder", ErrorKind::user, "binder"},
    Rule{"Parameter Not Resolved", ErrorKind::user, "binder"},
    Rule{"Parameter Not Allowed", ErrorKind::user, "binder"},
    Rule{"Catalog", ErrorKind::user, "catalog"},
    Rule{"Conversion", ErrorKind::user, "conversion"},
    Rule{"Out of Memory", ErrorKind::outside, "out_of_memory"},
    Rule{"INTERNAL", ErrorKind::outside, "engine"},
    Rule{"FATAL", ErrorKind::outside, "engine"},
    Rule{"IO", ErrorKind::outside, "engine"},
    Rule{"Serialization", ErrorKind::outside, "engine"},
};

bool is_memory(const Said& said) {
  for (std::string_view sign : {"bad_alloc", "Out of Memory", "could not allocate block",
                                "failed to allocate", "Failed to allocate", "failed to pin block",
                                "Resource temporarily unavailable", "Cannot allocate memory"})
    if (said.message.find(sign) != std::string::npos) return true;
  return said.kind == "Out of Memory";
}

// Line and column of a byte offset, from 1; columns count characters.
std::string place(std::string_view sql, size_t offset) {
  auto before = sql.substr(0, std::min(offset, sql.size()));
  auto line = 1 + std::count(before.begin(), before.end(), '\n');
  auto start = before.rfind('\n');
  auto in_line = start == std::string_view::npos ? before : before.substr(start + 1);
  auto column =
      1 + std::count_if(in_line.begin(), in_line.end(), [](char c) { return (c & 0xC0) != 0x80; });
  return fmt::format("line {}, column {}: ", line, column);
}

// The engine puts its advice on the lines after the first: that is our hint.
Error worded(Error error, const std::string& said) {
  auto end = said.find('\n');
  error.message += said.substr(0, end);
  if (end != std::string::npos) {
    error.hint = said.substr(said.find_first_not_of('\n', end) == std::string::npos
                                 ? said.size()
                                 : said.find_first_not_of('\n', end));
  }
  return error;
}

Error memory_error() {
  return outside_error("the query needed more memory than a worker may have",
                       "ask for less at once, or allow workers more memory", "out_of_memory");
}

}  // namespace

Error explain_error(const std::string& raw, std::string_view sql, size_t skipped, bool& fatal) {
  Said said = take_apart(raw);
  fatal = said.kind == "INTERNAL" || said.kind == "FATAL";
  if (is_memory(said)) {
    fatal = true;  // what is left of the address space may be in shreds
    return memory_error();
  }
  Error error{ErrorKind::user, "", "", "execution"};
  for (const auto& rule : kRules)
    if (rule.kind == said.kind) {
      error.kind = rule.error_kind;
      error.code = rule.code;
    }
  if (said.position && *said.position >= skipped && *said.position - skipped <= sql.size())
    error.message = place(sql, *said.position - skipped);
  if (said.message.empty()) said.message = "the engine failed without a message";
  return worded(std::move(error), said.message);
}

Error explain_parse_error(const std::string& raw, std::string_view sql) {
  auto object = nlohmann::json::parse(raw, nullptr, false);
  if (!object.is_object()) return bug_error("the engine's parser gave an unreadable answer");
  std::string kind = string_of(object, "error_type");
  std::string message = string_of(object, "error_message");
  if (kind == "not implemented")
    return {ErrorKind::user, "only SELECT statements are read here", "", "not_select"};
  Error error{ErrorKind::user, "", "", "parser"};
  if (auto position = position_of(object)) error.message = place(sql, *position);
  return worded(std::move(error), message.empty() ? "this text does not parse" : message);
}

}  // namespace tally::engine::duckdb
