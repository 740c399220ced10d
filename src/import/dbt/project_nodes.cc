#include "import/dbt/project_nodes.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>

#include "import/dbt/folder_config.h"
#include "import/dbt/hidden.h"
#include "import/dbt/python_model.h"
#include "import/dbt/text_file.h"

namespace tally::importing::dbt {
namespace {

namespace fs = std::filesystem;
using catalog::Finding;
using catalog::ResourceKind;

constexpr std::array<const char*, 3> kNameMacros = {"generate_schema_name", "generate_alias_name",
                                                    "generate_database_name"};
constexpr size_t kMaxHeaderBytes = 1u << 20;

std::string stem_of(const std::string& path) {
  return fs::path(path).stem().string();
}

std::string trimmed(const std::string& text) {
  const size_t first = std::min(text.find_first_not_of(" \t\n\r"), text.size());
  return text.substr(first, text.find_last_not_of(" \t\n\r") + 1 - first);
}

// The folders between `below` and the file.
std::vector<std::string> folders_of(const std::string& path, const std::string& below) {
  std::vector<std::string> folders;
  const fs::path relative = fs::path(path).lexically_relative(fs::path(below).lexically_normal());
  for (const auto& part : relative.parent_path()) folders.push_back(part.string());
  return folders;
}

// The first record of a CSV file.
std::vector<std::string> csv_header(std::string_view text, char delimiter) {
  std::vector<std::string> cells(1);
  bool quoted = false;
  for (size_t at = 0; at < text.size() && at < kMaxHeaderBytes; ++at) {
    const char c = text[at];
    if (c == '"') {
      if (quoted && at + 1 < text.size() && text[at + 1] == '"')
        cells.back() += text[at++];
      else
        quoted = !quoted;
    } else if (!quoted && c == '\n') {
      break;
    } else if (!quoted && c == delimiter) {
      cells.emplace_back();
    } else {
      cells.back() += c;
    }
  }
  std::erase_if(cells, [](const std::string& cell) { return cell.empty(); });
  return cells;
}

// Kinds that a property file may describe in one another's section.
bool is_testable(ResourceKind kind) {
  return kind == ResourceKind::model || kind == ResourceKind::seed ||
         kind == ResourceKind::snapshot;
}

bool is_greater_version(const std::string& a, const std::string& b) {
  double x = 0, y = 0;
  const auto first = std::from_chars(a.data(), a.data() + a.size(), x);
  const auto second = std::from_chars(b.data(), b.data() + b.size(), y);
  const bool numbers = first.ec == std::errc() && second.ec == std::errc();
  return numbers ? x > y : a > b;
}

Data config_of(const char* key, const Data& value) {
  Data config;
  config.set(key, value);
  return config;
}

}  // namespace

Data own_config(const Data& entry, BesideConfig beside) {
  Data config;
  config.kind = Data::Kind::map;
  const bool is_node = beside == BesideConfig::node;
  const auto said = [&](const char* key) {
    const Data* given = entry.find(key);
    return given && (!given->is_null() || given->is_unknown) ? given : nullptr;
  };
  for (const char* key : {"meta", "access", "group"})
    if (const Data* given = said(key)) config.set(key, *given);
  for (const char* key : {"tags", "enabled"})
    if (const Data* given = said(key); given && !is_node) config.set(key, *given);
  const Data* given = said("config");
  if (given && given->is_unknown)
    for (const auto key : kHidingKeys) config.set(key, Data::of_unknown());
  if (given && given->is_map()) merge_config(config, *given);
  if (given && given->is_list())  // which dbt refuses
    for (const Data& one : given->values) merge_config(config, one);
  // As in dbt_project.yml, where it is no slip.
  for (const auto& [key, slip] : {std::pair("tags", "+tags"), std::pair("meta", "+meta")})
    if (const Data* slipped = config.get(slip)) merge_config(config, config_of(key, *slipped));
  return config;
}

NodeReader::NodeReader(const Project& project, Renderer& renderer, Properties& properties,
                       std::vector<Finding>& findings)
    : project_(project), renderer_(renderer), properties_(properties), findings_(findings) {
  for (const Package& package : project.packages) {
    auto& macros = overridden_.emplace_back();
    for (const TextFile& file : package.macro_files)
      for (const char* macro : kNameMacros)
        if (file.text.find(macro) != file.text.npos) macros.emplace_back(macro);
  }
}

std::vector<ProjectNode> NodeReader::read() {
  collect_versions();
  for (uint32_t package = 0; package < project_.packages.size(); ++package) {
    read_models(package);
    read_seeds(package);
    read_snapshots(package);
    read_yaml_snapshots(package);
    read_functions(package);
    read_analyses(package);
    read_tests(package);
  }
  if (project_.packages.size() > 1)
    for (const char* section : {"models", "seeds", "snapshots"}) describe_elsewhere(section);
  return std::move(nodes_);
}

// A property file describes a node of its own package, or where that has none that is enabled, of
// any: so a project may say more of a model that a package brings.
void NodeReader::describe_elsewhere(const std::string& section) {
  std::unordered_map<std::string, std::vector<ProjectNode*>> named;
  for (ProjectNode& node : nodes_)
    if (!node.is_test && is_testable(node.kind) && node.is_enabled())
      named[node.name].push_back(&node);
  for (const PropertyEntry& entry : properties_.section(section)) {
    const std::string name = entry.data->text_of("name");
    const auto found = named.find(name);
    if (found == named.end() || entry.data->get("versions")) continue;
    const bool is_own = std::any_of(found->second.begin(), found->second.end(),
                                    [&](auto* node) { return node->package == entry.package; });
    if (is_own || properties_.find(section, entry.package, name) != &entry) continue;
    ProjectNode& node = *found->second.front();
    if (section != std::string(catalog::name_of(node.kind)) + "s") {
      node.misplaced.push_back(&entry);
    } else if (!node.properties) {
      node.properties = &entry;
      node.config = Data();
      apply_config(node, section);
      finish_config(node, section);
      name_relation(node);
    }
  }
}

// Which file holds which version: defined_in, else name_vN; the latest may be in name itself.
void NodeReader::collect_versions() {
  for (const PropertyEntry& entry : properties_.section("models")) {
    const Data* versions = entry.data->get("versions");
    if (!versions) continue;
    const std::string name = entry.data->text_of("name");
    std::string latest = entry.data->text_of("latest_version");
    for (const Data& version : versions->values)
      if (std::string number = version.text_of("v");
          entry.data->text_of("latest_version").empty() &&
          (latest.empty() || is_greater_version(number, latest)))
        latest = number;
    for (const Data& version : versions->values) {
      const std::string number = version.text_of("v");
      std::string file = version.text_of("defined_in");
      const bool is_latest = number == latest;
      const auto add = [&](const std::string& stem) {
        versions_.try_emplace(fmt::format("{}/{}", entry.package, stem),
                              Version{&entry, &version, number, is_latest});
      };
      if (!file.empty()) {
        add(stem_of(file + ".sql") == file ? file : stem_of(file));
        continue;
      }
      add(fmt::format("{}_v{}", name, number));
      if (is_latest) add(name);
    }
  }
}

ProjectNode NodeReader::node_of(uint32_t package, ResourceKind kind, const std::string& path,
                                const std::string& below, const std::string& name) const {
  const Package& owner = project_.packages[package];
  ProjectNode node;
  node.kind = kind;
  node.package = package;
  node.name = name;
  node.id = fmt::format("{}.{}.{}", catalog::name_of(kind), owner.name, name);
  node.path = path;
  node.file = path_in_project(owner, path);
  node.path_below = fs::path(path).lexically_relative(fs::path(below).lexically_normal()).string();
  node.fqn = folders_of(path, below);
  node.fqn.insert(node.fqn.begin(), owner.name);
  node.fqn.push_back(name);
  return node;
}

std::optional<std::string> NodeReader::text_of(ProjectNode& node) {
  const std::string path = project_.packages[node.package].folder + "/" + node.path;
  auto text = read_text_file(path, node.file, findings_);
  if (text) return text;
  // Of a file that is too large the beginning tells what it hides; of one that cannot be read
  // nothing does.
  if (auto beginning = beginning_of(path)) {
    ask(node, *beginning);
    node.asked.findings.clear();
  } else {
    for (const auto key : kHidingKeys) node.asked.config.set(key, Data::of_unknown());
  }
  return text;
}

void NodeReader::find_properties(ProjectNode& node, std::string_view section) {
  node.properties = properties_.find(section, node.package, node.name);
  constexpr std::array<std::string_view, 3> kTestable = {"models", "seeds", "snapshots"};
  if (std::find(kTestable.begin(), kTestable.end(), section) == kTestable.end()) return;
  for (const std::string_view other : kTestable)
    if (const auto* entry = properties_.find(other, node.package, node.name);
        entry && other != section)
      node.misplaced.push_back(entry);
}

void NodeReader::apply_version(ProjectNode& node) {
  const auto found = versions_.find(fmt::format("{}/{}", node.package, node.name));
  if (found == versions_.end()) return;
  const Version& version = found->second;
  node.properties = version.entry;
  node.version_properties = version.version;
  node.version = version.number;
  node.is_latest = version.is_latest;
  node.name = version.entry->data->text_of("name");
  node.id =
      fmt::format("model.{}.{}.v{}", project_.packages[node.package].name, node.name, node.version);
  node.fqn.back() = node.name;
  node.fqn.push_back("v" + node.version);
}

void NodeReader::apply_config(ProjectNode& node, std::string_view section) {
  const Package& owner = project_.packages[node.package];
  add_folder_config(node.config, owner.settings.get(section), node.fqn);
  if (section == "tests")
    add_folder_config(node.config, owner.settings.get("data_tests"), node.fqn);
  node.config = properties_.rendered(std::move(node.config));
  if (node.properties)
    merge_config(node.config, own_config(*node.properties->data, BesideConfig::node));
  if (node.version_properties)
    merge_config(node.config, own_config(*node.version_properties, BesideConfig::node));
}

// After the file's own config: what the root project says of a package's resources.
void NodeReader::finish_config(ProjectNode& node, std::string_view section) {
  merge_config(node.config, node.asked.config);
  if (node.package != 0) {
    Data last;
    add_folder_config(last, project_.root().settings.get(section), node.fqn);
    merge_config(node.config, properties_.rendered(std::move(last)));
  }
  ask_hooks(node);
}

Subject NodeReader::subject_of(const ProjectNode& node) const {
  Subject subject;
  subject.package = node.package;
  subject.name = node.name;
  subject.version = node.version;
  subject.path_below = node.path_below;
  subject.fqn = node.fqn;
  subject.unique_id = node.id;
  subject.path = node.file;
  subject.resource_type = node.is_test ? "test" : std::string(catalog::name_of(node.kind));
  subject.config = &node.config;
  subject.alias = node.config.text_of("alias");
  if (subject.alias.empty()) subject.alias = node.name;
  subject.schema = project_.invocation.schema;
  subject.database = project_.invocation.database;
  subject.first_line = node.first_line;
  return subject;
}

// Hooks are rendered when the project is parsed, so that what they read counts: config's pre_hook
// and post_hook, each a text, {sql: text}, or a list of either.
void NodeReader::ask_hooks(ProjectNode& node) {
  for (const char* key : {"pre_hook", "post_hook", "pre-hook", "post-hook"}) {
    const Data* given = node.config.get(key);
    if (!given) continue;
    const std::vector<Data> one(given->is_list() ? 0 : 1, *given);
    for (const Data& hook : given->is_list() ? given->values : one) {
      const std::string text = hook.is_map() ? hook.text_of("sql") : hook.text;
      if (text.find("{{") == text.npos && text.find("{%") == text.npos) continue;
      const Asked asked = renderer_.render(subject_of(node), text);
      node.asked.refs.insert(node.asked.refs.end(), asked.refs.begin(), asked.refs.end());
      node.asked.sources.insert(node.asked.sources.end(), asked.sources.begin(),
                                asked.sources.end());
    }
  }
}

void NodeReader::ask(ProjectNode& node, std::string_view text) {
  node.asked = node.is_python ? read_python_model(text) : renderer_.render(subject_of(node), text);
  for (Finding& finding : node.asked.findings) {
    if (finding.resource.empty()) finding.resource = node.id;
    if (finding.file.empty()) finding.file = node.file;
  }
}

bool NodeReader::overrides(uint32_t package, const char* macro) const {
  const auto has = [&](const std::vector<std::string>& all) {
    return std::find(all.begin(), all.end(), macro) != all.end();
  };
  return has(overridden_[0]) || has(overridden_[package]);
}

GeneratedName NodeReader::generated(const char* macro, const std::optional<std::string>& custom,
                                    const ProjectNode& node, const Subject& subject,
                                    std::string usual) {
  if (!overrides(node.package, macro)) return {std::move(usual), true};
  auto name = renderer_.generated_name(macro, custom, subject);
  if (name.ok()) return *std::move(name);
  findings_.push_back({.code = "broken_jinja",
                       .resource = node.id,
                       .file = node.file,
                       .message = fmt::format("{}: {}", macro, name.error().message)});
  return {std::move(usual), false};
}

// Where the resource lies in the warehouse: dbt's own rules, or the project's macros for them.
void NodeReader::name_relation(ProjectNode& node) {
  const auto custom = [&](const char* key) -> std::optional<std::string> {
    std::string text = node.config.text_of(key);
    if (text.empty()) return std::nullopt;
    return text;
  };
  const Invocation& invocation = project_.invocation;
  const Subject subject = subject_of(node);
  const auto schema = custom("schema");
  const bool is_snapshot = node.kind == ResourceKind::snapshot;
  const auto target_schema = is_snapshot ? custom("target_schema") : std::nullopt;
  const auto target_database = is_snapshot ? custom("target_database") : std::nullopt;
  node.schema = target_schema ? *target_schema
                              : generated(kNameMacros[0], schema, node, subject,
                                          schema ? invocation.schema + "_" + trimmed(*schema)
                                                 : invocation.schema)
                                    .text;
  const auto alias = custom("alias");
  std::string usual = alias ? trimmed(*alias) : node.name;
  if (!alias && !node.version.empty()) {
    std::string version = node.version;
    std::replace(version.begin(), version.end(), '.', '_');
    usual += "_v" + version;
  }
  auto name = generated(kNameMacros[1], alias, node, subject, usual);
  const Data* given = node.config.find("alias");
  node.is_name_known = name.is_certain && !(given && given->is_unknown);
  node.alias = std::move(name.text);
  const auto database = custom("database");
  node.database = target_database ? *target_database
                                  : generated(kNameMacros[2], database, node, subject,
                                              database ? trimmed(*database) : invocation.database)
                                        .text;
}

void NodeReader::keep(ProjectNode node) {
  const auto [found, is_new] = by_id_.try_emplace(node.id, nodes_.size());
  if (is_new) {
    nodes_.push_back(std::move(node));
    return;
  }
  ProjectNode& first = nodes_[found->second];
  // A disabled namesake is no clash, as with dbt.
  if (!node.is_enabled() || node.file == first.file) return;  // two paths may lead to one file
  if (!first.is_enabled()) {
    first = std::move(node);
    return;
  }
  findings_.push_back({.severity = Finding::Severity::error,
                       .code = "duplicate_name",
                       .resource = node.id,
                       .file = node.file,
                       .line = node.first_line,
                       .message = fmt::format("{} is already defined in {}; that one counts",
                                              node.id, first.file)});
}

void NodeReader::read_models(uint32_t package) {
  const Package& owner = project_.packages[package];
  for (const std::string& below : owner.paths.models) {
    for (const std::string& path :
         files_below(owner.folder, below, {".sql", ".py"}, owner.relative, findings_)) {
      auto node = node_of(package, ResourceKind::model, path, below, stem_of(path));
      node.is_python = path.ends_with(".py");
      find_properties(node, "models");
      apply_version(node);
      apply_config(node, "models");
      if (const auto text = text_of(node)) ask(node, *text);
      finish_config(node, "models");
      name_relation(node);
      keep(std::move(node));
    }
  }
}

void NodeReader::read_seeds(uint32_t package) {
  const Package& owner = project_.packages[package];
  for (const std::string& below : owner.paths.seeds) {
    for (const std::string& path :
         files_below(owner.folder, below, {".csv"}, owner.relative, findings_)) {
      auto node = node_of(package, ResourceKind::seed, path, below, stem_of(path));
      find_properties(node, "seeds");
      apply_config(node, "seeds");
      finish_config(node, "seeds");
      const std::string delimiter = node.config.text_of("delimiter");
      if (const auto line = first_line_of(owner.folder + "/" + path))
        node.header = csv_header(clean_text(*line, node.file, findings_),
                                 delimiter.size() == 1 ? delimiter[0] : ',');
      name_relation(node);
      keep(std::move(node));
    }
  }
}

void NodeReader::read_snapshots(uint32_t package) {
  const Package& owner = project_.packages[package];
  for (const std::string& below : owner.paths.snapshots) {
    for (const std::string& path :
         files_below(owner.folder, below, {".sql"}, owner.relative, findings_)) {
      const std::string file = path_in_project(owner, path);
      const auto text = read_text_file(owner.folder + "/" + path, file, findings_);
      if (!text) continue;
      for (const Block& block : blocks_of(*text, "snapshot", findings_, file)) {
        auto node = node_of(package, ResourceKind::snapshot, path, below, block.name);
        node.fqn.insert(node.fqn.end() - 1, stem_of(path));
        node.first_line = block.line;
        find_properties(node, "snapshots");
        apply_config(node, "snapshots");
        ask(node, block.body);
        finish_config(node, "snapshots");
        name_relation(node);
        keep(std::move(node));
      }
    }
  }
}

// Since dbt 1.9 a snapshot may be YAML alone: {name, relation: ref('orders'), config: …}.
void NodeReader::read_yaml_snapshots(uint32_t package) {
  const Package& owner = project_.packages[package];
  for (const PropertyEntry& entry : properties_.section("snapshots")) {
    const std::string relation = entry.data->text_of("relation");
    if (entry.package != package || relation.empty()) continue;
    std::string below;
    for (const auto* paths : {&owner.paths.snapshots, &owner.paths.models})
      for (const std::string& path : *paths)
        if (below.empty() && entry.path.starts_with(path + "/")) below = path;
    auto node =
        node_of(package, ResourceKind::snapshot, entry.path, below, entry.data->text_of("name"));
    node.first_line = entry.data->line;
    node.properties = &entry;
    apply_config(node, "snapshots");
    node.asked = read_calls(relation, entry.data->line);
    finish_config(node, "snapshots");
    name_relation(node);
    keep(std::move(node));
  }
}

// User-defined functions, since dbt 1.11.
void NodeReader::read_functions(uint32_t package) {
  const Package& owner = project_.packages[package];
  for (const std::string& below : owner.paths.functions) {
    for (const std::string& path :
         files_below(owner.folder, below, {".sql", ".py"}, owner.relative, findings_)) {
      auto node = node_of(package, ResourceKind::function, path, below, stem_of(path));
      node.is_python = path.ends_with(".py");
      find_properties(node, "functions");
      apply_config(node, "functions");
      if (const auto text = text_of(node)) ask(node, *text);
      finish_config(node, "functions");
      name_relation(node);
      keep(std::move(node));
    }
  }
}

void NodeReader::read_analyses(uint32_t package) {
  const Package& owner = project_.packages[package];
  for (const std::string& below : owner.paths.analyses) {
    for (const std::string& path :
         files_below(owner.folder, below, {".sql"}, owner.relative, findings_)) {
      auto node = node_of(package, ResourceKind::analysis, path, below, stem_of(path));
      node.fqn.insert(node.fqn.begin() + 1, "analysis");
      node.path_below = "analysis/" + node.path_below;
      find_properties(node, "analyses");
      apply_config(node, "models");  // dbt has no section of their own
      if (const auto text = text_of(node)) ask(node, *text);
      finish_config(node, "models");
      name_relation(node);
      keep(std::move(node));
    }
  }
}

// Singular tests: *.sql of the test paths; macros of generic ones lie in generic/, rows that unit
// tests are given in fixtures/.
void NodeReader::read_tests(uint32_t package) {
  const Package& owner = project_.packages[package];
  for (const std::string& below : owner.paths.tests) {
    const std::string generic = (fs::path(below) / "generic").string() + "/";
    const std::string fixtures = (fs::path(below) / "fixtures").string() + "/";
    for (const std::string& path :
         files_below(owner.folder, below, {".sql"}, owner.relative, findings_)) {
      if (path.starts_with(generic) || path.starts_with(fixtures)) continue;
      auto node = node_of(package, ResourceKind::analysis, path, below, stem_of(path));
      node.is_test = true;
      node.id = fmt::format("test.{}.{}", owner.name, node.name);
      find_properties(node, "data_tests");
      apply_config(node, "tests");
      if (const auto text = text_of(node)) {
        if (text->find("{% test ") != text->npos || text->find("{%- test ") != text->npos) continue;
        ask(node, *text);
      }
      finish_config(node, "tests");
      keep(std::move(node));
    }
  }
}

}  // namespace tally::importing::dbt
