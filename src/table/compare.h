#pragma once
// Is this result the right answer to that reference? Names, row order (unless asked for), extra
// columns and representation differ freely; the values decide, and a row's values stay together.
//
// By the reference's type:
//   integer, hugeint, boolean, blob, time, interval   exact (12 equals 12.0)
//   decimal, real             within half a cent at magnitude ≥ 1, 5e-5 below, plus 1e-12 of the
//                             magnitude; or, as integers too, at the places that CompareOptions
//                             declares
//   text                        without regard to case and outer spaces
//   date, timestamp             the same instant: a date is its midnight
//   NULL                        NULL only
// A value written as text in the answer counts as what it says.
//
// Matching columns jointly is as hard as graph isomorphism in general, and tolerance is not
// transitive. So: rows are split into classes by exact columns first, then by gaps between tolerant
// values, columns are tried in the order of fewest choices, and what is left inside a class is
// matched cell by cell. The work is counted; over budget the verdict is `undecided`, never `right`.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "table/result_table.h"

namespace tally::table {

enum class Verdict { right, wrong, undecided };
// Near misses: wrong all the same, but worth a name.
enum class NearMiss {
  none,
  scale,  // 12.5 against 0.125
  split   // several results whose rows together are the reference's
};

struct CompareOptions {
  bool ordered = false;
  // Reference columns that the rows are ordered by; rows equal in all of them may change places.
  // Empty: guessed from the reference (see compare_order.h).
  std::vector<size_t> order_columns = {};
  // Per reference column: declared as rounded to so many places. Shorter than the columns: the rest
  // is not declared.
  std::vector<std::optional<int>> places = {};
  uint64_t budget = 20'000'000;  // steps; each looks at one cell, about 5 ns
};

// The first cell of the reference that the answer does not have. `answer_*` only where one cell can
// be named.
struct CellDifference {
  size_t reference_row = 0, reference_column = 0;
  std::optional<size_t> answer_row, answer_column;
  std::string expected, got;  // cell_text(); got is empty without an answer row
  bool operator==(const CellDifference&) const = default;
};

struct Comparison {
  Verdict verdict = Verdict::undecided;
  NearMiss near_miss = NearMiss::none;
  // "same", "columns" (too few), "rows" (another number), "values" (no column holds a reference
  // column's values), "together" (each column does, but not in the same rows), "order", "budget",
  // "cut" (a limit cut one of the two, so nobody knows), "several" (more results than one).
  std::string code;
  std::string reason;  // one sentence
  std::optional<CellDifference> first_difference;
  std::vector<size_t> columns;  // right: the answer column of each reference column
};

Comparison compare(const ResultTable& reference, const ResultTable& answer,
                   const CompareOptions& options = {});

// What was answered with several results. One of them being right does not make the answer right,
// for nobody said which: `wrong` (near miss `split` if their rows together are the reference's, in
// whatever order), or `undecided` where that is. Exactly one result: compare(). None: wrong.
Comparison compare_several(const ResultTable& reference, std::span<const ResultTable> answers,
                           const CompareOptions& options = {});

const char* verdict_name(Verdict verdict);
const char* near_miss_name(NearMiss near_miss);  // "" for none

}  // namespace tally::table
