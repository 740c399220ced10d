#pragma once
// Why is this answer wrong? Facts decided in code from the two queries, the two tables and the
// data; none of them is a guess, and none says which of several is the cause.
//
//   channel                       one reads a table, the other its sibling (sibling_tables.h)
//   table_missing, table_extra    what only one of the two queries reads
//   aggregate                     other aggregate functions
//   value_missing, value_extra    a text or number that only one of the two filters by
//   literal_nowhere               a value we filter by that its column does not hold
//   period                        other days, or months
//   grain                         rows are grouped by other columns
//   limit                         another LIMIT
//   null_keys                     rows whose key is NULL, on one side only
//   null_join                     a join of one of them drops rows whose key is NULL
//   fan_out                       our join counts rows once for each of several partners
//   outer_join                    only one of the queries keeps rows without a partner
//   row_count, order, scale       of the two tables
//   times                         the number is a whole multiple of the reference's: fan-out
//   tolerance                     the number is off by less than a hundredth
//   unreadable                    our parser cannot read one of the queries
//   needs                         where we did not answer: what the reference does

#include <vector>

#include "answer/answer.h"
#include "catalog/catalog.h"
#include "measure/draw.h"
#include "measure/judge_answer.h"
#include "measure/sql_summary.h"

namespace tally::measure {

// For a question that was answered wrongly, or not at all, though an answer was due. `run` asks the
// data.
std::vector<Fact> failure_facts(const Question& question, const answer::Answer& answer,
                                const Judged& judged, const catalog::Catalog& catalog,
                                const RunSql& run);

// Tables that the reference reads, by name; empty where our parser cannot read it.
std::vector<std::string> tables_of(const Question& question, const catalog::Catalog& catalog);

}  // namespace tally::measure
