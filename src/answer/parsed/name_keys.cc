#include "answer/parsed/name_keys.h"

#include <algorithm>
#include <functional>

#include "base/bytes.h"
#include "text/stem.h"
#include "text/tokens.h"

namespace tally::answer::parsed {
namespace {

constexpr std::string_view kMagic = "TallyNames1\n";

}  // namespace

std::vector<std::string> words_of(std::string_view name) {
  std::vector<std::string> out;
  std::string words = text::spoken(name);
  for (size_t at = 0; at < words.size();) {
    size_t end = std::min(words.find(' ', at), words.size());
    std::string word = words.substr(at, end - at);
    bool plain = word.find_first_of("&%0123456789") == std::string::npos;
    if (plain) {
      out.push_back(std::move(word));
    } else {
      for (const text::Token& token : text::tokenise(word)) {
        if (token.text == "&") {
          out.emplace_back("and");
        } else {
          out.push_back(token.text);
        }
      }
    }
    at = end + 1;
  }
  return out;
}

std::string key_of(std::string_view name) {
  std::string key;
  for (const std::string& word : words_of(name)) {
    if (!key.empty()) key += ' ';
    key += text::stem(word);
  }
  return key;
}

// Where the name is, or where it goes.
uint32_t& NameKeys::slot_of(std::string_view name) {
  const size_t mask = slots_.size() - 1;
  size_t at = std::hash<std::string_view>{}(name)&mask;
  while (slots_[at] != 0 && names_[slots_[at] - 1].name != name) at = (at + 1) & mask;
  return slots_[at];
}

// At most half full.
void NameKeys::grow() {
  if (2 * (names_.size() + 1) <= slots_.size()) return;
  size_t size = 64;
  while (size < 4 * (names_.size() + 1)) size *= 2;
  slots_.assign(size, 0);
  for (uint32_t i = 0; i < names_.size(); ++i) slot_of(names_[i].name) = i + 1;
}

std::string_view NameKeys::key(std::string_view name) {
  grow();
  uint32_t& slot = slot_of(name);
  if (slot != 0) return names_[slot - 1].key;
  std::string_view key = worked_out(name);
  names_.push_back({own(std::string(name)), key});
  slot = static_cast<uint32_t>(names_.size());
  return key;
}

std::string_view NameKeys::stem_of(const std::string& word) {
  auto [known, added] = stems_.try_emplace(word);
  if (!added) return known->second;
  std::string_view stem = own(text::stem(word));
  known->second = stem;
  if (listed_.insert(stem).second) words_.push_back({stem, own(word)});
  return stem;
}

std::string_view NameKeys::worked_out(std::string_view name) {
  has_news_ = true;
  std::string key;
  std::vector<std::string> words = words_of(name);
  for (const std::string& word : words) {
    if (!key.empty()) key += ' ';
    key += stem_of(word);
  }
  longest_words_ = std::max(longest_words_, words.size());
  return own(std::move(key));
}

void NameKeys::finish() {
  stems_.clear();
  listed_.clear();
}

std::string NameKeys::encode(std::string_view made_from) const {
  ByteWriter body;
  body.text(made_from);
  body.number(longest_words_);
  body.list(words_, [&](const Word& word) {
    body.text(word.stem);
    body.text(word.spelling);
  });
  body.list(names_, [&](const Name& name) {
    body.text(name.name);
    body.text(name.key);
  });
  ByteWriter sum;
  sum.number(checksum(body.bytes()));
  return std::string(kMagic) + sum.bytes() + body.bytes();
}

bool NameKeys::read(std::string_view made_from) {
  std::string_view bytes = *kept_;
  if (!bytes.starts_with(kMagic)) return false;
  bytes.remove_prefix(kMagic.size());
  const uint64_t sum = ByteReader(bytes).number();
  bytes.remove_prefix(std::min(bytes.size(), sizeof sum));
  if (checksum(bytes) != sum) return false;
  ByteReader in(bytes);
  if (in.view() != made_from) return false;
  longest_words_ = static_cast<size_t>(in.number());
  words_.resize(static_cast<size_t>(in.counted(8)));
  for (Word& word : words_) word = {in.view(), in.view()};
  names_.resize(static_cast<size_t>(in.counted(8)));
  for (Name& name : names_) name = {in.view(), in.view()};
  return in.finished();
}

NameKeys NameKeys::decode(std::string bytes, std::string_view made_from) {
  NameKeys keys;
  keys.kept_ = std::make_unique<const std::string>(std::move(bytes));
  if (!keys.read(made_from)) return {};
  keys.grow();
  return keys;
}

}  // namespace tally::answer::parsed
