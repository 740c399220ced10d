#pragma once
// Metric request → SQL tree → SQL text. No model (of the language kind) involved.
//
// Each aggregate of a metric is computed over one fact dataset, joined only to what the request
// needs and only along many-to-one relationships, so nothing fans out and no row is lost to a join
// nobody asked for. Metrics of several facts are aggregated apart and joined on the shared
// group-bys.

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "catalog/facts.h"
#include "semantic/model.h"
#include "semantic/request.h"
#include "sql/tree.h"

namespace tally::semantic {

struct OutputColumn {
  std::string name;
  std::string unit;  // of the metric or field, may be empty
  bool is_metric = false;
  std::string title = {};          // the name as people read it
  std::optional<Grain> part = {};  // of a part of the time: what its numbers count
};

struct Compiled {
  sql::Query tree;
  std::string sql;  // pretty-printed for the engine's dialect
  std::vector<OutputColumn> columns;
  std::vector<std::string>
      rules;  // what was decided silently, said aloud: "rows without a … are left out"
  std::vector<std::string> facts;  // datasets aggregated
};

// What the request asks for that the model cannot express, and what could be asked instead.
struct NotExpressible {
  std::string reason;  // "store state is not available for web sales"
  std::string hint;
};

using CompileOutcome = std::variant<Compiled, NotExpressible>;

// Names that the model does not have are a `user` Error (with the nearest ones as hint); what the
// model has but cannot combine is NotExpressible, and so is a time that is finer than the days of
// the data, where it is known what these are (`facts`, the model).
Result<CompileOutcome> compile(const Model& model, const MetricRequest& request,
                               const catalog::Facts* facts = nullptr);

// Which facts a metric aggregates, and whether a field can be reached from every one of them: for
// parsers that choose among metrics.
std::vector<std::string> facts_of(const Model& model, const Metric& metric);
bool can_express(const Model& model, const Metric& metric, const FieldRef& field);

}  // namespace tally::semantic
