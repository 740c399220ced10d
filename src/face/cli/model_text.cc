#include "face/cli/model_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <nlohmann/json.hpp>
#include <vector>

#include "base/quantity.h"

namespace tally::cli {
namespace {

using Json = nlohmann::ordered_json;
using semantic::Dataset;
using semantic::Field;
using semantic::Metric;
using semantic::Model;
using semantic::Relationship;

bool is_shown(const Field& field) {
  return field.is_dimension && !field.personal;
}

std::string description_of(const Field& field) {
  return field.description.empty() ? field.label : field.description;
}

// The relationships that lead to a dataset by a name of their own ("billing", "shipping").
std::vector<const Relationship*> ways_to(const Model& model, const Dataset& dataset) {
  std::vector<const Relationship*> ways;
  for (const Relationship& way : model.relationships)
    if (way.to == dataset.name && !way.role.empty()) ways.push_back(&way);
  return ways;
}

// ---- text ----

class Page {
 public:
  explicit Page(const Terminal& terminal) : terminal_(terminal) {}

  void heading(const std::string& text) {
    out_ += (out_.empty() ? "" : "\n") + terminal_.paint(Style::bold, text) + "\n";
  }
  void plain(const std::string& text) { out_ += "  " + text + "\n"; }
  // A thing and what is said of it; notes below it, dim.
  void item(const std::string& name, const std::string& unit, const std::string& text) {
    const std::string shown = unit.empty() ? name : fmt::format("{} [{}]", name, unit);
    out_ += "    " + (text.empty() ? shown : fmt::format("{:<32} {}", shown, text)) + "\n";
  }
  void note(std::string_view label, const std::vector<std::string>& words) {
    if (words.empty()) return;
    const std::string text = fmt::format("{}: {}", label, fmt::join(words, ", "));
    out_ += terminal_.paint(Style::dim, fmt::format("      {}", text)) + "\n";
  }
  std::string text() && { return std::move(out_); }

 private:
  const Terminal& terminal_;
  std::string out_;
};

void show_metrics(Page& page, const Model& model) {
  page.heading(fmt::format("What is measured ({})", counted(model.metrics.size(), "metric")));
  for (const Metric& metric : model.metrics) {
    page.item(metric.name, metric.unit, metric.description);
    page.note("also called", metric.synonyms);
    if (!metric.family.empty())
      page.note("one of",
                {metric.family + (metric.member.empty() ? "" : " (" + metric.member + ")")});
    if (!metric.origin.empty()) page.note("from", {metric.origin});
    if (metric.lower_is_better) page.note("note", {"less of it is better"});
  }
}

void show_dataset(Page& page, const Model& model, const Dataset& dataset) {
  std::vector<std::string> times, ways;
  for (const auto& time : dataset.times)
    times.push_back(time.name +
                    (time.is_default && dataset.times.size() > 1 ? " (unless told)" : ""));
  for (const Relationship* way : ways_to(model, dataset))
    ways.push_back(way->role + (way->is_default ? " (unless told)" : ""));
  bool any = !times.empty();
  for (const Field& field : dataset.fields) any = any || is_shown(field);
  if (!any) return;
  page.plain(dataset.name + (dataset.description.empty() ? "" : ": " + dataset.description));
  page.note("also called", dataset.synonyms);
  page.note("dated by", times);
  page.note("as", ways);
  for (const Field& field : dataset.fields) {
    if (!is_shown(field)) continue;
    page.item(field.name, field.unit, description_of(field));
    page.note("also called", field.synonyms);
  }
}

std::vector<std::string> personal_fields(const Model& model) {
  std::vector<std::string> names;
  for (const Dataset& dataset : model.datasets)
    for (const Field& field : dataset.fields)
      if (field.personal) names.push_back(dataset.name + "." + field.name);
  return names;
}

void show_limits(Page& page, const Model& model) {
  if (const auto personal = personal_fields(model); !personal.empty()) {
    page.heading("Personal: never shown, grouped by or filtered on");
    for (const std::string& name : personal) page.plain("  " + name);
  }
  if (model.unrecorded.empty()) return;
  page.heading("Not recorded here");
  for (const auto& topic : model.unrecorded) {
    page.item(topic.topic, "", "");
    page.note("also called", topic.synonyms);
  }
}

// ---- JSON ----

Json metrics_json(const Model& model) {
  Json metrics = Json::array();
  for (const Metric& metric : model.metrics)
    metrics.push_back({{"name", metric.name},
                       {"description", metric.description},
                       {"unit", metric.unit},
                       {"synonyms", metric.synonyms},
                       {"family", metric.family},
                       {"member", metric.member},
                       {"lower_is_better", metric.lower_is_better},
                       {"origin", metric.origin},
                       {"facts", metric.facts}});
  return metrics;
}

Json datasets_json(const Model& model) {
  Json datasets = Json::array();
  for (const Dataset& dataset : model.datasets) {
    Json times = Json::array(), roles = Json::array();
    for (const auto& time : dataset.times)
      times.push_back(
          {{"name", time.name}, {"default", time.is_default}, {"synonyms", time.synonyms}});
    for (const Relationship* way : ways_to(model, dataset))
      roles.push_back({{"role", way->role},
                       {"from", way->from},
                       {"default", way->is_default},
                       {"synonyms", way->synonyms}});
    datasets.push_back({{"name", dataset.name},
                        {"description", dataset.description},
                        {"synonyms", dataset.synonyms},
                        {"times", std::move(times)},
                        {"roles", std::move(roles)}});
  }
  return datasets;
}

Json dimensions_json(const Model& model) {
  Json dimensions = Json::array();
  for (const Dataset& dataset : model.datasets)
    for (const Field& field : dataset.fields)
      if (is_shown(field))
        dimensions.push_back({{"dataset", dataset.name},
                              {"field", field.name},
                              {"description", description_of(field)},
                              {"unit", field.unit},
                              {"synonyms", field.synonyms}});
  return dimensions;
}

}  // namespace

std::string model_text(const Model& model, const Terminal& terminal) {
  Page page(terminal);
  page.heading(model.name + (model.description.empty() ? "" : ": " + model.description));
  if (!model.origin.empty()) page.plain("the semantic layer of " + model.origin);
  show_metrics(page, model);
  page.heading("What it can be grouped by and filtered on");
  for (const Dataset& dataset : model.datasets) show_dataset(page, model, dataset);
  show_limits(page, model);
  if (!model.examples.empty()) page.heading("Questions to try");
  for (const auto& example : model.examples) page.plain(fmt::format("tally ask \"{}\"", example));
  return std::move(page).text();
}

std::string model_json(const Model& model) {
  Json unrecorded = Json::array();
  for (const auto& topic : model.unrecorded)
    unrecorded.push_back({{"topic", topic.topic}, {"synonyms", topic.synonyms}});
  const Json json = {{"name", model.name},
                     {"description", model.description},
                     {"origin", model.origin},
                     {"metrics", metrics_json(model)},
                     {"datasets", datasets_json(model)},
                     {"dimensions", dimensions_json(model)},
                     {"personal", personal_fields(model)},
                     {"unrecorded", std::move(unrecorded)},
                     {"examples", model.examples}};
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace tally::cli
