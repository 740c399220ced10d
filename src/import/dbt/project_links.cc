// Who reads whom: refs and sources to ids, tests to what they look at, cycles.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "import/dbt/project_draft.h"

namespace tally::importing::dbt {
namespace {

using catalog::Finding;
using catalog::Resource;
using catalog::ResourceKind;

std::string spoken(const RefCall& ref) {
  std::string out = "ref(";
  if (!ref.package.empty()) out += fmt::format("'{}', ", ref.package);
  out += fmt::format("'{}'", ref.name);
  if (!ref.version.empty()) out += fmt::format(", v={}", ref.version);
  return out + ")";
}

void add_once(std::vector<std::string>& ids, std::string id) {
  if (std::find(ids.begin(), ids.end(), id) == ids.end()) ids.push_back(std::move(id));
}

// Strongly connected components with more than one member, or an edge to itself (Tarjan 1972), on a
// stack of our own.
class Cycles {
 public:
  explicit Cycles(const std::vector<std::vector<size_t>>& reads)
      : reads_(reads), number_(reads.size(), 0), low_(reads.size(), 0), open_(reads.size()) {}

  std::vector<std::vector<size_t>> find() {
    for (size_t at = 0; at < reads_.size(); ++at)
      if (number_[at] == 0) visit(at);
    return std::move(found_);
  }

 private:
  struct Step {
    size_t node, next;
  };

  void enter(size_t node) {
    number_[node] = low_[node] = ++count_;
    path_.push_back(node);
    open_[node] = true;
    steps_.push_back({node, 0});
  }

  void visit(size_t start) {
    enter(start);
    while (!steps_.empty()) {
      Step& step = steps_.back();
      const size_t node = step.node;
      if (step.next < reads_[node].size()) {
        const size_t other = reads_[node][step.next++];
        if (number_[other] == 0)
          enter(other);
        else if (open_[other])
          low_[node] = std::min(low_[node], number_[other]);
        continue;
      }
      steps_.pop_back();
      if (!steps_.empty())
        low_[steps_.back().node] = std::min(low_[steps_.back().node], low_[node]);
      if (low_[node] == number_[node]) close(node);
    }
  }

  void close(size_t root) {
    std::vector<size_t> part;
    size_t node = 0;
    do {
      node = path_.back();
      path_.pop_back();
      open_[node] = false;
      part.push_back(node);
    } while (node != root);
    const auto& own = reads_[root];
    if (part.size() > 1 || std::find(own.begin(), own.end(), root) != own.end())
      found_.push_back(std::move(part));
  }

  const std::vector<std::vector<size_t>>& reads_;
  std::vector<size_t> number_, low_;
  std::vector<bool> open_;
  std::vector<size_t> path_;
  std::vector<Step> steps_;
  std::vector<std::vector<size_t>> found_;
  size_t count_ = 0;
};

}  // namespace

std::optional<std::string> ProjectDraft::id_of(const RefCall& ref, uint32_t package,
                                               const std::string& asking, const std::string& file) {
  const auto found = refs_.resolve(package, ref.package, ref.name, ref.version);
  if (found.outcome == RefTable::Outcome::found) {
    check_access(nodes_[found.node], package, asking, file, ref.line);
    return nodes_[found.node].id;
  }
  // What stands in a branch that may never be taken, or is built by an absent package, is no fault.
  if (!ref.is_certain) return std::nullopt;
  const bool may_be_absent = !project_.absent_packages.empty() &&
                             (found.outcome == RefTable::Outcome::unknown ||
                              (!ref.package.empty() && !project_.package(ref.package)));
  // dbt itself drops a test whose model is disabled, and only warns of one that is not there.
  const bool is_test = asking.starts_with("test.") || asking.starts_with("unit_test.");
  if (is_test && found.outcome == RefTable::Outcome::disabled) return std::nullopt;
  findings_.push_back(
      {.severity = may_be_absent || is_test ? Finding::Severity::warning : Finding::Severity::error,
       .code = "unresolved_ref",
       .resource = asking,
       .file = file,
       .line = ref.line,
       .message = fmt::format("{}: {}", spoken(ref), why_unresolved(ref, found.outcome))});
  return std::nullopt;
}

std::string ProjectDraft::why_unresolved(const RefCall& ref, RefTable::Outcome outcome) const {
  const bool has_absent = !project_.absent_packages.empty();
  if (!ref.package.empty() && !project_.package(ref.package))
    return has_absent ? fmt::format("package {} is not installed", ref.package)
                      : fmt::format("there is no package {}", ref.package);
  if (outcome == RefTable::Outcome::no_version) return "it has no such version";
  if (outcome == RefTable::Outcome::disabled)
    return project_.invocation.adapter.empty()
               ? "it is disabled (where no profile says what target.type is)"
               : "it is disabled";
  return has_absent ? "there is no such model, seed or snapshot, unless an absent package has it"
                    : "there is no such model, seed or snapshot";
}

std::optional<std::string> ProjectDraft::id_of(const SourceCall& source, uint32_t package,
                                               const std::string& asking, const std::string& file) {
  const auto found = sources_.resolve(package, "", source.source + "." + source.table, "");
  if (found.outcome == RefTable::Outcome::found) return source_ids_[found.node];
  if (!source.is_certain) return std::nullopt;
  findings_.push_back({.severity = Finding::Severity::error,
                       .code = "unresolved_source",
                       .resource = asking,
                       .file = file,
                       .line = source.line,
                       .message = fmt::format("source('{}', '{}'): {}", source.source, source.table,
                                              found.outcome == RefTable::Outcome::disabled
                                                  ? "it is disabled"
                                                  : "no property file declares it")});
  return std::nullopt;
}

std::optional<std::string> ProjectDraft::id_of_function(const RefCall& call, uint32_t package,
                                                        const std::string& asking,
                                                        const std::string& file) {
  const auto found = functions_.resolve(package, call.package, call.name, "");
  if (found.outcome == RefTable::Outcome::found) return nodes_[found.node].id;
  if (!call.is_certain) return std::nullopt;
  const auto& absent = project_.absent_packages;
  const bool is_absent = std::find(absent.begin(), absent.end(), call.package) != absent.end();
  const char* why = found.outcome == RefTable::Outcome::disabled ? "it is disabled"
                    : is_absent                                  ? "its package is not installed"
                                : "no file under the function paths defines it";
  findings_.push_back(
      {.severity = is_absent ? Finding::Severity::warning : Finding::Severity::error,
       .code = "unresolved_function",
       .resource = asking,
       .file = file,
       .line = call.line,
       .message = fmt::format("function('{}'): {}", call.name, why)});
  return std::nullopt;
}

std::vector<std::string> ProjectDraft::ids_of(const Asked& asked, uint32_t package,
                                              const std::string& asking, const std::string& file) {
  std::vector<std::string> ids;
  for (const RefCall& ref : asked.refs)
    if (auto id = id_of(ref, package, asking, file)) add_once(ids, *std::move(id));
  for (const SourceCall& source : asked.sources)
    if (auto id = id_of(source, package, asking, file)) add_once(ids, *std::move(id));
  for (const RefCall& call : asked.functions)
    if (auto id = id_of_function(call, package, asking, file)) add_once(ids, *std::move(id));
  for (const std::string& metric : asked.metrics)
    if (const auto found = metrics_.find(metric); found != metrics_.end())
      add_once(ids, found->second);
  return ids;
}

std::vector<std::string> ProjectDraft::quiet_ids_of(const Asked& asked, uint32_t package) {
  std::vector<std::string> ids;
  for (const RefCall& ref : asked.refs) {
    const auto found = refs_.resolve(package, ref.package, ref.name, ref.version);
    if (found.outcome == RefTable::Outcome::found) add_once(ids, nodes_[found.node].id);
  }
  for (const SourceCall& source : asked.sources) {
    const auto found = sources_.resolve(package, "", source.source + "." + source.table, "");
    if (found.outcome == RefTable::Outcome::found) add_once(ids, source_ids_[found.node]);
  }
  return ids;
}

// A private model may be read only within its group.
void ProjectDraft::check_access(const ProjectNode& target, uint32_t package,
                                const std::string& asking, const std::string& file, uint32_t line) {
  if (target.config.text_of("access") != "private") return;
  const std::string group = target.config.text_of("group");
  for (const ProjectNode& node : nodes_) {
    if (node.id != asking) continue;
    if (node.package == target.package && node.config.text_of("group") == group) return;
    if (node.is_test) return;
  }
  if (package == target.package && group.empty()) return;
  findings_.push_back(
      {.code = "private_ref",
       .resource = asking,
       .file = file,
       .line = line,
       .message = fmt::format("{} is private to group \"{}\" of package {}", target.id, group,
                              project_.packages[target.package].name)});
}

// dbt stops where two resources are one relation, or a name has a space.
void ProjectDraft::report_clashes() {
  std::unordered_map<std::string, const Resource*> known;
  for (const DraftResource& draft : draft_.resources) {
    const Resource& one = draft.resource;
    const bool is_relation = (one.kind == ResourceKind::model && one.materialized != "ephemeral") ||
                             one.kind == ResourceKind::seed || one.kind == ResourceKind::snapshot;
    if (!is_relation) continue;
    const std::string relation = fmt::format("{}.{}.{}", one.database, one.schema, one.identifier);
    const auto [found, is_new] = known.try_emplace(relation, &one);
    if (!is_new && found->second->id != one.id)
      findings_.push_back({.severity = Finding::Severity::error,
                           .code = "duplicate_relation",
                           .resource = one.id,
                           .file = one.path,
                           .message = fmt::format("it is the same relation as {}: {}",
                                                  found->second->id, relation)});
    if (one.name.find(' ') != one.name.npos)
      findings_.push_back({.severity = Finding::Severity::error,
                           .code = "broken_name",
                           .resource = one.id,
                           .file = one.path,
                           .message = "dbt takes no name with a space"});
  }
}

void ProjectDraft::report_cycles() {
  std::unordered_map<std::string, size_t> positions;
  for (size_t at = 0; at < draft_.resources.size(); ++at)
    positions.try_emplace(draft_.resources[at].resource.id, at);
  std::vector<std::vector<size_t>> reads(draft_.resources.size());
  for (size_t at = 0; at < draft_.resources.size(); ++at)
    for (const std::string& id : draft_.resources[at].reads)
      if (const auto found = positions.find(id); found != positions.end())
        reads[at].push_back(found->second);
  for (auto& cycle : Cycles(reads).find()) {
    std::sort(cycle.begin(), cycle.end());
    std::vector<std::string> ids;
    for (const size_t at : cycle)
      if (ids.size() < 10) ids.push_back(draft_.resources[at].resource.id);
    const auto& first = draft_.resources[cycle.front()].resource;
    findings_.push_back(
        {.severity = Finding::Severity::error,
         .code = "cyclic_ref",
         .resource = first.id,
         .file = first.path,
         .message = fmt::format("these read each other in a circle: {}", fmt::join(ids, ", "))});
  }
}

}  // namespace tally::importing::dbt
