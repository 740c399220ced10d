// tally exam stopwatch: how long does one person wait for one answer?

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/quantity.h"
#include "face/cli/exam.h"
#include "face/cli/progress_line.h"
#include "measure/statistics.h"
#include "measure/stopwatch.h"

namespace tally::cli {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;
using measure::Timing;

constexpr size_t kSlowest = 3;

// An empty state folder for each question, so that nothing was measured before.
class ColdState {
 public:
  ColdState() {
    std::string pattern = (fs::temp_directory_path() / "tally-stopwatch-XXXXXX").string();
    const char* made = ::mkdtemp(pattern.data());
    if (made) root_ = made;
  }
  ~ColdState() {
    std::error_code failed;
    if (!root_.empty()) fs::remove_all(root_, failed);
  }
  ColdState(const ColdState&) = delete;
  ColdState& operator=(const ColdState&) = delete;

  bool ok() const { return !root_.empty(); }
  std::string next() { return fmt::format("{}/{}", root_, number_++); }

 private:
  std::string root_;
  size_t number_ = 0;
};

Result<size_t> count_option(const Arguments& arguments, const char* name, size_t fallback) {
  auto given = arguments.value(name);
  if (!given) return fallback;
  auto count = parse_count(*given);
  if (!count.ok() || *count == 0)
    return user_error(fmt::format("--{}: \"{}\" is no whole number above 0", name, *given));
  return static_cast<size_t>(*count);
}

Result<std::vector<Timing>> measure_times(const Arguments& arguments, Context& context) {
  TALLY_TRY(auto count, count_option(arguments, "n", 20));
  TALLY_TRY(auto repeat, count_option(arguments, "repeat", 3));
  TALLY_TRY(auto open, open_exam(arguments, context, 0));
  TALLY_TRY(auto drawn, exam_questions(open, context));
  open.workspaces.reset();  // its workers would be warm, and in the way
  auto questions = measure::questions_of(drawn, measure::Split::test);
  questions.resize(std::min(questions.size(), count));
  if (questions.empty()) return user_error("the test split of this exam has no questions");
  ColdState cold;
  if (!cold.ok()) return outside_error("cannot make a temporary folder");
  bool warm = arguments.flag("warm");
  auto opener = [&] {
    auto settings = open.settings;
    if (!warm) settings.state = cold.next();
    return context.services.open(settings, {});
  };
  ProgressLine line(context);
  measure::StopwatchOptions options{.repeat = repeat, .progress = [&](size_t done, size_t all) {
                                      line.show(
                                          static_cast<double>(done) / static_cast<double>(all),
                                          "asking one question at a time");
                                    }};
  return measure::stopwatch(questions, opener, context.services.clock(), options);
}

std::vector<double> seconds_of(const std::vector<Timing>& timings) {
  std::vector<double> seconds;
  for (const auto& timing : timings) seconds.push_back(timing.seconds);
  return seconds;
}

std::vector<Timing> slowest_first(std::vector<Timing> timings) {
  std::stable_sort(timings.begin(), timings.end(),
                   [](const Timing& a, const Timing& b) { return a.seconds > b.seconds; });
  return timings;
}

std::string times_json(const std::vector<Timing>& timings) {
  Json list = Json::array();
  for (const auto& timing : slowest_first(timings)) {
    Json stages = Json::array();
    for (const auto& stage : timing.timeline)
      stages.push_back({{"stage", stage.name}, {"start_ms", stage.start_ms}, {"ms", stage.ms}});
    list.push_back({{"id", timing.id},
                    {"question", timing.question},
                    {"outcome", answer::outcome_name(timing.outcome)},
                    {"opening", timing.opening},
                    {"seconds", timing.seconds},
                    {"timeline", stages}});
  }
  auto seconds = seconds_of(timings);
  return Json({{"answers", timings.size()},
               {"p50", *measure::quantile(seconds, 0.5)},
               {"p95", *measure::quantile(seconds, 0.95)},
               {"slowest_first", list}})
             .dump(2, ' ', false, Json::error_handler_t::replace) +
         "\n";
}

std::string times_text(const std::vector<Timing>& timings, const Context& context) {
  auto seconds = seconds_of(timings);
  std::string out =
      fmt::format("{} answers: p50 {:.1f} ms, p95 {:.1f} ms, longest {:.1f} ms\n", timings.size(),
                  *measure::quantile(seconds, 0.5) * 1000, *measure::quantile(seconds, 0.95) * 1000,
                  *std::max_element(seconds.begin(), seconds.end()) * 1000);
  out += context.paint(Style::bold, "slowest") + "\n";
  auto sorted = slowest_first(timings);
  for (size_t i = 0; i < std::min(sorted.size(), kSlowest); ++i) {
    const auto& timing = sorted[i];
    out += fmt::format("  {:.1f} ms  {}  ({}, {})\n", timing.seconds * 1000, timing.question,
                       timing.id, answer::outcome_name(timing.outcome));
    out += fmt::format("      {:<12}{:>9.1f} ms\n", "opening", timing.opening * 1000);
    for (const auto& stage : timing.timeline)
      out += fmt::format("      {:<12}{:>9.1f} ms\n", stage.name, stage.ms);
  }
  return out;
}

int run_stopwatch(const Arguments& arguments, Context& context) {
  auto timings = measure_times(arguments, context);
  if (!timings.ok()) return context.fail(timings.error(), arguments);
  context.out(arguments.flag("json") ? times_json(*timings) : times_text(*timings, context));
  return kOk;
}

}  // namespace

CommandSpec exam_stopwatch_command() {
  return {
      .name = "stopwatch",
      .summary = "how long one person waits for one answer",
      .description =
          "Asks questions of the test split one at a time, each from empty caches: the warehouse\n"
          "is opened, the model read and the data measured for every one. The operating system's\n"
          "own cache of the database file is not emptied.",
      .examples = {"tally exam stopwatch tpcds -C demo --n 20 --repeat 3",
                   "tally exam stopwatch tpcds --warm"},
      .options = {{"exam", OptionKind::positional, "an exam's name, or its file"},
                  {"n", OptionKind::value, "questions (default 20)", "N"},
                  {"repeat", OptionKind::value, "times that all are asked (default 3)", "N"},
                  {"warm", OptionKind::flag,
                   "with what .tally keeps, as every question after the first"}},
      .run = run_stopwatch};
}

}  // namespace tally::cli
