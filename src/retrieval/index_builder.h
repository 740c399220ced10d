#pragma once
// The steps of SearchIndex::build, in the order they are called.

#include <array>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "retrieval/abbreviations.h"
#include "retrieval/search_index.h"

namespace tally::retrieval {

// The words of resources as another run read them.
struct KeptWords {
  void read(ByteReader& reader);

  std::vector<uint64_t> fingerprints;  // of the resources
  std::unordered_map<uint64_t, uint32_t> by_fingerprint;
  StringTable table;
  std::vector<uint32_t> words, field_ends, name_ends, description_ends, first_column;
};

class IndexBuilder {
 public:
  IndexBuilder(std::shared_ptr<const catalog::Inventory> inventory, const RankingData& data);

  void read_words();  // every field of every resource, as word numbers
  void complete();    // all that follows from the words
  std::shared_ptr<const SearchIndex> finish();

  // --- kept between runs (index_snapshot.h)
  // As read_words(), but takes the words of resources that `kept` has from there; by fingerprint.
  // How many it had to read.
  size_t read_words(const KeptWords& kept, const std::vector<uint64_t>& fingerprints);
  void write(ByteWriter& writer) const;
  void write_words(ByteWriter& writer, const std::vector<uint64_t>& fingerprints) const;
  // Null if the bytes are not an index of this inventory.
  static std::shared_ptr<const SearchIndex> read(
      ByteReader& reader, std::shared_ptr<const catalog::Inventory> inventory);

 private:
  void learn_words();     // what stands apart, what is short for what
  void count_terms();     // (term, resource) with its saturated frequency
  void sort_postings();   // by term; idf
  void describe_names();  // terms in order, weight, variants
  void place();           // schemas and folders
  void link();            // neighbours by keys
  void judge_tiers();     // meant for people?
  bool reuse(const KeptWords& kept, uint64_t fingerprint, std::vector<uint32_t>& renumbered);

  struct Entry {
    uint32_t term, resource;
    uint16_t saturation, fields;
  };
  void read_text(std::string_view text);
  void end_field() { field_ends_.push_back(static_cast<uint32_t>(words_.size())); }
  void read_resource(const catalog::Resource& resource);
  void read_columns(const catalog::Resource& resource);
  std::span<const uint32_t> field_words(size_t resource, Field field) const;
  void count_resource(size_t resource, const std::array<float, kFieldCount>& mean_lengths);
  std::array<float, kFieldCount> mean_lengths() const;
  void learn_short_forms(AbbreviationLearner& learner) const;
  float tier_by_name(const catalog::Resource& resource) const;

  const std::vector<catalog::Resource>& resources_;
  std::shared_ptr<SearchIndex> index_;
  std::string buffer_;
  std::vector<uint32_t> words_;       // of all fields of all resources, one behind the other
  std::vector<uint32_t> field_ends_;  // kFieldCount a resource
  // Where each column's name and, behind all names, each column's description end in words_.
  std::vector<uint32_t> name_ends_, description_ends_;
  std::vector<uint32_t> first_column_;  // of each resource, in those two
  std::vector<Entry> entries_;
  std::vector<float> frequency_;  // by term, of the resource being counted
  std::vector<uint16_t> fields_;
  std::vector<uint32_t> touched_;
};

}  // namespace tally::retrieval
