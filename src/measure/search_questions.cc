#include "measure/search_questions.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "base/gzip.h"
#include "base/json_cursor.h"

namespace tally::measure {
namespace {

using Kind = JsonCursor::Kind;

std::vector<std::string> texts(JsonCursor& json) {
  std::vector<std::string> all;
  if (json.kind() == Kind::array) {
    json.array([&] {
      if (json.kind() == Kind::text) all.push_back(json.text());
    });
  } else if (json.kind() == Kind::text) {
    all.push_back(json.text());
  }
  return all;
}

double number(JsonCursor& json) {
  const std::string spelled = json.text();
  return std::strtod(spelled.c_str(), nullptr);
}

// {"name": grade, …} or [{"id": name, "grade": number}, …].
void read_grades(JsonCursor& json, SearchQuestion& question) {
  if (json.kind() == Kind::object)
    return json.object([&](std::string_view key) {
      std::string name(key);
      question.grades[name] = number(json);
    });
  json.array([&] {
    std::string name;
    double grade = 1;
    json.object([&](std::string_view key) {
      if (key == "id" || key == "name" || key == "table" || key == "model") name = json.text();
      if (key == "grade" || key == "relevance" || key == "gain") grade = number(json);
    });
    if (!name.empty()) question.grades[name] = grade;
  });
}

// Lists of names, or one list.
void read_alternatives(JsonCursor& json, SearchQuestion& question) {
  std::vector<std::string> plain;
  json.array([&] {
    if (json.kind() == Kind::array)
      question.answers.push_back(texts(json));
    else if (json.kind() == Kind::text)
      plain.push_back(json.text());
  });
  if (!plain.empty()) question.answers.push_back(std::move(plain));
}

void read_member(JsonCursor& json, std::string_view key, SearchQuestion& question,
                 std::vector<std::string>& gold) {
  const auto text = [&](std::string& out) {
    if (json.kind() == Kind::text || json.kind() == Kind::number) out = json.text();
  };
  if (key == "qid" || (key == "id" && question.qid.empty())) return text(question.qid);
  if (key == "query" || key == "question") return text(question.query);
  if (key == "model") return text(question.model);
  if (key == "db") return text(question.db);
  if (key == "catalog_dataset" || (key == "dataset" && question.dataset.empty()))
    return text(question.dataset);
  if (key == "expected" || key == "gold_tables" || key == "gold" || key == "expected_tables" ||
      key == "gold_columns") {
    gold = texts(json);
  } else if (key == "alt_gold_tables" || key == "answers" || key == "alternatives") {
    read_alternatives(json, question);
  } else if (key == "grades" || key == "relevance" || key == "relevant" || key == "qrels") {
    if (json.kind() == Kind::object || json.kind() == Kind::array) read_grades(json, question);
  } else if (key == "exclude_tables" || key == "hide") {
    question.left_out = texts(json);
  }
}

SearchQuestion read_question(JsonCursor& json) {
  SearchQuestion question;
  std::vector<std::string> gold;
  json.object([&](std::string_view key) { read_member(json, key, question, gold); });
  if (gold.empty() && question.answers.empty())
    for (const auto& [name, grade] : question.grades)
      if (grade > 0) gold.push_back(name);
  if (!gold.empty()) question.answers.insert(question.answers.begin(), std::move(gold));
  return question;
}

void keep(SearchQuestion question, size_t number, SearchQuestions& all) {
  if (question.qid.empty()) question.qid = fmt::format("{}", number);
  all.questions.push_back(std::move(question));
}

void read_lines(std::string_view text, const std::string& name, SearchQuestions& all) {
  size_t number = 0;
  const auto skip = [&](const std::string& why) {
    catalog::Finding finding;
    finding.code = "bad_line";
    finding.file = name;
    finding.line = static_cast<uint32_t>(number);
    finding.message = fmt::format("{}; the line is skipped", why);
    all.findings.push_back(std::move(finding));
  };
  while (!text.empty()) {
    ++number;
    const size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.find_first_not_of(" \t\r") == line.npos) continue;
    JsonCursor json(line);
    SearchQuestion question = read_question(json);
    if (!json.finished())
      skip(fmt::format("column {}: {}", json.fault().column, json.fault().message));
    else if (question.query.empty())
      skip("it has no \"query\"");
    else
      keep(std::move(question), number, all);
  }
}

}  // namespace

Result<SearchQuestions> read_search_questions(std::string_view text, const std::string& name) {
  SearchQuestions all;
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  const size_t start = text.find_first_not_of(" \t\r\n");
  if (start != text.npos && text[start] == '[') {
    JsonCursor json(text);
    size_t number = 0;
    json.array([&] {
      SearchQuestion question = read_question(json);
      if (!question.query.empty()) keep(std::move(question), ++number, all);
    });
    if (!json.finished())
      return user_error(fmt::format("{} holds no queries: line {}, column {}: {}", name,
                                    json.fault().line, json.fault().column, json.fault().message));
  } else {
    read_lines(text, name, all);
  }
  if (!all.questions.empty()) return all;
  std::string why = all.findings.empty()
                        ? "it is empty"
                        : fmt::format("line {}: {}", all.findings[0].line, all.findings[0].message);
  return user_error(fmt::format("{} holds no queries: {}", name, why),
                    "a query is a line {\"qid\": …, \"query\": …}");
}

Result<SearchQuestions> read_search_question_file(const std::string& path) {
  TALLY_TRY(std::string text, read_file_unpacked(path));
  return read_search_questions(text, path);
}

}  // namespace tally::measure
