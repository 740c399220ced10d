#include "import/dbt/draft.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "catalog/spelling.h"
#include "text/identifier.h"

namespace tally::importing::dbt {
namespace {

using catalog::Inventory;
using catalog::Resource;
using catalog::ResourceColumn;
using catalog::ResourceIndex;
using catalog::ResourceKind;

ResourceColumn* column_of(Resource& resource, const std::string& name) {
  const std::string lower = catalog::lower_ascii(name);
  for (ResourceColumn& column : resource.columns)
    if (catalog::lower_ascii(column.name) == lower) return &column;
  return nullptr;
}

// The words of a text that hold a hidden name would tell of it.
bool names_any(std::string_view text, const std::unordered_set<std::string>& names) {
  for (size_t at = 0; at < text.size();) {
    if (!text::is_identifier_character(text[at])) {
      ++at;
      continue;
    }
    size_t end = at;
    while (end < text.size() && text::is_identifier_character(text[end])) ++end;
    if (names.count(catalog::lower_ascii(text.substr(at, end - at)))) return true;
    at = end;
  }
  return false;
}

// A semantic model retells its model column by column; a metric is some of its rows.
void hide_what_retells(Draft& draft) {
  std::unordered_map<std::string_view, size_t> by_id;
  for (size_t at = 0; at < draft.resources.size(); ++at)
    by_id.try_emplace(draft.resources[at].resource.id, at);
  const auto retells = [](ResourceKind teller, ResourceKind told) {
    if (teller == ResourceKind::semantic_model || teller == ResourceKind::metric) return true;
    return teller == ResourceKind::saved_query && told == ResourceKind::metric;
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (DraftResource& one : draft.resources) {
      if (one.hidden) continue;
      for (const std::string& id : one.reads) {
        const auto found = by_id.find(id);
        if (found == by_id.end()) continue;
        const DraftResource& read = draft.resources[found->second];
        if (!read.hidden || !retells(one.resource.kind, read.resource.kind)) continue;
        one.hidden = changed = true;
      }
    }
  }
}

void hide_as_before(Draft& draft, const catalog::IsHidden& hidden_before) {
  for (DraftResource& one : draft.resources) {
    Resource& resource = one.resource;
    if (!catalog::is_relation(resource.kind)) continue;
    const catalog::ObjectId id{resource.database, resource.schema, resource.relation_name()};
    one.hidden = one.hidden || hidden_before(id, "");
    for (ResourceColumn& column : resource.columns)
      column.is_hidden = column.is_hidden || hidden_before(id, column.name);
  }
}

// Whether a resource that anybody may see is the relation.
bool is_in_sight(const Draft& draft, const catalog::ObjectId& relation) {
  return std::any_of(draft.resources.begin(), draft.resources.end(), [&](const auto& one) {
    return !one.hidden && catalog::is_relation(one.resource.kind) &&
           one.resource.schema == relation.schema && one.resource.relation_name() == relation.name;
  });
}

}  // namespace

Import::HiddenRelation hidden_relation(const DraftResource& one) {
  const Resource& resource = one.resource;
  return {{resource.database, resource.schema,
           one.is_name_known ? resource.relation_name() : std::string()},
          resource.kind == ResourceKind::source && one.is_schema_known};
}

namespace {

// What the hidden resources are called in the warehouse: whoever knows its tables must not name
// these either.
std::vector<Import::HiddenRelation> hidden_relations(const Draft& draft) {
  std::vector<Import::HiddenRelation> all;
  for (const DraftResource& one : draft.resources) {
    const Resource& resource = one.resource;
    if (one.hidden && catalog::is_relation(resource.kind)) all.push_back(hidden_relation(one));
  }
  for (const Import::HiddenRelation& one : draft.hidden_besides)
    if (!is_in_sight(draft, one.id)) all.push_back(one);
  return all;
}

// The semantic layer without what is hidden, once hide_what_retells() has run.
SemanticLayer visible_layer(Draft& draft) {
  std::unordered_set<std::string_view> hidden;
  for (const DraftResource& one : draft.resources)
    if (one.hidden) hidden.insert(one.resource.id);
  const auto is_hidden = [&](const auto& one) { return hidden.count(one.id) > 0; };
  std::erase_if(draft.layer.models, is_hidden);
  std::erase_if(draft.layer.metrics, is_hidden);
  return std::move(draft.layer);
}

class Finisher {
 public:
  explicit Finisher(Draft draft) : draft_(std::move(draft)) {}

  Inventory finish() {
    hide_what_retells(draft_);
    for (size_t at = 0; at < draft_.resources.size(); ++at)
      by_id_.try_emplace(draft_.resources[at].resource.id, at);
    collect_hidden();
    for (const DraftTest& test : draft_.tests) apply_keys(test);
    choose_primary_keys();
    count_hidden();
    move_resources();
    move_edges();
    move_tests();
    move_findings();
    return Inventory(std::move(parts_));
  }

 private:
  DraftResource* find(const std::string& id) {
    const auto found = by_id_.find(id);
    return found == by_id_.end() ? nullptr : &draft_.resources[found->second];
  }
  bool is_hidden(const std::string& id) const { return hidden_ids_.count(id) > 0; }

  void collect_hidden() {
    std::unordered_set<std::string> seen_names;
    for (const DraftResource& one : draft_.resources) {
      if (one.hidden) hidden_ids_.insert(one.resource.id);
      if (one.hidden && !one.may_be_told) secret_ids_.insert(one.resource.id);
    }
    if (hidden_ids_.empty()) return;
    for (const DraftResource& one : draft_.resources) {
      if (!one.hidden) seen_names.insert(catalog::lower_ascii(one.resource.name));
    }
    for (const DraftResource& one : draft_.resources) {
      // A name that a resource in plain sight has too tells nothing.
      const std::string name = catalog::lower_ascii(one.resource.name);
      if (!one.hidden || seen_names.count(name)) continue;
      hidden_names_.insert(name);
      if (!one.may_be_told) secret_names_.insert(name);
    }
  }

  void apply_keys(const DraftTest& draft) {
    DraftResource* owner = find(draft.attached);
    if (!owner || draft.has_where) return;
    Resource& resource = owner->resource;
    const std::string& name = draft.test.name;
    if (name.ends_with("unique_combination_of_columns")) {
      if (!draft.columns.empty()) combinations_.try_emplace(draft.attached, draft.columns);
      return;
    }
    if (draft.test.column.empty()) return;
    ResourceColumn* column = column_of(resource, draft.test.column);
    if (name == "unique" && column) column->unique = true;
    if (name == "not_null" && column) column->nullable = false;
    if (name == "accepted_values" && column && column->accepted_values.empty())
      column->accepted_values = draft.values;
    if (name == "relationships" && !draft.target.empty() && !is_hidden(draft.target))
      add_reference(resource, draft);
  }

  static void add_reference(Resource& resource, const DraftTest& draft) {
    catalog::ResourceReference reference{{draft.test.column}, draft.target, {}};
    if (!draft.target_column.empty()) reference.target_columns = {draft.target_column};
    for (const auto& known : resource.references)
      if (known.columns == reference.columns && known.target == reference.target &&
          known.target_columns == reference.target_columns)
        return;
    resource.references.push_back(std::move(reference));
  }

  // A contract's key first; else the first column that is tested to be unique and never null; else
  // a combination that is tested to be unique.
  void choose_primary_keys() {
    for (DraftResource& one : draft_.resources) {
      Resource& resource = one.resource;
      if (!resource.primary_key.empty()) continue;
      for (const ResourceColumn& column : resource.columns) {
        if (!column.unique || column.nullable) continue;
        resource.primary_key = {column.name};
        break;
      }
      if (!resource.primary_key.empty()) continue;
      const auto combination = combinations_.find(resource.id);
      if (combination != combinations_.end()) resource.primary_key = combination->second;
    }
  }

  // Edges that are left out with what is hidden, each once.
  void count_hidden() {
    parts_.hidden_resources = hidden_ids_.size();
    if (hidden_ids_.empty()) return;
    std::unordered_set<std::string> edges;
    const auto add = [&](const std::string& from, const std::string& to) {
      const bool touches = is_hidden(from) || is_hidden(to);
      if (touches && by_id_.count(from) && by_id_.count(to)) edges.insert(from + " " + to);
    };
    for (const DraftResource& one : draft_.resources)
      for (const std::string& id : one.reads) add(id, one.resource.id);
    for (const auto& [from, to] : draft_.more_edges) add(from, to);
    parts_.hidden_edges = edges.size();
  }

  void move_resources() {
    parts_.project = std::move(draft_.project);
    parts_.adapter = std::move(draft_.adapter);
    parts_.version = std::move(draft_.version);
    parts_.resources.reserve(draft_.resources.size());
    for (DraftResource& one : draft_.resources) {
      if (one.hidden) continue;
      positions_.try_emplace(one.resource.id,
                             ResourceIndex{static_cast<uint32_t>(parts_.resources.size())});
      auto& references = one.resource.references;
      std::erase_if(references, [&](const auto& known) { return is_hidden(known.target); });
      reads_.push_back(std::move(one.reads));
      parts_.resources.push_back(std::move(one.resource));
    }
  }

  // What is read and is not there (disabled, hidden, of a kind that has no place here) has no edge.
  void move_edges() {
    for (size_t at = 0; at < reads_.size(); ++at) {
      for (const std::string& id : reads_[at]) {
        const auto from = positions_.find(id);
        if (from != positions_.end())
          parts_.edges.push_back({from->second, ResourceIndex{static_cast<uint32_t>(at)}});
      }
    }
    for (const auto& [from_id, to_id] : draft_.more_edges) {
      const auto from = positions_.find(from_id);
      const auto to = positions_.find(to_id);
      if (from != positions_.end() && to != positions_.end())
        parts_.edges.push_back({from->second, to->second});
    }
  }

  void move_tests() {
    for (DraftTest& one : draft_.tests) {
      const auto& on = one.test.on;
      if (std::any_of(on.begin(), on.end(), [&](const auto& id) { return is_hidden(id); }) ||
          is_hidden(one.attached) || is_hidden(one.target) ||
          (!hidden_names_.empty() && names_any(one.test.id, hidden_names_)))
        continue;
      parts_.tests.push_back(std::move(one.test));
    }
  }

  void move_findings() {
    for (catalog::Finding& finding : draft_.findings) {
      if (secret_ids_.count(finding.resource)) continue;
      if (!secret_names_.empty() &&
          (names_any(finding.resource, secret_names_) || names_any(finding.file, secret_names_) ||
           names_any(finding.message, secret_names_)))
        continue;
      parts_.findings.push_back(std::move(finding));
    }
  }

  Draft draft_;
  Inventory::Parts parts_;
  std::unordered_map<std::string, size_t> by_id_;
  std::unordered_set<std::string> hidden_ids_, hidden_names_;
  std::unordered_set<std::string> secret_ids_, secret_names_;  // of which no finding tells
  std::unordered_map<std::string, std::vector<std::string>> combinations_;
  std::unordered_map<std::string, ResourceIndex> positions_;
  std::vector<std::vector<std::string>> reads_;
};

void apply_to_column(const std::string& type, ResourceColumn& column, Resource& resource) {
  if (type == "not_null") column.nullable = false;
  if (type == "unique") column.unique = true;
  if (type == "primary_key") {
    column.nullable = false;
    column.unique = true;
    resource.primary_key = {column.name};
  }
}

void apply_to_columns(const std::string& type, std::vector<std::string> names, Resource& resource) {
  if (names.empty()) return;
  for (const std::string& name : names) {
    ResourceColumn* column = column_of(resource, name);
    if (!column) continue;
    if (type == "not_null" || type == "primary_key") column->nullable = false;
    if ((type == "unique" || type == "primary_key") && names.size() == 1) column->unique = true;
  }
  if (type == "primary_key") resource.primary_key = std::move(names);
}

}  // namespace

void apply_constraints(const Data& constraints, Resource& resource, ResourceColumn* column,
                       std::vector<ForeignConstraint>& foreign) {
  for (const Data& constraint : constraints.values) {
    const std::string type = catalog::lower_ascii(constraint.text_of("type"));
    std::vector<std::string> names = constraint.texts_of("columns");
    if (column) names = {column->name};
    if (type == "foreign_key") {
      foreign.push_back({names, constraint.text_of("to"), constraint.texts_of("to_columns")});
    } else if (column) {
      apply_to_column(type, *column, resource);
    } else {
      apply_to_columns(type, std::move(names), resource);
    }
  }
}

Inventory finish(Draft draft) {
  return Finisher(std::move(draft)).finish();
}

const catalog::Finding* unread_file(const std::vector<catalog::Finding>& findings) {
  for (const catalog::Finding& finding : findings) {
    const bool broken =
        finding.code == "broken_yaml" && finding.severity == catalog::Finding::Severity::error;
    if (broken || finding.code == "unreadable_file" || finding.code == "unreadable_folder" ||
        finding.code == "large_file")
      return &finding;
  }
  return nullptr;
}

namespace {

// What is hidden by a name that no resource has just so, and one has but for the case: the
// warehouse knows no case.
void hide_but_for_case(Draft& draft) {
  for (const Import::HiddenRelation& hidden : draft.hidden_besides) {
    if (hidden.id.name.empty() || is_in_sight(draft, hidden.id)) continue;
    const std::string name = catalog::lower_ascii(hidden.id.name);
    for (DraftResource& one : draft.resources)
      if (catalog::is_relation(one.resource.kind) &&
          catalog::lower_ascii(one.resource.relation_name()) == name &&
          (hidden.id.schema.empty() || one.resource.schema == hidden.id.schema))
        one.hidden = true;
  }
}

bool is_blind(const std::vector<catalog::Finding>& findings) {
  return std::any_of(findings.begin(), findings.end(), [](const catalog::Finding& one) {
    const bool is_property_file = (one.file.ends_with(".yml") || one.file.ends_with(".yaml")) &&
                                  !one.file.ends_with("profiles.yml") &&
                                  !one.file.ends_with("packages.yml");
    return one.code == "unreadable_folder" ||
           (is_property_file && (one.code == "unreadable_file" || one.code == "large_file"));
  });
}

}  // namespace

Import import_of(Draft draft, const catalog::IsHidden& hidden_before) {
  Import all;
  all.is_in_doubt = unread_file(draft.findings) != nullptr;
  all.is_blind = is_blind(draft.findings);
  if (all.is_in_doubt && hidden_before) hide_as_before(draft, hidden_before);
  hide_but_for_case(draft);
  hide_what_retells(draft);
  all.semantics = visible_layer(draft);
  all.hidden = hidden_relations(draft);
  all.inventory = finish(std::move(draft));
  return all;
}

}  // namespace tally::importing::dbt
