#pragma once
// A model as its file states it, before names are looked up: the model's values with the places the
// checks have to point at. Parallel to the model: datasets[i] belongs to model.datasets[i], and so
// on.

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "semantic/tree_reader.h"

namespace tally::semantic {

struct FieldDraft {
  Located name, expression, value_set;
  bool is_time_given = false;
};
struct TimeDraft {
  Located name, relationship, field;
};
struct DatasetDraft {
  Located name, source, entity_key;
  std::vector<Located> primary_key, label;
  std::vector<std::vector<Located>> unique_keys;
  std::vector<FieldDraft> fields;
  std::vector<TimeDraft> times;
  bool kind_given = false;
};
struct RelationshipDraft {
  Located name, from, to;
  std::vector<Located> from_columns, to_columns;
  bool columns_are_lists = false;
};
struct MetricDraft {
  Located name, expression, family, member, time;
};
struct ValueSet {
  std::string name;
  std::map<std::string, std::vector<std::string>> names;  // stored value → spoken names
};

struct Draft {
  Model model;
  std::vector<DatasetDraft> datasets;
  std::vector<RelationshipDraft> relationships;
  std::vector<MetricDraft> metrics;
  std::vector<ValueSet> value_sets;
  // The file, and the data of each extension, which Located points into.
  std::vector<std::unique_ptr<Tree>> trees;
};

// Structure and types; every fault of these kinds is in `complaints`.
Draft read_draft(Tree tree, std::string_view file_text, Complaints& complaints);

// Names, columns, expressions, times and paths. Fills what depends on them: table, parsed
// expressions, types, kinds.
void check_draft(Draft& draft, std::string_view file_text, const catalog::Catalog* catalog,
                 Complaints& complaints);

}  // namespace tally::semantic
