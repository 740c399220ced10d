#include "import/catalog_file/resource_reader.h"

#include <algorithm>
#include <set>

#include "catalog/spelling.h"

namespace tally::importing {
namespace {

using catalog::Resource;
using catalog::ResourceColumn;
using catalog::ResourceKind;

// A string, or a list of them.
std::vector<std::string> texts(JsonCursor& json) {
  std::vector<std::string> all;
  if (json.kind() == JsonCursor::Kind::array) {
    json.array([&] {
      if (json.kind() == JsonCursor::Kind::text) all.push_back(json.text());
    });
  } else if (json.kind() == JsonCursor::Kind::text) {
    all.push_back(json.text());
  }
  return all;
}

std::string one_text(JsonCursor& json) {
  if (json.kind() == JsonCursor::Kind::text) return json.text();
  json.skip();
  return {};
}

// dbt's tests by name; those with arguments are objects of one key.
void read_column_tests(JsonCursor& json, ResourceColumn& column) {
  const auto note = [&](std::string_view name) {
    if (name == "unique") column.unique = true;
    if (name == "not_null") column.nullable = false;
  };
  json.array([&] {
    if (json.kind() == JsonCursor::Kind::text) return note(json.text());
    json.object([&](std::string_view name) {
      note(name);
      if (name != "accepted_values") return;
      json.object([&](std::string_view key) {
        if (key == "values") column.accepted_values = texts(json);
      });
    });
  });
}

ResourceColumn read_column(JsonCursor& json, std::string_view name) {
  ResourceColumn column;
  column.name = name;
  if (json.kind() == JsonCursor::Kind::text) {  // {"id": "bigint"}, or ["id", "name"]
    (name.empty() ? column.name : column.type) = json.text();
    return column;
  }
  json.object([&](std::string_view key) {
    if (key == "name") {
      column.name = one_text(json);
    } else if (key == "type" || key == "data_type") {
      column.type = one_text(json);
    } else if (key == "description" || key == "comment") {
      column.description = one_text(json);
    } else if (key == "tags") {
      column.tags = texts(json);
    } else if (key == "tests" || key == "data_tests") {
      read_column_tests(json, column);
    }
  });
  return column;
}

void read_columns(JsonCursor& json, std::vector<ResourceColumn>& columns) {
  const auto add = [&](std::string_view name) {
    ResourceColumn column = read_column(json, name);
    if (!column.name.empty()) columns.push_back(std::move(column));
  };
  if (json.kind() == JsonCursor::Kind::object) {
    json.object(add);
  } else {
    json.array([&] { add({}); });
  }
  columns.shrink_to_fit();  // of millions of columns, a third would be room for more
}

// [["column", "table", "column"], …]; lists of columns for keys of several.
void read_foreign_keys(JsonCursor& json, RawLinks& links) {
  json.array([&] {
    std::vector<std::vector<std::string>> parts;
    json.array([&] { parts.push_back(texts(json)); });
    if (parts.size() < 2 || parts[1].size() != 1 || parts[0].empty()) return;
    links.keys.push_back(
        {parts[0], parts[1][0], parts.size() > 2 ? parts[2] : std::vector<std::string>()});
  });
}

// ["model", …], [["model"], ["package", "model"], …] or [{"name": …}, …]: what ref() was given.
void read_refs(JsonCursor& json, RawLinks& links) {
  json.array([&] {
    if (json.kind() == JsonCursor::Kind::object) {
      return json.object([&](std::string_view key) {
        if (key == "name") links.refs.push_back(one_text(json));
      });
    }
    auto words = texts(json);
    if (!words.empty()) links.refs.push_back(words.back());
  });
}

// [["source", "table"], …] or ["source.table", …].
void read_sources(JsonCursor& json, RawLinks& links) {
  json.array([&] {
    auto words = texts(json);
    if (words.size() == 2) {
      links.sources.emplace_back(words[0], words[1]);
    } else if (words.size() == 1 && words[0].find('.') != std::string::npos) {
      const size_t dot = words[0].find('.');
      links.sources.emplace_back(words[0].substr(0, dot), words[0].substr(dot + 1));
    }
  });
}

// What meta says to people: sentences are notes, other names are aliases.
void read_meta(JsonCursor& json, RawResource& raw, int depth = 0) {
  if (json.kind() != JsonCursor::Kind::object) return;
  json.object([&](std::string_view key) {
    const std::string lower = catalog::lower_ascii(key);
    switch (json.kind()) {
      case JsonCursor::Kind::boolean:
        if (!json.truth(true) && depth <= 1) raw.denied.push_back(lower);
        break;
      case JsonCursor::Kind::text: {
        std::string text = json.text();
        if (lower == "owner") {
          if (raw.resource.owner.empty()) raw.resource.owner = std::move(text);
        } else if (std::count(text.begin(), text.end(), ' ') >= 2) {
          if (!raw.resource.notes.empty()) raw.resource.notes += "\n";
          raw.resource.notes += text;
        }
        break;
      }
      case JsonCursor::Kind::array:
        if (lower == "aliases" || lower == "synonyms")
          for (auto& name : texts(json)) raw.resource.aliases.push_back(std::move(name));
        break;
      case JsonCursor::Kind::object:
        if (depth < 4) read_meta(json, raw, depth + 1);
        break;
      default:
        break;
    }
  });
}

// Its plain text members, each under the keys that catalogs have for it.
std::string* text_member(Resource& resource, std::string_view key) {
  if (key == "name") return &resource.name;
  if (key == "unique_id" || key == "id") return &resource.id;
  if (key == "description" || key == "comment") return &resource.description;
  if (key == "path" || key == "original_file_path" || key == "file") return &resource.path;
  if (key == "package" || key == "package_name") return &resource.package;
  if (key == "source" || key == "source_name") return &resource.source_name;
  if (key == "identifier" || key == "alias") return &resource.identifier;
  if (key == "schema") return &resource.schema;
  if (key == "database") return &resource.database;
  if (key == "materialized") return &resource.materialized;
  if (key == "owner") return &resource.owner;
  if (key == "group") return &resource.group;
  if (key == "access") return &resource.access;
  if (key == "notes") return &resource.notes;
  if (key == "version") return &resource.version;
  return nullptr;
}

void read_member(JsonCursor& json, RawResource& raw, std::string_view key) {
  Resource& resource = raw.resource;
  if (std::string* member = text_member(resource, key)) {
    if (json.kind() == JsonCursor::Kind::text) *member = json.text();
  } else if (key == "columns") {
    read_columns(json, resource.columns);
  } else if (key == "tags") {
    resource.tags = texts(json);
  } else if (key == "aliases" || key == "synonyms") {
    resource.aliases = texts(json);
  } else if (key == "meta") {
    read_meta(json, raw);
  } else if (key == "kind" || key == "resource_type") {
    if (auto kind = catalog::resource_kind(one_text(json))) resource.kind = *kind;
  } else if (key == "primary_key") {
    resource.primary_key = texts(json);
  } else if (key == "foreign_keys") {
    read_foreign_keys(json, raw.links);
  } else if (key == "refs" || key == "refs_jinja" || key == "depends_on") {
    if (json.kind() == JsonCursor::Kind::array) read_refs(json, raw.links);
  } else if (key == "sources" || key == "sources_jinja") {
    read_sources(json, raw.links);
  } else if (key == "enabled") {
    raw.disabled = !json.truth(true);
  }
}

}  // namespace

RawResource read_resource(JsonCursor& json, ResourceKind kind, std::string_view key) {
  RawResource raw;
  raw.resource.kind = kind;
  if (json.kind() == JsonCursor::Kind::text) {  // a bare name, or name → path
    std::string text = json.text();
    (key.empty() ? raw.resource.name : raw.resource.path) = std::move(text);
  } else {
    json.object([&](std::string_view member) { read_member(json, raw, member); });
  }
  Resource& resource = raw.resource;
  if (resource.name.empty()) {
    resource.name = key;
  } else if (resource.id.empty() && key.find('.') != std::string_view::npos &&
             key != resource.name) {
    resource.id = key;
  }
  if (resource.identifier == resource.name) resource.identifier.clear();
  return raw;
}

}  // namespace tally::importing
