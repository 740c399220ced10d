#pragma once
// The subcommands of `tally exam`, and what they share.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "face/cli/commands.h"
#include "measure/draw.h"
#include "measure/sit.h"
#include "measure/workspaces.h"

namespace tally::cli {

// Each in a file of its own.
CommandSpec exam_list_command();
CommandSpec exam_check_command();
CommandSpec exam_show_command();
CommandSpec exam_sit_command();
CommandSpec exam_official_command();
CommandSpec exam_report_command();
CommandSpec exam_compare_command();
CommandSpec exam_why_command();
CommandSpec exam_stopwatch_command();
CommandSpec exam_revise_command();

// The exam file that `name` means: a path if it has a slash or ends in .yml, else NAME.yml in
// exams/ below the current folder or beside the program.
Result<std::string> exam_file(const std::string& name, const Services& services);

// The exam that `arguments` name, and the warehouse of -C, which must be that exam's.
struct OpenExam {
  measure::Exam exam;
  answer::Settings settings;
  std::unique_ptr<measure::Workspaces> workspaces;
};
// `jobs` 0: one a core.
Result<OpenExam> open_exam(const Arguments& arguments, Context& context, size_t jobs);

// Other settings from here on, for the same exam.
void reopen(OpenExam& open, const answer::Settings& settings, Context& context);

// Its questions, kept from the last time if nothing changed since then. Mistakes are an error.
Result<measure::Drawn> exam_questions(OpenExam& open, Context& context);
// Drawn anew, mistakes and all; kept for the next time if there are none.
Result<measure::Drawn> draw_anew(OpenExam& open, Context& context, bool find_arbitrary = false);

struct SitRequest {
  measure::Split split = measure::Split::dev;
  std::optional<size_t> limit;
  std::string out;  // empty: a new file below the state folder, or the last with `resume`
  bool resume = false;
  const measure::Drawn* drawn = nullptr;  // the questions; nullptr: the exam's, under open.settings
};
struct Sat {
  std::string file;
  measure::SitOutcome outcome;
  measure::Sitting sitting;
};
Result<Sat> sit_exam(OpenExam& open, const SitRequest& request, Context& context);
// What the header of such a sitting says.
Result<measure::SittingHeader> sitting_header(
    OpenExam& open, measure::Split split, const std::vector<const measure::Question*>& questions,
    const Clock& clock);

// Sittings below the state folder of -C, the newest first.
Result<std::vector<std::string>> kept_sittings(const Arguments& arguments, Context& context);

// Says so where a sitting is cut or incomplete: its figures are of fewer questions.
void note_gaps(const measure::Sitting& sitting, Context& context);

// --jobs; `fallback` without it.
Result<size_t> jobs_option(const Arguments& arguments, size_t fallback);

}  // namespace tally::cli
