#include "answer/parsed/rivals.h"

#include <fmt/format.h>

#include <algorithm>

#include "answer/parsed/choices.h"
#include "answer/parsed/describe_request.h"
#include "answer/parsed/weights.h"

namespace tally::answer::parsed {

namespace {

constexpr double kNearRival = 0.9;  // worth saying aloud

}  // namespace

void Rivals::say(Candidate& best) const {
  for (size_t i = 1; i < candidates_.size(); ++i) {
    const Candidate& other = candidates_[i];
    if (other.cost - candidates_[0].cost >= kNearRival) return;
    if (other.request.metrics != best.request.metrics ||
        other.request.filters.size() != best.request.filters.size())
      continue;
    if (!other.unknown.empty() || !other.inexpressible.empty() || !other.absent.empty()) continue;
    for (size_t g = 0; g < best.request.group_by.size() && g < other.request.group_by.size(); ++g) {
      const auto* chosen = std::get_if<semantic::FieldRef>(&best.request.group_by[g].by);
      const auto* rival = std::get_if<semantic::FieldRef>(&other.request.group_by[g].by);
      if (chosen == nullptr || rival == nullptr || *chosen == *rival) continue;
      best.reasons.push_back({"assumption", fmt::format("{} It was read as by {}.",
                                                        difference(best, other), name(*chosen))});
      return;
    }
    for (size_t f = 0; f < best.request.filters.size(); ++f) {
      const semantic::FieldRef& chosen = best.request.filters[f].field;
      const semantic::FieldRef& rival = other.request.filters[f].field;
      if (chosen == rival) continue;
      best.reasons.push_back({"assumption", fmt::format("{} It was read as the {}.",
                                                        difference(best, other), name(chosen))});
      return;
    }
  }
}

std::vector<const Candidate*> Rivals::tied() const {
  std::vector<const Candidate*> out = {&candidates_[0]};
  for (size_t i = 1; i < candidates_.size() && out.size() < kMostChoices; ++i) {
    const Candidate& other = candidates_[i];
    if (other.cost - candidates_[0].cost >= weights::kMargin) break;
    bool blocked = !other.unknown.empty() || other.no_measure || !other.trouble.empty() ||
                   !other.beyond.empty() || !other.inexpressible.empty() || !other.absent.empty() ||
                   !other.personal.empty() || !other.unrecorded.empty() || !other.no_date.empty();
    bool same = std::any_of(out.begin(), out.end(), [&](const Candidate* there) {
      return asks_the_same(there->request, other.request);
    });
    if (!blocked && !same) out.push_back(&other);
  }
  return out;
}

Parsed Rivals::offer(const std::vector<const Candidate*>& rivals) const {
  Clarify clarify;
  clarify.reason = difference(*rivals[0], *rivals[1]);
  for (const Candidate* rival : rivals)
    clarify.choices.push_back({ask_again(vocabulary_.model, names_, rival->request),
                               sentence(about(*rival, *rivals[0], *rivals[1]))});
  return clarify;
}

std::string Rivals::name(const semantic::FieldRef& ref) const {
  const semantic::Dataset* dataset = vocabulary_.model.dataset(ref.dataset);
  const semantic::Field* field = dataset != nullptr ? dataset->field(ref.field) : nullptr;
  std::string said = field != nullptr ? names_.field(*dataset, *field) : ref.field;
  return along_way(vocabulary_.model, ref.role, said);
}

std::string Rivals::words_for(const Candidate& candidate, const semantic::Filter& filter) const {
  if (filter.values.empty()) return {};
  for (const ValueMention& mention : candidate.draft->values)
    for (const ValueSense& sense : mention.item->values)
      if (sense.stored == filter.values[0].text &&
          vocabulary_.fields[sense.field].field->name == filter.field.field)
        return std::string(chart_.words(*mention.item));
  return {};
}

bool Rivals::filters_on(const Candidate& candidate, const semantic::FieldRef& field) {
  return std::any_of(candidate.request.filters.begin(), candidate.request.filters.end(),
                     [&](const semantic::Filter& filter) { return filter.field == field; });
}

std::string Rivals::difference(const Candidate& a, const Candidate& b) const {
  for (size_t i = 0; i < a.request.filters.size() && i < b.request.filters.size(); ++i) {
    const auto& left = a.request.filters[i];
    const auto& right = b.request.filters[i];
    if (left.field == right.field || filters_on(b, left.field) || filters_on(a, right.field))
      continue;
    std::string value = left.values.empty() ? "" : left.values[0].text;
    if (const auto* field = vocabulary_.model.field(left.field.dataset, left.field.field))
      value = spoken_value(*field, value);
    if (std::string said = words_for(a, left); !said.empty()) value = said;
    return fmt::format("‘{}’ can be the {} or the {}.", value, name(left.field), name(right.field));
  }
  for (size_t i = 0; i < a.request.group_by.size() && i < b.request.group_by.size(); ++i) {
    const auto* left = std::get_if<semantic::FieldRef>(&a.request.group_by[i].by);
    const auto* right = std::get_if<semantic::FieldRef>(&b.request.group_by[i].by);
    if (left == nullptr || right == nullptr || *left == *right) continue;
    return fmt::format("This can be by {} or by {}.", name(*left), name(*right));
  }
  for (size_t i = 0; i < a.request.metrics.size() && i < b.request.metrics.size(); ++i)
    if (a.request.metrics[i] != b.request.metrics[i])
      return fmt::format("This can be {} or {}.", text::spoken(a.request.metrics[i]),
                         text::spoken(b.request.metrics[i]));
  return "The question can be read in more than one way.";
}

std::string Rivals::about(const Candidate& one, const Candidate& a, const Candidate& b) const {
  const Candidate& other = &one == &a ? b : a;
  for (size_t i = 0; i < one.request.filters.size() && i < other.request.filters.size(); ++i)
    if (!(one.request.filters[i].field == other.request.filters[i].field))
      return name(one.request.filters[i].field);
  for (size_t i = 0; i < one.request.group_by.size() && i < other.request.group_by.size(); ++i)
    if (const auto* ref = std::get_if<semantic::FieldRef>(&one.request.group_by[i].by))
      if (!(one.request.group_by[i] == other.request.group_by[i])) return name(*ref);
  for (const std::string& metric : one.request.metrics)
    if (std::find(other.request.metrics.begin(), other.request.metrics.end(), metric) ==
        other.request.metrics.end())
      return text::spoken(metric);
  return "another reading";
}

}  // namespace tally::answer::parsed
