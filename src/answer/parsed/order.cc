#include "answer/parsed/order.h"

#include <fmt/format.h>

#include <algorithm>

#include "answer/parsed/weights.h"

namespace tally::answer::parsed {

namespace {

class Ordering {
 public:
  explicit Ordering(const Resolved& resolved)
      : vocabulary_(resolved.vocabulary),
        chart_(resolved.chart),
        draft_(resolved.draft),
        metric_of_(resolved.metric_of),
        group_of_dim_(resolved.group_of_dim) {}

  void run(Candidate& out) const {
    if (draft_.top) return add_top(out);
    if (draft_.order_dim >= 0 || draft_.alphabetical || draft_.chronological)
      return add_dim_order(out);
    bool ordering = draft_.descending.has_value() ||
                    std::any_of(draft_.measures.begin(), draft_.measures.end(),
                                [](const MeasureMention& mention) { return mention.ordering; });
    if (!ordering || out.request.metrics.empty()) return;
    if (out.request.group_by.empty()) return;  // one row has no order
    std::string name = order_metric(out);
    bool turned = draft_.judged_order && is_better_lower(name);
    out.request.order.push_back({name, draft_.descending.value_or(true) != turned});
  }

 private:
  bool is_better_lower(const std::string& metric) const {
    int index = vocabulary_.metric_index(metric);
    return index >= 0 && vocabulary_.model.metrics[static_cast<size_t>(index)].lower_is_better;
  }

  std::string order_metric(const Candidate& out) const {
    if (draft_.top && draft_.top->measure >= 0 &&
        static_cast<size_t>(draft_.top->measure) < metric_of_.size())
      return vocabulary_.model.metrics[metric_of_[static_cast<size_t>(draft_.top->measure)]].name;
    for (size_t i = 0; i < draft_.measures.size() && i < metric_of_.size(); ++i)
      if (draft_.measures[i].ordering) return vocabulary_.model.metrics[metric_of_[i]].name;
    return out.request.metrics.empty() ? "" : out.request.metrics[0];
  }

  void add_dim_order(Candidate& out) const {
    size_t index = 0;
    if (draft_.order_dim >= 0 && group_of_dim_[static_cast<size_t>(draft_.order_dim)] >= 0)
      index = static_cast<size_t>(group_of_dim_[static_cast<size_t>(draft_.order_dim)]);
    for (size_t i = 0; i < out.request.group_by.size(); ++i) {
      bool grain = std::holds_alternative<semantic::Grain>(out.request.group_by[i].by);
      bool wanted =
          draft_.chronological ? grain : draft_.alphabetical && draft_.order_dim < 0 && !grain;
      if (!wanted) continue;
      index = i;
      break;
    }
    if (index >= out.request.group_by.size()) return;
    out.request.order.push_back({index, draft_.descending.value_or(false)});
  }

  void add_top(Candidate& out) const {
    const Top& top = *draft_.top;
    out.ranked = true;
    bool has_group = !out.request.group_by.empty();
    if (out.request.metrics.empty()) {
      limit_top(out, has_group);
      return;
    }
    std::string name = order_metric(out);
    bool turned = top.judged && is_better_lower(name);
    if (!has_group) {
      if (out.trouble.empty())
        out.trouble = fmt::format("‘{}’ of what? Say by what to group, as in “by …”.",
                                  chart_.words(*top.item));
      out.cost += weights::kNoMeasure;
      return;
    }
    out.request.order.push_back({name, (top.direction > 0) != turned});
    limit_top(out, has_group);
  }

  void limit_top(Candidate& out, bool has_group) const {
    const Top& top = *draft_.top;
    if (!has_group) return;
    if (top.count) {
      out.request.limit = static_cast<uint64_t>(*top.count);
      return;
    }
    bool plural = top.target >= 0 && draft_.dims[static_cast<size_t>(top.target)].plural;
    bool by_list =
        top.target >= 0 && draft_.measures.size() == 1 && top.measure >= 0 && is_by_list();
    if (by_list) return;  // "highest sales by state": all of them, ordered
    out.request.limit = plural && top.within.empty() ? 10 : 1;
    if (plural && top.within.empty())
      out.reasons.push_back({"assumption", "No number was given: at most 10 are shown."});
  }

  // The ranked dimension stands after its measure, behind "by": "highest sales by state".
  bool is_by_list() const {
    const DimMention& dim = draft_.dims[static_cast<size_t>(draft_.top->target)];
    size_t measure = draft_.measures[static_cast<size_t>(draft_.top->measure)].item->first;
    return !dim.each && dim.item->first > measure && draft_.top->item->first < measure &&
           follows_by(dim.item);
  }

  bool follows_by(const Item* item) const {
    const Item* last = nullptr;
    for (const Item* each : draft_.items) {
      if (each == item) break;
      bool stop = each->kind == ItemKind::phrase && each->phrase->kind == PhraseKind::stop;
      if (!stop) last = each;
    }
    return last != nullptr && last->kind == ItemKind::phrase &&
           last->phrase->kind == PhraseKind::by;
  }

  const Vocabulary& vocabulary_;
  const Chart& chart_;
  const Draft& draft_;
  const std::vector<uint32_t>& metric_of_;
  const std::vector<int>& group_of_dim_;
};

}  // namespace

void add_order(const Resolved& resolved, Candidate& out) {
  Ordering(resolved).run(out);
}

}  // namespace tally::answer::parsed
