#pragma once
// How many rows must a generated warehouse have at a given scale, and how large is its file? Read
// from a small text file beside the warehouse's model, so that no table is named in the program:
//
//   # comment
//   generator  tpcds                         the extension that generates it (default tpcds)
//   scale      0.1       1        10        the scales measured, ascending
//   bytes      39858176  …                  size of the finished file
//   some_table 288464    2880404  28800991  one line a table
//
// At a scale that is listed, counts are exact. At another one a table that is the same at all
// listed scales must have just that many rows; any other lies between its neighbours' counts (a
// large one that doubles, above the lower one), and beyond the largest scale between that one's
// count and proportional growth.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace tally::engine::duckdb {

struct RowBounds {
  std::string table;
  uint64_t least = 0;
  uint64_t most = 0;
};

struct Expectation {
  std::vector<RowBounds> tables;
  uint64_t bytes = 0;  // of the finished file, interpolated
};

class RowCounts {
 public:
  // Errors `user`: file, line and what is wrong with it.
  static Result<RowCounts> read(const std::string& path);
  static Result<RowCounts> parse(std::string_view text, const std::string& name);

  const std::string& generator() const { return generator_; }
  // Error `user` when the scale lies below the smallest listed or above 1000 times the largest.
  Result<Expectation> at(double scale) const;

 private:
  struct Line {
    std::string table;
    std::vector<uint64_t> counts;  // one for each of scales_
  };
  std::string generator_ = "tpcds";
  std::vector<double> scales_;
  std::vector<uint64_t> bytes_;
  std::vector<Line> tables_;
};

}  // namespace tally::engine::duckdb
