// tally exam: how good is the analyst?

#include "face/cli/exam.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <thread>

#include "base/files.h"
#include "base/quantity.h"
#include "face/cli/progress_line.h"
#include "import/warehouse/warehouse.h"
#include "measure/drawn_store.h"

namespace tally::cli {
namespace {

namespace fs = std::filesystem;

Error exam_error(const measure::Exam& exam, const std::vector<semantic::Complaint>& complaints) {
  auto error = semantic::model_error(complaints);
  error.hint = fmt::format("correct the exam; `tally exam check {}` reads it again", exam.name);
  return error;
}

// By the name of the database file, as `tally demo` makes it, or the folder of its model.
bool is_warehouse(const answer::Settings& settings, const std::string& name) {
  return fs::path(settings.database).stem() == name ||
         fs::path(settings.model).parent_path().filename() == name;
}

std::string drawn_file(const OpenExam& open) {
  return fmt::format("{}/exams/{}.drawn", open.settings.state, open.exam.name);
}

Result<std::string> key_of(const OpenExam& open) {
  TALLY_TRY(auto fingerprint, importing::file_fingerprint(open.settings.database));
  return measure::drawn_key(open.exam, fingerprint, open.settings.limits);
}

size_t cores() {
  return std::max(1u, std::thread::hardware_concurrency());
}

}  // namespace

Result<std::string> exam_file(const std::string& name, const Services& services) {
  std::error_code failed;
  if (name.find('/') != std::string::npos || name.ends_with(".yml")) {
    if (fs::is_regular_file(name, failed)) return name;
    return user_error(fmt::format("there is no exam file {}", name));
  }
  std::string beside = services.exam_folder();
  for (const auto& folder : {std::string("exams"), beside}) {
    auto path = fs::path(folder) / (name + ".yml");
    if (!folder.empty() && fs::is_regular_file(path, failed)) return path.string();
  }
  return user_error(fmt::format("there is no exam \"{}\"", name),
                    "`tally exam list` names those that are there; a path names another");
}

void reopen(OpenExam& open, const answer::Settings& settings, Context& context) {
  size_t jobs = open.workspaces->jobs();
  open.settings = settings;
  auto opener = [&services = context.services, settings] { return services.open(settings, {}); };
  open.workspaces = std::make_unique<measure::Workspaces>(opener, jobs, context.services.clock());
}

Result<OpenExam> open_exam(const Arguments& arguments, Context& context, size_t jobs) {
  TALLY_TRY(auto file, exam_file(arguments.text("exam"), context.services));
  TALLY_TRY(auto text, read_file(file));
  auto outcome = measure::read_exam(text, file);
  if (!outcome.exam) {
    measure::Exam unread;
    unread.name = arguments.text("exam");
    return exam_error(unread, outcome.complaints);
  }
  OpenExam open{*std::move(outcome.exam), {}, nullptr};
  TALLY_TRY(open.settings, context.services.settings(arguments.text("dir")));
  if (!is_warehouse(open.settings, open.exam.warehouse))
    return user_error(
        fmt::format("the exam \"{}\" is of the warehouse \"{}\", not of {}", open.exam.name,
                    open.exam.warehouse, open.settings.database),
        fmt::format("name its folder with -C DIR; `tally demo {0} --dir {0}` builds it",
                    open.exam.warehouse));
  open.workspaces = std::make_unique<measure::Workspaces>(nullptr, jobs ? jobs : cores(),
                                                          context.services.clock());
  reopen(open, open.settings, context);
  return open;
}

Result<measure::Drawn> draw_anew(OpenExam& open, Context& context, bool find_arbitrary) {
  TALLY_TRY(auto key, key_of(open));
  ProgressLine line(context);
  measure::DrawOptions options{.jobs = open.workspaces->jobs(),
                               .progress =
                                   [&](size_t done, size_t all) {
                                     line.show(static_cast<double>(done) / static_cast<double>(all),
                                               "running the references of " + open.exam.name);
                                   },
                               .find_arbitrary = find_arbitrary};
  auto run_for = [&](size_t job) { return open.workspaces->run_for(job); };
  TALLY_TRY(auto drawn, measure::draw(open.exam, run_for, options));
  TALLY_TRY(auto after, key_of(open));
  if (after != key)
    return outside_error(fmt::format("{} changed meanwhile", open.settings.database),
                         "try again when whatever writes it has finished", "database_changed");
  if (!drawn.complaints.empty()) return drawn;
  auto saved = measure::save_drawn(drawn_file(open), key, drawn);
  if (!saved.ok()) context.note(fmt::format("note: {}\n", saved.error().message));
  return drawn;
}

Result<measure::Drawn> exam_questions(OpenExam& open, Context& context) {
  TALLY_TRY(auto key, key_of(open));
  if (auto kept = measure::load_drawn(drawn_file(open), key)) return *std::move(kept);
  TALLY_TRY(auto drawn, draw_anew(open, context));
  if (!drawn.complaints.empty()) return exam_error(open.exam, drawn.complaints);
  return drawn;
}

Result<std::vector<std::string>> kept_sittings(const Arguments& arguments, Context& context) {
  TALLY_TRY(auto settings, context.services.settings(arguments.text("dir")));
  std::vector<std::pair<fs::file_time_type, std::string>> files;
  std::error_code failed;
  for (const auto& entry : fs::directory_iterator(fs::path(settings.state) / "sittings", failed))
    if (entry.path().extension() == ".jsonl")
      files.emplace_back(entry.last_write_time(failed), entry.path().string());
  std::sort(files.rbegin(), files.rend());
  std::vector<std::string> names;
  for (auto& [unused, file] : files) names.push_back(std::move(file));
  return names;
}

void note_gaps(const measure::Sitting& sitting, Context& context) {
  if (sitting.cut)
    context.note(
        fmt::format("note: {} is cut in its last line, which is left out\n", sitting.file));
  if (!sitting.complete())
    context.note(fmt::format(
        "note: {} is incomplete: {} of {} questions; `tally exam sit … --resume` asks the rest\n",
        sitting.file, sitting.questions.size(), sitting.header.questions));
}

Result<size_t> jobs_option(const Arguments& arguments, size_t fallback) {
  auto given = arguments.value("jobs");
  if (!given) return fallback;
  auto jobs = parse_count(*given);
  if (!jobs.ok() || *jobs == 0 || *jobs > 256)
    return user_error(fmt::format("--jobs: \"{}\" is no number from 1 to 256", *given));
  return static_cast<size_t>(*jobs);
}

CommandSpec exam_command() {
  return {.name = "exam",
          .summary = "measure the analyst on questions with trusted answers",
          .description =
              "Exams are files of question templates with reference SQL (exams/README.md). Check\n"
              "one, show its questions, sit it, and read what came of it.",
          .examples = {"tally exam list", "tally exam check tpcds -C demo"},
          .subcommands = {exam_list_command(), exam_check_command(), exam_show_command(),
                          exam_sit_command(), exam_official_command(), exam_report_command(),
                          exam_compare_command(), exam_why_command(), exam_stopwatch_command(),
                          exam_revise_command()}};
}

}  // namespace tally::cli
