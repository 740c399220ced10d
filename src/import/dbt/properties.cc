#include "import/dbt/properties.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <set>

#include "import/dbt/project_reader.h"
#include "import/dbt/text_file.h"

namespace tally::importing::dbt {
namespace {

using catalog::Finding;

constexpr std::array<std::string_view, 14> kSections = {
    "models",     "seeds",           "snapshots",     "sources",  "exposures",
    "metrics",    "semantic_models", "saved_queries", "groups",   "analyses",
    "unit_tests", "data_tests",      "macros",        "functions"};

bool is_section(std::string_view key) {
  return std::find(kSections.begin(), kSections.end(), key) != kSections.end();
}

// What dbt renders elsewhere, or never: only what it asks for matters.
bool is_rendered_later(std::string_view key) {
  static constexpr std::string_view kLater[] = {
      "tests",     "data_tests", "pre_hook", "pre-hook", "post_hook",
      "post-hook", "expression", "sql",      "filter",   "loaded_at_query"};
  return std::find(std::begin(kLater), std::end(kLater), key) != std::end(kLater);
}

bool has_template(const std::string& text) {
  return text.find("{{") != text.npos || text.find("{%") != text.npos;
}

// The folders in which dbt looks for property files, each once.
std::vector<std::string> property_paths(const Package& package) {
  const auto& paths = package.paths;
  std::vector<std::string> all;
  for (const auto* some : {&paths.models, &paths.seeds, &paths.snapshots, &paths.analyses,
                           &paths.macros, &paths.tests, &paths.functions})
    for (const std::string& path : *some)
      if (std::find(all.begin(), all.end(), path) == all.end()) all.push_back(path);
  return all;
}

std::vector<std::string> all_files(const Package& package, const std::vector<std::string>& below,
                                   const std::vector<std::string_view>& endings,
                                   std::vector<Finding>& findings) {
  std::set<std::string> found;
  for (const std::string& path : below)
    for (std::string& file : files_below(package.folder, path, endings, package.relative, findings))
      found.insert(std::move(file));
  return {found.begin(), found.end()};
}

std::string trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t\n");
  if (first == text.npos) return {};
  return std::string(text.substr(first, text.find_last_not_of(" \t\n") - first + 1));
}

}  // namespace

std::vector<std::string> PropertyEntry::fqn(const Package& owner,
                                            std::vector<std::string> names) const {
  std::vector<std::string> fqn{owner.name};
  for (const std::string& below : property_paths(owner)) {
    const auto relative =
        std::filesystem::path(path).lexically_relative(std::filesystem::path(below));
    if (relative.empty() || *relative.begin() == "..") continue;
    for (const auto& part : relative.parent_path()) fqn.push_back(part.string());
    break;
  }
  std::move(names.begin(), names.end(), std::back_inserter(fqn));
  return fqn;
}

std::vector<Data> named_items(const Data& items) {
  if (items.is_map() && items.get("name")) return {items};
  std::vector<Data> all = items.values;
  for (size_t at = 0; at < all.size(); ++at) {
    if (items.is_list() && !all[at].is_scalar()) continue;
    const std::string name = items.is_map() ? items.keys[at] : all[at].text;
    if (!all[at].is_map()) all[at] = Data::of_map();
    all[at].set("name", Data::of(name));
  }
  return all;
}

std::string path_in_project(const Package& package, const std::string& path) {
  return package.relative.empty() ? path : package.relative + "/" + path;
}

void DocBlocks::read(std::vector<Finding>& findings) {
  for (const Package& package : project_.packages) {
    auto& blocks = by_package_.emplace_back();
    for (const std::string& path : all_files(package, package.paths.docs, {".md"}, findings)) {
      const std::string shown = path_in_project(package, path);
      const auto text = read_text_file(package.folder + "/" + path, shown, findings);
      if (!text || text->find("{%") == text->npos) continue;
      for (const Block& block : blocks_of(*text, "docs", findings, shown))
        if (!blocks.try_emplace(block.name, trimmed(text_without_names(block.body))).second)
          findings.push_back({.code = "duplicate_name",
                              .resource = block.name,
                              .file = shown,
                              .line = block.line,
                              .message = fmt::format("there is a docs block {} already; that one "
                                                     "counts",
                                                     block.name)});
    }
  }
}

// Of the root project, then of the asking package, then of any, as dbt does.
const std::string* DocBlocks::find(std::string_view package, std::string_view name,
                                   uint32_t asking) const {
  const auto in = [&](size_t at) -> const std::string* {
    if (at >= by_package_.size()) return nullptr;
    if (!package.empty() && project_.packages[at].name != package) return nullptr;
    const auto found = by_package_[at].find(std::string(name));
    return found == by_package_[at].end() ? nullptr : &found->second;
  };
  for (const size_t first : {size_t{0}, size_t{asking}})
    if (const std::string* found = in(first)) return found;
  for (size_t at = 1; at < by_package_.size(); ++at)
    if (const std::string* found = in(at)) return found;
  return nullptr;
}

void Properties::read() {
  docs_.read(findings_);
  for (uint32_t at = 0; at < project_.packages.size(); ++at) {
    const Package& package = project_.packages[at];
    for (const std::string& path :
         all_files(package, property_paths(package), {".yml", ".yaml"}, findings_))
      read_file(at, path);
  }
}

void Properties::read_file(uint32_t package, const std::string& path) {
  const Package& owner = project_.packages[package];
  PropertyEntry file{nullptr, package, path, path_in_project(owner, path)};
  UncountedYaml uncounted;
  auto data = read_yaml_file(owner.folder + "/" + path, file.file, findings_, &uncounted);
  if (!uncounted.beyond.empty()) unread_.push_back(std::move(uncounted.beyond));
  for (const Data& repeated : uncounted.repeated)
    if (is_section(repeated.keys[0]))
      for (Data& entry : named_items(repeated.values[0])) misread_.push_back(std::move(entry));
  if (data && !data->is_map() && !data->is_null())
    findings_.push_back({.code = "broken_properties",
                         .file = file.file,
                         .line = std::max(data->line, 1u),
                         .message = "it must be a map of sections, like models: [{name: …}]"});
  if (!data) {
    std::vector<catalog::Finding> told;  // by read_yaml_file() already
    if (auto text = read_text_file(owner.folder + "/" + path, file.file, told))
      unread_.push_back(*std::move(text));
  }
  if (data && data->is_list())
    misread_.insert(misread_.end(), data->values.begin(), data->values.end());
  if (!data || !data->is_map()) return;
  Data& kept = files_.emplace_back(*std::move(data));
  for (size_t at = 0; at < kept.keys.size(); ++at)
    if (kept.keys[at] != "macros") render(kept.values[at], file, 0);
  for (size_t at = 0; at < kept.keys.size(); ++at) {
    const std::string& key = kept.keys[at];
    if (is_section(key)) add_section(key, kept.values[at], file);
  }
}

void Properties::add_section(const std::string& name, const Data& list, const PropertyEntry& file) {
  if (list.is_null()) return;
  if (!list.is_list()) {
    findings_.push_back({.code = "broken_properties",
                         .file = file.file,
                         .line = list.line,
                         .message = fmt::format("\"{}\" must be a list", name)});
    for (Data& entry : named_items(list)) misread_.push_back(std::move(entry));
    return;
  }
  auto& entries = sections_[name];
  for (const Data& data : list.values) {
    const std::string entry_name = data.text_of("name");
    if (entry_name.empty()) {
      findings_.push_back({.code = "broken_properties",
                           .file = file.file,
                           .line = data.line,
                           .message = fmt::format("an entry of \"{}\" has no name", name)});
      misread_.push_back(data);
      continue;
    }
    PropertyEntry entry = file;
    entry.data = &data;
    const std::string key = fmt::format("{}/{}/{}", name, file.package, entry_name);
    const auto [found, is_new] = by_name_.try_emplace(key, entries.size());
    if (!is_new && name != "sources" && name != "macros" && name != "unit_tests")
      findings_.push_back(
          {.severity = Finding::Severity::error,
           .code = "duplicate_properties",
           .resource = entry_name,
           .file = file.file,
           .line = data.line,
           .message =
               fmt::format("\"{}\" of {} is described in {}:{} too; that one counts", entry_name,
                           name, entries[found->second].file, entries[found->second].data->line)});
    entries.push_back(std::move(entry));
  }
}

const std::vector<PropertyEntry>& Properties::section(std::string_view name) const {
  static const std::vector<PropertyEntry> kNone;
  const auto found = sections_.find(name);
  return found == sections_.end() ? kNone : found->second;
}

const PropertyEntry* Properties::find(std::string_view section_name, uint32_t package,
                                      const std::string& name) const {
  const auto found = by_name_.find(fmt::format("{}/{}/{}", section_name, package, name));
  return found == by_name_.end() ? nullptr : &section(section_name)[found->second];
}

void Properties::render(Data& data, const PropertyEntry& file, int depth) {
  if (data.is_text() && has_template(data.text)) {
    auto value = renderer_.value_of(file.package, data.text, &docs_);
    if (value.ok()) {
      if (value->is_unknown) report_unknown(data, file.file);
      value->line = data.line;
      value->column = data.column;
      data = *std::move(value);
      return;
    }
    findings_.push_back({.code = "broken_jinja",
                         .file = file.file,
                         .line = data.line,
                         .message = value.error().message});
    data.is_unknown = true;
    return;
  }
  if (depth > 100) return;
  for (size_t at = 0; at < data.values.size(); ++at) {
    if (data.is_map() && is_rendered_later(data.keys[at])) continue;
    render(data.values[at], file, depth + 1);
  }
}

// Where dbt would stop.
void Properties::report_unknown(const Data& text, const std::string& file) {
  findings_.push_back(
      {.code = "unknown_value",
       .file = file,
       .line = text.line,
       .message = fmt::format("{}: a value that it needs is not there", text.text)});
}

Data Properties::rendered(Data data, int depth) {
  if (data.is_text() && has_template(data.text)) {
    auto value = renderer_.setting_of(data.text);
    data.is_unknown = !value.ok();
    if (!value.ok() || value->is_unknown) report_unknown(data, project_.root().settings_file);
    return value.ok() ? *std::move(value) : data;
  }
  if (depth > 100) return data;
  for (size_t at = 0; at < data.values.size(); ++at)
    if (!data.is_map() || !data.keys[at].ends_with("hook"))
      data.values[at] = rendered(std::move(data.values[at]), depth + 1);
  return data;
}

}  // namespace tally::importing::dbt
