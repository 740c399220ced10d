#include "answer/parsed/vocabulary.h"

#include <algorithm>
#include <map>
#include <queue>
#include <set>

#include "answer/parsed/metric_shape.h"
#include "answer/parsed/names.h"
#include "answer/parsed/phrases.h"
#include "answer/parsed/weights.h"
#include "semantic/compiler.h"
#include "semantic/names.h"
#include "text/distance.h"
#include "text/measure_units.h"
#include "text/stem.h"
#include "text/tokens.h"

namespace tally::answer::parsed {

namespace {

bool is_dated(semantic::DataType type) {
  using semantic::DataType;
  return type == DataType::date || type == DataType::datetime || type == DataType::datetime_tz;
}

bool is_numeric(semantic::DataType type) {
  using semantic::DataType;
  return type == DataType::integer || type == DataType::decimal || type == DataType::float_;
}

// The general words by their stems. Only a word that nothing explains asks for them.
const std::vector<NameKeys::Word>& english() {
  static const std::vector<std::string> kSpellings = phrases().words();
  static const std::vector<std::string> kStems = [] {
    std::vector<std::string> stems;
    for (const std::string& word : kSpellings) stems.push_back(text::stem(word));
    return stems;
  }();
  static const std::vector<NameKeys::Word> kWords = [] {
    std::vector<NameKeys::Word> words;
    for (size_t i = 0; i < kStems.size(); ++i) words.push_back({kStems[i], kSpellings[i]});
    return words;
  }();
  return kWords;
}

}  // namespace

Vocabulary::Vocabulary(const semantic::Model& model_in, const catalog::Facts& facts_in,
                       ParserOptions options_in, NameKeys keys)
    : model(model_in),
      facts(facts_in),
      options(std::move(options_in)),
      names(model_in),
      keys_(std::move(keys)) {
  add_datasets();
  add_fields();
  find_flags();
  add_families();
  add_members();
  add_metrics();
  add_roles();
  add_date_words();
  add_unrecorded();
  name_fields();
  add_role_heads();
  add_metric_heads();
  add_flag_names();
  add_way_names();
  add_other_names();
  add_accepted_values();
  measure_distances();
  find_today();
  collect_units();
  finish_names();
}

void Vocabulary::add_key(std::string_view key, Sense sense) {
  if (key.empty()) return;
  auto& list = names_[std::string(key)];
  for (Sense& there : list) {
    if (there.kind != sense.kind || there.index != sense.index) continue;
    if (sense.cost < there.cost) there = sense;
    return;
  }
  list.push_back(sense);
}

void Vocabulary::add_name(std::string_view name, Sense sense) {
  std::string_view key = keys_.key(name);
  add_key(key, sense);
  // "web site" is also written "website"
  size_t space = key.find(' ');
  if (space == std::string::npos || key.find(' ', space + 1) != std::string::npos) return;
  std::string joined = text::spoken(name);
  joined.erase(std::remove(joined.begin(), joined.end(), ' '), joined.end());
  if (joined.size() < 6) return;
  sense.cost += 0.1F;
  add_key(keys_.key(joined), sense);
}

void Vocabulary::add_datasets() {
  for (uint32_t i = 0; i < model.datasets.size(); ++i) {
    const semantic::Dataset& dataset = model.datasets[i];
    dataset_spoken.push_back(text::spoken(dataset.name));
    bool fact = dataset.kind == semantic::DatasetKind::fact;
    Sense sense{SenseKind::dataset, i, fact ? static_cast<float>(weights::kFactNoun) : 0.0F};
    add_name(dataset.name, sense);
    dataset_keys.push_back({std::string(keys_.key(dataset.name))});
    for (const std::string& synonym : dataset.synonyms) {
      add_name(synonym, sense);
      dataset_keys.back().emplace_back(keys_.key(synonym));
    }
  }
}

void Vocabulary::add_fields() {
  for (uint32_t d = 0; d < model.datasets.size(); ++d) {
    const semantic::Dataset& dataset = model.datasets[d];
    const std::string& prefix = names.prefix_of(dataset);
    for (const semantic::Field& field : dataset.fields) {
      if (!field.is_dimension && !field.personal) continue;
      FieldEntry entry;
      entry.dataset = d;
      entry.field = &field;
      entry.numeric = is_numeric(field.type);
      entry.dated = is_dated(field.type);
      auto index = static_cast<uint32_t>(fields.size());
      fields.push_back(entry);
      add_field_names(index, SpokenNames::bare(prefix, field));
      fields[index].unit = unit_of(index);
      if (!field.personal) add_value_names(index);
    }
  }
  field_of_column_.clear();
  for (const catalog::ColumnValues& column : facts.values.columns())
    field_of_column_.push_back(field_index(column.dataset, column.field));
}

void Vocabulary::add_field_names(uint32_t index, const std::string& stripped) {
  const semantic::Field& field = *fields[index].field;
  Sense exact{SenseKind::field, index, 0.0F};
  Sense weak{SenseKind::field, index, static_cast<float>(weights::kWeakName)};
  bool abbreviated = text::spoken(field.name) != stripped;
  add_name(field.name, exact);
  if (!field.label.empty()) add_name(field.label, exact);
  for (const std::string& synonym : field.synonyms) add_name(synonym, exact);
  std::string& keys = fields[index].name_keys;
  keys.append(keys_.key(stripped)).append(" | ").append(keys_.key(field.label));
  for (const std::string& synonym : field.synonyms) keys.append(" | ").append(keys_.key(synonym));
  // A name under a prefix is a guess where the author gave names of his own.
  bool has_own = !field.label.empty() || !field.synonyms.empty();
  if (abbreviated) add_name(stripped, has_own ? weak : exact);
  size_t space = stripped.rfind(' ');
  if (space == std::string::npos) return;
  weak.cost += 0.3F;
  weak.bare = true;
  std::string tail = stripped.substr(space + 1);
  // The last word alone says too little where it is one that every table has, a preposition
  // ("opened at") or a unit ("duration min").
  const Phrase* english = phrases().find(tail);
  bool hollow = english != nullptr && english->kind == PhraseKind::stop && !english->is_soft();
  hollow = hollow || (english != nullptr && english->kind == PhraseKind::negate);  // "account no"
  if (hollow || text::measure_unit(tail)) return;
  if (tail == "id" || tail == "sk" || tail == "key" || tail == "code" || tail == "desc" ||
      tail == "description" || tail == "date" || tail == "flag" || tail == "number")
    return;
  add_name(tail, weak);
}

void Vocabulary::add_value_names(uint32_t index) {
  for (const auto& [stored, spellings] : fields[index].field->value_names)
    for (const std::string& name : spellings)
      values_[std::string(keys_.key(name))].push_back({index, &stored, &spellings});
}

void Vocabulary::add_families() {
  std::map<std::string, uint32_t> seen;
  auto add = [&](const std::string& name) {
    auto [at, added] = seen.try_emplace(name, static_cast<uint32_t>(families.size()));
    if (added) families.push_back({name, text::spoken(name), {}});
    return at->second;
  };
  for (const semantic::Family& family : model.families) {
    uint32_t index = add(family.name);
    add_name(family.name, {SenseKind::family, index, 0.0F});
    for (const std::string& synonym : family.synonyms)
      add_name(synonym, {SenseKind::family, index, 0.0F});
  }
  for (uint32_t m = 0; m < model.metrics.size(); ++m) {
    const std::string& name = model.metrics[m].family;
    if (name.empty()) continue;
    uint32_t index = add(name);
    add_name(name, {SenseKind::family, index, 0.0F});
    families[index].metrics.push_back(m);
  }
}

void Vocabulary::add_members() {
  std::map<std::string, uint32_t> seen;
  auto add = [&](const std::string& name) {
    auto [at, added] = seen.try_emplace(name, static_cast<uint32_t>(members.size()));
    if (added) members.push_back({name, text::spoken(name)});
    add_name(name, {SenseKind::member, at->second, 0.0F});
    return at->second;
  };
  for (const semantic::Member& member : model.members) {
    uint32_t index = add(member.name);
    for (const std::string& synonym : member.synonyms)
      add_name(synonym, {SenseKind::member, index, 0.0F});
  }
  for (const semantic::Metric& metric : model.metrics)
    if (!metric.member.empty()) add(metric.member);
}

void Vocabulary::add_metrics() {
  for (uint32_t i = 0; i < model.metrics.size(); ++i) {
    const semantic::Metric& metric = model.metrics[i];
    MetricEntry entry;
    for (const std::string& fact : semantic::facts_of(model, metric))
      if (int index = dataset_index(fact); index >= 0)
        entry.facts.push_back(static_cast<uint32_t>(index));
    MetricShape shape = shape_of(metric.expression);
    entry.aggregate = shape.aggregate;
    // One of a dbt project is asked for by its names alone: what nobody names is the author's.
    if (metric.origin.empty()) find_counted(shape, entry);
    entry.picks = shape.picks || !metric.origin.empty();
    entry.sums = shape.sums;
    entry.spoken = text::spoken(metric.name);
    entry.unit = metric.unit;
    metrics.push_back(std::move(entry));
    if (metric.origin.empty()) add_metric_names(i);
  }
}

// A count of a dataset's own key counts its members; a count of a key that points at another
// dataset counts that one's members, as far as they occur.
void Vocabulary::find_counted(const MetricShape& shape, MetricEntry& entry) const {
  if (!shape.measured_dataset.empty())
    entry.measures = field_index(shape.measured_dataset, shape.measured_field);
  int index = dataset_index(shape.counted_dataset);
  if (index < 0) return;
  if (shape.distinct) entry.counts_field = field_index(shape.counted_dataset, shape.counted_field);
  const semantic::Dataset& dataset = model.datasets[static_cast<size_t>(index)];
  // Keys are columns, whatever the fields are called that stand for them.
  const semantic::Field* counted = dataset.field(shape.counted_field);
  const std::string_view column = counted ? counted->column() : std::string_view();
  bool own =
      shape.counted_field.empty() || dataset.entity_key == shape.counted_field ||
      (dataset.primary_key.size() == 1 && semantic::same_name(dataset.primary_key[0], column));
  if (own) entry.counts = index;
  for (const semantic::Relationship& way : model.relationships) {
    bool points = way.from == dataset.name && way.from_columns.size() == 1 && !column.empty() &&
                  semantic::same_name(way.from_columns[0], column);
    if (points) entry.counts_via = dataset_index(way.to);
  }
}

// "number of visits", "visit count" and "how many visits" are one.
void Vocabulary::add_metric_names(uint32_t index) {
  const semantic::Metric& metric = model.metrics[index];
  Sense sense{SenseKind::metric, index, 0.0F};
  std::vector<std::string> all = {metric.name};
  all.insert(all.end(), metric.synonyms.begin(), metric.synonyms.end());
  for (const std::string& name : all) {
    add_name(name, sense);
    std::string key(keys_.key(name));
    std::string counted;
    if (key.starts_with("number of ")) counted = key.substr(10);
    if (key.starts_with("count of ")) counted = key.substr(9);
    if (key.size() > 6 && key.ends_with(" count")) counted = key.substr(0, key.size() - 6);
    if (counted.empty()) continue;
    for (std::string_view lead : {"number of ", "how mani ", "count of "})
      add_key(std::string(lead) + counted, sense);
    longest_words_ = std::max<size_t>(
        longest_words_,
        2 + static_cast<size_t>(std::count(counted.begin(), counted.end(), ' ')) + 1);
  }
}

// "cost" where every cost is the drug cost: the last word of a name that no name is by itself.
void Vocabulary::add_metric_heads() {
  constexpr size_t kMostNamed = 3;  // a word that more metrics end with says nothing
  std::map<std::string, std::vector<Sense>> heads;
  auto weak = static_cast<float>(weights::kWeakName) + 0.3F;
  for (uint32_t i = 0; i < model.metrics.size(); ++i) {
    const semantic::Metric& metric = model.metrics[i];
    if (metrics[i].picks) continue;  // "late deliveries" are not all deliveries
    Sense sense{SenseKind::metric, i, weak};
    for (uint32_t f = 0; f < families.size(); ++f)
      if (!metric.family.empty() && families[f].name == metric.family)
        sense = {SenseKind::family, f, weak};
    std::vector<std::string> all = {metric.name};
    all.insert(all.end(), metric.synonyms.begin(), metric.synonyms.end());
    for (const std::string& name : all) {
      std::vector<std::string> words = words_of(name);
      bool plain =
          words.size() > 1 && words.back().size() > 2 && phrases().find(words.back()) == nullptr &&
          name.find(" of ") == std::string::npos &&
          // "accounts that were active" are no "active"
          name.find(" that ") == std::string::npos && name.find(" who ") == std::string::npos;
      if (!plain) continue;
      auto& senses_of = heads[std::string(keys_.key(words.back()))];
      if (std::find(senses_of.begin(), senses_of.end(), sense) == senses_of.end())
        senses_of.push_back(sense);
    }
  }
  for (const auto& [key, named] : heads) {
    if (named.size() > kMostNamed || !senses(key).empty()) continue;
    for (const Sense& sense : named) add_key(key, sense);
  }
}

void Vocabulary::add_roles() {
  std::map<std::string, uint32_t> paths;
  for (const semantic::Relationship& way : model.relationships) {
    if (way.role.empty()) continue;
    auto [at, added] = paths.try_emplace(way.role, static_cast<uint32_t>(path_roles.size()));
    if (added) path_roles.push_back(way.role);
    add_name(way.role, {SenseKind::path_role, at->second, 0.0F});
    for (const std::string& synonym : way.synonyms)
      add_name(synonym, {SenseKind::path_role, at->second, 0.0F});
  }
  std::map<std::string, uint32_t> times;
  for (const semantic::Dataset& dataset : model.datasets) {
    for (const semantic::TimeRole& role : dataset.times) {
      auto [at, added] = times.try_emplace(role.name, static_cast<uint32_t>(time_roles.size()));
      if (added) time_roles.push_back({role.name});
      add_name(role.name, {SenseKind::time_role, at->second, 0.0F});
      for (const std::string& synonym : role.synonyms)
        add_name(synonym, {SenseKind::time_role, at->second, 0.0F});
    }
  }
}

void Vocabulary::add_unrecorded() {
  for (uint32_t i = 0; i < model.unrecorded.size(); ++i) {
    add_name(model.unrecorded[i].topic, {SenseKind::unrecorded, i, 0.0F});
    for (const std::string& synonym : model.unrecorded[i].synonyms)
      add_name(synonym, {SenseKind::unrecorded, i, 0.0F});
  }
}

// Also the name that we give a field is one it answers to.
void Vocabulary::name_fields() {
  for (uint32_t i = 0; i < fields.size(); ++i) {
    FieldEntry& entry = fields[i];
    entry.spoken = names.field(model.datasets[entry.dataset], *entry.field);
    add_name(entry.spoken, {SenseKind::field, i, 0.0F});
  }
}

void Vocabulary::measure_distances() {
  size_t count = model.datasets.size();
  distance_.assign(count * count, -1);
  std::vector<std::vector<uint32_t>> next(count);
  for (const semantic::Relationship& way : model.relationships) {
    int from = dataset_index(way.from);
    int to = dataset_index(way.to);
    if (from >= 0 && to >= 0) next[static_cast<size_t>(from)].push_back(static_cast<uint32_t>(to));
  }
  for (uint32_t start = 0; start < count; ++start) {
    int* row = &distance_[start * count];
    std::queue<uint32_t> queue;
    row[start] = 0;
    queue.push(start);
    while (!queue.empty()) {
      uint32_t at = queue.front();
      queue.pop();
      for (uint32_t to : next[at]) {
        if (row[to] >= 0) continue;
        row[to] = row[at] + 1;
        queue.push(to);
      }
    }
  }
}

void Vocabulary::find_today() {
  std::string last = options.today;
  if (last.empty())
    for (const auto& [key, range] : facts.date_ranges) last = std::max(last, range.last);
  auto day = text::parse_iso(last);
  knows_today_ = day.has_value();
  if (day) today_ = *day;
}

void Vocabulary::collect_units() {
  for (const FieldEntry& entry : fields)
    if (!entry.field->unit.empty()) units_.insert(text::spoken(entry.field->unit));
  for (const semantic::Metric& metric : model.metrics)
    if (!metric.unit.empty()) units_.insert(text::spoken(metric.unit));
}

void Vocabulary::finish_names() {
  keys_.finish();
  longest_words_ = std::max(longest_words_, keys_.longest_words());
}

std::span<const Sense> Vocabulary::senses(const std::string& key) const {
  auto found = names_.find(key);
  return found == names_.end() ? std::span<const Sense>{} : found->second;
}

std::span<const SpokenValue> Vocabulary::spoken_values(const std::string& key) const {
  auto found = values_.find(key);
  return found == values_.end() ? std::span<const SpokenValue>{} : found->second;
}

std::string Vocabulary::correction(std::string_view folded, std::string_view stem) const {
  auto is_stem = [&](const NameKeys::Word& word) { return word.stem == stem; };
  const std::vector<NameKeys::Word>& named = keys_.words();
  bool is_word = std::any_of(named.begin(), named.end(), is_stem) ||
                 std::any_of(english().begin(), english().end(), is_stem);
  if (folded.size() < 4 || is_word) return {};
  std::string_view best;
  auto consider = [&](const NameKeys::Word& word) {
    bool fits = word.spelling.size() >= 5 &&
                (text::edit_distance(folded, word.spelling, 1) <= 1 ||
                 (word.stem.size() >= 5 && text::edit_distance(stem, word.stem, 1) <= 1));
    if (fits && (best.empty() || word.spelling < best)) best = word.spelling;
  };
  std::for_each(named.begin(), named.end(), consider);
  std::for_each(english().begin(), english().end(), consider);
  return std::string(best);
}

bool Vocabulary::is_spelled(std::string_view folded) const {
  const auto& words = keys_.words();
  return std::any_of(words.begin(), words.end(),
                     [&](const NameKeys::Word& word) { return word.spelling == folded; });
}

int Vocabulary::dataset_index(std::string_view name) const {
  for (size_t i = 0; i < model.datasets.size(); ++i)
    if (model.datasets[i].name == name) return static_cast<int>(i);
  return -1;
}

int Vocabulary::field_index(std::string_view dataset, std::string_view field) const {
  int index = dataset_index(dataset);
  for (size_t i = 0; i < fields.size(); ++i)
    if (static_cast<int>(fields[i].dataset) == index && fields[i].field->name == field)
      return static_cast<int>(i);
  return -1;
}

int Vocabulary::metric_index(std::string_view name) const {
  for (size_t i = 0; i < model.metrics.size(); ++i)
    if (model.metrics[i].name == name) return static_cast<int>(i);
  return -1;
}

bool Vocabulary::same_facts(std::span<const Sense> a, std::span<const Sense> b,
                            std::span<const uint32_t> members_named) const {
  auto metrics_of = [&](std::span<const Sense> senses) {
    std::vector<uint32_t> out;
    for (const Sense& sense : senses) {
      std::vector<uint32_t> list = {sense.index};
      if (sense.kind == SenseKind::family) list = families[sense.index].metrics;
      for (uint32_t metric : list) {
        const std::string& member = model.metrics[metric].member;
        bool fits = members_named.empty() || sense.kind == SenseKind::metric ||
                    std::any_of(members_named.begin(), members_named.end(),
                                [&](uint32_t named) { return members[named].name == member; });
        if (fits) out.push_back(metric);
      }
    }
    return out;
  };
  auto holds = [&](uint32_t whole, uint32_t part) {
    return !metrics[part].facts.empty() &&
           std::all_of(metrics[part].facts.begin(), metrics[part].facts.end(), [&](uint32_t fact) {
             const auto& all = metrics[whole].facts;
             return std::find(all.begin(), all.end(), fact) != all.end();
           });
  };
  for (uint32_t left : metrics_of(a))
    for (uint32_t right : metrics_of(b))
      if (holds(left, right) || holds(right, left)) return true;
  return false;
}

bool Vocabulary::has_members(std::span<const Sense> senses, std::span<const uint32_t> named) const {
  return std::any_of(senses.begin(), senses.end(), [&](const Sense& sense) {
    std::string family = sense.kind == SenseKind::family   ? families[sense.index].name
                         : sense.kind == SenseKind::metric ? model.metrics[sense.index].family
                                                           : "";
    return !family.empty() && std::all_of(named.begin(), named.end(), [&](uint32_t member) {
      return std::any_of(model.metrics.begin(), model.metrics.end(), [&](const auto& metric) {
        return metric.family == family && metric.member == members[member].name;
      });
    });
  });
}

std::vector<uint32_t> Vocabulary::label_fields(uint32_t dataset) const {
  std::vector<uint32_t> out;
  const semantic::Dataset& entry = model.datasets[dataset];
  for (const std::string& name : entry.label)
    if (int index = field_index(entry.name, name); index >= 0)
      out.push_back(static_cast<uint32_t>(index));
  if (!out.empty()) return out;
  for (uint32_t i = 0; i < fields.size(); ++i) {
    const semantic::Field& field = *fields[i].field;
    if (fields[i].dataset != dataset || field.personal || !field.is_dimension) continue;
    std::string name = text::spoken(field.name);
    if (name.ends_with("name") || name.ends_with("title")) return {i};
  }
  const int entity = entry.entity_key.empty() ? -1 : field_index(entry.name, entry.entity_key);
  if (is_shown(entity)) return {static_cast<uint32_t>(entity)};
  return {};
}

bool Vocabulary::is_shown(int field) const {
  if (field < 0) return false;
  const semantic::Field& found = *fields[static_cast<size_t>(field)].field;
  return found.is_dimension && !found.personal;
}

// Two members may share a name, and one may have none.
std::vector<uint32_t> Vocabulary::identity_fields(uint32_t dataset) const {
  const semantic::Dataset& entry = model.datasets[dataset];
  int key = -1;
  if (!entry.entity_key.empty()) {
    key = field_index(entry.name, entry.entity_key);
  } else if (entry.primary_key.size() == 1) {
    key = field_of_key(dataset, entry.primary_key[0]);
  }
  if (is_shown(key)) return {static_cast<uint32_t>(key)};
  return label_fields(dataset);
}

bool Vocabulary::has_value(uint32_t field, const std::string& stored) const {
  const FieldEntry& entry = fields[field];
  const auto* column =
      facts.values.find_column(model.datasets[entry.dataset].name, entry.field->name);
  if (column == nullptr || !column->complete) return true;  // not indexed: nobody knows
  for (const catalog::ValueHit& hit : facts.values.lookup(stored))
    if (&facts.values.columns()[hit.column] == column && column->values[hit.value].first == stored)
      return true;
  return false;
}

}  // namespace tally::answer::parsed
