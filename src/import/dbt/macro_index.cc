#include "import/dbt/macro_index.h"

#include <fmt/format.h>

#include <algorithm>

namespace tally::importing::dbt {

namespace {

// Adapters that build on another: its implementations serve them, too.
constexpr std::pair<std::string_view, std::string_view> kParents[] = {
    {"redshift", "postgres"},   {"greenplum", "postgres"}, {"materialize", "postgres"},
    {"risingwave", "postgres"}, {"alloydb", "postgres"},   {"databricks", "spark"},
    {"fabricspark", "spark"},   {"glue", "spark"},         {"synapse", "fabric"},
    {"sqlserver", "fabric"},    {"starburst", "trino"},    {"mysql5", "mysql"},
    {"mariadb", "mysql"},       {"singlestore", "mysql"},
};
// Tried, if nobody says which adapter there is.
constexpr std::string_view kKnownAdapters[] = {"postgres",   "snowflake", "bigquery", "redshift",
                                               "databricks", "spark",     "duckdb",   "trino",
                                               "clickhouse", "athena",    "fabric",   "sqlserver"};

std::vector<std::string> prefixes_of(const std::string& adapter) {
  std::vector<std::string> prefixes;
  for (std::string_view at = adapter; !at.empty();) {
    prefixes.emplace_back(at);
    const auto parent = std::find_if(std::begin(kParents), std::end(kParents),
                                     [&](const auto& pair) { return pair.first == at; });
    at = parent == std::end(kParents) ? std::string_view() : parent->second;
  }
  prefixes.emplace_back("default");
  if (adapter.empty())
    prefixes.insert(prefixes.end(), std::begin(kKnownAdapters), std::end(kKnownAdapters));
  return prefixes;
}

}  // namespace

MacroIndex::MacroIndex(const Project& project, jinja::Names& names)
    : project_(project),
      names_(names),
      packages_(project.packages.size()),
      prefixes_(prefixes_of(project.invocation.adapter)) {
  read(std::string(dbt_macros()), "dbt", kDbt);
  for (uint32_t at = 0; at < packages_.size(); ++at) {
    const Package& package = project.packages[at];
    for (const auto& file : package.macro_files) {
      read(file.text, package.relative.empty() ? file.path : package.relative + "/" + file.path,
           at);
    }
  }
}

void MacroIndex::read(const std::string& text, const std::string& path, uint32_t package) {
  const auto library = jinja::parse_library(text, path, names_, package);
  add(library, path, package);
  for (const auto& problem : library.problems) {
    findings_.push_back({catalog::Finding::Severity::error,
                         "broken_jinja",
                         {},
                         path,
                         problem.line,
                         problem.message});
  }
}

void MacroIndex::add(const jinja::Library& library, const std::string& path, uint32_t package) {
  for (const auto& source : library.templates) {
    for (const auto& definition : source->definitions()) {
      auto value = jinja::macro(source, definition);
      if (value.is_undefined()) continue;  // docs and snapshots
      const auto [kept, is_new] =
          table(package).try_emplace(definition.name, MacroEntry{source, &definition, value});
      if (is_new) continue;
      findings_.push_back({catalog::Finding::Severity::warning,
                           "duplicate_name",
                           {},
                           path,
                           definition.line,
                           fmt::format("the macro {} is in {} already: that one is kept",
                                       names_.text(definition.name), kept->second.source->name())});
    }
  }
}

const MacroEntry* MacroIndex::in(uint32_t package, jinja::Name name) const {
  const Table& table = package == kDbt ? dbt_ : packages_[package];
  const auto found = table.find(name);
  return found == table.end() ? nullptr : &found->second;
}

const MacroEntry* MacroIndex::find(jinja::Name name, uint32_t package) const {
  if (package != kDbt) {
    if (const auto* found = in(package, name)) return found;
  }
  if (!packages_.empty()) {
    if (const auto* found = in(0, name)) return found;
  }
  return in(kDbt, name);
}

std::optional<uint32_t> MacroIndex::package(std::string_view name) const {
  for (uint32_t at = 0; at < project_.packages.size(); ++at) {
    if (project_.packages[at].name == name) return at;
  }
  if (name == "dbt") return kDbt;
  return std::nullopt;
}

bool MacroIndex::is_absent(std::string_view package) const {
  const auto& absent = project_.absent_packages;
  return std::find(absent.begin(), absent.end(), package) != absent.end();
}

// Packages to search, in order; nothing in place of one: by dbt's order of bare names.
std::vector<std::optional<uint32_t>> MacroIndex::search_order(
    std::string_view macro_namespace) const {
  if (macro_namespace.empty()) return {std::nullopt};
  for (const auto& order : project_.root().dispatch) {
    if (order.macro_namespace != macro_namespace) continue;
    std::vector<std::optional<uint32_t>> packages;
    for (const auto& name : order.search_order) {
      if (const auto found = package(name)) packages.emplace_back(*found);
    }
    return packages;
  }
  const auto found = package(macro_namespace);
  if (!found || *found == kDbt) return {std::nullopt};
  return {0U, *found};
}

const MacroEntry* MacroIndex::dispatch(std::string_view name, std::string_view macro_namespace,
                                       uint32_t package, uint32_t asking,
                                       const std::vector<std::string>& packages) const {
  std::vector<std::optional<uint32_t>> order;
  for (const auto& one : packages)
    if (const auto found = this->package(one)) order.emplace_back(*found);
  if (packages.empty()) order = search_order(macro_namespace);
  order.emplace_back(asking);  // more than dbt does: a file's own package never surprises
  for (const auto& place : order) {
    for (const auto& prefix : prefixes_) {
      const auto wanted = names_.intern(fmt::format("{}__{}", prefix, name));
      const auto* found = place ? in(*place, wanted) : find(wanted, package);
      if (found) return found;
    }
  }
  return nullptr;
}

}  // namespace tally::importing::dbt
