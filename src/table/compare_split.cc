#include <fmt/format.h>

#include <algorithm>

#include "table/compare.h"

namespace tally::table {
namespace {

bool same_type(const Column& a, const Column& b) {
  return a.type == b.type && a.scale == b.scale;
}

// The column of `part` that belongs under column `c` of `first`: the one of its name if both parts
// have the same names, else the one at its place.
std::vector<size_t> places_of(const ResultTable& first, const ResultTable& part) {
  std::vector<size_t> places;
  for (const Column& column : first.columns) {
    auto found = std::find_if(part.columns.begin(), part.columns.end(),
                              [&](const Column& other) { return other.name == column.name; });
    if (found == part.columns.end()) break;
    auto place = static_cast<size_t>(found - part.columns.begin());
    if (std::find(places.begin(), places.end(), place) != places.end()) break;
    places.push_back(place);
  }
  if (places.size() == first.columns.size()) return places;
  places.clear();
  for (size_t c = 0; c < first.columns.size(); ++c) places.push_back(c);
  return places;
}

void append(Column& under, const Column& more) {
  under.nulls.insert(under.nulls.end(), more.nulls.begin(), more.nulls.end());
  std::visit(
      [&](auto& values) {
        const auto& added = std::get<std::decay_t<decltype(values)>>(more.values);
        values.insert(values.end(), added.begin(), added.end());
      },
      under.values);
}

// The column in its written form, for putting under one of another type.
Column as_text(const Column& column, size_t rows) {
  Column text{column.name, Type::text, column.engine_type, 0, column.nulls, {}};
  std::vector<std::string> values;
  for (size_t row = 0; row < rows; ++row)
    values.push_back(column.nulls[row] ? "" : cell_text(column, row));
  text.values = std::move(values);
  return text;
}

// Column by column under one another; only for as many columns in each.
ResultTable stacked(std::span<const ResultTable> answers) {
  ResultTable whole = answers.front();
  for (const ResultTable& part : answers.subspan(1)) {
    auto places = places_of(whole, part);
    for (size_t c = 0; c < whole.columns.size(); ++c) {
      Column& under = whole.columns[c];
      const Column& more = part.columns[places[c]];
      if (same_type(under, more)) {
        append(under, more);
        continue;
      }
      if (under.type != Type::text) under = as_text(under, whole.row_count);
      append(under, more.type == Type::text ? more : as_text(more, part.row_count));
    }
    whole.row_count += part.row_count;
    whole.more_rows = whole.more_rows || part.more_rows;
  }
  return whole;
}

Comparison wrong(std::string reason) {
  Comparison comparison;
  comparison.verdict = Verdict::wrong;
  comparison.code = "several";
  comparison.reason = std::move(reason);
  return comparison;
}

}  // namespace

Comparison compare_several(const ResultTable& reference, std::span<const ResultTable> answers,
                           const CompareOptions& options) {
  if (answers.empty()) return wrong("there is no result to compare");
  if (answers.size() == 1) return compare(reference, answers.front(), options);
  Comparison comparison =
      wrong(fmt::format("the answer is {} results, the reference one", answers.size()));
  bool alike = std::all_of(answers.begin(), answers.end(), [&](const ResultTable& part) {
    return part.column_count() == answers.front().column_count();
  });
  if (!alike) return comparison;
  CompareOptions unordered = options;
  unordered.ordered = false;
  Comparison together = compare(reference, stacked(answers), unordered);
  if (together.verdict == Verdict::undecided) return together;
  if (together.verdict == Verdict::right) {
    comparison.near_miss = NearMiss::split;
    comparison.reason += "; their rows together are the reference's";
  }
  return comparison;
}

}  // namespace tally::table
