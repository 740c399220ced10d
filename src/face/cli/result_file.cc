#include "face/cli/result_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <map>

#include "answer/guarded_run.h"
#include "base/files.h"
#include "catalog/spelling.h"
#include "semantic/tree.h"
#include "sql/fixed_sql.h"
#include "table/typed_text.h"
#include "text/parts.h"

namespace tally::cli {
namespace {

using semantic::Node;
using semantic::Tree;
using table::RawCell;
using table::ResultTable;
using Results = std::vector<ResultTable>;

constexpr engine::RunLimits kLimits{.max_rows = 2'000'000, .max_bytes = 512ull << 20};

RawCell text_cell(std::string text) {
  return {RawCell::Kind::text, std::move(text)};
}

// ---- SQL, CSV, Parquet ----

Result<ResultTable> of_sql(const std::string& text, const Arguments& arguments, Context& context) {
  TALLY_TRY(auto workspace, open_workspace(arguments, context));
  TALLY_TRY(auto deadline, deadline_of(arguments, workspace->settings(), context.services.clock()));
  auto attempt = [&] { return answer::guarded_table(*workspace, text, kLimits, deadline); };
  auto is_cancelled = [](const Result<ResultTable>& table) {
    return !table.ok() && table.error().code == "cancelled";
  };
  TALLY_TRY(auto table, workspace->of_one_database(attempt, is_cancelled));
  return table;
}

Result<ResultTable> of_data_file(const std::string& path, const sql::FixedSql& query,
                                 const Arguments& arguments, Context& context) {
  answer::Settings defaults;
  TALLY_TRY(auto deadline, deadline_of(arguments, defaults, context.services.clock()));
  TALLY_TRY(auto engine, context.services.open_data_file(path));
  auto outcome = engine->run(query.approve(engine->name()), kLimits, deadline);
  if (outcome.ok()) return std::move(outcome->table);
  Error error = std::move(outcome).error();
  error.message = fmt::format("{}: {}", path, error.message);
  return error;
}

// What separates the names in a file's first line: a comma, unless another sign stands there more
// often. The engine's own guess looks at the values too, and takes "A;B" in a column of its own for
// a header.
char separator_of(const std::string& path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  char best = ',';
  std::map<char, size_t> counts;
  bool quoted = false;
  for (char c : line) {
    if (c == '"') quoted = !quoted;
    if (!quoted) ++counts[c];
  }
  for (char c : {';', '\t', '|'})
    if (counts[c] > counts[best]) best = c;
  return best;
}

// Everything as text, so that no digit and no leading zero is lost; nothing else is guessed, so
// that no line is.
sql::FixedSql csv_query(const std::string& path, char separator) {
  sql::FixedSql query("SELECT * FROM read_csv(");
  query.value(path).then(", header = true, all_varchar = true, allow_quoted_nulls = false");
  query.then(", sample_size = -1, skip = 0, comment = '', quote = '\"', escape = '\"'");
  query.then(", delim = ").value(std::string(1, separator));
  return query.then(")");
}

// DuckDB would make up a column for a file without a header.
bool is_empty_file(const std::string& path) {
  std::ifstream file(path);
  return file.is_open() && (file >> std::ws).peek() == std::ifstream::traits_type::eof();
}

ResultTable typed(const ResultTable& texts) {
  ResultTable out;
  out.row_count = texts.row_count;
  out.more_rows = texts.more_rows;
  for (const auto& column : texts.columns) {
    std::vector<RawCell> cells;
    for (size_t row = 0; row < texts.row_count; ++row)
      cells.push_back(column.nulls[row] ? RawCell{} : text_cell(cell_text(column, row)));
    out.columns.push_back(table::typed_column(column.name, cells, true));
  }
  return out;
}

// ---- JSON ----

class JsonResults {
 public:
  JsonResults(const Tree& tree, std::string_view text, const std::string& file, int line)
      : tree_(tree), text_(text), file_(file), line_(line) {}

  Result<Results> read() const {
    const Node& top = tree_.top();
    if (top.kind == Node::Kind::map) return one(top);
    if (top.kind != Node::Kind::list) return wrong(top, "a result is an object or a list");
    bool records = std::none_of(top.children.begin(), top.children.end(),
                                [&](uint32_t item) { return holds_table(tree_[item]); });
    if (records) {
      TALLY_TRY(auto table, of_records(top));
      return Results{std::move(table)};
    }
    Results all;
    for (uint32_t item : top.children) {
      TALLY_TRY(auto some, one(tree_[item]));
      for (auto& table : some) all.push_back(std::move(table));
    }
    return all;
  }

 private:
  Error wrong(const Node& node, const std::string& what) const {
    auto at = semantic::position_of(text_, node.offset);
    return user_error(
        fmt::format("{}:{}:{}: {}", file_, at.line + line_, at.column, what),
        "a result is what 'tally sql --json' prints, its table, or a list of records");
  }

  const Node* member(const Node& map, std::string_view key) const {
    for (size_t i = 0; map.kind == Node::Kind::map && i + 1 < map.children.size(); i += 2)
      if (tree_[map.children[i]].text == key) return &tree_[map.children[i + 1]];
    return nullptr;
  }
  bool holds_table(const Node& node) const {
    return member(node, "table") || (member(node, "columns") && member(node, "rows"));
  }

  Result<Results> one(const Node& node) const {
    const Node* inner = member(node, "table");
    const Node& table = inner ? *inner : node;
    if (inner && inner->kind == Node::Kind::null)
      return wrong(table, "no result: what was asked here was not answered");
    if (!holds_table(table)) return wrong(table, "there are no \"columns\" and \"rows\" here");
    TALLY_TRY(auto read, of_table(*member(table, "columns"), *member(table, "rows")));
    const Node* more = member(table, "more_rows");
    read.more_rows = more && more->text == "true";
    return Results{std::move(read)};
  }

  Result<ResultTable> of_table(const Node& columns, const Node& rows) const {
    if (columns.kind != Node::Kind::list) return wrong(columns, "\"columns\" must be a list");
    if (rows.kind != Node::Kind::list) return wrong(rows, "\"rows\" must be a list");
    std::vector<std::string> names;
    std::vector<std::optional<table::Type>> types;
    for (uint32_t item : columns.children) {
      const Node* name = member(tree_[item], "name");
      const Node* type = member(tree_[item], "type");
      names.push_back(name ? name->text : tree_[item].text);
      types.push_back(type ? table::type_of_name(type->text) : std::nullopt);
    }
    std::vector<std::vector<RawCell>> cells(names.size());
    for (uint32_t item : rows.children) {
      const Node& row = tree_[item];
      if (row.kind != Node::Kind::list || row.children.size() != names.size())
        return wrong(row, fmt::format("a row must be a list of {} values", names.size()));
      for (size_t c = 0; c < names.size(); ++c) cells[c].push_back(cell(tree_[row.children[c]]));
    }
    return table_of(names, types, cells, rows.children.size());
  }

  Result<ResultTable> of_records(const Node& list) const {
    std::vector<std::string> names;
    std::vector<std::vector<RawCell>> cells;
    for (size_t row = 0; row < list.children.size(); ++row) {
      const Node& record = tree_[list.children[row]];
      if (record.kind != Node::Kind::map) return wrong(record, "a record must be an object");
      for (size_t i = 0; i + 1 < record.children.size(); i += 2) {
        const std::string& name = tree_[record.children[i]].text;
        auto place =
            static_cast<size_t>(std::find(names.begin(), names.end(), name) - names.begin());
        if (place == names.size()) {
          names.push_back(name);
          cells.emplace_back();
        }
        cells[place].resize(row);  // absent in records before: null
        cells[place].push_back(cell(tree_[record.children[i + 1]]));
      }
    }
    for (auto& column : cells) column.resize(list.children.size());
    return table_of(names, {}, cells, list.children.size());
  }

  static ResultTable table_of(const std::vector<std::string>& names,
                              std::vector<std::optional<table::Type>> types,
                              const std::vector<std::vector<RawCell>>& cells, size_t rows) {
    types.resize(names.size());
    ResultTable table;
    table.row_count = rows;
    for (size_t c = 0; c < names.size(); ++c)
      table.columns.push_back(table::typed_column(names[c], cells[c], false, types[c]));
    return table;
  }

  RawCell cell(const Node& node) const {
    switch (node.kind) {
      case Node::Kind::null:
        return {};
      case Node::Kind::boolean:
        return {RawCell::Kind::boolean, node.text};
      case Node::Kind::number:
        return {RawCell::Kind::number, node.text};
      case Node::Kind::list:
      case Node::Kind::map:
        return text_cell(nested(node));
      default:
        return text_cell(node.text);
    }
  }

  // As the file has it, without the spaces between: two spellings of one value should be one.
  std::string nested(const Node& node) const {
    if (node.kind != Node::Kind::list && node.kind != Node::Kind::map) return node.text;
    bool is_map = node.kind == Node::Kind::map;
    std::string out = is_map ? "{" : "[";
    for (size_t i = 0; i < node.children.size(); ++i) {
      if (i > 0) out += is_map && i % 2 == 1 ? ": " : ", ";
      out += nested(tree_[node.children[i]]);
    }
    return out + (is_map ? "}" : "]");
  }

  const Tree& tree_;
  std::string_view text_;
  const std::string& file_;
  int line_;  // lines of the file before the text
};

Result<Results> of_json_text(std::string_view text, const std::string& file, int line) {
  auto outcome = semantic::parse_json(text);
  if (!outcome.tree)
    return user_error(fmt::format("{}:{}:{}: {}", file, outcome.fault.at.line + line,
                                  outcome.fault.at.column, outcome.fault.message),
                      outcome.fault.fix);
  return JsonResults(*outcome.tree, text, file, line).read();
}

bool is_blank(std::string_view line) {
  return line.find_first_not_of(" \t\r") == line.npos;
}

// One result a line, if each line but empty ones is an object; nothing in JSON itself does so.
bool is_json_lines(std::string_view text) {
  size_t objects = 0;
  for (std::string_view line : text::parts_of(text, '\n')) {
    if (is_blank(line)) continue;
    bool is_object = line[line.find_first_not_of(" \t\r")] == '{' && line.find('}') != line.npos;
    if (!is_object) return false;
    ++objects;
  }
  return objects > 1;
}

Result<Results> of_json_file(const std::string& path) {
  TALLY_TRY(auto text, read_file(path));
  if (!is_json_lines(text)) return of_json_text(text, path, 0);
  Results all;
  int lines_before = 0;
  for (std::string_view line : text::parts_of(text, '\n')) {
    int before = lines_before++;
    if (is_blank(line)) continue;
    TALLY_TRY(auto some, of_json_text(line, path, before));
    for (auto& table : some) all.push_back(std::move(table));
  }
  return all;
}

}  // namespace

Result<Results> read_results(const std::string& source, const Arguments& arguments,
                             Context& context) {
  if (source.starts_with(kSqlSource)) {
    TALLY_TRY(auto table, of_sql(source.substr(kSqlSource.size()), arguments, context));
    return Results{std::move(table)};
  }
  std::string name = catalog::lower_ascii(source);
  if (name.ends_with(".json") || name.ends_with(".jsonl")) return of_json_file(source);
  if (name.ends_with(".csv") || name.ends_with(".tsv")) {
    if (is_empty_file(source))
      return user_error(fmt::format("{} is empty: a result has a line of column names", source));
    auto query = csv_query(source, name.ends_with(".tsv") ? '\t' : separator_of(source));
    TALLY_TRY(auto table, of_data_file(source, query, arguments, context));
    return Results{typed(table)};
  }
  if (name.ends_with(".parquet")) {
    auto query = sql::FixedSql("SELECT * FROM read_parquet(").value(source).then(")");
    TALLY_TRY(auto table, of_data_file(source, query, arguments, context));
    return Results{std::move(table)};
  }
  return user_error(fmt::format("\"{}\" is not a result that can be read", source),
                    "name a .csv, .tsv, .json, .jsonl or .parquet file, or write sql:SELECT …");
}

}  // namespace tally::cli
