#pragma once
// The nodes of a raw project: models, seeds, snapshots, analyses and singular tests from their
// files, with config, properties and what their templates ask for.

#include <string>
#include <vector>

#include "import/dbt/draft.h"
#include "import/dbt/project.h"
#include "import/dbt/properties.h"
#include "import/dbt/ref_table.h"
#include "import/dbt/render.h"

namespace tally::importing::dbt {

struct ProjectNode {
  catalog::ResourceKind kind = catalog::ResourceKind::model;
  bool is_test = false;  // a singular test: `kind` means nothing
  bool is_python = false;
  uint32_t package = 0;
  std::string name, version, id;
  std::string path;        // in its package
  std::string path_below;  // in the folder of its kind
  std::string file;        // relative to the root project
  uint32_t first_line = 1;
  std::vector<std::string> fqn;
  const PropertyEntry* properties = nullptr;
  // Entries of its name in the section of another kind: dbt takes their tests, and nothing else.
  std::vector<const PropertyEntry*> misplaced;
  const Data* version_properties = nullptr;  // of a versioned model: its item of `versions`
  bool is_latest = false;
  Data config;
  Asked asked;
  std::vector<std::string> header;  // of a seed
  std::string schema, database, alias;
  bool is_name_known = true;  // false: `alias` is a guess

  bool is_enabled() const { return config.truth_of("enabled", true); }
};

class NodeReader {
 public:
  NodeReader(const Project& project, Renderer& renderer, Properties& properties,
             std::vector<catalog::Finding>& findings);

  std::vector<ProjectNode> read();

 private:
  struct Version {
    const PropertyEntry* entry = nullptr;
    const Data* version = nullptr;
    std::string number;
    bool is_latest = false;
  };

  void collect_versions();
  void describe_elsewhere(const std::string& section);
  void read_models(uint32_t package);
  void read_seeds(uint32_t package);
  void read_snapshots(uint32_t package);
  void read_analyses(uint32_t package);
  void read_tests(uint32_t package);
  void read_yaml_snapshots(uint32_t package);
  void read_functions(uint32_t package);
  ProjectNode node_of(uint32_t package, catalog::ResourceKind kind, const std::string& path,
                      const std::string& below, const std::string& name) const;
  std::optional<std::string> text_of(ProjectNode& node);
  void find_properties(ProjectNode& node, std::string_view section);
  void apply_version(ProjectNode& node);
  void apply_config(ProjectNode& node, std::string_view section);
  void finish_config(ProjectNode& node, std::string_view section);
  void ask(ProjectNode& node, std::string_view text);
  void ask_hooks(ProjectNode& node);
  Subject subject_of(const ProjectNode& node) const;
  void name_relation(ProjectNode& node);
  GeneratedName generated(const char* macro, const std::optional<std::string>& custom,
                          const ProjectNode& node, const Subject& subject, std::string usual);
  bool overrides(uint32_t package, const char* macro) const;
  void keep(ProjectNode node);

  const Project& project_;
  Renderer& renderer_;
  Properties& properties_;
  std::vector<catalog::Finding>& findings_;
  std::vector<ProjectNode> nodes_;
  std::unordered_map<std::string, Version> versions_;  // "package/file name"
  std::unordered_map<std::string, size_t> by_id_;
  std::vector<std::vector<std::string>> overridden_;  // generate_*_name macros, by package
};

// `config` of an entry with what may stand beside it: meta, access, group; of what is no node (a
// source, an exposure, a metric) tags too, which dbt passes over beside a model's.
enum class BesideConfig : uint8_t { node, no_node };
Data own_config(const Data& entry, BesideConfig beside);

}  // namespace tally::importing::dbt
