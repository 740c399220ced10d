#pragma once
// The dbt project that tally.yml names (`dbt:`): read when somebody wants it, and known to be the
// same without being read. Most questions want no more than that.

#include <optional>
#include <string>
#include <string_view>

#include "answer/project/hidden_names.h"
#include "answer/settings.h"
#include "base/result.h"
#include "import/dbt/import.h"

namespace tally::answer {

// The settings as the import takes them. env_var() sees what they name and dbt's own variables
// (DBT_*) of the process, but none that dbt calls secret.
importing::dbt::HideRule hide_rule_of(const DbtSettings& settings);
importing::dbt::ProjectOptions project_options(const DbtSettings& settings,
                                               const std::string& folder);
// A folder stands for the manifest in it, or in its target/.
importing::dbt::ManifestOptions manifest_options(const DbtSettings& settings,
                                                 const std::string& named);

// The first file or folder that cannot be read, or nullptr: what it says is hidden is not known.
const catalog::Finding* unread_file(const catalog::Inventory& inventory);

class ProjectSource {
 public:
  // `state_file` keeps what the project was when it was last read.
  ProjectSource(const DbtSettings& settings, std::string state_file)
      : settings_(settings), state_file_(std::move(state_file)) {}

  bool is_named() const { return !settings_.project.empty() || !settings_.manifest.empty(); }

  // Identifies what the project says; empty where none is named. Two numbers a file to look at
  // where nothing changed; else the project is read.
  const std::string& version();
  // Why it cannot be read, or empty; known once version() is.
  const std::string& fault() const { return fault_; }

  // What must not be named, as far as anybody knows: while it, or a property file, cannot be read,
  // that and what was hidden when it last could.
  const HiddenNames& hidden();
  bool knows_what_is_hidden();

  // Call only where one is named.
  Result<const importing::dbt::Import*> read();

  // Looks again, as a new one would.
  void forget();

 private:
  std::string key() const;
  uint64_t rule_key() const;
  bool load_kept();
  void keep(const std::vector<std::string>& files, uint64_t stamp) const;

  const DbtSettings& settings_;
  std::string state_file_;
  std::optional<std::string> version_;
  std::string fault_, hint_;
  HiddenNames hidden_, hidden_before_;
  bool has_unread_file_ = false;
  std::optional<importing::dbt::Import> import_;
};

}  // namespace tally::answer
