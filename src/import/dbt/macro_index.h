#pragma once
// Every macro of a project, and which one a name means: dbt's order of namespaces, and the order of
// adapter.dispatch.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "catalog/inventory.h"
#include "import/dbt/project.h"
#include "jinja/render.h"

namespace tally::importing::dbt {

struct MacroEntry {
  std::shared_ptr<const jinja::Template> source;
  const jinja::Definition* definition = nullptr;
  jinja::Value value;
};

class MacroIndex {
 public:
  // Of dbt's own macros: they belong to no package of the project.
  static constexpr uint32_t kDbt = UINT32_MAX;

  // Reads all macro files. The project and the names must outlive it.
  MacroIndex(const Project& project, jinja::Names& names);

  const std::vector<catalog::Finding>& findings() const { return findings_; }

  // What a bare name means in a file of this package: a macro of the package, of the root project,
  // or dbt's own.
  const MacroEntry* find(jinja::Name name, uint32_t package) const;
  // A macro of one package by its position, or kDbt.
  const MacroEntry* in(uint32_t package, jinja::Name name) const;
  std::optional<uint32_t> package(std::string_view name) const;  // "dbt" is kDbt
  bool is_absent(std::string_view package) const;

  // adapter.dispatch: the implementation for the project's adapter. `macro_namespace` may be empty;
  // `package` is that of the file rendered, `asking` that of the file with the call. `packages`:
  // where dbt before 1.0 was told to look, in order.
  const MacroEntry* dispatch(std::string_view name, std::string_view macro_namespace,
                             uint32_t package, uint32_t asking,
                             const std::vector<std::string>& packages = {}) const;

 private:
  using Table = std::unordered_map<jinja::Name, MacroEntry>;

  void read(const std::string& text, const std::string& path, uint32_t package);
  void add(const jinja::Library& library, const std::string& path, uint32_t package);
  std::vector<std::optional<uint32_t>> search_order(std::string_view macro_namespace) const;
  Table& table(uint32_t package) { return package == kDbt ? dbt_ : packages_[package]; }

  const Project& project_;
  jinja::Names& names_;
  std::vector<Table> packages_;
  Table dbt_;
  std::vector<std::string> prefixes_;  // "redshift", "postgres", "default"
  std::vector<catalog::Finding> findings_;
};

// dbt's own macros as far as a parse needs them, as a file of macros.
std::string_view dbt_macros();

}  // namespace tally::importing::dbt
