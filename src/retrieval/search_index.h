#pragma once
// Everything that search knows of an inventory, laid out for reading: the posting list of each term
// is one run of (resource, how much) in order of resources. Immutable once built; any number of
// threads may search it, each with a Searcher of its own.
//
// The measure is BM25F: S. Robertson, H. Zaragoza, "The probabilistic relevance framework: BM25 and
// beyond" (2009), section 3.5. Frequencies are added up over fields first, each divided by its own
// length norm and weighted, and saturated once: tf / (k1 + tf). That part is in the posting, so a
// query only multiplies it by the term's idf.

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "catalog/inventory.h"
#include "retrieval/analyser.h"
#include "retrieval/ranking_data.h"

namespace tally::retrieval {

struct Posting {
  uint32_t resource = 0;
  uint16_t saturation = 0;  // tf / (k1 + tf) in steps of 1/65535
  uint16_t fields = 0;      // bit per Field
};
constexpr float kSaturationStep = 1.0f / 65535;

struct IndexStats {
  size_t resources = 0, columns = 0, words = 0, terms = 0, postings = 0, short_forms = 0;
  size_t memory = 0;  // bytes, without the inventory
};

class SearchIndex {
 public:
  // `data` must outlive the index.
  static std::shared_ptr<const SearchIndex> build(
      std::shared_ptr<const catalog::Inventory> inventory,
      const RankingData& data = built_in_ranking_data());

  const catalog::Inventory& inventory() const { return *inventory_; }
  const std::shared_ptr<const catalog::Inventory>& shared_inventory() const { return inventory_; }
  const RankingData& data() const { return *data_; }
  const Analyser& analyser() const { return analyser_; }
  size_t size() const { return inventory_->resources().size(); }

  std::span<const Posting> postings(uint32_t term) const {
    return std::span(arrays_.postings)
        .subspan(arrays_.starts[term], arrays_.starts[term + 1] - arrays_.starts[term]);
  }
  float idf(uint32_t term) const { return arrays_.idf[term]; }
  // Whether some name, alias or column has it.
  bool is_named(uint32_t term) const { return arrays_.named[term] != 0; }

  // The terms of a resource's name in order, without the folder or schema before its last dot.
  std::span<const uint32_t> name_terms(uint32_t resource) const {
    return std::span(arrays_.name_terms)
        .subspan(arrays_.name_starts[resource],
                 arrays_.name_starts[resource + 1] - arrays_.name_starts[resource]);
  }
  float name_weight(uint32_t resource) const {
    return arrays_.name_weight[resource];
  }  // sum of their idf
  // Which schema or folder it lies in; numbers count from 0.
  uint32_t place(uint32_t resource) const { return arrays_.places[resource]; }
  uint32_t place_count() const { return arrays_.place_count; }
  const KindWeights& weights() const { return arrays_.is_project ? data_->project : data_->tables; }
  std::span<const uint32_t> resources_in(uint32_t place) const {
    return std::span(arrays_.in_places)
        .subspan(arrays_.place_starts[place],
                 arrays_.place_starts[place + 1] - arrays_.place_starts[place]);
  }
  // Resources whose keys it holds or that hold its keys.
  std::span<const uint32_t> neighbours(uint32_t resource) const {
    return std::span(arrays_.neighbours)
        .subspan(arrays_.neighbour_starts[resource],
                 arrays_.neighbour_starts[resource + 1] - arrays_.neighbour_starts[resource]);
  }
  // How far its name, and its like in this catalog, say that it is meant for people; about −1 to 1.
  float tier(uint32_t resource) const { return arrays_.tier[resource]; }
  float tier_here(uint32_t resource) const { return arrays_.tier_here[resource]; }
  // Words of its name that tell variants apart: positions in data().patterns.variants.
  std::span<const uint8_t> variants(uint32_t resource) const {
    return std::span(arrays_.variants)
        .subspan(arrays_.variant_starts[resource],
                 arrays_.variant_starts[resource + 1] - arrays_.variant_starts[resource]);
  }

  // Whether so many resources have columns that hold all these terms.
  bool in_columns_of(std::span<const uint32_t> terms, size_t resources) const;

  const IndexStats& stats() const { return stats_; }

 private:
  friend class IndexBuilder;
  SearchIndex(std::shared_ptr<const catalog::Inventory> inventory, const RankingData& data)
      : inventory_(std::move(inventory)), data_(&data), analyser_(data) {}

  std::shared_ptr<const catalog::Inventory> inventory_;  // shared: snapshots of both outlive a swap
  const RankingData* data_;
  Analyser analyser_;
  // What is kept of an index (index_snapshot.h): adding one changes the version there.
  struct Arrays {
    std::vector<Posting> postings;
    std::vector<uint32_t> starts;  // of each term's postings, one more than there are terms
    std::vector<float> idf;
    std::vector<uint8_t> named;  // by term
    std::vector<uint32_t> name_terms, name_starts;
    std::vector<float> name_weight;
    std::vector<uint32_t> places;
    std::vector<uint32_t> in_places, place_starts;  // the resources of each place
    uint32_t place_count = 0;
    bool is_project = false;
    std::vector<uint32_t> neighbours, neighbour_starts;
    std::vector<float> tier, tier_here;
    std::vector<uint8_t> variants;
    std::vector<uint32_t> variant_starts;
  };
  Arrays arrays_;
  IndexStats stats_;
};

// What a name is called without what stands before its last dot ("shop.orders" → "orders"); sources
// and models of dbt have no dots in theirs.
std::string_view last_part(std::string_view name);

}  // namespace tally::retrieval
