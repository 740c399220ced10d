#include "measure/sit.h"

#include <fmt/format.h>

#include <chrono>
#include <mutex>

#include "answer/analyst.h"
#include "import/warehouse/warehouse.h"
#include "measure/failure_facts.h"
#include "measure/parallel.h"

namespace tally::measure {
namespace {

constexpr std::chrono::minutes kOpening{5};

class Sitter {
 public:
  Sitter(std::vector<const Question*> questions, Workspaces& workspaces, SittingFile& file,
         const Clock& clock, const SitOptions& options)
      : questions_(std::move(questions)),
        workspaces_(workspaces),
        file_(file),
        clock_(clock),
        options_(options),
        versions_(workspaces.jobs()) {}

  Result<SitOutcome> run() {
    in_parallel(questions_.size(), workspaces_.jobs(), [this](size_t job, size_t item) {
      auto outcome = ask(job, *questions_[item]);
      std::lock_guard lock(mutex_);
      if (!outcome.ok() && !failure_) failure_ = outcome.error();
      return outcome.ok() && *outcome && !failure_;
    });
    if (failure_) return *failure_;
    return SitOutcome{asked_, interrupted_};
  }

 private:
  // false: interrupted.
  Result<bool> ask(size_t job, const Question& question);
  Result<answer::Workspace*> ready(size_t job);
  Result<void> same_database(size_t job, const answer::Workspace& workspace);
  Result<bool> stop() {
    std::lock_guard lock(mutex_);
    interrupted_ = true;
    return false;
  }

  std::vector<const Question*> questions_;
  Workspaces& workspaces_;
  SittingFile& file_;
  const Clock& clock_;
  const SitOptions& options_;
  std::vector<std::string> versions_;  // of the database, as each job first saw it
  std::mutex mutex_;                   // of all below, and of the file
  size_t asked_ = 0;
  bool interrupted_ = false;
  std::optional<Error> failure_;
};

// Opening the warehouse is no question's time.
Result<answer::Workspace*> Sitter::ready(size_t job) {
  TALLY_TRY(auto* workspace, workspaces_.of(job));
  if (!versions_[job].empty()) return workspace;
  auto deadline = Deadline::in(kOpening, clock_);
  TALLY_TRY([[maybe_unused]] const auto* parser, workspace->parser(deadline));
  TALLY_TRY([[maybe_unused]] const auto* guard, workspace->compiler_guard(deadline));
  TALLY_TRY(versions_[job], importing::file_fingerprint(workspace->settings().database));
  return workspace;
}

// The references are of one database; answers of another prove nothing.
Result<void> Sitter::same_database(size_t job, const answer::Workspace& workspace) {
  TALLY_TRY(auto now, importing::file_fingerprint(workspace.settings().database));
  if (now == versions_[job]) return {};
  return outside_error(fmt::format("{} changed during the sitting", workspace.settings().database),
                       "sit the exam again when whatever writes it has finished",
                       "database_changed");
}

Result<bool> Sitter::ask(size_t job, const Question& question) {
  auto opened = ready(job);
  if (!opened.ok()) {
    if (opened.error().code == "cancelled") return stop();
    return opened.error();
  }
  auto& workspace = **opened;
  answer::Analyst analyst(workspace, clock_);
  auto start = clock_.now();
  auto answer = analyst.ask({question.text}, Deadline::in(workspace.settings().deadline, clock_));
  double seconds = std::chrono::duration<double>(clock_.now() - start).count();
  if (answer.cancelled) return stop();
  TALLY_CHECK(same_database(job, workspace));
  TALLY_TRY(const auto* catalog, workspace.catalog(Deadline::in(kOpening, clock_)));
  auto judged = judge_answer(question, answer);
  auto facts = failure_facts(question, answer, judged, *catalog, workspaces_.run_for(job));
  auto line = line_json(question, answer, judged, tables_of(question, *catalog), facts, seconds);
  std::lock_guard lock(mutex_);
  TALLY_CHECK(file_.append(line));
  ++asked_;
  if (options_.progress) options_.progress(asked_, questions_.size());
  return true;
}

}  // namespace

Result<SitOutcome> sit(const std::vector<const Question*>& questions, Workspaces& workspaces,
                       SittingFile& file, const Clock& clock, const SitOptions& options) {
  std::vector<const Question*> left;
  for (const auto* question : questions)
    if (!file.done().count(question->id)) left.push_back(question);
  return Sitter(std::move(left), workspaces, file, clock, options).run();
}

}  // namespace tally::measure
