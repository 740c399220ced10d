#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

#include "base/bytes.h"
#include "import/dbt/import.h"
#include "import/dbt/project_draft.h"
#include "import/dbt/project_reader.h"

namespace tally::importing::dbt {
namespace {

// Of what was read, not of the files: two projects that say the same are the same.
uint64_t fingerprint(const Draft& draft) {
  uint64_t sum = 0;
  const auto add = [&](std::string_view text) { sum = sum * 0x9e3779b97f4a7c15u + checksum(text); };
  for (const DraftResource& one : draft.resources) {
    const auto& resource = one.resource;
    for (const auto& text :
         {resource.id, resource.description, resource.path, resource.schema, resource.identifier,
          resource.database, resource.materialized, resource.owner, resource.notes})
      add(text);
    for (const auto& list : {one.reads, resource.tags, resource.aliases})
      for (const auto& text : list) add(text);
    for (const auto& column : resource.columns) {
      add(column.name);
      add(column.type);
      add(column.description);
    }
  }
  for (const DraftTest& test : draft.tests) add(test.test.id);
  return sum;
}

// An absent package is named by the file that asks for it, or else at its first use.
void keep_first_of_each_absent(const Project& project, std::vector<catalog::Finding>& findings) {
  std::unordered_set<std::string> told;
  std::erase_if(findings, [&](const catalog::Finding& finding) {
    if (finding.code != "absent_package" || finding.resource.empty()) return false;
    if (!told.insert(finding.message).second) return true;
    return std::any_of(project.absent_packages.begin(), project.absent_packages.end(),
                       [&](const std::string& name) {
                         return finding.message.find(" " + name + " ") != std::string::npos;
                       });
  });
}

// Each folder is looked through for several kinds of files.
void keep_first_of_each(std::vector<catalog::Finding>& findings) {
  std::unordered_set<std::string> told;
  std::erase_if(findings, [&](const catalog::Finding& one) {
    return !told.insert(fmt::format("{}\x1f{}\x1f{}\x1f{}\x1f{}", one.code, one.resource, one.file,
                                    one.line, one.message))
                .second;
  });
}

}  // namespace

Result<Import> import_all(const ProjectOptions& options) {
  std::vector<catalog::Finding> findings;
  TALLY_TRY(const Project project, read_project(options, findings));
  Renderer renderer(project);
  findings.insert(findings.end(), renderer.findings().begin(), renderer.findings().end());
  Properties properties(project, renderer, findings);
  properties.read();
  Draft draft = ProjectDraft(project, renderer, properties, options.hide, findings).read();
  draft.version = fmt::format("project-{:016x}", fingerprint(draft));
  keep_first_of_each_absent(project, findings);
  keep_first_of_each(findings);
  draft.findings = std::move(findings);
  return import_of(std::move(draft), options.hidden_before);
}

Result<catalog::Inventory> import_project(const ProjectOptions& options) {
  TALLY_TRY(auto all, import_all(options));
  return catalog::Inventory::without_hidden_columns(std::move(all.inventory));
}

}  // namespace tally::importing::dbt
