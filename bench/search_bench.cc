// What search costs on one core: index, queries, columns, beside the published ranker in C++
// (bench/cerebro_published.py has it in Python).
//
//   bench_search CATALOG[,CATALOG] QUERIES [BASELINE SECTION]    real models
//   bench_search generated [TABLES [COLUMNS]]                    made-up ones, with memory
//
// BASELINE is a file of the published ranker's own top 20, which checks the port.

#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <nlohmann/json.hpp>

#include "base/gzip.h"
#include "cerebro_published.h"
#include "import/catalog_file/catalog_file.h"
#include "measure/random.h"
#include "measure/search_questions.h"
#include "measure/statistics.h"
#include "retrieval/columns.h"
#include "retrieval/searcher.h"
#include "text/parts.h"

namespace {

using namespace tally;

double milliseconds(const std::function<void()>& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start)
      .count();
}

// Of `rounds` over all queries, in µs.
void report(const std::string& name, const std::vector<std::string>& queries, size_t rounds,
            const std::function<void(const std::string&)>& ask) {
  std::vector<double> times;
  for (const auto& query : queries) ask(query);  // warm
  for (size_t round = 0; round < rounds; ++round)
    for (const auto& query : queries) times.push_back(1000 * milliseconds([&] { ask(query); }));
  fmt::print("{:<28} median {:>9.1f} µs   p99 {:>9.1f} µs\n", name,
             measure::quantile(times, 0.5).value_or(0), measure::quantile(times, 0.99).value_or(0));
}

double peak_megabytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

void check_port(bench::Published& published, const std::vector<std::string>& queries,
                const std::string& baseline, const std::string& section) {
  auto text = read_file_unpacked(baseline);
  if (!text.ok()) return;
  const auto truth = nlohmann::json::parse(*text).at(section);
  size_t same = 0, asked = 0;
  for (const auto& query : queries) {
    if (!truth.contains(query)) continue;
    ++asked;
    auto found = published.bm25(query);
    found.resize(std::min<size_t>(found.size(), 20));
    std::vector<std::string> names;
    for (uint32_t model : found) names.push_back(published.name(model));
    same += names == truth.at(query).at("bm25").get<std::vector<std::string>>();
  }
  fmt::print("port of the published BM25: {} of {} top twenties are the same\n", same, asked);
}

void measure_columns(const std::shared_ptr<const retrieval::SearchIndex>& index) {
  const auto& resources = index->inventory().resources();
  uint32_t widest = 0;
  for (uint32_t at = 0; at < resources.size(); ++at)
    if (resources[at].columns.size() > resources[widest].columns.size()) widest = at;
  const uint32_t one[] = {widest};
  auto columns = std::make_shared<const retrieval::ColumnIndex>(index, one);
  retrieval::ColumnSearcher searcher(columns);
  report(fmt::format("columns of one with {}", columns->size()),
         {"balance value over time", "gas used per block", "withdrawals count",
          "address of the sender"},
         500, [&](const std::string& query) { searcher.rank(query); });
}

void measure_search(const std::shared_ptr<const retrieval::SearchIndex>& index,
                    const std::vector<std::string>& queries, size_t rounds) {
  retrieval::Searcher searcher(index);
  for (auto ranker : retrieval::kRankers)
    report(fmt::format("search {}", name_of(ranker)), queries, rounds,
           [&](const std::string& query) { searcher.search(query, {.ranker = ranker}); });
}

int real(const std::string& catalogs, const std::string& query_file, const char* baseline,
         const char* section) {
  std::vector<catalog::Inventory::Parts> parts;
  const double read = milliseconds([&] {
    for (auto path : text::parts_of(catalogs, ',')) {
      auto file = importing::read_catalog_file(std::string(path));
      if (!file.ok()) std::exit(1);
      parts.push_back(std::move(file->catalogs.front().parts));
    }
  });
  auto inventory = std::make_shared<const catalog::Inventory>(importing::joined(std::move(parts)));
  auto asked = measure::read_search_question_file(query_file);
  if (!asked.ok()) return 1;
  std::vector<std::string> queries;
  for (const auto& question : asked->questions) queries.push_back(question.query);
  std::shared_ptr<const retrieval::SearchIndex> index;
  std::vector<double> builds;
  for (int round = 0; round < 11; ++round)
    builds.push_back(milliseconds([&] { index = retrieval::SearchIndex::build(inventory); }));
  const auto& stats = index->stats();
  fmt::print("{} resources, {} columns, {} terms, {} postings: {:.1f} MB\n", stats.resources,
             stats.columns, stats.terms, stats.postings, static_cast<double>(stats.memory) / 1e6);
  fmt::print("read {:.1f} ms, index median {:.1f} ms\n", read,
             measure::quantile(builds, 0.5).value_or(0));
  measure_search(index, queries, 200);
  measure_columns(index);
  bench::Published published(*inventory);
  report("published BM25, in C++", queries, 20, [&](const auto& query) { published.bm25(query); });
  report("published hybrid, in C++", queries, 20,
         [&](const auto& query) { published.hybrid(query); });
  if (baseline && section) check_port(published, queries, baseline, section);
  return 0;
}

// Words as catalogs have them: a few are everywhere, most are rare (Zipf).
catalog::Inventory generated_inventory(size_t tables, size_t columns) {
  measure::Random random(20261130);
  std::vector<std::string> words;
  for (size_t at = 0; at < 20'000; ++at) {
    std::string word;
    for (uint64_t left = at * 7919 + 131; word.size() < 3 || left > 0; left /= 21)
      word += "bcdfghjklmnpqrstvwxyz"[left % 21], word += "aeiou"[(left / 21) % 5];
    words.push_back(word);
  }
  const auto word = [&] {
    return words[random.below(1 + random.below(1 + random.below(words.size())))];
  };
  catalog::Inventory::Parts parts;
  for (size_t at = 0; at < tables; ++at) {
    catalog::Resource table;
    table.kind = catalog::ResourceKind::table;
    table.name = fmt::format("{}_{}_{}", word(), word(), at);
    table.id = table.name;
    table.description =
        fmt::format("{} {} of {} by {} and {}", word(), word(), word(), word(), word());
    table.columns.reserve(columns);
    for (size_t c = 0; c < columns; ++c) {
      catalog::ResourceColumn column;
      column.name = word() + "_" + word();
      column.type = "bigint";
      column.description = fmt::format("the {} of the {}", word(), word());
      table.columns.push_back(std::move(column));
    }
    parts.resources.push_back(std::move(table));
  }
  return catalog::Inventory(std::move(parts));
}

int generated(size_t tables, size_t columns) {
  auto inventory = std::make_shared<const catalog::Inventory>(generated_inventory(tables, columns));
  const double before = peak_megabytes();
  std::shared_ptr<const retrieval::SearchIndex> index;
  const double build = milliseconds([&] { index = retrieval::SearchIndex::build(inventory); });
  const auto& stats = index->stats();
  fmt::print(
      "{} tables, {} columns, {} postings: index in {:.0f} ms, {:.0f} MB of it kept; peak {:.0f} "
      "MB, "
      "of it the inventory {:.0f} MB\n",
      stats.resources, stats.columns, stats.postings, build,
      static_cast<double>(stats.memory) / 1e6, peak_megabytes(), before);
  std::vector<std::string> queries;
  measure::Random random(7);
  for (size_t at = 0; at < 100; ++at) {
    const auto& table = inventory->resources()[random.below(tables)];
    queries.push_back(table.columns[0].name + " " + table.description);
  }
  measure_search(index, queries, 5);
  return 0;
}

}  // namespace

int main(int count, char** words) {
  if (count >= 2 && std::string_view(words[1]) == "generated")
    return generated(count > 2 ? std::strtoul(words[2], nullptr, 10) : 100'000,
                     count > 3 ? std::strtoul(words[3], nullptr, 10) : 40);
  if (count < 3) {
    fmt::print(
        "usage: bench_search CATALOG QUERIES [BASELINE SECTION] | generated [TABLES [COLUMNS]]\n");
    return 2;
  }
  return real(words[1], words[2], count > 4 ? words[3] : nullptr, count > 4 ? words[4] : nullptr);
}
