// tally diff: is this result the right answer to that reference?

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/quantity.h"
#include "face/cli/commands.h"
#include "face/cli/result_file.h"
#include "measure/order_keys.h"
#include "table/compare.h"
#include "text/parts.h"

namespace tally::cli {
namespace {

using table::Comparison;
using table::ResultTable;
using table::Verdict;

// The reference column that `word` names, or counts from 1.
Result<size_t> column_of(const ResultTable& reference, std::string_view word) {
  std::string known;
  for (size_t c = 0; c < reference.columns.size(); ++c) {
    if (reference.columns[c].name == word) return c;
    known += (c ? ", " : "") + reference.columns[c].name;
  }
  auto number = parse_count(word);
  if (number.ok() && *number >= 1 && *number <= reference.columns.size()) return *number - 1;
  return user_error(fmt::format("the reference has no column \"{}\"", word),
                    "its columns: " + known);
}

// "sales=1,share=3"
Result<std::vector<std::optional<int>>> places_of(const std::string& list,
                                                  const ResultTable& reference) {
  std::vector<std::optional<int>> places(reference.columns.size());
  for (auto item : text::parts_of(list, ',')) {
    size_t sign = item.rfind('=');
    auto count = parse_count(sign == item.npos ? "" : item.substr(sign + 1));
    if (!count.ok() || *count > 30)
      return user_error(fmt::format("--places: \"{}\" is not COLUMN=PLACES", item),
                        "as in --places sales=1,share=3");
    TALLY_TRY(size_t column, column_of(reference, item.substr(0, sign)));
    places[column] = static_cast<int>(*count);
  }
  return places;
}

Result<table::CompareOptions> options_of(const Arguments& arguments, const ResultTable& reference) {
  table::CompareOptions options;
  options.ordered = arguments.flag("ordered") || arguments.value("order-by").has_value();
  std::string source = arguments.text("reference");
  if (options.ordered && source.starts_with(kSqlSource))
    options.order_columns = measure::asked_order(source.substr(kSqlSource.size()), reference);
  if (arguments.value("order-by")) options.order_columns.clear();
  if (auto list = arguments.value("order-by"))
    for (auto word : text::parts_of(*list, ',')) {
      TALLY_TRY(size_t column, column_of(reference, word));
      options.order_columns.push_back(column);
    }
  if (auto list = arguments.value("places")) {
    TALLY_TRY(options.places, places_of(*list, reference));
  }
  return options;
}

struct Compared {
  Comparison comparison;
  const ResultTable& reference;
  const std::vector<ResultTable>& answers;
};

nlohmann::ordered_json difference_json(const Compared& compared) {
  const auto& first = compared.comparison.first_difference;
  if (!first) return nullptr;
  auto number = [](std::optional<size_t> index) -> nlohmann::ordered_json {
    if (!index) return nullptr;
    return *index + 1;
  };
  nlohmann::ordered_json got = nullptr;
  if (first->answer_row) got = first->got;
  return {{"reference_row", first->reference_row + 1},
          {"reference_column", compared.reference.columns[first->reference_column].name},
          {"answer_row", number(first->answer_row)},
          {"answer_column", first->answer_column
                                ? nlohmann::ordered_json(
                                      compared.answers.front().columns[*first->answer_column].name)
                                : nlohmann::ordered_json(nullptr)},
          {"expected", first->expected},
          {"got", got}};
}

std::string diff_json(const Compared& compared) {
  const auto& found = compared.comparison;
  std::string near_miss = table::near_miss_name(found.near_miss);
  nlohmann::ordered_json columns = nlohmann::ordered_json::object();
  for (size_t r = 0; r < found.columns.size(); ++r)
    columns[compared.reference.columns[r].name] =
        compared.answers.front().columns[found.columns[r]].name;
  size_t rows = 0;
  for (const auto& answer : compared.answers) rows += answer.row_count;
  nlohmann::ordered_json json = {
      {"verdict", table::verdict_name(found.verdict)},
      {"near_miss",
       near_miss.empty() ? nlohmann::ordered_json() : nlohmann::ordered_json(near_miss)},
      {"code", found.code},
      {"reason", found.reason},
      {"first_difference", difference_json(compared)},
      {"columns", columns},
      {"rows", {{"reference", compared.reference.row_count}, {"answer", rows}}}};
  return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

Style style_of(Verdict verdict) {
  if (verdict == Verdict::right) return Style::green;
  return verdict == Verdict::wrong ? Style::red : Style::yellow;
}

std::string diff_text(const Compared& compared, const Context& context) {
  const auto& found = compared.comparison;
  std::string near_miss = table::near_miss_name(found.near_miss);
  std::string out = fmt::format(
      "{}{}: {} ({})\n", context.paint(style_of(found.verdict), table::verdict_name(found.verdict)),
      near_miss.empty() ? "" : fmt::format(" ({})", near_miss), found.reason,
      counted(compared.reference.row_count, "row"));
  const auto& first = found.first_difference;
  if (!first) return out;
  out += fmt::format("  row {} of the reference, '{}': expected {}", first->reference_row + 1,
                     compared.reference.columns[first->reference_column].name, first->expected);
  if (first->answer_row)
    out += fmt::format(", got {} (row {} of the answer)", first->got, *first->answer_row + 1);
  return out + "\n";
}

int exit_code_of(Verdict verdict) {
  if (verdict == Verdict::right) return kOk;
  return verdict == Verdict::wrong ? kWrong : kNotAnswered;
}

Result<int> diff(const Arguments& arguments, Context& context) {
  std::string source = arguments.text("reference");
  TALLY_TRY(auto references, read_results(source, arguments, context));
  if (references.size() != 1)
    return user_error(
        fmt::format("{} holds {} results; a reference is one", source, references.size()),
        "put the right one in a file of its own");
  std::vector<ResultTable> answers;
  for (const auto& name : arguments.list("answer")) {
    TALLY_TRY(auto some, read_results(name, arguments, context));
    for (auto& table : some) answers.push_back(std::move(table));
  }
  TALLY_TRY(auto options, options_of(arguments, references.front()));
  Compared compared{table::compare_several(references.front(), answers, options),
                    references.front(), answers};
  context.out(arguments.flag("json") ? diff_json(compared) : diff_text(compared, context));
  return exit_code_of(compared.comparison.verdict);
}

int run_diff(const Arguments& arguments, Context& context) {
  auto code = diff(arguments, context);
  return code.ok() ? *code : context.fail(code.error(), arguments);
}

}  // namespace

CommandSpec diff_command() {
  return {
      .name = "diff",
      .summary = "say whether a result is the right answer to a reference",
      .description =
          "Compare two results by their values. Column names, extra columns, row order and the "
          "way\n"
          "values are written are free; the values of a row stay together. Counts, ids and years\n"
          "must be equal, amounts within half a cent; NULL is NULL only.\n"
          "Each side: a .csv, .tsv, .json, .jsonl or .parquet file, or sql:SELECT … (needs a\n"
          "warehouse). Exit code 0 right, 1 wrong, 3 undecided.",
      .examples = {"tally diff reference.csv answer.json",
                   "tally diff \"sql:SELECT state, sum(amount) FROM sales GROUP BY 1\" answer.csv",
                   "tally diff top5.csv answer.parquet --ordered --json",
                   "tally diff shares.csv answer.csv --places share=1"},
      .options = {{"reference", OptionKind::positional, "the right result", "", {}, true},
                  {"answer",
                   OptionKind::positional_list,
                   "the result in question; several are several results",
                   "",
                   {},
                   true},
                  {"ordered", OptionKind::flag, "row order counts; ties may change places"},
                  {"order-by", OptionKind::value,
                   "reference columns that the order is by (default: what ORDER BY of sql: asks "
                   "for; of a file, "
                   "found out from its values)",
                   "COLUMNS"},
                  {"places", OptionKind::value,
                   "reference columns that are rounded: sales=1,share=3", "COLUMN=N"},
                  deadline_option()},
      .run = run_diff};
}

}  // namespace tally::cli
