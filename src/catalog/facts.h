#pragma once
// What the data itself says: date ranges and the values of low-cardinality text columns. Measured
// by import/warehouse, kept under .tally/, read by the question parser. Pure data, no I/O.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "text/calendar.h"

namespace tally::catalog {

// First and last day with rows, ISO 8601 ("1998-01-02"), of the fact seen through one time path.
struct DateRange {
  std::string first, last;
  // What the days stand for: a month where every one of them is the first (or every one the last)
  // of its month. See step_of().
  text::Unit step = text::Unit::day;
  bool operator==(const DateRange&) const = default;
};

// What the different days of a fact have in common. Months are a set of bits, that of January 1.
struct DayPattern {
  int64_t days = 0;                                    // how many there are
  int64_t latest_in_month = 31, months = 0;            // of the days
  int64_t next_latest_in_month = 31, next_months = 0;  // of the days after them
  int64_t weekdays = 0;                                // bits, that of Monday 1
};

// The longest of year, quarter, month and week of which each day is the first or last (of a week:
// the same weekday), where days that fell as they please would be so less than once in ten thousand
// times. Else day.
text::Unit step_of(const DayPattern& pattern);

// The distinct values of one column, most frequent first.
struct ColumnValues {
  std::string dataset, field;                            // names of the semantic model
  std::vector<std::pair<std::string, uint64_t>> values;  // value as stored, rows
  bool complete = true;  // false: more distinct values than the index keeps; nothing is kept then
};

// One occurrence of a phrase among the values.
struct ValueHit {
  uint32_t column = 0;  // index into columns()
  uint32_t value = 0;   // index into that column's values
  bool exact = false;   // same letters and case as stored
};

// Exact lookup after normalisation: case folded, outer and repeated spaces and punctuation ignored
// ("sports & outdoors" finds "Sports & Outdoors"). See normal_form(). Immutable; 10,000 values are
// indexed in about a millisecond, and restored from a snapshot in less.
class ValueIndex {
 public:
  // One indexed value: where its normal form lies in forms(), and what it stands for.
  struct Entry {
    uint32_t start = 0, size = 0;
    uint32_t column = 0, value = 0;
    bool operator==(const Entry&) const = default;
  };

  ValueIndex() = default;
  explicit ValueIndex(std::vector<ColumnValues> columns);
  // Puts back what forms(), entries() and longest_words() of an index over the same columns gave,
  // without normalising, sorting and counting again. nullopt if they do not fit the columns.
  static std::optional<ValueIndex> restore(std::vector<ColumnValues> columns, std::string forms,
                                           std::vector<Entry> entries, size_t longest_words);
  const std::string& forms() const { return forms_; }
  const std::vector<Entry>& entries() const { return entries_; }

  const std::vector<ColumnValues>& columns() const { return columns_; }
  const ColumnValues* find_column(std::string_view dataset, std::string_view field) const;
  // Every value whose normal form is that of `phrase`, by column, then frequency. Values that are
  // empty, NULL, only punctuation or longer than kLongestValue are in no answer.
  std::vector<ValueHit> lookup(std::string_view phrase) const;
  // Longest normalised value, in words: no phrase longer than this needs looking up.
  size_t longest_words() const { return longest_words_; }
  // Values of any column nearest in spelling, for "did you mean": different normal forms, the
  // nearest first, the more frequent first among equals.
  std::vector<ValueHit> nearest(std::string_view phrase, size_t count = 3) const;

  // Lower case without accents (Latin, Greek, Cyrillic; full-width forms as ASCII), apostrophes
  // inside a word dropped, every other run of punctuation, space or control characters one space,
  // none outside. Other scripts stay as they are.
  static std::string normal_form(std::string_view text);

  static constexpr size_t kLongestValue = 200;  // bytes, as stored

 private:
  std::string_view form(const Entry& entry) const {
    return std::string_view(forms_).substr(entry.start, entry.size);
  }
  void measure_words();

  std::vector<ColumnValues> columns_;
  std::string forms_;           // all normal forms, one after another
  std::vector<Entry> entries_;  // by normal form, column, value
  size_t longest_words_ = 0;
};

struct Facts {
  // Key: "dataset" for the dataset's default time role, "dataset/role" for its others
  // (semantic/time_steps.h, time_key()).
  std::map<std::string, DateRange> date_ranges;
  std::map<std::string, uint64_t> row_counts;  // by dataset
  ValueIndex values;
  // What could not be measured, and why: the rest is there all the same.
  std::vector<std::string> warnings;
};

}  // namespace tally::catalog
