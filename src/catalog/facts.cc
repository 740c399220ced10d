#include "catalog/facts.h"

#include <algorithm>
#include <bit>
#include <tuple>
#include <utility>

#include "catalog/spelling.h"
#include "text/distance.h"
#include "text/utf8.h"

namespace tally::catalog {
namespace {

bool is_word(char32_t value) {
  return text::is_letter(value) || text::is_digit(value);
}

bool is_apostrophe(char32_t value) {
  return value == U'\'' || value == U'\u2019' || value == U'\u02bc';
}

// Accents written as characters of their own.
bool is_combining(char32_t value) {
  return value >= 0x300 && value <= 0x36f;
}

// Full-width forms are ASCII set in another width.
char32_t narrow(char32_t value) {
  return value >= 0xff01 && value <= 0xff5e ? value - 0xfee0 : value;
}

size_t count_words(std::string_view form) {
  return form.empty() ? 0 : 1 + static_cast<size_t>(std::count(form.begin(), form.end(), ' '));
}

// Which letters occur, as bits: each edit changes at most one letter for one other, so two forms
// whose sets differ in more than 2 × limit bits are further apart than the limit.
uint64_t letter_set(std::string_view form) {
  uint64_t set = 0;
  for (char c : form) set |= uint64_t{1} << (static_cast<unsigned char>(c) & 63);
  return set;
}

}  // namespace

text::Unit step_of(const DayPattern& pattern) {
  constexpr int64_t kJanuary = 1, kQuarters = 0b001001001001;
  const bool firsts = pattern.latest_in_month == 1, lasts = pattern.next_latest_in_month == 1;
  auto within = [&](int64_t allowed) {
    return (firsts && (pattern.months & ~allowed) == 0) ||
           (lasts && (pattern.next_months & ~allowed) == 0);
  };
  // (1/365)^2, (4/365)^3, (12/365)^3 and (1/7)^5: each below 1/10,000
  if (pattern.days >= 2 && within(kJanuary)) return text::Unit::year;
  if (pattern.days >= 3 && within(kQuarters)) return text::Unit::quarter;
  if (pattern.days >= 3 && (firsts || lasts)) return text::Unit::month;
  if (pattern.days >= 6 && std::has_single_bit(static_cast<uint64_t>(pattern.weekdays)))
    return text::Unit::week;
  return text::Unit::day;
}

std::string ValueIndex::normal_form(std::string_view value) {
  std::string out;
  bool pending_space = false;
  for (size_t at = 0; at < value.size();) {
    text::CodePoint point = text::decode(value, at);
    char32_t letter = narrow(point.value);
    at += point.length;
    if (is_combining(letter)) continue;
    if (is_word(letter)) {
      if (pending_space && !out.empty()) out += ' ';
      pending_space = false;
      text::append_folded(out, letter);
      continue;
    }
    bool inside_word = is_apostrophe(letter) && !pending_space && !out.empty() &&
                       at < value.size() && is_word(narrow(text::decode(value, at).value));
    if (!inside_word) pending_space = true;
  }
  return out;
}

ValueIndex::ValueIndex(std::vector<ColumnValues> columns) : columns_(std::move(columns)) {
  for (uint32_t column = 0; column < columns_.size(); ++column) {
    const auto& values = columns_[column].values;
    for (uint32_t value = 0; value < values.size(); ++value) {
      if (values[value].first.size() > kLongestValue) continue;
      std::string normal = normal_form(values[value].first);
      if (normal.empty()) continue;
      entries_.push_back({static_cast<uint32_t>(forms_.size()),
                          static_cast<uint32_t>(normal.size()), column, value});
      forms_ += normal;
    }
  }
  std::sort(entries_.begin(), entries_.end(), [&](const Entry& a, const Entry& b) {
    int order = form(a).compare(form(b));
    return order != 0 ? order < 0 : std::tie(a.column, a.value) < std::tie(b.column, b.value);
  });
  measure_words();
}

std::optional<ValueIndex> ValueIndex::restore(std::vector<ColumnValues> columns, std::string forms,
                                              std::vector<Entry> entries, size_t longest_words) {
  ValueIndex index;
  for (const Entry& entry : entries)
    if (entry.column >= columns.size() || entry.value >= columns[entry.column].values.size() ||
        entry.start > forms.size() || entry.size > forms.size() - entry.start)
      return std::nullopt;
  index.columns_ = std::move(columns);
  index.forms_ = std::move(forms);
  index.entries_ = std::move(entries);
  index.longest_words_ = longest_words;
  return index;
}

void ValueIndex::measure_words() {
  // A form of n words has at least 2n - 1 bytes: the short ones need no counting.
  for (const Entry& entry : entries_)
    if (entry.size > 2 * longest_words_)
      longest_words_ = std::max(longest_words_, count_words(form(entry)));
}

const ColumnValues* ValueIndex::find_column(std::string_view dataset,
                                            std::string_view field) const {
  for (const ColumnValues& column : columns_)
    if (column.dataset == dataset && column.field == field) return &column;
  return nullptr;
}

std::vector<ValueHit> ValueIndex::lookup(std::string_view phrase) const {
  std::string wanted = normal_form(phrase);
  if (wanted.empty()) return {};
  auto first = std::lower_bound(
      entries_.begin(), entries_.end(), wanted,
      [&](const Entry& entry, const std::string& text) { return form(entry) < text; });
  std::vector<ValueHit> hits;
  for (auto entry = first; entry != entries_.end() && form(*entry) == wanted; ++entry) {
    bool exact = columns_[entry->column].values[entry->value].first == phrase;
    hits.push_back({entry->column, entry->value, exact});
  }
  return hits;
}

std::vector<ValueHit> ValueIndex::nearest(std::string_view phrase, size_t count) const {
  std::string wanted = normal_form(phrase);
  size_t limit = plausible_edits(wanted.size());
  uint64_t letters = letter_set(wanted);
  struct Candidate {
    size_t distance;
    uint64_t rows;
    const Entry* entry;
  };
  std::vector<Candidate> found;
  for (const Entry& entry : entries_) {
    std::string_view candidate = form(entry);
    size_t gap =
        std::max(candidate.size(), wanted.size()) - std::min(candidate.size(), wanted.size());
    uint64_t differ = letter_set(candidate) ^ letters;
    if (gap > limit || static_cast<size_t>(__builtin_popcountll(differ)) > 2 * limit) continue;
    uint64_t rows = columns_[entry.column].values[entry.value].second;
    if (!found.empty() && form(*found.back().entry) == candidate) {
      if (rows > found.back().rows) found.back() = {found.back().distance, rows, &entry};
      continue;
    }
    size_t distance = text::edit_distance(wanted, candidate, limit);
    if (distance <= limit) found.push_back({distance, rows, &entry});
  }
  std::stable_sort(found.begin(), found.end(), [](const Candidate& a, const Candidate& b) {
    return a.distance != b.distance ? a.distance < b.distance : a.rows > b.rows;
  });
  std::vector<ValueHit> hits;
  for (size_t i = 0; i < found.size() && i < count; ++i)
    hits.push_back({found[i].entry->column, found[i].entry->value, false});
  return hits;
}

}  // namespace tally::catalog
