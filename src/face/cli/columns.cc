// tally columns: which columns answer this? tally schema: what are a model's columns, in short?

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "face/cli/commands.h"
#include "face/cli/inventory_source.h"
#include "face/cli/search_source.h"
#include "retrieval/columns.h"
#include "retrieval/schema_block.h"
#include "retrieval/searcher.h"

namespace tally::cli {
namespace {

using retrieval::ColumnHit;
using retrieval::ColumnIndex;
using retrieval::ColumnSearcher;
using retrieval::SearchIndex;
using Json = nlohmann::ordered_json;

constexpr size_t kModelsLooked = 50;  // without a model: columns of so many best

std::string dump(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

// A column to show, with what its model adds to its score.
struct Shown {
  uint32_t column = 0;
  float score = 0;
};

struct Ranking {
  std::shared_ptr<const ColumnIndex> index;
  std::unique_ptr<ColumnSearcher> searcher;
  std::vector<Shown> shown;
};

Ranking of_model(std::shared_ptr<const SearchIndex> index, uint32_t resource,
                 const std::string& query) {
  const uint32_t one[] = {resource};
  Ranking ranking;
  ranking.index = std::make_shared<const ColumnIndex>(std::move(index), one);
  ranking.searcher = std::make_unique<ColumnSearcher>(ranking.index);
  for (const ColumnHit& hit : ranking.searcher->rank(query))
    ranking.shown.push_back({hit.column, hit.score});
  return ranking;
}

// Columns of the models that fit best, each weighed by how well its model does.
Ranking across(const std::shared_ptr<const SearchIndex>& index, const std::string& query) {
  retrieval::Searcher models(index);
  std::vector<uint32_t> resources;
  std::map<uint32_t, float> fit;
  const auto hits = models.search(query, {.limit = kModelsLooked});
  for (const auto& hit : hits) {
    resources.push_back(hit.resource.value);
    fit[hit.resource.value] = hits[0].score > 0 ? std::max(hit.score / hits[0].score, 0.0f) : 0;
  }
  Ranking ranking;
  ranking.index = std::make_shared<const ColumnIndex>(index, resources);
  ranking.searcher = std::make_unique<ColumnSearcher>(ranking.index);
  for (const ColumnHit& hit : ranking.searcher->rank(query))
    if (hit.matched)
      ranking.shown.push_back(
          {hit.column, hit.score * (0.5f + 0.5f * fit[ranking.index->place(hit.column).resource])});
  std::stable_sort(ranking.shown.begin(), ranking.shown.end(),
                   [](const Shown& a, const Shown& b) { return a.score > b.score; });
  return ranking;
}

Json column_json(const Ranking& ranking, const Shown& shown) {
  const auto& column = ranking.index->column(shown.column);
  const auto& resource =
      ranking.index->index().inventory().resources()[ranking.index->place(shown.column).resource];
  return {{"id", resource.id + "." + column.name},
          {"name", column.name},
          {"score", shown.score},
          {"probability", nullptr},
          {"why", ranking.searcher->why(shown.column)},
          {"model", resource.name},
          {"type", column.type},
          {"description", column.description}};
}

std::string columns_text(const Ranking& ranking, size_t limit, bool with_model,
                         const Context& context) {
  std::string out;
  for (size_t at = 0; at < ranking.shown.size() && at < limit; ++at) {
    const auto& column = ranking.index->column(ranking.shown[at].column);
    const auto& resource =
        ranking.index->index()
            .inventory()
            .resources()[ranking.index->place(ranking.shown[at].column).resource];
    out += fmt::format("{:>3}  {}{}  {}\n", at + 1, with_model ? resource.name + "." : "",
                       context.paint(Style::bold, column.name),
                       context.paint(Style::dim, column.type));
    if (!column.description.empty()) out += fmt::format("     {}\n", column.description);
    for (const auto& reason : ranking.searcher->why(ranking.shown[at].column))
      out += "     " + context.paint(Style::dim, reason) + "\n";
  }
  return out;
}

std::string joined_words(const std::vector<std::string>& words, size_t from) {
  std::string out;
  for (size_t at = from; at < words.size(); ++at) out += (at > from ? " " : "") + words[at];
  return out;
}

// The first word names a model if something is called so and more words follow, or if it is written
// as names are and one text follows: then it is a name misspelt, which will be said.
bool names_a_model(const std::vector<std::string>& words, const catalog::Inventory& inventory) {
  if (words.size() < 2) return false;
  if (!inventory.find_name(words[0]).empty()) return true;
  const bool like_a_name = words[0].find_first_of("_.") != std::string::npos;
  return words.size() == 2 && (like_a_name || words[1].find(' ') != std::string::npos) &&
         words[0].find(' ') == std::string::npos;
}

Result<int> columns(const Arguments& arguments, Context& context) {
  TALLY_TRY(size_t limit, count_option(arguments, "limit", 20, 10'000));
  TALLY_TRY(const auto opened, open_inventory(arguments, context));
  const auto& inventory = opened.inventory;
  const auto words = arguments.list("words");
  auto index = index_of(inventory, arguments, context).index;
  Ranking ranking;
  const bool by_option = arguments.value("model").has_value();
  const bool names_model = by_option || names_a_model(words, *inventory);
  if (names_model) {
    const std::string name = by_option ? arguments.text("model") : words[0];
    TALLY_TRY(auto chosen, choose_resource(*inventory, name));
    ranking = of_model(index, chosen.value, joined_words(words, by_option ? 0 : 1));
  } else {
    ranking = across(index, joined_words(words, 0));
  }
  if (arguments.flag("json")) {
    auto results = Json::array();
    for (size_t at = 0; at < ranking.shown.size() && at < limit; ++at)
      results.push_back(column_json(ranking, ranking.shown[at]));
    context.out(dump({{"results", std::move(results)}, {"found", ranking.shown.size()}}));
  } else {
    context.out(columns_text(ranking, limit, !names_model, context));
    if (ranking.shown.empty()) context.note("no column here is about that\n");
  }
  return ranking.shown.empty() ? static_cast<int>(kNotAnswered) : static_cast<int>(kOk);
}

int run_columns(const Arguments& arguments, Context& context) {
  auto code = columns(arguments, context);
  return code.ok() ? *code : fail_choice(code.error(), arguments, context);
}

Json names_of(const catalog::Resource& resource, const std::vector<uint32_t>& columns) {
  auto names = Json::array();
  for (uint32_t at : columns) names.push_back(resource.columns[at].name);
  return names;
}

Result<int> schema(const Arguments& arguments, Context& context) {
  retrieval::SchemaOptions options{.query = arguments.text("for"), .ddl = arguments.flag("ddl")};
  TALLY_TRY(options.full, count_option(arguments, "threshold", 30, 100'000));
  TALLY_TRY(options.top, count_option(arguments, "top", 20, 100'000));
  if (arguments.flag("full")) options.full = SIZE_MAX;
  TALLY_TRY(const auto opened, open_inventory(arguments, context));
  const auto& inventory = opened.inventory;
  std::vector<uint32_t> resources;
  for (const auto& name : arguments.list("model")) {
    TALLY_TRY(auto chosen, choose_resource(*inventory, name));
    resources.push_back(chosen.value);
  }
  auto index = index_of(inventory, arguments, context).index;
  std::string text;
  size_t tokens = 0;
  auto models = Json::array();
  for (uint32_t at : resources) {
    const auto block = retrieval::schema_block(index, at, options);
    const auto& resource = inventory->resources()[at];
    text += (text.empty() ? "" : "\n") + block.text;
    tokens += block.tokens;
    models.push_back({{"id", resource.id},
                      {"name", resource.name},
                      {"columns", resource.columns.size()},
                      {"shown", names_of(resource, block.shown)},
                      {"left_out", names_of(resource, block.left_out)},
                      {"tokens", block.tokens},
                      {"text", block.text}});
  }
  if (arguments.flag("json"))
    context.out(dump({{"models", std::move(models)}, {"tokens", tokens}, {"text", text}}));
  else
    context.out(text);
  return static_cast<int>(kOk);
}

int run_schema(const Arguments& arguments, Context& context) {
  auto code = schema(arguments, context);
  return code.ok() ? *code : fail_choice(code.error(), arguments, context);
}

}  // namespace

CommandSpec columns_command() {
  auto options = with_inventory_options({});
  options.insert(options.begin(),
                 {"words", OptionKind::positional_list,
                  "a model and what you look for in it, or only what you look for"});
  options.push_back({"model", OptionKind::value, "look in this model only", "NAME"});
  options.push_back({"limit", OptionKind::value, "at most so many columns (default 20)", "N"});
  return {
      .name = "columns",
      .summary = "find the columns that a question needs",
      .description =
          "Rank the columns of a model or table, or of all, by how well they fit a text. Keys and\n"
          "dates come before other columns that nothing speaks for.",
      .examples = {"tally columns \"account balance\"",
                   "tally columns orders \"amount by customer\" --catalog catalog.json",
                   "tally columns \"account balance\" --catalog catalog.json --json"},
      .options = std::move(options),
      .run = run_columns};
}

CommandSpec schema_command() {
  auto options = with_inventory_options({});
  options.insert(options.begin(),
                 {"model", OptionKind::positional_list, "names or ids of models and tables"});
  options.push_back(
      {"for", OptionKind::value, "the question that the columns are for", "QUESTION"});
  options.push_back({"full", OptionKind::flag, "all columns, however many"});
  options.push_back(
      {"threshold", OptionKind::value, "show all of up to so many (default 30)", "N"});
  options.push_back({"top", OptionKind::value, "of more, show so many (default 20)", "N"});
  options.push_back({"ddl", OptionKind::flag, "as CREATE TABLE instead of Markdown"});
  return {.name = "schema",
          .summary = "show a model's columns in short, for a question",
          .description =
              "The columns of models or tables as Markdown or DDL. Of a long one those that the "
              "question\n"
              "needs, keys and dates, in their order, and what was left out. With --json also an\n"
              "estimate of the tokens: a run of letters is one for its first seven and one for\n"
              "each four more, three digits are one, and so is every other sign.",
          .examples = {"tally schema orders --catalog catalog.json",
                       "tally schema orders customers --for \"revenue by country\" --ddl --catalog "
                       "catalog.json"},
          .options = std::move(options),
          .run = run_schema};
}

}  // namespace tally::cli
