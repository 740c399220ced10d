// Whether what cannot be read as a project, or as a manifest, has a word that hides.

#include <filesystem>

#include "base/gzip.h"
#include "import/dbt/import.h"
#include "import/dbt/text_file.h"

namespace tally::importing::dbt {
namespace {

namespace fs = std::filesystem;

constexpr size_t kMostFiles = 20'000;

bool is_looked_at(const fs::path& path) {
  for (const char* ending : {".yml", ".yaml", ".sql", ".py"})
    if (path.extension() == ending) return true;
  return false;
}

bool file_may_hide(const HideRule& rule, const std::string& path) {
  std::vector<catalog::Finding> ignored;
  const auto text = read_text_file(path, path, ignored);
  return !text || holds_hiding_word(rule, *text);  // of what cannot be read nobody knows
}

}  // namespace

bool may_hide(const ProjectOptions& options) {
  if (is_empty(options.hide)) return false;
  std::error_code failed;
  size_t seen = 0;
  auto entries = fs::recursive_directory_iterator(
      options.folder, fs::directory_options::skip_permission_denied, failed);
  for (; !failed && entries != fs::recursive_directory_iterator(); entries.increment(failed)) {
    if (++seen > kMostFiles) return true;
    const auto name = entries->path().filename().string();
    std::error_code ignored;
    if (entries->is_directory(ignored) && (name.starts_with(".") || name == "target"))
      entries.disable_recursion_pending();
    if (is_looked_at(entries->path()) && entries->is_regular_file(ignored) &&
        file_may_hide(options.hide, entries->path().string()))
      return true;
  }
  return false;
}

bool may_hide(const ManifestOptions& options) {
  std::error_code failed;
  if (is_empty(options.hide) || !fs::is_regular_file(options.manifest, failed)) return false;
  const auto text = read_file_unpacked(options.manifest);
  // A word that is written with escapes is no word here.
  return !text.ok() || text->find("\\u00") != text->npos || holds_hiding_word(options.hide, *text);
}

}  // namespace tally::importing::dbt
