// What dbt stops at in property files and settings, where the rest can be read all the same: each
// is named at its line. Only what is certain for any version of dbt.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

#include "import/dbt/project_draft.h"

namespace tally::importing::dbt {
namespace {

using catalog::Finding;

class EntryCheck {
 public:
  EntryCheck(const PropertyEntry& entry, std::vector<Finding>& findings)
      : entry_(entry), findings_(findings) {}

  void report(const Data& at, std::string message) const {
    findings_.push_back({.code = "broken_properties",
                         .resource = entry_.data->text_of("name"),
                         .file = entry_.file,
                         .line = std::max(at.line, entry_.data->line),
                         .message = std::move(message)});
  }

  void columns_and_tests() const {
    check_tests(*entry_.data);
    const Data* columns = entry_.data->get("columns");
    if (!columns) return;
    if (!columns->is_list()) return report(*columns, "\"columns\" must be a list");
    for (const Data& column : columns->values) check_tests(column);
  }

  // A test is a name, or a map of one name to its arguments.
  void check_tests(const Data& tested) const {
    for (const char* key : {"tests", "data_tests"}) {
      const Data* tests = tested.get(key);
      if (!tests) continue;
      if (!tests->is_list()) {
        report(*tests, fmt::format("\"{}\" must be a list", key));
        continue;
      }
      for (const Data& test : tests->values) {
        const bool is_named = test.is_map() && test.get("test_name");
        if (test.is_text() || is_named || (test.is_map() && test.keys.size() == 1)) continue;
        report(test, "a test must be a name, or a map of one name to its arguments");
      }
    }
  }

  void versions() const {
    const Data* versions = entry_.data->get("versions");
    std::set<std::string> known;
    for (const Data& version : versions ? versions->values : std::vector<Data>())
      if (const std::string number = version.text_of("v"); !known.insert(number).second)
        report(version, fmt::format("version {} is there twice", number));
    const std::string latest = entry_.data->text_of("latest_version");
    if (!latest.empty() && !known.contains(latest))
      report(*entry_.data->get("latest_version"),
             fmt::format("latest_version {} is none of its versions", latest));
  }

  void exposure() const {
    constexpr std::array<std::string_view, 5> kTypes = {"dashboard", "notebook", "analysis", "ml",
                                                        "application"};
    const Data& data = *entry_.data;
    const std::string type = data.text_of("type");
    if (std::find(kTypes.begin(), kTypes.end(), type) == kTypes.end())
      report(data, fmt::format("the type of an exposure is one of {}", fmt::join(kTypes, ", ")));
    const Data* owner = data.get("owner");
    if (!owner || (owner->text_of("name").empty() && owner->text_of("email").empty()))
      report(data, "an exposure has an owner with name or email");
  }

 private:
  const PropertyEntry& entry_;
  std::vector<Finding>& findings_;
};

}  // namespace

void ProjectDraft::check_properties() {
  for (const char* section : {"models", "seeds", "snapshots"})
    for (const PropertyEntry& entry : properties_.section(section)) {
      const EntryCheck check(entry, findings_);
      check.columns_and_tests();
      check.versions();
    }
  for (const PropertyEntry& entry : properties_.section("exposures"))
    EntryCheck(entry, findings_).exposure();
  for (const ProjectNode& node : nodes_)
    if (node.is_enabled() && !node.is_test) check_config(node);
}

// Values of config that dbt does not take.
void ProjectDraft::check_config(const ProjectNode& node) {
  const auto report = [&](std::string message) {
    findings_.push_back({.code = "broken_config",
                         .resource = node.id,
                         .file = node.file,
                         .line = node.first_line,
                         .message = std::move(message)});
  };
  const Data& config = node.config;
  const Data* enabled = config.get("enabled");
  if (enabled && !is_true(*enabled) && !is_false(*enabled))
    report("enabled is neither true nor false");
  if (const Data* given = config.get("materialized"); given && !given->is_text())
    report("materialized is no text");
  const std::string access = config.text_of("access");
  if (!access.empty() && access != "public" && access != "protected" && access != "private")
    report(fmt::format("access {} is none of public, protected, private", access));
  const std::string group = config.text_of("group");
  if (!group.empty() && !groups_.contains(group))
    report(fmt::format("there is no group {}", group));
  const bool is_snapshot = node.kind == catalog::ResourceKind::snapshot;
  if (is_snapshot && (!config.get("strategy") || !config.get("unique_key")))
    report("a snapshot needs strategy and unique_key");
}

}  // namespace tally::importing::dbt
