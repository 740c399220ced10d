#include "import/catalog_file/links.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "catalog/spelling.h"

namespace tally::importing {
namespace {

using catalog::Inventory;
using catalog::Resource;
using catalog::ResourceIndex;
using catalog::ResourceKind;

bool is_table(ResourceKind kind) {
  return kind == ResourceKind::table || kind == ResourceKind::view;
}

// dbt's form for what belongs to a project; a table of a plain catalog is called by its name.
std::string made_id(const Resource& resource, const std::string& project) {
  std::string name = resource.name;
  if (resource.kind == ResourceKind::source && !resource.source_name.empty())
    name = resource.source_name + "." + name;
  if (project.empty() || is_table(resource.kind)) return name;
  return fmt::format("{}.{}.{}", name_of(resource.kind),
                     resource.package.empty() ? project : resource.package, name);
}

class Linker {
 public:
  Linker(std::string project, const std::string& file, const catalog::HideRule& hide)
      : file_(file), hide_(hide) {
    parts_.project = std::move(project);
  }

  void add(std::vector<RawResource> raw) {
    for (RawResource& one : raw) {
      Resource& resource = one.resource;
      if (resource.id.empty()) resource.id = made_id(resource, parts_.project);
      if (one.disabled || is_hidden(one)) {
        note_hidden(resource);
        continue;
      }
      for (auto& column : resource.columns) column.is_hidden = hides_tags(hide_, column.tags);
      parts_.resources.push_back(std::move(resource));
      file_under_names(ResourceIndex{static_cast<uint32_t>(parts_.resources.size() - 1)});
      links_.push_back(std::move(one.links));
    }
  }

  void link(const std::vector<std::pair<std::string, std::string>>& edges) {
    for (const auto& [from, to] : edges) {
      auto reader = lookup(to, to), read = lookup(from, to);
      if (reader && read) parts_.edges.push_back({*read, *reader});
    }
    // A list of edges is the whole truth; what models say they read would repeat it in part.
    for (size_t at = 0; at < links_.size(); ++at) {
      const ResourceIndex reader{static_cast<uint32_t>(at)};
      if (edges.empty()) read_by(reader, links_[at]);
      keys_of(parts_.resources[at], links_[at]);
    }
  }

  Inventory::Parts finish() {
    if (unknown_ == 0) return std::move(parts_);
    catalog::Finding finding;
    finding.code = "unresolved_ref";
    finding.resource = first_reader_;
    finding.file = file_;
    finding.message = fmt::format("{} link{} to something that is not in the catalog, first \"{}\"",
                                  unknown_, unknown_ == 1 ? "" : "s", first_unknown_);
    parts_.findings.push_back(std::move(finding));
    return std::move(parts_);
  }

 private:
  bool is_hidden(const RawResource& one) const {
    return hides_tags(hide_, one.resource.tags) ||
           std::any_of(one.denied.begin(), one.denied.end(),
                       [&](const std::string& key) { return hides_meta_key(hide_, key); });
  }

  void note_hidden(const Resource& resource) {
    hidden_.insert(catalog::lower_ascii(resource.id));
    hidden_.insert(catalog::lower_ascii(resource.name));
  }

  // The first of a name wins, models before everything else.
  void file_under_names(ResourceIndex index) {
    const Resource& resource = parts_.resources[index.value];
    const auto file = [&](std::string name) {
      auto [at, is_new] = by_name_.try_emplace(catalog::lower_ascii(name), index);
      const bool model = resource.kind == ResourceKind::model;
      if (!is_new && model && parts_.resources[at->second.value].kind == ResourceKind::source)
        at->second = index;
    };
    file(resource.id);
    file(resource.name);
    if (!resource.source_name.empty()) file(resource.source_name + "." + resource.name);
  }

  std::optional<ResourceIndex> lookup(const std::string& name, const std::string& reader) {
    const std::string lower = catalog::lower_ascii(name);
    if (auto found = by_name_.find(lower); found != by_name_.end()) return found->second;
    if (hidden_.count(lower)) return std::nullopt;
    if (unknown_++ == 0) {
      first_unknown_ = name;
      first_reader_ = reader;
    }
    return std::nullopt;
  }

  void read_by(ResourceIndex reader, const RawLinks& links) {
    const std::string id = parts_.resources[reader.value].id;
    for (const auto& name : links.refs)
      if (auto read = lookup(name, id)) parts_.edges.push_back({*read, reader});
    for (const auto& [source, table] : links.sources)
      if (auto read = lookup(source + "." + table, id)) parts_.edges.push_back({*read, reader});
  }

  void keys_of(Resource& resource, const RawLinks& links) {
    for (const auto& key : links.keys)
      if (auto target = lookup(key.table, resource.id))
        resource.references.push_back(
            {key.columns, parts_.resources[target->value].id, key.table_columns});
  }

  const std::string& file_;
  const catalog::HideRule& hide_;
  Inventory::Parts parts_;
  std::vector<RawLinks> links_;
  std::unordered_map<std::string, ResourceIndex> by_name_;
  std::unordered_set<std::string> hidden_;
  size_t unknown_ = 0;
  std::string first_unknown_, first_reader_;
};

}  // namespace

Inventory::Parts linked(std::string project, std::vector<RawResource> raw,
                        std::vector<std::pair<std::string, std::string>> edges,
                        const std::string& file, const catalog::HideRule& hide) {
  Linker linker(std::move(project), file, hide);
  linker.add(std::move(raw));
  linker.link(edges);
  return linker.finish();
}

}  // namespace tally::importing
