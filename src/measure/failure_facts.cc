#include "measure/failure_facts.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <iterator>
#include <map>
#include <set>

#include "base/quantity.h"
#include "measure/sibling_tables.h"
#include "sql/fixed_sql.h"
#include "table/cell_values.h"

namespace tally::measure {
namespace {

class Reading {
 public:
  Reading(const SqlSummary& reference, const SqlSummary& ours, const catalog::Catalog& catalog,
          const RunSql& run)
      : reference_(reference), ours_(ours), catalog_(catalog), run_(run) {}

  std::vector<Fact> facts() {
    channels();
    tables();
    aggregates();
    values();
    period();
    shape();
    null_joins();
    fan_outs();
    return std::move(facts_);
  }

 private:
  void add(std::string kind, std::string text) {
    facts_.push_back({std::move(kind), std::move(text)});
  }
  void channels();
  void tables();
  void aggregates();
  void values();
  void period();
  void shape();
  void null_joins();
  void fan_outs();
  std::string sibling_in(const std::set<std::string>& tables, const std::string& table) const;
  uint64_t count_of(const std::string& sql) const;
  bool holds(const ComparedValue& compared) const;

  const SqlSummary& reference_;
  const SqlSummary& ours_;
  const catalog::Catalog& catalog_;
  const RunSql& run_;
  std::vector<Fact> facts_;
};

std::string written(const catalog::ObjectId& id) {
  return fmt::format("{}.{}.{}", sql::quote_identifier(id.database),
                     sql::quote_identifier(id.schema), sql::quote_identifier(id.name));
}

std::string without_database(const std::string& table) {
  return table.substr(table.rfind('.') + 1);
}

// Empty: none of them is one.
std::string Reading::sibling_in(const std::set<std::string>& tables,
                                const std::string& table) const {
  const auto* wanted = catalog_.find(table);
  for (const auto& name : tables) {
    const auto* other = catalog_.find(name);
    if (name != table && wanted && other && are_siblings(*wanted, *other)) return name;
  }
  return "";
}

std::set<std::string> without(const std::set<std::string>& all, const std::set<std::string>& some) {
  std::set<std::string> out;
  std::set_difference(all.begin(), all.end(), some.begin(), some.end(),
                      std::inserter(out, out.end()));
  return out;
}

// A table of one side whose sibling the other side reads: the web's sales for the shops'.
void Reading::channels() {
  auto missing = without(reference_.tables, ours_.tables);
  auto extra = without(ours_.tables, reference_.tables);
  for (const auto& table : missing) {
    std::string name = without_database(table), other = sibling_in(extra, table);
    if (!other.empty())
      add("channel", fmt::format("the reference reads {}, ours {} in its place", name,
                                 without_database(other)));
    else if (other = sibling_in(ours_.tables, table); !other.empty())
      add("channel", fmt::format("the reference reads {} beside {}, ours the latter alone", name,
                                 without_database(other)));
  }
  for (const auto& table : extra) {
    std::string other = sibling_in(reference_.tables, table);
    if (!sibling_in(missing, table).empty() || other.empty()) continue;
    add("channel", fmt::format("ours reads {} beside {}, the reference the latter alone",
                               without_database(table), without_database(other)));
  }
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
bool Reading::holds(const ComparedValue& compared) const {
  if (!compared.table) return true;
  std::string column = sql::quote_identifier(compared.column);
  if (!compared.function.empty()) column = fmt::format("{}({})", compared.function, column);
  auto table = run_(fmt::format("SELECT count(*) FROM {} WHERE {} = {}", written(*compared.table),
                                column, compared.literal));
  return !table.ok() || table::cell_text(table->columns.at(0), 0) != "0";
}

void Reading::values() {
  auto folded = [](const SqlSummary& summary) {
    std::map<std::string, const ComparedValue*> out;
    for (const auto& one : summary.values) out.emplace(table::folded_text(one.text), &one);
    return out;
  };
  auto expected = folded(reference_), got = folded(ours_);
  for (const auto& [key, one] : expected)
    if (!got.count(key))
      add("value_missing",
          fmt::format("only the reference filters {} by {}", one->column, one->literal));
  for (const auto& [key, one] : got) {
    if (!expected.count(key))
      add("value_extra", fmt::format("only ours filters {} by {}", one->column, one->literal));
    if (!holds(*one))
      add("literal_nowhere",
          fmt::format("no row of {} has {} = {}", one->table->name, one->column, one->literal));
  }
}

void Reading::period() {
  const auto &reference = reference_.period, &ours = ours_.period;
  if (reference.unknown || ours.unknown || reference == ours) return;
  add("period",
      fmt::format("the reference filters by {}, ours by {}", said(reference), said(ours)));
}

std::string columns(size_t count) {
  return count == 0 ? "nothing" : counted(count, "column");
}

void Reading::shape() {
  if (reference_.groups != ours_.groups)
    add("grain", fmt::format("the reference groups by {}, ours by {}", columns(reference_.groups),
                             columns(ours_.groups)));
  else if (!reference_.group_columns.empty() && !ours_.group_columns.empty() &&
           reference_.group_columns != ours_.group_columns)
    add("grain", fmt::format("the reference groups by {}, ours by {}",
                             fmt::join(reference_.group_columns, ", "),
                             fmt::join(ours_.group_columns, ", ")));
  if (reference_.keeps_unmatched != ours_.keeps_unmatched)
    add("outer_join", fmt::format("only {} keeps rows without a partner",
                                  ours_.keeps_unmatched ? "ours" : "the reference"));
  if (reference_.limit != ours_.limit)
    add("limit", fmt::format("the reference has {}, ours has {}",
                             reference_.limit.empty() ? "no LIMIT" : "LIMIT " + reference_.limit,
                             ours_.limit.empty() ? "no LIMIT" : "LIMIT " + ours_.limit));
}

// 0 where nobody can say.
uint64_t Reading::count_of(const std::string& sql) const {
  auto table = run_(sql);
  if (!table.ok() || table->row_count != 1) return 0;
  return std::strtoull(table::cell_text(table->columns[0], 0).c_str(), nullptr, 10);
}

// Columns of `summary` whose NULLs a join drops.
std::map<std::pair<catalog::ObjectId, std::string>, const KeyJoin*> dropped_keys(
    const SqlSummary& summary) {
  std::map<std::pair<catalog::ObjectId, std::string>, const KeyJoin*> out;
  for (const auto& join : summary.joins)
    for (const auto& [left, right] : join.columns) {
      if (join.drops_left) out.emplace(std::pair(join.left, left), &join);
      if (join.drops_right) out.emplace(std::pair(join.right, right), &join);
    }
  return out;
}

// Only of what is counted: a shop without sales is no row that was lost.
void Reading::null_joins() {
  auto expected = dropped_keys(reference_), got = dropped_keys(ours_);
  auto tell = [&](const auto& keys, const auto& others, const char* whose) {
    for (const auto& [key, join] : keys) {
      bool counts = key.first == join->left ? join->counts_left : join->counts_right;
      if (others.count(key) || !counts) continue;
      std::string column = sql::quote_identifier(key.second);
      auto rows = count_of(
          fmt::format("SELECT count(*) FROM {} WHERE {} IS NULL", written(key.first), column));
      if (rows > 0)
        add("null_join", fmt::format("only {} join drops the {} of {} whose {} is NULL", whose,
                                     counted(rows, "row"), key.first.name, key.second));
    }
  };
  tell(expected, got, "the reference's");
  tell(got, expected, "our");
}

// Do two rows of that side of the join have the same key?
std::string repeats(const KeyJoin& join, bool right) {
  std::string keys;
  for (const auto& [of_left, of_right] : join.columns)
    keys += (keys.empty() ? "" : ", ") + sql::quote_identifier(right ? of_right : of_left);
  return fmt::format(
      "SELECT count(*) FROM (SELECT {0} FROM {1} GROUP BY {0} HAVING count(*) > 1 LIMIT 1) AS r",
      keys, written(right ? join.right : join.left));
}

// A join by a key that several rows of the other side share counts each of ours as often.
void Reading::fan_outs() {
  auto known = [&](const KeyJoin& join) {
    return std::any_of(reference_.joins.begin(), reference_.joins.end(), [&](const KeyJoin& one) {
      return (one.left == join.left && one.right == join.right) ||
             (one.left == join.right && one.right == join.left);
    });
  };
  for (const auto& join : ours_.joins) {
    if (known(join)) continue;
    for (bool right : {true, false}) {
      bool counts = right ? join.counts_left : join.counts_right;
      if (!counts || count_of(repeats(join, right)) == 0) continue;
      const auto &ours = right ? join.left : join.right, &other = right ? join.right : join.left;
      add("fan_out",
          fmt::format("our join counts rows of {} once for each row of {} with their key",
                      ours.name, other.name));
    }
  }
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

// What an answer that was not given would have taken, as far as the reference tells.
std::vector<Fact> needs(const Question& question, const catalog::Catalog& catalog) {
  auto summary = summarise(question.sql, catalog);
  if (!summary) return {{"unreadable", "our parser cannot read the reference"}};
  std::vector<Fact> facts;
  auto add = [&](std::string text) { facts.push_back({"needs", "the reference " + text}); };
  std::set<std::string> tables;
  for (const auto& table : summary->tables) tables.insert(without_database(table));
  add(fmt::format("reads {}", fmt::join(tables, ", ")));
  if (!summary->aggregates.empty())
    add(fmt::format("aggregates by {}", fmt::join(summary->aggregates, ", ")));
  if (summary->groups > 0) add(fmt::format("groups by {}", columns(summary->groups)));
  if (summary->period != Period{}) add("filters by " + said(summary->period));
  for (const auto& one : summary->values)
    add(fmt::format("filters {} by {}", one.column, one.literal));
  if (!summary->limit.empty()) add("has LIMIT " + summary->limit);
  return facts;
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
  if (!due || judged.mark == Mark::right) return facts;
  if (answer.outcome != answer::Outcome::answer) return needs(question, catalog);
  add_table_facts(question, answer, judged, facts);
  auto reference = summarise(question.sql, catalog), ours = summarise(our_sql(answer), catalog);
  if (!reference || !ours) {
    facts.push_back({"unreadable", reference ? "our parser cannot read our SQL"
                                             : "our parser cannot read the reference"});
    return facts;
  }
  auto more = Reading(*reference, *ours, catalog, run).facts();
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
