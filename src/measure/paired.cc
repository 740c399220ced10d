#include "measure/paired.h"

#include <fmt/format.h>

#include <map>
#include <nlohmann/json.hpp>

#include "base/quantity.h"
#include "measure/scorecard.h"

namespace tally::measure {
namespace {

using Json = nlohmann::ordered_json;

constexpr double kSignificant = 0.05;
// Templates rise and fall whole. Were better and worse equally likely for each, all of five would
// still turn out alike in one case of sixteen; and the range over one template is no range.
constexpr size_t kFewestTemplates = 6;

struct Pair {
  const SatQuestion* first = nullptr;
  const SatQuestion* second = nullptr;
};

Result<void> check_comparable(const Sitting& first, const Sitting& second) {
  const auto &a = first.header, &b = second.header;
  if (a.exam != b.exam || a.version != b.version)
    return user_error(fmt::format("{} is of {} version {}, {} of {} version {}", first.file, a.exam,
                                  a.version, second.file, b.exam, b.version),
                      "only sittings of one version of one exam can be compared");
  return {};
}

// Both lists are in the order of ids.
Result<std::vector<Pair>> pairs_of(const Sitting& first, const Sitting& second) {
  TALLY_CHECK(check_comparable(first, second));
  std::vector<Pair> pairs;
  auto a = first.questions.begin(), b = second.questions.begin();
  while (a != first.questions.end() && b != second.questions.end()) {
    if (a->id < b->id) {
      ++a;
    } else if (b->id < a->id) {
      ++b;
    } else {
      if (a->question != b->question || a->expected != b->expected)
        return user_error(
            fmt::format("{} is another question in {} than in {}", a->id, first.file, second.file),
            "the exam was changed without a new version: sit it again");
      pairs.push_back({&*a++, &*b++});
    }
  }
  if (!pairs.empty()) return pairs;
  return user_error(fmt::format("{} and {} have no question in common", first.file, second.file),
                    "compare sittings of the same split");
}

bool is_right(const SatQuestion& question) {
  return question.mark == Mark::right;
}

double right_of(const SatQuestion& question) {
  return is_right(question) ? 1 : 0;
}

double utility_of(const SatQuestion& question) {
  return figures_of({&question}).utility;
}

using Value = double (*)(const SatQuestion& question);

PairedFigure figure_of(const std::vector<Pair>& pairs, Value value, const PairOptions& options) {
  PairedFigure figure;
  std::map<std::string, size_t> clusters;
  std::vector<PairedDifference> differences;
  auto count = static_cast<double>(pairs.size());
  for (const auto& pair : pairs) {
    double a = value(*pair.first), b = value(*pair.second);
    size_t cluster = clusters.emplace(pair.first->template_id, clusters.size()).first->second;
    differences.push_back({cluster, b - a});
    figure.first += a / count;
    figure.second += b / count;
    figure.difference += (b - a) / count;
  }
  figure.range =
      clustered_bootstrap(differences, options.resamples, options.seed).value_or(Range{});
  return figure;
}

std::vector<std::string> changes_between(const SittingHeader& a, const SittingHeader& b) {
  std::vector<std::string> changes;
  auto add = [&](const std::string& what, const std::string& before, const std::string& after) {
    if (before != after) changes.push_back(fmt::format("{}: {} → {}", what, before, after));
  };
  add("program", a.program, b.program);
  add("model", a.model, b.model);
  add("warehouse", a.warehouse, b.warehouse);
  std::map<std::string, std::string> before(a.configuration.begin(), a.configuration.end());
  for (const auto& [key, value] : b.configuration) add(key, before[key], value);
  // Of as many questions of one split: more or fewer have another digest anyway.
  if (a.split == b.split && a.questions == b.questions) add("right answers", a.digest, b.digest);
  return changes;
}

void find(PairedEvidence& evidence) {
  size_t flips = evidence.recovered.size() + evidence.regressed.size();
  const auto& range = evidence.right.range;
  evidence.finding = Finding::no_evidence;
  if (flips == 0)
    evidence.why = "no question came out otherwise";
  else if (evidence.noise &&
           flips * evidence.noise->pairs <= evidence.noise->flips * evidence.pairs)
    evidence.why =
        fmt::format("{} of {} questions flipped, no more than the {} of {} by themselves", flips,
                    evidence.pairs, evidence.noise->flips, evidence.noise->pairs);
  else if (range.low <= 0 && range.high >= 0)
    evidence.why = "the range of the difference includes zero";
  else if (evidence.p >= kSignificant)
    evidence.why = fmt::format("McNemar's p is {:.3f}", evidence.p);
  else if (evidence.templates < kFewestTemplates)
    evidence.why = fmt::format("all questions are of {}, which may turn out alike by chance",
                               counted(evidence.templates, "template"));
  else {
    evidence.finding = evidence.right.difference > 0 ? Finding::better : Finding::worse;
    evidence.why = "the range of the difference excludes zero, and chance alone is unlikely";
  }
}

Json figure_json(const PairedFigure& figure) {
  return {{"first", figure.first},
          {"second", figure.second},
          {"difference", figure.difference},
          {"low", figure.range.low},
          {"high", figure.range.high}};
}

}  // namespace

const char* finding_name(Finding finding) {
  switch (finding) {
    case Finding::better:
      return "better";
    case Finding::worse:
      return "worse";
    case Finding::no_evidence:
      return "no evidence of a difference";
  }
  return "";
}

Result<PairedEvidence> compare_sittings(const Sitting& first, const Sitting& second,
                                        const PairOptions& options) {
  TALLY_TRY(auto pairs, pairs_of(first, second));
  PairedEvidence evidence;
  evidence.pairs = pairs.size();
  evidence.only_first = first.questions.size() - pairs.size();
  evidence.only_second = second.questions.size() - pairs.size();
  std::map<std::string, bool> templates;
  for (const auto& pair : pairs) {
    templates[pair.first->template_id] = true;
    bool before = is_right(*pair.first), after = is_right(*pair.second);
    if (!before && after) evidence.recovered.push_back(pair.first->id);
    if (before && !after) evidence.regressed.push_back(pair.first->id);
  }
  evidence.templates = templates.size();
  evidence.right = figure_of(pairs, right_of, options);
  evidence.utility = figure_of(pairs, utility_of, options);
  evidence.p = mcnemar(evidence.recovered.size(), evidence.regressed.size());
  evidence.changes = changes_between(first.header, second.header);
  if (options.repeat) {
    TALLY_TRY(auto repeated, pairs_of(first, *options.repeat));
    NoiseFloor noise{repeated.size(), 0};
    for (const auto& pair : repeated)
      noise.flips += is_right(*pair.first) != is_right(*pair.second);
    evidence.noise = noise;
  }
  find(evidence);
  return evidence;
}

bool saves_time(const Sitting& first, const Sitting& second) {
  constexpr double kSaved = 0.05;
  auto pairs = pairs_of(first, second);
  if (!pairs.ok()) return false;
  double before = 0, after = 0;
  size_t faster = 0, slower = 0;
  for (const auto& pair : *pairs) {
    before += pair.first->seconds;
    after += pair.second->seconds;
    faster += pair.second->seconds < pair.first->seconds;
    slower += pair.second->seconds > pair.first->seconds;
  }
  // McNemar's test of as many flips is the sign test.
  return after < before * (1 - kSaved) && faster > slower && mcnemar(faster, slower) < kSignificant;
}

std::string evidence_json(const PairedEvidence& evidence) {
  Json noise = nullptr;
  if (evidence.noise) noise = {{"pairs", evidence.noise->pairs}, {"flips", evidence.noise->flips}};
  Json json = {{"finding", finding_name(evidence.finding)},
               {"why", evidence.why},
               {"pairs", evidence.pairs},
               {"templates", evidence.templates},
               {"only_first", evidence.only_first},
               {"only_second", evidence.only_second},
               {"right", figure_json(evidence.right)},
               {"utility", figure_json(evidence.utility)},
               {"p", evidence.p},
               {"recovered", evidence.recovered},
               {"regressed", evidence.regressed},
               {"noise", noise},
               {"changes", evidence.changes}};
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace tally::measure
