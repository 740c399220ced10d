#pragma once
// What exists in this warehouse? Pure data, no I/O: importers fill it.

#include <compare>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tally::catalog {

// Database-qualified name. Bare names collide; never key by them.
struct ObjectId {
  std::string database, schema, name;
  auto operator<=>(const ObjectId&) const = default;
  std::string text() const { return database + "." + schema + "." + name; }
};

struct Column {
  std::string name;
  std::string type;  // the engine's spelling
  bool nullable = true;
  std::string comment;
  // Of a dbt project that describes the table; empty without one.
  std::vector<std::string> names = {};            // what people call it
  std::vector<std::string> accepted_values = {};  // all that it may hold
  bool is_hidden = false;                         // nobody may be told of it
};

struct ForeignKey {
  std::vector<std::string> columns;
  ObjectId target;
  std::vector<std::string> target_columns;
};

enum class ObjectKind { table, view };

struct Table {
  ObjectId id;
  ObjectKind kind = ObjectKind::table;
  std::string comment;
  std::vector<Column> columns;
  std::vector<std::string> primary_key;
  std::vector<std::vector<std::string>> unique_keys;
  std::vector<ForeignKey> foreign_keys;
  uint64_t estimated_rows = 0;
  std::vector<ObjectId> reads = {};  // a view: the tables and views that its query names
  // Of a dbt project that describes the table; empty without one.
  std::string described_by = {};        // its name
  std::vector<std::string> names = {};  // what people call the table
  bool is_hidden = false;               // nobody may be told of it

  const Column* column(std::string_view name) const;  // case-insensitive
  // Whether no two rows have the same of these columns: they hold a primary or a unique key.
  bool has_key(const std::vector<std::string>& among) const;
  bool is_keyed() const { return !primary_key.empty() || !unique_keys.empty(); }
};

// A function that the warehouse's owner wrote in SQL. It runs in place of the engine's own function
// of that name, so nobody may take a name for the built-in one without looking here.
struct Macro {
  ObjectId id;
  bool is_table = false;  // stands in FROM
};

struct UserType {
  ObjectId id;
  std::string type;  // what it is made of, in the engine's spelling: "ENUM"
};

struct Definitions {
  std::vector<Macro> macros;
  std::vector<UserType> types;
};

// Whether the owner lets everything be named (hidden.h).
enum class Discretion {
  open,
  some_hidden,  // what is hidden is not in this catalog
  unknown,      // what hides things cannot be read: nothing is suggested by name
};

// An immutable snapshot. Names are looked up without regard to case, as the engine does.
class Catalog {
 public:
  Catalog() = default;
  // `version` identifies the content (a fingerprint); `database` and `schema` are the defaults that
  // an unqualified name resolves in.
  Catalog(std::vector<Table> tables, std::string database, std::string schema, std::string version,
          Definitions definitions = {}, Discretion discretion = Discretion::open);

  const std::vector<Table>& tables() const { return tables_; }
  const Definitions& definitions() const { return definitions_; }
  const std::string& version() const { return version_; }
  const std::string& database() const { return database_; }
  const std::string& schema() const { return schema_; }
  Discretion discretion() const { return discretion_; }

  // Empty database or schema: the default one. nullptr: no such table.
  const Table* find(std::string_view database, std::string_view schema,
                    std::string_view name) const;
  // "t", "schema.t" or "database.schema.t"; a two-part name is also tried as database.table.
  const Table* find(std::string_view dotted) const;
  // Does this name, without a schema, mean a macro of the warehouse?
  bool has_macro(std::string_view name) const;
  // Up to `count` table names nearest in spelling, for "did you mean"; none that must not be told.
  std::vector<std::string> nearest(std::string_view name, size_t count = 3) const;

 private:
  std::vector<Table> tables_;
  std::string database_, schema_, version_;
  Definitions definitions_;
  Discretion discretion_ = Discretion::open;
  std::map<std::string, size_t> by_name_;  // lower-case "database.schema.name"
};

}  // namespace tally::catalog
