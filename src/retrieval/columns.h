#pragma once
// A query → columns, of one resource or of several. What joins and dates rows is kept in sight
// whatever the query says.

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "retrieval/search_index.h"

namespace tally::retrieval {

// Why a column is always in sight; bits.
enum ColumnRole : uint8_t {
  kKeyRole = 1,        // a declared key, or named as one and shared with other resources
  kGrainRole = 2,      // a date or time
  kPartitionRole = 4,  // rows are stored by it
};
std::string_view role_text(ColumnRole role);  // "joins", "dates rows", "partitions rows"

struct ColumnPlace {
  uint32_t resource = 0, column = 0;  // positions in the inventory and in its resource
};

// The columns of a few resources, indexed: small, made when they are asked about. Immutable.
class ColumnIndex {
 public:
  ColumnIndex(std::shared_ptr<const SearchIndex> index, std::span<const uint32_t> resources);

  const SearchIndex& index() const { return *index_; }
  size_t size() const { return places_.size(); }
  ColumnPlace place(uint32_t column) const { return places_[column]; }
  uint8_t roles(uint32_t column) const { return roles_[column]; }
  const catalog::ResourceColumn& column(uint32_t column) const {
    return index_->inventory()
        .resources()[places_[column].resource]
        .columns[places_[column].column];
  }

 private:
  friend class ColumnSearcher;
  struct Entry {
    uint32_t column = 0;
    float saturation = 0;
    bool in_name = false;   // or in another name that people call it
    bool in_alias = false;  // in another name alone: more names do not make a name longer
  };
  struct Builder;
  void judge(uint32_t column);
  bool is_shared_key(const catalog::ResourceColumn& column) const;
  std::span<const Entry> entries(uint32_t term) const;

  std::shared_ptr<const SearchIndex> index_;  // whose terms these are
  std::vector<ColumnPlace> places_;
  std::vector<uint32_t> terms_;   // those that are here, ascending
  std::vector<uint32_t> starts_;  // of each one's entries, one more than there are terms
  std::vector<Entry> entries_;
  std::vector<float> idf_;          // of each of terms_, over the columns here
  std::vector<float> name_weight_;  // idf of the words of each name
  std::vector<uint8_t> roles_;
  std::vector<uint8_t> traits_;    // bits of ColumnTrait in columns.cc
  std::vector<uint32_t> targets_;  // the resource that a key is of; kNoTarget for others
  static constexpr uint32_t kNoTarget = UINT32_MAX;
};

// In the order of column_feature_name(): shares in [0, 1]; more evidence never lowers one.
using ColumnFeatures = std::array<float, kColumnFeatureCount>;

struct ColumnHit {
  uint32_t column = 0;  // position in the ColumnIndex
  float score = 0;
  bool matched = false;  // by a word, or by what the query asks for
};

// One a thread: it keeps its scratch memory.
class ColumnSearcher {
 public:
  explicit ColumnSearcher(std::shared_ptr<const ColumnIndex> index);
  const ColumnIndex& index() const { return *index_; }

  // Every column, best first; those that nothing speaks for come last, in their order. Valid until
  // the next call.
  std::span<const ColumnHit> rank(std::string_view query);

  // What the last ranking weighed of a column.
  ColumnFeatures features(uint32_t column) const;

  // Why a column of the last ranking stands there: "matched name: balance", "dates rows".
  std::vector<std::string> why(uint32_t column) const;

 private:
  struct Word {
    std::string word;
    std::vector<WeightedTerm> terms;
    float weight = 1;
  };
  struct Sums {
    float text = 0, name = 0;
  };
  void read_query(std::string_view query);
  void add_up();
  float said_of_target(uint32_t column) const;

  std::shared_ptr<const ColumnIndex> index_;
  std::string buffer_;
  std::vector<Word> words_;
  size_t word_count_ = 0;
  float weight_ = 0;
  bool asks_time_ = false, asks_quantity_ = false, asks_label_ = false;
  std::vector<uint32_t> said_;  // terms of the query, ascending
  std::vector<Sums> sums_;
  std::vector<ColumnHit> hits_;
};

}  // namespace tally::retrieval
