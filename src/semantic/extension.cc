#include "semantic/extension.h"

#include <fmt/format.h>

#include "semantic/names.h"

namespace tally::semantic {
namespace {

using ValueNames = std::map<std::string, std::vector<std::string>>;

// {"M": ["male", "men"], …}
ValueNames read_values(const TreeReader& reader, const Node& node, const std::string& owner) {
  ValueNames names;
  for (const auto& [value, list] : reader.free_map(node, owner)) {
    names[value.text] = plain_texts(reader.texts(*list, value.text, owner));
  }
  return names;
}

template <typename Item, typename Read>
void read_items(const TreeReader& reader, const Entries& entries, std::string_view key,
                const std::string& owner, std::initializer_list<Key> keys, std::vector<Item>& items,
                Read read) {
  std::string what = fmt::format("an item of \"{}\" in {}", key, owner);
  for (const Node* node : reader.list(entries, key, owner)) {
    auto item = reader.map(*node, what, keys);
    if (item) items.push_back(read(*item, what));
  }
}

// The parts of a calendar that a column can hold.
std::optional<Grain> calendar_part(const TreeReader& reader, const Node& node,
                                   const std::string& owner) {
  for (Grain part : {Grain::year, Grain::quarter_of_year, Grain::month_of_year, Grain::weekday}) {
    if (node.text == grain_name(part)) return part;
  }
  reader.complain(node, fmt::format("\"{}\" of {} is no part of a calendar", node.text, owner),
                  "write year, quarter_of_year, month_of_year or weekday");
  return std::nullopt;
}

// What the days of a way of dating stand for.
std::optional<Grain> step_of_time(const TreeReader& reader, const Node& node,
                                  const std::string& owner) {
  for (Grain step : {Grain::year, Grain::quarter, Grain::month, Grain::week, Grain::day}) {
    if (node.text == grain_name(step)) return step;
  }
  reader.complain(node, fmt::format("\"{}\" of {} is no period", node.text, owner),
                  "write year, quarter, month, week or day");
  return std::nullopt;
}

}  // namespace

void ExtensionReader::check_vendor(const Located& vendor) {
  if (!vendor.node || vendor.text == kVendor) return;
  if (nearest(vendor.text, {std::string(kVendor)}).empty()) return;
  complaints_.add(vendor.at(), fmt::format("vendor \"{}\" is not known", vendor.text),
                  fmt::format("did you mean \"{}\"?", kVendor));
}

const Tree* ExtensionReader::parse(const Located& data, const std::string& owner) {
  TreeOutcome outcome = parse_json(data.text);
  std::string_view file_text = file_text_;
  const Node* scalar = data.node;
  if (!outcome.tree) {
    complaints_.add(
        position_inside(file_text, *scalar, outcome.fault.offset),
        fmt::format("the {} data of {} is not JSON: {}", kVendor, owner, outcome.fault.message),
        "correct the JSON");
    return nullptr;
  }
  auto tree = std::make_unique<Tree>(*std::move(outcome.tree));
  tree->locate = [file_text, scalar](const Node& node) {
    return position_inside(file_text, *scalar, node.offset);
  };
  draft_.trees.push_back(std::move(tree));
  return draft_.trees.back().get();
}

void ExtensionReader::read_model(const TreeReader& reader, const Node& data,
                                 const std::string& owner) {
  auto entries =
      reader.map(data, owner, {{"members"}, {"families"}, {"value_sets"}, {"unrecorded"}});
  if (!entries) return;
  Model& model = draft_.model;
  read_items(reader, *entries, "members", owner, {{"name", true}, {"synonyms"}}, model.members,
             [&](const Entries& item, const std::string& what) {
               return Member{reader.text(item, "name", what),
                             plain_texts(reader.texts(item, "synonyms", what))};
             });
  read_items(reader, *entries, "families", owner, {{"name", true}, {"synonyms"}, {"description"}},
             model.families, [&](const Entries& item, const std::string& what) {
               return Family{reader.text(item, "name", what),
                             plain_texts(reader.texts(item, "synonyms", what)),
                             reader.text(item, "description", what)};
             });
  read_items(reader, *entries, "unrecorded", owner, {{"topic", true}, {"synonyms"}},
             model.unrecorded, [&](const Entries& item, const std::string& what) {
               return Unrecorded{reader.text(item, "topic", what),
                                 plain_texts(reader.texts(item, "synonyms", what))};
             });
  if (const Node* sets = entries->find("value_sets")) {
    for (const auto& [name, values] : reader.free_map(*sets, "\"value_sets\" of the model")) {
      std::string what = fmt::format("value set \"{}\"", name.text);
      draft_.value_sets.push_back({name.text, read_values(reader, *values, what)});
    }
  }
}

void ExtensionReader::read_dataset(const TreeReader& reader, const Node& data,
                                   const std::string& owner, Dataset& dataset,
                                   DatasetDraft& places) {
  auto entries = reader.map(data, owner, {{"kind"}, {"times"}, {"label"}, {"entity_key"}});
  if (!entries) return;
  Located kind = reader.located(*entries, "kind", owner);
  if (kind.node) {
    bool is_fact = kind.text == "fact";
    if (!is_fact && kind.text != "dimension") {
      complaints_.add(kind.at(), fmt::format("{} has the unknown kind \"{}\"", owner, kind.text),
                      "write \"fact\" or \"dimension\"");
    }
    dataset.kind = is_fact ? DatasetKind::fact : DatasetKind::dimension;
    places.kind_given = true;
  }
  places.label = reader.texts(*entries, "label", owner);
  dataset.label = plain_texts(places.label);
  places.entity_key = reader.located(*entries, "entity_key", owner);
  dataset.entity_key = places.entity_key.text;
  std::string what = fmt::format("an item of \"times\" in {}", owner);
  for (const Node* node : reader.list(*entries, "times", owner)) {
    auto item = reader.map(
        *node, what,
        {{"name", true}, {"relationship"}, {"field", true}, {"default"}, {"grain"}, {"synonyms"}});
    if (!item) continue;
    TimeDraft time{reader.located(*item, "name", what), reader.located(*item, "relationship", what),
                   reader.located(*item, "field", what)};
    TimeRole role;
    role.name = time.name.text;
    role.relationship = time.relationship.text;
    role.field = time.field.text;
    role.is_default = reader.boolean(*item, "default", what).value_or(false);
    if (const Node* grain = item->find("grain")) role.grain = step_of_time(reader, *grain, what);
    role.synonyms = plain_texts(reader.texts(*item, "synonyms", what));
    role.at = reader.at(*node);
    dataset.times.push_back(std::move(role));
    places.times.push_back(std::move(time));
  }
}

void ExtensionReader::read_field(const TreeReader& reader, const Node& data,
                                 const std::string& owner, Field& field, FieldDraft& places) {
  auto entries =
      reader.map(data, owner, {{"personal"}, {"unit"}, {"calendar"}, {"values"}, {"value_set"}});
  if (!entries) return;
  if (const Node* calendar = entries->find("calendar")) {
    field.calendar = calendar_part(reader, *calendar, owner);
  }
  field.personal = reader.boolean(*entries, "personal", owner).value_or(false);
  field.unit = reader.text(*entries, "unit", owner);
  places.value_set = reader.located(*entries, "value_set", owner);
  if (const Node* values = entries->find("values")) {
    field.value_names = read_values(reader, *values, fmt::format("\"values\" of {}", owner));
  }
}

void ExtensionReader::read_relationship(const TreeReader& reader, const Node& data,
                                        const std::string& owner, Relationship& relationship) {
  auto entries = reader.map(data, owner, {{"role"}, {"default"}});
  if (!entries) return;
  relationship.role = reader.text(*entries, "role", owner);
  relationship.is_default = reader.boolean(*entries, "default", owner).value_or(true);
}

void ExtensionReader::read_metric(const TreeReader& reader, const Node& data,
                                  const std::string& owner, Metric& metric, MetricDraft& places) {
  auto entries =
      reader.map(data, owner, {{"family"}, {"member"}, {"unit"}, {"time"}, {"lower_is_better"}});
  if (!entries) return;
  places.family = reader.located(*entries, "family", owner);
  places.member = reader.located(*entries, "member", owner);
  places.time = reader.located(*entries, "time", owner);
  metric.family = places.family.text;
  metric.member = places.member.text;
  metric.time = places.time.text;
  metric.unit = reader.text(*entries, "unit", owner);
  metric.lower_is_better = reader.boolean(*entries, "lower_is_better", owner).value_or(false);
}

}  // namespace tally::semantic
