// tally exam why: one question of a sitting, the right answer, ours, and what differs.

#include <fmt/format.h>

#include <algorithm>

#include "base/files.h"
#include "face/cli/exam.h"
#include "face/cli/table_text.h"
#include "measure/sitting.h"
#include "semantic/tree.h"
#include "table/typed_text.h"

namespace tally::cli {
namespace {

using semantic::Node;

constexpr size_t kShownRows = 10;

// A line of a sitting, digits as they stand there.
class Line {
 public:
  explicit Line(semantic::Tree tree) : tree_(std::move(tree)) {}

  // nullptr: not there, or null.
  const Node* find(std::initializer_list<std::string_view> path) const {
    const Node* node = &tree_.top();
    for (auto key : path) node = node ? member(*node, key) : nullptr;
    return node && node->kind != Node::Kind::null ? node : nullptr;
  }
  std::string text(std::initializer_list<std::string_view> path) const {
    const Node* node = find(path);
    return node ? node->text : "";
  }
  // {"columns", "rows"} as a table to be shown.
  table::ResultTable table(const Node& node) const;
  // The SQL of the entry that was answered with; nullptr: there is none.
  const Node* our_sql() const {
    const Node* entries = find({"answer", "entries"});
    for (size_t i = 0; entries && i < entries->children.size(); ++i) {
      const Node& entry = tree_[entries->children[i]];
      const Node *outcome = member(entry, "outcome"), *sql = member(entry, "sql");
      bool answered = !outcome || outcome->text == "answer";
      if (answered && sql && sql->kind != Node::Kind::null) return sql;
    }
    return nullptr;
  }

 private:
  const Node* member(const Node& map, std::string_view key) const {
    for (size_t i = 0; map.kind == Node::Kind::map && i + 1 < map.children.size(); i += 2)
      if (tree_[map.children[i]].text == key) return &tree_[map.children[i + 1]];
    return nullptr;
  }
  table::RawCell cell(const Node& node) const {
    using Kind = table::RawCell::Kind;
    if (node.kind == Node::Kind::null) return {};
    if (node.kind == Node::Kind::boolean) return {Kind::boolean, node.text};
    return {node.kind == Node::Kind::number ? Kind::number : Kind::text, node.text};
  }

  semantic::Tree tree_;
};

table::ResultTable Line::table(const Node& node) const {
  table::ResultTable out;
  const Node *columns = member(node, "columns"), *rows = member(node, "rows");
  if (!columns || !rows) return out;
  out.row_count = rows->children.size();
  for (size_t c = 0; c < columns->children.size(); ++c) {
    std::vector<table::RawCell> cells;
    for (uint32_t row : rows->children) {
      const auto& values = tree_[row].children;
      cells.push_back(c < values.size() ? cell(tree_[values[c]]) : table::RawCell{});
    }
    const Node* name = member(tree_[columns->children[c]], "name");
    out.columns.push_back(table::typed_column(name ? name->text : "", cells, false));
  }
  const Node* more = member(node, "more_rows");
  out.more_rows = more && more->text == "true";
  return out;
}

struct Found {
  measure::SittingHeader header;
  measure::SatQuestion question;
  std::string text;  // of the line, as it stands there
  Line line;
};

// nullopt: another sitting.
Result<std::optional<Found>> find_in(const std::string& file, const std::string& id) {
  TALLY_TRY(auto sitting, measure::read_sitting(file));
  auto question = std::find_if(sitting.questions.begin(), sitting.questions.end(),
                               [&](const auto& one) { return one.id == id; });
  if (question == sitting.questions.end()) return std::optional<Found>();
  TALLY_TRY(auto bytes, read_file(file));
  size_t start = 0;
  for (size_t line = 1; line < question->line; ++line) start = bytes.find('\n', start) + 1;
  std::string text = bytes.substr(start, bytes.find('\n', start) - start);
  auto outcome = semantic::parse_json(text);
  if (!outcome.tree)
    return user_error(fmt::format("{}:{}: {}", file, question->line, outcome.fault.message));
  return std::optional(
      Found{sitting.header, *question, std::move(text), Line(*std::move(outcome.tree))});
}

// The newest sitting of the state folder that asked the question.
Result<Found> find_newest(const Arguments& arguments, Context& context, const std::string& id) {
  TALLY_TRY(auto files, kept_sittings(arguments, context));
  for (const auto& file : files) {
    TALLY_TRY(auto found, find_in(file, id));
    if (found) return *std::move(found);
  }
  return user_error(fmt::format("no sitting of this warehouse asked \"{}\"", id),
                    "name the file of another behind it; `tally exam report` lists ids");
}

Result<Found> find_question(const Arguments& arguments, Context& context) {
  std::string id = arguments.text("id");
  auto file = arguments.value("sitting");
  if (!file) return find_newest(arguments, context, id);
  TALLY_TRY(auto found, find_in(*file, id));
  if (!found)
    return user_error(fmt::format("{} has no question \"{}\"", *file, id),
                      "`tally exam report` lists ids of those that went wrong");
  return *std::move(found);
}

std::string difference_text(const Line& line) {
  if (!line.find({"first_difference"})) return "";
  auto number = [&](std::string_view key) {
    return std::stoul(line.text({"first_difference", key})) + 1;
  };
  std::string got = ", which the answer does not have there";
  if (line.find({"first_difference", "answer_row"}))
    got = fmt::format(", got {} (row {})", line.text({"first_difference", "got"}),
                      number("answer_row"));
  return fmt::format("First difference: row {}, column {} of the reference: expected {}{}\n",
                     number("row"), number("column"), line.text({"first_difference", "expected"}),
                     got);
}

std::string side(const std::string& title, const Node* sql, const Node* table, const Line& line,
                 const Context& context) {
  if (!sql && !table) return "";
  std::string out = context.paint(Style::bold, title) + "\n";
  if (sql) out += sql->text + (sql->text.ends_with('\n') ? "" : "\n");
  if (table)
    out += table_text(line.table(*table), {.max_rows = kShownRows}, context.terminal) + "\n";
  return out;
}

std::string why_text(const Found& found, const Context& context) {
  const auto& [header, question, unused, line] = found;
  std::string expected;
  for (const auto& outcome : question.expected)
    expected += (expected.empty() ? "" : " or ") + outcome;
  std::string out =
      fmt::format("{} ({}, {} template; {} version {}, {})\n",
                  context.paint(Style::bold, question.id), question.tier,
                  question.unseen ? "unseen" : "seen", header.exam, header.version, header.split);
  out += fmt::format("Question: {}\n", question.question);
  out += fmt::format("Expected {}, got {}: {}\n", expected, question.got,
                     measure::mark_name(question.mark));
  std::string reading = line.text({"answer", "reading"});
  if (!reading.empty()) out += fmt::format("Read as: {}\n", reading);
  if (!question.reason.empty()) out += fmt::format("Why: {}\n", question.reason);
  out += difference_text(line);
  for (const auto& fact : question.facts) out += fmt::format("  - {}\n", fact.text);
  out += side("Reference", line.find({"reference", "sql"}), line.find({"reference", "table"}), line,
              context);
  return out + side("Ours", line.our_sql(), line.find({"answer", "table"}), line, context);
}

Result<int> why(const Arguments& arguments, Context& context) {
  TALLY_TRY(auto found, find_question(arguments, context));
  context.out(arguments.flag("json") ? found.text + "\n" : why_text(found, context));
  return static_cast<int>(kOk);
}

int run_why(const Arguments& arguments, Context& context) {
  auto code = why(arguments, context);
  return code.ok() ? *code : context.fail(code.error(), arguments);
}

}  // namespace

CommandSpec exam_why_command() {
  return {.name = "why",
          .summary = "one question: the right answer, ours, and what differs",
          .description =
              "Shows a question of a sitting with its reference, our answer, the first difference\n"
              "and the facts that were found in both queries and the data; with --json its line.",
          .examples = {"tally exam why sales_by_year-3fa2c1-2",
                       "tally exam why sales_by_year-3fa2c1-2 test.jsonl"},
          .options = {{"id", OptionKind::positional, "the question's id"},
                      {.name = "sitting",
                       .kind = OptionKind::optional_positional,
                       .help = "the sitting's file (default: the newest that asked it)",
                       .is_file = true}},
          .run = run_why};
}

}  // namespace tally::cli
