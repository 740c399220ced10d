#include "import/dbt/ignore_file.h"

namespace tally::importing::dbt {
namespace {

constexpr size_t kMaxPattern = 1024;  // bytes; nobody writes longer ones

// One set of letters at `at` of the pattern, "[a-z]"; moves past it. No closing bracket: a letter.
bool fits_set(std::string_view pattern, size_t& at, char c) {
  const size_t end = pattern.find(']', at + 2);
  if (end == pattern.npos) return pattern[at++] == c;
  std::string_view set = pattern.substr(at + 1, end - at - 1);
  at = end + 1;
  const bool is_negated = set[0] == '!' || set[0] == '^';
  if (is_negated) set.remove_prefix(1);
  bool found = false;
  for (size_t i = 0; i < set.size(); ++i) {
    if (i + 2 < set.size() && set[i + 1] == '-') {
      found |= set[i] <= c && c <= set[i + 2];
      i += 2;
    } else {
      found |= set[i] == c;
    }
  }
  return found != is_negated && c != '/';
}

// One sign of the pattern that is no star against one of the text; moves past it.
bool fits_sign(std::string_view pattern, size_t& at, char c) {
  if (pattern[at] == '[') return fits_set(pattern, at, c);
  if (pattern[at] == '?') return ++at, c != '/';
  if (pattern[at] == '\\' && at + 1 < pattern.size()) ++at;
  return pattern[at++] == c;
}

// '*' stands for anything within a folder, "**/" for any folders: a table of what prefixes fit
// keeps the time at pattern × path, whatever the stars.
bool fits_glob(std::string_view pattern, std::string_view path) {
  std::vector<char> fit(path.size() + 1, 0);
  fit[0] = 1;
  for (size_t at = 0; at < pattern.size();) {
    if (pattern[at] == '*') {
      const bool any_folder = pattern.substr(at).starts_with("**");
      at += any_folder ? 2 : 1;
      const bool whole_folders = any_folder && at < pattern.size() && pattern[at] == '/';
      if (whole_folders) ++at;
      bool open = false;
      for (size_t i = 0; i < fit.size(); ++i) {
        if (i > 0 && !any_folder && path[i - 1] == '/') open = false;
        open |= fit[i] != 0;
        fit[i] = whole_folders ? fit[i] || (open && i > 0 && path[i - 1] == '/') : open;
      }
      continue;
    }
    size_t after = at;
    for (size_t i = path.size(); i > 0; --i) {
      after = at;
      const bool fits = fits_sign(pattern, after, path[i - 1]);
      fit[i] = fit[i - 1] && fits;
    }
    if (path.empty()) return false;
    fit[0] = 0;
    at = after;
  }
  return fit.back() != 0;
}

std::string_view without_blanks(std::string_view line) {
  while (line.ends_with(' ') || line.ends_with('\t') || line.ends_with('\r')) {
    if (line.size() > 1 && line[line.size() - 2] == '\\') break;
    line.remove_suffix(1);
  }
  return line;
}

}  // namespace

IgnoreFile::IgnoreFile(std::string_view text) {
  while (!text.empty()) {
    const size_t end = text.find('\n');
    std::string_view line = without_blanks(text.substr(0, end));
    text.remove_prefix(end == text.npos ? text.size() : end + 1);
    if (line.empty() || line[0] == '#' || line.size() > kMaxPattern) continue;
    Pattern pattern;
    if (line[0] == '!') {
      pattern.is_negated = true;
      line.remove_prefix(1);
    }
    if (line.ends_with('/')) {
      pattern.is_folder = true;
      line.remove_suffix(1);
    }
    pattern.is_anchored = line.find('/') != line.npos;
    if (line.starts_with('/')) line.remove_prefix(1);
    pattern.glob = line;
    if (!pattern.glob.empty()) patterns_.push_back(std::move(pattern));
  }
}

bool IgnoreFile::fits(const Pattern& pattern, std::string_view path, bool is_folder) {
  if (pattern.is_folder && !is_folder) return false;
  if (pattern.is_anchored) return fits_glob(pattern.glob, path);
  return fits_glob(pattern.glob, path.substr(path.rfind('/') + 1));
}

bool IgnoreFile::ignores(std::string_view path) const {
  bool ignored = false;
  for (const Pattern& pattern : patterns_) {
    bool fit = fits(pattern, path, false);
    for (size_t slash = path.find('/'); slash != path.npos && !fit;
         slash = path.find('/', slash + 1))
      fit = fits(pattern, path.substr(0, slash), true);
    if (fit) ignored = !pattern.is_negated;
  }
  return ignored;
}

}  // namespace tally::importing::dbt
