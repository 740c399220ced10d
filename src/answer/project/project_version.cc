#include "answer/project/project_version.h"

#include <fmt/format.h>

#include "base/bytes.h"

namespace tally::answer {
namespace {

void write(const catalog::ResourceColumn& column, ByteWriter& out) {
  out.text(column.name);
  out.text(column.description);
  out.texts(column.aliases);
  out.texts(column.accepted_values);
  out.byte(static_cast<uint8_t>((column.nullable ? 1 : 0) + (column.unique ? 2 : 0) +
                                (column.is_hidden ? 4 : 0)));
}

void write(const catalog::Resource& resource, ByteWriter& out) {
  for (const auto* text : {&resource.id, &resource.name, &resource.schema, &resource.identifier,
                           &resource.description, &resource.materialized})
    out.text(*text);
  out.texts(resource.aliases);
  out.texts(resource.primary_key);
  out.list(resource.columns, [&](const auto& column) { write(column, out); });
  out.list(resource.references, [&](const auto& reference) {
    out.texts(reference.columns);
    out.text(reference.target);
    out.texts(reference.target_columns);
  });
}

}  // namespace

std::string version_of(const importing::dbt::Import& import) {
  ByteWriter out;
  out.text(import.inventory.project());
  out.list(import.inventory.resources(), [&](const auto& resource) { write(resource, out); });
  out.list(import.hidden, [&](const catalog::ObjectId& id) { out.text(id.text()); });
  return fmt::format("{:016x}", checksum(out.bytes()));
}

}  // namespace tally::answer
