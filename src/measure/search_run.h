#pragma once
// Asking a file of queries of a file of catalogs.

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/clock.h"
#include "catalog/inventory.h"
#include "measure/search_eval.h"
#include "measure/search_questions.h"
#include "retrieval/columns.h"
#include "retrieval/ranking_data.h"
#include "retrieval/searcher.h"

namespace tally::measure {

struct RunLine {
  std::string qid;
  std::vector<std::string> ranking;  // as the catalog names them (retrieval/labels.h)
  std::vector<double> scores;
};

struct SearchRun {
  std::vector<RankerReport> reports;  // one a ranker
  std::vector<RunLine> lines;         // of the first ranker, one a query, in order
  size_t questions = 0, judged = 0;
  std::vector<std::string> unknown;  // qids whose catalog or model is not there; never judged
};

// A catalog to ask, and the names that questions know it by.
struct AskedCatalog {
  std::string dataset, db;
  std::shared_ptr<const catalog::Inventory> inventory;  // shared with its index
};

struct SearchRunOptions {
  std::vector<retrieval::Ranker> rankers = {retrieval::Ranker::linear};
  size_t depth = 100;                            // of a ranking
  const retrieval::RankingData* data = nullptr;  // null: the built-in
  // Told of every candidate that the linear ranker weighed, for training; may be empty.
  std::function<void(const SearchQuestion&, const std::string& label, const retrieval::Features&,
                     bool wanted)>
      candidate;
  // Likewise of every column of the model that a question asks about.
  std::function<void(const SearchQuestion&, const std::string& name,
                     const retrieval::ColumnFeatures&, bool wanted)>
      column;
};

// A question is asked of the catalog that it names; of the only one if it names none or none of
// its name is there.
SearchRun run_search(const std::vector<AskedCatalog>& catalogs,
                     const std::vector<SearchQuestion>& questions, const Clock& clock,
                     const SearchRunOptions& options = {});

std::string run_line_json(const RunLine& line);  // with its line end

}  // namespace tally::measure
