#include "measure/fill_text.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "text/identifier.h"

namespace tally::measure {
namespace {

bool is_name(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), text::is_identifier_character);
}

std::optional<SlotName> slot_name(std::string_view inside) {
  size_t dot = inside.find('.');
  std::string_view slot = inside.substr(0, dot);
  if (!is_name(slot)) return std::nullopt;
  if (dot == std::string_view::npos) return SlotName{std::string(slot), ""};
  std::string_view part = inside.substr(dot + 1);
  if (!is_name(part)) return std::nullopt;
  return SlotName{std::string(slot), std::string(part)};
}

}  // namespace

std::variant<FillText, FillText::Fault> FillText::parse(std::string_view text) {
  FillText parsed;
  parsed.written_ = text;
  std::string plain;
  for (size_t at = 0; at < text.size(); ++at) {
    char c = text[at];
    bool doubled = at + 1 < text.size() && text[at + 1] == c;
    if (c != '{' && c != '}') {
      plain += c;
    } else if (doubled) {
      plain += c;
      ++at;
    } else if (c == '}') {
      return Fault{at, "a \"}\" without its \"{\": a brace of the text is written twice"};
    } else {
      size_t end = text.find('}', at);
      if (end == std::string_view::npos)
        return Fault{at, "a \"{\" without its \"}\": a brace of the text is written twice"};
      auto name = slot_name(text.substr(at + 1, end - at - 1));
      if (!name) return Fault{at, "between braces stands {slot} or {slot.part}"};
      if (!plain.empty()) parsed.pieces_.emplace_back(std::exchange(plain, {}));
      parsed.pieces_.emplace_back(*std::move(name));
      at = end;
    }
  }
  if (!plain.empty()) parsed.pieces_.emplace_back(std::move(plain));
  return parsed;
}

std::vector<SlotName> FillText::slots() const {
  std::vector<SlotName> names;
  for (const auto& piece : pieces_) {
    const auto* name = std::get_if<SlotName>(&piece);
    if (name && std::find(names.begin(), names.end(), *name) == names.end()) names.push_back(*name);
  }
  return names;
}

std::string FillText::fill(const std::function<std::string(const SlotName&)>& value) const {
  std::string filled;
  for (const auto& piece : pieces_) {
    if (const auto* name = std::get_if<SlotName>(&piece))
      filled += value(*name);
    else
      filled += std::get<std::string>(piece);
  }
  return filled;
}

}  // namespace tally::measure
