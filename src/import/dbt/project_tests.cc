// Tests of a raw project, generic, singular and unit; and hooks of a run, which are no consumers
// but may ask for what is not there.

#include <fmt/format.h>

#include <algorithm>

#include "import/dbt/folder_config.h"
#include "import/dbt/project_draft.h"
#include "import/dbt/python_model.h"
#include "import/dbt/relation.h"

namespace tally::importing::dbt {

using catalog::Finding;

// What its macro asks for counts, as with dbt; what that configures comes before the declaration's.
bool ProjectDraft::ask_test(DeclaredTest& test, const PropertyEntry& file) {
  const Package& owner = project_.packages[file.package];
  Data config;
  const auto fqn = file.fqn(owner, {test.full_name});
  add_folder_config(config, owner.settings.get("tests"), fqn);
  add_folder_config(config, owner.settings.get("data_tests"), fqn);
  if (!test.call.empty()) {
    Subject subject;
    subject.package = file.package;
    subject.name = test.full_name;
    subject.unique_id = test.draft.test.id;
    subject.path = file.file;
    subject.resource_type = "test";
    subject.first_line = std::max(test.line, 1u);
    Asked asked = renderer_.render(subject, test.call);
    merge_config(config, asked.config);
    std::move(asked.refs.begin(), asked.refs.end(), std::back_inserter(test.asked.refs));
    std::move(asked.sources.begin(), asked.sources.end(), std::back_inserter(test.asked.sources));
  }
  const Data* enabled = test.config.get("enabled");
  if (enabled) config.set("enabled", *enabled);
  if (file.package != 0)
    for (const char* section : {"tests", "data_tests"})
      add_folder_config(config, project_.root().settings.get(section), fqn);
  return properties_.rendered(std::move(config)).truth_of("enabled", true);
}

TestSettings ProjectDraft::test_settings() const {
  TestSettings settings;
  const Data* flags = project_.root().settings.get("flags");
  settings.nests_arguments =
      !flags || flags->truth_of("require_generic_test_arguments_property", true);
  settings.quote = quote_of(project_.invocation.adapter);
  return settings;
}

void ProjectDraft::add_declared_tests(const Data& entry, const TestOwner& owner,
                                      const PropertyEntry& file) {
  const uint32_t package = file.package;
  for (DeclaredTest& test : declared_tests(entry, owner, test_settings())) {
    if (!ask_test(test, file)) continue;
    DraftTest& draft = test.draft;
    draft.test.on.push_back(owner.id);
    for (std::string& id : quiet_ids_of(test.asked, package))
      if (std::find(draft.test.on.begin(), draft.test.on.end(), id) == draft.test.on.end())
        draft.test.on.push_back(std::move(id));
    const auto targets = quiet_ids_of(test.asked_by_to, package);
    if (!targets.empty()) draft.target = targets.front();
    const bool asks = !test.asked_by_to.refs.empty() || !test.asked_by_to.sources.empty();
    if (draft.test.name == "relationships" && asks && targets.empty())
      ids_of(test.asked_by_to, package, owner.id, owner.file);  // for the finding
    draft_.tests.push_back(std::move(draft));
  }
}

void ProjectDraft::add_singular_test(const ProjectNode& node) {
  DraftTest draft;
  draft.test.id = node.id;
  draft.test.name = node.name;
  draft.test.path = node.file;
  draft.test.on = ids_of(node.asked, node.package, node.id, node.file);
  draft_.tests.push_back(std::move(draft));
}

// The versions of the model that the test is for: `versions: {include: […], exclude: […]}`, or all.
bool ProjectDraft::is_for_version(const Data& entry, const std::string& version) {
  const Data* versions = entry.get("versions");
  if (!versions || version.empty()) return true;
  const auto has = [&](const char* key) {
    const auto all = versions->texts_of(key);
    return std::find(all.begin(), all.end(), version) != all.end() ||
           (all.size() == 1 && (all[0] == "all" || all[0] == "*"));
  };
  return (!versions->get("include") || has("include")) && !has("exclude");
}

void ProjectDraft::add_unit_tests() {
  for (const PropertyEntry& entry : properties_.section("unit_tests")) {
    const Data& data = *entry.data;
    if (const Data* config = data.get("config"); config && !config->truth_of("enabled", true))
      continue;
    const std::string model = data.text_of("model");
    const std::string& package = project_.packages[entry.package].name;
    std::string id = fmt::format("unit_test.{}.{}.{}", package, model, data.text_of("name"));
    RefCall call;
    call.name = model;
    call.line = data.line;
    const auto target = id_of(call, entry.package, id, entry.file);
    if (!target) continue;
    for (const ProjectNode& node : nodes_) {
      const bool is_meant = node.version.empty() ? node.id == *target
                                                 : node.package == entry.package &&
                                                       node.name == model && node.is_enabled();
      if (!is_meant || !is_for_version(data, node.version)) continue;
      DraftTest draft;
      draft.test.name = data.text_of("name");
      draft.test.id = node.version.empty() ? id : id + "_v" + node.version;
      draft.test.on = {node.id};
      draft.test.path = entry.file;
      draft_.tests.push_back(std::move(draft));
    }
    if (const Data* given = data.get("given"))
      for (const Data& one : given->values)
        ids_of(read_calls(one.text_of("input"), one.line), entry.package, id, entry.file);
  }
}

// on-run-start and on-run-end are rendered when dbt parses; what they ask for must be there.
void ProjectDraft::check_run_hooks() {
  for (uint32_t at = 0; at < project_.packages.size(); ++at) {
    const Package& package = project_.packages[at];
    const std::string file = path_in_project(package, package.settings_file);
    for (const char* key : {"on-run-start", "on-run-end"}) {
      const Data* given = package.settings.get(key);
      if (!given) continue;
      const std::vector<Data> one(given->is_list() ? 0 : 1, *given);
      size_t number = 0;
      for (const Data& hook : given->is_list() ? given->values : one) {
        Subject subject;
        subject.package = at;
        subject.name = fmt::format("{}-{}-{}", package.name, key, number++);
        subject.unique_id = fmt::format("operation.{}.{}", package.name, subject.name);
        subject.path = file;
        subject.resource_type = "operation";
        subject.first_line = std::max(hook.line, 1u);
        const Asked asked = renderer_.render(subject, hook.text);
        findings_.insert(findings_.end(), asked.findings.begin(), asked.findings.end());
        ids_of(asked, at, subject.unique_id, file);
      }
    }
  }
}

}  // namespace tally::importing::dbt
