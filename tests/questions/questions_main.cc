// Asks every question case of one warehouse and compares the answer with hand-written reference
// SQL.
//   questions WAREHOUSE_FOLDER CASES_FOLDER [--only TEXT] [--verbose]
// Prints each failure with reading and first difference, then "N passed, N failed".

#include <fmt/format.h>

#include <chrono>
#include <cstring>
#include <set>
#include <sstream>

#include "answer/analyst.h"
#include "app/config.h"
#include "app/open.h"
#include "base/files.h"
#include "questions/question_cases.h"
#include "table/compare.h"

namespace tally::tests {
namespace {

using answer::Answer;
using answer::Workspace;

Deadline soon(const Clock& clock) {
  return Deadline::in(std::chrono::seconds(60), clock);
}

// Reference SQL passes the guard as well: what an analyst writes must be approved.
Result<table::ResultTable> reference_table(Workspace& workspace, const std::string& sql,
                                           const Clock& clock) {
  auto deadline = soon(clock);
  TALLY_TRY(const auto* guard, workspace.guard(deadline));
  TALLY_TRY(auto verdict, guard->judge({sql}, deadline));
  if (auto* refusal = std::get_if<guard::Refusal>(&verdict))
    return user_error(fmt::format("reference refused ({}): {}", refusal->rule, refusal->message));
  TALLY_TRY(auto outcome, workspace.engine().run(std::get<sql::ApprovedSql>(verdict),
                                                 {.max_rows = 100'000}, deadline));
  return std::move(outcome.table);
}

bool contains_ignoring_case(std::string text, std::string part) {
  auto lower = [](std::string& s) {
    for (auto& c : s) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  };
  lower(text);
  lower(part);
  return text.find(part) != std::string::npos;
}

// Empty: right. Else what is wrong.
std::string judge(const QuestionCase& expected, const Answer& answer,
                  const std::optional<table::ResultTable>& reference) {
  std::string outcome = answer::outcome_name(answer.outcome);
  if (outcome != expected.outcome)
    return fmt::format("expected {}, got {}: {}", expected.outcome, outcome, answer.reason);
  if (expected.outcome != "answer") {
    if (!contains_ignoring_case(answer.reason, expected.reason))
      return fmt::format("the reason does not mention \"{}\": {}", expected.reason, answer.reason);
    return "";
  }
  auto comparison = table::compare(*reference, *answer.table, {.ordered = expected.ordered});
  if (comparison.verdict == table::Verdict::right) return "";
  return fmt::format("wrong result: {}", comparison.reason);
}

struct Score {
  int passed = 0, failed = 0, known = 0;
};

// Questions of known_failures.txt, one a line: not yet right, and said so in every run. One of them
// that has come right is a failure until it is taken off the list, so the list can only shrink.
std::set<std::string> read_known_failures(const std::string& folder) {
  std::set<std::string> known;
  auto text = read_file(folder + "/known_failures.txt");
  if (!text.ok()) return known;
  std::istringstream lines(*text);
  for (std::string line; std::getline(lines, line);)
    if (!line.empty() && line[0] != '#') known.insert(line);
  return known;
}

void ask_case(const QuestionCase& expected, Workspace& workspace, const Clock& clock, bool verbose,
              const std::set<std::string>& known, Score& score) {
  std::optional<table::ResultTable> reference;
  if (expected.outcome == "answer") {
    auto table = reference_table(workspace, expected.sql, clock);
    if (!table.ok()) {
      ++score.failed;
      fmt::print("FAIL {}: {}\n", expected.name, table.error().message);
      return;
    }
    reference = *std::move(table);
  }
  answer::Analyst analyst(workspace, clock);
  for (const auto& question : expected.questions) {
    auto answer = analyst.ask({question}, soon(clock));
    std::string wrong = judge(expected, answer, reference);
    bool listed = known.count(question) > 0;
    if (listed && wrong.empty())
      wrong = "right now: take it off known_failures.txt";
    else if (listed) {
      ++score.known;
      fmt::print("known to fail: {} \"{}\": {}\n", expected.name, question, wrong);
      continue;
    }
    ++(wrong.empty() ? score.passed : score.failed);
    if (wrong.empty() && !verbose) continue;
    fmt::print("{} {} \"{}\"\n", wrong.empty() ? "ok  " : "FAIL", expected.name, question);
    if (!wrong.empty()) fmt::print("     {}\n", wrong);
    if (!answer.reading.empty()) fmt::print("     read as: {}\n", answer.reading);
    if (verbose && !answer.reason.empty()) fmt::print("     reason: {}\n", answer.reason);
    if (verbose || !wrong.empty())
      for (const auto& choice : answer.choices) fmt::print("       choice: {}\n", choice.question);
  }
}

int run(const std::string& folder, const std::string& cases_folder, const std::string& only,
        bool verbose) {
  SystemClock clock;
  auto settings = app::load_settings(folder, [](const char*) { return std::nullopt; });
  auto cases = read_question_cases(cases_folder);
  if (!settings.ok() || !cases.ok()) {
    fmt::print("error: {}\n", settings.ok() ? cases.error().message : settings.error().message);
    return 2;
  }
  auto workspace = app::open_workspace(*settings, clock, {}, {});
  if (!workspace.ok()) {
    fmt::print("error: {}\n", workspace.error().message);
    return 2;
  }
  Score score;
  auto known = read_known_failures(cases_folder);
  for (const auto& expected : *cases)
    if (only.empty() || expected.name.find(only) != std::string::npos)
      ask_case(expected, **workspace, clock, verbose, known, score);
  fmt::print("{} passed, {} failed, {} skipped\n", score.passed, score.failed, score.known);
  return score.failed == 0 && score.passed > 0 ? 0 : 1;
}

}  // namespace
}  // namespace tally::tests

int main(int count, char** words) {
  std::string only;
  bool verbose = false;
  for (int i = 3; i < count; ++i) {
    if (std::strcmp(words[i], "--only") == 0 && i + 1 < count) only = words[++i];
    if (std::strcmp(words[i], "--verbose") == 0) verbose = true;
  }
  if (count < 3) {
    fmt::print("usage: questions WAREHOUSE_FOLDER CASES_FOLDER [--only NAME] [--verbose]\n");
    return 2;
  }
  return tally::tests::run(words[1], words[2], only, verbose);
}
