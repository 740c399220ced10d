#include "answer/parsed/resolve.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "answer/parsed/conditions.h"
#include "answer/parsed/date_filters.h"
#include "answer/parsed/explained.h"
#include "answer/parsed/measure_options.h"
#include "answer/parsed/names.h"
#include "answer/parsed/order.h"
#include "answer/parsed/sequence.h"
#include "answer/parsed/slots.h"
#include "answer/parsed/time_frame.h"
#include "answer/parsed/weights.h"
#include "answer/parsed/work_out.h"
#include "semantic/compiler.h"
#include "text/tokens.h"

namespace tally::answer::parsed {

using semantic::FieldRef;
using semantic::FilterOp;

namespace {

constexpr size_t kMostCombinations = 24;
constexpr size_t kAlternatives = 3;
constexpr double kAlternativeReach = 0.9;

semantic::Value::Kind value_kind(semantic::DataType type) {
  using semantic::DataType;
  switch (type) {
    case DataType::integer:
    case DataType::decimal:
    case DataType::float_:
      return semantic::Value::Kind::number;
    case DataType::boolean:
      return semantic::Value::Kind::boolean;
    case DataType::date:
      return semantic::Value::Kind::date;
    default:
      return semantic::Value::Kind::text;
  }
}

}  // namespace

// Reads one draft for one choice of metrics.
class DraftResolver {
 public:
  DraftResolver(Resolver& resolver, const Draft& draft)
      : resolver_(resolver),
        vocabulary_(resolver.vocabulary_),
        chart_(resolver.chart_),
        draft_(draft) {}

  std::vector<Candidate> run() {
    std::vector<std::vector<MeasureOption>> options;
    for (const MeasureMention& mention : draft_.measures)
      options.push_back(measure_options(vocabulary_, chart_, mention, draft_));
    std::vector<size_t> pick(options.size(), 0);
    for (size_t count = 0; count < kMostCombinations; ++count) {
      read_with(options, pick);
      size_t wheel = 0;
      while (wheel < pick.size() && ++pick[wheel] >= std::max<size_t>(1, options[wheel].size()))
        pick[wheel++] = 0;
      if (wheel == pick.size()) break;
    }
    return std::move(found_);
  }

 private:
  std::string words(const Item* item) const { return std::string(chart_.words(*item)); }

  void read_with(const std::vector<std::vector<MeasureOption>>& options,
                 const std::vector<size_t>& pick) {
    Candidate base;
    base.draft = &draft_;
    base.cost = draft_.cost;
    base.trouble = draft_.trouble;
    base.beyond = draft_.beyond;
    base.works_out = draft_.worked_out && draft_.worked_out->said_apart;
    metric_of_.clear();
    for (size_t i = 0; i < options.size(); ++i) {
      if (options[i].empty()) return;
      const MeasureOption& option = options[i][pick[i]];
      base.cost += option.cost;
      if (base.trouble.empty()) base.trouble = option.trouble;
      if (option.worked_out) {
        base.works_out = true;
        base.otherwise = option.otherwise;
      }
      if (base.beyond.empty()) base.beyond = option.beyond;
      if (!option.note.empty()) base.reasons.push_back({"assumption", option.note});
      metric_of_.push_back(option.metrics.empty() ? 0 : option.metrics[0]);
      for (uint32_t metric : option.metrics)
        if (std::find(base.metrics.begin(), base.metrics.end(), metric) == base.metrics.end())
          base.metrics.push_back(metric);
    }
    if (base.metrics.empty() && base.trouble.empty()) {
      base.no_measure = true;
      base.cost += weights::kNoMeasure;
    }
    slots_ = make_slots(vocabulary_, chart_, resolver_, draft_, base);
    check_context(base);
    check_time_roles(base);
    std::vector<size_t> best(slots_.size(), 0);
    found_.push_back(complete(base, best));
    for (size_t i = 0; i < slots_.size(); ++i) {
      for (size_t other = 1; other < std::min(slots_[i].choices.size(), kAlternatives + 1);
           ++other) {
        if (slots_[i].choices[other].cost - slots_[i].choices[0].cost > kAlternativeReach) break;
        std::vector<size_t> varied = best;
        varied[i] = other;
        found_.push_back(complete(base, varied));
      }
    }
  }

  // What is only talked about has to have to do with what is measured, or it would be dropped; also
  // the events that stand beside a value: "cost of web orders in the North district".
  void check_context(Candidate& base) const {
    for (const DimMention& dim : draft_.dims)
      if (!dim.grouped && dim.item->kind == ItemKind::noun) check_noun(base, *dim.item);
    for (const ValueMention& value : draft_.values)
      if (value.beside.noun != nullptr && names_events(*value.beside.noun))
        check_noun(base, *value.beside.noun);
  }

  bool names_events(const Item& noun) const {
    return std::all_of(noun.senses.begin(), noun.senses.end(), [&](const Sense& sense) {
      return vocabulary_.model.datasets[sense.index].kind == semantic::DatasetKind::fact;
    });
  }

  void check_noun(Candidate& base, const Item& noun) const {
    for (uint32_t metric : base.metrics) {
      const auto& facts = vocabulary_.metrics[metric].facts;
      bool related = std::any_of(noun.senses.begin(), noun.senses.end(), [&](const Sense& sense) {
        return std::all_of(facts.begin(), facts.end(), [&](uint32_t fact) {
          return vocabulary_.distance(fact, sense.index) >= 0;
        });
      });
      if (related) continue;
      base.cost += weights::kInexpressible;
      if (base.inexpressible.empty())
        base.inexpressible = fmt::format("{} is not available for {}.", words(&noun),
                                         vocabulary_.metrics[metric].spoken);
    }
  }

  // A way of dating that nothing measured has is no way of saying anything about it.
  void check_time_roles(Candidate& base) const {
    if (base.metrics.empty()) return;
    for (const Item* item : draft_.time_roles) {
      if (some_fact_has(base.metrics, *item)) continue;
      base.cost += weights::kInexpressible;
      if (base.inexpressible.empty())
        base.inexpressible = fmt::format("{} cannot be seen by when something was {}.",
                                         vocabulary_.metrics[base.metrics[0]].spoken, words(item));
    }
  }

  bool some_fact_has(const std::vector<uint32_t>& metrics, const Item& role) const {
    for (uint32_t metric : metrics)
      for (uint32_t fact : vocabulary_.metrics[metric].facts)
        for (const Sense& sense : role.senses)
          if (vocabulary_.model.datasets[fact].time_role(
                  vocabulary_.time_roles[sense.index].name) != nullptr)
            return true;
    return false;
  }

  Candidate complete(const Candidate& base, const std::vector<size_t>& pick) {
    Candidate out = base;
    for (uint32_t metric : out.metrics)
      out.request.metrics.push_back(vocabulary_.model.metrics[metric].name);
    for (size_t i = 0; i < slots_.size(); ++i)
      take(slots_[i].choices[pick[i]], asked_for(slots_[i], slots_[i].choices[pick[i]]), out);
    add_groups(out, pick);
    add_filters(out, pick);
    refuse_contradictions(out);
    refuse_both(out, pick);
    check_counted(out);
    add_having(out);
    Resolved resolved{vocabulary_, chart_, draft_, metric_of_, group_of_dim_};
    add_order(resolved, out);
    size_t groups = out.request.group_by.size();
    fill_time(vocabulary_, chart_, draft_, out);
    rows_.shifted = out.request.group_by.size() - groups;
    work_out(resolved, slots_, rows_, out);
    add_unexplained(out);
    explain(resolved, slots_, pick, out);
    return out;
  }

  // What is said to be missing: the noun that the question has, or the field.
  std::string asked_for(const Slot& slot, const FieldChoice& choice) const {
    const FieldEntry& entry = vocabulary_.fields[choice.field];
    bool noun = slot.dim != nullptr && slot.dim->item->kind == ItemKind::noun;
    return noun ? vocabulary_.dataset_spoken[entry.dataset] : entry.spoken;
  }

  // What a choice costs, and what it stands in the way of.
  void take(const FieldChoice& choice, const std::string& asked, Candidate& out) const {
    out.cost += choice.cost;
    const FieldEntry& entry = vocabulary_.fields[choice.field];
    if (entry.field->personal && out.personal.empty()) {
      out.personal = entry.spoken;
      if (out.no_measure && !choice.bare)
        out.cost -= weights::kNoMeasure;  // a list of them needs no measure
    }
    if (!choice.expressible && out.inexpressible.empty() && !out.metrics.empty())
      out.inexpressible = fmt::format("{} is not available for {}{}.", asked,
                                      blocked(out.metrics, choice.ref), available_for(choice.ref));
  }

  // "; it is for delays and delay minutes": what can be asked for instead. Empty: nothing.
  std::string available_for(const FieldRef& ref) const {
    constexpr size_t kMost = 3;
    std::vector<std::string> names;
    for (uint32_t metric = 0; metric < vocabulary_.metrics.size() && names.size() < kMost; ++metric)
      if (resolver_.expressible({metric}, ref)) names.push_back(vocabulary_.metrics[metric].spoken);
    if (names.empty()) return {};
    const std::string last = names.back();
    names.pop_back();
    return fmt::format("; it is for {}{}{}", fmt::join(names, ", "), names.empty() ? "" : " and ",
                       last);
  }

  std::string blocked(const std::vector<uint32_t>& metrics, const FieldRef& ref) const {
    for (uint32_t metric : metrics)
      if (!resolver_.expressible({metric}, ref)) return vocabulary_.metrics[metric].spoken;
    return vocabulary_.metrics[metrics[0]].spoken;
  }

  static void add_group(Candidate& out, semantic::GroupBy by) {
    auto& groups = out.request.group_by;
    if (std::find(groups.begin(), groups.end(), by) == groups.end())
      groups.push_back(std::move(by));
  }

  void add_groups(Candidate& out, const std::vector<size_t>& pick) {
    group_of_dim_.assign(draft_.dims.size(), -1);
    rows_.groups.assign(draft_.dims.size(), {});
    for (size_t d = 0; d < draft_.dims.size(); ++d) {
      const DimMention& dim = draft_.dims[d];
      if (!dim.grouped) continue;
      auto index = static_cast<int>(out.request.group_by.size());
      if (dim.grain) {
        add_group(out, {*dim.grain});
      } else {
        for (size_t i = 0; i < slots_.size(); ++i)
          if (slots_[i].dim == &dim) group_by_choice(out, dim, slots_[i].choices[pick[i]]);
      }
      if (index < static_cast<int>(out.request.group_by.size())) group_of_dim_[d] = index;
      rows_.groups[d] = {static_cast<size_t>(index), out.request.group_by.size()};
    }
    for (size_t i = 0; i < slots_.size(); ++i) {
      const auto& values = slots_[i].values;
      bool compared = values.size() > 1 &&
                      std::any_of(values.begin(), values.end(),
                                  [](const ValueMention* value) { return value->compared; });
      compared = compared || is_both(slots_[i].choices[pick[i]]);
      if (compared) add_group(out, {slots_[i].choices[pick[i]].ref});
    }
  }

  void group_by_choice(Candidate& out, const DimMention& dim, const FieldChoice& choice) {
    uint32_t owner = vocabulary_.fields[choice.field].dataset;
    const auto labels =
        dim.counted ? vocabulary_.identity_fields(owner) : vocabulary_.label_fields(owner);
    // "by movement", a field of movements that have no name
    const bool named = std::find(labels.begin(), labels.end(), choice.field) != labels.end();
    if (!named || !names_members(dim, owner)) return add_group(out, {choice.ref});
    for (uint32_t label : labels) {
      const semantic::Field& field = *vocabulary_.fields[label].field;
      if (dim.item->kind != ItemKind::noun && label != choice.field) continue;
      if (field.personal) continue;
      add_group(out, {FieldRef{choice.ref.dataset, field.name, choice.ref.role}});
    }
    add_entity(out, owner, choice.ref);
  }

  // "by doctor": the noun itself, or a label that goes by the same word.
  bool names_members(const DimMention& dim, uint32_t dataset) const {
    if (dim.item->kind == ItemKind::noun) return true;
    std::string key;
    for (size_t at = dim.item->first; at < dim.item->last; ++at)
      key += (key.empty() ? "" : " ") + chart_.tokens[at].stem;
    auto senses = vocabulary_.senses(key);
    return std::any_of(senses.begin(), senses.end(), [&](const Sense& sense) {
      return sense.kind == SenseKind::dataset && sense.index == dataset;
    });
  }

  // Of a history, the members that share a name are told apart by what identifies them.
  void add_entity(Candidate& out, uint32_t dataset, const FieldRef& named) const {
    const semantic::Dataset& owner = vocabulary_.model.datasets[dataset];
    const semantic::Field* entity = owner.field(owner.entity_key);
    bool shown = entity != nullptr && entity->is_dimension && !entity->personal;
    if (shown) add_group(out, {FieldRef{owner.name, entity->name, named.role}});
  }

  void add_filters(Candidate& out, const std::vector<size_t>& pick) {
    rows_.filters.clear();
    for (size_t i = 0; i < slots_.size(); ++i) {
      const size_t first = out.request.filters.size();
      const FieldChoice& choice = slots_[i].choices[pick[i]];
      if (slots_[i].condition != nullptr) add_condition(out, *slots_[i].condition, choice);
      if (!slots_[i].values.empty()) add_values(out, slots_[i], choice);
      rows_.filters.emplace_back(first, out.request.filters.size());
    }
  }

  // "buyers of both Books and Music": those with each of them, where a filter takes those with any.
  // Of what is counted row by row no row has both, so any is meant.
  void refuse_both(Candidate& out, const std::vector<size_t>& pick) const {
    if (!counts_things(out.metrics)) return;
    for (size_t i = 0; i < slots_.size(); ++i) {
      const auto& values = slots_[i].values;
      bool both =
          slots_[i].choices[pick[i]].stored.size() > 1 && values[0]->both && !values[0]->negated;
      if (both) return refuse_each(out, *values.front()->item, *values.back()->item);
    }
    for (size_t i = 0; i < draft_.times.size(); ++i) {
      if (draft_.times[i].both)
        return refuse_each(out, *draft_.times[i].item,
                           *draft_.times[i + 1 < draft_.times.size() ? i + 1 : i].item);
      if (draft_.times[i].negated && !draft_.times[i].roles.empty()) return refuse_undone(out, i);
      if (i > 0) refuse_again(out, *draft_.times[i - 1].item, draft_.times[i]);
    }
  }

  // "buyers who did not buy in 2001": no row says who did not.
  void refuse_undone(Candidate& out, size_t time) const {
    if (!out.beyond.empty()) return;
    out.beyond = fmt::format(
        "‘{}’: who did it at another time can be counted, and who did not do it then cannot.",
        words(draft_.times[time].item));
  }

  // "buyers of 2001 who had bought the year before": at both times, where the request takes either.
  void refuse_again(Candidate& out, const Item& before, const TimeMention& time) const {
    bool apart = !time.joined && !draft_.compared_times && out.beyond.empty() &&
                 time.item->time->relative &&
                 time.item->time->relative->anchor == text::Relative::Anchor::named;
    if (!apart) return;
    out.beyond = fmt::format(
        "‘{}’ and ‘{}’ are two times for the same ones, which cannot be asked for yet; ask for one "
        "at a time.",
        words(&before), words(time.item));
  }

  void refuse_each(Candidate& out, const Item& first, const Item& last) const {
    if (!out.beyond.empty()) return;
    out.beyond = fmt::format(
        "‘both {}’ asks for those with each of the two, which cannot be asked for yet; ask for one "
        "at a time, or for either.",
        chart_.words(first.first, last.last));
  }

  // Whether something is counted that may stand in many rows: shoppers, baskets.
  bool counts_things(const std::vector<uint32_t>& metrics) const {
    return std::any_of(metrics.begin(), metrics.end(), [&](uint32_t metric) {
      return vocabulary_.metrics[metric].aggregate == "count" &&
             vocabulary_.metrics[metric].counts < 0;
    });
  }

  // "customers by net paid, with their ids": how many there are of one member is always one.
  void check_counted(Candidate& out) const {
    for (uint32_t metric : out.metrics) {
      const MetricEntry& entry = vocabulary_.metrics[metric];
      int counted = entry.counts >= 0 ? entry.counts : entry.counts_via;
      int key = counted < 0 ? -1 : vocabulary_.presence_field(static_cast<uint32_t>(counted));
      if (key < 0) continue;
      bool itself = std::any_of(
          out.request.group_by.begin(), out.request.group_by.end(), [&](const auto& by) {
            const auto* field = std::get_if<FieldRef>(&by.by);
            return field != nullptr && vocabulary_.field_index(field->dataset, field->field) == key;
          });
      if (itself) out.cost += weights::kCountedByItself;
    }
  }

  // A field that has to be two things at once is nothing anybody asks for.
  void refuse_contradictions(Candidate& out) const {
    const auto& filters = out.request.filters;
    for (size_t i = 0; i < filters.size(); ++i)
      for (size_t j = i + 1; j < filters.size(); ++j)
        if (filters[i].field == filters[j].field && filters[i].op == FilterOp::equal &&
            filters[j].op == FilterOp::equal) {
          out.cost += weights::kTaken;
          if (!out.trouble.empty() || filters[i].values == filters[j].values) continue;
          out.contradicts = true;
          out.trouble =
              fmt::format("‘{}’ and ‘{}’ cannot both be the {}.", filters[i].values[0].text,
                          filters[j].values[0].text, text::spoken(filters[i].field.field));
        }
    for (const semantic::Filter& filter : filters) {
      int field = vocabulary_.field_index(filter.field.dataset, filter.field.field);
      bool flag = filter.op == FilterOp::equal && field >= 0 &&
                  vocabulary_.is_flag(static_cast<uint32_t>(field));
      if (flag && std::find(out.request.group_by.begin(), out.request.group_by.end(),
                            semantic::GroupBy{filter.field}) != out.request.group_by.end())
        out.cost += weights::kTaken;  // of a truth value the one row that is left
      bool one_row = filter.op == FilterOp::equal && !flag &&
                     std::find(out.request.group_by.begin(), out.request.group_by.end(),
                               semantic::GroupBy{filter.field}) != out.request.group_by.end();
      if (one_row) out.cost += weights::kOneRow;
    }
  }

  void add_condition(Candidate& out, const Condition& condition, const FieldChoice& choice) const {
    const FieldEntry& entry = vocabulary_.fields[choice.field];
    if (entry.field->personal) return;  // refused by its name
    if (condition.time != nullptr || (condition.age && dates_by(entry)))
      return add_date_filters(vocabulary_, chart_, condition, choice, out);
    semantic::Filter filter{choice.ref, condition.op, {}};
    if (condition.thing && condition.op == FilterOp::is_null)
      refuse_no_rows(out, condition, choice);
    // "without an escort", of a flag: it says no
    if (condition.thing && vocabulary_.is_flag(choice.field)) {
      bool yes = condition.op == FilterOp::is_not_null;
      filter.op = FilterOp::equal;
      filter.values.push_back(
          {value_kind(entry.field->type), vocabulary_.flag_value(choice.field, yes)});
    }
    for (const std::string& number : condition.numbers)
      filter.values.push_back({semantic::Value::Kind::number,
                               in_unit(number, condition.unit, entry.unit).value_or(number)});
    out.request.filters.push_back(std::move(filter));
  }

  // "customers without an order", where orders are what the customers are counted in: those that no
  // row is about are in none.
  void refuse_no_rows(Candidate& out, const Condition& condition, const FieldChoice& choice) const {
    uint32_t index = vocabulary_.fields[choice.field].dataset;
    bool key = vocabulary_.presence_field(index) == static_cast<int>(choice.field);
    bool measured = std::any_of(out.metrics.begin(), out.metrics.end(), [&](uint32_t metric) {
      const auto& facts = vocabulary_.metrics[metric].facts;
      return std::find(facts.begin(), facts.end(), index) != facts.end();
    });
    if (!key || !measured || !out.beyond.empty()) return;
    out.beyond =
        fmt::format("Only what has {} is counted here, so those without ‘{}’ cannot be asked for.",
                    vocabulary_.dataset_spoken[index], words(condition.item));
  }

  // "rural and non-rural districts": nothing is left out, the two are set side by side.
  bool is_both(const FieldChoice& choice) const {
    return vocabulary_.is_flag(choice.field) && choice.stored.size() > 1;
  }

  void add_values(Candidate& out, const Slot& slot, const FieldChoice& choice) const {
    if (is_both(choice)) return;
    const semantic::Field& field = *vocabulary_.fields[choice.field].field;
    bool negated = slot.values[0]->negated;
    bool several = choice.stored.size() > 1;
    semantic::Filter filter;
    filter.field = choice.ref;
    filter.op = several ? (negated ? FilterOp::not_in : FilterOp::in)
                        : (negated ? FilterOp::not_equal : FilterOp::equal);
    for (const std::string& stored : choice.stored)
      filter.values.push_back({value_kind(field.type), stored});
    out.request.filters.push_back(std::move(filter));
    if (choice.recorded) return;
    for (const std::string& stored : choice.stored) {
      if (vocabulary_.has_value(choice.field, stored)) continue;
      if (may_be(field, stored))
        out.reasons.push_back({"no_such_row", absence(choice, stored)});
      else
        out.absent = absence(choice, stored);
    }
  }

  // It is a value of the field by what is said of its column, only no row has it.
  static bool may_be(const semantic::Field& field, const std::string& stored) {
    const auto& accepted = field.accepted_values;
    return std::find(accepted.begin(), accepted.end(), stored) != accepted.end();
  }

  std::string absence(const FieldChoice& choice, const std::string& stored) const {
    const FieldEntry& entry = vocabulary_.fields[choice.field];
    std::string reason =
        fmt::format("No {} is {} in the data", entry.spoken, spoken_value(*entry.field, stored));
    const auto* column = vocabulary_.facts.values.find_column(choice.ref.dataset, choice.ref.field);
    if (column == nullptr || column->values.empty()) return reason + ".";
    reason += "; recorded: ";
    for (size_t i = 0; i < column->values.size() && i < 8; ++i)
      reason += (i > 0 ? ", " : "") + column->values[i].first;
    if (column->values.size() > 8) reason += fmt::format(" and {} more", column->values.size() - 8);
    return reason + ".";
  }

  void add_having(Candidate& out) {
    for (const Condition& condition : draft_.conditions) {
      if (condition.measure < 0) continue;
      if (static_cast<size_t>(condition.measure) >= metric_of_.size()) continue;
      semantic::MetricFilter filter;
      filter.metric =
          vocabulary_.model.metrics[metric_of_[static_cast<size_t>(condition.measure)]].name;
      filter.op = condition.op;
      const MetricEntry& metric =
          vocabulary_.metrics[metric_of_[static_cast<size_t>(condition.measure)]];
      for (const std::string& number : condition.numbers)
        filter.values.push_back({semantic::Value::Kind::number,
                                 in_unit(number, condition.unit, metric.unit).value_or(number)});
      out.request.having.push_back(std::move(filter));
      if (!out.request.group_by.empty() || !out.trouble.empty()) continue;
      out.trouble = fmt::format(
          "‘{}’ compares {} of what? Say by what to group, as in “by …”.", words(condition.item),
          words(draft_.measures[static_cast<size_t>(condition.measure)].item));
      out.cost += weights::kNoMeasure;
    }
  }

  void add_unexplained(Candidate& out) const {
    // neighbours are named together: "churn rate"
    std::vector<const Item*> items = draft_.unknown;
    std::sort(items.begin(), items.end(),
              [](const Item* a, const Item* b) { return a->first < b->first; });
    for (size_t i = 0; i < items.size();) {
      size_t end = i + 1;
      while (end < items.size() && items[end]->first == items[end - 1]->last) ++end;
      out.unknown.emplace_back(chart_.words(items[i]->first, items[end - 1]->last));
      i = end;
    }
    for (const Item* item : draft_.unrecorded)
      out.unrecorded = vocabulary_.model.unrecorded[item->senses[0].index].topic;
    for (const Item* item : draft_.items)
      if (!item->corrected.empty())
        out.reasons.push_back(
            {"spelling", fmt::format("‘{}’ was read as ‘{}’.", words(item), item->corrected)});
  }

  Resolver& resolver_;
  const Vocabulary& vocabulary_;
  const Chart& chart_;
  const Draft& draft_;
  std::vector<Slot> slots_;
  std::vector<uint32_t> metric_of_;  // of each measure mention, the first it stands for
  std::vector<int> group_of_dim_;    // index into the request's group_by
  RequestParts rows_;
  std::vector<Candidate> found_;
};

// Compared without a copy: this is asked of every pair of readings.
bool asks_the_same(const semantic::MetricRequest& a, const semantic::MetricRequest& b) {
  return a.metrics == b.metrics && a.group_by == b.group_by &&
         std::is_permutation(a.filters.begin(), a.filters.end(), b.filters.begin(),
                             b.filters.end()) &&
         a.time_role == b.time_role && a.having == b.having && a.time == b.time &&
         a.time_parts == b.time_parts && a.order == b.order && a.limit == b.limit &&
         a.limit_within == b.limit_within && a.parts == b.parts &&
         a.calculations == b.calculations && a.summary == b.summary;
}

bool Resolver::expressible(const std::vector<uint32_t>& metrics, const FieldRef& ref) {
  return std::all_of(metrics.begin(), metrics.end(), [&](uint32_t metric) {
    auto [at, added] = known_.try_emplace({metric, ref.dataset, ref.field, ref.role}, false);
    if (added)
      at->second = semantic::can_express(vocabulary_.model, vocabulary_.model.metrics[metric], ref);
    return at->second;
  });
}

std::vector<Candidate> Resolver::resolve(const Draft& draft) {
  std::vector<Candidate> all = DraftResolver(*this, draft).run();
  std::stable_sort(all.begin(), all.end(),
                   [](const Candidate& a, const Candidate& b) { return a.cost < b.cost; });
  std::vector<Candidate> out;
  for (Candidate& candidate : all) {
    bool known = std::any_of(out.begin(), out.end(), [&](const Candidate& there) {
      return asks_the_same(there.request, candidate.request) && there.unknown == candidate.unknown;
    });
    if (!known) out.push_back(std::move(candidate));
  }
  return out;
}

}  // namespace tally::answer::parsed
