// tally exam list, check, show: which exams are there, are they right, what do they ask?

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "base/files.h"
#include "base/quantity.h"
#include "face/cli/exam.h"

namespace tally::cli {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;
using measure::Drawn;

std::string dump(const Json& json, int indent = 2) {
  return json.dump(indent, ' ', false, Json::error_handler_t::replace) + "\n";
}

const OptionSpec kExamName{"exam", OptionKind::positional, "an exam's name, or its file"};

// ---- list ----

std::vector<std::string> exam_files(const Services& services) {
  std::set<std::string> names;
  std::vector<std::string> files;
  for (const auto& folder : {std::string("exams"), services.exam_folder()}) {
    std::error_code failed;
    std::vector<std::string> found;
    for (const auto& entry : fs::directory_iterator(folder, failed))
      if (entry.path().extension() == ".yml" && entry.path().stem() != "targets")
        found.push_back(entry.path().string());
    std::sort(found.begin(), found.end());
    for (auto& file : found)
      if (names.insert(fs::path(file).stem().string()).second) files.push_back(std::move(file));
  }
  return files;
}

int run_list(const Arguments& arguments, Context& context) {
  Json list = Json::array();
  std::string text;
  for (const auto& file : exam_files(context.services)) {
    auto bytes = read_file(file);
    if (!bytes.ok()) return context.fail(bytes.error(), arguments);
    auto outcome = measure::read_exam(*bytes, file);
    std::string name = fs::path(file).stem().string();
    if (!outcome.exam) {
      list.push_back({{"exam", name}, {"file", file}, {"mistakes", outcome.complaints.size()}});
      text += fmt::format("{:<20} {}: {}, see `tally exam check {}`\n", name, file,
                          counted(outcome.complaints.size(), "mistake"), name);
      continue;
    }
    const auto& exam = *outcome.exam;
    list.push_back({{"exam", name},
                    {"file", file},
                    {"version", exam.version},
                    {"warehouse", exam.warehouse},
                    {"templates", exam.templates.size()}});
    text += fmt::format("{:<20} version {}, {} templates, warehouse {}\n", name, exam.version,
                        exam.templates.size(), exam.warehouse);
  }
  if (text.empty()) context.note("no exams in exams/\n");
  context.out(arguments.flag("json") ? dump({{"exams", list}}) : text);
  return kOk;
}

// ---- check ----

struct Checked {
  std::vector<semantic::Complaint> complaints;
  std::optional<measure::Exam> exam;
  std::optional<Drawn> drawn;
};

// The file's own mistakes first: there is no use in running what cannot be read.
Result<Checked> check(const Arguments& arguments, Context& context) {
  TALLY_TRY(auto jobs, jobs_option(arguments, 0));
  TALLY_TRY(auto file, exam_file(arguments.text("exam"), context.services));
  TALLY_TRY(auto text, read_file(file));
  auto outcome = measure::read_exam(text, file);
  if (!outcome.exam) return Checked{std::move(outcome.complaints), {}, {}};
  TALLY_TRY(auto open, open_exam(arguments, context, jobs));
  TALLY_TRY(auto drawn, draw_anew(open, context, /*find_arbitrary=*/true));
  auto complaints = drawn.complaints;
  return Checked{std::move(complaints), std::move(open.exam), std::move(drawn)};
}

std::string check_json(const Checked& checked) {
  Json complaints = Json::array(), templates = Json::array();
  for (const auto& complaint : checked.complaints)
    complaints.push_back({{"file", complaint.file},
                          {"line", complaint.at.line},
                          {"column", complaint.at.column},
                          {"message", complaint.message},
                          {"fix", complaint.fix}});
  if (checked.drawn)
    for (const auto& one : checked.drawn->templates)
      templates.push_back({{"id", one.id},
                           {"questions", one.questions},
                           {"combinations", one.combinations},
                           {"dropped", one.dropped},
                           {"arbitrary", one.arbitrary}});
  return dump({{"verdict", checked.complaints.empty() ? "passed" : "failed"},
               {"complaints", complaints},
               {"templates", templates}});
}

// "412 questions: 150 dev, 180 test, 82 pool; 120 T1, …"
std::string contents(const Drawn& drawn) {
  std::map<std::string, size_t> splits, tiers;
  for (const auto& question : drawn.questions) {
    ++splits[measure::split_name(question.split)];
    ++tiers[measure::tier_name(question.tier)];
  }
  std::string out = fmt::format("{} questions: ", drawn.questions.size());
  auto list = [&](const std::map<std::string, size_t>& counts) {
    const char* separator = "";
    for (const auto& [name, count] : counts) {
      out += fmt::format("{}{} {}", separator, count, name);
      separator = ", ";
    }
  };
  list(splits);
  out += "; ";
  list(tiers);
  return out;
}

// What did not make it into the exam, or stands there on a weak foot, for whoever writes it.
void note_doubts(const Drawn& drawn, Context& context) {
  for (const auto& one : drawn.templates) {
    if (!one.dropped.empty())
      context.note(fmt::format(
          "note: {}: {} combinations kept, {} without a trusted answer, the first: {}\n", one.id,
          one.combinations, one.dropped.size(), one.dropped[0]));
    if (!one.arbitrary.empty())
      context.note(fmt::format(
          "warning: {}: {} of {} references {} one choice among equals, so that another is marked "
          "wrong; the first: {} (break ties as the question would, or ask so that there are "
          "none)\n",
          one.id, one.arbitrary.size(), one.combinations, one.arbitrary.size() == 1 ? "is" : "are",
          one.arbitrary[0]));
  }
}

int run_check(const Arguments& arguments, Context& context) {
  auto checked = check(arguments, context);
  if (!checked.ok()) return context.fail(checked.error(), arguments);
  int code = checked->complaints.empty() ? kOk : kWrong;
  if (arguments.flag("json")) {
    context.out(check_json(*checked));
    return code;
  }
  for (const auto& complaint : checked->complaints) context.out(complaint.text() + "\n");
  if (checked->drawn) note_doubts(*checked->drawn, context);
  if (code == kWrong) {
    context.note(fmt::format("{} {}\n", context.paint(Style::red, "failed:"),
                             counted(checked->complaints.size(), "mistake")));
    return code;
  }
  const auto& exam = *checked->exam;
  auto unseen = std::count_if(exam.templates.begin(), exam.templates.end(),
                              [](const auto& one) { return one.unseen; });
  context.out(fmt::format("{} {} version {}: {} templates ({} unseen), {}\n",
                          context.paint(Style::green, "passed:"), exam.name, exam.version,
                          exam.templates.size(), unseen, contents(*checked->drawn)));
  return code;
}

// ---- show ----

Json question_json(const measure::Question& question) {
  Json outcomes = Json::array();
  for (auto outcome : question.outcomes) outcomes.push_back(answer::outcome_name(outcome));
  return {{"id", question.id},
          {"template", question.template_id},
          {"tier", measure::tier_name(question.tier)},
          {"split", measure::split_name(question.split)},
          {"unseen", question.unseen},
          {"question", question.text},
          {"outcomes", outcomes},
          {"ordered", question.ordered},
          {"sql", question.sql.empty() ? Json(nullptr) : Json(question.sql)}};
}

Result<int> show(const Arguments& arguments, Context& context) {
  TALLY_TRY(auto open, open_exam(arguments, context, 0));
  TALLY_TRY(auto drawn, exam_questions(open, context));
  std::string out;
  for (const auto& question : drawn.questions) {
    auto only = arguments.value("split");
    if (only && *only != measure::split_name(question.split)) continue;
    if (arguments.flag("json"))
      out += dump(question_json(question), -1);
    else
      out += fmt::format("{:<36} {} {:<4} {}\n", question.id, measure::tier_name(question.tier),
                         measure::split_name(question.split), question.text);
  }
  context.out(out);
  return static_cast<int>(kOk);
}

int run_show(const Arguments& arguments, Context& context) {
  auto code = show(arguments, context);
  return code.ok() ? *code : context.fail(code.error(), arguments);
}

}  // namespace

CommandSpec exam_list_command() {
  return {.name = "list",
          .summary = "list the exams that are there",
          .description = "The exams in exams/ and those that come with the program.",
          .run = run_list};
}

CommandSpec exam_check_command() {
  return {.name = "check",
          .summary = "report every mistake in an exam; run its references",
          .description =
              "Read an exam, fill its slots from the warehouse, run every reference twice, and\n"
              "report every mistake with line and column. Exit code 0 passed, 1 failed.",
          .examples = {"tally exam check railway_smoke -C railway", "tally exam check my/exam.yml"},
          .options = {kExamName, {"jobs", OptionKind::value, "references at the same time", "N"}},
          .run = run_check};
}

CommandSpec exam_show_command() {
  return {
      .name = "show",
      .summary = "print the questions of an exam",
      .description = "The questions drawn from an exam; with --json one object a line.",
      .examples = {"tally exam show tpcds --split dev --json"},
      .options =
          {kExamName,
           {"split", OptionKind::value, "only these questions", "SPLIT", {"dev", "test", "pool"}}},
      .run = run_show};
}

}  // namespace tally::cli
