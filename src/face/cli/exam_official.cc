// tally exam official: the benchmarks' own queries against their own answers.

#include <fmt/format.h>

#include <atomic>
#include <chrono>
#include <nlohmann/json.hpp>

#include "face/cli/exam.h"
#include "face/cli/progress_line.h"
#include "measure/official.h"
#include "measure/parallel.h"

namespace tally::cli {
namespace {

using Json = nlohmann::ordered_json;
using measure::OfficialMark;
using measure::OfficialResult;
using namespace std::chrono_literals;

constexpr const char* kBenchmarks[] = {"tpcds", "tpch"};

struct Sat {
  std::string benchmark;
  std::vector<OfficialResult> results;
};

size_t count(const Sat& sat, OfficialMark mark) {
  size_t found = 0;
  for (const auto& result : sat.results) found += result.mark == mark;
  return found;
}

// The warehouse of one benchmark at that scale, built if it is not there.
Result<std::string> built(const std::string& benchmark, const std::string& scale,
                          const std::string& folder, Context& context) {
  ProgressLine line(context);
  DemoRequest request{.warehouse = benchmark,
                      .folder = fmt::format("{}/{}-{}", folder, benchmark, scale),
                      .scale = scale};
  TALLY_CHECK(context.services.build_demo(request, [&](double done, const std::string& stage) {
    line.show(done, fmt::format("{} at scale {}: {}", benchmark, scale, stage));
  }));
  return request.folder;
}

Result<std::vector<measure::OfficialQuery>> queries_of(const std::string& benchmark,
                                                       const std::string& scale,
                                                       const std::string& folder,
                                                       Context& context) {
  std::string source = context.services.exam_folder() + "/official";
  answer::Settings settings;
  settings.database = folder + "/queries.duckdb";
  settings.state = folder + "/.tally";
  TALLY_CHECK(context.services.build_script(source + "/queries.sql", settings.database));
  TALLY_TRY(auto workspace, context.services.open(settings, {}));
  return measure::read_official(workspace->engine(), benchmark, std::stod(scale),
                                Deadline::in(1min, context.services.clock()));
}

// Without its data nothing of a benchmark was run, and nothing passed.
Sat not_run(const std::string& benchmark, const std::vector<measure::OfficialQuery>& queries,
            const Error& why) {
  Sat sat{benchmark, {}};
  for (const auto& query : queries) {
    OfficialResult result;
    result.number = query.number;
    result.reason = "there are no data to ask: " + why.message;
    sat.results.push_back(std::move(result));
  }
  return sat;
}

Result<Sat> sit(const std::string& benchmark, const Arguments& arguments, Context& context) {
  std::string folder = arguments.value("dir").value_or("official");
  std::string scale = arguments.value("scale").value_or("1");
  TALLY_TRY(auto jobs, jobs_option(arguments, 1));
  TALLY_TRY(auto queries, queries_of(benchmark, scale, folder, context));
  auto place = built(benchmark, scale, folder, context);
  if (!place.ok() && place.error().code == "cancelled") return place.error();
  if (!place.ok()) return not_run(benchmark, queries, place.error());
  TALLY_TRY(auto settings, context.services.settings(*place));
  settings.limits.max_rows = 1'000'000;
  measure::Workspaces workspaces(
      [&services = context.services, settings] { return services.open(settings, {}); }, jobs,
      context.services.clock());
  Sat sat{benchmark, std::vector<OfficialResult>(queries.size())};
  ProgressLine line(context);
  std::atomic<size_t> done = 0;
  measure::in_parallel(queries.size(), jobs, [&](size_t job, size_t item) {
    sat.results[item] =
        run_official(queries[item], workspaces.run_for(job), context.services.clock());
    size_t now = ++done;
    if (job == 0)
      line.show(static_cast<double>(now) / static_cast<double>(queries.size()),
                fmt::format("asking the {} queries of {}", queries.size(), benchmark));
    return !sat.results[item].interrupted;
  });
  for (const auto& result : sat.results)
    if (result.interrupted) return outside_error("interrupted", "", "cancelled");
  return sat;
}

std::string difference_text(const OfficialResult& result) {
  if (!result.comparison || !result.comparison->first_difference) return "";
  const auto& first = *result.comparison->first_difference;
  std::string out = fmt::format("; row {}, column {}: expected {}", first.reference_row + 1,
                                first.reference_column + 1, first.expected);
  return first.answer_row ? out + ", got " + first.got : out;
}

std::string official_text(const Sat& sat, const std::string& scale, const Context& context) {
  std::string out;
  size_t ordered = 0;
  double seconds = 0;
  for (const auto& result : sat.results) {
    ordered += result.mark == OfficialMark::right && result.order_compared;
    seconds += result.seconds;
    if (result.mark == OfficialMark::right) continue;
    out += fmt::format("  {} query {}: {}: {}{}\n", sat.benchmark, result.number,
                       context.paint(Style::red, official_mark_name(result.mark)), result.reason,
                       difference_text(result));
  }
  std::string counts = fmt::format("{} of {} right (the order too in {})",
                                   count(sat, OfficialMark::right), sat.results.size(), ordered);
  for (auto mark :
       {OfficialMark::wrong, OfficialMark::undecided, OfficialMark::failed, OfficialMark::not_run})
    if (size_t found = count(sat, mark))
      counts += fmt::format(", {} {}", found, official_mark_name(mark));
  return out + fmt::format("{} at scale {}: {}, {:.1f} s\n", sat.benchmark, scale, counts, seconds);
}

Json official_json(const Sat& sat) {
  Json results = Json::array();
  for (const auto& result : sat.results) {
    Json first = nullptr;
    if (result.comparison && result.comparison->first_difference)
      first = {{"reference_row", result.comparison->first_difference->reference_row + 1},
               {"reference_column", result.comparison->first_difference->reference_column + 1},
               {"expected", result.comparison->first_difference->expected},
               {"got", result.comparison->first_difference->got}};
    results.push_back({{"number", result.number},
                       {"mark", official_mark_name(result.mark)},
                       {"order_compared", result.order_compared},
                       {"reason", result.reason},
                       {"first_difference", first},
                       {"seconds", result.seconds}});
  }
  return {{"benchmark", sat.benchmark},
          {"right", count(sat, OfficialMark::right)},
          {"queries", sat.results.size()},
          {"results", results}};
}

Result<int> official(const Arguments& arguments, Context& context) {
  bool all_right = true;
  Json json = Json::array();
  for (const char* benchmark : kBenchmarks) {
    if (arguments.value("benchmark").value_or(benchmark) != benchmark) continue;
    TALLY_TRY(auto sat, sit(benchmark, arguments, context));
    size_t right = count(sat, OfficialMark::right);
    all_right = all_right && right > 0 && right == sat.results.size();
    json.push_back(official_json(sat));
    if (!arguments.flag("json"))
      context.out(official_text(sat, arguments.value("scale").value_or("1"), context));
  }
  if (arguments.flag("json"))
    context.out(json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n");
  return all_right ? kOk : kWrong;
}

int run_official_command(const Arguments& arguments, Context& context) {
  auto code = official(arguments, context);
  return code.ok() ? *code : context.fail(code.error(), arguments);
}

}  // namespace

CommandSpec exam_official_command() {
  return {
      .name = "official",
      .summary = "run TPC-DS's and TPC-H's own queries against their answers",
      .description =
          "TPC-DS's 99 and TPC-H's 22 queries through guard, worker and comparator, against the\n"
          "official answers. Builds the warehouses first, in a folder of their own (--dir,\n"
          "default official). A query without an answer is \"not run\". Exit code 0: all right.",
      .examples = {"tally exam official", "tally exam official tpch --scale 0.1",
                   "tally exam official --dir /data/official --json"},
      .options =
          {{"benchmark", OptionKind::optional_positional, "only this one", "", {"tpcds", "tpch"}},
           {"scale",
            OptionKind::value,
            "of the warehouses (default 1; tpcds has answers at 0.01 and 1)",
            "FACTOR",
            {"0.01", "0.1", "1"}},
           {"jobs", OptionKind::value, "queries at the same time (default 1)", "N"}},
      .run = run_official_command};
}

}  // namespace tally::cli
