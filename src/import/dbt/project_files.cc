#include "import/dbt/project_files.h"

#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <set>

#include "import/dbt/project_reader.h"
#include "import/dbt/text_file.h"

namespace tally::importing::dbt {
namespace {

namespace fs = std::filesystem;

constexpr size_t kMostFiles = 200'000;  // of a folder that is no project but a whole disk
constexpr int kDeepest = 64;

// What lies in a package's folder itself and is read.
constexpr std::array kTopFiles = {"dbt_project.yml",  "dbt_project.yaml", "packages.yml",
                                  "dependencies.yml", "vars.yml",         ".dbtignore"};
constexpr std::array kEndings = {".sql", ".py", ".yml", ".yaml", ".md", ".csv"};

class FileList {
 public:
  void add(const fs::path& path) {
    std::string text = path.lexically_normal().string();
    if (files_.size() < kMostFiles && seen_.insert(text).second) files_.push_back(std::move(text));
  }

  void add_below(const fs::path& folder, int depth = kDeepest) {
    add(folder);
    std::error_code failed;
    if (depth == 0 || files_.size() >= kMostFiles) return;
    for (const auto& entry : fs::directory_iterator(folder, failed)) {
      const std::string name = entry.path().filename().string();
      if (name.starts_with(".")) continue;
      if (entry.is_directory(failed)) {
        if (!leads_back(entry)) add_below(entry.path(), depth - 1);
        continue;
      }
      const bool is_read = std::any_of(kEndings.begin(), kEndings.end(),
                                       [&](const char* ending) { return name.ends_with(ending); });
      if (is_read) add(entry.path());
    }
  }

  std::vector<std::string> take() { return std::move(files_); }

 private:
  std::vector<std::string> files_;
  std::set<std::string> seen_;
};

void add_package(const Package& package, FileList& files) {
  const fs::path folder(package.folder);
  for (const char* name : kTopFiles) files.add(folder / name);
  const auto& paths = package.paths;
  std::set<std::string> below;
  for (const auto* some : {&paths.models, &paths.seeds, &paths.snapshots, &paths.analyses,
                           &paths.tests, &paths.macros, &paths.functions, &paths.docs})
    below.insert(some->begin(), some->end());
  for (const std::string& path : below) files.add_below(folder / path);
}

uint64_t mixed(uint64_t sum, uint64_t value) {
  return (sum ^ value) * 0x9e3779b97f4a7c15u + (sum >> 29);
}

}  // namespace

std::vector<std::string> files_of(const ProjectOptions& options) {
  FileList files;
  const fs::path folder(options.folder);
  for (const char* name : kTopFiles) files.add(folder / name);
  files.add(folder / "profiles.yml");
  if (!options.profiles_folder.empty()) {
    files.add(fs::path(options.profiles_folder) / "profiles.yml");
  } else if (const char* home = std::getenv("HOME")) {
    files.add(fs::path(home) / ".dbt" / "profiles.yml");
  }
  std::vector<catalog::Finding> ignored;
  const auto project = read_project(options, ignored);
  if (!project.ok()) return files.take();
  for (const Package& package : project->packages) add_package(package, files);
  files.add(folder / project->root().paths.packages_install);
  files.add(folder / "dbt_modules");
  return files.take();
}

std::vector<std::string> files_of(const ManifestOptions& options) {
  FileList files;
  files.add(options.manifest);
  const fs::path folder = fs::path(options.manifest).parent_path();
  for (const auto& [named, usual] :
       {std::pair(&options.catalog, "catalog.json"),
        std::pair(&options.semantic_manifest, "semantic_manifest.json")}) {
    if (!named->empty()) {
      files.add(*named);
      continue;
    }
    files.add(folder / usual);
    files.add(folder / (std::string(usual) + ".gz"));
  }
  return files.take();
}

uint64_t stamp_of(const std::vector<std::string>& files) {
  uint64_t sum = files.size();
  for (const std::string& file : files) {
    struct stat status{};
    const bool is_there = ::stat(file.c_str(), &status) == 0;
    sum = mixed(sum, is_there ? 1 : 0);
    if (!is_there) continue;
    sum = mixed(sum, static_cast<uint64_t>(status.st_mtim.tv_sec));
    sum = mixed(sum, static_cast<uint64_t>(status.st_mtim.tv_nsec));
    sum = mixed(sum, static_cast<uint64_t>(status.st_size));
    sum = mixed(sum, static_cast<uint64_t>(status.st_ino));
  }
  return sum;
}

}  // namespace tally::importing::dbt
