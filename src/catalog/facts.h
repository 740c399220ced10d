#pragma once
// What the data itself says: date ranges and the values of low-cardinality text columns. Measured by
// import/warehouse, kept under .tally/, read by the question parser. Pure data, no I/O.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tally::catalog {

// First and last day with rows, ISO 8601 ("1998-01-02"), of the fact seen through one time path.
struct DateRange {
  std::string first, last;
  bool operator==(const DateRange&) const = default;
};

// The distinct values of one column, most frequent first.
struct ColumnValues {
  std::string dataset, field;  // names of the semantic model
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
// ("sports & outdoors" finds "Sports & Outdoors"). See normal_form().
class ValueIndex {
 public:
  ValueIndex() = default;
  explicit ValueIndex(std::vector<ColumnValues> columns);
  const std::vector<ColumnValues>& columns() const { return columns_; }
  const ColumnValues* find_column(std::string_view dataset, std::string_view field) const;
  std::vector<ValueHit> lookup(std::string_view phrase) const;
  // Longest normalised value, in words: no phrase longer than this needs looking up.
  size_t longest_words() const { return longest_words_; }
  // Values of any column nearest in spelling, for "did you mean".
  std::vector<ValueHit> nearest(std::string_view phrase, size_t count = 3) const;

  static std::string normal_form(std::string_view text);

 private:
  std::vector<ColumnValues> columns_;
  std::vector<std::pair<std::string, ValueHit>> sorted_;  // by normal form
  size_t longest_words_ = 0;
};

struct Facts {
  // Key: "dataset" for the dataset's default time role, "dataset/role" for its others
  // (answer/wanted_facts.h, time_key()).
  std::map<std::string, DateRange> date_ranges;
  std::map<std::string, uint64_t> row_counts;  // by dataset
  ValueIndex values;
};

}  // namespace tally::catalog
