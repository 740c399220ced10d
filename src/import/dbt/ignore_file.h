#pragma once
// .dbtignore: which files of a package dbt does not see, in the patterns of .gitignore.

#include <string>
#include <string_view>
#include <vector>

namespace tally::importing::dbt {

class IgnoreFile {
 public:
  IgnoreFile() = default;
  explicit IgnoreFile(std::string_view text);

  // `path` is relative to the package. The last pattern that fits it, or a folder around it,
  // decides.
  bool ignores(std::string_view path) const;

 private:
  struct Pattern {
    std::string glob;
    bool is_negated = false, is_folder = false, is_anchored = false;
  };
  static bool fits(const Pattern& pattern, std::string_view path, bool is_folder);
  std::vector<Pattern> patterns_;
};

}  // namespace tally::importing::dbt
