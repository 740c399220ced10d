#include "answer/parsed/outcome.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "answer/parsed/choices.h"
#include "answer/parsed/describe_request.h"
#include "answer/parsed/intake.h"
#include "answer/parsed/rivals.h"
#include "answer/parsed/weights.h"
#include "text/distance.h"

namespace tally::answer::parsed {

namespace {

std::string quoted_list(const std::vector<std::string>& words) {
  std::string out;
  for (size_t i = 0; i < words.size(); ++i) out += (i > 0 ? ", ‘" : "‘") + words[i] + "’";
  return out;
}

class Decision {
 public:
  Decision(const Vocabulary& vocabulary, const SpokenNames& names, const Chart& chart,
           std::vector<Candidate> candidates)
      : vocabulary_(vocabulary),
        names_(names),
        chart_(chart),
        candidates_(std::move(candidates)),
        choices_(vocabulary, names) {}

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
    if (best.contradicts) return Clarify{best.trouble, choices_.either(best)};
    if (!best.trouble.empty() && !best.readings.empty())
      return Clarify{best.trouble, choices_.readings(best)};
    if (!best.trouble.empty())
      return Clarify{best.trouble,
                     lacks_group(best) ? choices_.groups(best) : choices_.metrics(best)};
    if (!best.inexpressible.empty()) return Abstain{sentence(best.inexpressible)};
    if (!best.no_date.empty()) return Abstain{sentence(best.no_date)};
    if (!best.absent.empty()) return Abstain{best.absent};
    Rivals rivals(vocabulary_, names_, chart_, candidates_);
    if (const Candidate* other = refused_alike(best)) return Abstain{sentence(other->beyond)};
    if (auto tied = rivals.tied(); tied.size() > 1) return rivals.offer(tied);
    if (!best.outside.empty()) return Abstain{best.outside};
    rivals.say(best);
    Reading reading;
    reading.sentence = describe_request(vocabulary_.model, names_, best.request);
    reading.request = std::move(best.request);
    reading.explained = std::move(best.explained);
    reading.reasons = std::move(best.reasons);
    return reading;
  }

 private:
  using Words = std::vector<std::string>;

  // The same words with another metric that is as near cannot be answered: "members who borrowed
  // both" of members, where loans of either could be counted. The lesser reading is no way out.
  const Candidate* refused_alike(const Candidate& best) const {
    for (const Candidate& other : candidates_) {
      if (other.cost - best.cost >= weights::kMargin) break;
      if (other.draft == best.draft && !other.beyond.empty() && other.unknown.empty() &&
          other.inexpressible.empty())
        return &other;
    }
    return nullptr;
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

  // "the highest revenue": what is measured is said, and of what is not.
  static bool lacks_group(const Candidate& best) {
    bool asked = best.ranked || best.draft->asking != Asking::total;
    return asked && !best.metrics.empty() && best.request.group_by.empty();
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
                      "off_topic", is_small_talk(chart_.tokens) ? Words{} : best.unknown};
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
    return Abstain{reason + ".", best.unknown};
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
        return choices_.can_express(vocabulary_.model.metrics[metric], ref);
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
      return choices_.metrics(best);
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
    return Clarify{reason, choices_.metrics(best)};
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
    std::vector<uint32_t> made = choices_.named_first(asked);
    std::string reason =
        made.empty() ? fmt::format("No metric is called ‘{}’, and none is made of it.", said)
                     : fmt::format("No metric is called ‘{}’; this is what is made of it.", said);
    Clarify clarify{reason, {}};
    if (made.empty()) clarify.choices = choices_.metrics(asked);
    for (uint32_t metric : made)
      if (clarify.choices.size() < kMostChoices)
        clarify.choices.push_back(
            {ask_again(vocabulary_.model, names_, choices_.with_metric(asked, metric)),
             sentence(vocabulary_.metrics[metric].spoken)});
    return clarify;
  }

  const Vocabulary& vocabulary_;
  const SpokenNames& names_;
  const Chart& chart_;
  std::vector<Candidate> candidates_;
  Choices choices_;
};

}  // namespace

Parsed decide(const Vocabulary& vocabulary, const SpokenNames& names, const Chart& chart,
              std::vector<Candidate> candidates) {
  return Decision(vocabulary, names, chart, std::move(candidates)).run();
}

}  // namespace tally::answer::parsed
