#pragma once
// The answer object: what every face shows and every sitting records. One to_json, its JSON Schema
// published (`tally ask --schema`).

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "semantic/compiler.h"
#include "semantic/request.h"
#include "table/result_table.h"

namespace tally::answer {

enum class Outcome { answer, clarify, abstain, refuse, failed };
enum class TrustGrade { agreed, checked, single, disputed };

struct Choice {
  std::string question;  // a question that can be asked as it stands
  std::string about;     // what is chosen by it
};

struct TrustReason {
  std::string kind;  // stable word: "one_route", "rule", "explained", "partial_period", …
  std::string text;
};

struct Trust {
  TrustGrade grade = TrustGrade::single;
  std::optional<double> probability;  // only once calibrated for this pair of halves
  std::vector<TrustReason> reasons;
};

struct Finding {
  std::string check;
  bool passed = true;
  std::string text;
};

// What one route produced.
struct Entry {
  std::string route;
  Outcome outcome = Outcome::failed;
  std::optional<semantic::MetricRequest> request;
  std::string sql;
  size_t row_count = 0;
  double seconds = 0;
  std::vector<Finding> findings;
};

struct Stage {
  std::string name;
  double start_ms = 0, ms = 0;  // since the question arrived
};

struct Cost {
  double credits = 0;
  int calls = 0;
  long tokens_in = 0, tokens_out = 0;
};

struct Answer {
  std::string question;
  Outcome outcome = Outcome::failed;
  std::string reason;   // why not answered, or empty
  std::string reading;  // one plain sentence: how the question was read
  std::vector<Choice> choices;
  std::optional<table::ResultTable> table;
  std::vector<semantic::OutputColumn> columns;  // beside table->columns
  std::optional<Trust> trust;
  std::vector<Entry> entries;
  std::vector<Stage> timeline;
  Cost cost;
  // Why it failed, for exit codes and HTTP status; only with outcome `failed`. Not part of the
  // JSON.
  std::optional<ErrorKind> failure;
  bool cancelled = false;  // failed because somebody stopped it
};

std::string to_json(const Answer& answer);
std::string_view answer_schema();

const char* outcome_name(Outcome outcome);
const char* grade_name(TrustGrade grade);

}  // namespace tally::answer
