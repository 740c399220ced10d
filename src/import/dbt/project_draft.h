#pragma once
// Nodes and properties of a raw project → a draft: ids, edges, columns, tests.

#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "import/dbt/draft.h"
#include "import/dbt/folder_config.h"
#include "import/dbt/generic_tests.h"
#include "import/dbt/project_nodes.h"

namespace tally::importing::dbt {

class ProjectDraft {
 public:
  ProjectDraft(const Project& project, Renderer& renderer, Properties& properties,
               const HideRule& hide, std::vector<catalog::Finding>& findings);

  Draft read();

 private:
  // project_sources.cc
  void add_sources();
  void add_source_table(const PropertyEntry& entry, const Data& source, const Data& table);
  std::vector<std::string> source_tags(const PropertyEntry& entry, const Data& source,
                                       const Data& table, const std::vector<std::string>& fqn);
  void add_source_tables(const PropertyEntry& entry, const Data* patch);
  void report_unused_override(const PropertyEntry& entry);

  // project_draft.cc
  void add_nodes(std::vector<ProjectNode> nodes);
  void add_node(ProjectNode& node);
  void index_nodes(const std::vector<ProjectNode>& nodes);
  void fill_resource(const ProjectNode& node, DraftResource& draft);
  TestOwner test_owner(const ProjectNode& node, const PropertyEntry& file) const;
  Hiding said_of(const Data& entry) const;
  void hide(DraftResource& draft, const Data& config);
  void hide_by_entry(DraftResource& draft, const Data& entry) const;
  void lay_root_config(Data& config, std::string_view section, const std::vector<std::string>& fqn,
                       Laying laying);
  void report_unknown_hiding();
  void hide_disabled(const ProjectNode& node);
  void hide_besides(const DraftResource& one);
  void report_unused_properties(const std::vector<ProjectNode>& nodes);
  void apply_contract(const Data& entry, catalog::Resource& resource, uint32_t package);

  // project_links.cc
  std::vector<std::string> ids_of(const Asked& asked, uint32_t package, const std::string& asking,
                                  const std::string& file);
  std::optional<std::string> id_of(const RefCall& ref, uint32_t package, const std::string& asking,
                                   const std::string& file);
  std::string why_unresolved(const RefCall& ref, RefTable::Outcome outcome) const;
  std::optional<std::string> id_of(const SourceCall& source, uint32_t package,
                                   const std::string& asking, const std::string& file);
  std::optional<std::string> id_of_function(const RefCall& call, uint32_t package,
                                            const std::string& asking, const std::string& file);
  std::vector<std::string> quiet_ids_of(const Asked& asked, uint32_t package);
  void check_access(const ProjectNode& target, uint32_t package, const std::string& asking,
                    const std::string& file, uint32_t line);
  void report_cycles();
  void report_clashes();

  // project_tests.cc
  void add_declared_tests(const Data& entry, const TestOwner& owner, const PropertyEntry& file);
  bool ask_test(DeclaredTest& test, const PropertyEntry& file);  // false: it is disabled
  TestSettings test_settings() const;
  void add_singular_test(const ProjectNode& node);
  void add_unit_tests();
  void hide_what_is_unread();
  static bool is_for_version(const Data& entry, const std::string& version);
  void check_run_hooks();

  // project_checks.cc
  void check_properties();
  void check_config(const ProjectNode& node);

  // project_metrics.cc
  void add_groups();
  void add_exposures();
  void add_semantic_models();
  void add_semantics_of_models();
  static void add_semantic_parts(catalog::Resource& resource, const Data& entry);
  std::string semantics_id(const PropertyEntry& model) const;  // empty: it has none
  bool is_hidden_already(const std::string& id) const;
  void name_metrics();
  std::vector<std::pair<PropertyEntry, std::string>> all_metrics() const;
  void add_metrics();
  void add_metric(const PropertyEntry& entry, const std::string& around);
  void add_measure_metric(const LayerModel& model, const std::string& name, const std::string& id);
  void add_saved_queries();
  DraftResource entry_draft(const PropertyEntry& entry, catalog::ResourceKind kind,
                            const char* section);
  void collect_named(const Data& data, bool of_measure, std::vector<std::string>& reads, int depth);

  const Project& project_;
  Renderer& renderer_;
  Properties& properties_;
  const HideRule& hide_;
  std::vector<catalog::Finding>& findings_;
  Draft draft_;
  RefTable refs_, sources_, functions_;
  std::vector<ProjectNode> nodes_;
  std::vector<std::string> source_ids_;
  size_t hidden_unknown_ = 0;  // for nobody knows whether they are meant to be
  // Tests of sources wait for the models that they may read.
  struct SourceTests {
    Data table;
    TestOwner owner;
    const PropertyEntry* file;
  };
  std::vector<SourceTests> source_tests_;
  std::unordered_set<std::string> groups_;                     // of any package
  std::unordered_map<std::string, std::string> group_owners_;  // "package/group"
  std::unordered_map<std::string, std::string> measures_;      // name → semantic model's id
  std::unordered_map<std::string, std::string> metrics_;       // name → id
};

// The columns that a list of properties describes; nested maps are passed over.
std::vector<catalog::ResourceColumn> columns_of(const Data* columns, const HideRule& hide);

}  // namespace tally::importing::dbt
