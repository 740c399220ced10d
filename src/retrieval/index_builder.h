#pragma once
// The steps of SearchIndex::build, in the order they are called.

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "retrieval/abbreviations.h"
#include "retrieval/search_index.h"

namespace tally::retrieval {

class IndexBuilder {
 public:
  IndexBuilder(std::shared_ptr<const catalog::Inventory> inventory, const RankingData& data);

  void read_words();      // every field of every resource, as word numbers
  void learn_words();     // what stands apart, what is short for what
  void count_terms();     // (term, resource) with its saturated frequency
  void sort_postings();   // by term; idf
  void describe_names();  // terms in order, weight, variants
  void place();           // schemas and folders
  void link();            // neighbours by keys
  void judge_tiers();     // meant for people?
  std::shared_ptr<const SearchIndex> finish();

 private:
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
  std::vector<Entry> entries_;
  std::vector<float> frequency_;  // by term, of the resource being counted
  std::vector<uint16_t> fields_;
  std::vector<uint32_t> touched_;
};

}  // namespace tally::retrieval
