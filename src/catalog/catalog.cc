#include "catalog/catalog.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "catalog/spelling.h"
#include "text/distance.h"

namespace tally::catalog {
namespace {

// A separator that no sensible name contains: names may hold dots.
std::string map_key(std::string_view database, std::string_view schema, std::string_view name) {
  std::string key(database);
  key.append(1, '\0').append(schema).append(1, '\0').append(name);
  return lower_ascii(key);
}

// The parts of `a."b.c".d`; empty if quotes or dots are misplaced.
std::vector<std::string> dotted_parts(std::string_view text) {
  std::vector<std::string> parts;
  size_t at = 0;
  while (true) {
    std::string part;
    if (at < text.size() && text[at] == '"') {
      for (++at; at < text.size(); ++at) {
        if (text[at] == '"' && (++at >= text.size() || text[at] != '"')) break;
        part += text[at];
      }
      if (text[at - 1] != '"') return {};
    } else {
      size_t dot = std::min(text.find('.', at), text.size());
      part = text.substr(at, dot - at);
      at = dot;
    }
    if (part.empty()) return {};
    parts.push_back(std::move(part));
    if (at >= text.size()) return parts;
    if (text[at++] != '.') return {};
  }
}

}  // namespace

const Column* Table::column(std::string_view wanted) const {
  std::string lower = lower_ascii(wanted);
  for (const Column& candidate : columns)
    if (candidate.name.size() == lower.size() && lower_ascii(candidate.name) == lower)
      return &candidate;
  return nullptr;
}

bool Table::has_key(const std::vector<std::string>& among) const {
  auto holds = [&](const std::vector<std::string>& key) {
    return !key.empty() && std::all_of(key.begin(), key.end(), [&](const std::string& part) {
      return std::any_of(among.begin(), among.end(), [&](const std::string& name) {
        return lower_ascii(name) == lower_ascii(part);
      });
    });
  };
  return holds(primary_key) || std::any_of(unique_keys.begin(), unique_keys.end(), holds);
}

Catalog::Catalog(std::vector<Table> tables, std::string database, std::string schema,
                 std::string version, Definitions definitions, Discretion discretion)
    : tables_(std::move(tables)),
      database_(std::move(database)),
      schema_(std::move(schema)),
      version_(std::move(version)),
      definitions_(std::move(definitions)),
      discretion_(discretion) {
  for (size_t i = 0; i < tables_.size(); ++i) {
    const ObjectId& id = tables_[i].id;
    by_name_.emplace(map_key(id.database, id.schema, id.name), i);
  }
}

const Table* Catalog::find(std::string_view database, std::string_view schema,
                           std::string_view name) const {
  auto found = by_name_.find(map_key(database.empty() ? std::string_view(database_) : database,
                                     schema.empty() ? std::string_view(schema_) : schema, name));
  return found == by_name_.end() ? nullptr : &tables_[found->second];
}

bool Catalog::has_macro(std::string_view name) const {
  std::string lower = lower_ascii(name);
  return std::any_of(definitions_.macros.begin(), definitions_.macros.end(),
                     [&](const Macro& macro) {
                       return macro.id.schema == schema_ && lower_ascii(macro.id.name) == lower;
                     });
}

const Table* Catalog::find(std::string_view dotted) const {
  std::vector<std::string> parts = dotted_parts(dotted);
  const Table* found = nullptr;
  if (parts.size() == 1) found = find({}, {}, parts[0]);
  if (parts.size() == 2) {
    found = find({}, parts[0], parts[1]);
    if (found == nullptr) found = find(parts[0], {}, parts[1]);
  }
  if (parts.size() == 3) found = find(parts[0], parts[1], parts[2]);
  // A table whose own name holds a dot, written without quotes.
  return found != nullptr ? found : find({}, {}, dotted);
}

std::vector<std::string> Catalog::nearest(std::string_view name, size_t count) const {
  if (discretion_ == Discretion::unknown) return {};
  std::string wanted = lower_ascii(name.substr(name.find_last_of('.') + 1));
  size_t limit = plausible_edits(wanted.size());
  // Misspelt names first, then those of which only a part was said ("loans" for "old_loans").
  std::vector<std::tuple<size_t, size_t, std::string>> ranked;
  for (const Table& table : tables_) {
    if (table.is_hidden) continue;
    std::string candidate = lower_ascii(table.id.name);
    size_t distance = text::edit_distance(wanted, candidate, limit);
    bool part = wanted.size() >= 3 && candidate.size() >= 3 &&
                (candidate.find(wanted) != std::string::npos ||
                 wanted.find(candidate) != std::string::npos);
    if (distance > limit && !part) continue;
    bool is_default = lower_ascii(table.id.schema) == lower_ascii(schema_) &&
                      lower_ascii(table.id.database) == lower_ascii(database_);
    ranked.emplace_back(std::min(distance, limit + 1), candidate.size(),
                        is_default ? table.id.name : table.id.schema + "." + table.id.name);
  }
  std::sort(ranked.begin(), ranked.end());
  std::vector<std::string> names;
  for (auto& [distance, size, text] : ranked)
    if (names.size() < count) names.push_back(std::move(text));
  return names;
}

}  // namespace tally::catalog
