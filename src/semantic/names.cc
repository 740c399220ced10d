#include "semantic/names.h"

#include <fmt/format.h>

#include <algorithm>

#include "catalog/spelling.h"
#include "text/distance.h"

namespace tally::semantic {
namespace {

constexpr size_t kListed = 12;
constexpr size_t kLongestCompared = 80;

char lower_char(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
}

}  // namespace

bool same_name(std::string_view a, std::string_view b) {
  return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(), [](char x, char y) {
           return lower_char(x) == lower_char(y);
         });
}

std::string spoken(std::string_view name) {
  std::string result(name);
  std::replace(result.begin(), result.end(), '_', ' ');
  return result;
}

std::string spoken(std::string_view dataset, std::string_view field) {
  std::string owner = spoken(dataset), name = spoken(field);
  std::string start = catalog::lower_ascii(name) + " ";
  if (start.starts_with(catalog::lower_ascii(owner) + " ")) return name;
  return owner + " " + name;
}

std::string list_words(const std::vector<std::string>& words, std::string_view last) {
  if (words.empty()) return {};
  std::string result = words[0];
  for (size_t i = 1; i < words.size(); ++i) {
    bool is_last = i + 1 == words.size();
    result += is_last ? fmt::format(" {} {}", last, words[i]) : ", " + words[i];
  }
  return result;
}

std::string nearest(std::string_view name, const std::vector<std::string>& candidates) {
  if (name.size() > kLongestCompared) return {};
  std::string wanted = catalog::lower_ascii(name), best;
  size_t limit = catalog::plausible_edits(name.size());
  for (const auto& candidate : candidates) {
    size_t found = text::edit_distance(wanted, catalog::lower_ascii(candidate), limit);
    if (found > limit) continue;
    best = candidate;
    if (found == 0) break;
    limit = found - 1;  // from here on only a nearer one
  }
  return best;
}

std::string did_you_mean(std::string_view name, const std::vector<std::string>& candidates) {
  std::string best = nearest(name, candidates);
  if (!best.empty()) return fmt::format("did you mean \"{}\"?", best);
  if (candidates.empty()) return {};
  std::string result = "there are: ";
  for (size_t i = 0; i < candidates.size() && i < kListed; ++i) {
    result += (i == 0 ? "" : ", ") + candidates[i];
  }
  if (candidates.size() > kListed)
    result += fmt::format(" and {} more", candidates.size() - kListed);
  return result;
}

}  // namespace tally::semantic
