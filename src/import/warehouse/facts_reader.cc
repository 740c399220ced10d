// Measuring what the data says. Each item is a query of its own, so that a column that cannot be
// read costs a warning and not the facts; what concerns all of them (the deadline, the file) ends
// it. Functions are called as system.main.f: a macro of the warehouse named f must not answer.

#include <fmt/format.h>

#include <charconv>
#include <map>
#include <optional>
#include <utility>

#include "import/warehouse/rows.h"
#include "import/warehouse/warehouse.h"

namespace tally::importing {
namespace {

using catalog::ColumnValues;
using catalog::ObjectId;
using sql::FixedSql;

// The engine's stored statistics are sampled: their count of distinct values may be off by half.
constexpr uint64_t kTrustInStatistics = 4;

class FactsReader {
 public:
  FactsReader(engine::Engine& engine, const FactsWanted& wanted, Deadline deadline)
      : engine_(engine), wanted_(wanted), deadline_(deadline) {}

  Result<catalog::Facts> read() {
    for (const auto& [dataset, table] : wanted_.counts)
      TALLY_CHECK(settle(read_count(dataset, table),
                         fmt::format("the rows of {} could not be counted", dataset)));
    for (const TimeWanted& time : wanted_.times)
      TALLY_CHECK(settle(read_range(time),
                         fmt::format("the date range of {} could not be read", time.key)));
    std::vector<ColumnValues> columns;
    for (const ValuesWanted& values : wanted_.values)
      TALLY_CHECK(settle(
          read_values(values, columns),
          fmt::format("the values of {}.{} could not be read", values.dataset, values.field)));
    facts_.values = catalog::ValueIndex(std::move(columns));
    return std::move(facts_);
  }

 private:
  // A failure of this one item is a warning; any other goes up.
  Result<void> settle(Result<void> outcome, const std::string& what) {
    if (outcome.ok()) return {};
    const Error& error = outcome.error();
    bool of_this_item = error.kind == ErrorKind::user || error.code == "out_of_memory" ||
                        error.code == "worker_died" || error.code == "too_large";
    if (!of_this_item) return error;
    facts_.warnings.push_back(what + ": " + error.message);
    return {};
  }

  Result<void> read_count(const std::string& dataset, const ObjectId& table) {
    FixedSql query("SELECT system.main.count_star() FROM ");
    query.append(qualified(table));
    TALLY_TRY(Rows rows, run_own(engine_, query, 1, deadline_));
    if (rows.size() == 1) facts_.row_counts[dataset] = static_cast<uint64_t>(rows.integer(0, 0));
    return {};
  }

  // A join, not a semi-join: the date table is the small side, and the fact is read once. Infinite
  // dates say nothing about when there is data.
  static FixedSql days_of(const TimeWanted& time) {
    FixedSql query("SELECT DISTINCT TRY_CAST(");
    if (time.via) {
      query.then("d.")
          .name(time.via_date)
          .then(" AS DATE) AS day FROM ")
          .append(qualified(time.table));
      query.then(" AS f JOIN ").append(qualified(*time.via)).then(" AS d ON f.");
      query.name(time.key_column).then(" = d.").name(time.via_key);
    } else {
      query.name(time.key_column).then(" AS DATE) AS day FROM ").append(qualified(time.table));
    }
    return query;
  }

  Result<void> read_range(const TimeWanted& time) {
    FixedSql query(
        "SELECT system.main.min(day), system.main.max(day), system.main.count_star(), "
        "system.main.max(system.main.day(day)), "
        "system.main.bit_or(system.main.pow(2, system.main.month(day) - 1)::BIGINT), "
        "system.main.max(system.main.day(day_after)), "
        "system.main.bit_or(system.main.pow(2, system.main.month(day_after) - 1)::BIGINT), "
        "system.main.bit_or(system.main.pow(2, system.main.isodow(day) - 1)::BIGINT) "
        "FROM (SELECT day, TRY_CAST(day + INTERVAL 1 DAY AS DATE) AS day_after FROM (");
    query.append(days_of(time)).then(") WHERE system.main.isfinite(day))");
    TALLY_TRY(Rows rows, run_own(engine_, query, 8, deadline_));
    if (rows.size() != 1 || rows.is_null(0, 0)) return {};
    catalog::DayPattern pattern{rows.integer(0, 2), rows.integer(0, 3), rows.integer(0, 4),
                                rows.integer(0, 5), rows.integer(0, 6), rows.integer(0, 7)};
    facts_.date_ranges[time.key] = {rows.text(0, 0), rows.text(0, 1), step_of(pattern)};
    return {};
  }

  Result<void> read_values(const ValuesWanted& values, std::vector<ColumnValues>& columns) {
    TALLY_TRY(bool textual, is_text(values.table, values.column));
    if (!textual && !values.yes_or_no) return {};
    ColumnValues column{values.dataset, values.field, {}, true};
    TALLY_TRY(bool too_many, certainly_too_many(values));
    if (too_many) {
      column.complete = false;
    } else {
      TALLY_CHECK(read_distinct(values, column));
    }
    if (!textual && column.values.size() != 2) return {};
    columns.push_back(std::move(column));
    return {};
  }

  // Only text and enums: numbers and dates are compared, not looked up. Types are asked for once a
  // table.
  Result<bool> is_text(const ObjectId& table, const std::string& column) {
    auto known = types_.find(table);
    if (known == types_.end()) {
      FixedSql query("SELECT column_name, column_type FROM (DESCRIBE ");
      query.append(qualified(table)).then(")");
      TALLY_TRY(Rows rows, run_own(engine_, query, 2, deadline_));
      std::map<std::string, std::string> types;
      for (size_t row = 0; row < rows.size(); ++row)
        types[lower(rows.text(row, 0))] = rows.text(row, 1);
      known = types_.emplace(table, std::move(types)).first;
    }
    auto type = known->second.find(lower(column));
    if (type == known->second.end())
      return user_error(fmt::format("{} has no column {}", table.text(), column));
    return type->second.starts_with("VARCHAR") || type->second.starts_with("ENUM");
  }

  static std::string lower(std::string text) {
    for (char& c : text)
      if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return text;
  }

  // What the engine keeps about a column anyway, without looking at the data. Says nothing of
  // views.
  Result<bool> certainly_too_many(const ValuesWanted& values) {
    FixedSql query("SELECT system.main.stats(");
    query.name(values.column).then(") FROM ").append(qualified(values.table)).then(" LIMIT 1");
    TALLY_TRY(Rows rows, run_own(engine_, query, 1, deadline_));
    if (rows.size() != 1) return false;
    std::string text = rows.text(0, 0);
    constexpr std::string_view kLabel = "[Approx Unique: ";
    size_t at = text.rfind(kLabel);
    if (at == text.npos) return false;
    uint64_t distinct = 0;
    std::from_chars(text.data() + at + kLabel.size(), text.data() + text.size(), distinct);
    return distinct / kTrustInStatistics > wanted_.max_distinct;
  }

  Result<void> read_distinct(const ValuesWanted& values, ColumnValues& column) {
    FixedSql query("SELECT value, system.main.count_star() AS row_count FROM (SELECT CAST(");
    query.name(values.column).then(" AS VARCHAR) AS value FROM ").append(qualified(values.table));
    query.then(") WHERE system.main.strlen(value) BETWEEN 1 AND ")
        .value(static_cast<int64_t>(catalog::ValueIndex::kLongestValue));
    query.then(" GROUP BY value ORDER BY row_count DESC, value LIMIT ")
        .value(static_cast<int64_t>(wanted_.max_distinct + 1));
    TALLY_TRY(Rows rows, run_own(engine_, query, 2, deadline_, wanted_.max_distinct + 1));
    column.complete = rows.size() <= wanted_.max_distinct;
    if (!column.complete) return {};
    column.values.reserve(rows.size());
    for (size_t row = 0; row < rows.size(); ++row)
      column.values.emplace_back(rows.text(row, 0), static_cast<uint64_t>(rows.integer(row, 1)));
    return {};
  }

  engine::Engine& engine_;
  const FactsWanted& wanted_;
  Deadline deadline_;
  catalog::Facts facts_;
  std::map<ObjectId, std::map<std::string, std::string>> types_;
};

}  // namespace

Result<catalog::Facts> read_facts(engine::Engine& engine, const FactsWanted& wanted,
                                  Deadline deadline) {
  return FactsReader(engine, wanted, deadline).read();
}

}  // namespace tally::importing
