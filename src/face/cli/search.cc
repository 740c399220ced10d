// tally search: which models or tables are about this?

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/quantity.h"
#include "face/cli/commands.h"
#include "face/cli/inventory_source.h"
#include "face/cli/search_source.h"
#include "retrieval/explain.h"
#include "retrieval/filter.h"
#include "retrieval/searcher.h"
#include "retrieval/suggest.h"
#include "text/parts.h"

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

// --tag a,b
std::vector<std::string> values_of(const Arguments& arguments, const char* name) {
  std::vector<std::string> values;
  const std::string given = arguments.text(name);
  for (auto part : text::parts_of(given, ','))
    if (!part.empty()) values.emplace_back(part);
  return values;
}

retrieval::Filter filter_of(const Arguments& arguments) {
  return {.kinds = values_of(arguments, "kind"),
          .tags = values_of(arguments, "tag"),
          .paths = values_of(arguments, "path"),
          .layers = values_of(arguments, "layer"),
          .owners = values_of(arguments, "owner"),
          .materializations = values_of(arguments, "materialized"),
          .packages = values_of(arguments, "package")};
}

nlohmann::ordered_json facets_json(const std::vector<retrieval::Facet>& facets) {
  auto json = nlohmann::ordered_json::object();
  for (const auto& facet : facets) {
    auto values = nlohmann::ordered_json::object();
    for (const auto& [value, count] : facet.values) values[value] = count;
    json[facet.name] = std::move(values);
  }
  return json;
}

std::string facets_text(const std::vector<retrieval::Facet>& facets) {
  std::string out;
  for (const auto& facet : facets) {
    out += facet.name + ":";
    for (const auto& [value, count] : facet.values) out += fmt::format("  {} {}", value, count);
    out += "\n";
  }
  return out;
}

std::string stats_text(const retrieval::KeptIndex& kept) {
  const auto& stats = kept.index->stats();
  return fmt::format("index: {}, {}, {}, {}, {}, {}, {:.1f} MB; {} read anew\n",
                     counted(stats.resources, "resource"), counted(stats.columns, "column"),
                     counted(stats.words, "word"), counted(stats.terms, "term"),
                     counted(stats.short_forms, "short form"), counted(stats.postings, "posting"),
                     static_cast<double>(stats.memory) / 1e6, counted(kept.read, "resource"));
}

nlohmann::ordered_json stats_json(const retrieval::KeptIndex& kept) {
  const auto& stats = kept.index->stats();
  return {{"resources", stats.resources},
          {"columns", stats.columns},
          {"words", stats.words},
          {"terms", stats.terms},
          {"short_forms", stats.short_forms},
          {"postings", stats.postings},
          {"memory_bytes", stats.memory},
          {"read_anew", kept.read}};
}

struct Found {
  const retrieval::KeptIndex& kept;
  std::span<const retrieval::Hit> hits;
  retrieval::AskedWords asked;
  std::vector<std::string> did_you_mean;
  std::vector<retrieval::Facet> facets;
};

std::string quoted_list(const std::vector<std::string>& words) {
  std::string out;
  for (size_t at = 0; at < words.size(); ++at)
    out += fmt::format("{}\"{}\"",
                       at == 0                  ? ""
                       : at + 1 == words.size() ? " and "
                                                : ", ",
                       words[at]);
  return out;
}

// How weak a match the results are: what of the query says nothing here. Empty: all of it does.
std::string unknown_text(const retrieval::AskedWords& asked) {
  constexpr size_t kMostNamed = 3;
  if (asked.unknown.empty()) return {};
  const size_t all = asked.known.size() + asked.unknown.size();
  if (asked.known.size() > asked.unknown.size()) {
    if (asked.unknown.size() > kMostNamed)
      return fmt::format("{} of the {} words are not known here", asked.unknown.size(), all);
    return fmt::format("{} {} not known here", quoted_list(asked.unknown),
                       asked.unknown.size() == 1 ? "is" : "are");
  }
  if (asked.known.size() > kMostNamed)
    return fmt::format("only {} of the {} words are known here", asked.known.size(), all);
  return fmt::format("only {} of the {} words {} known here", quoted_list(asked.known), all,
                     asked.known.size() == 1 ? "is" : "are");
}

void print(Searcher& searcher, const Found& found, size_t offset, const Arguments& arguments,
           Context& context) {
  const bool stats = arguments.flag("stats");
  // What only its keys brought comes on top of what has a word of the query.
  const size_t all = std::max(searcher.found(), offset + found.hits.size());
  if (arguments.flag("json")) {
    nlohmann::ordered_json json = {{"results", results_json(searcher, found.hits)},
                                   {"found", all},
                                   {"offset", offset},
                                   {"unknown_words", found.asked.unknown},
                                   {"did_you_mean", found.did_you_mean}};
    if (arguments.flag("facets")) json["facets"] = facets_json(found.facets);
    if (stats) json["index"] = stats_json(found.kept);
    context.out(json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n");
    return;
  }
  context.out(results_text(searcher, found.hits, offset, context));
  if (arguments.flag("facets")) context.out("\n" + facets_text(found.facets));
  if (stats) context.note(stats_text(found.kept));
  if (found.hits.empty())
    context.note(searcher.found() > 0 ? "there are no more results\n"
                                      : "nothing here is about that\n");
  else if (all > offset + found.hits.size())
    context.note(fmt::format("{} to {} of {}; --offset {} shows more\n", offset + 1,
                             offset + found.hits.size(), all, offset + found.hits.size()));
  if (const auto text = unknown_text(found.asked); !text.empty() && !found.hits.empty())
    context.note(text + "\n");
  for (const auto& meant : found.did_you_mean)
    context.note(fmt::format("did you mean \"{}\"?\n", meant));
}

Result<int> search(const Arguments& arguments, Context& context) {
  TALLY_TRY(size_t limit, count_option(arguments, "limit", 10, 10'000));
  TALLY_TRY(size_t offset, count_option(arguments, "offset", 0, 1'000'000));
  const std::string query = arguments.text("query");
  if (query.find_first_not_of(" \t\n") == query.npos && !arguments.flag("stats"))
    return user_error("say what to look for", "tally search revenue by customer");
  TALLY_TRY(const auto opened, open_inventory(arguments, context));
  const auto& inventory = opened.inventory;
  const auto kept = index_of(inventory, arguments, context);
  Searcher searcher(kept.index);
  const auto& patterns = searcher.index().data().patterns;
  retrieval::SearchOptions options{.limit = limit, .offset = offset};
  if (auto name = arguments.value("ranker")) options.ranker = *retrieval::ranker_named(*name);
  std::vector<char> allowed;
  if (auto filter = filter_of(arguments); !filter.empty()) {
    allowed = retrieval::allowed(*inventory, filter, patterns);
    options.allowed = &allowed;
  }
  Found found{kept, {}, {}, {}, {}};
  found.hits = searcher.search(query, options);
  found.asked = retrieval::asked_words(searcher);
  found.did_you_mean = retrieval::did_you_mean(searcher.index(), query);
  if (arguments.flag("facets"))
    found.facets = retrieval::facets(*inventory, searcher.found_resources(), patterns);
  print(searcher, found, offset, arguments, context);
  const bool empty = found.hits.empty() && !arguments.flag("stats");
  return empty ? static_cast<int>(kNotAnswered) : static_cast<int>(kOk);
}

int run_search(const Arguments& arguments, Context& context) {
  auto code = search(arguments, context);
  return code.ok() ? *code : context.fail(code.error(), arguments);
}

}  // namespace

CommandSpec search_command() {
  auto options =
      with_inventory_options({{"query", OptionKind::optional_words, "what you look for"}});
  options.push_back({"limit", OptionKind::value, "at most so many results (default 10)", "N"});
  options.push_back({"offset", OptionKind::value, "leave out the first so many", "N"});
  options.push_back({"ranker",
                     OptionKind::value,
                     "how to rank (default linear)",
                     "NAME",
                     {"linear", "bm25f", "overlap", "rrf"}});
  for (const auto& [name, help] :
       {std::pair("kind", "only these kinds: model, source, seed, table, …"),
        std::pair("tag", "only with one of these tags"),
        std::pair("path", "only below these folders, or fitting a path with *"),
        std::pair("layer", "only of these layers: staging, intermediate, mart, or a prefix"),
        std::pair("owner", "only of these owners"),
        std::pair("materialized", "only so: table, view, incremental, …"),
        std::pair("package", "only of these packages")})
    options.push_back({name, OptionKind::value, help, "VALUES"});
  options.push_back({"facets", OptionKind::flag, "count what was found by kind, layer, tag, …"});
  options.push_back({"stats", OptionKind::flag, "say how big the index is"});
  return {
      .name = "search",
      .summary = "find the models and tables that a question is about",
      .description =
          "Rank the tables and metrics of the warehouse, or the models and sources of a dbt "
          "project\n"
          "or catalog, by how well they fit a text. Without --project, --manifest or --catalog it\n"
          "is the dbt project that tally.yml names, else the nearer of dbt_project.yml and the\n"
          "warehouse of tally.yml. Words that say nothing there are named. Filters take several\n"
          "values with commas, and * for any letters. Exit code 3: nothing found.",
      .examples = {"tally search returns by reason",
                   "tally search --catalog catalog.json.gz revenue by customer",
                   "tally search --catalog catalog.json \"orders over time\" --json",
                   "tally search --catalog catalog.json fees --layer mart --tag \"fin*\" --facets"},
      .options = std::move(options),
      .run = run_search};
}

}  // namespace tally::cli
