#include <nlohmann/json.hpp>

#include "measure/scorecard_page.h"

namespace tally::measure {
namespace {

using Json = nlohmann::ordered_json;

Json number(const std::optional<double>& value) {
  return value ? Json(*value) : Json(nullptr);
}

Json rate_json(const Rate& rate) {
  Json json = {{"hits", rate.hits}, {"of", rate.of}, {"value", number(rate.value())}};
  if (rate.of == 0) return json;
  auto range = wilson(rate);
  json["low"] = range.low;
  json["high"] = range.high;
  return json;
}

Json figures_json(const Figures& figures) {
  return {{"questions", figures.questions},
          {"right", figures.right},
          {"wrong", figures.wrong},
          {"undecided", figures.undecided},
          {"declined", figures.declined},
          {"failed", figures.failed},
          {"accuracy", rate_json(figures.accuracy)},
          {"coverage", rate_json(figures.coverage)},
          {"wrong_among_answered", rate_json(figures.wrong_among_answered)},
          {"handled", rate_json(figures.handled)},
          {"utility", figures.utility},
          {"latency_p50", number(figures.latency_p50)},
          {"latency_p95", number(figures.latency_p95)},
          {"credits", figures.credits}};
}

Json target_json(const TargetOutcome& outcome) {
  const auto& target = outcome.target;
  return {{"name", target.name},
          {"figure", target.figure},
          {"tier", target.tier.empty() ? Json(nullptr) : Json(target.tier)},
          {"seen", target.seen ? Json(*target.seen) : Json(nullptr)},
          {"at_least", number(target.at_least)},
          {"at_most", number(target.at_most)},
          {"value", number(outcome.value)},
          {"outcome", outcome.met        ? "MET"
                      : outcome.missed() ? "MISSED"
                                         : "not run"}};
}

Json calibration_json(const std::optional<Calibration>& calibration) {
  if (!calibration) return nullptr;
  Json bins = Json::array();
  for (const auto& bin : calibration->bins)
    bins.push_back({{"said", bin.said}, {"right", rate_json(bin.right)}});
  return {{"answers", calibration->count},
          {"brier", calibration->brier},
          {"expected_calibration_error", calibration->error},
          {"bins", bins}};
}

Json card_json(const Scorecard& card) {
  const auto& header = card.sitting.header;
  Json cuts = Json::array(), failures = Json::array(), targets = Json::array();
  for (const auto& cut : card.cuts) {
    Json slices = Json::array();
    for (const auto& slice : cut.slices)
      slices.push_back({{"name", slice.name}, {"figures", figures_json(slice.figures)}});
    cuts.push_back({{"by", cut.by}, {"slices", slices}});
  }
  for (const auto& failure : card.failures)
    failures.push_back({{"reason", failure.reason}, {"ids", failure.ids}});
  for (const auto& target : card.targets) targets.push_back(target_json(target));
  return {{"file", card.sitting.file},
          {"exam", header.exam},
          {"version", header.version},
          {"split", header.split},
          {"program", header.program},
          {"model", header.model},
          {"started", header.started},
          {"questions", header.questions},
          {"complete", card.sitting.complete()},
          {"cut", card.sitting.cut},
          {"figures", figures_json(card.all)},
          {"calibration", calibration_json(card.calibration)},
          {"targets", targets},
          {"cuts", cuts},
          {"failures", failures}};
}

}  // namespace

std::string scorecards_json(const std::vector<Scorecard>& cards) {
  Json list = Json::array();
  for (const auto& card : cards) list.push_back(card_json(card));
  return Json({{"scorecards", list}}).dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace tally::measure
