#pragma once
// bench/cerebro_published.py once more, in C++: what its search costs when the language is not the
// reason. The same scores, the same order of equals; an inverted index for its BM25 leg, a scan of
// all texts for its substring leg.

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "catalog/inventory.h"

namespace tally::bench {

class Published {
 public:
  explicit Published(const catalog::Inventory& inventory);  // its models

  std::vector<uint32_t> bm25(std::string_view query);
  std::vector<uint32_t> legacy(std::string_view query);
  std::vector<uint32_t> hybrid(std::string_view query);
  const std::string& name(uint32_t model) const { return names_[model]; }

 private:
  struct Posting {
    uint32_t model = 0;
    float frequency = 0;
  };
  void index(uint32_t model);

  std::vector<std::string> names_, texts_;
  std::unordered_map<std::string, std::vector<Posting>> postings_;
  std::unordered_map<std::string, double> idf_;
  std::vector<double> norms_, scores_;
};

}  // namespace tally::bench
