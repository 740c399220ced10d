#pragma once
// The search behind compare(): which answer column stands for each reference column, so that the
// rows can be paired with every cell equal? Private to the comparator.

#include <cstdint>
#include <optional>
#include <vector>

#include "table/compare_cells.h"

namespace tally::table {

struct MatchProblem {
  struct ReferenceColumn {
    CellColumn cells;
    bool is_measure = false;
    std::optional<int> places;
    // Per answer column: its cells as this column's kind; nullptr if it cannot be that.
    std::vector<const CellColumn*> answers;
  };
  size_t rows = 0;  // of both
  std::vector<ReferenceColumn> columns;
  // Rows that may be paired have equal classes: all zero where order does not matter.
  // Every class has as many rows on either side.
  std::vector<uint32_t> reference_class, answer_class;
  uint32_t class_count = 1;
};

struct MatchOutcome {
  enum class Kind { matched, impossible, over_budget };
  Kind kind = Kind::impossible;
  std::vector<size_t> columns;  // matched: the answer column of each reference column
  // impossible: a reference column that no answer column can stand for, whatever the others do.
  std::optional<size_t> hopeless_column;
};

MatchOutcome match_tables(const MatchProblem& problem, uint64_t budget);

// Narrows the problem's classes to rows that agree in the first columns.size() reference columns,
// taken to be those answer columns. false, and nothing changed, if they do not agree.
bool hold_columns(MatchProblem& problem, const std::vector<size_t>& columns);

// The first reference row without a partner if reference column `reference` is answer column
// `answer` and the row classes are those of the problem. nullopt: every row has one.
std::optional<size_t> first_unpaired_row(const MatchProblem& problem, size_t reference,
                                         size_t answer);

}  // namespace tally::table
