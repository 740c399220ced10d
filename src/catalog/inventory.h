#pragma once
// Everything that can be found, and what reads what: the resources of a dbt project, or the tables
// of a plain catalog. Pure data, no I/O: import/dbt and the catalog files fill it, retrieval ranks
// and walks it. A hidden resource (private or internal) is not in here at all: who fills it leaves
// it out, with its edges, so that nothing further down can name it.

#include <compare>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace tally::catalog {

// dbt's resource types, and the tables and views of a warehouse that no project describes.
enum class ResourceKind : uint8_t {
  model,
  source,
  seed,
  snapshot,
  exposure,
  metric,
  semantic_model,
  saved_query,
  analysis,
  function,  // a user-defined function
  table,
  view,
};
std::string_view name_of(ResourceKind kind);  // "semantic_model"
std::optional<ResourceKind> resource_kind(std::string_view name);
// Models, sources, seeds, snapshots, tables and views: what one can select from.
bool is_relation(ResourceKind kind);

// Position of a resource in its inventory. Means nothing in another one.
struct ResourceIndex {
  uint32_t value = 0;
  auto operator<=>(const ResourceIndex&) const = default;
};

struct ResourceColumn {
  std::string name;
  std::string type = {};  // as declared; may be empty
  std::string description = {};
  std::vector<std::string> tags = {};
  bool nullable = true;
  bool unique = false;
  std::vector<std::string> accepted_values = {};
  std::vector<std::string> aliases = {};  // other names people call it
  bool is_hidden = false;                 // its own tags or meta say that nobody may be told of it
};

// One or more columns that hold a key of another resource: a dbt relationships test, or a foreign
// key that is declared.
struct ResourceReference {
  std::vector<std::string> columns;
  std::string target;  // id of the other resource; may be one that is not in the inventory
  std::vector<std::string> target_columns;
};

// A test of dbt: what it is on, what it tests. Tests are not consumers: they have no edges.
struct ResourceTest {
  std::string id;    // dbt's unique id, or one of the same form
  std::string name;  // "unique", "not_null", "relationships", "package.name", or a singular test's
  std::string column;
  std::vector<std::string> on;  // ids of the resources that it reads
  std::string path;             // relative to the project
};

struct Resource {
  std::string id;    // "model.package.name", "source.package.source.table", "database.schema.table"
  std::string name;  // bare: collides across packages
  ResourceKind kind = ResourceKind::model;
  std::string package;
  std::string source_name;  // of a source
  std::string version;      // of a versioned model: "2"
  bool is_latest = true;    // false: a version that the bare name does not mean
  std::string database, schema;
  std::string identifier;  // dbt's alias, a source's identifier: the name inside the warehouse
  std::string description;
  std::string path;  // of the file, relative to the project
  std::string materialized;
  std::string owner;
  std::string group;
  std::string access;                // "public", "protected", "private"; empty: not said
  std::string notes;                 // free text of its meta that says how to use it
  std::vector<std::string> aliases;  // other names people call it
  std::vector<std::string> tags;
  std::vector<ResourceColumn> columns;
  std::vector<std::string> primary_key;
  std::vector<ResourceReference> references;

  const ResourceColumn* column(std::string_view wanted) const;  // without regard to case
  // What it is called inside the warehouse.
  const std::string& relation_name() const { return identifier.empty() ? name : identifier; }
};

// Something a project's files ask for that could not be had, or a fault of theirs. Never fatal.
struct Finding {
  enum class Severity : uint8_t { note, warning, error };
  Severity severity = Severity::warning;
  std::string code = {};  // a short stable word: "unresolved_ref", "duplicate_name", "broken_jinja"
  std::string resource = {};  // id or name of the resource concerned; may be empty
  std::string file = {};      // relative to the project; may be empty
  uint32_t line = 0;          // 1-based; 0: not known
  std::string message = {};
};

// `from` is read by `to`.
struct ReadEdge {
  ResourceIndex from, to;
  auto operator<=>(const ReadEdge&) const = default;
};

// An immutable snapshot. Ids are unique; edges are kept once, in order, both ways.
class Inventory {
 public:
  struct Parts {
    std::string project;  // its name; may be empty
    std::string adapter;  // "duckdb", "clickhouse"; may be empty
    std::string version;  // fingerprint of the content it was read from
    std::vector<Resource> resources;
    std::vector<ReadEdge> edges;
    std::vector<ResourceTest> tests;
    std::vector<Finding> findings;
    // What was left out for its owner hides it: how much, never what.
    size_t hidden_resources = 0, hidden_edges = 0, hidden_columns = 0;
  };

  Inventory() = default;
  // Of two resources with one id the first is kept, with a finding "duplicate_id"; edges of the
  // other go to it. An edge to a position that does not exist is a bug of the caller.
  explicit Inventory(Parts parts);

  const std::string& project() const { return parts_.project; }
  const std::string& adapter() const { return parts_.adapter; }
  const std::string& version() const { return parts_.version; }
  const std::vector<Resource>& resources() const { return parts_.resources; }
  const Resource& operator[](ResourceIndex index) const { return parts_.resources[index.value]; }
  const std::vector<ReadEdge>& edges() const { return parts_.edges; }
  const std::vector<ResourceTest>& tests() const { return parts_.tests; }
  const std::vector<Finding>& findings() const { return parts_.findings; }
  size_t hidden_resources() const { return parts_.hidden_resources; }
  size_t hidden_edges() const { return parts_.hidden_edges; }
  size_t hidden_columns() const { return parts_.hidden_columns; }

  // The inventory without columns that are hidden, and keys, tests and findings that name them:
  // for everybody who looks into it. Answers go by the one that has them, marked.
  static Inventory without_hidden_columns(Inventory all);

  // What it reads, and what reads it; direct, each once, by position.
  std::span<const ResourceIndex> parents(ResourceIndex index) const;
  std::span<const ResourceIndex> children(ResourceIndex index) const;

  std::optional<ResourceIndex> find(std::string_view id) const;
  // Every resource that a person may mean: by id, by name, "package.name", "source.table",
  // "name.v2", "schema.identifier", without regard to case. By position.
  std::vector<ResourceIndex> find_name(std::string_view name) const;

 private:
  struct Neighbours {
    std::vector<uint32_t> starts;  // of each resource's own, one more than there are resources
    std::vector<ResourceIndex> all;
  };
  static Neighbours gather(size_t count, const std::vector<ReadEdge>& edges, bool upwards);
  static std::span<const ResourceIndex> of(const Neighbours& neighbours, ResourceIndex index);
  void keep_first_of_each_id();
  void leave_out_columns(const std::string& id, const std::vector<std::string>& names);
  void index_names();

  Parts parts_;
  Neighbours up_, down_;
  std::unordered_map<std::string, ResourceIndex> by_id_;
  std::unordered_multimap<std::string, ResourceIndex> by_name_;  // lower case
};

}  // namespace tally::catalog
