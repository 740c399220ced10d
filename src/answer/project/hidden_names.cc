#include "answer/project/hidden_names.h"

#include <algorithm>

#include "catalog/spelling.h"

namespace tally::answer {

namespace dbt = importing::dbt;

namespace {

using catalog::lower_ascii;
using catalog::Resource;

std::vector<std::string> hidden_columns(const Resource& resource) {
  std::vector<std::string> names;
  for (const auto& column : resource.columns)
    if (column.is_hidden) names.push_back(lower_ascii(column.name));
  return names;
}

// "orders__dbt_backup", which dbt makes of orders.
std::string without_suffix(std::string name) {
  for (const std::string_view suffix : {"__dbt_backup", "__dbt_tmp", "__dbt_new_data"})
    if (name.ends_with(suffix)) return name.substr(0, name.size() - suffix.size());
  return name;
}

}  // namespace

HiddenNames::HiddenNames(const dbt::Import& project, const HiddenNames& before) {
  Visible visible;
  for (const Resource& resource : project.inventory.resources())
    if (catalog::is_relation(resource.kind) && resource.materialized != "ephemeral")
      visible[lower_ascii(resource.relation_name())].push_back(&resource);
  add_hidden(project);
  is_closed_ = is_closed_ || (project.is_in_doubt && before.is_closed_);
  add_visible(visible);
  add_remembered(before, visible, project.is_in_doubt);
}

void HiddenNames::add_hidden(const dbt::Import& project) {
  for (const auto& one : project.hidden) {
    is_closed_ = is_closed_ || one.id.name.empty();
    if (!one.id.name.empty())
      relations_[lower_ascii(one.id.name)].push_back(
          {lower_ascii(one.id.schema), true, one.is_source, {}});
  }
  for (const Resource& resource : project.inventory.resources())
    if (catalog::is_relation(resource.kind) && !hidden_columns(resource).empty())
      relations_.try_emplace(lower_ascii(resource.relation_name()));
}

HiddenNames::Relation HiddenNames::relation_of(const Resource& resource) {
  return {lower_ascii(resource.schema), false, resource.kind == catalog::ResourceKind::source,
          hidden_columns(resource)};
}

// Those of whose name something is hidden, for they may have the table instead; all of them where
// that decides.
void HiddenNames::add_visible(const Visible& visible) {
  for (const auto& [name, all] : visible) {
    if (!is_closed_ && !relations_.count(name)) continue;
    for (const Resource* resource : all) relations_[name].push_back(relation_of(*resource));
  }
}

void HiddenNames::add_remembered(const HiddenNames& before, const Visible& visible,
                                 bool is_in_doubt) {
  const Relations now = relations_;
  for (const auto& [name, all] : before.relations_) {
    const auto known = now.find(name);
    const auto seen = visible.find(name);
    for (Relation one : all) {
      if (!is_in_doubt && known != now.end() && hides_all_of(known->second, one)) continue;
      if (!is_in_doubt && seen != visible.end())
        for (const Resource* resource : seen->second) forget_what_is_shown(*resource, one);
      if (!one.is_hidden && one.columns.empty()) continue;
      if (!relations_.count(name) && seen != visible.end())
        for (const Resource* resource : seen->second)
          relations_[name].push_back(relation_of(*resource));
      relations_[name].push_back(std::move(one));
      ++remembered_;
    }
  }
}

bool HiddenNames::hides_all_of(const std::vector<Relation>& relations, const Relation& one) {
  return std::any_of(relations.begin(), relations.end(), [&](const Relation& other) {
    return other.is_hidden && other.schema == one.schema;
  });
}

// A table that is in plain sight tells of the columns that it describes, and of no others.
void HiddenNames::forget_what_is_shown(const Resource& resource, Relation& before) {
  if (lower_ascii(resource.schema) != before.schema) return;
  before.is_hidden = false;
  for (const auto& column : resource.columns) std::erase(before.columns, lower_ascii(column.name));
}

bool HiddenNames::hides(const Relation& relation, const std::string& column) {
  return relation.is_hidden || std::find(relation.columns.begin(), relation.columns.end(),
                                         column) != relation.columns.end();
}

// Rows that failed a test are a copy of the table's, under a name that has those of table and
// column.
bool HiddenNames::hides_failures(const std::string& table) const {
  const auto is_part = [&](const std::string& name) { return table.find(name) != table.npos; };
  return std::any_of(relations_.begin(), relations_.end(), [&](const auto& entry) {
    return std::any_of(entry.second.begin(), entry.second.end(), [&](const Relation& one) {
      return (one.is_hidden && is_part(entry.first)) ||
             std::any_of(one.columns.begin(), one.columns.end(), is_part);
    });
  });
}

bool HiddenNames::hides(const catalog::ObjectId& table, std::string_view column) const {
  if (lower_ascii(table.schema).ends_with("dbt_test__audit") &&
      hides_failures(lower_ascii(table.name)))
    return true;
  const auto found = relations_.find(without_suffix(lower_ascii(table.name)));
  if (found == relations_.end()) return is_closed_;
  const std::string schema = lower_ascii(table.schema), name = lower_ascii(column);
  const auto& all = found->second;
  const bool has_exact = std::any_of(all.begin(), all.end(),
                                     [&](const Relation& one) { return one.schema == schema; });
  const bool all_are_sources =
      std::all_of(all.begin(), all.end(), [](const Relation& one) { return one.is_source; });
  return std::any_of(all.begin(), all.end(), [&](const Relation& one) {
    // A model's schema depends on the target, a source's does not: where there is a model of the
    // name too, the table of another schema is the model's.
    const bool may_be = has_exact ? one.schema == schema : all_are_sources || !one.is_source;
    return may_be && hides(one, name);
  });
}

catalog::IsHidden HiddenNames::rule() const {
  return [this](const catalog::ObjectId& table, std::string_view column) {
    return hides(table, column);
  };
}

void HiddenNames::write(ByteWriter& out) const {
  out.byte(is_closed_ ? 1 : 0);
  out.number(remembered_);
  out.list(relations_, [&](const auto& entry) {
    out.text(entry.first);
    out.list(entry.second, [&](const Relation& one) {
      out.text(one.schema);
      out.byte(static_cast<uint8_t>((one.is_hidden ? 1 : 0) + (one.is_source ? 2 : 0)));
      out.texts(one.columns);
    });
  });
}

HiddenNames HiddenNames::read(ByteReader& in) {
  HiddenNames names;
  names.is_closed_ = in.byte() != 0;
  names.remembered_ = in.number();
  const uint64_t count = in.counted(sizeof(uint32_t));
  for (uint64_t i = 0; i < count && !in.failed(); ++i) {
    auto& relations = names.relations_[in.text()];
    const uint64_t size = in.counted(sizeof(uint32_t));
    for (uint64_t j = 0; j < size && !in.failed(); ++j) {
      Relation one;
      one.schema = in.text();
      const uint8_t flags = in.byte();
      one.is_hidden = (flags & 1) != 0;
      one.is_source = (flags & 2) != 0;
      one.columns = in.texts();
      relations.push_back(std::move(one));
    }
  }
  return names;
}

}  // namespace tally::answer
