#pragma once
// The semantic model: Apache Ossie YAML (core specification 0.2.0.dev0) read into native types,
// with our additions in `custom_extensions` of vendor TALLYSTICK (docs/model-format.md). Immutable
// once loaded. Every name in it is the model author's; no product code knows any of them.

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "catalog/catalog.h"
#include "semantic/request.h"
#include "sql/tree.h"

namespace tally::semantic {

struct Position {
  int line = 0, column = 0;  // 1-based, in the model file
};

// One thing wrong with a model file. All of them are reported at once, in file order.
struct Complaint {
  std::string file;
  Position at;
  std::string message;       // names the thing and the reason
  std::string fix;           // the way out
  std::string text() const;  // "model.yml:12:7: message (fix)"
};

enum class DataType {
  unknown,
  string,
  integer,
  decimal,
  float_,
  boolean,
  date,
  time,
  datetime,
  datetime_tz,
  opaque
};

struct Field {
  std::string name;
  sql::Expression expression;  // over the physical columns of the dataset's source
  DataType type = DataType::unknown;
  bool is_time = false;
  bool is_dimension = false;  // has a `dimension` block: may be grouped by and filtered on
  std::string label, description, instructions;
  std::vector<std::string> synonyms;
  // TALLYSTICK additions
  bool personal = false;  // never indexed, never grouped by, filtered on or shown
  std::string unit;       // "USD", "%", …; shown, never computed with
  // On a dataset with a time field: this column says the year, quarter, month or weekday of that
  // day in the warehouse's own calendar (fiscal quarters), and is used in place of arithmetic.
  std::optional<Grain> calendar;
  // Spoken names of stored values: stored value → names ("M" → {"male"}); from `values` or a
  // `value_set` of the model.
  std::map<std::string, std::vector<std::string>> value_names;
  // Of a dbt project that describes the table. Names that others than the model's author give it
  // are weaker than the author's; of the values that a row may have some may have no row.
  std::vector<std::string> other_names;
  std::vector<std::string> accepted_values;
  Position at;

  // The column that it is, as the expression names it; empty: it is computed.
  std::string_view column() const;
};

// One way a dataset is placed in time: a date or timestamp field of its own, or one of a dataset
// reached through `relationship`.
struct TimeRole {
  std::string name;          // "sold", "shipped"
  std::string relationship;  // empty: the field is the dataset's own
  std::string field;         // a Date or DateTime field of that dataset
  bool is_default = false;
  // The shortest period that its days tell apart, where the author says so: month, where each is
  // the first of one. Else the data says it (semantic/time_steps.h).
  std::optional<Grain> grain;
  std::vector<std::string> synonyms;
  Position at;
};

enum class DatasetKind { fact, dimension };

struct Dataset {
  std::string name;
  std::string source;       // as written
  catalog::ObjectId table;  // resolved against the catalog
  std::vector<std::string> primary_key;
  std::vector<std::vector<std::string>> unique_keys;
  std::string description, instructions;
  std::vector<std::string> synonyms;
  std::vector<Field> fields;
  // TALLYSTICK additions
  DatasetKind kind = DatasetKind::dimension;  // default: fact where a metric aggregates it
  std::vector<TimeRole> times;
  std::vector<std::string> label;  // fields that name one member: what "by store" groups by
  std::string entity_key;  // history table: the field that identifies the entity over its rows
  std::vector<std::string> other_names;  // as a field's
  Position at;
  // How SQL names the table, as few parts as the catalog's defaults allow; filled by load_model().
  std::vector<std::string> table_name;

  const Field* field(std::string_view name) const;
  const TimeRole* time_role(std::string_view name) const;  // "" finds the default
};

struct Relationship {
  std::string name, from, to;
  std::vector<std::string> from_columns, to_columns;
  std::vector<std::string> synonyms;
  // TALLYSTICK additions: the role this way plays ("billing", "shipping"), and whether it is the
  // one meant when nobody says which.
  std::string role;
  bool is_default = true;
  Position at;

  // What a request calls this way by: its role, or its own name where it has none.
  const std::string& called() const { return role.empty() ? name : role; }
};

struct Metric {
  std::string name;
  sql::Expression expression;  // over dataset.field
  std::string expression_text;
  DataType type = DataType::unknown;
  std::string description, instructions;
  std::vector<std::string> synonyms;
  // TALLYSTICK additions
  std::string unit;
  std::string family;  // metrics that say the same of different members: "sales"
  std::string member;  // "web"; empty in a family: the one over all members
  std::string time;    // time role to use; empty: the default one of each fact
  bool lower_is_better = false;
  // Of a metric that a dbt project defines: which ("the dbt project shop"), what is otherwise than
  // there, what the project calls it besides. All empty for those of the model file.
  std::string origin;
  std::vector<std::string> notes, other_names;
  Position at;
  // Datasets whose rows its aggregates are over, in the order of the expression; filled by
  // load_model().
  std::vector<std::string> facts;
};

// A word that picks one metric of a family: "web", spoken "online" or "internet".
struct Member {
  std::string name;
  std::vector<std::string> synonyms;
};
struct Family {
  std::string name;
  std::vector<std::string> synonyms;
  std::string description;
};

// A topic people ask about that this warehouse does not record ("customer satisfaction"): abstain.
struct Unrecorded {
  std::string topic;
  std::vector<std::string> synonyms;
};

// A way from one dataset to another along relationships, each many-to-one, so it never fans out.
struct Path {
  std::vector<const Relationship*> steps;  // empty: the dataset itself
  std::string text() const;                // "orders → customers → addresses"
};

class PathTable;

class Model {
 public:
  std::string name, description, instructions;
  std::vector<Dataset> datasets;
  std::vector<Relationship> relationships;
  std::vector<Metric> metrics;
  std::vector<Member> members;
  std::vector<Family> families;
  std::vector<Unrecorded> unrecorded;
  std::vector<std::string> examples;  // ai_context.examples: sample questions
  std::string version;                // model_version() of the file
  std::string origin;  // whom it was made from, if there is no file: as Metric::origin

  const Dataset* dataset(std::string_view name) const;
  const Metric* metric(std::string_view name) const;
  const Field* field(std::string_view dataset, std::string_view name) const;

  // The way from `from` to `to` that `role` means. Rule, in this order: a path through a
  // relationship of that role if one is named, or of that name if it has no role; else paths of
  // default relationships only; the shortest; it must be the only one of its length. Error `user`:
  // unreachable, or which roles to choose from
  // (`code` says which: "unreachable", "ambiguous").
  // Cheap once indexed; load_model() has done that.
  Result<Path> path(std::string_view from, std::string_view to, std::string_view role = {}) const;

  // The same, for whoever does not ask why there is none.
  std::optional<Path> any_path(std::string_view from, std::string_view to,
                               std::string_view role = {}) const;

  // Works out all default paths. To be called again by whoever changes datasets or relationships.
  void index_paths();

 private:
  std::shared_ptr<const PathTable> paths_;  // shared by copies of the model: it holds no pointers
};

// Reads `text` (the file's bytes; `file` only names it in complaints). All complaints at once.
struct LoadOutcome {
  std::optional<Model> model;  // absent if there is any complaint
  std::vector<Complaint> complaints;
};
// Fingerprint of a model file's bytes, to be had without reading it as a model.
std::string model_version(std::string_view text);

// With a catalog, sources, columns and keys are checked against it and `Dataset::table` is filled.
LoadOutcome load_model(std::string_view text, std::string_view file,
                       const catalog::Catalog* catalog);

// The complaints as one user error, for callers that can only stop.
Error model_error(const std::vector<Complaint>& complaints);

}  // namespace tally::semantic
