#include "semantic/model.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/bytes.h"
#include "semantic/draft.h"
#include "semantic/names.h"
#include "semantic/paths.h"
#include "semantic/table_notes.h"

namespace tally::semantic {
namespace {

constexpr size_t kMaxBytes = 4u << 20;  // a hand-written model has a hundredth of it

template <typename Items>
auto find_named(const Items& items, std::string_view name) {
  auto found = std::find_if(items.begin(), items.end(),
                            [&](const auto& item) { return same_name(item.name, name); });
  return found == items.end() ? nullptr : &*found;
}

size_t utf8_sequence(std::string_view rest) {
  auto byte = [&](size_t i) { return static_cast<unsigned char>(i < rest.size() ? rest[i] : 0); };
  auto follows = [&](size_t i) { return (byte(i) & 0xc0) == 0x80; };
  if (byte(0) < 0x80) return 1;
  if (byte(0) >= 0xc2 && byte(0) <= 0xdf && follows(1)) return 2;
  bool shortest3 = byte(0) != 0xe0 || byte(1) >= 0xa0;
  bool surrogate = byte(0) == 0xed && byte(1) >= 0xa0;
  if ((byte(0) & 0xf0) == 0xe0 && shortest3 && !surrogate && follows(1) && follows(2)) return 3;
  bool in_range = byte(0) < 0xf4 || (byte(0) == 0xf4 && byte(1) < 0x90);
  bool shortest4 = byte(0) != 0xf0 || byte(1) >= 0x90;
  bool lead4 = byte(0) >= 0xf0 && in_range && shortest4;
  return lead4 && follows(1) && follows(2) && follows(3) ? 4 : 0;
}

// What the YAML reader must not be shown; yaml-cpp would read bytes that are no text as some text.
bool check_bytes(std::string_view text, Complaints& complaints) {
  if (text.size() > kMaxBytes) {
    complaints.add({1, 1},
                   fmt::format("the file has {} bytes, more than the {} a model may have",
                               text.size(), kMaxBytes),
                   "is it the right file?");
    return false;
  }
  for (size_t i = 0; i < text.size();) {
    size_t length = utf8_sequence(text.substr(i));
    if (length == 0) {
      complaints.add(position_of(text, i),
                     fmt::format("byte 0x{:02x} is not UTF-8", static_cast<unsigned char>(text[i])),
                     "save the file as UTF-8");
      return false;
    }
    if (text[i] == '\0') {
      complaints.add(position_of(text, i), "a zero byte is not text", "save the file as UTF-8");
      return false;
    }
    i += length;
  }
  return true;
}

}  // namespace

std::string model_version(std::string_view text) {
  return fmt::format("{:016x}", checksum(text));
}

std::string_view Field::column() const {
  const auto* named = std::get_if<sql::ColumnRef>(&expression.node);
  return named && !named->name.empty() ? std::string_view(named->name.back().text)
                                       : std::string_view();
}

const Field* Dataset::field(std::string_view wanted) const {
  return find_named(fields, wanted);
}

const TimeRole* Dataset::time_role(std::string_view wanted) const {
  if (!wanted.empty()) return find_named(times, wanted);
  auto found = std::find_if(times.begin(), times.end(),
                            [](const TimeRole& role) { return role.is_default; });
  return found == times.end() ? nullptr : &*found;
}

std::string Path::text() const {
  std::string result;
  for (const Relationship* step : steps) {
    result += (result.empty() ? step->from : "") + " → " + step->to;
  }
  return result;
}

const Dataset* Model::dataset(std::string_view wanted) const {
  return find_named(datasets, wanted);
}

const Metric* Model::metric(std::string_view wanted) const {
  return find_named(metrics, wanted);
}

const Field* Model::field(std::string_view dataset_name, std::string_view field_name) const {
  const Dataset* owner = dataset(dataset_name);
  return owner ? owner->field(field_name) : nullptr;
}

void Model::index_paths() {
  paths_ = std::make_shared<const PathTable>(*this);
}

Result<Path> Model::path(std::string_view from, std::string_view to, std::string_view role) const {
  if (!paths_) return PathTable(*this).find(*this, from, to, role);
  return paths_->find(*this, from, to, role);
}

std::optional<Path> Model::any_path(std::string_view from, std::string_view to,
                                    std::string_view role) const {
  if (!paths_) return PathTable(*this).find_any(*this, from, to, role);
  return paths_->find_any(*this, from, to, role);
}

LoadOutcome load_model(std::string_view text, std::string_view file,
                       const catalog::Catalog* catalog) {
  Complaints complaints(file);
  if (!check_bytes(text, complaints)) return {std::nullopt, complaints.take()};
  TreeOutcome outcome = parse_yaml(text);
  if (!outcome.tree) {
    complaints.add(outcome.fault.at, outcome.fault.message, outcome.fault.fix);
    return {std::nullopt, complaints.take()};
  }
  Draft draft = read_draft(*std::move(outcome.tree), text, complaints);
  check_draft(draft, text, catalog, complaints);
  if (!complaints.empty()) return {std::nullopt, complaints.take()};
  if (catalog) add_table_notes(draft.model, *catalog);
  draft.model.version = model_version(text);
  return {std::move(draft.model), {}};
}

}  // namespace tally::semantic
