// tally exam sit: the analyst answers the questions of an exam.

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <ctime>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>

#include "base/bytes.h"
#include "base/files.h"
#include "base/quantity.h"
#include "face/cli/exam.h"
#include "face/cli/progress_line.h"
#include "face/cli/version.h"
#include "measure/sit.h"

namespace tally::cli {
namespace {

namespace fs = std::filesystem;
using measure::Question;

// Version and build: figures of two builds are not one sitting.
std::string program_identity() {
  auto program = read_file("/proc/self/exe");
  return fmt::format("{} {:08x}", kVersion, program.ok() ? checksum(*program) & 0xffffffff : 0);
}

std::string now_utc() {
  std::time_t now = std::time(nullptr);
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(now));
}

}  // namespace

Result<measure::SittingHeader> sitting_header(OpenExam& open, measure::Split split,
                                              const std::vector<const Question*>& questions,
                                              const Clock& clock) {
  TALLY_TRY(auto* workspace, open.workspaces->of(0));
  TALLY_TRY(const auto* model, workspace->model(Deadline::in(std::chrono::minutes(5), clock)));
  const auto& settings = open.settings;
  measure::SittingHeader header;
  header.exam = open.exam.name;
  header.version = open.exam.version;
  header.split = measure::split_name(split);
  header.seed = open.exam.seed;
  header.questions = questions.size();
  header.digest = measure::question_digest(questions);
  header.program = program_identity();
  header.model = fmt::format("{} {}", model->name, model->version);
  header.warehouse = settings.database;
  header.started = now_utc();
  header.configuration = {{"routes", "parsed"},
                          {"today", settings.today},
                          {"deadline_ms", std::to_string(settings.deadline.count())},
                          {"rows", std::to_string(settings.limits.max_rows)},
                          {"memory", std::to_string(settings.memory_bytes)}};
  return header;
}

namespace {

// NAME-SPLIT-1.jsonl, -2, … below the state folder: the last that is there, 0 for none.
size_t last_number(const fs::path& folder, const std::string& stem) {
  size_t last = 0;
  std::error_code failed;
  for (const auto& entry : fs::directory_iterator(folder, failed)) {
    std::string name = entry.path().filename().string();
    if (!name.starts_with(stem) || !name.ends_with(".jsonl")) continue;
    std::string digits = name.substr(stem.size(), name.size() - stem.size() - 6);
    size_t number = 0;
    auto end = std::from_chars(digits.data(), digits.data() + digits.size(), number).ptr;
    if (end == digits.data() + digits.size()) last = std::max(last, number);
  }
  return last;
}

std::string sitting_path(const SitRequest& request, const OpenExam& open) {
  if (!request.out.empty()) return request.out;
  fs::path folder = fs::path(open.settings.state) / "sittings";
  std::string stem = fmt::format("{}-{}-", open.exam.name, measure::split_name(request.split));
  size_t last = last_number(folder, stem);
  size_t number = request.resume ? std::max<size_t>(last, 1) : last + 1;
  return (folder / fmt::format("{}{}.jsonl", stem, number)).string();
}

std::string time_left(double seconds, size_t done, size_t all) {
  if (done == 0) return "";
  double left = seconds / static_cast<double>(done) * static_cast<double>(all - done);
  if (left < 90) return fmt::format("{:.0f} s left", left);
  return fmt::format("{:.0f} min left", left / 60);
}

}  // namespace

Result<Sat> sit_exam(OpenExam& open, const SitRequest& request, Context& context) {
  measure::Drawn own;
  if (!request.drawn) {
    TALLY_TRY(own, exam_questions(open, context));
  }
  auto questions = measure::questions_of(request.drawn ? *request.drawn : own, request.split);
  questions.resize(std::min(questions.size(), request.limit.value_or(questions.size())));
  if (questions.empty())
    return user_error(
        fmt::format("no questions to ask: the {} split of {} has none, or --limit is 0",
                    measure::split_name(request.split), open.exam.name));
  const auto& clock = context.services.clock();
  TALLY_TRY(auto header, sitting_header(open, request.split, questions, clock));
  std::string path = sitting_path(request, open);
  TALLY_TRY(auto file, request.resume ? measure::SittingFile::resume(path, header)
                                      : measure::SittingFile::create(path, header));
  auto start = clock.now();
  ProgressLine line(context);
  std::string stage = fmt::format("asking {} questions of {}", questions.size(), open.exam.name);
  line.show(0, stage);
  auto progress = [&](size_t done, size_t all) {
    double seconds = std::chrono::duration<double>(clock.now() - start).count();
    line.show(static_cast<double>(done) / static_cast<double>(all), stage,
              time_left(seconds, done, all));
  };
  TALLY_TRY(auto outcome, measure::sit(questions, *open.workspaces, file, clock, {progress}));
  TALLY_TRY(auto sitting, measure::read_sitting(path));
  return Sat{path, outcome, std::move(sitting)};
}

namespace {

Result<Sat> sit(const Arguments& arguments, Context& context) {
  TALLY_TRY(auto jobs, jobs_option(arguments, 1));
  TALLY_TRY(auto open, open_exam(arguments, context, jobs));
  SitRequest request{.split = *measure::split_of(arguments.value("split").value_or("dev")),
                     .limit = {},
                     .out = arguments.text("out"),
                     .resume = arguments.flag("resume")};
  if (auto limit = arguments.value("limit")) {
    TALLY_TRY(request.limit, parse_count(*limit));
  }
  return sit_exam(open, request, context);
}

std::string summary(const Sat& sat) {
  std::map<measure::Mark, size_t> counts;
  for (const auto& question : sat.sitting.questions) ++counts[question.mark];
  std::string out =
      fmt::format("{} {}: {} of {} questions", sat.sitting.header.exam, sat.sitting.header.split,
                  sat.sitting.questions.size(), sat.sitting.header.questions);
  for (const auto& [mark, count] : counts)
    out += fmt::format(", {} {}", count, measure::mark_name(mark));
  return out;
}

int run_sit(const Arguments& arguments, Context& context) {
  auto sat = sit(arguments, context);
  if (!sat.ok()) return context.fail(sat.error(), arguments);
  bool interrupted = sat->outcome.interrupted;
  if (arguments.flag("json"))
    context.out(nlohmann::ordered_json(
                    {{"file", sat->file},
                     {"asked", sat->outcome.asked},
                     {"answered_before", sat->sitting.questions.size() - sat->outcome.asked},
                     {"questions", sat->sitting.header.questions},
                     {"interrupted", interrupted}})
                    .dump() +
                "\n");
  else
    context.out(fmt::format("{}\n{}\n", summary(*sat), sat->file));
  if (interrupted)
    context.note("interrupted: the same command with --resume goes on where it stopped\n");
  return interrupted ? kInterrupted : kOk;
}

}  // namespace

CommandSpec exam_sit_command() {
  return {
      .name = "sit",
      .summary = "answer the questions of an exam",
      .description =
          "Ask every question of a split and write a line a question: the whole answer and what\n"
          "came of it. Each line is on the disk before the next, so that --resume goes on after\n"
          "a kill. Read it with `tally exam report`.",
      .examples = {"tally exam sit tpcds -C demo", "tally exam sit tpcds --split test --jobs 4",
                   "tally exam sit tpcds --limit 40 --out short.jsonl"},
      .options =
          {{"exam", OptionKind::positional, "an exam's name, or its file"},
           {"split", OptionKind::value, "which questions (default dev)", "SPLIT", {"dev", "test"}},
           {"jobs", OptionKind::value, "questions at the same time (default 1)", "N"},
           {"limit", OptionKind::value, "only the first N, of as many templates as can be", "N"},
           {"resume", OptionKind::flag, "go on with the last one, or with --out"},
           {.name = "out",
            .kind = OptionKind::value,
            .help = "the file (default: a new one in .tally/sittings)",
            .value_name = "FILE",
            .is_file = true}},
      .run = run_sit};
}

}  // namespace tally::cli
