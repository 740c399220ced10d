#pragma once
// What this warehouse's words mean: every name and synonym of the model, every spoken value, under
// one normal form. Built once; looked up by spans of a question. The value index is not copied.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "answer/parsed/metric_shape.h"
#include "answer/parsed/name_keys.h"
#include "answer/parsed/names.h"
#include "answer/parsed/question_parser.h"
#include "catalog/facts.h"
#include "semantic/model.h"
#include "semantic/request.h"
#include "text/calendar.h"

namespace tally::answer::parsed {

enum class SenseKind {
  metric,
  family,
  member,
  dataset,
  field,
  path_role,
  time_role,
  date_word,
  unrecorded
};

// One thing that a phrase may name: an index into the list of its kind.
struct Sense {
  SenseKind kind = SenseKind::metric;
  uint32_t index = 0;
  float cost = 0;     // beyond weights::kNamed
  bool bare = false;  // a field named by the last word of all its longer names ("state")
  bool operator==(const Sense&) const = default;
};

struct FieldEntry {
  uint32_t dataset = 0;  // index into model.datasets
  const semantic::Field* field = nullptr;
  std::string spoken;     // how we say it: "customer state"
  std::string name_keys;  // stems of all its names, joined by " | "
  bool numeric = false;
  bool dated = false;  // a date or a timestamp
  std::string unit;    // declared, or a word of its name: "duration_min"
};

struct MetricEntry {
  std::vector<uint32_t> facts;  // datasets aggregated
  std::string aggregate;        // outermost function in lower case if it is one: "sum", "count"
  std::string spoken;           // "store sales"
  std::string unit;             // declared
  int counts = -1;              // the dataset whose members it counts, if that is all it does
  int counts_via = -1;          // the dataset that the counted keys point at
  int counts_field = -1;        // the field whose different values it counts
  bool picks = false;           // it is over some of the rows only
  bool sums = false;            // of some rows it is a part of that of all
  int measures = -1;            // the field of which it is the sum, the average, …
};

struct FamilyEntry {
  std::string name, spoken;
  std::vector<uint32_t> metrics;
};
struct MemberEntry {
  std::string name, spoken;
};
struct TimeRoleEntry {
  std::string name;
};

struct SpokenValue {
  uint32_t field = 0;
  const std::string* stored = nullptr;
  const std::vector<std::string>* spellings = nullptr;
  float cost = 0;  // beyond weights::kValue
};

class Vocabulary {
 public:
  // `keys`: those of the same names from an earlier run, or none.
  Vocabulary(const semantic::Model& model, const catalog::Facts& facts, ParserOptions options,
             NameKeys keys = {});

  const semantic::Model& model;
  const catalog::Facts& facts;
  ParserOptions options;
  SpokenNames names;

  std::vector<FieldEntry> fields;
  std::vector<MetricEntry> metrics;  // beside model.metrics
  std::vector<FamilyEntry> families;
  std::vector<MemberEntry> members;
  std::vector<std::string> path_roles;
  std::vector<TimeRoleEntry> time_roles;
  std::vector<std::string> dataset_spoken;             // beside model.datasets
  std::vector<std::vector<std::string>> dataset_keys;  // stems of its name and synonyms

  // `key`: stems joined by single spaces (key_of).
  std::span<const Sense> senses(const std::string& key) const;
  std::span<const SpokenValue> spoken_values(const std::string& key) const;
  size_t longest_words() const { return longest_words_; }

  // The nearest word of names, spoken values and English function words at one slip of the finger
  // from a folded word of five letters or more; empty if none or if it is a word already.
  std::string correction(std::string_view folded, std::string_view stem) const;
  // Whether a name is spelled with this very word.
  bool is_spelled(std::string_view folded) const;

  // Whether a folded word is the unit of a field or metric: "km".
  bool is_unit(const std::string& folded) const { return units_.count(folded) > 0; }

  // Steps along relationships from one dataset to another, -1 if there is no way.
  int distance(uint32_t from, uint32_t to) const {
    return distance_[from * dataset_spoken.size() + to];
  }
  int dataset_index(std::string_view name) const;
  int field_index(std::string_view dataset, std::string_view field) const;
  int field_of_column(uint32_t column) const { return field_of_column_[column]; }
  int metric_index(std::string_view name) const;
  // Whether some metric of each list is measured on the same facts, the second with these members.
  bool same_facts(std::span<const Sense> a, std::span<const Sense> b,
                  std::span<const uint32_t> members) const;
  // Whether a family of the senses has a metric of each of these members.
  bool has_members(std::span<const Sense> senses, std::span<const uint32_t> named) const;
  // Fields that name one member of a dataset: its label, or what else looks like a name.
  std::vector<uint32_t> label_fields(uint32_t dataset) const;
  // The field that is not there where a member of the dataset is not: its key, or its name.
  int presence_field(uint32_t dataset) const;
  // The field that is this column; -1: none.
  int field_of_key(uint32_t dataset, const std::string& key) const;
  // The fields by which members are told apart where they are counted and not shown.
  std::vector<uint32_t> identity_fields(uint32_t dataset) const;
  // The date fields that a way of dating or a date word is about.
  std::vector<Sense> date_fields(const Sense& sense) const;
  bool has_value(uint32_t field, const std::string& stored) const;
  // Whether the field says yes or no: a Boolean, or two values such as Y and N.
  bool is_flag(uint32_t field) const { return !flags_[field].first.empty(); }
  // How the flag says yes or no, as stored.
  const std::string& flag_value(uint32_t field, bool yes) const {
    return yes ? flags_[field].first : flags_[field].second;
  }
  // Whether the model calls the thing by these very words, in the singular (`singular` of names.h),
  // and not only by words of the same stems.
  bool is_called(const Sense& sense, const std::string& words) const;
  // The same of a metric, plural and all; `words` folded.
  bool is_spelled(uint32_t metric, std::string_view words) const;
  // Whether the last day with data is known, and the day that relative times count from.
  text::Day today() const { return today_; }
  bool knows_today() const { return knows_today_; }

  const NameKeys& name_keys() const { return keys_; }

 private:
  // Whether there is such a field (-1: none) that may be grouped by and shown.
  bool is_shown(int field) const;
  void add_datasets();
  void add_fields();
  void add_field_names(uint32_t index, const std::string& stripped);
  void add_value_names(uint32_t index);
  void add_date_words();
  void add_role_heads();
  void find_flags();
  std::pair<std::string, std::string> flag_of(uint32_t index) const;
  void add_flag_names();
  void add_flag_name(uint32_t index, const std::string& name, bool yes);
  std::string way_word(const semantic::Relationship& way, std::string_view name) const;
  bool is_only_way(const semantic::Relationship& way) const;
  void add_way_names();
  void add_other_names();
  void add_accepted_values();
  void add_field_behind(const std::string& word, uint32_t index);
  void add_behind(const std::string& word, std::string_view name, Sense sense);
  std::string unit_of(uint32_t index) const;
  void add_metrics();
  void find_counted(const MetricShape& shape, MetricEntry& entry) const;
  void add_metric_names(uint32_t index);
  void add_metric_heads();
  void add_families();
  void add_members();
  void add_roles();
  void add_unrecorded();
  void name_fields();
  void measure_distances();
  void find_today();
  void collect_units();
  void finish_names();
  void add_name(std::string_view name, Sense sense);
  void add_key(std::string_view key, Sense sense);

  std::unordered_map<std::string, std::vector<Sense>> names_;
  std::unordered_map<std::string, std::vector<SpokenValue>> values_;
  std::unordered_map<std::string, std::vector<std::string>>
      made_spellings_;                                      // no name of the model
  std::vector<std::pair<std::string, std::string>> flags_;  // yes and no, beside fields
  NameKeys keys_;
  std::unordered_set<std::string> units_;
  std::vector<int> distance_;
  std::vector<int> field_of_column_;
  size_t longest_words_ = 1;
  text::Day today_;
  bool knows_today_ = false;
};

}  // namespace tally::answer::parsed
