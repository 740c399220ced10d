// How long does the comparator take on tables that are hard to tell apart? 10,000 rows, a reference
// of 10 columns, an answer of 12 (two more, near-identical ones), rows and columns shuffled. Prints
// the verdict and the median; asserts the verdicts alone (machines are noisy).

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <numeric>
#include <random>

#include "table/compare.h"

namespace {

using namespace tally::table;

constexpr size_t kRows = 10'000, kReferenceColumns = 10, kAnswerColumns = 12;
using Random = std::mt19937_64;

Column integers(std::vector<int64_t> values) {
  Column column{"n", Type::integer, "BIGINT", 0, std::vector<bool>(values.size()), {}};
  column.values = std::move(values);
  return column;
}
Column cents(const std::vector<int64_t>& values) {
  Column column{"m", Type::decimal, "DECIMAL(18,2)", 2, std::vector<bool>(values.size()), {}};
  column.values = std::vector<Int128>(values.begin(), values.end());
  return column;
}

std::vector<int64_t> drawn(Random& random, size_t rows, int64_t distinct) {
  std::vector<int64_t> values(rows);
  for (auto& value : values)
    value = static_cast<int64_t>(random() % static_cast<uint64_t>(distinct));
  return values;
}

// Column 0, and copies of it with `changes` cells of each copy changed.
std::vector<std::vector<int64_t>> near_copies(Random& random, size_t columns, int64_t distinct,
                                              int changes) {
  std::vector<std::vector<int64_t>> all(columns, drawn(random, kRows, distinct));
  for (auto& column : all)
    for (int i = 0; i < changes; ++i) {
      int64_t& cell = column[random() % kRows];
      cell = (cell + 1) % distinct;
    }
  return all;
}

ResultTable shuffled(const ResultTable& table, Random& random) {
  std::vector<size_t> rows(table.row_count);
  std::iota(rows.begin(), rows.end(), size_t{0});
  std::shuffle(rows.begin(), rows.end(), random);
  ResultTable out = table;
  for (Column& column : out.columns)
    std::visit(
        [&](auto& values) {
          auto before = values;
          for (size_t i = 0; i < rows.size(); ++i) values[i] = before[rows[i]];
        },
        column.values);
  std::shuffle(out.columns.begin(), out.columns.end(), random);
  return out;
}

struct Pair {
  ResultTable reference, answer;
};

Pair pair_of(const std::vector<Column>& columns, Random& random) {
  Pair pair;
  pair.answer.row_count = pair.reference.row_count = columns[0].nulls.size();
  pair.answer.columns = columns;
  pair.reference.columns.assign(columns.begin(), columns.begin() + kReferenceColumns);
  pair.answer = shuffled(pair.answer, random);
  return pair;
}

Pair near_identical(Random& random, bool money, int64_t distinct, int changes) {
  std::vector<Column> columns;
  for (auto& values : near_copies(random, kAnswerColumns, distinct, changes))
    columns.push_back(money ? cents(values) : integers(values));
  return pair_of(columns, random);
}

// One cell of the reference has a value that the answer has nowhere.
Pair one_cell_off(Pair pair) {
  auto& values = std::get<std::vector<Int128>>(pair.reference.columns[3].values);
  values[kRows / 2] += 1'000'000;
  return pair;
}

// Money whose values lie a third of a cent apart: tolerance chains them, so that none can be told
// from the next by its value alone.
Pair chained(Random& random) {
  std::vector<Column> columns;
  for (size_t c = 0; c < kAnswerColumns; ++c) {
    Column column{"r", Type::real, "DOUBLE", 0, std::vector<bool>(kRows), {}};
    std::vector<double> values;
    for (int64_t value : drawn(random, kRows, 3000))
      values.push_back(100 + static_cast<double>(value) / 300);
    column.values = std::move(values);
    columns.push_back(std::move(column));
  }
  return pair_of(columns, random);
}

// Every column a balanced 0/1 column: nothing but the rows together tells them apart.
Pair balanced(Random& random) {
  std::vector<Column> columns;
  for (size_t c = 0; c < kAnswerColumns; ++c) {
    std::vector<int64_t> values(kRows);
    for (size_t i = 0; i < kRows; ++i) values[i] = static_cast<int64_t>(i % 2);
    std::shuffle(values.begin(), values.end(), random);
    columns.push_back(integers(std::move(values)));
  }
  return pair_of(columns, random);
}

// Columns that look alike however one looks: each row is a pair of columns, each pair of columns
// has as many rows. Every way of matching is right, and a searcher that looks for differences finds
// none.
Pair symmetric(Random& random) {
  std::vector<std::vector<int64_t>> values(kAnswerColumns, std::vector<int64_t>(kRows, 0));
  size_t row = 0;
  while (row < kRows)
    for (size_t a = 0; a < kAnswerColumns; ++a)
      for (size_t b = 0; b < a; ++b) {
        if (row == kRows) break;
        values[a][row] = values[b][row] = 1;
        ++row;
      }
  std::vector<Column> columns;
  for (auto& column : values) columns.push_back(integers(column));
  return pair_of(columns, random);
}

bool measured(const char* name, const Pair& pair, std::initializer_list<Verdict> allowed) {
  std::vector<double> times;
  Comparison found;
  for (int i = 0; i < 7; ++i) {
    auto start = std::chrono::steady_clock::now();
    found = compare(pair.reference, pair.answer);
    times.push_back(
        std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start)
            .count());
  }
  std::sort(times.begin(), times.end());
  bool good = std::find(allowed.begin(), allowed.end(), found.verdict) != allowed.end();
  fmt::print("  {:<58} {:<10} {:7.1f} ms{}\n", name, verdict_name(found.verdict), times[3],
             good ? "" : "   WRONG VERDICT");
  return good;
}

}  // namespace

int main() {
  Random random(20261130);
  using enum Verdict;
  bool good = true;
  fmt::print("comparing {} x {} with {} x {}, median of 7\n", kRows, kReferenceColumns, kRows,
             kAnswerColumns);
  good &= measured("integers, copies that differ in 1 cell", near_identical(random, false, 1000, 1),
                   {right});
  good &= measured("integers of 3 values, copies that differ in 2 cells",
                   near_identical(random, false, 3, 2), {right});
  good &= measured("money, copies that differ in 1 cell", near_identical(random, true, 100'000, 1),
                   {right});
  good &= measured("money of 50 values, copies that differ in 3 cells",
                   near_identical(random, true, 50, 3), {right});
  good &= measured("money, one cell of the reference off",
                   one_cell_off(near_identical(random, true, 100'000, 1)), {wrong});
  good &= measured("measures a third of a cent apart", chained(random), {right, undecided});
  good &= measured("balanced 0/1 columns", balanced(random), {right});
  good &= measured("columns that look alike in every way", symmetric(random), {right, undecided});
  return good ? 0 : 1;
}
