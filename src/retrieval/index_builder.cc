#include "retrieval/index_builder.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "catalog/spelling.h"
#include "retrieval/abbreviations.h"
#include "retrieval/words.h"
#include "text/stem.h"

namespace tally::retrieval {

using catalog::Resource;
using catalog::ResourceIndex;

std::string_view last_part(std::string_view name) {
  const size_t dot = name.rfind('.');
  if (dot == name.npos || dot + 1 == name.size()) return name;
  return name.substr(dot + 1);
}

namespace {

std::string_view folders_of(std::string_view path) {
  const size_t slash = path.rfind('/');
  return slash == path.npos ? std::string_view() : path.substr(0, slash);
}

std::string_view before_last_part(std::string_view name) {
  const size_t dot = name.rfind('.');
  return dot == name.npos ? std::string_view() : name.substr(0, dot);
}

// What groups resources that are asked about together: a schema, a source, a folder.
std::string place_of(const Resource& resource) {
  if (auto before = before_last_part(resource.name); !before.empty()) return std::string(before);
  if (!resource.source_name.empty()) return "source " + resource.source_name;
  // Of a project the uppermost folder: what lies below it are layers of one subject.
  std::string_view folders = folders_of(resource.path);
  if (folders.starts_with("models/")) folders.remove_prefix(7);
  if (folders.empty() || folders == "models") return resource.schema;
  return "folder " + std::string(folders.substr(0, folders.find('/')));
}

bool is_table(catalog::ResourceKind kind) {
  return kind == catalog::ResourceKind::table || kind == catalog::ResourceKind::view;
}

bool is_of_project(catalog::ResourceKind kind) {
  return !is_table(kind) && kind != catalog::ResourceKind::metric;
}

}  // namespace

IndexBuilder::IndexBuilder(std::shared_ptr<const catalog::Inventory> inventory,
                           const RankingData& data)
    : resources_(inventory->resources()),
      index_(std::shared_ptr<SearchIndex>(new SearchIndex(std::move(inventory), data))) {}

void IndexBuilder::read_text(std::string_view text) {
  each_word(text, buffer_, [&](std::string_view word) {
    words_.push_back(index_->analyser_.words().intern(word));
  });
}

void IndexBuilder::read_columns(const Resource& resource) {
  const auto here = [&] { return static_cast<uint32_t>(words_.size()); };
  for (const auto& column : resource.columns) {
    read_text(column.name);
    name_ends_.push_back(here());
  }
  for (const auto& column : resource.columns)
    for (const auto& alias : column.aliases) read_text(alias);
  end_field();
  for (const auto& column : resource.columns) {
    read_text(column.description);
    description_ends_.push_back(here());
    for (const auto& tag : column.tags) read_text(tag);
    for (const auto& value : column.accepted_values) read_text(value);
  }
  end_field();
}

// In the order of Field.
void IndexBuilder::read_resource(const Resource& resource) {
  read_text(last_part(resource.name));
  end_field();
  for (const auto& alias : resource.aliases) read_text(alias);
  if (resource.identifier != resource.name) read_text(last_part(resource.identifier));
  end_field();
  for (const auto& tag : resource.tags) read_text(tag);
  end_field();
  read_text(resource.owner);
  read_text(resource.group);
  end_field();
  read_text(folders_of(resource.path));
  read_text(before_last_part(resource.name));
  read_text(resource.source_name);
  if (resource.schema != before_last_part(resource.name)) read_text(resource.schema);
  end_field();
  read_text(resource.description);
  end_field();
  read_text(resource.notes);
  end_field();
  read_columns(resource);
}

void IndexBuilder::read_words() {
  read_words({}, std::vector<uint64_t>(resources_.size()));
}

std::span<const uint32_t> IndexBuilder::field_words(size_t resource, Field field) const {
  const size_t at = resource * kFieldCount + index_of(field);
  return std::span(words_).subspan(field_ends_[at], field_ends_[at + 1] - field_ends_[at]);
}

// Names beside their descriptions teach what is short for what.
void IndexBuilder::learn_short_forms(AbbreviationLearner& learner) const {
  size_t column = 0;
  for (size_t at = 0; at < resources_.size(); ++at) {
    learner.see(field_words(at, Field::name), field_words(at, Field::description));
    const auto names = field_words(at, Field::column), texts = field_words(at, Field::column_text);
    const uint32_t* name = names.data();
    const uint32_t* text = texts.data();
    for (size_t one = 0; one < resources_[at].columns.size(); ++one, ++column) {
      const uint32_t* name_end = words_.data() + name_ends_[column];
      const uint32_t* text_end = words_.data() + description_ends_[column];
      learner.see({name, name_end}, {text, text_end});
      name = name_end;
      // Behind the description stand tags and values, as part of the next one's words.
      text = text_end;
    }
  }
}

void IndexBuilder::learn_words() {
  Analyser& analyser = index_->analyser_;
  AbbreviationLearner learner(analyser.words());
  learn_short_forms(learner);
  std::vector<WordCounts> counts(analyser.words().size());
  for (size_t at = 0; at + 1 < field_ends_.size(); ++at) {
    const auto field = static_cast<Field>(at % kFieldCount);
    const bool prose =
        field == Field::description || field == Field::note || field == Field::column_text;
    for (uint32_t word = field_ends_[at]; word < field_ends_[at + 1]; ++word)
      ++(prose ? counts[words_[word]].prose : counts[words_[word]].names);
  }
  auto short_forms = learner.learned();
  index_->stats_.short_forms = short_forms.size();
  analyser.learn(counts, std::move(short_forms));
}

std::array<float, kFieldCount> IndexBuilder::mean_lengths() const {
  std::array<float, kFieldCount> sums{};
  for (size_t at = 0; at + 1 < field_ends_.size(); ++at)
    sums[at % kFieldCount] += static_cast<float>(field_ends_[at + 1] - field_ends_[at]);
  for (float& sum : sums)
    sum = std::max(sum / static_cast<float>(std::max<size_t>(resources_.size(), 1)), 1e-6f);
  return sums;
}

void IndexBuilder::count_resource(size_t resource,
                                  const std::array<float, kFieldCount>& mean_lengths) {
  const RankingData& data = *index_->data_;
  for (size_t f = 0; f < kFieldCount; ++f) {
    const auto words = field_words(resource, static_cast<Field>(f));
    if (words.empty()) continue;
    const auto [weight, b] = data.fields[f];
    const float norm = 1 - b + b * static_cast<float>(words.size()) / mean_lengths[f];
    for (uint32_t word : words)
      for (const WeightedTerm& term : index_->analyser_.terms_of(word)) {
        if (fields_[term.term] == 0) touched_.push_back(term.term);
        frequency_[term.term] += weight * term.weight / norm;
        fields_[term.term] |= static_cast<uint16_t>(1u << f);
      }
  }
  for (uint32_t term : touched_) {
    const float saturated = frequency_[term] / (data.k1 + frequency_[term]);
    entries_.push_back({term, static_cast<uint32_t>(resource),
                        static_cast<uint16_t>(std::lround(saturated / kSaturationStep)),
                        fields_[term]});
    frequency_[term] = 0;
    fields_[term] = 0;
  }
  touched_.clear();
}

void IndexBuilder::count_terms() {
  frequency_.assign(index_->analyser_.terms().size(), 0);
  fields_.assign(frequency_.size(), 0);
  const auto means = mean_lengths();
  for (size_t at = 0; at < resources_.size(); ++at) count_resource(at, means);
}

void IndexBuilder::sort_postings() {
  SearchIndex& index = *index_;
  const size_t terms = index.analyser_.terms().size();
  index.arrays_.starts.assign(terms + 1, 0);
  for (const Entry& entry : entries_) ++index.arrays_.starts[entry.term + 1];
  for (size_t term = 0; term < terms; ++term)
    index.arrays_.starts[term + 1] += index.arrays_.starts[term];
  std::vector<uint32_t> next(index.arrays_.starts.begin(), index.arrays_.starts.end() - 1);
  index.arrays_.postings.resize(entries_.size());
  for (const Entry& entry : entries_)  // in order of resources, which each list keeps
    index.arrays_.postings[next[entry.term]++] = {entry.resource, entry.saturation, entry.fields};
  constexpr auto kNamed = static_cast<uint16_t>(
      1u << index_of(Field::name) | 1u << index_of(Field::alias) | 1u << index_of(Field::column));
  index.arrays_.named.assign(terms, 0);
  for (const Entry& entry : entries_)
    index.arrays_.named[entry.term] |= (entry.fields & kNamed) != 0;
  entries_ = {};
  index.arrays_.idf.resize(terms);
  const auto count = static_cast<float>(resources_.size());
  for (size_t term = 0; term < terms; ++term) {
    const auto with =
        static_cast<float>(index.arrays_.starts[term + 1] - index.arrays_.starts[term]);
    index.arrays_.idf[term] = std::log(1 + (count - with + 0.5f) / (with + 0.5f));
  }
}

void IndexBuilder::describe_names() {
  SearchIndex& index = *index_;
  std::unordered_map<std::string_view, uint8_t> variant_of;
  const auto& variants = index.data_->patterns.variants;
  for (size_t at = 0; at < variants.size(); ++at)
    variant_of[variants[at].word] = static_cast<uint8_t>(at);
  index.arrays_.name_starts.push_back(0);
  index.arrays_.variant_starts.push_back(0);
  for (size_t at = 0; at < resources_.size(); ++at) {
    float weight = 0;
    for (uint32_t word : field_words(at, Field::name)) {
      const auto terms = index.analyser_.terms_of(word);
      // A word that was run together counts by its parts, each as a word of the name.
      const bool parted = terms.size() > 2;
      for (size_t t = parted ? 1 : 0; t < terms.size() && (parted || t == 0); ++t) {
        index.arrays_.name_terms.push_back(terms[t].term);
        weight += index.arrays_.idf[terms[t].term];
      }
      if (auto found = variant_of.find(index.analyser_.words()[word]); found != variant_of.end())
        index.arrays_.variants.push_back(found->second);
    }
    index.arrays_.name_starts.push_back(static_cast<uint32_t>(index.arrays_.name_terms.size()));
    index.arrays_.variant_starts.push_back(static_cast<uint32_t>(index.arrays_.variants.size()));
    index.arrays_.name_weight.push_back(weight);
  }
}

void IndexBuilder::place() {
  std::unordered_map<std::string, uint32_t> numbers;
  auto& arrays = index_->arrays_;
  // Metrics and the like are of either kind of catalog: what holds data tells them apart.
  size_t tables = 0, others = 0;
  for (const Resource& resource : resources_) {
    const auto next = static_cast<uint32_t>(numbers.size());
    arrays.places.push_back(numbers.try_emplace(place_of(resource), next).first->second);
    tables += is_table(resource.kind);
    others += is_of_project(resource.kind);
  }
  arrays.is_project = tables < others;
  arrays.place_count = static_cast<uint32_t>(numbers.size());
  arrays.place_starts.assign(numbers.size() + 1, 0);
  for (uint32_t place : arrays.places) ++arrays.place_starts[place + 1];
  for (size_t at = 0; at < numbers.size(); ++at)
    arrays.place_starts[at + 1] += arrays.place_starts[at];
  std::vector<uint32_t> next(arrays.place_starts.begin(), arrays.place_starts.end() - 1);
  arrays.in_places.resize(resources_.size());
  for (uint32_t at = 0; at < resources_.size(); ++at)
    arrays.in_places[next[arrays.places[at]]++] = at;
}

void IndexBuilder::link() {
  std::vector<std::pair<uint32_t, uint32_t>> pairs;
  for (size_t at = 0; at < resources_.size(); ++at)
    for (const auto& reference : resources_[at].references)
      if (auto target = index_->inventory_->find(reference.target); target && target->value != at) {
        pairs.emplace_back(static_cast<uint32_t>(at), target->value);
        pairs.emplace_back(target->value, static_cast<uint32_t>(at));
      }
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  index_->arrays_.neighbour_starts.assign(resources_.size() + 1, 0);
  for (const auto& [from, to] : pairs) {
    ++index_->arrays_.neighbour_starts[from + 1];
    index_->arrays_.neighbours.push_back(to);
  }
  for (size_t at = 0; at < resources_.size(); ++at)
    index_->arrays_.neighbour_starts[at + 1] += index_->arrays_.neighbour_starts[at];
}

float IndexBuilder::tier_by_name(const Resource& resource) const {
  const NamePatterns& patterns = index_->data_->patterns;
  const auto score = [](const auto& scores, std::string_view word) {
    auto found = scores.find(std::string(word));
    return found == scores.end() ? 0.0f : found->second;
  };
  std::string buffer, first, last;
  each_word(last_part(resource.name), buffer, [&](std::string_view word) {
    if (first.empty()) first = word;
    last = word;
  });
  float sum = score(patterns.first, first) + (last != first ? score(patterns.last, last) : 0);
  float folders = 0;
  each_word(folders_of(resource.path), buffer, [&](std::string_view word) {
    const float here = score(patterns.folder, word);
    if (std::abs(here) > std::abs(folders)) folders = here;
  });
  if (resource.kind == catalog::ResourceKind::source) sum += score(patterns.first, "source");
  return std::tanh((sum + folders) / 2);
}

void IndexBuilder::judge_tiers() {
  // Prefixes that only this catalog has are judged by its own graph: what people use is read by
  // no model.
  struct Group {
    float count = 0, leaves = 0;
  };
  std::unordered_map<uint32_t, Group> groups;
  float leaves = 0, count = 0;
  const auto& inventory = *index_->inventory_;
  const auto is_leaf = [&](size_t at) {
    return inventory.children(ResourceIndex{static_cast<uint32_t>(at)}).empty();
  };
  const auto group_of = [&](size_t at) {
    const auto words = field_words(at, Field::name);
    return words.empty() ? StringTable::kNone : words.front();
  };
  for (size_t at = 0; at < resources_.size(); ++at) {
    Group& group = groups[group_of(at)];
    ++group.count;
    ++count;
    group.leaves += is_leaf(at);
    leaves += is_leaf(at);
  }
  const bool has_graph = !inventory.edges().empty();
  const float mean = leaves / std::max(count, 1.0f);
  for (size_t at = 0; at < resources_.size(); ++at) {
    index_->arrays_.tier.push_back(tier_by_name(resources_[at]));
    const Group& group = groups[group_of(at)];
    const float share = (group.leaves + 5 * mean) / (group.count + 5);
    index_->arrays_.tier_here.push_back(has_graph ? share - mean : 0);
  }
}

std::shared_ptr<const SearchIndex> IndexBuilder::finish() {
  SearchIndex& index = *index_;
  IndexStats& stats = index.stats_;
  stats.resources = resources_.size();
  for (const Resource& resource : resources_) stats.columns += resource.columns.size();
  stats.words = index.analyser_.words().size();
  stats.terms = index.analyser_.terms().size();
  stats.postings = index.arrays_.postings.size();
  const auto bytes = [](const auto& all) { return all.capacity() * sizeof(all[0]); };
  stats.memory = index.analyser_.memory() + bytes(index.arrays_.postings) +
                 bytes(index.arrays_.starts) + bytes(index.arrays_.idf) +
                 bytes(index.arrays_.named) + bytes(index.arrays_.name_terms) +
                 bytes(index.arrays_.name_starts) + bytes(index.arrays_.name_weight) +
                 bytes(index.arrays_.places) + bytes(index.arrays_.in_places) +
                 bytes(index.arrays_.place_starts) + bytes(index.arrays_.neighbours) +
                 bytes(index.arrays_.neighbour_starts) + bytes(index.arrays_.tier) +
                 bytes(index.arrays_.tier_here) + bytes(index.arrays_.variants) +
                 bytes(index.arrays_.variant_starts);
  return std::move(index_);
}

bool SearchIndex::in_columns_of(std::span<const uint32_t> terms, size_t resources) const {
  if (terms.empty()) return false;
  const auto rarest = *std::min_element(terms.begin(), terms.end(), [&](uint32_t a, uint32_t b) {
    return postings(a).size() < postings(b).size();
  });
  constexpr auto kColumn = static_cast<uint16_t>(1u << index_of(Field::column));
  const auto has = [&](uint32_t term, uint32_t resource) {
    const auto all = postings(term);
    const auto found = std::lower_bound(
        all.begin(), all.end(), resource,
        [](const Posting& posting, uint32_t wanted) { return posting.resource < wanted; });
    return found != all.end() && found->resource == resource && (found->fields & kColumn);
  };
  size_t count = 0;
  for (const Posting& posting : postings(rarest)) {
    if (!(posting.fields & kColumn)) continue;
    count += std::all_of(terms.begin(), terms.end(),
                         [&](uint32_t term) { return has(term, posting.resource); });
    if (count >= resources) return true;
  }
  return false;
}

void IndexBuilder::complete() {
  learn_words();
  count_terms();
  sort_postings();
  describe_names();
  place();
  link();
  judge_tiers();
}

std::shared_ptr<const SearchIndex> SearchIndex::build(
    std::shared_ptr<const catalog::Inventory> inventory, const RankingData& data) {
  IndexBuilder builder(std::move(inventory), data);
  builder.read_words();
  builder.complete();
  return builder.finish();
}

}  // namespace tally::retrieval
