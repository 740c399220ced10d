// catalog.json: what `dbt docs generate` saw in the warehouse.

#include <algorithm>
#include <charconv>
#include <unordered_map>

#include "catalog/spelling.h"
#include "import/dbt/artifacts.h"

namespace tally::importing::dbt {
namespace {

using catalog::Resource;
using catalog::ResourceColumn;

struct SeenColumn {
  std::string name, type, comment;
  int64_t index = 0;
};
struct SeenTable {
  std::string comment, owner;
  std::vector<SeenColumn> columns;
};

void read_columns(JsonCursor& json, SeenTable& table) {
  json.object([&](std::string_view key) {
    SeenColumn column;
    column.name = std::string(key);
    json.object([&](std::string_view field) {
      if (field == "name") column.name = json.text();
      if (field == "type") column.type = json.text();
      if (field == "comment") column.comment = json.text();
      if (field == "index") {
        const std::string number = json.text();
        std::from_chars(number.data(), number.data() + number.size(), column.index);
      }
    });
    table.columns.push_back(std::move(column));
  });
  std::stable_sort(table.columns.begin(), table.columns.end(),
                   [](const auto& a, const auto& b) { return a.index < b.index; });
}

SeenTable read_table(JsonCursor& json) {
  SeenTable table;
  json.object([&](std::string_view key) {
    if (key == "metadata")
      json.object([&](std::string_view field) {
        if (field == "comment") table.comment = json.text();
        if (field == "owner") table.owner = json.text();
      });
    if (key == "columns") read_columns(json, table);
  });
  return table;
}

void merge(SeenTable table, Resource& resource) {
  if (resource.description.empty()) resource.description = std::move(table.comment);
  if (resource.owner.empty()) resource.owner = std::move(table.owner);
  std::unordered_map<std::string, size_t> known;
  for (size_t at = 0; at < resource.columns.size(); ++at)
    known.try_emplace(catalog::lower_ascii(resource.columns[at].name), at);
  for (SeenColumn& seen : table.columns) {
    const auto [found, is_new] =
        known.try_emplace(catalog::lower_ascii(seen.name), resource.columns.size());
    if (is_new) resource.columns.push_back({.name = seen.name});
    ResourceColumn& column = resource.columns[found->second];
    if (column.type.empty()) column.type = std::move(seen.type);
    if (column.description.empty()) column.description = std::move(seen.comment);
  }
}

}  // namespace

Result<void> add_catalog(std::string_view text, const std::string& file, Draft& draft) {
  std::unordered_map<std::string, Resource*> by_id;
  for (DraftResource& one : draft.resources) by_id.try_emplace(one.resource.id, &one.resource);
  JsonCursor json(text);
  json.object([&](std::string_view part) {
    if (part != "nodes" && part != "sources") return;
    json.object([&](std::string_view id) {
      const auto found = by_id.find(std::string(id));
      if (found != by_id.end()) merge(read_table(json), *found->second);
    });
  });
  if (!json.finished()) return json_error(json, file);
  return {};
}

}  // namespace tally::importing::dbt
