#include "questions/question_cases.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <sstream>

#include "base/files.h"

namespace tally::tests {
namespace {

std::string trimmed(const std::string& text) {
  auto begin = text.find_first_not_of(" \t\r\n");
  if (begin == std::string::npos) return "";
  return text.substr(begin, text.find_last_not_of(" \t\r\n") - begin + 1);
}

// Without a trailing remark in round brackets, as the format allows after single words.
std::string first_word(const std::string& text) {
  return text.substr(0, text.find_first_of(" \t"));
}

class Reader {
 public:
  Reader(std::string file, std::vector<QuestionCase>& out) : file_(std::move(file)), out_(out) {
    current_.file = file_;
  }

  Result<void> read(const std::string& text) {
    std::istringstream lines(text);
    std::string line;
    while (std::getline(lines, line)) {
      ++line_number_;
      if (!line.empty() && line.back() == '\r') line.pop_back();
      TALLY_CHECK(take(line));
    }
    return finish_case();
  }

 private:
  Result<void> take(const std::string& line) {
    if (in_sql_) {
      if (trimmed(line) == ";")
        in_sql_ = false;
      else
        current_.sql += line + "\n";
      return {};
    }
    if (trimmed(line) == "---") return finish_case();
    if (trimmed(line).empty()) return {};
    bool comment = line[0] == '#';
    std::string body = trimmed(comment ? line.substr(1) : line);
    auto colon = body.find(':');
    if (colon == std::string::npos) return comment ? Result<void>() : wrong("expected key: value");
    return take_key(body.substr(0, colon), trimmed(body.substr(colon + 1)), comment);
  }

  Result<void> take_key(const std::string& key, const std::string& value, bool comment) {
    if (key == "name")
      current_.name = value;
    else if (key == "about" || (comment && key != "name"))
      return {};
    else if (key == "question")
      current_.questions.push_back(value);
    else if (key == "outcome")
      current_.outcome = first_word(value);
    else if (key == "ordered")
      current_.ordered = first_word(value) == "yes";
    else if (key == "reason")
      current_.reason = value;
    else if (key == "sql")
      in_sql_ = true;
    else
      return wrong(fmt::format("unknown key \"{}\"", key));
    return {};
  }

  Result<void> finish_case() {
    if (current_.questions.empty() && current_.name.empty()) return {};
    static const char* const kOutcomes[] = {"answer", "clarify", "abstain", "refuse"};
    bool known = std::any_of(std::begin(kOutcomes), std::end(kOutcomes),
                             [&](const char* outcome) { return current_.outcome == outcome; });
    if (!known)
      return wrong(fmt::format("case {}: outcome \"{}\"", current_.name, current_.outcome));
    if (current_.questions.empty())
      return wrong(fmt::format("case {}: no question", current_.name));
    if ((current_.outcome == "answer") != !trimmed(current_.sql).empty())
      return wrong(
          fmt::format("case {}: an answer has reference SQL, others have none", current_.name));
    out_.push_back(std::move(current_));
    current_ = {};
    current_.file = file_;
    return {};
  }

  Error wrong(const std::string& what) const {
    return user_error(fmt::format("{}:{}: {}", file_, line_number_, what));
  }

  std::string file_;
  std::vector<QuestionCase>& out_;
  QuestionCase current_;
  bool in_sql_ = false;
  int line_number_ = 0;
};

}  // namespace

Result<std::vector<QuestionCase>> read_question_cases(const std::string& folder) {
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    if (entry.path().extension() == ".case") files.push_back(entry.path().string());
  std::sort(files.begin(), files.end());
  std::vector<QuestionCase> cases;
  for (const auto& file : files) {
    TALLY_TRY(auto text, read_file(file));
    TALLY_CHECK(Reader(file, cases).read(text));
  }
  if (cases.empty()) return user_error("no question cases in " + folder);
  return cases;
}

}  // namespace tally::tests
