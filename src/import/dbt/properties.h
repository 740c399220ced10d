#pragma once
// The property files of a project: every YAML file under its paths, wherever it stands, by section
// and name. Templates in them are rendered, except those of tests, which dbt renders when they run.

#include <deque>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "catalog/inventory.h"
#include "import/dbt/data.h"
#include "import/dbt/project.h"
#include "import/dbt/render.h"

namespace tally::importing::dbt {

// One entry of a section: "models: [{name: orders, …}]".
struct PropertyEntry {
  const Data* data = nullptr;
  uint32_t package = 0;
  std::string path;  // of its file, in its package
  std::string file;  // the same relative to the root project, for findings

  // What folder config goes by: package, the folders that the file lies in, `names`.
  std::vector<std::string> fqn(const Package& owner, std::vector<std::string> names) const;
};

// {% docs NAME %} blocks.
class DocBlocks final : public Renderer::Docs {
 public:
  explicit DocBlocks(const Project& project) : project_(project) {}
  void read(std::vector<catalog::Finding>& findings);
  const std::string* find(std::string_view package, std::string_view name,
                          uint32_t asking) const override;

 private:
  const Project& project_;
  std::vector<std::unordered_map<std::string, std::string>> by_package_;
};

class Properties {
 public:
  Properties(const Project& project, Renderer& renderer, std::vector<catalog::Finding>& findings)
      : project_(project), renderer_(renderer), findings_(findings), docs_(project) {}

  void read();

  // The texts of files that are no YAML.
  const std::vector<std::string>& unread() const { return unread_; }
  // What stands where an entry of a section should, and is none.
  const std::vector<Data>& misread() const { return misread_; }

  // In the order of packages, files and entries.
  const std::vector<PropertyEntry>& section(std::string_view name) const;
  // The entry of that name, for this package; of several the first one counts, with a finding when
  // they were read. nullptr: none.
  const PropertyEntry* find(std::string_view section, uint32_t package,
                            const std::string& name) const;
  // Its texts with templates rendered, at any depth but for hooks; for values of dbt_project.yml,
  // which are only looked at as they are needed. What cannot be rendered stays as it is.
  Data rendered(Data data, int depth = 0);

 private:
  void read_file(uint32_t package, const std::string& path);
  void report_unknown(const Data& text, const std::string& file);
  void add_section(const std::string& name, const Data& list, const PropertyEntry& file);
  void render(Data& data, const PropertyEntry& file, int depth);

  const Project& project_;
  Renderer& renderer_;
  std::vector<catalog::Finding>& findings_;
  DocBlocks docs_;
  std::vector<std::string> unread_;
  std::vector<Data> misread_;
  std::deque<Data> files_;  // never moved: entries point into them
  std::map<std::string, std::vector<PropertyEntry>, std::less<>> sections_;
  std::unordered_map<std::string, size_t> by_name_;  // "section/package/name"
};

// The items of a list of {name: …}. dbt takes nothing else; what is a map of them by name, the one
// item itself, or a name alone is read all the same: who wrote it meant something by what it says.
std::vector<Data> named_items(const Data& items);

std::string path_in_project(const Package& package, const std::string& path);

}  // namespace tally::importing::dbt
