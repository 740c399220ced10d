#pragma once
// dbt_project.yml, the packages beside it and the profile → Project.

#include <vector>

#include "base/result.h"
#include "catalog/inventory.h"
#include "import/dbt/import.h"
#include "import/dbt/project.h"

namespace tally::importing::dbt {

// Error `user`: no dbt_project.yml, or one that is no YAML or has no name. What is wrong with
// packages or the profile becomes a finding.
Result<Project> read_project(const ProjectOptions& options,
                             std::vector<catalog::Finding>& findings);

// What the profile says of the target; nothing of it need be there.
void read_profile(const ProjectOptions& options, const std::string& profile, Project& project,
                  std::vector<catalog::Finding>& findings);

// The adapter that requirement files beside the project or the profile's name give away; may be
// empty.
std::string guess_adapter(const std::string& folder, const std::string& profile);

// The adapter that the texts name most; may be empty.
std::string named_adapter(const std::vector<std::string_view>& texts);

// What YAML says and does not count: values of keys that are repeated, as {key: value}, and the
// text behind the first document.
struct UncountedYaml {
  std::vector<Data> repeated;
  std::string beyond;
};

// A YAML file of a package; nullopt with a finding if it cannot be read, findings for what is
// doubtful in it. `shown` names it; `uncounted` takes what does not count.
std::optional<Data> read_yaml_file(const std::string& path, const std::string& shown,
                                   std::vector<catalog::Finding>& findings,
                                   UncountedYaml* uncounted = nullptr);

}  // namespace tally::importing::dbt
