#include "measure/official.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "base/quantity.h"
#include "measure/order_keys.h"
#include "sql/fixed_sql.h"
#include "table/typed_text.h"
#include "text/parts.h"

namespace tally::measure {
namespace {

using table::RawCell;
using table::ResultTable;

RawCell answer_cell(std::string_view text) {
  if (text.empty() || text == "NULL") return {};
  if (text == "(empty)") return {RawCell::Kind::text, ""};
  return {RawCell::Kind::text, std::string(text)};
}

Result<ResultTable> run_own(engine::Engine& engine, const sql::FixedSql& sql, Deadline deadline) {
  TALLY_TRY(auto outcome, engine.run(sql.approve(engine.name()), {}, deadline));
  return std::move(outcome.table);
}

int number_at(const ResultTable& table, size_t row) {
  return static_cast<int>(std::get<std::vector<int64_t>>(table.columns[0].values)[row]);
}
const std::string& text_at(const ResultTable& table, size_t row) {
  return std::get<std::vector<std::string>>(table.columns[1].values)[row];
}

sql::FixedSql answers_query(std::string_view benchmark, double scale) {
  sql::FixedSql query("SELECT number, text FROM answer WHERE benchmark = ");
  query.value(benchmark).then(" AND round(scale * 1000) = ");
  return query.value(static_cast<int64_t>(scale * 1000 + 0.5));
}

void judge(const OfficialQuery& query, const ResultTable& reference, const ResultTable& answer,
           OfficialResult& result) {
  table::CompareOptions options;
  options.order_columns = order_columns(query.sql, answer);
  options.ordered = !options.order_columns.empty();
  auto comparison = table::compare(reference, answer, options);
  using table::Verdict;
  result.mark = comparison.verdict == Verdict::right   ? OfficialMark::right
                : comparison.verdict == Verdict::wrong ? OfficialMark::wrong
                                                       : OfficialMark::undecided;
  result.order_compared = options.ordered;
  if (comparison.verdict != Verdict::right) result.reason = comparison.reason;
  result.comparison = std::move(comparison);
}

}  // namespace

Result<std::vector<OfficialQuery>> read_official(engine::Engine& engine, std::string_view benchmark,
                                                 double scale, Deadline deadline) {
  sql::FixedSql list("SELECT number, text FROM query WHERE benchmark = ");
  list.value(benchmark).then(" ORDER BY number");
  TALLY_TRY(auto texts, run_own(engine, list, deadline));
  TALLY_TRY(auto kept, run_own(engine, answers_query(benchmark, scale), deadline));
  std::vector<OfficialQuery> queries;
  for (size_t row = 0; row < texts.row_count; ++row) {
    OfficialQuery query{number_at(texts, row), text_at(texts, row), std::nullopt};
    for (size_t i = 0; i < kept.row_count; ++i)
      if (number_at(kept, i) == query.number) query.answer = text_at(kept, i);
    queries.push_back(std::move(query));
  }
  return queries;
}

Result<ResultTable> official_table(std::string_view text) {
  if (text.ends_with('\n')) text.remove_suffix(1);
  auto lines = text::parts_of(text, '\n');
  auto names = text::parts_of(lines[0], '|');
  std::vector<std::vector<RawCell>> cells(names.size());
  for (size_t i = 1; i < lines.size(); ++i) {
    std::string_view line = lines[i];
    if (line.ends_with('\r')) line.remove_suffix(1);
    auto row = text::parts_of(line, '|');
    if (row.size() != names.size())
      return user_error(fmt::format("line {} of the answer has {}, not {}", i + 1,
                                    counted(row.size(), "cell"), names.size()));
    for (size_t c = 0; c < row.size(); ++c) cells[c].push_back(answer_cell(row[c]));
  }
  ResultTable table;
  table.row_count = lines.size() - 1;
  for (size_t c = 0; c < names.size(); ++c)
    table.columns.push_back(table::typed_column(std::string(names[c]), cells[c], true));
  return table;
}

const char* official_mark_name(OfficialMark mark) {
  switch (mark) {
    case OfficialMark::right:
      return "right";
    case OfficialMark::wrong:
      return "wrong";
    case OfficialMark::undecided:
      return "undecided";
    case OfficialMark::failed:
      return "failed";
    case OfficialMark::not_run:
      return "not run";
  }
  return "not run";
}

OfficialResult run_official(const OfficialQuery& query, const RunSql& run, const Clock& clock) {
  OfficialResult result;
  result.number = query.number;
  if (!query.answer) {
    result.reason = "there is no official answer at this scale";
    return result;
  }
  auto reference = official_table(*query.answer);
  if (!reference.ok()) {
    result.reason = reference.error().message;
    return result;
  }
  auto start = clock.now();
  auto answer = run(query.sql);
  result.seconds = std::chrono::duration<double>(clock.now() - start).count();
  if (!answer.ok()) {
    result.mark = OfficialMark::failed;
    result.reason = answer.error().message;
    result.interrupted = answer.error().code == "cancelled";
    return result;
  }
  judge(query, *reference, *answer, result);
  return result;
}

}  // namespace tally::measure
