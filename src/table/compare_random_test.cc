// Labelled pairs made at random: what was done to the answer says what the verdict must be.

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "table/compare.h"

namespace tally::table {
namespace {

class Maker {
 public:
  explicit Maker(unsigned seed) : random_(seed) {}
  size_t below(size_t n) { return static_cast<size_t>(random_() % n); }

  // Few distinct values, nulls, and near-identical columns: nothing can be told apart easily.
  ResultTable table() {
    ResultTable made;
    made.row_count = 2 + below(40);
    size_t columns = 1 + below(6);
    for (size_t c = 0; c < columns; ++c) made.columns.push_back(column(made.row_count));
    while (made.columns.size() < 8 && below(3) == 0) {
      made.columns.push_back(made.columns[below(columns)]);
      change(made.columns.back(), below(made.row_count));
    }
    return made;
  }

  // Another value for one cell, far outside every tolerance and not there before.
  void change(Column& column, size_t row) {
    column.nulls[row] = false;
    int64_t fresh = 1'000'000 + static_cast<int64_t>(below(1'000'000));
    if (auto* numbers = std::get_if<std::vector<int64_t>>(&column.values)) (*numbers)[row] = fresh;
    if (auto* money = std::get_if<std::vector<Int128>>(&column.values)) (*money)[row] = fresh;
    if (auto* reals = std::get_if<std::vector<double>>(&column.values))
      (*reals)[row] = static_cast<double>(fresh);
    if (auto* texts = std::get_if<std::vector<std::string>>(&column.values))
      (*texts)[row] = "fresh" + std::to_string(fresh);
  }

  // Rows and columns in another order, other names, extra columns, numbers inside their tolerance.
  ResultTable disguised(const ResultTable& table) {
    ResultTable out = table;
    std::vector<size_t> order(table.row_count);
    for (size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::shuffle(order.begin(), order.end(), random_);
    for (size_t c = 0; c < out.columns.size(); ++c) {
      Column& column = out.columns[c];
      column.name = "other" + std::to_string(c);
      for (size_t i = 0; i < order.size(); ++i) column.nulls[i] = table.columns[c].nulls[order[i]];
      std::visit(
          [&](auto& values) {
            const auto& from = std::get<std::decay_t<decltype(values)>>(table.columns[c].values);
            for (size_t i = 0; i < order.size(); ++i) values[i] = from[order[i]];
          },
          column.values);
      if (auto* reals = std::get_if<std::vector<double>>(&column.values))
        for (double& x : *reals) x += (static_cast<double>(below(81)) - 40) * 1e-6;
    }
    for (size_t extra = below(3); extra > 0; --extra) out.columns.push_back(column(out.row_count));
    std::shuffle(out.columns.begin(), out.columns.end(), random_);
    return out;
  }

 private:
  Column column(size_t rows) {
    constexpr Type kTypes[] = {Type::integer, Type::decimal, Type::real, Type::text};
    Column made{"c", kTypes[below(4)], "", 0, std::vector<bool>(rows), {}};
    if (made.type == Type::decimal) made.scale = 2;
    int64_t spread = 1 + static_cast<int64_t>(below(30));
    std::vector<int64_t> drawn;
    for (size_t row = 0; row < rows; ++row) {
      made.nulls[row] = below(12) == 0;
      drawn.push_back(made.nulls[row] ? 0 : static_cast<int64_t>(random_()) % spread);
    }
    if (made.type == Type::integer) made.values = drawn;
    if (made.type == Type::decimal) made.values = std::vector<Int128>(drawn.begin(), drawn.end());
    if (made.type == Type::real) made.values = std::vector<double>(drawn.begin(), drawn.end());
    if (made.type != Type::text) return made;
    std::vector<std::string> texts;
    for (size_t row = 0; row < rows; ++row)
      texts.push_back(made.nulls[row] ? "" : "v" + std::to_string(drawn[row]));
    made.values = std::move(texts);
    return made;
  }

  std::mt19937 random_;
};

TEST(CompareRandom, DisguisedAnswersAreRight) {
  for (unsigned seed = 0; seed < 1000; ++seed) {
    Maker maker(seed);
    ResultTable reference = maker.table();
    Comparison comparison = compare(reference, maker.disguised(reference));
    ASSERT_EQ(comparison.verdict, Verdict::right) << seed << " " << comparison.reason;
  }
}

TEST(CompareRandom, OneWrongCellIsNoticed) {
  for (unsigned seed = 0; seed < 1000; ++seed) {
    Maker maker(seed);
    ResultTable reference = maker.table();
    ResultTable answer = reference;
    // Extra columns could hold what the changed one lost: none here.
    maker.change(answer.columns[maker.below(answer.columns.size())], maker.below(answer.row_count));
    Comparison comparison = compare(reference, answer);
    ASSERT_EQ(comparison.verdict, Verdict::wrong) << seed;
    ASSERT_FALSE(comparison.reason.empty()) << seed;
  }
}

// A key column, and another whose values in two rows are swapped: both columns look right alone.
TEST(CompareRandom, SwappedCellsAreNoticed) {
  for (unsigned seed = 0; seed < 500; ++seed) {
    Maker maker(seed);
    ResultTable reference = maker.table();
    Column key{"key", Type::integer, "", 0, std::vector<bool>(reference.row_count), {}};
    Column other = key;
    std::vector<int64_t> keys, others;
    for (size_t row = 0; row < reference.row_count; ++row) {
      keys.push_back(static_cast<int64_t>(row) + 10'000);
      others.push_back(static_cast<int64_t>(row * row) + 20'000);
    }
    key.values = keys;
    other.values = others;
    reference.columns.push_back(key);
    reference.columns.push_back(other);
    ResultTable answer = reference;
    auto& swapped = std::get<std::vector<int64_t>>(answer.columns.back().values);
    size_t a = maker.below(reference.row_count - 1);
    std::swap(swapped[a], swapped[a + 1]);
    Comparison comparison = compare(reference, maker.disguised(answer));
    ASSERT_EQ(comparison.verdict, Verdict::wrong) << seed;
  }
}

}  // namespace
}  // namespace tally::table
