#include "answer/parsed/measure_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "answer/parsed/weights.h"
#include "text/tokens.h"

namespace tally::answer::parsed {

namespace {

bool has_aggregate(const Vocabulary& vocabulary, uint32_t metric, Aggregate wanted) {
  const std::string& aggregate = vocabulary.metrics[metric].aggregate;
  const std::string& spoken = vocabulary.metrics[metric].spoken;
  auto says = [&](std::string_view word) {
    std::string whole = " " + std::string(word);
    std::string padded = " " + spoken + " ";
    return padded.find(whole + " ") != std::string::npos ||
           padded.find(whole + "s ") != std::string::npos;
  };
  switch (wanted) {
    case Aggregate::average:
      return aggregate == "avg" || aggregate == "mean" || says("average") || says("avg") ||
             says("mean");
    case Aggregate::maximum:
      return aggregate == "max" || says("max") || says("maximum");
    case Aggregate::minimum:
      return aggregate == "min" || says("min") || says("minimum");
    case Aggregate::median:
      return aggregate == "median" || says("median");
    case Aggregate::share:
      return says("share") || says("rate") || says("percent") || says("percentage") ||
             says("ratio") || says("fraction") || says("pct");
    case Aggregate::growth:
      return says("growth") || says("change");
  }
  return false;
}

class Options {
 public:
  Options(const Vocabulary& vocabulary, const Chart& chart, const MeasureMention& mention,
          const Draft& draft)
      : vocabulary_(vocabulary),
        chart_(chart),
        mention_(mention),
        every_member_(draft.every_member),
        worked_out_(draft.worked_out ? &*draft.worked_out : nullptr) {}

  std::vector<MeasureOption> run() {
    if (mention_.counted) {
      count_options();
    } else {
      for (const Sense& sense : mention_.item->senses) {
        if (sense.kind == SenseKind::metric) metric_options(sense.index, sense.cost);
        if (sense.kind == SenseKind::family) family_options(sense.index, sense.cost);
      }
    }
    check_distinct();
    check_aggregate();
    return std::move(options_);
  }

 private:
  std::string words() const { return std::string(chart_.words(*mention_.item)); }
  const semantic::Metric& metric(uint32_t index) const { return vocabulary_.model.metrics[index]; }

  void add(std::vector<uint32_t> metrics, double cost, std::string note = {}) {
    for (MeasureOption& there : options_) {
      if (there.metrics != metrics) continue;
      if (cost < there.cost) there.cost = cost;
      return;
    }
    options_.push_back({.metrics = std::move(metrics), .cost = cost, .note = std::move(note)});
  }

  const FamilyEntry* family_of(uint32_t index) const {
    for (const FamilyEntry& family : vocabulary_.families)
      if (!metric(index).family.empty() && family.name == metric(index).family) return &family;
    return nullptr;
  }

  int member_metric(const FamilyEntry& family, const std::string& member) const {
    for (uint32_t index : family.metrics)
      if (metric(index).member == member) return static_cast<int>(index);
    return -1;
  }

  void metric_options(uint32_t index, double cost) {
    const FamilyEntry* family = family_of(index);
    bool parted = every_member_ || !mention_.members.empty();
    if (!parted) {
      add({index}, cost);
      if (family != nullptr && metric(index).member.empty()) other_members(*family, cost);
      return;
    }
    bool same = mention_.members.size() == 1 &&
                metric(index).member == vocabulary_.members[mention_.members[0]].name;
    if (same) return add({index}, cost);
    // A metric that says its member needs no other; one without a family knows none.
    if (family == nullptr || !metric(index).member.empty()) return add_parted(index, cost);
    if (lacks_lent(*family)) return add({index}, cost);
    member_options(*family, cost);
  }

  // A metric that has no parts is seen in the part that all its facts belong to, and in no other.
  void add_parted(uint32_t index, double cost) {
    if (mention_.lent || every_member_ || within_members(index)) return add({index}, cost);
    MeasureOption option{.metrics = {index}, .cost = cost + weights::kInexpressible};
    option.beyond = fmt::format("{} cannot be asked for by {}.", vocabulary_.metrics[index].spoken,
                                vocabulary_.members[mention_.members[0]].spoken);
    options_.push_back(std::move(option));
  }

  bool within_members(uint32_t index) const {
    std::set<uint32_t> facts;
    for (uint32_t member : mention_.members)
      for (uint32_t i = 0; i < vocabulary_.metrics.size(); ++i)
        if (metric(i).member == vocabulary_.members[member].name)
          facts.insert(vocabulary_.metrics[i].facts.begin(), vocabulary_.metrics[i].facts.end());
    const auto& own = vocabulary_.metrics[index].facts;
    return metric(index).member.empty() && !own.empty() &&
           std::all_of(own.begin(), own.end(),
                       [&](uint32_t fact) { return facts.count(fact) > 0; });
  }

  // Members that the measure before has, and this one does not.
  bool lacks_lent(const FamilyEntry& family) const {
    return mention_.lent &&
           std::any_of(mention_.members.begin(), mention_.members.end(), [&](uint32_t member) {
             return member_metric(family, vocabulary_.members[member].name) < 0;
           });
  }

  void family_options(uint32_t index, double cost) {
    const FamilyEntry& family = vocabulary_.families[index];
    bool parted = !mention_.members.empty() && !lacks_lent(family);
    if (every_member_ || parted) return member_options(family, cost);
    int whole = member_metric(family, "");
    if (whole >= 0) {
      add({static_cast<uint32_t>(whole)}, cost);
      other_members(family, cost);
      return;
    }
    for (uint32_t metric_of : family.metrics) add({metric_of}, cost);
  }

  // Where the whole cannot be seen by what is asked, one member may: "sales by store".
  void other_members(const FamilyEntry& family, double cost) {
    for (uint32_t index : family.metrics)
      if (!metric(index).member.empty())
        add({index}, cost + weights::kOtherMember,
            fmt::format("‘{}’ was read as {}: the others cannot be seen this way.", words(),
                        vocabulary_.metrics[index].spoken));
  }

  void member_options(const FamilyEntry& family, double cost) {
    MeasureOption option;
    option.cost = cost;
    if (every_member_ && mention_.members.empty()) {
      for (uint32_t index : family.metrics)
        if (!metric(index).member.empty()) option.metrics.push_back(index);
    }
    for (uint32_t member : mention_.members) {
      int index = member_metric(family, vocabulary_.members[member].name);
      if (index >= 0) {
        option.metrics.push_back(static_cast<uint32_t>(index));
      } else {
        option.trouble = fmt::format("{} is not known for {}.", family.spoken,
                                     vocabulary_.members[member].spoken);
      }
    }
    if (mention_.summed && option.trouble.empty()) add_up(family, option);
    if (mention_.both && option.beyond.empty()) check_both(option);
    if (!option.trouble.empty() || option.metrics.empty()) {
      option.metrics = {family.metrics.begin(),
                        family.metrics.begin() + (family.metrics.empty() ? 0 : 1)};
      option.cost += weights::kInexpressible;
      if (option.trouble.empty())
        option.trouble = fmt::format("{} has no parts to choose from.", family.spoken);
      if (option.metrics.empty()) return;
    }
    options_.push_back(std::move(option));
  }

  // The metric of the whole, if the parts named are all that it has.
  void add_up(const FamilyEntry& family, MeasureOption& option) {
    std::set<uint32_t> facts;
    for (uint32_t part : option.metrics)
      facts.insert(vocabulary_.metrics[part].facts.begin(), vocabulary_.metrics[part].facts.end());
    int whole = member_metric(family, "");
    bool all = whole >= 0;
    if (all) {
      const auto& of = vocabulary_.metrics[static_cast<size_t>(whole)].facts;
      all = std::set<uint32_t>(of.begin(), of.end()) == facts;
    }
    if (all) {
      option.metrics = {static_cast<uint32_t>(whole)};
      return;
    }
    option.beyond = fmt::format(
        "No metric adds up the {} of these parts alone; ask for them apart.", family.spoken);
  }

  // "buyers both in shops and online": those of each part, where there are only counts of one.
  void check_both(MeasureOption& option) {
    bool things = std::any_of(option.metrics.begin(), option.metrics.end(), [&](uint32_t index) {
      return vocabulary_.metrics[index].counts_via >= 0;
    });
    if (things)
      option.beyond = fmt::format(
          "‘both’ asks for {} that are in each of the parts, which cannot be asked for yet.",
          words());
  }

  void count_options() {
    double least = mention_.item->senses[0].cost;
    for (const Sense& sense : mention_.item->senses) least = std::min<double>(least, sense.cost);
    for (const Sense& sense : mention_.item->senses) {
      // what only looks like the word is not counted in its place
      if (sense.cost >= least + weights::kLookAlike - 0.01) continue;
      for (uint32_t i = 0; i < vocabulary_.metrics.size(); ++i) {
        const MetricEntry& entry = vocabulary_.metrics[i];
        bool parted =
            mention_.members.empty() ||
            std::any_of(mention_.members.begin(), mention_.members.end(), [&](uint32_t member) {
              return vocabulary_.members[member].name == metric(i).member;
            });
        if (!parted) continue;
        if (entry.counts == static_cast<int>(sense.index)) add({i}, sense.cost);
        if (entry.counts_via == static_cast<int>(sense.index))
          add({i}, sense.cost + weights::kCountedByKey);
      }
    }
    if (!options_.empty()) return;
    MeasureOption none;
    none.cost = weights::kInexpressible;
    none.trouble = fmt::format("No metric counts {}.", words());
    options_.push_back(std::move(none));
  }

  // "how many different items were sold": a sum of units does not tell items apart.
  void check_distinct() {
    if (!mention_.distinct) return;
    for (MeasureOption& option : options_) {
      bool fits = std::all_of(option.metrics.begin(), option.metrics.end(), [&](uint32_t index) {
        return vocabulary_.metrics[index].aggregate == "count";
      });
      if (fits) continue;
      option.cost += weights::kInexpressible;
      if (option.beyond.empty())
        option.beyond = fmt::format("No metric counts different {}.", words());
    }
  }

  void check_aggregate() {
    if (!mention_.aggregate) return;
    std::string asked = words();
    for (MeasureOption& option : options_) {
      bool fits = std::all_of(option.metrics.begin(), option.metrics.end(), [&](uint32_t index) {
        return has_aggregate(vocabulary_, index, *mention_.aggregate) || says_unit(index);
      });
      if (fits) continue;
      option.worked_out = is_worked_out();
      option.cost += option.worked_out ? weights::kWorkedOut : weights::kInexpressible;
      std::string& why = option.worked_out ? option.otherwise : option.beyond;
      if (why.empty())
        why = *mention_.aggregate == Aggregate::growth
                  ? fmt::format(
                        "No metric says how {} changes, so ‘{}’ cannot be answered; ask for it "
                        "by month or by year.",
                        asked, aggregate_words())
                  : fmt::format("No metric is the {} of {}.", aggregate_words(), asked);
    }
  }

  bool is_worked_out() const {
    if (worked_out_ == nullptr || worked_out_->said_apart) return false;
    switch (worked_out_->kind) {
      case WorkedOut::Kind::share:
        return *mention_.aggregate == Aggregate::share;
      case WorkedOut::Kind::change:
        return *mention_.aggregate == Aggregate::growth || *mention_.aggregate == Aggregate::share;
      case WorkedOut::Kind::fold:
        return worked_out_->fold == mention_.aggregate;
      default:
        return false;
    }
  }

  // "margin %" of a metric that is in percent; "% of margin" is something else.
  bool says_unit(uint32_t index) const {
    const std::string& said = mention_.aggregate_item->phrase->text;
    bool behind = mention_.aggregate_item->first >= mention_.item->last;
    return behind && vocabulary_.metrics[index].unit == "%" &&
           (said == "%" || said == "percent" || said == "percentage" || said == "rate");
  }

  std::string aggregate_words() const {
    std::string said(chart_.words(*mention_.aggregate_item));
    for (std::string_view lead : {"the ", "on "})
      if (said.starts_with(lead)) said = said.substr(lead.size());
    return said.ends_with(" of") ? said.substr(0, said.size() - 3) : said;
  }

  const Vocabulary& vocabulary_;
  const Chart& chart_;
  const MeasureMention& mention_;
  bool every_member_;
  const WorkedOut* worked_out_;
  std::vector<MeasureOption> options_;
};

}  // namespace

std::vector<MeasureOption> measure_options(const Vocabulary& vocabulary, const Chart& chart,
                                           const MeasureMention& mention, const Draft& draft) {
  return Options(vocabulary, chart, mention, draft).run();
}

}  // namespace tally::answer::parsed
