#pragma once
// The benchmarks' official queries against their official answers: does the way from SQL text to
// verdict (guard, worker, comparator) give the right results on queries that nobody here wrote?

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "engine/engine.h"
#include "measure/reference.h"
#include "table/compare.h"

namespace tally::measure {

struct OfficialQuery {
  int number = 0;
  std::string sql;
  std::optional<std::string> answer;  // text of the answer file; absent: none for this scale
};

// From the database that exams/official/queries.sql builds. `benchmark`: "tpcds" or "tpch". In the
// order of their numbers.
Result<std::vector<OfficialQuery>> read_official(engine::Engine& engine, std::string_view benchmark,
                                                 double scale, Deadline deadline);

// An answer file as a table: a header, `|` between cells, no quoting; NULL and nothing are null
// (the files have both), "(empty)" is the empty text (so DuckDB's tests write it). Columns are of
// the narrowest type that fits. Error `user` names the line of a row of another width.
Result<table::ResultTable> official_table(std::string_view text);

enum class OfficialMark {
  right,
  wrong,  // the comparison says where
  undecided,
  failed,  // refused by the guard, or not run to the end: `reason`
  not_run  // there is no official answer
};
const char* official_mark_name(OfficialMark mark);

struct OfficialResult {
  int number = 0;
  OfficialMark mark = OfficialMark::not_run;
  // The order that the query asks for was compared too: all of it, as far as its columns are shown.
  bool order_compared = false;
  std::optional<table::Comparison> comparison;
  std::string reason;  // a sentence where it is not right
  double seconds = 0;  // guard and run
  bool interrupted = false;
};

OfficialResult run_official(const OfficialQuery& query, const RunSql& run, const Clock& clock);

}  // namespace tally::measure
