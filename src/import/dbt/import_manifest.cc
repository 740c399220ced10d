#include <fmt/format.h>

#include <filesystem>

#include "base/bytes.h"
#include "base/gzip.h"
#include "import/dbt/artifacts.h"
#include "import/dbt/import.h"

namespace tally::importing::dbt {
namespace {

namespace fs = std::filesystem;

// The file that is named, else the one of that name beside the manifest; empty: neither.
std::string companion(const ManifestOptions& options, const std::string& named, const char* name) {
  if (!named.empty()) return named;
  std::error_code ignored;
  for (const char* suffix : {"", ".gz"}) {
    const fs::path beside = fs::path(options.manifest).parent_path() / (std::string(name) + suffix);
    if (fs::is_regular_file(beside, ignored)) return beside.string();
  }
  return {};
}

using Adding = Result<void> (*)(std::string_view text, const std::string& file, Draft& draft);

// A companion that is asked for by name must be read; one that happens to be there need not.
Result<void> add(const std::string& named, const std::string& file, Adding adding, Draft& draft) {
  if (file.empty()) return {};
  auto text = read_file_unpacked(file);
  const auto added = text.ok() ? adding(*text, file, draft) : Result<void>(text.error());
  if (text.ok()) draft.version += fmt::format("-{:016x}", checksum(*text));
  if (added.ok() || !named.empty()) return added;
  draft.findings.push_back({.severity = catalog::Finding::Severity::warning,
                            .code = "broken_artifact",
                            .file = fs::path(file).filename().string(),
                            .message = added.error().message});
  return {};
}

}  // namespace

Result<Import> import_all(const ManifestOptions& options) {
  Draft draft;
  {
    TALLY_TRY(const std::string text, read_file_unpacked(options.manifest));
    TALLY_TRY(draft, read_manifest(text, options.manifest, options.hide));
    draft.version = fmt::format("manifest-{:016x}", checksum(text));
  }
  const std::string catalog = companion(options, options.catalog, "catalog.json");
  TALLY_CHECK(add(options.catalog, catalog, add_catalog, draft));
  const std::string semantic =
      companion(options, options.semantic_manifest, "semantic_manifest.json");
  TALLY_CHECK(add(options.semantic_manifest, semantic, add_semantic_manifest, draft));
  return import_of(std::move(draft), options.hidden_before);
}

Result<catalog::Inventory> import_manifest(const ManifestOptions& options) {
  TALLY_TRY(auto all, import_all(options));
  return catalog::Inventory::without_hidden_columns(std::move(all.inventory));
}

}  // namespace tally::importing::dbt
