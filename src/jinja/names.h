#pragma once
// Every identifier of a project's templates once, as a number: scopes and hosts compare numbers.

#include <compare>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>

namespace tally::jinja {

// Position in its Names; means nothing in another one.
struct Name {
  uint32_t value = 0;
  auto operator<=>(const Name&) const = default;
};

class Names {
 public:
  Names() = default;
  Names(const Names&) = delete;
  Names& operator=(const Names&) = delete;

  Name intern(std::string_view text);
  std::string_view text(Name name) const { return texts_[name.value]; }
  size_t size() const { return texts_.size(); }

 private:
  std::deque<std::string> texts_;  // never moved: the map's keys and text() point into it
  std::unordered_map<std::string_view, Name> known_;
};

}  // namespace tally::jinja

template <>
struct std::hash<tally::jinja::Name> {
  size_t operator()(tally::jinja::Name name) const noexcept { return name.value; }
};
