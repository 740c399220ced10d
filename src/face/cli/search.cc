// tally search: which models or tables are about this?

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "face/cli/commands.h"
#include "face/cli/search_source.h"
#include "retrieval/explain.h"
#include "retrieval/searcher.h"

namespace tally::cli {
namespace {

using retrieval::Ranker;
using retrieval::Searcher;

nlohmann::ordered_json results_json(Searcher& searcher, std::span<const retrieval::Hit> hits) {
  auto results = nlohmann::ordered_json::array();
  for (const auto& hit : hits) {
    const auto& resource = searcher.index().inventory()[hit.resource];
    results.push_back({{"id", resource.id},
                       {"name", resource.name},
                       {"kind", name_of(resource.kind)},
                       {"score", hit.score},
                       {"probability", nullptr},
                       {"why", retrieval::why(searcher, hit.resource)},
                       {"description", resource.description},
                       {"path", resource.path}});
  }
  return results;
}

std::string first_line(std::string_view text, size_t most) {
  text = text.substr(0, text.find('\n'));
  if (text.size() <= most) return std::string(text);
  return std::string(text.substr(0, most)) + "…";
}

std::string results_text(Searcher& searcher, std::span<const retrieval::Hit> hits, size_t offset,
                         const Context& context) {
  std::string out;
  size_t number = offset;
  for (const auto& hit : hits) {
    const auto& resource = searcher.index().inventory()[hit.resource];
    out += fmt::format(
        "{:>3}  {}  {}\n", ++number, context.paint(Style::bold, resource.name),
        context.paint(Style::dim, fmt::format("{} {:.2f}", name_of(resource.kind), hit.score)));
    if (!resource.description.empty())
      out += fmt::format("     {}\n", first_line(resource.description, 90));
    for (const auto& reason : retrieval::why(searcher, hit.resource))
      out += "     " + context.paint(Style::dim, reason) + "\n";
  }
  return out;
}

Result<int> search(const Arguments& arguments, Context& context) {
  TALLY_TRY(size_t limit, count_option(arguments, "limit", 10, 10'000));
  TALLY_TRY(size_t offset, count_option(arguments, "offset", 0, 1'000'000));
  TALLY_TRY(auto inventory, open_inventory(arguments, context));
  Searcher searcher(retrieval::SearchIndex::build(inventory));
  retrieval::SearchOptions options{.limit = limit, .offset = offset};
  if (auto name = arguments.value("ranker")) options.ranker = *retrieval::ranker_named(*name);
  auto hits = searcher.search(arguments.text("query"), options);
  if (arguments.flag("json")) {
    nlohmann::ordered_json json = {
        {"results", results_json(searcher, hits)}, {"found", searcher.found()}, {"offset", offset}};
    context.out(json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n");
  } else {
    context.out(results_text(searcher, hits, offset, context));
    if (hits.empty()) context.note("nothing here is about that\n");
  }
  return hits.empty() ? static_cast<int>(kNotAnswered) : static_cast<int>(kOk);
}

int run_search(const Arguments& arguments, Context& context) {
  auto code = search(arguments, context);
  return code.ok() ? *code : context.fail(code.error(), arguments);
}

}  // namespace

CommandSpec search_command() {
  auto options = source_options();
  options.insert(options.begin(), {"query", OptionKind::optional_words, "what you look for"});
  options.push_back({"limit", OptionKind::value, "at most so many results (default 10)", "N"});
  options.push_back({"offset", OptionKind::value, "leave out the first so many", "N"});
  options.push_back({"ranker",
                     OptionKind::value,
                     "how to rank (default linear)",
                     "NAME",
                     {"linear", "bm25f", "overlap", "rrf"}});
  return {.name = "search",
          .summary = "find the models and tables that a question is about",
          .description =
              "Rank the models, sources and tables of a catalog by how well they fit a text.",
          .examples = {"tally search --catalog catalog.json.gz revenue by customer",
                       "tally search --catalog catalog.json \"orders over time\" --json"},
          .options = std::move(options),
          .run = run_search};
}

}  // namespace tally::cli
