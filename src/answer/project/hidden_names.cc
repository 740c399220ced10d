#include "answer/project/hidden_names.h"

#include <algorithm>

#include "catalog/spelling.h"

namespace tally::answer {
namespace {

using catalog::lower_ascii;
using catalog::Resource;

std::vector<std::string> hidden_columns(const Resource& resource) {
  std::vector<std::string> names;
  for (const auto& column : resource.columns)
    if (column.is_hidden) names.push_back(lower_ascii(column.name));
  return names;
}

}  // namespace

HiddenNames::HiddenNames(const importing::dbt::Import& project) {
  add_hidden(project);
  add_visible(project.inventory);
}

void HiddenNames::add_hidden(const importing::dbt::Import& project) {
  for (const auto& one : project.hidden)
    relations_[lower_ascii(one.id.name)].push_back(
        {lower_ascii(one.id.schema), true, one.is_source, {}});
  for (const Resource& resource : project.inventory.resources())
    if (catalog::is_relation(resource.kind) && !hidden_columns(resource).empty())
      relations_.try_emplace(lower_ascii(resource.relation_name()));
}

// Those of whose name something is hidden, for they may have the table instead.
void HiddenNames::add_visible(const catalog::Inventory& inventory) {
  for (const Resource& resource : inventory.resources()) {
    if (!catalog::is_relation(resource.kind)) continue;
    const auto found = relations_.find(lower_ascii(resource.relation_name()));
    if (found != relations_.end())
      found->second.push_back({lower_ascii(resource.schema), false,
                               resource.kind == catalog::ResourceKind::source,
                               hidden_columns(resource)});
  }
}

bool HiddenNames::hides(const Relation& relation, const std::string& column) {
  return relation.is_hidden || std::find(relation.columns.begin(), relation.columns.end(),
                                         column) != relation.columns.end();
}

bool HiddenNames::hides(const catalog::ObjectId& table, std::string_view column) const {
  const auto found = relations_.find(lower_ascii(table.name));
  if (found == relations_.end()) return false;
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

void HiddenNames::add(const HiddenNames& other) {
  for (const auto& [name, relations] : other.relations_) {
    auto& known = relations_[name];
    known.insert(known.end(), relations.begin(), relations.end());
  }
}

void HiddenNames::write(ByteWriter& out) const {
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
