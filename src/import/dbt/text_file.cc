#include "import/dbt/text_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>

#include "base/files.h"
#include "import/dbt/ignore_file.h"
#include "text/utf8.h"

namespace tally::importing::dbt {
namespace {

namespace fs = std::filesystem;
using catalog::Finding;

constexpr int kMaxFolders = 40;          // inside each other
constexpr size_t kMaxEntries = 500'000;  // of one search: a path may lead anywhere

// The first byte that is no part of a code point.
size_t first_bad_byte(std::string_view text) {
  for (size_t at = 0; at < text.size();) {
    if (static_cast<unsigned char>(text[at]) < 0x80) {
      ++at;
      continue;
    }
    const auto point = text::decode(text, at);
    if (point.value == 0xfffd && point.length == 1) return at;
    at += point.length;
  }
  return text.npos;
}

std::string repaired(std::string_view text) {
  std::string out;
  out.reserve(text.size() + 16);
  for (size_t at = 0; at < text.size();) {
    const auto point = text::decode(text, at);
    if (point.value == 0xfffd)
      out += "\xef\xbf\xbd";
    else
      out.append(text, at, point.length);
    at += point.length;
  }
  return out;
}

// What some shells write with ">": two bytes a unit, behind a mark that says in which order.
bool is_utf16(std::string_view text) {
  return text.starts_with("\xff\xfe") || text.starts_with("\xfe\xff");
}

std::string from_utf16(std::string_view text) {
  const size_t low = text[0] == '\xff' ? 0 : 1;
  const auto unit = [&](size_t at) -> char32_t {
    return static_cast<unsigned char>(text[at + low]) |
           static_cast<char32_t>(static_cast<unsigned char>(text[at + 1 - low])) << 8;
  };
  std::string out;
  for (size_t at = 2; at + 1 < text.size(); at += 2) {
    char32_t value = unit(at);
    const bool is_first = value >= 0xd800 && value < 0xdc00 && at + 3 < text.size();
    if (const char32_t second = is_first ? unit(at + 2) : 0; second >= 0xdc00 && second < 0xe000) {
      value = 0x10000 + ((value - 0xd800) << 10) + (second - 0xdc00);
      at += 2;
    } else if (value >= 0xd800 && value < 0xe000) {
      value = 0xfffd;  // half of a pair
    }
    text::append_utf8(out, value);
  }
  return out;
}

void unix_lines(std::string& text) {
  if (text.find('\r') == text.npos) return;
  size_t kept = 0;
  for (size_t at = 0; at < text.size(); ++at) {
    if (text[at] != '\r')
      text[kept++] = text[at];
    else if (at + 1 >= text.size() || text[at + 1] != '\n')
      text[kept++] = '\n';
  }
  text.resize(kept);
}

// Only where the package itself is searched: models/target is a folder like any other.
bool is_passed_over(const std::string& name, const std::string& within) {
  if (name[0] == '.') return true;
  return within.empty() && (name == "target" || name == "dbt_packages" || name == "dbt_modules" ||
                            name == "node_modules");
}

// dbt looks for "[!.#~]*.sql", whatever the case.
bool is_wanted(const std::string& name, const std::vector<std::string_view>& endings) {
  if (name[0] == '.' || name[0] == '#' || name[0] == '~') return false;
  const auto same = [](char a, char b) { return std::tolower(static_cast<unsigned char>(a)) == b; };
  return std::any_of(endings.begin(), endings.end(), [&](std::string_view ending) {
    return name.size() >= ending.size() &&
           std::equal(name.end() - static_cast<std::ptrdiff_t>(ending.size()), name.end(),
                      ending.begin(), same);
  });
}

// What one search of a package's folder needs to know.
struct Search {
  const fs::path& folder;
  const std::vector<std::string_view>& endings;
  IgnoreFile ignored;
  const std::string& shown;
  std::vector<Finding>& findings;
  std::vector<std::string> found = {};
  size_t looked_at = 0;

  void report(const std::string& path, std::string message) {
    findings.push_back({.severity = Finding::Severity::error,
                        .code = "unreadable_folder",
                        .file = shown.empty() ? path : shown + "/" + path,
                        .message = std::move(message)});
  }
};

void collect(Search& search, const std::string& relative, int depth) {
  std::error_code failed, unreadable;
  for (const auto& entry : fs::directory_iterator(search.folder / relative, unreadable)) {
    if (++search.looked_at == kMaxEntries)
      search.report(relative, fmt::format("it holds more than {} files: the rest is not looked at",
                                          kMaxEntries));
    if (search.looked_at >= kMaxEntries) return;
    const std::string name = entry.path().filename().string();
    const std::string path = relative.empty() ? name : relative + "/" + name;
    if (entry.is_directory(failed)) {
      if (depth > 0 && !is_passed_over(name, relative) && !leads_back(entry))
        collect(search, path, depth - 1);
    } else if (is_wanted(name, search.endings) && !search.ignored.ignores(path)) {
      search.found.push_back(path);
    }
  }
  if (unreadable) search.report(relative, unreadable.message());
}

}  // namespace

std::string clean_text(std::string text, const std::string& shown, std::vector<Finding>& findings) {
  if (is_utf16(text)) {
    findings.push_back({.code = "not_utf8",
                        .file = shown,
                        .line = 1,
                        .message = "it is UTF-16, which dbt does not read; it is read as such"});
    text = from_utf16(text);
  }
  if (text.starts_with("\xef\xbb\xbf")) text.erase(0, 3);
  unix_lines(text);
  const size_t bad = first_bad_byte(text);
  if (bad == text.npos) return text;
  const auto line = static_cast<uint32_t>(
      std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(bad), '\n'));
  const size_t line_start = bad == 0 ? 0 : text.rfind('\n', bad - 1) + 1;
  findings.push_back(
      {.code = "not_utf8",
       .file = shown,
       .line = line + 1,
       .message = fmt::format("byte {:#04x} in column {} is no UTF-8; it is read as a "
                              "replacement character",
                              static_cast<unsigned char>(text[bad]), bad - line_start + 1)});
  return repaired(text);
}

namespace {

IgnoreFile ignore_file_of(const fs::path& folder) {
  std::error_code failed;
  const fs::path file = folder / ".dbtignore";
  if (!fs::is_regular_file(file, failed) || fs::file_size(file, failed) > kMaxFileBytes) return {};
  auto text = read_file(file.string());
  std::vector<Finding> not_told;  // of a file that is about others
  return text.ok() ? IgnoreFile(clean_text(*std::move(text), "", not_told)) : IgnoreFile();
}

}  // namespace

bool leads_back(const fs::directory_entry& entry) {
  std::error_code failed;
  if (!entry.is_symlink(failed)) return false;
  const std::string to = fs::canonical(entry.path(), failed).string() + "/";
  const std::string here = fs::canonical(entry.path().parent_path(), failed).string() + "/";
  return here.starts_with(to);
}

std::optional<std::string> read_text_file(const std::string& path, const std::string& shown,
                                          std::vector<Finding>& findings) {
  std::error_code failed;
  if (fs::exists(path, failed) && !fs::is_regular_file(path, failed)) {
    findings.push_back({.severity = Finding::Severity::error,
                        .code = "unreadable_file",
                        .file = shown,
                        .message = "it is no regular file"});
    return std::nullopt;
  }
  const auto size = fs::file_size(path, failed);
  if (!failed && size > kMaxFileBytes) {
    findings.push_back({.severity = Finding::Severity::error,
                        .code = "large_file",
                        .file = shown,
                        .message = fmt::format("{} bytes, more than the {} that are read of a file",
                                               size, kMaxFileBytes)});
    return std::nullopt;
  }
  auto text = read_file(path);
  if (!text.ok()) {
    findings.push_back({.severity = Finding::Severity::error,
                        .code = "unreadable_file",
                        .file = shown,
                        .message = text.error().message});
    return std::nullopt;
  }
  return clean_text(*std::move(text), shown, findings);
}

std::optional<std::string> first_line_of(const std::string& path) {
  constexpr size_t kMost = 1u << 20;
  std::error_code failed;
  if (!fs::is_regular_file(path, failed)) return std::nullopt;
  std::ifstream file(path, std::ios::binary);
  if (!file) return std::nullopt;
  std::string text;
  bool quoted = false;
  char buffer[4096];
  while (text.size() < kMost && (file.read(buffer, sizeof buffer), file.gcount() > 0)) {
    for (std::streamsize at = 0; at < file.gcount(); ++at) {
      const char c = buffer[at];
      if (c == '"') quoted = !quoted;
      if (c == '\n' && !quoted) return text;
      text += c;
    }
  }
  return text;
}

std::optional<std::string> beginning_of(const std::string& path) {
  std::error_code failed;
  if (!fs::is_regular_file(path, failed))
    return std::nullopt;  // to open a pipe would wait for ever
  std::ifstream file(path, std::ios::binary);
  if (!file) return std::nullopt;
  std::string text(256u << 10, '\0');
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<size_t>(file.gcount()));
  std::vector<Finding> ignored;
  return clean_text(std::move(text), path, ignored);
}

std::vector<std::string> files_below(const std::string& folder, const std::string& below,
                                     const std::vector<std::string_view>& endings,
                                     const std::string& shown, std::vector<Finding>& findings) {
  const std::string relative = fs::path(below).lexically_normal().string();
  const fs::path root(folder);
  std::error_code failed;
  Search search{root, endings, ignore_file_of(root), shown, findings};
  const auto status = fs::status(root / relative, failed);
  if (!fs::exists(status)) {
    // A link that leads nowhere is there, for whoever made it.
    if (fs::is_symlink(fs::symlink_status(root / relative, failed)))
      search.report(relative, "the link leads nowhere");
    return {};
  }
  if (!fs::is_directory(status)) {
    search.report(relative, "it is no folder");
    return {};
  }
  collect(search, relative == "." ? "" : relative, kMaxFolders);
  std::sort(search.found.begin(), search.found.end());
  return std::move(search.found);
}

}  // namespace tally::importing::dbt
