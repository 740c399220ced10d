#include "retrieval/schema_block.h"

#include <fmt/format.h>

#include <algorithm>

#include "retrieval/words.h"

namespace tally::retrieval {
namespace {

using catalog::Inventory;
using catalog::Resource;
using catalog::ResourceColumn;

constexpr size_t kNamed = 12;  // columns that the footer names

// Columns kept whatever the question: keys and dates, but never more than half of the block, the
// declared and dated first.
std::vector<uint32_t> kept_always(const ColumnIndex& columns, size_t most) {
  std::vector<uint32_t> kept;
  for (uint8_t wanted : {uint8_t{kPartitionRole}, uint8_t{kGrainRole}, uint8_t{kKeyRole}})
    for (uint32_t at = 0; at < columns.size() && kept.size() < most; ++at)
      if ((columns.roles(at) & wanted) && std::find(kept.begin(), kept.end(), at) == kept.end())
        kept.push_back(at);
  return kept;
}

std::vector<uint32_t> chosen(const ColumnIndex& columns, const SchemaOptions& options) {
  std::vector<uint32_t> shown;
  const size_t count = columns.size();
  if (count <= options.full) {
    for (uint32_t at = 0; at < count; ++at) shown.push_back(at);
    return shown;
  }
  const auto add = [&](uint32_t column) {
    if (std::find(shown.begin(), shown.end(), column) == shown.end()) shown.push_back(column);
  };
  // The alias keeps the index for as long as its searcher, which is this call.
  ColumnSearcher searcher(std::shared_ptr<const ColumnIndex>(std::shared_ptr<void>(), &columns));
  const auto hits = searcher.rank(options.query);
  for (const ColumnHit& hit : hits)
    if (hit.matched && shown.size() < options.top) add(hit.column);
  for (uint32_t column : kept_always(columns, options.top / 2)) add(column);
  // The floor: what nothing speaks for, by what is left of the ranking, which is the schema's
  // order.
  for (const ColumnHit& hit : hits)
    if (shown.size() < options.top) add(hit.column);
  std::sort(shown.begin(), shown.end());
  return shown;
}

// One line, fit for a cell.
std::string flat(std::string_view text) {
  std::string out;
  for (char c : text) {
    if (c == '\n' || c == '\r' || c == '\t') c = ' ';
    if (c == ' ' && (out.empty() || out.back() == ' ')) continue;
    if (c == '|') out += '\\';
    out += c;
  }
  while (!out.empty() && out.back() == ' ') out.pop_back();
  return out;
}

std::string quoted(std::string_view name) {
  const bool plain = !name.empty() && std::all_of(name.begin(), name.end(), [](char c) {
    const auto kind = words::byte_kind(c);
    return kind == words::Byte::lower || kind == words::Byte::digit || c == '_';
  }) && words::byte_kind(name[0]) != words::Byte::digit;
  if (plain) return std::string(name);
  std::string out = "\"";
  for (char c : name) {
    if (c == '"') out += '"';
    out += c;
  }
  return out + "\"";
}

std::string footer(const Resource& resource, const std::vector<uint32_t>& left_out) {
  if (left_out.empty()) return {};
  std::string names;
  for (size_t at = 0; at < left_out.size() && at < kNamed; ++at)
    names += (at ? ", " : "") + flat(resource.columns[left_out[at]].name);
  if (left_out.size() > kNamed) names += ", …";
  return fmt::format(
      "{} of {} columns are left out: {}. `tally columns {} \"…\"` finds others, "
      "`tally schema {} --full` shows all.",
      left_out.size(), resource.columns.size(), names, resource.name, resource.name);
}

// A table that a key leads to, by what it is called beside `resource`.
std::string target_name(const Inventory& inventory, const Resource& resource,
                        const std::string& target, std::string (*spelt)(std::string_view)) {
  const auto found = inventory.find(target);
  if (!found) return spelt(target);
  const Resource& other = inventory[*found];
  if (other.schema.empty() || other.schema == resource.schema) return spelt(other.name);
  return spelt(other.schema) + "." + spelt(other.name);
}

std::string reference_text(const Inventory& inventory, const Resource& resource,
                           const std::string& column) {
  for (const auto& reference : resource.references)
    if (reference.columns.size() == 1 && reference.columns[0] == column)
      return fmt::format(
          "{}{}", target_name(inventory, resource, reference.target, flat),
          reference.target_columns.size() == 1 ? "(" + reference.target_columns[0] + ")" : "");
  return {};
}

std::string markdown(const Inventory& inventory, const Resource& resource,
                     const SchemaBlock& block) {
  std::string out = fmt::format("## {}\n", flat(resource.name));
  if (auto text = flat(resource.description); !text.empty()) out += text + "\n";
  out += "\n| column | type | description |\n|---|---|---|\n";
  for (uint32_t at : block.shown) {
    const ResourceColumn& column = resource.columns[at];
    std::string text = flat(column.description);
    if (auto target = reference_text(inventory, resource, column.name); !target.empty())
      text += fmt::format("{}→ {}", text.empty() ? "" : " ", flat(target));
    out += fmt::format("| {} | {} | {} |\n", flat(column.name), flat(column.type), text);
  }
  if (auto foot = footer(resource, block.left_out); !foot.empty()) out += "\n" + foot + "\n";
  return out;
}

std::string comment(std::string_view text) {
  const std::string line = flat(text);
  return line.empty() ? line : "  -- " + line;
}

// Commas stand before comments, which run to the end of their lines.
std::string ddl(const Inventory& inventory, const Resource& resource, const SchemaBlock& block) {
  std::string out;
  if (auto text = flat(resource.description); !text.empty()) out += "-- " + text + "\n";
  out += fmt::format("CREATE TABLE {} (\n", quoted(resource.name));
  std::vector<std::pair<std::string, std::string>> lines;  // and their comments
  for (uint32_t at : block.shown) {
    const ResourceColumn& column = resource.columns[at];
    lines.emplace_back(
        fmt::format("  {}{}{}", quoted(column.name), column.type.empty() ? "" : " ", column.type),
        comment(column.description));
  }
  const auto list = [](const std::vector<std::string>& names) {
    std::string all;
    for (const auto& name : names) all += (all.empty() ? "" : ", ") + quoted(name);
    return all;
  };
  if (!resource.primary_key.empty())
    lines.emplace_back(fmt::format("  PRIMARY KEY ({})", list(resource.primary_key)), "");
  for (const auto& reference : resource.references)
    lines.emplace_back(
        fmt::format(
            "  FOREIGN KEY ({}) REFERENCES {}{}", list(reference.columns),
            target_name(inventory, resource, reference.target, quoted),
            reference.target_columns.empty() ? "" : " (" + list(reference.target_columns) + ")"),
        "");
  for (size_t at = 0; at < lines.size(); ++at)
    out += lines[at].first + (at + 1 < lines.size() ? "," : "") + lines[at].second + "\n";
  out += ");\n";
  if (auto foot = footer(resource, block.left_out); !foot.empty()) out += "-- " + foot + "\n";
  return out;
}

}  // namespace

SchemaBlock schema_block(const std::shared_ptr<const SearchIndex>& index, uint32_t resource,
                         const SchemaOptions& options) {
  const Resource& one = index->inventory().resources()[resource];
  const uint32_t wanted[] = {resource};
  const ColumnIndex columns(index, wanted);
  SchemaBlock block;
  block.shown = chosen(columns, options);
  for (uint32_t at = 0; at < one.columns.size(); ++at)
    if (!std::binary_search(block.shown.begin(), block.shown.end(), at))
      block.left_out.push_back(at);
  block.text =
      options.ddl ? ddl(index->inventory(), one, block) : markdown(index->inventory(), one, block);
  block.tokens = estimate_tokens(block.text);
  return block;
}

size_t estimate_tokens(std::string_view text) {
  size_t tokens = 0;
  for (size_t at = 0; at < text.size();) {
    const auto kind = words::byte_kind(text[at]);
    const auto is_letter = [](words::Byte one) {
      return one == words::Byte::lower || one == words::Byte::upper;
    };
    size_t length = 1;
    if (is_letter(kind)) {
      while (at + length < text.size() && is_letter(words::byte_kind(text[at + length]))) ++length;
      tokens += length <= 7 ? 1 : 1 + (length - 7 + 3) / 4;
    } else if (kind == words::Byte::digit) {
      while (at + length < text.size() && words::byte_kind(text[at + length]) == kind) ++length;
      tokens += (length + 2) / 3;
    } else if (text[at] == ' ') {  // one space belongs to the word behind it
      while (at + length < text.size() && text[at + length] == ' ') ++length;
      tokens += length > 1;
    } else if (kind == words::Byte::high) {  // two bytes or so make a token beyond ASCII
      while (at + length < text.size() && words::byte_kind(text[at + length]) == kind) ++length;
      tokens += (length + 1) / 2;
    } else {
      ++tokens;
    }
    at += length;
  }
  return tokens;
}

}  // namespace tally::retrieval
