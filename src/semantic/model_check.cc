// Draft → model: every name is looked up, every expression parsed (draft.h). One pass a kind of
// thing; the complaints are put in file order afterwards.

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "catalog/spelling.h"
#include "semantic/draft.h"
#include "semantic/expression_check.h"
#include "semantic/names.h"
#include "text/parts.h"

namespace tally::semantic {
namespace {

bool is_day(DataType type) {
  return type == DataType::date || type == DataType::datetime || type == DataType::datetime_tz;
}

// That may be told of.
std::vector<std::string> column_names(const catalog::Table& table) {
  std::vector<std::string> names;
  for (const auto& column : table.columns)
    if (!column.is_hidden) names.push_back(column.name);
  return names;
}

template <typename Items>
std::vector<std::string> names_of(const Items& items) {
  std::vector<std::string> names;
  for (const auto& item : items) names.push_back(item.name);
  return names;
}

// Does `wider` have every column of `key`?
bool covers(const std::vector<std::string>& wider, const std::vector<std::string>& key) {
  return std::all_of(key.begin(), key.end(), [&](const std::string& column) {
    return std::any_of(wider.begin(), wider.end(),
                       [&](const std::string& other) { return same_name(column, other); });
  });
}

class ModelCheck {
 public:
  ModelCheck(Draft& draft, std::string_view file_text, const catalog::Catalog* catalog,
             Complaints& complaints)
      : draft_(draft),
        model_(draft.model),
        catalog_(catalog),
        complaints_(complaints),
        expressions_(file_text, complaints) {}

  void run() {
    check_names();
    for (size_t i = 0; i < model_.datasets.size(); ++i) check_table(i);
    for (size_t i = 0; i < model_.datasets.size(); ++i) check_fields(i);
    for (size_t i = 0; i < model_.relationships.size(); ++i) check_relationship(i);
    model_.index_paths();
    for (size_t i = 0; i < model_.datasets.size(); ++i) {
      check_label(i);
      check_times(i);
    }
    // Only now is every field there that an expression may name. A metric that does not parse has
    // been complained about; what hangs on it cannot be known.
    for (size_t i = 0; i < model_.metrics.size(); ++i) check_metric(i);
    choose_kinds();
    for (auto& dataset : model_.datasets) {
      bool is_event = dataset.kind == DatasetKind::fact && !is_joined_to(dataset);
      if (dataset.times.empty() && is_event) infer_times(dataset);
    }
    for (size_t i = 0; i < model_.metrics.size(); ++i) check_metric_words(i);
  }

 private:
  void complain(const Located& place, std::string message, std::string fix) {
    complaints_.add(place.at(), std::move(message), std::move(fix));
  }

  // ---- names ----

  // Names are compared as the engine does it, or an expression could mean either.
  template <typename Drafts>
  void check_unique(const Drafts& drafts, std::string_view kind) {
    std::unordered_map<std::string, const Located*> seen;
    for (const auto& item : drafts) {
      const Located& name = item.name;
      if (!name.node) continue;
      if (name.text.empty()) {
        complain(name, fmt::format("a {} has an empty name", kind), "give it a name");
        continue;
      }
      auto [first, added] = seen.emplace(catalog::lower_ascii(name.text), &name);
      if (added) continue;
      complain(name,
               fmt::format("{} \"{}\" is defined twice, first on line {}", kind, name.text,
                           first->second->at().line),
               "rename or remove one");
    }
  }

  void check_names() {
    check_unique(draft_.datasets, "dataset");
    check_unique(draft_.relationships, "relationship");
    check_unique(draft_.metrics, "metric");
    for (const auto& dataset : draft_.datasets) {
      check_unique(dataset.fields, "field");
      check_unique(dataset.times, "time");
      if (dataset.name.text.find('.') != std::string::npos) {
        complain(dataset.name,
                 fmt::format("dataset \"{}\" has a dot in its name", dataset.name.text),
                 "\"dataset.field\" would be ambiguous: rename it");
      }
    }
  }

  // ---- tables and columns ----

  const catalog::Table* table_of(size_t dataset) const {
    return dataset < tables_.size() ? tables_[dataset] : nullptr;
  }

  void check_table(size_t i) {
    tables_.push_back(nullptr);
    const Located& source = draft_.datasets[i].source;
    if (!source.node) return;
    Dataset& dataset = model_.datasets[i];
    if (source.text.find_first_of(" \t\n(;") != std::string::npos) {
      return complain(
          source,
          fmt::format("the source of dataset \"{}\" is not the name of a table", dataset.name),
          "make the query a view and name it here");
    }
    auto written = text::parts_of(source.text, '.');
    std::vector<std::string> parts(written.begin(), written.end());
    dataset.table_name = parts;
    if (!catalog_) return;
    // Databases, and schemas with them, are named freely in models that travel.
    const catalog::Table* table = catalog_->find(source.text);
    while (!table && parts.size() > 1) {
      parts.erase(parts.begin());
      table = catalog_->find(join(parts));
    }
    if (!table) {
      return complain(source, fmt::format("there is no table \"{}\"", source.text),
                      did_you_mean(parts.back(), catalog_->nearest(parts.back())));
    }
    dataset.table = table->id;
    // Of what is hidden nothing is said, not even what is wrong; it is left out (leave_out.h).
    if (table->is_hidden) return;
    tables_.back() = table;
    bool own_database = same_name(table->id.database, catalog_->database());
    bool own_schema = own_database && same_name(table->id.schema, catalog_->schema());
    dataset.table_name = {table->id.name};
    if (!own_schema) dataset.table_name.insert(dataset.table_name.begin(), table->id.schema);
    if (!own_database) dataset.table_name.insert(dataset.table_name.begin(), table->id.database);
    check_keys(i, *table);
    // What is declared or tested need not be written down again.
    if (dataset.primary_key.empty()) dataset.primary_key = table->primary_key;
  }

  static std::string join(const std::vector<std::string>& parts) {
    std::string result;
    for (const auto& part : parts) result += (result.empty() ? "" : ".") + part;
    return result;
  }

  void check_keys(size_t i, const catalog::Table& table) {
    const DatasetDraft& places = draft_.datasets[i];
    check_columns(places.primary_key, table);
    for (const auto& key : places.unique_keys) check_columns(key, table);
  }

  void check_columns(const std::vector<Located>& columns, const catalog::Table& table) {
    for (const auto& column : columns) {
      if (table.column(column.text)) continue;
      complain(column, fmt::format("table \"{}\" has no column \"{}\"", table.id.name, column.text),
               did_you_mean(column.text, column_names(table)));
    }
  }

  // ---- fields ----

  void check_fields(size_t i) {
    Dataset& dataset = model_.datasets[i];
    for (size_t f = 0; f < dataset.fields.size(); ++f) {
      Field& field = dataset.fields[f];
      const FieldDraft& places = draft_.datasets[i].fields[f];
      std::string owner = fmt::format("field \"{}.{}\"", dataset.name, field.name);
      use_value_set(places.value_set, field);
      if (!places.expression.node) continue;
      if (!expressions_.parse(places.expression, owner, field.expression)) continue;
      const catalog::Table* table = table_of(i);
      expressions_.check_field(places.expression, owner, dataset, field.expression, table);
      check_type(places, owner, field, inferred_type(field.expression, table));
    }
  }

  void check_type(const FieldDraft& places, const std::string& owner, Field& field,
                  DataType inferred) {
    if (field.type == DataType::unknown) {
      field.type = inferred;
      if (!places.is_time_given) field.is_time = is_day(inferred);
      return;
    }
    bool stored_otherwise = inferred == DataType::string || inferred == DataType::integer ||
                            inferred == DataType::decimal || inferred == DataType::float_ ||
                            inferred == DataType::boolean;
    if (is_day(field.type) && stored_otherwise) {
      complain(places.expression,
               fmt::format("{} is declared a date, but what it reads is not", owner),
               "convert it in the expression, as in CAST(… AS DATE), or correct the datatype");
    }
  }

  void use_value_set(const Located& name, Field& field) {
    if (!name.node) return;
    for (const auto& set : draft_.value_sets) {
      if (set.name == name.text) {
        field.value_names.insert(set.names.begin(), set.names.end());  // the field's own win
        return;
      }
    }
    complain(name, fmt::format("there is no value set \"{}\"", name.text),
             draft_.value_sets.empty() ? "add it to \"value_sets\" of the model"
                                       : did_you_mean(name.text, names_of(draft_.value_sets)));
  }

  // ---- relationships ----

  size_t dataset_index(const Located& name) const {
    for (size_t i = 0; i < model_.datasets.size(); ++i) {
      if (same_name(model_.datasets[i].name, name.text)) return i;
    }
    return model_.datasets.size();
  }

  bool check_dataset_name(const Located& name) {
    if (!name.node) return false;
    if (dataset_index(name) < model_.datasets.size()) return true;
    complain(name, fmt::format("there is no dataset \"{}\"", name.text),
             did_you_mean(name.text, names_of(model_.datasets)));
    return false;
  }

  void check_relationship(size_t i) {
    const RelationshipDraft& places = draft_.relationships[i];
    bool from = check_dataset_name(places.from), to = check_dataset_name(places.to);
    const catalog::Table* table = from ? table_of(dataset_index(places.from)) : nullptr;
    if (table) check_columns(places.from_columns, *table);
    table = to ? table_of(dataset_index(places.to)) : nullptr;
    if (table) check_columns(places.to_columns, *table);
    std::string owner = fmt::format("relationship \"{}\"", places.name.text);
    if (places.from_columns.empty() || places.to_columns.empty()) {
      return missing_columns(places, owner);
    }
    if (places.from_columns.size() != places.to_columns.size()) {
      return complain(places.name,
                      fmt::format("{} has {} from_columns and {} to_columns", owner,
                                  places.from_columns.size(), places.to_columns.size()),
                      "they are pairs: name as many of each");
    }
    if (to) check_one_side(i, dataset_index(places.to));
  }

  // Keys that are absent, or no lists, have been complained about.
  void missing_columns(const RelationshipDraft& places, const std::string& owner) {
    if (places.columns_are_lists) {
      complain(places.name, owner + " names no columns", "name the columns of the two keys");
    }
  }

  // A join to what is no key would count rows several times. A dataset that declares no key at all
  // is believed: to_columns are a key by Ossie's definition. A key of the table is one, whatever
  // the dataset declares.
  void check_one_side(size_t i, size_t to_index) {
    const Dataset& to = model_.datasets[to_index];
    const DatasetDraft& places = draft_.datasets[to_index];
    const Relationship& relationship = model_.relationships[i];
    bool declares = !places.primary_key.empty() || !places.unique_keys.empty();
    if (!declares) return;
    bool is_key = !to.primary_key.empty() && covers(relationship.to_columns, to.primary_key);
    for (const auto& key : to.unique_keys) is_key = is_key || covers(relationship.to_columns, key);
    const catalog::Table* table = table_of(to_index);
    if (is_key || (table && table->has_key(relationship.to_columns))) return;
    const Located& place = draft_.relationships[i].to_columns[0];
    complain(place,
             fmt::format("relationship \"{}\" joins to {} of \"{}\", which is none of its keys",
                         relationship.name, list_words(relationship.to_columns), to.name),
             fmt::format("join to a key, or add it to unique_keys of \"{}\"", to.name));
  }

  // ---- labels and times ----

  void check_field_name(const Located& name, const Dataset& dataset, std::string_view key) {
    if (!name.node) return;
    const Field* field = dataset.field(name.text);
    if (!field) {
      return complain(name,
                      fmt::format("\"{}\" of dataset \"{}\": it has no field \"{}\"", key,
                                  dataset.name, name.text),
                      did_you_mean(name.text, names_of(dataset.fields)));
    }
    if (key == "label" && (field->personal || !field->is_dimension)) {
      complain(name,
               fmt::format("\"label\" of dataset \"{}\": field \"{}\" {}", dataset.name,
                           field->name, field->personal ? "is personal" : "is no dimension"),
               field->personal ? "name fields that may be shown" : "add \"dimension: {}\" to it");
    }
  }

  void check_label(size_t i) {
    const DatasetDraft& places = draft_.datasets[i];
    for (const auto& name : places.label) check_field_name(name, model_.datasets[i], "label");
    check_field_name(places.entity_key, model_.datasets[i], "entity_key");
  }

  void check_times(size_t i) {
    Dataset& dataset = model_.datasets[i];
    const DatasetDraft& places = draft_.datasets[i];
    bool has_default = false;
    for (size_t t = 0; t < dataset.times.size(); ++t) {
      check_time(places.times[t], dataset);
      if (dataset.times[t].is_default && has_default) {
        complain(places.times[t].name,
                 fmt::format("dataset \"{}\" has two default times", dataset.name),
                 "keep one \"default\": true");
      }
      has_default = has_default || dataset.times[t].is_default;
    }
    if (dataset.times.size() == 1) dataset.times[0].is_default = true;
  }

  void check_time(const TimeDraft& time, const Dataset& dataset) {
    const Dataset* owner = &dataset;
    if (time.relationship.node && !time.relationship.text.empty()) {
      const Relationship* relationship = find_relationship(time.relationship.text);
      if (!relationship) {
        return complain(time.relationship,
                        fmt::format("there is no relationship \"{}\"", time.relationship.text),
                        did_you_mean(time.relationship.text, names_of(model_.relationships)));
      }
      if (!same_name(relationship->from, dataset.name)) {
        return complain(time.relationship,
                        fmt::format("relationship \"{}\" starts at \"{}\", not at \"{}\"",
                                    relationship->name, relationship->from, dataset.name),
                        "name one that starts at the dataset");
      }
      owner = model_.dataset(relationship->to);
    }
    if (!owner || !time.field.node) return;
    const Field* field = owner->field(time.field.text);
    if (!field) {
      return complain(
          time.field,
          fmt::format("dataset \"{}\" has no field \"{}\"", owner->name, time.field.text),
          did_you_mean(time.field.text, names_of(owner->fields)));
    }
    if (field->personal) {
      complain(time.field,
               fmt::format("the time field \"{}.{}\" is personal", owner->name, field->name),
               "name a field that may be shown");
    }
    bool may_be_day = is_day(field->type) || (field->type == DataType::unknown && !catalog_);
    if (may_be_day) return;
    complain(time.field,
             fmt::format("the time field \"{}.{}\" is not a date", owner->name, field->name),
             "name a field of datatype Date, DateTime or DateTimeTz");
  }

  // Models that are not written for us have no "times": a fact's own dates, or else the calendars
  // it is joined to. Where there are several, none is the default.
  void infer_times(Dataset& dataset) const {
    auto add = [&](const std::string& name, const std::string& relationship, const Field& field) {
      TimeRole role;
      role.name = name;
      role.relationship = relationship;
      role.field = field.name;
      role.at = dataset.at;
      dataset.times.push_back(std::move(role));
    };
    for (const auto& field : dataset.fields) {
      if (is_day_dimension(field)) add(field.name, "", field);
    }
    bool own = !dataset.times.empty();
    for (const auto& relationship : model_.relationships) {
      if (own || !same_name(relationship.from, dataset.name)) continue;
      const Dataset* to = model_.dataset(relationship.to);
      const Field* day = to ? day_of_calendar(*to) : nullptr;
      bool named = !relationship.role.empty();
      if (day) add(named ? relationship.role : relationship.name, relationship.name, *day);
    }
    if (dataset.times.size() == 1) dataset.times[0].is_default = true;
  }

  // What others are joined to is a thing, whose dates (of birth, of opening) are not when it
  // happens.
  bool is_joined_to(const Dataset& dataset) const {
    return std::any_of(model_.relationships.begin(), model_.relationships.end(),
                       [&](const Relationship& one) { return same_name(one.to, dataset.name); });
  }

  static bool is_day_dimension(const Field& field) {
    return field.is_dimension && field.is_time && !field.personal && is_day(field.type);
  }

  // A calendar is a dataset with one date, of which everything but its keys is a time.
  const Field* day_of_calendar(const Dataset& dataset) const {
    const Field* day = nullptr;
    for (const auto& field : dataset.fields) {
      if (!field.is_dimension) continue;
      const std::string column(field.column());
      bool is_key = !column.empty() && covers(dataset.primary_key, {column});
      if (!is_key && !field.is_time) return nullptr;
      if (!is_day_dimension(field)) continue;
      if (day) return nullptr;
      day = &field;
    }
    return day;
  }

  const Relationship* find_relationship(std::string_view name) const {
    for (const auto& relationship : model_.relationships) {
      if (same_name(relationship.name, name)) return &relationship;
    }
    return nullptr;
  }

  // ---- metrics ----

  void check_metric(size_t i) {
    Metric& metric = model_.metrics[i];
    const Located& sql = draft_.metrics[i].expression;
    if (!sql.node) return;
    std::string owner = fmt::format("metric \"{}\"", metric.name);
    if (!expressions_.parse(sql, owner, metric.expression)) return;
    expressions_.check_metric(sql, owner, model_, metric);
  }

  void choose_kinds() {
    for (size_t i = 0; i < model_.datasets.size(); ++i) {
      if (draft_.datasets[i].kind_given) continue;
      Dataset& dataset = model_.datasets[i];
      for (const auto& metric : model_.metrics) {
        bool aggregated =
            std::find(metric.facts.begin(), metric.facts.end(), dataset.name) != metric.facts.end();
        if (aggregated) dataset.kind = DatasetKind::fact;
      }
    }
  }

  template <typename Items>
  void check_word(const Located& word, const Items& items, std::string_view kind,
                  std::string_view list) {
    if (!word.node || word.text.empty()) return;
    auto known = names_of(items);
    if (std::find(known.begin(), known.end(), word.text) != known.end()) return;
    complain(word, fmt::format("there is no {} \"{}\"", kind, word.text),
             known.empty() ? fmt::format("add it to \"{}\" of the model", list)
                           : did_you_mean(word.text, known));
  }

  void check_metric_words(size_t i) {
    const MetricDraft& places = draft_.metrics[i];
    const Metric& metric = model_.metrics[i];
    check_word(places.family, model_.families, "family", "families");
    check_word(places.member, model_.members, "member", "members");
    for (size_t j = 0; j < i && !metric.family.empty(); ++j) {
      const Metric& other = model_.metrics[j];
      if (other.family != metric.family || other.member != metric.member) continue;
      complain(places.family,
               fmt::format("metrics \"{}\" and \"{}\" are both \"{}\"{}", other.name, metric.name,
                           metric.family,
                           metric.member.empty() ? " over all members" : " of " + metric.member),
               "a family has one metric a member");
    }
    check_metric_time(places.time, metric);
  }

  void check_metric_time(const Located& time, const Metric& metric) {
    if (!time.node || time.text.empty() || metric.facts.empty()) return;
    std::vector<std::string> roles;
    for (const auto& fact : metric.facts) {
      for (const auto& role : model_.dataset(fact)->times) roles.push_back(role.name);
    }
    bool known = std::any_of(roles.begin(), roles.end(),
                             [&](const auto& role) { return same_name(role, time.text); });
    if (known) return;
    complain(time,
             fmt::format("metric \"{}\": {} no time \"{}\"", metric.name,
                         list_words(metric.facts) + (metric.facts.size() == 1 ? " has" : " have"),
                         time.text),
             did_you_mean(time.text, roles));
  }

  Draft& draft_;
  Model& model_;
  const catalog::Catalog* catalog_;
  Complaints& complaints_;
  ExpressionCheck expressions_;
  std::vector<const catalog::Table*> tables_;  // by dataset; null: not found, or no catalog
};

}  // namespace

void check_draft(Draft& draft, std::string_view file_text, const catalog::Catalog* catalog,
                 Complaints& complaints) {
  ModelCheck(draft, file_text, catalog, complaints).run();
}

}  // namespace tally::semantic
