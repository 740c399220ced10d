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

  // What must not be named: also what was hidden when it was read before, unless the project shows
  // it now (hidden_names.h).
  const HiddenNames& hidden();
  // False while it, or a file of it, cannot be read.
  bool knows_what_is_hidden();
  // It cannot be read, never could be, and seems to hide something: nobody knows what. Nothing of
  // the warehouse may be shown.
  bool may_hide_anything();

  // Call only where one is named.
  Result<const importing::dbt::Import*> read();
  // The same, for whoever wants no more than it: nothing else may be called then.
  Result<importing::dbt::Import> take();

  // Looks again, as a new one would.
  void forget();

 private:
  std::string key() const;
  uint64_t rule_key() const;
  bool load_kept();
  void look_at_hidden(const Result<const importing::dbt::Import*>& whole);
  void keep(const std::vector<std::string>& files, uint64_t stamp) const;

  const DbtSettings& settings_;
  std::string state_file_;
  std::optional<std::string> version_;
  std::string fault_, hint_;
  ErrorKind fault_kind_ = ErrorKind::user;
  HiddenNames hidden_;
  std::optional<HiddenNames> hidden_before_;  // when it was last read whole, by the same rule
  bool is_in_doubt_ = false, may_hide_anything_ = false;
  std::optional<importing::dbt::Import> import_;
};

}  // namespace tally::answer
