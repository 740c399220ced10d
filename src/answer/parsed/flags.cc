#include "answer/parsed/flags.h"

#include <fmt/format.h>

#include <algorithm>

#include "answer/parsed/phrases.h"
#include "text/among.h"
#include "text/stem.h"
#include "text/tokens.h"

namespace tally::answer::parsed {

namespace {

using Words = std::vector<std::string>;
bool is_being(const std::string& word) {
  return text::among(word, {"is", "are", "was", "were"});
}

bool is_having(const std::string& word) {
  return text::among(word, {"has", "have", "had"});
}

bool is_mark(const std::string& word) {
  return text::among(word, {"flag", "indicator", "ind", "yn", "bool", "boolean"});
}

bool is_denial(const std::string& word) {
  return text::among(word, {"not", "no", "non"});
}

Words split(std::string_view name) {
  Words words;
  std::string spoken = text::spoken(name);
  for (size_t at = 0; at < spoken.size();) {
    size_t end = std::min(spoken.find(' ', at), spoken.size());
    if (end > at) words.push_back(spoken.substr(at, end - at));
    at = end + 1;
  }
  return words;
}

std::string join(const Words& words, size_t first, size_t last) {
  std::string out;
  for (size_t i = first; i < last; ++i) out += (out.empty() ? "" : " ") + words[i];
  return out;
}

}  // namespace

bool is_flag_name(std::string_view name) {
  Words words = split(name);
  // "insured", "inspected"
  if (words.size() == 1) return words[0].size() > 4 && words[0].ends_with("ed");
  if (words.size() < 2) return false;
  return is_being(words[0]) || is_having(words[0]) || is_mark(words.back());
}

bool is_number_flag_name(std::string_view name) {
  if (!is_flag_name(name)) return false;
  Words words = split(name);
  return !is_having(words[0]) || is_mark(words.back()) || !text::is_plural(words.back());
}

FlagNames flag_names(std::string_view name) {
  Words words = split(name);
  while (words.size() > 1 && is_mark(words.back())) words.pop_back();
  if (!words.empty() && (is_being(words[0]) || is_having(words[0]))) words.erase(words.begin());
  if (!words.empty() && words[0] == "been") words.erase(words.begin());
  bool denied = words.size() > 1 && is_denial(words[0]);
  std::string whole = join(words, 0, words.size());
  std::string said = join(words, denied ? 1 : 0, words.size());
  const Phrase* english = phrases().find(said);
  bool empty = said.empty() || (words.size() == 1 && is_mark(words[0]));
  // A word of little meaning is meant as the name that it is; others mean what they say.
  bool taken = english != nullptr && !english->is_soft() && english->kind != PhraseKind::beyond;
  if (empty || taken) return {};
  if (denied) return {{whole}, {said}};
  if (words.size() > 1) return {{said}, {}};
  return {{said}, {"un" + said, "in" + said, "non" + said}};
}

std::string flag_statement(const std::string& spoken, bool yes) {
  Words words = split(spoken);
  auto verb = std::find_if(words.begin(), words.end(), [](const std::string& word) {
    return is_being(word) || is_having(word);
  });
  bool states = verb != words.end() && verb + 1 != words.end();
  if (!states) return fmt::format("{} is {}", spoken, yes ? "true" : "false");
  if (is_mark(words.back()) && verb + 2 != words.end()) words.pop_back();
  if (yes) return join(words, 0, words.size());
  bool done = is_being(*verb) || (verb + 1)->ends_with("ed");
  words.insert(verb + 1, done ? "not" : "no");
  return join(words, 0, words.size());
}

std::string flag_question(const std::string& spoken) {
  Words words = split(spoken);
  bool states = words.size() > 1 && (is_being(words[0]) || is_having(words[0]));
  return states ? "whether it " + flag_statement(spoken, true) : spoken;
}

}  // namespace tally::answer::parsed
