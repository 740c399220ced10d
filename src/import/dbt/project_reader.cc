#include "import/dbt/project_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <set>

#include "base/files.h"
#include "import/dbt/render.h"
#include "import/dbt/text_file.h"
#include "import/dbt/yaml.h"
#include "text/identifier.h"

namespace tally::importing::dbt {
namespace {

namespace fs = std::filesystem;
using catalog::Finding;

constexpr const char* kProjectFiles[] = {"dbt_project.yml", "dbt_project.yaml"};

// Settings that are looked at before there is anything to render with; folder config, variables
// and hooks are rendered where they are used.
constexpr std::string_view kRendered[] = {
    "version",    "model-paths",           "source-paths", "seed-paths",     "data-paths",
    "test-paths", "snapshot-paths",        "macro-paths",  "analysis-paths", "function-paths",
    "docs-paths", "packages-install-path", "modules-path"};

bool has_template(const Data& data) {
  return data.is_text() && data.text.find("{{") != data.text.npos;
}

std::string file_of(const std::string& folder, std::initializer_list<const char*> names) {
  std::error_code failed;
  for (const char* name : names) {
    const fs::path path = fs::path(folder) / name;
    if (fs::is_regular_file(path, failed)) return path.string();
  }
  return {};
}

// Of dbt 1.11's contract for the file, and what older ones had.
constexpr std::string_view kSettings[] = {"analyses",
                                          "analysis-paths",
                                          "anchors",
                                          "asset-paths",
                                          "clean-targets",
                                          "config-version",
                                          "data-paths",
                                          "data_tests",
                                          "dbt-cloud",
                                          "dispatch",
                                          "docs-paths",
                                          "exposures",
                                          "flags",
                                          "function-paths",
                                          "functions",
                                          "log-path",
                                          "macro-paths",
                                          "metrics",
                                          "model-paths",
                                          "models",
                                          "modules-path",
                                          "name",
                                          "on-run-end",
                                          "on-run-start",
                                          "packages",
                                          "packages-install-path",
                                          "profile",
                                          "project-root",
                                          "query-comment",
                                          "quoting",
                                          "require-dbt-version",
                                          "restrict-access",
                                          "saved-queries",
                                          "seed-paths",
                                          "seeds",
                                          "semantic-models",
                                          "snapshot-paths",
                                          "snapshots",
                                          "source-paths",
                                          "sources",
                                          "target-path",
                                          "test-paths",
                                          "tests",
                                          "unit_tests",
                                          "vars",
                                          "version"};

std::vector<std::string> paths_of(const Data& settings, std::string_view key, std::string_view old,
                                  std::vector<std::string> usual) {
  for (const std::string_view name : {key, old})
    if (!name.empty() && settings.get(name)) return settings.texts_of(name);
  return usual;
}

void read_paths(Package& package) {
  const Data& settings = package.settings;
  auto& paths = package.paths;
  paths.models = paths_of(settings, "model-paths", "source-paths", {"models"});
  paths.seeds = paths_of(settings, "seed-paths", "data-paths", {"seeds"});
  paths.snapshots = paths_of(settings, "snapshot-paths", "", {"snapshots"});
  paths.analyses = paths_of(settings, "analysis-paths", "", {"analyses"});
  paths.tests = paths_of(settings, "test-paths", "", {"tests"});
  paths.macros = paths_of(settings, "macro-paths", "", {"macros"});
  paths.functions = paths_of(settings, "function-paths", "", {"functions"});
  paths.docs = settings.texts_of("docs-paths");
  if (paths.docs.empty())
    for (const auto* some : {&paths.models, &paths.seeds, &paths.snapshots, &paths.analyses,
                             &paths.macros, &paths.tests, &paths.functions})
      paths.docs.insert(paths.docs.end(), some->begin(), some->end());
  for (const char* key : {"packages-install-path", "modules-path"})
    if (std::string given = settings.text_of(key); !given.empty()) paths.packages_install = given;
}

// dbt's paths lie in the project; "../shared" is followed as dbt does.
void drop_absolute_paths(Package& package, const std::string& shown,
                         std::vector<Finding>& findings) {
  auto& paths = package.paths;
  for (auto* some : {&paths.models, &paths.seeds, &paths.snapshots, &paths.analyses, &paths.tests,
                     &paths.macros, &paths.functions, &paths.docs})
    std::erase_if(*some, [&](const std::string& path) {
      if (!fs::path(path).is_absolute()) return false;
      findings.push_back({.code = "broken_project",
                          .file = shown,
                          .message = fmt::format("the path {} is absolute: it is not read", path)});
      return true;
    });
}

void read_dispatch(Package& package) {
  const Data* all = package.settings.get("dispatch");
  if (!all) return;
  for (const Data& one : all->values)
    package.dispatch.push_back({one.text_of("macro_namespace"), one.texts_of("search_order")});
}

std::string in_package(const Package& package, const std::string& path) {
  return package.relative.empty() ? path : package.relative + "/" + path;
}

void read_macros(Package& package, std::vector<Finding>& findings) {
  const auto add = [&](const std::string& below) {
    for (const std::string& path :
         files_below(package.folder, below, {".sql"}, package.relative, findings)) {
      const bool is_known = std::any_of(package.macro_files.begin(), package.macro_files.end(),
                                        [&](const TextFile& file) { return file.path == path; });
      if (is_known) continue;
      auto text = read_text_file(package.folder + "/" + path, in_package(package, path), findings);
      if (text) package.macro_files.push_back({path, *std::move(text)});
    }
  };
  for (const std::string& below : package.paths.macros) add(below);
  for (const std::string& below : package.paths.tests) add(below + "/generic");
}

class ProjectReader {
 public:
  ProjectReader(const ProjectOptions& options, std::vector<Finding>& findings)
      : options_(options), findings_(findings) {}

  Result<Project> read() {
    read_vars();
    project_.invocation.environment = options_.environment;
    project_.packages.emplace_back();  // for whoever renders what the root's own file says
    TALLY_TRY(project_.packages[0], read_root());
    read_installed();
    read_required();
    std::sort(project_.packages.begin() + 1, project_.packages.end(),
              [](const Package& a, const Package& b) { return a.name < b.name; });
    for (Package& package : project_.packages) read_macros(package, findings_);
    if (project_.invocation.adapter.empty()) take_named_adapter();
    return std::move(project_);
  }

 private:
  Result<Package> read_root() {
    std::error_code failed;
    const fs::path folder = fs::absolute(options_.folder, failed).lexically_normal();
    const std::string file = file_of(folder.string(), {kProjectFiles[0], kProjectFiles[1]});
    if (file.empty()) return no_project(folder);
    std::vector<Finding> faults;
    auto package = read_package(folder.string(), "", faults);
    if (package) {
      findings_.insert(findings_.end(), faults.begin(), faults.end());
      return *std::move(package);
    }
    const Finding& fault = faults.back();
    return user_error(fault.line > 0 ? fmt::format("{}:{}: {}", file, fault.line, fault.message)
                                     : fmt::format("{}: {}", file, fault.message),
                      "correct the file, or name another project");
  }

  static Error no_project(const fs::path& folder) {
    std::error_code failed;
    const std::string hint = "name the folder of a dbt project";
    if (!fs::exists(folder, failed))
      return user_error(fmt::format("there is no folder {}", folder.string()), hint);
    if (!fs::is_directory(folder, failed))
      return user_error(fmt::format("{} is no folder", folder.string()), hint);
    return user_error(fmt::format("there is no dbt_project.yml in {}", folder.string()), hint);
  }

  // The last of `faults` says why there is none.
  std::optional<Package> read_package(const std::string& folder, const std::string& relative,
                                      std::vector<Finding>& faults) {
    const std::string file = file_of(folder, {kProjectFiles[0], kProjectFiles[1]});
    if (file.empty()) return std::nullopt;
    Package package;
    package.folder = folder;
    package.relative = relative;
    package.settings_file = fs::path(file).filename().string();
    const std::string shown = in_package(package, package.settings_file);
    auto settings = read_yaml_file(file, shown, faults);
    if (!settings) return std::nullopt;
    if (!settings->is_map()) {
      faults.push_back({.severity = Finding::Severity::error,
                        .code = "broken_project",
                        .file = shown,
                        .line = settings->is_null() ? 0 : std::max(settings->line, 1u),
                        .message = settings->is_null()
                                       ? "the file is empty: it must say name: at least"
                                       : "it must be a map of settings, like name: shop"});
      return std::nullopt;
    }
    for (const char* key : {"name", "profile"}) render(*settings, key, shown, faults);
    package.name = settings->text_of("name");
    if (package.name.empty()) {
      faults.push_back({.severity = Finding::Severity::error,
                        .code = "broken_project",
                        .file = shown,
                        .message = "the project has no name"});
      return std::nullopt;
    }
    if (const std::string version = settings->text_of("config-version");
        !version.empty() && version != "2")
      faults.push_back({.severity = Finding::Severity::error,
                        .code = "broken_project",
                        .file = shown,
                        .line = settings->get("config-version")->line,
                        .message = fmt::format("config-version {}: dbt takes 2", version)});
    check_settings(*settings, package.name, shown, faults);
    if (relative.empty()) read_profile(options_, settings->text_of("profile"), project_, findings_);
    for (const std::string_view key : kRendered) render(*settings, key, shown, faults);
    package.version = settings->text_of("version");
    package.settings = *std::move(settings);
    read_vars_file(package);
    read_paths(package);
    drop_absolute_paths(package, shown, faults);
    read_dispatch(package);
    return package;
  }

  // What dbt stops at, and what can be read all the same.
  static void check_settings(const Data& settings, const std::string& name,
                             const std::string& shown, std::vector<Finding>& faults) {
    const auto report = [&](const Data& at, std::string message) {
      faults.push_back({.code = "broken_project",
                        .file = shown,
                        .line = std::max(at.line, 1u),
                        .message = std::move(message)});
    };
    const bool is_word = std::all_of(name.begin(), name.end(), [](char c) {
      return text::is_identifier_character(c) || static_cast<unsigned char>(c) >= 0x80;
    });
    if (!is_word || (name[0] >= '0' && name[0] <= '9'))
      report(*settings.get("name"),
             fmt::format("the name {} is no word of letters, digits and _", name));
    for (const char* key :
         {"models", "seeds", "snapshots", "sources", "tests", "data_tests", "exposures", "vars"})
      if (const Data* given = settings.get(key); given && !given->is_map())
        report(*given, fmt::format("\"{}\" must be a map", key));
    for (size_t at = 0; at < settings.keys.size(); ++at)
      if (std::find(std::begin(kSettings), std::end(kSettings), settings.keys[at]) ==
          std::end(kSettings))
        report(
            settings.values[at],
            fmt::format("\"{}\" is no setting of a project: dbt stops at it", settings.keys[at]));
  }

  // A setting, or each item of a list, by what is known: variables, the environment, the target.
  void render(Data& settings, std::string_view key, const std::string& shown,
              std::vector<Finding>& faults) {
    const Data* found = settings.get(key);
    if (!found) return;
    Data given = *found;
    const auto render_one = [&](Data& value) {
      if (!has_template(value)) return;
      const auto rendered = Renderer(project_).value_of(0, value.text, nullptr);
      if (rendered.ok() && rendered->is_scalar() && !rendered->text.empty()) {
        value.text = rendered->text;
        return;
      }
      faults.push_back(
          {.severity = Finding::Severity::error,
           .code = "broken_project",
           .file = shown,
           .line = value.line,
           .message = fmt::format("{}: {} {}", key, value.text,
                                  rendered.ok() ? "is nothing" : rendered.error().message)});
      value.text.clear();
    };
    render_one(given);
    for (Data& item : given.values) render_one(item);
    std::erase_if(given.values,
                  [](const Data& item) { return item.is_text() && item.text.empty(); });
    settings.set(key, std::move(given));
  }

  // Where nothing else says what the adapter is: what the project is written for.
  void take_named_adapter() {
    const Package& root = project_.root();
    const auto settings = read_file(root.folder + "/" + root.settings_file);
    std::vector<std::string_view> texts;
    if (settings.ok()) texts.push_back(*settings);
    for (const TextFile& file : root.macro_files) texts.push_back(file.text);
    project_.invocation.adapter = named_adapter(texts);
    if (project_.invocation.adapter.empty()) return;
    findings_.push_back(
        {.severity = Finding::Severity::note,
         .code = "guessed_adapter",
         .file = root.settings_file,
         .message = fmt::format("no profile and no requirement file says the adapter: it is taken "
                                "for {}, which the project names most",
                                project_.invocation.adapter)});
  }

  // vars.yml holds the variables in place of dbt_project.yml (dbt 1.12).
  void read_vars_file(Package& package) {
    const std::string file = file_of(package.folder, {"vars.yml"});
    if (file.empty()) return;
    const std::string shown = in_package(package, "vars.yml");
    const auto data = read_yaml_file(file, shown, findings_);
    const Data* vars = data ? data->get("vars") : nullptr;
    if (!vars) return;
    if (const Data* both = package.settings.get("vars"); both && !both->keys.empty())
      findings_.push_back(
          {.severity = Finding::Severity::error,
           .code = "broken_project",
           .file = shown,
           .line = vars->line,
           .message = fmt::format("variables are in {} too: those of vars.yml count",
                                  package.settings_file)});
    package.settings.set("vars", *vars);
    package.has_vars_file = true;
  }

  void add_package(const std::string& folder, const std::string& relative) {
    auto package = read_package(folder, relative, findings_);
    if (!package || project_.package(package->name)) return;
    project_.packages.push_back(*std::move(package));
  }

  void read_installed() {
    const Package& root = project_.root();
    const std::string installed = root.paths.packages_install;
    for (const std::string& below : {installed, std::string("dbt_modules")}) {
      std::error_code failed;
      const fs::path folder = fs::path(project_.root().folder) / below;
      std::vector<std::string> names;
      for (const auto& entry : fs::directory_iterator(folder, failed))
        if (entry.is_directory(failed)) names.push_back(entry.path().filename().string());
      std::sort(names.begin(), names.end());
      for (const std::string& name : names)
        add_package((folder / name).string(), fmt::format("{}/{}", below, name));
    }
  }

  // What packages.yml and dependencies.yml ask for; of local packages the folder itself.
  void read_required() {
    // Packages have packages; each local one that is found here is looked at in its turn.
    for (size_t at = 0; at < project_.packages.size(); ++at) {
      for (const char* name : {"packages.yml", "dependencies.yml"}) {
        const std::string folder = project_.packages[at].folder;
        const std::string relative = project_.packages[at].relative;
        const std::string file = file_of(folder, {name});
        if (file.empty()) continue;
        const std::string shown = in_package(project_.packages[at], name);
        const auto data = read_yaml_file(file, shown, findings_);
        if (const Data* projects = data ? data->get("projects") : nullptr)
          for (const Data& entry : projects->values)
            if (std::string other = entry.text_of("name");
                !other.empty() && !project_.package(other))
              absent(other, other, entry, shown);
        const Data* packages = data ? data->get("packages") : nullptr;
        if (!packages) continue;
        for (const Data& entry : packages->values) require(entry, folder, relative, shown);
      }
    }
  }

  // `folder`: of the package that asks.
  void require(const Data& entry, const std::string& asking, const std::string& relative,
               const std::string& file) {
    if (std::string local = entry.text_of("local"); !local.empty()) {
      const fs::path folder = (fs::path(asking) / local).lexically_normal();
      const size_t before = project_.packages.size();
      add_package(folder.string(), (fs::path(relative) / local).lexically_normal().string());
      std::error_code failed;
      if (project_.packages.size() == before && !fs::exists(folder, failed))
        absent(local, folder.filename().string(), entry, file);
      return;
    }
    for (const char* key : {"package", "git", "tarball", "private"}) {
      const std::string wanted = entry.text_of(key);
      if (wanted.empty()) continue;
      const std::string name = package_name(
          key == std::string_view("tarball") && entry.get("name") ? entry.text_of("name") : wanted);
      if (!is_installed(name, entry.text_of("subdirectory"))) absent(wanted, name, entry, file);
    }
  }

  // "dbt-labs/dbt_utils", "https://host/a/dbt-utils.git" → "dbt_utils"
  static std::string package_name(std::string text) {
    while (text.ends_with('/')) text.pop_back();
    if (text.ends_with(".git")) text.resize(text.size() - 4);
    if (text.ends_with(".tar.gz")) text.resize(text.size() - 7);
    const size_t slash = text.find_last_of("/:");
    if (slash != text.npos) text.erase(0, slash + 1);
    std::replace(text.begin(), text.end(), '-', '_');
    return text;
  }

  bool is_installed(const std::string& name, const std::string& subdirectory) const {
    for (const Package& package : project_.packages) {
      const std::string folder = package_name(package.folder);
      if (package.name == name || folder == name || package.name == "dbt_" + name ||
          "dbt_" + package.name == name)
        return true;
      if (!subdirectory.empty() && package.name == package_name(subdirectory)) return true;
    }
    return false;
  }

  void absent(const std::string& wanted, const std::string& name, const Data& entry,
              const std::string& file) {
    auto& all = project_.absent_packages;
    if (std::find(all.begin(), all.end(), name) != all.end()) return;
    all.push_back(name);
    findings_.push_back({.code = "absent_package",
                         .file = file,
                         .line = entry.line,
                         .message = fmt::format("package {} is not installed ({} has none of it): "
                                                "what it defines is not known",
                                                wanted, project_.root().paths.packages_install)});
  }

  void read_vars() {
    Data& vars = project_.invocation.vars;
    vars.kind = Data::Kind::map;
    for (const auto& [name, text] : options_.vars) {
      const Yaml value = read_yaml(text);
      if (value.faults.empty()) vars.set(name, value.data);
    }
    if (options_.more_vars.empty()) return;
    Yaml more = read_yaml(options_.more_vars);
    if (!more.faults.empty() || !more.data.is_map()) {
      findings_.push_back({.severity = Finding::Severity::error,
                           .code = "broken_vars",
                           .message = "--vars is no YAML map: write it like {name: value}"});
      return;
    }
    for (size_t at = 0; at < more.data.keys.size(); ++at)
      vars.set(more.data.keys[at], std::move(more.data.values[at]));
  }

  const ProjectOptions& options_;
  std::vector<Finding>& findings_;
  Project project_;
};

}  // namespace

const Package* Project::package(std::string_view name) const {
  for (const Package& one : packages)
    if (one.name == name) return &one;
  return nullptr;
}

namespace {

std::string from_line(const std::string& text, uint32_t line) {
  size_t at = 0;
  for (; line > 1 && at != std::string::npos; --line) at = text.find('\n', at) + 1;
  return text.substr(std::min(at, text.size()));
}

}  // namespace

std::optional<Data> read_yaml_file(const std::string& path, const std::string& shown,
                                   std::vector<Finding>& findings, UncountedYaml* uncounted) {
  const auto text = read_text_file(path, shown, findings);
  if (!text) return std::nullopt;
  Yaml yaml = read_yaml(*text);
  for (const auto& doubt : yaml.doubts)
    findings.push_back({.code = "doubtful_yaml",
                        .file = shown,
                        .line = doubt.line,
                        .message = fmt::format("column {}: {}", doubt.column, doubt.message)});
  if (uncounted) {
    uncounted->repeated = std::move(yaml.passed_over);
    if (yaml.end > 0) uncounted->beyond = from_line(*text, yaml.end);
  }
  if (yaml.faults.empty()) return std::move(yaml.data);
  for (const auto& fault : yaml.faults)
    findings.push_back({.severity = Finding::Severity::error,
                        .code = "broken_yaml",
                        .file = shown,
                        .line = fault.line,
                        .message = fmt::format("column {}: {}; nothing of the file is read",
                                               fault.column, fault.message)});
  return std::nullopt;
}

Result<Project> read_project(const ProjectOptions& options, std::vector<Finding>& findings) {
  return ProjectReader(options, findings).read();
}

}  // namespace tally::importing::dbt
