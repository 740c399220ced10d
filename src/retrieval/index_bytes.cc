// An index, and the words it was made of, as bytes and back: the part of IndexBuilder that
// index_snapshot.h needs. Arrays as they are in memory; the checksum over them is theirs to trust.

#include "base/bytes.h"
#include "retrieval/index_builder.h"

namespace tally::retrieval {
namespace {

// Calls each(array) for every array of an index, in the order of the file.
template <typename Index, typename Each>
void each_array(Index& index, Each each) {
  each(index.postings);
  each(index.starts);
  each(index.idf);
  each(index.named);
  each(index.name_terms);
  each(index.name_starts);
  each(index.name_weight);
  each(index.places);
  each(index.in_places);
  each(index.place_starts);
  each(index.neighbours);
  each(index.neighbour_starts);
  each(index.tier);
  each(index.tier_here);
  each(index.variants);
  each(index.variant_starts);
}

}  // namespace

void KeptWords::read(ByteReader& reader) {
  fingerprints = reader.raw<uint64_t>();
  table.read(reader);
  words = reader.raw<uint32_t>();
  field_ends = reader.raw<uint32_t>();
  name_ends = reader.raw<uint32_t>();
  description_ends = reader.raw<uint32_t>();
  first_column = reader.raw<uint32_t>();
  const size_t resources = fingerprints.size();
  if (reader.failed() || field_ends.size() != resources * kFieldCount + 1 ||
      first_column.size() != resources + 1 || field_ends.back() != words.size())
    *this = {};
  for (uint32_t at = 0; at < fingerprints.size(); ++at) by_fingerprint[fingerprints[at]] = at;
}

void IndexBuilder::write(ByteWriter& writer) const {
  const SearchIndex& index = *index_;
  index.analyser_.write(writer);
  each_array(index.arrays_, [&](const auto& array) { writer.raw(array); });
  writer.number(index.arrays_.place_count);
  writer.number(index.arrays_.is_project);
  writer.number(index.stats_.short_forms);
}

std::shared_ptr<const SearchIndex> IndexBuilder::read(
    ByteReader& reader, std::shared_ptr<const catalog::Inventory> inventory) {
  IndexBuilder builder(std::move(inventory), built_in_ranking_data());
  SearchIndex& index = *builder.index_;
  index.analyser_.read(reader);
  each_array(index.arrays_, [&](auto& array) {
    array = reader.raw<typename std::decay_t<decltype(array)>::value_type>();
  });
  index.arrays_.place_count = static_cast<uint32_t>(reader.number());
  index.arrays_.is_project = reader.number() != 0;
  index.stats_.short_forms = reader.number();
  if (reader.failed() || index.arrays_.tier.size() != index.size()) return nullptr;
  return builder.finish();
}

void IndexBuilder::write_words(ByteWriter& writer,
                               const std::vector<uint64_t>& fingerprints) const {
  writer.raw(fingerprints);
  index_->analyser_.words().write(writer);
  writer.raw(words_);
  writer.raw(field_ends_);
  writer.raw(name_ends_);
  writer.raw(description_ends_);
  writer.raw(first_column_);
}

// The words of a resource as another run read them; false if that run had no such resource.
bool IndexBuilder::reuse(const KeptWords& kept, uint64_t fingerprint,
                         std::vector<uint32_t>& renumbered) {
  const auto found = kept.by_fingerprint.find(fingerprint);
  if (found == kept.by_fingerprint.end()) return false;
  const size_t old = found->second;
  const uint32_t from = kept.field_ends[old * kFieldCount];
  const auto here = static_cast<uint32_t>(words_.size());
  for (size_t f = 1; f <= kFieldCount; ++f)
    field_ends_.push_back(here + kept.field_ends[old * kFieldCount + f] - from);
  for (uint32_t at = from; at < kept.field_ends[(old + 1) * kFieldCount]; ++at) {
    uint32_t& number = renumbered[kept.words[at]];
    if (number == StringTable::kNone)
      number = index_->analyser_.words().intern(kept.table[kept.words[at]]);
    words_.push_back(number);
  }
  for (uint32_t column = kept.first_column[old]; column < kept.first_column[old + 1]; ++column) {
    name_ends_.push_back(here + kept.name_ends[column] - from);
    description_ends_.push_back(here + kept.description_ends[column] - from);
  }
  return true;
}

size_t IndexBuilder::read_words(const KeptWords& kept, const std::vector<uint64_t>& fingerprints) {
  std::vector<uint32_t> renumbered(kept.table.size(), StringTable::kNone);
  size_t read = 0;
  field_ends_.reserve(resources_.size() * kFieldCount + 1);
  field_ends_.push_back(0);
  first_column_.push_back(0);
  for (size_t at = 0; at < resources_.size(); ++at) {
    if (!reuse(kept, fingerprints[at], renumbered)) {
      read_resource(resources_[at]);
      ++read;
    }
    first_column_.push_back(static_cast<uint32_t>(name_ends_.size()));
  }
  return read;
}

}  // namespace tally::retrieval
