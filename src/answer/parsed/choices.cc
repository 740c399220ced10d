#include "answer/parsed/choices.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "answer/parsed/describe_request.h"
#include "semantic/compiler.h"

namespace tally::answer::parsed {

namespace {

// What a field of places is called.
constexpr auto kPlaceWords = std::to_array<std::string_view>(
    {"city",          "town",         "village",      "district", "region",    "state",
     "province",      "country",      "county",       "area",     "zone",      "suburb",
     "borough",       "location",     "place",        "site",     "territory", "continent",
     "neighbourhood", "neighborhood", "municipality", "parish"});

}  // namespace

std::string sentence(std::string text) {
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z')
    text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return text;
}

std::vector<Choice> Choices::metrics(const Candidate& best) const {
  std::vector<uint32_t> order = named_first(best);
  bool named_only = best.draft->named_only && !order.empty();
  for (int wanted = 0; wanted < 4 && !named_only; ++wanted)
    for (uint32_t i = 0; i < vocabulary_.metrics.size(); ++i)
      if (standing(i) == wanted && fits(vocabulary_.model.metrics[i], best.request) &&
          std::find(order.begin(), order.end(), i) == order.end())
        order.push_back(i);
  std::vector<Choice> out;
  for (size_t i = 0; i < order.size() && i < kMostChoices; ++i)
    out.push_back({ask_again(vocabulary_.model, names_, with_metric(best, order[i])),
                   sentence(vocabulary_.metrics[order[i]].spoken)});
  return out;
}

std::vector<Choice> Choices::readings(const Candidate& best) const {
  std::vector<Choice> out;
  for (const semantic::MetricRequest& reading : best.readings)
    out.push_back({ask_again(vocabulary_.model, names_, reading),
                   describe_request(vocabulary_.model, names_, reading)});
  return out;
}

std::vector<uint32_t> Choices::named_first(const Candidate& best) const {
  std::vector<uint32_t> out;
  auto add = [&](uint32_t metric) {
    if (fits(vocabulary_.model.metrics[metric], best.request) &&
        std::find(out.begin(), out.end(), metric) == out.end())
      out.push_back(metric);
  };
  for (uint32_t metric : best.metrics) add(metric);
  for (const MeasureMention& mention : best.draft->measures)
    for (const Sense& sense : mention.item->senses)
      if (sense.kind == SenseKind::metric) add(sense.index);
  for (const DimMention& dim : best.draft->dims)
    for (const Sense& sense : dim.item->senses)
      for (uint32_t i = 0; dim.item->kind == ItemKind::field && i < vocabulary_.metrics.size(); ++i)
        if (vocabulary_.metrics[i].measures == static_cast<int>(sense.index)) add(i);
  return out;
}

std::vector<Choice> Choices::groups(const Candidate& best) const {
  std::vector<Choice> out;
  semantic::MetricRequest request = best.request;
  if (best.draft->top) {
    request.order = {{request.metrics[0], best.draft->top->direction > 0}};
    request.limit = best.draft->top->count ? static_cast<uint64_t>(*best.draft->top->count) : 1;
  }
  auto offer_by = [&](std::vector<semantic::GroupBy> groups, const std::string& noun) {
    request.group_by = std::move(groups);
    if (out.size() < kMostChoices)
      out.push_back({ask_again(vocabulary_.model, names_, request), sentence(noun)});
  };
  if (best.draft->asking == Asking::place)
    for (uint32_t i = 0; i < vocabulary_.fields.size(); ++i)
      if (is_place(i) && sees(best, {field_ref(i)}))
        offer_by({{field_ref(i)}}, vocabulary_.fields[i].spoken);
  if (!out.empty()) return out;
  bool by_month = best.no_date.empty() && best.draft->asking == Asking::total;
  if (by_month) offer_by({{semantic::Grain::month}}, "month");
  for (uint32_t d = 0; d < vocabulary_.model.datasets.size(); ++d) {
    std::vector<semantic::GroupBy> groups;
    std::vector<semantic::FieldRef> named;
    for (uint32_t label : vocabulary_.label_fields(d)) {
      named.push_back(field_ref(label));
      groups.push_back({named.back()});
    }
    bool seen = !groups.empty() && sees(best, named) &&
                vocabulary_.model.datasets[d].label.size() == groups.size();
    if (seen) offer_by(std::move(groups), vocabulary_.dataset_spoken[d]);
  }
  return out;
}

std::vector<Choice> Choices::either(const Candidate& best) const {
  semantic::MetricRequest request = best.request;
  auto& filters = request.filters;
  for (size_t i = 0; i < filters.size(); ++i)
    for (size_t j = filters.size(); --j > i;) {
      bool same = filters[i].field == filters[j].field &&
                  filters[j].op == semantic::FilterOp::equal &&
                  (filters[i].op == filters[j].op || filters[i].op == semantic::FilterOp::in);
      if (!same) continue;
      filters[i].op = semantic::FilterOp::in;
      filters[i].values.push_back(filters[j].values[0]);
      filters.erase(filters.begin() + static_cast<long>(j));
    }
  return {{ask_again(vocabulary_.model, names_, request), "either"}};
}

semantic::MetricRequest Choices::with_metric(const Candidate& best, uint32_t index) const {
  const semantic::Metric& metric = vocabulary_.model.metrics[index];
  semantic::MetricRequest request = best.request;
  request.metrics = {metric.name};
  request.having.clear();
  request.order.clear();
  const Draft& draft = *best.draft;
  if (best.ranked && draft.top && !request.group_by.empty()) {
    bool turned = draft.top->judged && metric.lower_is_better;
    request.order.push_back({metric.name, (draft.top->direction > 0) != turned});
  }
  if (request.order.empty()) request.limit.reset();
  return request;
}

semantic::FieldRef Choices::field_ref(uint32_t field) const {
  const FieldEntry& entry = vocabulary_.fields[field];
  return {vocabulary_.model.datasets[entry.dataset].name, entry.field->name, {}};
}

bool Choices::sees(const Candidate& best, const std::vector<semantic::FieldRef>& fields) const {
  return std::all_of(fields.begin(), fields.end(), [&](const semantic::FieldRef& ref) {
    return std::all_of(best.metrics.begin(), best.metrics.end(), [&](uint32_t metric) {
      return can_express(vocabulary_.model.metrics[metric], ref);
    });
  });
}

bool Choices::is_place(uint32_t field) const {
  const FieldEntry& entry = vocabulary_.fields[field];
  if (entry.numeric || entry.dated || entry.field->personal || vocabulary_.is_flag(field))
    return false;
  std::vector<std::string> said = words_of(entry.spoken);
  return std::any_of(said.begin(), said.end(), [](const std::string& word) {
    return std::find(kPlaceWords.begin(), kPlaceWords.end(), word) != kPlaceWords.end();
  });
}

int Choices::standing(uint32_t index) const {
  const semantic::Metric& metric = vocabulary_.model.metrics[index];
  const MetricEntry& entry = vocabulary_.metrics[index];
  bool of_facts = std::any_of(entry.facts.begin(), entry.facts.end(), [&](uint32_t fact) {
    return vocabulary_.model.datasets[fact].kind == semantic::DatasetKind::fact &&
           !vocabulary_.model.datasets[fact].times.empty();
  });
  if (!of_facts) return 3;
  if (!metric.member.empty()) return 2;
  return metric.family.empty() ? 1 : 0;
}

bool Choices::fits(const semantic::Metric& metric, const semantic::MetricRequest& request) const {
  for (const auto& by : request.group_by)
    if (const auto* ref = std::get_if<semantic::FieldRef>(&by.by))
      if (!can_express(metric, *ref)) return false;
  bool dated = !request.time.empty() || !request.time_parts.empty() ||
               std::any_of(request.group_by.begin(), request.group_by.end(), [](const auto& by) {
                 return std::holds_alternative<semantic::Grain>(by.by);
               });
  for (const std::string& fact : metric.facts) {
    const semantic::Dataset* dataset = vocabulary_.model.dataset(fact);
    if (dated && dataset != nullptr && dataset->times.empty()) return false;
  }
  return std::all_of(
      request.filters.begin(), request.filters.end(),
      [&](const semantic::Filter& filter) { return can_express(metric, filter.field); });
}

bool Choices::can_express(const semantic::Metric& metric, const semantic::FieldRef& ref) const {
  return semantic::can_express(vocabulary_.model, metric, ref);
}

}  // namespace tally::answer::parsed
