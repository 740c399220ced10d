// manifest.json, v1 to whatever dbt writes today. Everything is keyed by dbt's unique ids: bare
// names collide across packages.

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "base/md5.h"
#include "catalog/spelling.h"
#include "import/dbt/artifacts.h"
#include "import/dbt/json_data.h"
#include "import/dbt/layer_reader.h"
#include "import/dbt/meta.h"

namespace tally::importing::dbt {
namespace {

// dbt puts quotes around the name of a column that is told to have them.
std::string without_quotes(std::string column) {
  const bool is_quoted = column.size() > 2 && (column[0] == '"' || column[0] == '`') &&
                         column.find(column[0], 1) == column.size() - 1;
  return is_quoted ? column.substr(1, column.size() - 2) : column;
}

using catalog::Resource;
using catalog::ResourceColumn;
using catalog::ResourceKind;

// A node as it stands in the file, until its kind is known.
struct Node {
  DraftResource draft;
  std::string resource_type;
  std::vector<std::string> tags;  // of the node; config.tags are added
  Data meta, config_meta, owner;
  std::string label, source_description;
  std::string latest_version;
  bool is_enabled = true;
  Data constraints;
  std::vector<ForeignConstraint> foreign;
  // tests
  Data kwargs;
  std::string test_name, test_namespace, column_name, attached, file_key;
  bool has_metadata = false, has_where = false;
  Data layer = Data::of_map();  // of a semantic model or a metric: what layer_reader.h reads
};

class ManifestReader {
 public:
  ManifestReader(std::string_view text, std::string file, const HideRule& hide)
      : json_(text), file_(std::move(file)), hide_(hide) {}

  Result<Draft> read() {
    json_.object([&](std::string_view key) { read_part(key); });
    if (!json_.finished()) return json_error(json_, file_);
    if (!is_manifest_ || (draft_.resources.empty() && !has_metadata_))
      return user_error(fmt::format("{} is JSON, but no dbt manifest: it has no \"{}\"", file_,
                                    is_manifest_ ? "metadata" : "nodes"),
                        "name the manifest.json that dbt writes into target/");
    name_project();
    resolve_groups();
    resolve_tests();
    resolve_foreign_keys();
    return std::move(draft_);
  }

 private:
  void read_part(std::string_view key) {
    if (key == "metadata") read_metadata();
    has_metadata_ = has_metadata_ || key == "metadata";
    if (key == "nodes") is_manifest_ = true;
    if (key == "nodes" || key == "sources") read_nodes("");
    if (key == "disabled") read_disabled();
    if (key == "functions") read_nodes("function");
    if (key == "unit_tests") read_nodes("unit_test");
    if (key == "exposures") read_nodes("exposure");
    if (key == "metrics") read_nodes("metric");
    if (key == "semantic_models") read_nodes("semantic_model");
    if (key == "saved_queries") read_nodes("saved_query");
    if (key == "groups") read_groups();
    if (key == "parent_map") read_parents();
  }

  void read_metadata() {
    json_.object([&](std::string_view key) {
      if (key == "project_name") draft_.project = json_.text();
      if (key == "project_id") project_id_ = json_.text();
      if (key == "adapter_type") draft_.adapter = json_.text();
    });
  }

  void read_nodes(std::string_view type) {
    json_.object([&](std::string_view key) {
      Node node = read_node(key, type);
      if (!json_.failed()) keep(std::move(node));
    });
  }

  Node read_node(std::string_view id, std::string_view type) {
    Node node;
    node.resource_type = type;
    node.draft.resource.id = std::string(id);
    json_.object([&](std::string_view field) { read_field(field, node); });
    if (node.resource_type.empty()) node.resource_type = id.substr(0, id.find('.'));
    return node;
  }

  // {id: [nodes of that id]}
  void read_disabled() {
    json_.object([&](std::string_view key) {
      json_.array([&] {
        Node node = read_node(key, "");
        node.is_enabled = false;
        if (!json_.failed()) keep(std::move(node));
      });
    });
  }

  void read_field(std::string_view key, Node& node) {
    if (key == "config") return read_config(node);
    if (key == "columns") return read_columns(node);
    if (key == "depends_on") return read_depends(node);
    if (read_text_field(key, node)) return;
    if (key == "tags") node.tags = read_texts(json_);
    if (key == "meta") node.meta = read_data(json_);
    if (key == "constraints") node.constraints = read_data(json_);
    if (key == "owner") node.owner = read_data(json_);
    if (key == "test_metadata") read_test_metadata(node);
    if (is_layer(node) && is_layer_key(key)) node.layer.set(key, read_data(json_));
    if (key == "arguments") {
      const Data arguments = read_data(json_);
      add_layer_columns(&arguments, "argument", node.draft.resource);
    }
  }

  // The one thing under `key` of the node that is text; false: it is none of them.
  bool read_text_field(std::string_view key, Node& node) {
    Resource& resource = node.draft.resource;
    static const std::unordered_map<std::string_view, std::string Resource::*> kOfResource = {
        {"name", &Resource::name},
        {"package_name", &Resource::package},
        {"source_name", &Resource::source_name},
        {"version", &Resource::version},
        {"database", &Resource::database},
        {"schema", &Resource::schema},
        {"alias", &Resource::identifier},
        {"identifier", &Resource::identifier},
        {"description", &Resource::description},
        {"original_file_path", &Resource::path},
        {"group", &Resource::group},
        {"access", &Resource::access},
    };
    static const std::unordered_map<std::string_view, std::string Node::*> kOfNode = {
        {"resource_type", &Node::resource_type},
        {"label", &Node::label},
        {"source_description", &Node::source_description},
        {"column_name", &Node::column_name},
        {"attached_node", &Node::attached},
        {"file_key_name", &Node::file_key},
        {"latest_version", &Node::latest_version},
    };
    if (const auto found = kOfResource.find(key); found != kOfResource.end()) {
      resource.*found->second = json_.text();
      return true;
    }
    const auto found = kOfNode.find(key);
    if (found != kOfNode.end()) node.*found->second = json_.text();
    return found != kOfNode.end();
  }

  void read_config(Node& node) {
    Resource& resource = node.draft.resource;
    json_.object([&](std::string_view key) {
      if (key == "enabled") node.is_enabled = json_.truth(true);
      if (key == "materialized") resource.materialized = json_.text();
      if (key == "meta") node.config_meta = read_data(json_);
      if (key == "where") node.has_where = !json_.text().empty();
      if (key == "tags")
        for (std::string& tag : read_texts(json_)) node.tags.push_back(std::move(tag));
      if (key == "group" && resource.group.empty()) resource.group = json_.text();
      if (key == "access" && resource.access.empty()) resource.access = json_.text();
    });
  }

  void read_columns(Node& node) {
    Resource& resource = node.draft.resource;
    json_.object([&](std::string_view key) {
      ResourceColumn column;
      column.name = std::string(key);
      Data constraints, meta, config;
      json_.object([&](std::string_view field) {
        if (field == "name") column.name = json_.text();
        if (field == "data_type") column.type = json_.text();
        if (field == "description") column.description = json_.text();
        if (field == "tags") column.tags = read_texts(json_);
        if (field == "constraints") constraints = read_data(json_);
        if (field == "meta") meta = read_data(json_);
        if (field == "config") config = read_data(json_);
      });
      add_new(config.texts_of("tags"), column.tags);  // dbt writes them twice
      describe_column(&meta, "", hide_, column);
      describe_column(config.get("meta"), "", hide_, column);
      resource.columns.push_back(std::move(column));
      apply_constraints(constraints, resource, &resource.columns.back(), node.foreign);
    });
  }

  // Parts of a semantic model; dimensions of a metric before v10, which are bare names; arguments
  // of a function.
  static bool is_layer(const Node& node) {
    return node.resource_type == "metric" || node.resource_type == "semantic_model";
  }
  static bool is_layer_key(std::string_view key) {
    return key == "entities" || key == "dimensions" || key == "measures" || key == "defaults" ||
           key == "primary_entity" || key == "node_relation" || key == "type" ||
           key == "type_params" || key == "filter";
  }

  void keep_layer(Node& node) {
    const Resource& resource = node.draft.resource;
    node.layer.set("name", Data::of(resource.name));
    node.layer.set("label", Data::of(node.label));
    node.layer.set("description", Data::of(resource.description));
    node.layer.set("meta", node.meta.values.empty() ? node.config_meta : node.meta);
    for (size_t at = 0; at < node.layer.keys.size(); ++at)  // in the order of the file
      for (const auto& [key, kind] :
           {std::pair("entities", "entity"), std::pair("dimensions", "dimension"),
            std::pair("measures", "measure")})
        if (node.layer.keys[at] == key)
          add_layer_columns(&node.layer.values[at], kind, node.draft.resource);
    if (resource.kind == ResourceKind::metric) {
      LayerMetric metric = read_layer_metric(node.layer);
      metric.id = resource.id;
      metric.place.file = resource.path;
      draft_.layer.metrics.push_back(std::move(metric));
      return;
    }
    LayerModel model = read_layer_model(node.layer);
    model.id = resource.id;
    model.place.file = resource.path;
    if (!node.draft.reads.empty()) model.model = node.draft.reads.front();
    draft_.layer.models.push_back(std::move(model));
  }

  void read_depends(Node& node) {
    json_.object([&](std::string_view key) {
      if (key == "nodes") node.draft.reads = read_texts(json_);
    });
  }

  void read_test_metadata(Node& node) {
    node.has_metadata = json_.kind() == JsonCursor::Kind::object;
    json_.object([&](std::string_view key) {
      if (key == "name") node.test_name = json_.text();
      if (key == "namespace") node.test_namespace = json_.text();
      if (key == "kwargs") node.kwargs = read_data(json_);
    });
  }

  void read_groups() {
    json_.object([&](std::string_view) {
      std::string name;
      Data owner;
      json_.object([&](std::string_view key) {
        if (key == "name") name = json_.text();
        if (key == "owner") owner = read_data(json_);
      });
      group_owners_[name] = owner_text(owner);
    });
  }

  void read_parents() {
    json_.object([&](std::string_view key) {
      const std::string child(key);
      const bool is_test = child.starts_with("test.") || child.starts_with("unit_test.");
      for (std::string& parent : read_texts(json_))
        if (!is_test) draft_.more_edges.emplace_back(std::move(parent), child);
    });
  }

  void keep(Node node) {
    if (node.resource_type == "test" || node.resource_type == "unit_test")
      return node.is_enabled ? keep_test(std::move(node)) : void();
    const auto kind = catalog::resource_kind(node.resource_type);
    if (!kind || *kind == ResourceKind::table || *kind == ResourceKind::view) return;
    Resource& resource = node.draft.resource;
    resource.kind = *kind;
    if (!node.is_enabled) return keep_disabled(std::move(node));
    resource.is_latest = resource.version == node.latest_version || node.latest_version.empty();
    if (is_layer(node)) keep_layer(node);
    finish_texts(node);
    apply_constraints(node.constraints, resource, nullptr, node.foreign);
    for (ForeignConstraint& one : node.foreign)
      foreign_.push_back({draft_.resources.size(), std::move(one)});
    node.draft.hidden = is_node_hidden(node);
    draft_.resources.push_back(std::move(node.draft));
  }

  void keep_disabled(Node node) {
    Resource& resource = node.draft.resource;
    finish_texts(node);
    if (is_node_hidden(node) && catalog::is_relation(resource.kind))
      draft_.hidden_besides.push_back(
          {{resource.database, resource.schema, resource.relation_name()},
           resource.kind == ResourceKind::source});
  }

  bool is_node_hidden(const Node& node) const {
    return is_hidden(hide_, node.draft.resource.tags, &node.meta) ||
           is_hidden(hide_, {}, &node.config_meta);
  }

  static void add_new(std::vector<std::string> more, std::vector<std::string>& tags) {
    for (std::string& tag : more)
      if (std::find(tags.begin(), tags.end(), tag) == tags.end()) tags.push_back(std::move(tag));
  }

  static void finish_texts(Node& node) {
    Resource& resource = node.draft.resource;
    add_new(std::move(node.tags), resource.tags);
    const Data& meta = node.meta.values.empty() ? node.config_meta : node.meta;
    resource.owner = owner_text(node.owner);
    if (resource.owner.empty()) resource.owner = owner_of_meta(meta);
    resource.aliases = aliases_of_meta(meta);
    resource.notes = notes_of_meta(meta);
    if (!node.label.empty() && node.label != resource.name)
      resource.aliases.push_back(std::move(node.label));
    if (resource.description.empty()) resource.description = std::move(node.source_description);
  }

  void keep_test(Node node) {
    DraftTest draft;
    const Resource& resource = node.draft.resource;
    draft.test.id = resource.id;
    draft.test.path = resource.path;
    draft.test.on = std::move(node.draft.reads);
    draft.test.name = resource.name;
    if (node.has_metadata)
      draft.test.name =
          node.test_namespace.empty() ? node.test_name : node.test_namespace + "." + node.test_name;
    draft.test.column = without_quotes(node.column_name.empty() ? node.kwargs.text_of("column_name")
                                                                : node.column_name);
    draft.attached = std::move(node.attached);
    draft.has_where = node.has_where;
    draft.columns = node.kwargs.texts_of("combination_of_columns");
    draft.values = node.kwargs.texts_of("values");
    draft.target_column = node.kwargs.text_of("field");
    if (draft.attached.empty()) file_keys_.emplace_back(draft_.tests.size(), node.file_key);
    draft_.tests.push_back(std::move(draft));
  }

  // Before v10 the project's name is told by its digest alone; its package bears the name.
  void name_project() {
    if (!draft_.project.empty() || project_id_.empty()) return;
    std::string_view looked_at;
    for (const DraftResource& one : draft_.resources) {
      const std::string& package = one.resource.package;
      if (package == looked_at) continue;
      looked_at = package;
      if (md5_hex(package) != project_id_) continue;
      draft_.project = package;
      return;
    }
  }

  void resolve_groups() {
    for (DraftResource& one : draft_.resources) {
      const auto found = group_owners_.find(one.resource.group);
      if (one.resource.owner.empty() && found != group_owners_.end())
        one.resource.owner = found->second;
    }
  }

  // Before v11 a test does not say what it is attached to: "models.orders" does where it is there;
  // of several that it reads the owner is the last one (dbt lists the target first).
  void resolve_tests() {
    std::unordered_map<size_t, std::string> keys(file_keys_.begin(), file_keys_.end());
    for (size_t at = 0; at < draft_.tests.size(); ++at) {
      DraftTest& draft = draft_.tests[at];
      const auto& on = draft.test.on;
      if (draft.attached.empty() && draft.test.name.find(' ') == std::string::npos) {
        const std::string& key = keys[at];
        const std::string name = key.substr(key.find('.') + 1);
        for (const std::string& id : on)
          if (!name.empty() && id.ends_with("." + name)) draft.attached = id;
        if (draft.attached.empty() && !on.empty() && !draft.test.column.empty())
          draft.attached = on.back();
      }
      if (draft.test.name != "relationships" || on.empty()) continue;
      draft.target = draft.attached;
      for (const std::string& id : on)
        if (id != draft.attached) draft.target = id;
    }
  }

  // "ref('customers')", "source('shop', 'raw')", or a relation as it is written in the warehouse.
  void resolve_foreign_keys() {
    if (foreign_.empty()) return;
    std::unordered_multimap<std::string, const Resource*> by_name;
    for (const auto& one : draft_.resources)
      by_name.emplace(catalog::lower_ascii(one.resource.name), &one.resource);
    for (auto& [owner, constraint] : foreign_) {
      const std::string wanted = last_name(constraint.to);
      const auto [first, last] = by_name.equal_range(catalog::lower_ascii(wanted));
      if (wanted.empty() || first == last || std::next(first) != last) continue;
      draft_.resources[owner].resource.references.push_back(
          {constraint.columns, first->second->id, constraint.to_columns});
    }
  }

  // The last identifier of the text, quotes and brackets apart.
  static std::string last_name(const std::string& text) {
    const auto is_name = [](char c) {
      return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '$' || c == '-';
    };
    size_t end = text.size();
    while (end > 0 && !is_name(text[end - 1])) --end;
    size_t start = end;
    while (start > 0 && is_name(text[start - 1])) --start;
    return text.substr(start, end - start);
  }

  JsonCursor json_;
  std::string file_;
  const HideRule& hide_;
  Draft draft_;
  bool is_manifest_ = false, has_metadata_ = false;
  std::string project_id_;
  std::unordered_map<std::string, std::string> group_owners_;
  std::vector<std::pair<size_t, std::string>> file_keys_;  // of tests that name no owner
  struct Foreign {
    size_t owner;
    ForeignConstraint constraint;
  };
  std::vector<Foreign> foreign_;
};

}  // namespace

Error json_error(const JsonCursor& json, const std::string& file) {
  const auto fault = json.fault();
  Error error = user_error(fmt::format("{}:{}:{}: broken JSON (byte {}): {}", file, fault.line,
                                       fault.column, fault.offset, fault.message),
                           fault.message.starts_with("the text ends")
                               ? "the file is cut short: have dbt write it again"
                               : "have dbt write it again");
  error.code = "broken_json";
  return error;
}

Result<Draft> read_manifest(std::string_view text, const std::string& file, const HideRule& hide) {
  return ManifestReader(text, file, hide).read();
}

}  // namespace tally::importing::dbt
