#include "answer/parsed/outcome.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "answer/parsed/describe_request.h"
#include "answer/parsed/intake.h"
#include "answer/parsed/weights.h"
#include "semantic/compiler.h"
#include "text/distance.h"

namespace tally::answer::parsed {

namespace {

constexpr size_t kMostChoices = 5;
constexpr double kNearRival = 0.9;  // worth saying aloud

std::string quoted_list(const std::vector<std::string>& words) {
  std::string out;
  for (size_t i = 0; i < words.size(); ++i) out += (i > 0 ? ", ‘" : "‘") + words[i] + "’";
  return out;
}

class Decision {
 public:
  Decision(const Vocabulary& vocabulary, const SpokenNames& names, const Chart& chart,
           std::vector<Candidate> candidates)
      : vocabulary_(vocabulary), names_(names), chart_(chart), candidates_(std::move(candidates)) {}

  Parsed run() {
    if (candidates_.empty()) return nothing();
    Candidate& best = candidates_[0];
    if (!best.personal.empty())
      return Refuse{
          fmt::format("{} is marked personal: it is never shown, grouped by or filtered on.",
                      sentence(best.personal)),
          "personal"};
    if (!best.unrecorded.empty())
      return Abstain{fmt::format("This warehouse does not record {}.", best.unrecorded)};
    if (!best.beyond.empty()) return Abstain{sentence(best.beyond) + instead(best)};
    if (!best.unknown.empty()) return unknown_words(best);
    if (best.no_measure) return no_measure(best);
    if (best.contradicts) return Clarify{best.trouble, either_choice(best)};
    if (!best.trouble.empty())
      return Clarify{best.trouble, lacks_group(best) ? group_choices(best) : metric_choices(best)};
    if (!best.inexpressible.empty()) return Abstain{sentence(best.inexpressible)};
    if (!best.no_date.empty()) return Abstain{sentence(best.no_date)};
    if (!best.absent.empty()) return Abstain{best.absent};
    if (auto rivals = tied(); rivals.size() > 1) return offer(rivals);
    if (!best.outside.empty()) return Abstain{best.outside};
    say_rival(best);
    Reading reading;
    reading.sentence = describe_request(vocabulary_.model, names_, best.request);
    reading.request = std::move(best.request);
    reading.explained = std::move(best.explained);
    reading.reasons = std::move(best.reasons);
    return reading;
  }

 private:
  static std::string sentence(std::string text) {
    if (!text.empty() && text[0] >= 'a' && text[0] <= 'z')
      text[0] = static_cast<char>(text[0] - 'a' + 'A');
    return text;
  }

  // A computation that the model lacks is asked of something: that can be had.
  std::string instead(const Candidate& best) const {
    bool computed = std::any_of(best.draft->measures.begin(), best.draft->measures.end(),
                                [](const auto& mention) { return mention.aggregate.has_value(); });
    bool known = best.unknown.empty() && best.trouble.empty() && best.inexpressible.empty() &&
                 !best.metrics.empty() && best.draft->beyond.empty();
    if (!computed || !known) return {};
    return fmt::format(" You can ask: “{}”.", ask_again(vocabulary_.model, names_, best.request));
  }

  // "in Bonn in Essen": one or the other is what can be had.
  std::vector<Choice> either_choice(const Candidate& best) const {
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

  // No word of the question means anything here.
  bool means_nothing(const Candidate& best) const {
    return std::none_of(best.draft->items.begin(), best.draft->items.end(), [](const Item* item) {
      switch (item->kind) {
        case ItemKind::measure:
        case ItemKind::member:
        case ItemKind::noun:
        case ItemKind::field:
        case ItemKind::value:
        case ItemKind::path_role:
        case ItemKind::time_role:
          return true;
        default:
          return false;
      }
    });
  }

  // At most one word of the question is known here, and that is no measure.
  static bool barely_means(const Candidate& best) {
    size_t known = 0;
    for (const Item* item : best.draft->items) {
      if (item->kind == ItemKind::measure || item->kind == ItemKind::member) return false;
      known += item->kind == ItemKind::noun || item->kind == ItemKind::field ||
                       item->kind == ItemKind::value
                   ? 1
                   : 0;
    }
    return known <= 1;
  }

  Parsed nothing() const { return Clarify{"There is no question here.", example_choices()}; }

  std::vector<Choice> example_choices() const {
    std::vector<Choice> out;
    for (const std::string& example : vocabulary_.model.examples)
      if (out.size() < kMostChoices) out.push_back({example, "An example"});
    return out;
  }

  // ---- words nothing explains ----

  Parsed unknown_words(const Candidate& best) const {
    if (is_small_talk(chart_.tokens) && barely_means(best))
      return Refuse{fmt::format("This is not a question about the data: {} means nothing here.",
                                quoted_list(best.unknown)),
                    "off_topic"};
    if (means_nothing(best)) {
      bool business = asks_for_business() || best.unknown.size() < 3;
      if (is_small_talk(chart_.tokens) || !business)
        return Refuse{fmt::format("This is not a question about the data: {} means nothing here.",
                                  quoted_list(best.unknown)),
                      "off_topic"};
    }
    std::string reason =
        fmt::format("{} {} nothing that is recorded here", quoted_list(best.unknown),
                    best.unknown.size() > 1 ? "name" : "names");
    if (auto absent = absent_value(best)) return *absent;
    std::vector<std::string> near = nearest(best);
    if (!near.empty()) {
      Clarify clarify{reason + ".", {}};
      for (const std::string& word : near) clarify.choices.push_back({replaced(best, word), word});
      return clarify;
    }
    bool english = std::all_of(best.draft->unknown.begin(), best.draft->unknown.end(),
                               [](const Item* item) { return item->kind != ItemKind::unknown; });
    if (english)
      return Clarify{
          fmt::format("It is not clear what {} refers to here.", quoted_list(best.unknown)),
          rest(best)};
    return Abstain{reason + "."};
  }

  // An unknown word beside a field is a value that the field does not have: "the brand Nike".
  std::optional<Abstain> absent_value(const Candidate& best) const {
    if (best.unknown.size() != 1 || best.draft->unknown[0]->kind != ItemKind::unknown)
      return std::nullopt;
    const Item* beside = field_beside(best);
    if (beside == nullptr) return std::nullopt;
    for (const Sense& sense : beside->senses) {
      const FieldEntry& entry = vocabulary_.fields[sense.index];
      const auto* column = vocabulary_.facts.values.find_column(
          vocabulary_.model.datasets[entry.dataset].name, entry.field->name);
      if (column == nullptr || column->values.empty() || entry.field->personal) continue;
      semantic::FieldRef ref{column->dataset, column->field, {}};
      bool fits = std::all_of(best.metrics.begin(), best.metrics.end(), [&](uint32_t metric) {
        return semantic_can(vocabulary_.model.metrics[metric], ref);
      });
      if (fits) return Abstain{absence(entry.spoken, *column, best.unknown[0])};
    }
    return std::nullopt;
  }

  // The field named right before the unknown words ("state of Atlantis"), or right after them.
  const Item* field_beside(const Candidate& best) const {
    const Item* unknown = best.draft->unknown[0];
    const Item* left = nullptr;
    bool passed = false;
    for (const Item* item : best.draft->items) {
      bool stop = item->kind == ItemKind::phrase && item->phrase->kind == PhraseKind::stop;
      bool equal = item->kind == ItemKind::phrase && item->phrase->kind == PhraseKind::compare;
      if (item == unknown) {
        if (left != nullptr && left->kind == ItemKind::field) return left;
        passed = true;
      } else if (passed && item->kind == ItemKind::unknown) {
        continue;
      } else if (passed) {
        return item->kind == ItemKind::field ? item : nullptr;
      } else if (!stop && !equal) {
        left = item;
      } else if (stop && !item->phrase->text.empty() &&
                 !among_words(item->phrase->text,
                              {"of", "is", "was", "are", "called", "named", "the", "a"})) {
        left = nullptr;
      }
    }
    return nullptr;
  }

  static bool among_words(const std::string& word, std::initializer_list<std::string_view> list) {
    return std::find(list.begin(), list.end(), word) != list.end();
  }

  static std::string absence(const std::string& field, const catalog::ColumnValues& column,
                             const std::string& said) {
    std::string reason = fmt::format("No {} is ‘{}’ in the data; recorded: ", field, said);
    for (size_t i = 0; i < column.values.size() && i < 8; ++i)
      reason += (i > 0 ? ", " : "") + column.values[i].first;
    if (column.values.size() > 8) reason += fmt::format(" and {} more", column.values.size() - 8);
    reason += ".";
    std::string folded = catalog::ValueIndex::normal_form(said);
    size_t bound = folded.size() >= 8 ? 2 : 1;
    for (const auto& [value, rows] : column.values)
      if (folded.size() >= 4 &&
          text::edit_distance(folded, catalog::ValueIndex::normal_form(value), bound) <= bound)
        return reason + fmt::format(" Did you mean {}?", value);
    return reason;
  }

  // Something is measured or counted, of us: a business question in words we do not know.
  bool asks_for_business() const {
    static const std::set<std::string, std::less<>> kSigns = {
        "our",       "we",      "us",       "many",      "much",   "number",     "count",
        "total",     "average", "rate",     "by",        "per",    "top",        "each",
        "highest",   "lowest",  "most",     "least",     "sum",    "percentage", "ratio",
        "trend",     "monthly", "yearly",   "quarterly", "annual", "growth",     "customer",
        "customers", "revenue", "sales",    "profit",    "cost",   "costs",      "employee",
        "employees", "salary",  "salaries", "budget",    "price",  "prices",     "company",
        "business",  "last",    "year",     "month"};
    return std::any_of(chart_.tokens.begin(), chart_.tokens.end(),
                       [&](const text::Token& token) { return kSigns.count(token.text) > 0; });
  }

  // Values that are nearly spelt like one unknown word.
  std::vector<std::string> nearest(const Candidate& best) const {
    std::vector<std::string> out;
    if (best.unknown.size() != 1 || best.unknown[0].size() < 4 || best.unknown[0].size() > 40)
      return out;
    std::string folded = catalog::ValueIndex::normal_form(best.unknown[0]);
    size_t bound = folded.size() >= 8 ? 2 : 1;
    for (const catalog::ValueHit& hit : vocabulary_.facts.values.nearest(folded, 3)) {
      if (vocabulary_.field_of_column(hit.column) < 0) continue;
      const std::string& value =
          vocabulary_.facts.values.columns()[hit.column].values[hit.value].first;
      if (text::edit_distance(folded, catalog::ValueIndex::normal_form(value), bound) > bound)
        continue;
      if (std::find(out.begin(), out.end(), value) == out.end()) out.push_back(value);
    }
    return out;
  }

  // The question with its unknown word replaced.
  std::string replaced(const Candidate& best, const std::string& word) const {
    const Item* item = best.draft->unknown[0];
    size_t begin = chart_.tokens[item->first].begin;
    size_t end = chart_.tokens[item->last - 1].end;
    return std::string(chart_.question.substr(0, begin)) + word +
           std::string(chart_.question.substr(end));
  }

  // What would be answered without the words that are not understood.
  std::vector<Choice> rest(const Candidate& best) const {
    if (best.no_measure || !best.trouble.empty() || !best.inexpressible.empty())
      return metric_choices(best);
    return {{ask_again(vocabulary_.model, names_, best.request),
             "Without " + quoted_list(best.unknown)}};
  }

  // ---- nothing measured ----

  Parsed no_measure(const Candidate& best) const {
    if (means_nothing(best) && best.draft->times.empty() && best.draft->top == std::nullopt &&
        best.draft->vague == nullptr && best.draft->dims.empty()) {
      if (is_small_talk(chart_.tokens))
        return Refuse{"This is not a question about the data.", "off_topic"};
      return nothing();
    }
    if (auto measured = field_measured(best)) return *measured;
    std::string reason = "Nothing in the question says what to measure.";
    if (best.ranked && best.draft->top)
      reason = fmt::format("‘{}’ by what? Nothing in the question says what to measure.",
                           chart_.words(*best.draft->top->item));
    return Clarify{reason, metric_choices(best)};
  }

  // "beds by clinic": the number is there, and the model makes several things of it, or none.
  std::optional<Clarify> field_measured(const Candidate& best) const {
    const Draft& draft = *best.draft;
    if (draft.dims.size() < 2 || best.ranked || draft.dims[0].by || !draft.dims[1].by ||
        draft.dims[0].item->kind != ItemKind::field || best.request.group_by.size() < 2)
      return std::nullopt;
    const Item& item = *draft.dims[0].item;
    bool number = std::all_of(item.senses.begin(), item.senses.end(), [&](const Sense& sense) {
      return vocabulary_.fields[sense.index].numeric && !vocabulary_.is_flag(sense.index);
    });
    if (!number) return std::nullopt;
    Candidate asked = best;
    asked.request.group_by.erase(asked.request.group_by.begin());
    std::string said(chart_.words(item));
    std::vector<uint32_t> made = named_first(asked);
    std::string reason =
        made.empty() ? fmt::format("No metric is called ‘{}’, and none is made of it.", said)
                     : fmt::format("No metric is called ‘{}’; this is what is made of it.", said);
    Clarify clarify{reason, {}};
    if (made.empty()) clarify.choices = metric_choices(asked);
    for (uint32_t metric : made)
      if (clarify.choices.size() < kMostChoices)
        clarify.choices.push_back({ask_again(vocabulary_.model, names_, with_metric(asked, metric)),
                                   sentence(vocabulary_.metrics[metric].spoken)});
    return clarify;
  }

  // The same question for the metrics that can be seen this way: wholes of families, then what has
  // no family, then parts; counts of things last.
  std::vector<Choice> metric_choices(const Candidate& best) const {
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

  // The metrics that the question names, and those that are made of a field it names.
  std::vector<uint32_t> named_first(const Candidate& best) const {
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
        for (uint32_t i = 0; dim.item->kind == ItemKind::field && i < vocabulary_.metrics.size();
             ++i)
          if (vocabulary_.metrics[i].measures == static_cast<int>(sense.index)) add(i);
    return out;
  }

  // "the highest revenue": what is measured is said, and of what is not.
  static bool lacks_group(const Candidate& best) {
    bool asked = best.ranked || best.draft->asking != Asking::total;
    return asked && !best.metrics.empty() && best.request.group_by.empty();
  }

  // The same question of each thing that has a name, and of the months; of places where the
  // question asks for one.
  std::vector<Choice> group_choices(const Candidate& best) const {
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

  semantic::FieldRef field_ref(uint32_t field) const {
    const FieldEntry& entry = vocabulary_.fields[field];
    return {vocabulary_.model.datasets[entry.dataset].name, entry.field->name, {}};
  }

  bool sees(const Candidate& best, const std::vector<semantic::FieldRef>& fields) const {
    return std::all_of(fields.begin(), fields.end(), [&](const semantic::FieldRef& ref) {
      return std::all_of(best.metrics.begin(), best.metrics.end(), [&](uint32_t metric) {
        return semantic_can(vocabulary_.model.metrics[metric], ref);
      });
    });
  }

  // A field of text whose name has a word for places.
  bool is_place(uint32_t field) const {
    const FieldEntry& entry = vocabulary_.fields[field];
    if (entry.numeric || entry.dated || entry.field->personal || vocabulary_.is_flag(field))
      return false;
    std::vector<std::string> said = Vocabulary::words_of(entry.spoken);
    return std::any_of(said.begin(), said.end(), [](const std::string& word) {
      return among_words(
          word,
          {"city",          "town",         "village",      "district", "region",    "state",
           "province",      "country",      "county",       "area",     "zone",      "suburb",
           "borough",       "location",     "place",        "site",     "territory", "continent",
           "neighbourhood", "neighborhood", "municipality", "parish"});
    });
  }

  int standing(uint32_t index) const {
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

  semantic::MetricRequest with_metric(const Candidate& best, uint32_t index) const {
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

  bool fits(const semantic::Metric& metric, const semantic::MetricRequest& request) const {
    for (const auto& by : request.group_by)
      if (const auto* ref = std::get_if<semantic::FieldRef>(&by.by))
        if (!semantic_can(metric, *ref)) return false;
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
        [&](const semantic::Filter& filter) { return semantic_can(metric, filter.field); });
  }
  bool semantic_can(const semantic::Metric& metric, const semantic::FieldRef& ref) const {
    return semantic::can_express(vocabulary_.model, metric, ref);
  }

  // ---- readings that are as good as the first ----

  // A value that is also one of another field: the choice is said aloud.
  void say_rival(Candidate& best) const {
    for (size_t i = 1; i < candidates_.size(); ++i) {
      const Candidate& other = candidates_[i];
      if (other.cost - candidates_[0].cost >= kNearRival) return;
      if (other.request.metrics != best.request.metrics ||
          other.request.filters.size() != best.request.filters.size())
        continue;
      if (!other.unknown.empty() || !other.inexpressible.empty() || !other.absent.empty()) continue;
      for (size_t g = 0; g < best.request.group_by.size() && g < other.request.group_by.size();
           ++g) {
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

  std::vector<const Candidate*> tied() const {
    std::vector<const Candidate*> out = {&candidates_[0]};
    for (size_t i = 1; i < candidates_.size() && out.size() < kMostChoices; ++i) {
      const Candidate& other = candidates_[i];
      if (other.cost - candidates_[0].cost >= weights::kMargin) break;
      bool blocked = !other.unknown.empty() || other.no_measure || !other.trouble.empty() ||
                     !other.beyond.empty() || !other.inexpressible.empty() ||
                     !other.absent.empty() || !other.personal.empty() ||
                     !other.unrecorded.empty() || !other.no_date.empty();
      bool same = std::any_of(out.begin(), out.end(), [&](const Candidate* there) {
        return asks_the_same(there->request, other.request);
      });
      if (!blocked && !same) out.push_back(&other);
    }
    return out;
  }

  Parsed offer(const std::vector<const Candidate*>& rivals) const {
    Clarify clarify;
    clarify.reason = difference(*rivals[0], *rivals[1]);
    for (const Candidate* rival : rivals)
      clarify.choices.push_back({ask_again(vocabulary_.model, names_, rival->request),
                                 sentence(about(*rival, *rivals[0], *rivals[1]))});
    return clarify;
  }

  std::string name(const semantic::FieldRef& ref) const {
    const semantic::Dataset* dataset = vocabulary_.model.dataset(ref.dataset);
    const semantic::Field* field = dataset != nullptr ? dataset->field(ref.field) : nullptr;
    std::string said = field != nullptr ? names_.field(*dataset, *field) : ref.field;
    return ref.role.empty() ? said : ref.role + " " + said;
  }

  // The words of the question that a filter's first value comes from.
  std::string words_for(const Candidate& candidate, const semantic::Filter& filter) const {
    if (filter.values.empty()) return {};
    for (const ValueMention& mention : candidate.draft->values)
      for (const ValueSense& sense : mention.item->values)
        if (sense.stored == filter.values[0].text &&
            vocabulary_.fields[sense.field].field->name == filter.field.field)
          return std::string(chart_.words(*mention.item));
    return {};
  }

  static bool filters_on(const Candidate& candidate, const semantic::FieldRef& field) {
    return std::any_of(candidate.request.filters.begin(), candidate.request.filters.end(),
                       [&](const semantic::Filter& filter) { return filter.field == field; });
  }

  // What the first two readings differ in, in words.
  std::string difference(const Candidate& a, const Candidate& b) const {
    for (size_t i = 0; i < a.request.filters.size() && i < b.request.filters.size(); ++i) {
      const auto& left = a.request.filters[i];
      const auto& right = b.request.filters[i];
      if (left.field == right.field || filters_on(b, left.field) || filters_on(a, right.field))
        continue;
      std::string value = left.values.empty() ? "" : left.values[0].text;
      if (const auto* field = vocabulary_.model.field(left.field.dataset, left.field.field))
        value = spoken_value(*field, value);
      if (std::string said = words_for(a, left); !said.empty()) value = said;
      return fmt::format("‘{}’ can be the {} or the {}.", value, name(left.field),
                         name(right.field));
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

  std::string about(const Candidate& one, const Candidate& a, const Candidate& b) const {
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

  const Vocabulary& vocabulary_;
  const SpokenNames& names_;
  const Chart& chart_;
  std::vector<Candidate> candidates_;
};

}  // namespace

Parsed decide(const Vocabulary& vocabulary, const SpokenNames& names, const Chart& chart,
              std::vector<Candidate> candidates) {
  return Decision(vocabulary, names, chart, std::move(candidates)).run();
}

}  // namespace tally::answer::parsed
