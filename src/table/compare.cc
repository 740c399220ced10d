#include "table/compare.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <deque>
#include <map>

#include "base/quantity.h"
#include "table/cell_values.h"
#include "table/compare_cells.h"
#include "table/compare_match.h"
#include "table/compare_order.h"

namespace tally::table {
namespace {

// For finding out what to say about a verdict that stands.
constexpr uint64_t kDiagnosisBudget = 2'000'000;

// Both tables as the matcher sees them. Owns the encoded answer columns it points to.
struct Encoded {
  MatchProblem problem;
  std::deque<CellColumn> answers;
};

std::vector<const CellColumn*> encode_answers(CellEncoder& encoder, const ResultTable& answer,
                                              CellKind kind, std::deque<CellColumn>& keep) {
  std::vector<const CellColumn*> columns;
  for (const Column& column : answer.columns) {
    auto cells = encoder.encode(column, kind);
    if (cells) keep.push_back(std::move(*cells));
    columns.push_back(cells ? &keep.back() : nullptr);
  }
  return columns;
}

Encoded encode_tables(const ResultTable& reference, const ResultTable& answer,
                      const CompareOptions& options) {
  Encoded encoded;
  CellEncoder encoder;
  std::map<CellKind, std::vector<const CellColumn*>> by_kind;
  for (size_t i = 0; i < reference.columns.size(); ++i) {
    CellKind kind = cell_kind(reference.columns[i]);
    bool is_rounded = i < options.places.size() && options.places[i].has_value();
    if (is_rounded && kind == CellKind::number) kind = CellKind::measure;
    MatchProblem::ReferenceColumn column;
    column.cells = *encoder.encode(reference.columns[i], kind);
    column.is_measure = kind == CellKind::measure;
    if (i < options.places.size()) column.places = options.places[i];
    if (!by_kind.contains(kind))
      by_kind[kind] = encode_answers(encoder, answer, kind, encoded.answers);
    column.answers = by_kind[kind];
    encoded.problem.columns.push_back(std::move(column));
  }
  encoded.problem.rows = reference.row_count;
  encoded.problem.reference_class.assign(reference.row_count, 0);
  encoded.problem.answer_class.assign(reference.row_count, 0);
  encoded.problem.class_count = reference.row_count == 0 ? 0 : 1;
  return encoded;
}

// Rows of the answer stand where their reference rows stand, but for ties.
void hold_order(MatchProblem& problem, const ResultTable& reference,
                const std::vector<size_t>& key_columns) {
  problem.reference_class = tie_runs(reference, key_columns);
  problem.answer_class = problem.reference_class;
  problem.class_count = problem.rows == 0 ? 0 : problem.reference_class.back() + 1;
}

Comparison verdict(Verdict value, std::string code, std::string reason) {
  Comparison comparison;
  comparison.verdict = value;
  comparison.code = std::move(code);
  comparison.reason = std::move(reason);
  return comparison;
}

std::optional<Comparison> compare_shapes(const ResultTable& reference, const ResultTable& answer) {
  if (reference.columns.empty())
    return verdict(Verdict::undecided, "columns", "the reference has no columns");
  if (reference.more_rows)
    return verdict(Verdict::undecided, "cut",
                   "a limit cut the reference, so nobody knows the rest");
  if (answer.column_count() < reference.column_count())
    return verdict(Verdict::wrong, "columns",
                   fmt::format("the answer has {}, the reference {}",
                               counted(answer.column_count(), "column"), reference.column_count()));
  if (answer.more_rows && answer.row_count < reference.row_count)
    return verdict(Verdict::undecided, "cut", "a limit cut the answer, so nobody knows the rest");
  if (answer.more_rows || answer.row_count != reference.row_count)
    return verdict(
        Verdict::wrong, "rows",
        fmt::format("the answer has {}{}, the reference {}", answer.more_rows ? "more than " : "",
                    counted(answer.row_count, "row"), reference.row_count));
  return std::nullopt;
}

// For the message: the answer column that most likely was meant for a reference column. There is
// one, for the answer has no fewer columns.
size_t likely_answer(const ResultTable& reference, const ResultTable& answer, size_t r) {
  std::string name = folded_text(reference.columns[r].name);
  for (size_t a = 0; a < answer.columns.size(); ++a)
    if (folded_text(answer.columns[a].name) == name) return a;
  return r;
}

CellDifference difference(const ResultTable& reference, const ResultTable& answer, size_t r,
                          size_t row, size_t a, bool same_row) {
  CellDifference found;
  found.reference_row = row;
  found.reference_column = r;
  found.answer_column = a;
  found.expected = cell_text(reference.columns[r], row);
  if (!same_row && answer.row_count != 1) return found;
  found.answer_row = row;
  found.got = cell_text(answer.columns[a], row);
  return found;
}

// The rows of `problem` held together by the exact columns that are right, where there are any: the
// wrong number of a state stands beside the right state.
void hold_right_columns(MatchProblem& problem) {
  MatchProblem keys = problem;
  std::erase_if(keys.columns, [](const auto& column) { return column.is_measure; });
  for (size_t k = keys.columns.size(); k-- > 0;) {
    MatchProblem alone = problem;
    alone.columns = {keys.columns[k]};
    if (match_tables(alone, kDiagnosisBudget).kind != MatchOutcome::Kind::matched)
      keys.columns.erase(keys.columns.begin() + static_cast<std::ptrdiff_t>(k));
  }
  if (keys.columns.empty()) return;
  MatchOutcome outcome = match_tables(keys, kDiagnosisBudget);
  if (outcome.kind != MatchOutcome::Kind::matched || !hold_columns(keys, outcome.columns)) return;
  problem.reference_class = std::move(keys.reference_class);
  problem.answer_class = std::move(keys.answer_class);
  problem.class_count = keys.class_count;
}

// The answer row that alone can stand for a reference row; nullopt: several can, or none.
std::optional<size_t> only_partner(const MatchProblem& problem, size_t reference_row) {
  uint32_t wanted = problem.reference_class[reference_row];
  const auto& classes = problem.answer_class;
  if (std::count(classes.begin(), classes.end(), wanted) != 1) return std::nullopt;
  return static_cast<size_t>(std::find(classes.begin(), classes.end(), wanted) - classes.begin());
}

// The first reference row whose value answer column `a` does not have. Where that column cannot
// even be of the reference's kind, value by value all the same.
size_t first_missing(const ResultTable& reference, const ResultTable& answer,
                     const MatchProblem& problem, size_t r, size_t a) {
  if (problem.columns[r].answers[a] != nullptr)
    return first_unpaired_row(problem, r, a).value_or(0);
  const auto& column = problem.columns[r];
  CellKind kind = column.is_measure ? CellKind::measure : cell_kind(reference.columns[r]);
  CellEncoder encoder;
  CellColumn wanted = *encoder.encode(reference.columns[r], kind);
  CellColumn found = encoder.encode_loosely(answer.columns[a], kind);
  MatchProblem alone = problem;
  alone.columns = {{std::move(wanted), column.is_measure, column.places, {&found}}};
  return first_unpaired_row(alone, 0, 0).value_or(0);
}

// No answer column has a reference column's values.
Comparison missing_values(const ResultTable& reference, const ResultTable& answer,
                          MatchProblem problem, size_t r) {
  Comparison comparison = verdict(
      Verdict::wrong, "values",
      fmt::format("no column of the answer holds the values of '{}'", reference.columns[r].name));
  size_t a = likely_answer(reference, answer, r);
  hold_right_columns(problem);
  size_t row = first_missing(reference, answer, problem, r, a);
  auto found = difference(reference, answer, r, row, a, false);
  if (auto partner = only_partner(problem, row)) {
    found.answer_row = *partner;
    found.got = cell_text(answer.columns[a], *partner);
  }
  comparison.first_difference = std::move(found);
  return comparison;
}

// Column r fits no answer column that the columns before it leave over: what is to be said of that.
// The rows of `problem` are held together by the columns before it.
void explain_misfit(const ResultTable& reference, const ResultTable& answer,
                    const MatchProblem& problem, size_t r, const std::vector<size_t>& taken,
                    Comparison& comparison) {
  const std::string& name = reference.columns[r].name;
  const auto& answers = problem.columns[r].answers;
  for (size_t used : taken) {
    if (answers[used] == nullptr || first_unpaired_row(problem, r, used)) continue;
    comparison.reason =
        fmt::format("'{}' has no column of its own in the answer: '{}' is needed for another", name,
                    answer.columns[used].name);
    return;
  }
  size_t a = likely_answer(reference, answer, r);
  auto row = answers[a] == nullptr ? std::nullopt : first_unpaired_row(problem, r, a);
  if (!row) return;
  comparison.first_difference = difference(reference, answer, r, *row, a, false);
  comparison.reason = fmt::format("the values of '{}' are in the answer, but in other rows", name);
}

// Every column has its counterpart, but the rows do not fit together. Takes the columns one by one
// and explains the first that does not fit.
Comparison scrambled_rows(const ResultTable& reference, const ResultTable& answer,
                          MatchProblem problem) {
  Comparison comparison =
      verdict(Verdict::wrong, "together",
              "every column of the reference is in the answer, but not together in the same rows");
  MatchProblem part = problem;
  part.columns.clear();
  std::vector<size_t> taken;
  for (size_t r = 0; r < problem.columns.size(); ++r) {
    part.columns.push_back(problem.columns[r]);
    MatchOutcome outcome = match_tables(part, kDiagnosisBudget);
    if (outcome.kind == MatchOutcome::Kind::over_budget) break;
    if (outcome.kind == MatchOutcome::Kind::matched) {
      taken = std::move(outcome.columns);
      continue;
    }
    if (hold_columns(problem, taken))
      explain_misfit(reference, answer, problem, r, taken, comparison);
    break;
  }
  return comparison;
}

bool reference_equal(const Column& column, size_t a, size_t b) {
  return cell_text(column, a) == cell_text(column, b);
}

bool equal_cells(const MatchProblem::ReferenceColumn& column, size_t a, size_t reference_row,
                 size_t answer_row) {
  const CellColumn &wanted = column.cells, &found = *column.answers[a];
  if (wanted.ids[reference_row] != found.ids[answer_row]) return false;
  if (!column.is_measure || wanted.ids[reference_row] != CellColumn::kNumber) return true;
  return within(wanted.numbers[reference_row], found.numbers[answer_row], column.places);
}

// An answer row that stands among the ties of reference row `row`, which has no partner there, and
// should not: rather one that is like none of them.
std::optional<size_t> intruder(const MatchProblem& ordered, size_t r, size_t a, size_t row) {
  std::optional<size_t> other;
  const auto& column = ordered.columns[r];
  auto alike = [&](size_t answer_row) {
    for (size_t tie = 0; tie < ordered.rows; ++tie)
      if (ordered.reference_class[tie] == ordered.reference_class[row] &&
          equal_cells(column, a, tie, answer_row))
        return true;
    return false;
  };
  for (size_t q = 0; q < ordered.rows; ++q) {
    if (ordered.answer_class[q] != ordered.reference_class[row]) continue;
    if (!alike(q)) return q;
    if (!other && !equal_cells(column, a, row, q)) other = q;
  }
  return other;
}

// The rows are right in another order: the first one that stands in a wrong place.
Comparison wrong_order(const ResultTable& reference, const ResultTable& answer,
                       const MatchProblem& ordered, const std::vector<size_t>& columns) {
  Comparison comparison =
      verdict(Verdict::wrong, "order", "the rows are right, but in another order");
  std::optional<CellDifference> first;
  for (size_t r = 0; r < columns.size(); ++r) {
    auto row = first_unpaired_row(ordered, r, columns[r]);
    if (!row) continue;
    auto stands = intruder(ordered, r, columns[r], *row);
    size_t at = stands.value_or(*row);
    // Of equal ties, the one at whose place something else stands.
    if (reference_equal(reference.columns[r], at, *row)) *row = at;
    if (first && first->reference_row <= *row) continue;
    first = difference(reference, answer, r, *row, columns[r], true);
    first->answer_row = at;
    first->got = cell_text(answer.columns[columns[r]], at);
  }
  comparison.first_difference = first;
  return comparison;
}

Comparison over_budget() {
  return verdict(Verdict::undecided, "budget",
                 "too many ways to match the columns were left when the budget ran out");
}

Comparison same_values(std::vector<size_t> columns) {
  Comparison right = verdict(Verdict::right, "same", "the values are the same");
  right.columns = std::move(columns);
  return right;
}

Comparison compare_ordered(const ResultTable& reference, const ResultTable& answer,
                           const CompareOptions& options, const MatchProblem& problem) {
  MatchProblem held = problem;
  hold_order(held, reference, options.order_columns);
  MatchOutcome outcome = match_tables(held, options.budget);
  if (outcome.kind == MatchOutcome::Kind::over_budget) return over_budget();
  if (outcome.kind == MatchOutcome::Kind::matched) return same_values(std::move(outcome.columns));
  MatchOutcome free = match_tables(problem, options.budget);
  if (free.kind == MatchOutcome::Kind::matched)
    return wrong_order(reference, answer, held, free.columns);
  if (free.hopeless_column)
    return missing_values(reference, answer, problem, *free.hopeless_column);
  return scrambled_rows(reference, answer, held);
}

Comparison compare_values(const ResultTable& reference, const ResultTable& answer,
                          const CompareOptions& options, const MatchProblem& problem) {
  if (options.ordered) return compare_ordered(reference, answer, options, problem);
  MatchOutcome outcome = match_tables(problem, options.budget);
  if (outcome.kind == MatchOutcome::Kind::over_budget) return over_budget();
  if (outcome.kind == MatchOutcome::Kind::matched) return same_values(std::move(outcome.columns));
  if (outcome.hopeless_column)
    return missing_values(reference, answer, problem, *outcome.hopeless_column);
  return scrambled_rows(reference, answer, problem);
}

// Would the answer be right if its measures were a hundred times as large, or as small? Only
// columns that match nothing as they stand are tried so.
bool right_when_scaled(const CompareOptions& options, MatchProblem problem, long double factor) {
  std::deque<CellColumn> multiples;
  std::map<const CellColumn*, const CellColumn*> scaled;
  bool any = false;
  for (size_t r = 0; r < problem.columns.size(); ++r) {
    MatchProblem alone = problem;
    alone.columns = {problem.columns[r]};
    if (!alone.columns[0].is_measure ||
        match_tables(alone, options.budget).kind == MatchOutcome::Kind::matched)
      continue;
    any = true;
    for (const CellColumn*& cells : problem.columns[r].answers) {
      if (cells == nullptr) continue;
      const CellColumn*& copy = scaled[cells];
      if (copy == nullptr) {
        copy = &multiples.emplace_back(*cells);
        for (long double& number : multiples.back().numbers) number *= factor;
      }
      cells = copy;
    }
  }
  return any && match_tables(problem, options.budget).kind == MatchOutcome::Kind::matched;
}

// A whole percentage is as easily off by a hundred as another: for that question alone, integers
// are numbers like all others, as near as half a hundredth.
CompareOptions integers_as_measures(const ResultTable& reference, CompareOptions options) {
  options.places.resize(reference.column_count());
  for (size_t r = 0; r < reference.column_count(); ++r)
    if (!options.places[r] && cell_kind(reference.columns[r]) == CellKind::number)
      options.places[r] = 2;
  return options;
}

void find_scale(const ResultTable& reference, const ResultTable& answer,
                const CompareOptions& options, Comparison& comparison) {
  CompareOptions loose = integers_as_measures(reference, options);
  Encoded encoded = encode_tables(reference, answer, loose);
  for (long double factor : {100.0L, 0.01L}) {
    if (!right_when_scaled(loose, encoded.problem, factor)) continue;
    comparison.near_miss = NearMiss::scale;
    comparison.reason += factor > 1 ? "; a hundred times the answer's would be right"
                                    : "; a hundredth of the answer's would be right";
    return;
  }
}

}  // namespace

Comparison compare(const ResultTable& reference, const ResultTable& answer,
                   const CompareOptions& options) {
  if (auto decided = compare_shapes(reference, answer)) return *decided;
  Encoded encoded = encode_tables(reference, answer, options);
  Comparison comparison = compare_values(reference, answer, options, encoded.problem);
  if (comparison.code == "values") find_scale(reference, answer, options, comparison);
  return comparison;
}

const char* verdict_name(Verdict verdict) {
  switch (verdict) {
    case Verdict::right:
      return "right";
    case Verdict::wrong:
      return "wrong";
    case Verdict::undecided:
      return "undecided";
  }
  return "undecided";
}

const char* near_miss_name(NearMiss near_miss) {
  switch (near_miss) {
    case NearMiss::none:
      return "";
    case NearMiss::scale:
      return "scale";
    case NearMiss::split:
      return "split";
  }
  return "";
}

}  // namespace tally::table
