// tally eval search: how well does search find what is wanted?

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/files.h"
#include "base/gzip.h"
#include "face/cli/commands.h"
#include "face/cli/inventory_source.h"
#include "face/cli/search_source.h"
#include "import/catalog_file/catalog_file.h"
#include "measure/search_run.h"
#include "text/parts.h"

namespace tally::cli {
namespace {

using measure::RankerReport;
using measure::SearchRun;
using retrieval::Ranker;

Result<std::vector<Ranker>> rankers_of(const Arguments& arguments) {
  std::vector<Ranker> rankers;
  const std::string names = arguments.value("ranker").value_or("linear");
  for (auto name : text::parts_of(names, ',')) {
    auto ranker = retrieval::ranker_named(name);
    if (!ranker)
      return user_error(fmt::format("there is no ranker \"{}\"", name),
                        "they are linear, bm25f, overlap and rrf");
    rankers.push_back(*ranker);
  }
  return rankers;
}

nlohmann::ordered_json figures_json(const measure::RankingFigures& figures) {
  nlohmann::ordered_json json;
  for (size_t k = 0; k < figures.hit.size(); ++k)
    json[fmt::format("hit@{}", measure::kHitDepths[k])] = figures.hit[k];
  json["mrr"] = figures.reciprocal_rank;
  json["ndcg@10"] = figures.ndcg;
  for (size_t k = 0; k < figures.recall.size(); ++k)
    json[fmt::format("recall@{}", measure::kRecallDepths[k])] = figures.recall[k];
  for (size_t k = 0; k < figures.all.size(); ++k)
    json[fmt::format("all@{}", measure::kAllDepths[k])] = figures.all[k];
  return json;
}

nlohmann::ordered_json report_json(const RankerReport& report, const RankerReport& first) {
  auto json = nlohmann::ordered_json{{"ranker", report.name}};
  json["figures"] = report.figures.empty() ? nlohmann::ordered_json()
                                           : figures_json(measure::mean_of(report.figures));
  json["median_us"] = report.median_us;
  json["p99_us"] = report.p99_us;
  if (&report == &first) return json;
  auto against = nlohmann::ordered_json::array();
  for (const auto& difference : measure::differences(first, report)) {
    nlohmann::ordered_json range = nullptr;
    if (difference.range) range = {difference.range->low, difference.range->high};
    against.push_back({{"figure", difference.figure},
                       {"difference", difference.difference},
                       {"range", std::move(range)}});
  }
  json["against"] = first.name;
  json["differences"] = std::move(against);
  return json;
}

std::string eval_json(const SearchRun& run) {
  nlohmann::ordered_json json = {
      {"queries", run.questions},
      {"judged", run.judged},
      {"unknown", run.unknown},
      {"gain", "the grade; 1 where nothing is graded, of the answer that fits best"}};
  auto reports = nlohmann::ordered_json::array();
  for (const auto& report : run.reports) reports.push_back(report_json(report, run.reports[0]));
  json["rankers"] = std::move(reports);
  return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

std::string figures_line(const RankerReport& report) {
  const auto mean = measure::mean_of(report.figures);
  std::string out = fmt::format("{:<9}", report.name);
  for (double hit : mean.hit) out += fmt::format(" {:>6.3f}", hit);
  out += fmt::format(" {:>6.3f} {:>7.3f}", mean.reciprocal_rank, mean.ndcg);
  for (double recall : mean.recall) out += fmt::format(" {:>6.3f}", recall);
  for (double all : mean.all) out += fmt::format(" {:>6.3f}", all);
  return out + fmt::format(" {:>8.1f}\n", report.median_us);
}

std::string eval_text(const SearchRun& run, const Context& context) {
  std::string out = fmt::format("{} queries, {} with an answer\n", run.questions, run.judged);
  if (run.judged == 0) return out;
  out += context.paint(Style::bold,
                       "ranker     hit@1  hit@3  hit@5    mrr ndcg@10    r@5   r@10   r@20  all@5 "
                       "all@10 all@20 all@30       µs") +
         "\n";
  for (const auto& report : run.reports) out += figures_line(report);
  for (size_t at = 1; at < run.reports.size(); ++at) {
    out += fmt::format("\n{} against {} (95 %, paired bootstrap over queries)\n",
                       run.reports[at].name, run.reports[0].name);
    for (const auto& one : measure::differences(run.reports[0], run.reports[at])) {
      out += fmt::format("  {:<10} {:+.3f}", one.figure, one.difference);
      if (one.range) out += fmt::format("  ({:+.3f} to {:+.3f})", one.range->low, one.range->high);
      out += "\n";
    }
  }
  return out;
}

// Every database of a catalog file; what else an inventory comes from is one catalog.
Result<std::vector<measure::AskedCatalog>> catalogs_of(const Arguments& arguments,
                                                       Context& context) {
  std::vector<measure::AskedCatalog> catalogs;
  const auto paths = catalog_paths(arguments.text("catalog"));
  if (paths.size() != 1 || arguments.value("db")) {
    TALLY_TRY(auto opened, open_inventory(arguments, context));
    catalogs.push_back({"", arguments.text("db"), std::move(opened.inventory)});
    return catalogs;
  }
  TALLY_TRY(const auto hide, hide_rule(arguments, context));
  TALLY_TRY(auto file, importing::read_catalog_file(paths.front(), hide));
  note_findings(file.findings, context);
  for (auto& one : file.catalogs)
    catalogs.push_back(
        {one.dataset, one.db, std::make_shared<const catalog::Inventory>(std::move(one.parts))});
  return catalogs;
}

// One line a candidate: what training reads.
std::string candidate_line(const measure::SearchQuestion& question, const std::string& label,
                           std::span<const float> features, bool wanted) {
  nlohmann::ordered_json json = {
      {"qid", question.qid}, {"name", label}, {"wanted", wanted ? 1 : 0}};
  json["features"] = std::vector<float>(features.begin(), features.end());
  return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

Result<int> eval_search(const Arguments& arguments, Context& context) {
  measure::SearchRunOptions options;
  TALLY_TRY(options.rankers, rankers_of(arguments));
  retrieval::RankingData data;
  if (auto file = arguments.value("weights")) {
    TALLY_TRY(auto text, read_file(*file));
    TALLY_TRY(data, retrieval::ranking_data_with(text));
    options.data = &data;
  }
  TALLY_TRY(auto queries, measure::read_search_question_file(arguments.text("queries")));
  note_findings(queries.findings, context);
  TALLY_TRY(auto catalogs, catalogs_of(arguments, context));
  std::string candidates;
  if (arguments.value("features")) {
    const auto tell = [&](const auto& question, const auto& label, const auto& features,
                          bool wanted) {
      candidates += candidate_line(question, label, features, wanted);
    };
    options.candidate = tell;
    options.column = tell;
  }
  const SearchRun run =
      measure::run_search(catalogs, queries.questions, context.services.clock(), options);
  if (run.questions == 0)
    return user_error("none of the queries is about a catalog of the file",
                      "say which with --db, or give each query its \"db\"");
  if (!run.unknown.empty())
    context.note(fmt::format("note: {} queries are about no catalog of the file, first {}\n",
                             run.unknown.size(), run.unknown.front()));
  if (auto file = arguments.value("features")) TALLY_CHECK(write_file(*file, candidates));
  if (auto file = arguments.value("out")) {
    std::string lines;
    for (const auto& line : run.lines) lines += measure::run_line_json(line);
    TALLY_CHECK(write_file(*file, lines));
  }
  context.out(arguments.flag("json") ? eval_json(run) : eval_text(run, context));
  return static_cast<int>(kOk);
}

int run_eval(const Arguments& arguments, Context& context) {
  auto code = eval_search(arguments, context);
  return code.ok() ? *code : context.fail(code.error(), arguments);
}

OptionSpec file_option(const char* name, const char* help) {
  return {
      .name = name, .kind = OptionKind::value, .help = help, .value_name = "FILE", .is_file = true};
}

CommandSpec eval_search_command() {
  auto options = with_inventory_options({});
  options.push_back(file_option("queries", "queries, with answers or without"));
  options.push_back(file_option("out", "write each ranking of the first ranker as a line"));
  options.push_back(
      {"ranker", OptionKind::value, "one, or several with commas (default linear)", "NAMES"});
  options.push_back(file_option("weights", "rank with the weights of this search.json"));
  options.push_back(file_option("features", "write what the linear ranker weighs, for training"));
  return {.name = "search",
          .summary = "ask queries of catalogs and measure the rankings",
          .description =
              "Ask each query of a file of its catalog. Where answers are given: hit@k, mean\n"
              "reciprocal rank, nDCG@10 (gain: the grade), recall@k and how often all that an\n"
              "answer takes is among the first k; of several rankers also the differences to\n"
              "the first, with paired bootstrap intervals. Formats: docs/catalog-files.md.",
          .examples = {"tally eval search --catalog catalog.json.gz --queries eval.json",
                       "tally eval search --catalog catalogs.jsonl.gz --queries questions.jsonl.gz "
                       "--ranker linear,bm25f --out run.jsonl"},
          .options = std::move(options),
          .run = run_eval};
}

}  // namespace

CommandSpec eval_command() {
  return {.name = "eval",
          .summary = "measure search on queries with known answers",
          .description = "Measure parts of the program by themselves.",
          .examples = {"tally eval search --catalog catalog.json --queries queries.jsonl"},
          .subcommands = {eval_search_command()}};
}

}  // namespace tally::cli
