#include "import/catalog_file/catalog_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "base/gzip.h"
#include "base/json_cursor.h"
#include "import/catalog_file/links.h"

namespace tally::importing {
namespace {

using catalog::Inventory;
using catalog::ResourceKind;

struct Section {
  std::string_view key;
  ResourceKind kind;
};
constexpr Section kSections[] = {
    {"models", ResourceKind::model},       {"sources", ResourceKind::source},
    {"seeds", ResourceKind::seed},         {"snapshots", ResourceKind::snapshot},
    {"exposures", ResourceKind::exposure}, {"metrics", ResourceKind::metric},
    {"tables", ResourceKind::table},       {"views", ResourceKind::view},
};

// What one object or list of the file says, before names are looked up.
struct Draft {
  std::string dataset, db, project, adapter, version;
  std::vector<RawResource> resources;
  std::vector<std::pair<std::string, std::string>> edges;
  bool has_section = false;
  bool is_manifest = false;
  // What stands where an entry or an edge must, and is none; the first of them.
  struct Misfit {
    const char* at;  // in the text
    const char* what;
  };
  std::vector<Misfit> misfits;
};

constexpr size_t kMostMisfits = 100;

// `value` is empty where the text broke off in it: that is told as such.
void add_misfit(std::string_view value, const char* what, Draft& draft) {
  if (!value.empty() && draft.misfits.size() < kMostMisfits)
    draft.misfits.push_back({value.data(), what});
}

void read_section(JsonCursor& json, ResourceKind kind, Draft& draft) {
  draft.has_section = true;
  const auto add = [&](std::string_view key) {
    RawResource raw = read_resource(json, kind, key);
    if (!raw.resource.name.empty() && !json.failed()) draft.resources.push_back(std::move(raw));
  };
  if (json.kind() == JsonCursor::Kind::object) return json.object(add);
  json.array([&] {
    const auto of = json.kind();
    if (of == JsonCursor::Kind::object || of == JsonCursor::Kind::text) return add({});
    add_misfit(json.skip(), "an entry must be an object or a name", draft);
  });
}

void read_edges(JsonCursor& json, Draft& draft) {
  json.array([&] {
    const std::string_view pair = json.skip();
    std::vector<std::string> ends;
    JsonCursor inside(pair);
    inside.array([&] { ends.push_back(inside.text()); });
    if (ends.size() == 2)
      draft.edges.emplace_back(std::move(ends[0]), std::move(ends[1]));
    else
      add_misfit(pair, "an edge must be a pair of names", draft);
  });
}

void read_member(JsonCursor& json, std::string_view key, Draft& draft) {
  for (const Section& section : kSections)
    if (key == section.key &&
        (json.kind() == JsonCursor::Kind::object || json.kind() == JsonCursor::Kind::array))
      return read_section(json, section.kind, draft);
  if (key == "edges" && json.kind() == JsonCursor::Kind::array) {
    draft.has_section = true;
    return read_edges(json, draft);
  }
  if (key == "nodes" && json.kind() == JsonCursor::Kind::object) draft.is_manifest = true;
  if (json.kind() == JsonCursor::Kind::text) {
    if (key == "dataset") draft.dataset = json.text();
    if (key == "db") draft.db = json.text();
    if (key == "project") draft.project = json.text();
    if (key == "adapter") draft.adapter = json.text();
  }
}

// A map of name → model, or one model: what is left when an object has no section.
void read_plain(std::string_view text, Draft& draft) {
  JsonCursor json(text);
  bool all_objects = true, any = false;
  json.object([&](std::string_view) {
    any = true;
    all_objects &= json.kind() == JsonCursor::Kind::object;
  });
  if (!any) return;
  JsonCursor again(text);
  if (all_objects) return read_section(again, ResourceKind::model, draft);
  RawResource raw = read_resource(again, ResourceKind::model, {});
  if (!raw.resource.name.empty()) draft.resources.push_back(std::move(raw));
}

using Place = std::optional<JsonCursor::Fault>;

// One JSON value. The fault if it is not one; what came before it is in the draft.
Place read_value(std::string_view text, Draft& draft) {
  JsonCursor json(text);
  if (json.kind() == JsonCursor::Kind::array) {
    read_section(json, ResourceKind::model, draft);
  } else {
    json.object([&](std::string_view key) { read_member(json, key, draft); });
  }
  if (!json.finished()) return json.fault();
  if (!draft.has_section && !draft.is_manifest) read_plain(text, draft);
  return std::nullopt;
}

FileCatalog finished(Draft draft, const std::string& name, const catalog::HideRule& hide) {
  FileCatalog catalog{draft.dataset, draft.db, {}};
  if (catalog.db.empty()) catalog.db = draft.project;
  std::string adapter = draft.adapter;
  catalog.parts =
      linked(draft.project, std::move(draft.resources), std::move(draft.edges), name, hide);
  catalog.parts.adapter = std::move(adapter);
  return catalog;
}

catalog::Finding skipped_line(const std::string& name, size_t line, const std::string& why) {
  catalog::Finding finding;
  finding.code = "bad_line";
  finding.file = name;
  finding.line = static_cast<uint32_t>(line);
  finding.message = fmt::format("{}; the line is skipped", why);
  return finding;
}

// `first_line`: of the text within its file.
void tell_misfits(const Draft& draft, std::string_view text, size_t first_line,
                  const std::string& name, std::vector<catalog::Finding>& findings) {
  for (const auto& [at, what] : draft.misfits) {
    const auto before = std::count(text.data(), at, '\n');
    catalog::Finding finding;
    finding.code = "bad_entry";
    finding.file = name;
    finding.line = static_cast<uint32_t>(first_line + static_cast<size_t>(before));
    finding.message = fmt::format("{}; this one is skipped", what);
    findings.push_back(std::move(finding));
  }
}

// What was read before the fault is kept: half a catalog finds more than none.
catalog::Finding cut_short(const std::string& name, const JsonCursor::Fault& fault, size_t kept) {
  catalog::Finding finding;
  finding.severity = catalog::Finding::Severity::error;
  finding.code = "broken_catalog";
  finding.file = name;
  finding.line = static_cast<uint32_t>(fault.line);
  finding.message = fmt::format("column {}: {}; only the {} resources before it are known",
                                fault.column, fault.message, kept);
  return finding;
}

// The lines of a text with their numbers; those of space alone are passed over.
template <typename Each>
void each_line(std::string_view text, Each each) {
  size_t number = 0;
  while (!text.empty()) {
    ++number;
    const size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.find_first_not_of(" \t\r") != line.npos) each(line, number);
  }
}

// JSON lines: a line is a catalog, or one model of a catalog that is all such lines together.
CatalogFile read_lines(std::string_view text, const std::string& name,
                       const catalog::HideRule& hide) {
  CatalogFile file;
  Draft loose;
  each_line(text, [&](std::string_view line, size_t number) {
    Draft draft;
    const auto fault = read_value(line, draft);
    const bool is_nobodys = draft.db.empty() && draft.dataset.empty() && draft.project.empty();
    if (fault) {
      file.findings.push_back(
          skipped_line(name, number, fmt::format("column {}: {}", fault->column, fault->message)));
    } else if (draft.resources.empty() && draft.edges.empty() && is_nobodys) {
      file.findings.push_back(skipped_line(name, number, "it holds no tables and no models"));
    } else if (draft.has_section && !draft.is_manifest) {
      tell_misfits(draft, line, number, name, file.findings);
      file.catalogs.push_back(finished(std::move(draft), name, hide));
    } else if (!draft.resources.empty()) {
      for (auto& raw : draft.resources) loose.resources.push_back(std::move(raw));
    } else {
      file.findings.push_back(skipped_line(name, number, "it holds no tables and no models"));
    }
  });
  if (!loose.resources.empty()) file.catalogs.push_back(finished(std::move(loose), name, hide));
  return file;
}

bool is_one_value(std::string_view text) {
  JsonCursor json(text);
  json.skip();
  return json.finished();
}

// Whether the first line is a value by itself and others follow.
bool is_lines(std::string_view text) {
  const size_t start = text.find_first_not_of(" \t\r\n");
  if (start == text.npos) return false;
  text.remove_prefix(start);
  const size_t end = text.find('\n');
  if (end == text.npos) return false;
  return text.find_first_not_of(" \t\r\n", end) != text.npos && is_one_value(text.substr(0, end));
}

std::string_view without_mark(std::string_view text) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  return text;
}

Error no_catalog(const std::string& name, const std::string& why) {
  return user_error(fmt::format("{} is no catalog: {}", name, why),
                    "docs/catalog-files.md shows the forms that are read");
}

}  // namespace

Result<CatalogFile> read_catalog_text(std::string_view text, const std::string& name,
                                      const catalog::HideRule& hide) {
  text = without_mark(text);
  CatalogFile file;
  if (is_lines(text)) {
    file = read_lines(text, name, hide);
    if (!file.catalogs.empty()) return file;
    if (file.findings.empty()) return no_catalog(name, "it is empty");
    return no_catalog(name,
                      fmt::format("line {}: {}", file.findings[0].line, file.findings[0].message));
  }
  Draft draft;
  if (auto fault = read_value(text, draft)) {
    const std::string why =
        fmt::format("line {}, column {}: {}", fault->line, fault->column, fault->message);
    if (draft.resources.empty()) return no_catalog(name, why);
    file.findings.push_back(cut_short(name, *fault, draft.resources.size()));
  }
  tell_misfits(draft, text, 1, name, file.findings);
  if (draft.resources.empty() && draft.edges.empty() && !draft.misfits.empty())
    return no_catalog(
        name, fmt::format("line {}: {}", file.findings[0].line, draft.misfits.front().what));
  if (draft.is_manifest && draft.resources.empty())
    return user_error(fmt::format("{} is an artifact of dbt, not a catalog file", name),
                      "give a manifest.json as --manifest");
  if (!draft.has_section && draft.resources.empty())
    return no_catalog(name, "it holds no tables and no models");
  file.catalogs.push_back(finished(std::move(draft), name, hide));
  return file;
}

Result<CatalogFile> read_catalog_file(const std::string& path, const catalog::HideRule& hide) {
  TALLY_TRY(std::string text, read_file_unpacked(path));
  return read_catalog_text(text, path, hide);
}

Result<const FileCatalog*> choose_catalog(const CatalogFile& file, std::string_view db,
                                          const std::string& name) {
  const FileCatalog* found = nullptr;
  size_t count = 0;
  std::string names;
  for (const FileCatalog& one : file.catalogs) {
    if (db.empty() || db == one.db || db == one.dataset + "/" + one.db) {
      if (!found) found = &one;
      ++count;
    }
    if (names.size() < 200) names += (names.empty() ? "" : ", ") + one.db;
  }
  if (count == 1) return found;
  if (names.size() >= 200) names += " …";
  if (count == 0)
    return user_error(fmt::format("{} holds no database \"{}\"", name, db), "it has " + names);
  return user_error(
      fmt::format("{} holds {} databases{}", name, count, db.empty() ? "" : " of that name"),
      fmt::format("say which with --db, as NAME or DATASET/NAME: {}", names));
}

Inventory::Parts joined(std::vector<Inventory::Parts> all) {
  Inventory::Parts whole;
  for (Inventory::Parts& parts : all) {
    const auto offset = static_cast<uint32_t>(whole.resources.size());
    if (whole.project.empty()) whole.project = parts.project;
    if (whole.adapter.empty()) whole.adapter = parts.adapter;
    std::move(parts.resources.begin(), parts.resources.end(), std::back_inserter(whole.resources));
    for (const auto& edge : parts.edges)
      whole.edges.push_back({{edge.from.value + offset}, {edge.to.value + offset}});
    std::move(parts.tests.begin(), parts.tests.end(), std::back_inserter(whole.tests));
    std::move(parts.findings.begin(), parts.findings.end(), std::back_inserter(whole.findings));
  }
  return whole;
}

}  // namespace tally::importing
