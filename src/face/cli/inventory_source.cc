#include "face/cli/inventory_source.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>

#include "answer/other_tables.h"
#include "answer/project/project_source.h"
#include "answer/warehouse_inventory.h"
#include "catalog/spelling.h"
#include "face/cli/search_source.h"
#include "import/dbt/import.h"
#include "retrieval/suggest.h"

namespace tally::cli {
namespace {

namespace fs = std::filesystem;
namespace dbt = importing::dbt;
using catalog::Inventory;
using catalog::ResourceIndex;

constexpr size_t kMostNamed = 10;

// The folder of a dbt_project.yml: `folder` or one above it; empty: none.
std::string find_project(const std::string& folder) {
  std::error_code failed;
  fs::path at = folder.empty() ? fs::current_path(failed) : fs::absolute(folder, failed);
  for (at = at.lexically_normal(); !failed; at = at.parent_path()) {
    for (const char* name : {"dbt_project.yml", "dbt_project.yaml"})
      if (fs::is_regular_file(at / name, failed)) return at.string();
    if (!at.has_parent_path() || at == at.parent_path()) break;
  }
  return {};
}

// The project that tally.yml names, as questions see it: with what was hidden when it was read
// before.
Result<Inventory> as_answered(const answer::Settings& settings) {
  answer::ProjectSource source(settings.dbt, settings.state + "/project");
  TALLY_TRY(auto all, source.take());
  return Inventory::without_hidden_columns(std::move(all.inventory));
}

// What was hidden of the project that tally.yml names, if `named` is that one and does not ask for
// what is hidden.
answer::HiddenNames hidden_before(const std::string& named, const answer::Settings& settings,
                                  const Arguments& arguments) {
  std::error_code failed;
  const answer::DbtSettings& dbt = settings.dbt;
  const std::string& usual = dbt.project.empty() ? dbt.manifest : dbt.project;
  if (usual.empty() || arguments.flag("include-hidden")) return {};
  if (named != usual && !fs::equivalent(named, usual, failed)) return {};
  return answer::ProjectSource(dbt, settings.state + "/project").hidden();
}

Result<Inventory> from_manifest(const std::string& named, const answer::Settings& settings,
                                const Arguments& arguments, const dbt::HideRule& hide) {
  const auto before = hidden_before(named, settings, arguments);
  auto options = answer::manifest_options(settings.dbt, named);
  options.hide = hide;
  options.hidden_before = before.rule();
  return dbt::import_manifest(options);
}

Result<Inventory> from_project(const std::string& folder, const answer::Settings& settings,
                               const Arguments& arguments, const dbt::HideRule& hide) {
  const auto before = hidden_before(folder, settings, arguments);
  auto options = answer::project_options(settings.dbt, folder);
  options.hide = hide;
  options.hidden_before = before.rule();
  if (auto given = arguments.value("target")) options.target = *given;
  if (auto given = arguments.value("vars")) options.more_vars = *given;
  return dbt::import_project(options);
}

// What cannot be read and is named by tally.yml: by which setting.
Result<Inventory> told_where(Result<Inventory> inventory, std::string_view setting) {
  if (inventory.ok()) return inventory;
  Error error = inventory.error();
  error.hint += fmt::format("{}tally.yml names it: {}", error.hint.empty() ? "" : "; ", setting);
  return error;
}

// A project with the tables of its warehouse that it does not know. What is wrong with the
// warehouse costs these tables and no more.
Result<Inventory> beside_warehouse(Result<Inventory> project, const answer::Settings& settings,
                                   Context& context) {
  if (!project.ok() || settings.database.empty()) return project;
  auto workspace = context.services.open_at_rest(settings, [](const std::string&) {});
  if (!workspace.ok()) return project;
  const auto deadline = Deadline::in(settings.deadline, context.services.clock());
  const auto tables = (*workspace)->visible_catalog(deadline);
  if (!tables.ok()) return project;
  return answer::with_other_tables(*std::move(project), **tables);
}

// What was named, by an option or in tally.yml; none: nullopt.
Result<std::optional<Inventory>> named_project(const Arguments& arguments,
                                               const answer::Settings& settings,
                                               const dbt::HideRule& hide, Context& context) {
  const auto project = arguments.value("project"), manifest = arguments.value("manifest");
  const auto some = [](Result<Inventory> read) -> Result<std::optional<Inventory>> {
    TALLY_TRY(auto inventory, std::move(read));
    return std::optional(std::move(inventory));
  };
  if (manifest) return some(from_manifest(*manifest, settings, arguments, hide));
  if (project) return some(from_project(*project, settings, arguments, hide));
  const std::string &usual = settings.dbt.project, &usual_manifest = settings.dbt.manifest;
  if (usual.empty() && usual_manifest.empty()) return std::optional<Inventory>();
  const bool is_as_answered =
      !arguments.flag("include-hidden") && !arguments.value("target") && !arguments.value("vars");
  auto read = is_as_answered  ? as_answered(settings)
              : usual.empty() ? from_manifest(usual_manifest, settings, arguments, hide)
                              : from_project(usual, settings, arguments, hide);
  return some(
      beside_warehouse(told_where(std::move(read), usual.empty() ? "dbt.manifest" : "dbt.project"),
                       settings, context));
}

// Both folders lie above the same one, so the longer path is the nearer.
bool is_warehouse_meant(const answer::Settings& settings, const std::string& project) {
  if (settings.database.empty()) return false;
  return project.empty() || (!settings.file.empty() && settings.folder.size() > project.size());
}

// Of what is kept in .tally/, if it is: then no worker starts.
Result<OpenInventory> from_warehouse(const answer::Settings& settings, Context& context,
                                     Faults faults) {
  TALLY_TRY(auto workspace, context.services.open_at_rest(settings, [&](const std::string& text) {
    context.note(context.paint(Style::dim, text + " …") + "\n");
  }));
  const auto deadline = Deadline::in(settings.deadline, context.services.clock());
  TALLY_TRY(auto inventory, answer::warehouse_inventory(*workspace, deadline));
  if (faults == Faults::noted) note_findings(inventory.findings(), context);
  return OpenInventory{std::make_shared<const Inventory>(std::move(inventory)),
                       std::move(workspace)};
}

Result<OpenInventory> open_unlisted(const Arguments& arguments, Context& context, Faults faults) {
  const std::string folder = arguments.text("dir");
  TALLY_TRY(const auto settings, context.services.settings_if_any(folder));
  TALLY_TRY(const auto hide, hide_rule(arguments, context));
  TALLY_TRY(auto inventory, named_project(arguments, settings, hide, context));
  if (!inventory) {
    const std::string found = find_project(folder);
    if (is_warehouse_meant(settings, found)) return from_warehouse(settings, context, faults);
    if (found.empty())
      return user_error(
          "no catalog to look into: no dbt_project.yml in this folder or above it, "
          "and no tally.yml that names a warehouse",
          "name a project with --project DIR or --manifest FILE, a catalog with "
          "--catalog FILE, or make a demo with: tally demo");
    TALLY_TRY(inventory, from_project(found, settings, arguments, hide));
  }
  return OpenInventory{std::make_shared<const Inventory>(*std::move(inventory)), nullptr};
}

// Names that `wanted` misspells, nearest first; then those that hold it.
std::vector<std::string> nearest_names(const Inventory& inventory, const std::string& wanted) {
  constexpr size_t kMost = 3;
  const std::string lower = catalog::lower_ascii(wanted);
  auto found = retrieval::misspelt(inventory, wanted);
  for (uint32_t at = 0; lower.size() >= 3 && at < inventory.resources().size(); ++at)
    if (catalog::lower_ascii(inventory[{at}].name).find(lower) != lower.npos) found.push_back({at});
  std::vector<std::string> names;
  for (const auto index : found) {
    std::string name = shown_name(inventory, index);
    if (names.size() == kMost) break;
    if (std::find(names.begin(), names.end(), name) == names.end())
      names.push_back(std::move(name));
  }
  return names;
}

bool can_be_ref(catalog::ResourceKind kind) {
  using Kind = catalog::ResourceKind;
  return kind == Kind::model || kind == Kind::seed || kind == Kind::snapshot ||
         kind == Kind::table || kind == Kind::view;
}

// All that a person may mean by it.
std::vector<ResourceIndex> meant_by(const Inventory& inventory, const std::string& name) {
  if (const auto exact = inventory.find(name)) return {*exact};
  auto found = inventory.find_name(name);
  // A bare name is what ref() takes, as with dbt: a model rather than a source or a semantic model
  // of that name.
  std::vector<ResourceIndex> readable;
  for (const auto index : found)
    if (can_be_ref(inventory[index].kind)) readable.push_back(index);
  if (found.size() > 1 && !readable.empty()) found = std::move(readable);
  // Of a model's versions the bare name means the latest.
  const auto is_older = [&](ResourceIndex index) { return !inventory[index].is_latest; };
  if (!std::all_of(found.begin(), found.end(), is_older)) std::erase_if(found, is_older);
  return found;
}

Error unknown_name(const Inventory& inventory, const std::string& name) {
  const auto nearest = nearest_names(inventory, name);
  Error error =
      user_error(fmt::format("there is no \"{}\" in the catalog", name),
                 nearest.empty() ? "see what there is with: tally catalog stats"
                                 : fmt::format("did you mean {}?", fmt::join(nearest, ", or ")));
  error.code = "unknown_name";
  return error;
}

Error ambiguous_name(const Inventory& inventory, const std::string& name,
                     const std::vector<ResourceIndex>& found) {
  std::vector<std::string> ids;
  for (const auto index : found)
    if (ids.size() < kMostNamed) ids.push_back(shown_name(inventory, index));
  if (found.size() > ids.size()) ids.push_back(fmt::format("… {} in all", found.size()));
  Error error = user_error(fmt::format("\"{}\" may mean {} things", name, found.size()),
                           fmt::format("say which: {}", fmt::join(ids, ", ")));
  error.code = "ambiguous_name";
  return error;
}

}  // namespace

std::vector<OptionSpec> with_inventory_options(std::vector<OptionSpec> options) {
  options.push_back({"project",
                     OptionKind::value,
                     "a dbt project's folder (default: see docs/warehouse-catalog.md)",
                     "DIR",
                     {},
                     true});
  options.push_back({"manifest",
                     OptionKind::value,
                     "a dbt manifest.json instead, gzip or not",
                     "FILE",
                     {},
                     true});
  options.push_back(
      {"target", OptionKind::value, "the profile's target (default: the profile's)", "NAME"});
  options.push_back(
      {"vars", OptionKind::value, "variables for the project: {name: value}", "YAML"});
  options.push_back({"include-hidden", OptionKind::flag,
                     "also what its owner hides (tags and meta, see docs/dbt.md)"});
  for (OptionSpec& option : source_options()) options.push_back(std::move(option));
  return options;
}

Result<OpenInventory> open_inventory(const Arguments& arguments, Context& context, Faults faults) {
  const int named = (arguments.value("project") ? 1 : 0) + (arguments.value("manifest") ? 1 : 0) +
                    (arguments.value("catalog") ? 1 : 0);
  if (named > 1)
    return user_error("--project, --manifest and --catalog exclude each other", "name one of them");
  if (!arguments.value("catalog")) return open_unlisted(arguments, context, faults);
  TALLY_TRY(auto inventory, open_catalog(arguments, context));
  return OpenInventory{std::move(inventory), nullptr};
}

Result<ResourceIndex> choose_resource(const Inventory& inventory, const std::string& name) {
  const auto found = meant_by(inventory, name);
  if (found.size() == 1) return found.front();
  if (found.empty()) return unknown_name(inventory, name);
  return ambiguous_name(inventory, name, found);
}

std::string shown_name(const Inventory& inventory, ResourceIndex index) {
  const auto& resource = inventory[index];
  std::string name = resource.name;
  if (!resource.source_name.empty()) name = resource.source_name + "." + name;
  if (!resource.version.empty()) name += ".v" + resource.version;
  const auto means = [&](const std::string& text) {
    return meant_by(inventory, text) == std::vector{index};
  };
  if (means(name)) return name;
  const bool is_table =
      resource.kind == catalog::ResourceKind::table || resource.kind == catalog::ResourceKind::view;
  if (is_table && !resource.schema.empty() && means(resource.schema + "." + name))
    return resource.schema + "." + name;
  return resource.id;
}

int fail_choice(const Error& error, const Arguments& arguments, Context& context) {
  const int code = context.fail(error, arguments);
  const bool unanswered = error.code == "unknown_name" || error.code == "ambiguous_name";
  return unanswered ? static_cast<int>(kNotAnswered) : code;
}

}  // namespace tally::cli
