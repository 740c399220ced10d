#pragma once
// Evaluates the templates of a project in dbt's parse-time context (`execute` is false): what a
// file asked for (ref, source, config), and what it rendered to.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "catalog/inventory.h"
#include "import/dbt/data.h"
#include "import/dbt/project.h"

namespace tally::importing::dbt {

struct RefCall {
  std::string package;  // empty: not said
  std::string name;
  std::string version;  // empty: not said
  uint32_t line = 0;
  // False: found by reading the template without evaluating it, so it may be in a branch that is
  // never taken.
  bool is_certain = true;
};
struct SourceCall {
  std::string source, table;
  uint32_t line = 0;
  bool is_certain = true;
};

// What a template asked for.
struct Asked {
  std::vector<RefCall> refs;
  std::vector<SourceCall> sources;
  std::vector<std::string> metrics;  // metric('x')
  std::vector<RefCall> functions;    // function('x'), function('package', 'x')
  Data config;                       // what config() was given, later calls over earlier; a map
  std::string text;                  // rendered; only where Subject::wants_text
  // broken_jinja, missing_var, absent_package …, with file and line. Nothing here is fatal.
  std::vector<catalog::Finding> findings;
};

// The template that is rendered: `this`, `model` and error messages speak of it.
struct Subject {
  uint32_t package = 0;   // position in Project::packages
  std::string name;       // "orders"
  std::string unique_id;  // "model.shop.orders"
  std::string path;       // for findings: relative to the root project
  std::string resource_type = "model";
  const Data* config = nullptr;  // as known before the file itself: config.get; may be null
  std::string alias, schema, database;
  std::string version;           // of a versioned model
  std::string path_below;        // below the folder of its kind: "staging/orders.sql"
  std::vector<std::string> fqn;  // package, folders, name
  uint32_t first_line = 1;       // of the text within its file
  bool wants_text = false;
  bool is_setting = false;  // a value of a dbt_project.yml, for which only --vars are there
};

// `{% snapshot NAME %}…{% endsnapshot %}`, `{% test NAME(…) %}`, `{% docs NAME %}` of a file.
struct Block {
  std::string name;
  std::string_view body;  // into the text that was given
  uint32_t line = 1;      // where the body starts
};
std::vector<Block> blocks_of(std::string_view text, std::string_view kind,
                             std::vector<catalog::Finding>& findings, const std::string& path);

// A docs block, which dbt renders with no names at all: they all print as nothing. What cannot be
// rendered stays as it is written.
std::string text_without_names(std::string_view text);

struct GeneratedName {
  std::string text;
  bool is_certain = true;  // false: a variable was missing
};

class Renderer {
 public:
  // Reads every macro of the project. `project` must outlive it.
  explicit Renderer(const Project& project);
  ~Renderer();

  // Faults of the macro files themselves.
  const std::vector<catalog::Finding>& findings() const;

  Asked render(const Subject& subject, std::string_view text);

  // A text of a YAML file ("{{ var('x') }}", "{{ doc('y') }}"): values keep their type where the
  // whole text is one expression, as dbt does it. `docs` resolves doc('name') and doc('package',
  // 'name'); nullptr: there are none.
  class Docs {
   public:
    virtual ~Docs() = default;
    // `package`: as the call names it, or empty; `asking`: of the text, by position.
    virtual const std::string* find(std::string_view package, std::string_view name,
                                    uint32_t asking) const = 0;
  };
  Result<Data> value_of(uint32_t package, std::string_view text, const Docs* docs);
  // A value of a dbt_project.yml, whose own variables are not there yet.
  Result<Data> setting_of(std::string_view text);

  // generate_schema_name, generate_alias_name, generate_database_name: the project's own macro
  // where it has one, else dbt's. `custom`: nullopt for none. `node` says name, package, path,
  // config, version of the resource, as dbt's `node`.
  Result<GeneratedName> generated_name(std::string_view macro,
                                       const std::optional<std::string>& custom,
                                       const Subject& node);

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace tally::importing::dbt
