#include "measure/failure_facts.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>

#include "base/quantity.h"
#include "sql/fixed_sql.h"
#include "table/cell_values.h"

namespace tally::measure {
namespace {

class Reading {
 public:
  Reading(const SqlSummary& reference, const SqlSummary& ours, const RunSql& run)
      : reference_(reference), ours_(ours), run_(run) {}

  std::vector<Fact> facts() {
    tables();
    aggregates();
    texts();
    years();
    shape();
    return std::move(facts_);
  }

 private:
  void add(std::string kind, std::string text) {
    facts_.push_back({std::move(kind), std::move(text)});
  }
  void tables();
  void aggregates();
  void texts();
  void years();
  void shape();
  bool holds(const ComparedText& compared) const;

  const SqlSummary& reference_;
  const SqlSummary& ours_;
  const RunSql& run_;
  std::vector<Fact> facts_;
};

std::string without_database(const std::string& table) {
  return table.substr(table.rfind('.') + 1);
}

void Reading::tables() {
  for (const auto& table : reference_.tables)
    if (!ours_.tables.count(table))
      add("table_missing", fmt::format("only the reference reads {}", without_database(table)));
  for (const auto& table : ours_.tables)
    if (!reference_.tables.count(table))
      add("table_extra", fmt::format("only ours reads {}", without_database(table)));
}

void Reading::aggregates() {
  // More than the reference's are more columns, which are free.
  if (std::includes(ours_.aggregates.begin(), ours_.aggregates.end(), reference_.aggregates.begin(),
                    reference_.aggregates.end()))
    return;
  add("aggregate",
      fmt::format("the reference aggregates by {}, ours by {}",
                  fmt::join(reference_.aggregates, ", "), fmt::join(ours_.aggregates, ", ")));
}

// Does any row hold it? Where nobody can say, nothing is said.
bool Reading::holds(const ComparedText& compared) const {
  if (!compared.table) return true;
  const auto& id = *compared.table;
  auto sql =
      fmt::format("SELECT count(*) FROM {}.{}.{} WHERE {} = {}", sql::quote_identifier(id.database),
                  sql::quote_identifier(id.schema), sql::quote_identifier(id.name),
                  sql::quote_identifier(compared.column), sql::quote_literal(compared.text));
  auto table = run_(sql);
  return !table.ok() || table::cell_text(table->columns.at(0), 0) != "0";
}

void Reading::texts() {
  auto folded = [](const SqlSummary& summary) {
    std::map<std::string, const ComparedText*> out;
    for (const auto& one : summary.texts) out.emplace(table::folded_text(one.text), &one);
    return out;
  };
  auto expected = folded(reference_), got = folded(ours_);
  for (const auto& [key, one] : expected)
    if (!got.count(key))
      add("value_missing",
          fmt::format("only the reference filters {} by '{}'", one->column, one->text));
  for (const auto& [key, one] : got) {
    if (!expected.count(key))
      add("value_extra", fmt::format("only ours filters {} by '{}'", one->column, one->text));
    if (!holds(*one))
      add("literal_nowhere",
          fmt::format("no row of {} has {} = '{}'", one->table->name, one->column, one->text));
  }
}

std::string span(const std::optional<std::pair<int, int>>& years) {
  if (!years) return "no year";
  if (years->first == years->second) return std::to_string(years->first);
  return fmt::format("{} to {}", years->first, years->second);
}

void Reading::years() {
  if (reference_.years == ours_.years) return;
  add("period", fmt::format("the reference filters by {}, ours by {}", span(reference_.years),
                            span(ours_.years)));
}

std::string columns(size_t count) {
  return count == 0 ? "nothing" : counted(count, "column");
}

void Reading::shape() {
  if (reference_.groups != ours_.groups)
    add("grain", fmt::format("the reference groups by {}, ours by {}", columns(reference_.groups),
                             columns(ours_.groups)));
  if (reference_.keeps_unmatched != ours_.keeps_unmatched)
    add("outer_join", fmt::format("only {} keeps rows without a partner",
                                  ours_.keeps_unmatched ? "ours" : "the reference"));
  if (reference_.limit != ours_.limit)
    add("limit", fmt::format("the reference has {}, ours has {}",
                             reference_.limit.empty() ? "no LIMIT" : "LIMIT " + reference_.limit,
                             ours_.limit.empty() ? "no LIMIT" : "LIMIT " + ours_.limit));
}

// Rows where a column that is no number is NULL: groups of keys that point nowhere.
bool has_null_key(const table::ResultTable& table) {
  for (const auto& column : table.columns)
    if (!table::is_numeric(column.type) &&
        std::find(column.nulls.begin(), column.nulls.end(), true) != column.nulls.end())
      return true;
  return false;
}

void add_numbers(const table::CellDifference& cell, std::vector<Fact>& facts) {
  if (!table::parse_decimal(cell.expected) || !table::parse_decimal(cell.got)) return;
  double expected = std::strtod(cell.expected.c_str(), nullptr);
  double got = std::strtod(cell.got.c_str(), nullptr);
  if (expected == 0 || got == 0) return;
  double times = got / expected, whole = std::round(times);
  if (std::abs(whole) >= 2 && std::abs(times - whole) < 1e-9 * std::abs(times))
    facts.push_back({"times", fmt::format("{} is {} times the reference's {}", cell.got, whole,
                                          cell.expected)});
  if (std::abs(times - 1) < 0.01)
    facts.push_back({"tolerance", fmt::format("{} is off by less than a hundredth of {}", cell.got,
                                              cell.expected)});
}

void add_table_facts(const Question& question, const answer::Answer& answer, const Judged& judged,
                     std::vector<Fact>& facts) {
  if (!judged.comparison || !question.reference || !answer.table) return;
  const auto& comparison = *judged.comparison;
  if (comparison.code == "rows")
    facts.push_back(
        {"row_count", fmt::format("the reference has {} rows, ours {}",
                                  question.reference->row_count, answer.table->row_count)});
  if (has_null_key(*question.reference) != has_null_key(*answer.table))
    facts.push_back({"null_keys", has_null_key(*answer.table)
                                      ? "only ours has rows without a key"
                                      : "only the reference has rows without a key"});
  if (comparison.code == "order") facts.push_back({"order", "the right rows in another order"});
  if (comparison.near_miss == table::NearMiss::scale)
    facts.push_back({"scale", "right but for a factor of 100"});
  if (comparison.first_difference) add_numbers(*comparison.first_difference, facts);
}

std::string our_sql(const answer::Answer& answer) {
  for (const auto& entry : answer.entries)
    if (entry.outcome == answer::Outcome::answer) return entry.sql;
  return "";
}

}  // namespace

std::vector<Fact> failure_facts(const Question& question, const answer::Answer& answer,
                                const Judged& judged, const catalog::Catalog& catalog,
                                const RunSql& run) {
  std::vector<Fact> facts;
  bool due =
      std::count(question.outcomes.begin(), question.outcomes.end(), answer::Outcome::answer);
  if (!due || judged.mark == Mark::right || answer.outcome != answer::Outcome::answer) return facts;
  add_table_facts(question, answer, judged, facts);
  auto reference = summarise(question.sql, catalog), ours = summarise(our_sql(answer), catalog);
  if (!reference || !ours) {
    facts.push_back({"unreadable", reference ? "our parser cannot read our SQL"
                                             : "our parser cannot read the reference"});
    return facts;
  }
  auto more = Reading(*reference, *ours, run).facts();
  facts.insert(facts.end(), more.begin(), more.end());
  return facts;
}

std::vector<std::string> tables_of(const Question& question, const catalog::Catalog& catalog) {
  std::vector<std::string> names;
  auto summary = question.sql.empty() ? std::nullopt : summarise(question.sql, catalog);
  if (!summary) return names;
  for (const auto& table : summary->tables) names.push_back(without_database(table));
  return names;
}

}  // namespace tally::measure
