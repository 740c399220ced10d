#include "measure/search_run.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "catalog/spelling.h"
#include "retrieval/columns.h"
#include "retrieval/labels.h"

namespace tally::measure {
namespace {

using retrieval::Ranker;
using retrieval::Searcher;

// One catalog, indexed, with what its resources are called.
struct OpenCatalog {
  OpenCatalog(std::shared_ptr<const catalog::Inventory> asked, const retrieval::RankingData& data)
      : inventory(std::move(asked)),
        names(retrieval::labels(*inventory)),
        index(retrieval::SearchIndex::build(inventory, data)),
        searcher(index) {}

  std::shared_ptr<const catalog::Inventory> inventory;
  std::vector<std::string> names;
  std::shared_ptr<const retrieval::SearchIndex> index;  // shared with its searchers
  Searcher searcher;
  std::map<uint32_t, std::unique_ptr<retrieval::ColumnSearcher>> columns;

  // The columns of a resource, indexed when they are first asked for.
  retrieval::ColumnSearcher& columns_of(uint32_t resource) {
    auto& there = columns[resource];
    if (!there) {
      const uint32_t one[] = {resource};
      there = std::make_unique<retrieval::ColumnSearcher>(
          std::make_shared<const retrieval::ColumnIndex>(index, one));
    }
    return *there;
  }

  // A name as the question spells it → as the catalog does; itself if nothing here has it.
  std::string named(const std::string& name) const {
    if (auto found = inventory->find(name)) return names[found->value];
    const auto all = inventory->find_name(name);
    for (auto one : all)
      if (catalog::lower_ascii(names[one.value]) == catalog::lower_ascii(name))
        return names[one.value];
    return all.empty() ? name : names[all.front().value];
  }
};

SearchQuestion in_words_of(const OpenCatalog& open, SearchQuestion question) {
  for (auto& answer : question.answers)
    for (auto& name : answer) name = open.named(name);
  std::map<std::string, double> grades;
  for (const auto& [name, grade] : question.grades) {
    double& there = grades[open.named(name)];
    there = std::max(there, grade);
  }
  question.grades = std::move(grades);
  return question;
}

class Runner {
 public:
  Runner(const Clock& clock, const SearchRunOptions& options)
      : clock_(clock), options_(options), times_(options.rankers.size()) {
    for (Ranker ranker : options.rankers) {
      RankerReport report;
      report.name = retrieval::name_of(ranker);
      run_.reports.push_back(std::move(report));
    }
  }

  void ask(OpenCatalog& open, const SearchQuestion& as_given) {
    if (!as_given.model.empty()) return ask_columns(open, as_given);
    const SearchQuestion question = in_words_of(open, as_given);
    ++run_.questions;
    const bool judged = !question.answers.empty();
    run_.judged += judged;
    const auto allowed = allowed_of(open, question);
    for (size_t at = 0; at < options_.rankers.size(); ++at) {
      RunLine line = ranked(open, question, at, allowed.empty() ? nullptr : &allowed);
      if (judged) run_.reports[at].figures.push_back(judge_ranking(line.ranking, question));
      if (at == 0) run_.lines.push_back(std::move(line));
    }
    if (options_.candidate && judged) tell_candidates(open, question);
  }

  // All rankers rank columns alike.
  void ask_columns(OpenCatalog& open, const SearchQuestion& question) {
    const auto models = open.inventory->find_name(question.model);
    const auto by_id = open.inventory->find(question.model);
    if (models.empty() && !by_id) return cannot(question);
    const uint32_t model = by_id ? by_id->value : models.front().value;
    auto& searcher = open.columns_of(model);
    RunLine line{question.qid, {}, {}};
    const auto start = clock_.now();
    const auto hits = searcher.rank(question.query);
    const double took = std::chrono::duration<double, std::micro>(clock_.now() - start).count();
    for (const auto& hit : hits.first(std::min(options_.depth, hits.size()))) {
      line.ranking.push_back(searcher.index().column(hit.column).name);
      line.scores.push_back(static_cast<double>(hit.score));
    }
    if (options_.column && !question.answers.empty()) tell_columns(searcher, question);
    ++run_.questions;
    run_.judged += !question.answers.empty();
    for (size_t at = 0; at < options_.rankers.size(); ++at) {
      times_[at].push_back(took);
      if (!question.answers.empty())
        run_.reports[at].figures.push_back(judge_ranking(line.ranking, question));
    }
    run_.lines.push_back(std::move(line));
  }

  void cannot(const SearchQuestion& question) { run_.unknown.push_back(question.qid); }

  SearchRun finish() {
    for (size_t at = 0; at < times_.size(); ++at) {
      run_.reports[at].median_us = quantile(times_[at], 0.5).value_or(0);
      run_.reports[at].p99_us = quantile(times_[at], 0.99).value_or(0);
    }
    return std::move(run_);
  }

 private:
  static std::vector<char> allowed_of(const OpenCatalog& open, const SearchQuestion& question) {
    if (question.left_out.empty()) return {};
    std::vector<char> allowed(open.names.size(), 1);
    for (const auto& name : question.left_out)
      for (auto one : open.inventory->find_name(name)) allowed[one.value] = 0;
    return allowed;
  }

  RunLine ranked(OpenCatalog& open, const SearchQuestion& question, size_t at,
                 const std::vector<char>* allowed) {
    RunLine line{question.qid, {}, {}};
    const auto start = clock_.now();
    const auto hits = open.searcher.search(question.query, {.ranker = options_.rankers[at],
                                                            .limit = options_.depth,
                                                            .related = true,
                                                            .allowed = allowed});
    times_[at].push_back(std::chrono::duration<double, std::micro>(clock_.now() - start).count());
    for (const auto& hit : hits) {
      line.ranking.push_back(open.names[hit.resource.value]);
      line.scores.push_back(static_cast<double>(hit.score));
    }
    return line;
  }

  void tell_candidates(OpenCatalog& open, const SearchQuestion& question) {
    std::set<std::string> wanted;
    for (const auto& name : question.answers.front()) wanted.insert(catalog::lower_ascii(name));
    for (const auto& candidate : open.searcher.candidates(question.query, {.related = true})) {
      const std::string& name = open.names[candidate.resource];
      options_.candidate(question, name, candidate.features,
                         wanted.count(catalog::lower_ascii(name)) > 0);
    }
  }

  void tell_columns(const retrieval::ColumnSearcher& searcher, const SearchQuestion& question) {
    std::set<std::string> wanted;
    for (const auto& name : question.answers.front()) wanted.insert(catalog::lower_ascii(name));
    for (uint32_t column = 0; column < searcher.index().size(); ++column) {
      const std::string& name = searcher.index().column(column).name;
      options_.column(question, name, searcher.features(column),
                      wanted.count(catalog::lower_ascii(name)) > 0);
    }
  }

  const Clock& clock_;
  const SearchRunOptions& options_;
  SearchRun run_;
  std::vector<std::vector<double>> times_;  // of each ranker, µs
};

// Position of the catalog that a question is about; none if it cannot be told.
std::optional<size_t> catalog_of(const std::vector<AskedCatalog>& catalogs,
                                 const SearchQuestion& question) {
  std::vector<size_t> same_db;
  for (size_t at = 0; at < catalogs.size(); ++at) {
    if (catalogs[at].db != question.db) continue;
    if (catalogs[at].dataset == question.dataset) return at;
    same_db.push_back(at);
  }
  if (same_db.size() == 1) return same_db.front();
  if (catalogs.size() == 1) return 0;
  return std::nullopt;
}

}  // namespace

SearchRun run_search(const std::vector<AskedCatalog>& catalogs,
                     const std::vector<SearchQuestion>& questions, const Clock& clock,
                     const SearchRunOptions& options) {
  Runner runner(clock, options);
  const auto& data = options.data ? *options.data : retrieval::built_in_ranking_data();
  std::vector<std::unique_ptr<OpenCatalog>> open(catalogs.size());
  for (const auto& question : questions) {
    const auto at = catalog_of(catalogs, question);
    if (!at) {
      runner.cannot(question);
      continue;
    }
    if (!open[*at]) open[*at] = std::make_unique<OpenCatalog>(catalogs[*at].inventory, data);
    runner.ask(*open[*at], question);
  }
  return runner.finish();
}

std::string run_line_json(const RunLine& line) {
  nlohmann::ordered_json json = {
      {"qid", line.qid}, {"ranking", line.ranking}, {"scores", line.scores}};
  return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

}  // namespace tally::measure
