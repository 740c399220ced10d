#include <algorithm>

#include "answer/parsed/draft.h"
#include "answer/parsed/sequence.h"
#include "answer/parsed/weights.h"
#include "text/stem.h"

namespace tally::answer::parsed {

namespace {

using semantic::FilterOp;
using semantic::Grain;

constexpr int kMostRows = 1000;  // "top 2009" is a year

FilterOp filter_op(Compare compare) {
  switch (compare) {
    case Compare::less:
      return FilterOp::less;
    case Compare::less_equal:
      return FilterOp::less_equal;
    case Compare::greater:
      return FilterOp::greater;
    case Compare::greater_equal:
      return FilterOp::greater_equal;
    case Compare::equal:
      return FilterOp::equal;
  }
  return FilterOp::equal;
}

// One pass from left to right places every node; what the pass cannot know yet (which mention a
// superlative ranks, which fields stand alone) is settled after it.
class Assembler {
 public:
  Assembler(const Vocabulary& vocabulary, const Chart& chart, const Covering& covering)
      : vocabulary_(vocabulary), chart_(chart), nodes_(make_sequence(covering)) {
    draft_.cost = covering.cost;
    draft_.items = covering.items;
  }

  Draft run() {
    attach_qualifiers(vocabulary_, nodes_);
    for (at_ = 0; at_ < nodes_.size(); ++at_)
      if (!nodes_[at_].placed) place(nodes_[at_]);
    for (at_ = 0; at_ < nodes_.size(); ++at_)
      if (nodes_[at_].kind() == ItemKind::number && !nodes_[at_].placed) stray_number(at_);
    settle_members();
    settle_negation();
    settle_plain_dims();
    settle_top();
    settle_measures();
    settle_comparison();
    return std::move(draft_);
  }

 private:
  enum class Mode { none, group, group_each, which, top, order };

  Node* after(size_t k, size_t steps = 1) {
    return k + steps < nodes_.size() ? &nodes_[k + steps] : nullptr;
  }
  Node* before(size_t k) { return k > 0 ? &nodes_[k - 1] : nullptr; }

  void unknown(const Item* item, double cost) {
    draft_.unknown.push_back(item);
    draft_.cost += cost;
  }

  void place(Node& node) {
    node.placed = true;
    switch (node.kind()) {
      case ItemKind::measure:
        return place_measure(node);
      case ItemKind::member:
        return place_member(node);
      case ItemKind::noun:
      case ItemKind::field:
        return place_dim(node, std::nullopt);
      case ItemKind::value:
        return place_value(node);
      case ItemKind::path_role:
        if (!node.consumed) {
          draft_.context.push_back(node.item);
          draft_.cost += weights::kContextNoun * 3;
        }
        return;
      case ItemKind::time_role:
        return place_time_role(node);
      case ItemKind::unrecorded:
        return draft_.unrecorded.push_back(node.item);
      case ItemKind::time:
        return place_time(node);
      case ItemKind::number:
        node.placed = false;
        return;  // whoever needs it takes it
      case ItemKind::phrase:
        return place_phrase(node);
      case ItemKind::unknown:
        return unknown(node.item, 0);
    }
  }

  void place_time_role(Node& node) {
    draft_.time_roles.push_back(node.item);
    // "shipped to Ohio" says where, not when
    Node* next = after(at_);
    bool where = next != nullptr && next->gap.starts_with("to") &&
                 (next->is_dim() || next->kind() == ItemKind::value);
    if (where) draft_.cost += weights::kIdleTimeRole;
  }

  void place_phrase(Node& node) {
    switch (node.item->phrase->kind) {
      case PhraseKind::stop:
      case PhraseKind::much:
        break;
      case PhraseKind::by:
        mode_ = is_each(node) ? Mode::group_each : Mode::group;
        break;
      case PhraseKind::which:
        mode_ = Mode::which;
        break;
      case PhraseKind::with:
        mode_ = Mode::none;
        break;
      case PhraseKind::top:
        place_top(node);
        break;
      case PhraseKind::compare:
        place_compare(node);
        break;
      case PhraseKind::between:
        place_between(node);
        break;
      case PhraseKind::negate:
        place_negate(node);
        break;
      case PhraseKind::conjunction:
        break;
      case PhraseKind::versus:
        versus_ = true;
        break;
      case PhraseKind::comparing:
        versus_ = true;
        break;
      case PhraseKind::count:
        place_count(node);
        break;
      case PhraseKind::aggregate:
        aggregate_ = &node;
        break;
      case PhraseKind::order_by:
        mode_ = Mode::order;
        break;
      case PhraseKind::descending:
        draft_.descending = true;
        break;
      case PhraseKind::ascending:
        draft_.descending = false;
        break;
      case PhraseKind::alphabetical:
        draft_.alphabetical = true;
        break;
      case PhraseKind::chronological:
        draft_.chronological = true;
        break;
      case PhraseKind::over_time:
        draft_.over_time = true;
        break;
      case PhraseKind::grain:
        place_dim(node, static_cast<Grain>(node.item->phrase->payload));
        break;
      case PhraseKind::grain_adverb:
        place_dim(node, static_cast<Grain>(node.item->phrase->payload));
        draft_.dims.back().grouped = true;
        break;
      case PhraseKind::members:
        place_members_word(node);
        break;
      case PhraseKind::vague:
        draft_.vague = node.item;
        break;
    }
  }

  static bool is_each(const Node& node) {
    const std::string& text = node.item->phrase->text;
    return text.find("each") != std::string::npos || text.find("every") != std::string::npos;
  }

  // ---- measures ----

  void place_measure(Node& node) {
    MeasureMention mention;
    mention.item = node.item;
    mention.aggregate = take_aggregate();
    auto index = static_cast<int>(draft_.measures.size());
    bool ranks =
        mode_ == Mode::order || (mode_ == Mode::group && (draft_.top || draft_.descending));
    mention.ordering = ranks;
    bool unranked_by = mode_ == Mode::group && !ranks;
    if (unranked_by) draft_.cost += 0.5;
    // "revenue of buyers": the second is what the first is about, rather a noun than a measure
    bool about = !draft_.measures.empty() && !node.gap.empty() && !node.item->verb;
    if (about) draft_.cost += 0.8;
    Node* lead = before(at_);
    bool superlative = lead != nullptr && lead->is(PhraseKind::top);
    if (draft_.top && (ranks || superlative)) draft_.top->measure = index;
    draft_.measures.push_back(std::move(mention));
    measure_nodes_.push_back(at_);
    mode_ = Mode::none;
  }

  std::optional<Aggregate> take_aggregate() {
    if (aggregate_ == nullptr) return std::nullopt;
    auto aggregate = static_cast<Aggregate>(aggregate_->item->phrase->payload);
    aggregate_ = nullptr;
    return aggregate;
  }

  // A count of nouns is the metric that counts them; of fields there is none.
  void place_count(Node& node) {
    Node* next = after(at_);
    if (next == nullptr || next->placed) return unknown(node.item, weights::kUnused);
    if (next->kind() == ItemKind::measure) return;
    if (next->kind() == ItemKind::noun && !next->consumed) {
      MeasureMention mention;
      mention.item = next->item;
      mention.counted = true;
      next->placed = true;
      draft_.measures.push_back(std::move(mention));
      measure_nodes_.push_back(at_ + 1);
      return;
    }
    if (next->kind() == ItemKind::member || next->kind() == ItemKind::value ||
        next->kind() == ItemKind::path_role) {
      // "how many web orders", "how many female patients"
      Node* then = after(at_, 2);
      if (then != nullptr && then->kind() == ItemKind::measure) return;
      if (then != nullptr && then->kind() == ItemKind::noun) {
        MeasureMention mention;
        mention.item = then->item;
        mention.counted = true;
        then->placed = true;
        draft_.measures.push_back(std::move(mention));
        measure_nodes_.push_back(at_ + 2);
        return;
      }
    }
    if (next->is_dim()) {
      draft_.trouble = "No metric counts " + std::string(chart_.words(*next->item)) + ".";
      draft_.cost += weights::kInexpressible;
      return;
    }
    unknown(node.item, weights::kUnused);
  }

  void place_member(Node& node) {
    member_nodes_.push_back(at_);
    Node* lead = before(at_);
    if (lead != nullptr && lead->is(PhraseKind::negate)) {
      draft_.trouble = "Leaving out a part (" + std::string(chart_.words(*node.item)) +
                       ") of a metric over all of them is not possible yet.";
      draft_.cost += weights::kInexpressible;
    }
  }

  void place_members_word(Node& node) {
    bool grouping = mode_ == Mode::group || mode_ == Mode::group_each || mode_ == Mode::which ||
                    node.item->phrase->text.starts_with("by ") || (listing_ && continues_list());
    bool beside = (before(at_) != nullptr && before(at_)->kind() == ItemKind::member) ||
                  (after(at_) != nullptr && after(at_)->kind() == ItemKind::member);
    if (grouping && vocabulary_.members.size() > 1) {
      draft_.every_member = true;
      mode_ = Mode::none;
    } else if (vocabulary_.members.empty()) {
      unknown(node.item, weights::kUnknown);
    } else if (!beside) {
      unknown(node.item, weights::kUnused);
    }
  }

  // ---- groups ----

  bool continues_list() {
    Node* joint = before(at_);
    if (joint == nullptr || !joint->is(PhraseKind::conjunction) || at_ < 2) return false;
    return last_dim_node_ + 2 == at_ ||
           (last_dim_node_ + 3 == at_ && nodes_[at_ - 2].is(PhraseKind::conjunction));
  }

  // "what were store sales" asks for no store; "which of the stores" does.
  static bool asks_which(const std::string& gap) {
    for (std::string_view verb :
         {"is", "are", "was", "were", "did", "do", "does", "has", "have", "had"}) {
      size_t at = gap.find(verb);
      if (at != std::string::npos && (at == 0 || gap[at - 1] == ' ')) return false;
    }
    return true;
  }

  // "sold the most in stores": the stores are where, not what is ranked.
  static bool is_elsewhere(const std::string& gap) {
    for (std::string_view word : {"in", "at", "on", "from", "through", "via", "to"})
      if ((" " + gap + " ").find(" " + std::string(word) + " ") != std::string::npos) return true;
    return false;
  }

  void place_dim(Node& node, std::optional<Grain> grain) {
    if (node.consumed) return;
    DimMention mention;
    mention.item = node.item;
    mention.grain = grain;
    mention.beside = node.beside;
    mention.plural = text::is_plural(chart_.tokens[node.item->last - 1].text);
    auto index = static_cast<int>(draft_.dims.size());
    bool directly =
        before(at_) != nullptr &&
        (before(at_)->kind() == ItemKind::phrase || before(at_)->kind() == ItemKind::number ||
         before(at_)->consumed || before(at_)->kind() == ItemKind::member);
    bool listed = listing_ && continues_list();
    if (mode_ == Mode::which && !asks_which(node.gap)) mode_ = Mode::none;
    if (mode_ == Mode::top && is_elsewhere(node.gap)) mode_ = Mode::none;
    bool grouping = (mode_ != Mode::none && directly) || listed;
    mention.each =
        mode_ == Mode::group_each || (listed && !draft_.dims.empty() && draft_.dims.back().each);
    if (mode_ == Mode::order) {
      draft_.order_dim = index;
      mention.each = false;
    }
    mention.grouped = grouping;
    bool ranked = draft_.top && draft_.top->target < 0 && (mode_ == Mode::top);
    if (ranked) draft_.top->target = index;
    if (mode_ == Mode::which) which_dim_ = index;
    draft_.dims.push_back(mention);
    dim_nodes_.push_back(at_);
    listing_ = grouping;
    last_dim_node_ = at_;
    mode_ = Mode::none;
  }

  // ---- filters ----

  void place_value(Node& node) {
    ValueMention mention;
    mention.item = node.item;
    mention.beside = node.beside;
    Node* lead = before(at_);
    mention.listed =
        lead != nullptr && (lead->is(PhraseKind::conjunction) || lead->is(PhraseKind::versus));
    mention.negated = negating_list_ == at_;
    Node* joint = after(at_);
    // "not in Ohio or Texas": the negation holds for the whole list
    bool more = joint != nullptr && joint->is(PhraseKind::conjunction);
    if (mention.negated && more) {
      size_t next = at_ + 2;
      while (next < nodes_.size() && nodes_[next].is(PhraseKind::conjunction)) ++next;
      negating_list_ = next;
    }
    Node* left = before(at_);
    mention.compared = versus_ || (left != nullptr && left->is(PhraseKind::versus));
    draft_.values.push_back(mention);
    if (mode_ != Mode::order) mode_ = Mode::none;
  }

  void place_negate(Node& node) {
    size_t next = at_ + 1;
    while (next < nodes_.size() && (nodes_[next].consumed || nodes_[next].is(PhraseKind::by)))
      ++next;
    if (next < nodes_.size()) {
      ItemKind kind = nodes_[next].kind();
      if (kind == ItemKind::value || kind == ItemKind::time) {
        negating_list_ = next;
        return;
      }
      if (kind == ItemKind::member) return;  // place_member says why not
    }
    negations_.push_back(&node);
  }

  void place_time(Node& node) {
    TimeMention mention;
    mention.item = node.item;
    mention.negated = negating_list_ == at_;
    Node* left = before(at_);
    bool side_by_side = versus_ || (left != nullptr && left->is(PhraseKind::versus));
    if (node.item->time->compared || (side_by_side && node.item->time->spans.size() > 1))
      draft_.compared_times = true;
    draft_.times.push_back(mention);
    if (mode_ != Mode::order) mode_ = Mode::none;
  }

  // ---- comparisons ----

  Node* number_at(size_t k) {
    Node* node = k < nodes_.size() ? &nodes_[k] : nullptr;
    bool free = node != nullptr && node->kind() == ItemKind::number && !node->placed &&
                !node->item->number->ordinal;
    return free ? node : nullptr;
  }

  static bool trails_number(const std::string& text) {
    return text.starts_with("or ") || text.starts_with("and ");
  }

  void place_compare(Node& node) {
    bool trailing = trails_number(node.item->phrase->text);
    Node* number = trailing ? (at_ > 0 ? number_at(at_ - 1) : nullptr) : number_at(at_ + 1);
    if (number == nullptr) {
      // "state = TN": equality with a value is what a value says anyway
      Node* next = after(at_);
      bool equality = static_cast<Compare>(node.item->phrase->payload) == Compare::equal &&
                      next != nullptr && next->kind() == ItemKind::value;
      if (!equality) unknown(node.item, weights::kUnused);
      return;
    }
    number->placed = true;
    Condition condition;
    condition.item = node.item;
    condition.op = filter_op(static_cast<Compare>(node.item->phrase->payload));
    condition.numbers = {number->item->number->digits};
    size_t left = trailing ? at_ - 1 : at_;
    size_t right = trailing ? at_ + 1 : at_ + 2;
    target_condition(std::move(condition), left, right);
  }

  void place_between(Node& node) {
    Node* low = number_at(at_ + 1);
    Node* joint = after(at_, 2);
    Node* high = number_at(at_ + 3);
    if (low == nullptr || high == nullptr || joint == nullptr ||
        !joint->is(PhraseKind::conjunction))
      return;  // "between", said of something else
    low->placed = high->placed = true;
    Condition condition;
    condition.item = node.item;
    condition.op = FilterOp::between;
    condition.numbers = {low->item->number->digits, high->item->number->digits};
    target_condition(std::move(condition), at_, at_ + 4);
  }

  bool is_numeric_field(const Node& node) const {
    return node.kind() == ItemKind::field &&
           std::any_of(node.item->senses.begin(), node.item->senses.end(),
                       [&](const Sense& sense) { return vocabulary_.fields[sense.index].numeric; });
  }
  bool can_compare(const Node& node) const {
    return node.kind() == ItemKind::measure || is_numeric_field(node);
  }

  // "older than 30" says which field without naming it.
  bool on_implied_field(Condition& condition) {
    static const std::pair<std::string_view, std::string_view> kImplied[] = {
        {"older", "age"},       {"younger", "age"},
        {"cheaper", "price"},   {"more expensive", "price"},
        {"heavier", "weight"},  {"lighter", "weight"},
        {"taller", "height"},   {"longer", "duration"},
        {"shorter", "duration"}};
    for (const auto& [word, field] : kImplied) {
      if (!condition.item->phrase->text.starts_with(word)) continue;
      Item item = *condition.item;
      item.kind = ItemKind::field;
      item.phrase = nullptr;
      for (const Sense& sense : vocabulary_.senses(std::string(text::stem(field))))
        if (sense.kind == SenseKind::field && vocabulary_.fields[sense.index].numeric)
          item.senses.push_back(sense);
      if (item.senses.empty()) continue;
      draft_.made.push_back(std::make_shared<const Item>(std::move(item)));
      condition.field = draft_.made.back().get();
      draft_.conditions.push_back(std::move(condition));
      return true;
    }
    return false;
  }

  // What is compared stands before ("sales above 1000") or after ("more than 100 orders").
  void target_condition(Condition condition, size_t left, size_t right) {
    if (on_implied_field(condition)) return;
    bool follows = right < nodes_.size() && can_compare(nodes_[right]) &&
                   nodes_[right].kind() == ItemKind::measure && !nodes_[right].placed;
    bool leads = left > 0 && can_compare(nodes_[left - 1]);
    // "sold more than 100 units": the verb only says what is done with them
    if (leads && follows && nodes_[right].gap.empty() && nodes_[left - 1].item->verb) leads = false;
    if (!leads && follows) {
      condition.measure = static_cast<int>(draft_.measures.size());
      draft_.conditions.push_back(std::move(condition));
      size_t keep = at_;
      at_ = right;
      mode_ = Mode::none;
      nodes_[right].placed = true;
      place_measure(nodes_[right]);
      at_ = keep;
      return;
    }
    bool field_follows = right < nodes_.size() && is_numeric_field(nodes_[right]);
    if (field_follows && (!leads || nodes_[right].gap.empty())) return on_field(condition, right);
    for (size_t k = left; k > 0; --k) {
      if (!can_compare(nodes_[k - 1])) continue;
      if (nodes_[k - 1].kind() == ItemKind::field) return on_field(condition, k - 1);
      return on_measure(condition, k - 1);
    }
    unknown(condition.item, weights::kUnused);
  }

  void on_measure(Condition& condition, size_t node) {
    for (size_t i = 0; i < measure_nodes_.size(); ++i)
      if (measure_nodes_[i] == node) condition.measure = static_cast<int>(i);
    draft_.conditions.push_back(std::move(condition));
  }

  void on_field(Condition& condition, size_t node) {
    condition.field = nodes_[node].item;
    condition.beside = nodes_[node].beside;
    nodes_[node].placed = true;
    // named for the comparison, so it is no group of its own
    for (size_t i = 0; i < dim_nodes_.size(); ++i) {
      if (dim_nodes_[i] != node || draft_.dims[i].grouped) continue;
      draft_.dims.erase(draft_.dims.begin() + static_cast<long>(i));
      dim_nodes_.erase(dim_nodes_.begin() + static_cast<long>(i));
      break;
    }
    draft_.conditions.push_back(std::move(condition));
  }

  // A number that nothing took: the limit of a superlative, or a value of the numeric field beside
  // it.
  void stray_number(size_t k) {
    Node& node = nodes_[k];
    auto count = text::whole(*node.item->number);
    Node* next = after(k);
    bool counts = draft_.top && !draft_.top->count && count && *count > 0 && *count <= kMostRows &&
                  !node.item->number->ordinal;
    bool near = next != nullptr && (next->is_dim() || next->is(PhraseKind::top) || next->consumed ||
                                    next->kind() == ItemKind::member);
    bool after_top = k > 0 && nodes_[k - 1].is(PhraseKind::top);
    if (counts && (near || after_top)) {
      draft_.top->count = count;
      node.placed = true;
      return;
    }
    Condition condition;
    condition.item = node.item;
    condition.op = FilterOp::equal;
    condition.numbers = {node.item->number->digits};
    if (count && *count >= 1800 && *count < 2200 && node.item->number->bare)
      draft_.cost += weights::kYearAsValue;
    if (k > 0 && is_numeric_field(nodes_[k - 1])) return on_field(condition, k - 1);
    if (next != nullptr && is_numeric_field(*next)) return on_field(condition, k + 1);
    unknown(node.item, weights::kUnused);
  }

  // ---- superlatives ----

  // "… show the first 5": of the order there is, else the highest.
  void place_limit() {
    Node* number = number_at(at_ + 1);
    auto count = number != nullptr ? text::whole(*number->item->number) : std::nullopt;
    if (!count || *count < 1 || *count > kMostRows || number->item->number->percent)
      return unknown(nodes_[at_].item, weights::kUnused);
    number->placed = true;
    if (!draft_.top) {
      draft_.top = Top{};
      draft_.top->item = nodes_[at_].item;
      draft_.top->follows_order = true;
    }
    if (draft_.top->count && draft_.top->count != count) draft_.cost += weights::kUnused;
    draft_.top->count = count;
  }

  void place_top(Node& node) {
    if (node.item->phrase->payload == 0) return place_limit();
    if (draft_.top) {
      // "top 5 … with the highest sales": said twice, meant once
      int direction = node.item->phrase->payload > 0 ? 1 : -1;
      if (draft_.top->direction != direction) unknown(node.item, weights::kUnused);
      mode_ = Mode::top;
      return;
    }
    Top top;
    top.item = node.item;
    top.direction = node.item->phrase->payload > 0 ? 1 : -1;
    top.judged = std::abs(node.item->phrase->payload) == 2;
    for (size_t k : {at_ + 1, at_ - 1}) {
      Node* number = k < nodes_.size() ? number_at(k) : nullptr;
      auto count = number != nullptr ? text::whole(*number->item->number) : std::nullopt;
      bool beside = k == at_ + 1 ? number != nullptr && number->gap.empty() : node.gap.empty();
      if (!count || *count < 1 || *count > kMostRows || number->item->number->percent || !beside)
        continue;
      top.count = count;
      number->placed = true;
      break;
    }
    draft_.top = top;
    mode_ = Mode::top;
  }

  // ---- after the pass ----

  // Members stand before their measure ("web sales"); what stands elsewhere holds for all measures
  // that have none ("sales on the web").
  void settle_members() {
    std::vector<uint32_t> everywhere;
    std::vector<std::vector<uint32_t>> own(draft_.measures.size());
    for (size_t k : member_nodes_) {
      size_t next = k + 1;
      while (next < nodes_.size() &&
             (nodes_[next].kind() == ItemKind::member || nodes_[next].is(PhraseKind::members) ||
              nodes_[next].is(PhraseKind::versus) || nodes_[next].is(PhraseKind::aggregate) ||
              nodes_[next].is(PhraseKind::conjunction)))
        ++next;
      auto measure = std::find(measure_nodes_.begin(), measure_nodes_.end(), next);
      bool leads = measure != measure_nodes_.end();
      auto& list = leads ? own[static_cast<size_t>(measure - measure_nodes_.begin())] : everywhere;
      for (const Sense& sense : nodes_[k].item->senses) list.push_back(sense.index);
    }
    for (size_t i = 0; i < own.size(); ++i) {
      bool inherits = own[i].empty() && everywhere.empty() && i > 0 && measure_nodes_[i] > 0 &&
                      nodes_[measure_nodes_[i] - 1].is(PhraseKind::conjunction);
      if (inherits) {
        own[i] = own[i - 1].empty() ? members_of(*draft_.measures[i - 1].item) : own[i - 1];
        draft_.measures[i].lent = !own[i].empty();
      }
      if (own[i].empty()) own[i] = everywhere;
      draft_.measures[i].members = own[i];
    }
    if (draft_.measures.empty() && !member_nodes_.empty())
      for (size_t k : member_nodes_) draft_.context.push_back(nodes_[k].item);
  }

  void settle_negation() {
    for (const Node* node : negations_) unknown(node->item, weights::kUnused);
  }

  bool leads_condition(size_t node) {
    // "of albums with …" heads no list
    for (std::string_view word : {"of", "from", "for", "to", "in", "at", "on"})
      if ((" " + nodes_[node].gap + " ").find(" " + std::string(word) + " ") != std::string::npos)
        return false;
    Node* next = after(node);
    return next != nullptr && (next->is(PhraseKind::with) || next->is(PhraseKind::top) ||
                               next->is(PhraseKind::order_by) || next->is(PhraseKind::descending));
  }

  // Fields and nouns that no word marked: a list heading, a group, or only what is talked about.
  void settle_plain_dims() {
    bool ranked = draft_.top && draft_.top->target < 0 && which_dim_ < 0;
    bool any_group = std::any_of(draft_.dims.begin(), draft_.dims.end(),
                                 [](const DimMention& dim) { return dim.grouped; });
    for (size_t i = 0; i < draft_.dims.size(); ++i) {
      DimMention& dim = draft_.dims[i];
      if (dim.grouped) continue;
      bool having = std::any_of(draft_.conditions.begin(), draft_.conditions.end(),
                                [](const Condition& condition) { return condition.measure >= 0; });
      bool heads = leads_condition(dim_nodes_[i]) || ((having || ranked) && !any_group) ||
                   (draft_.measures.empty() && !draft_.top);
      bool noun = dim.item->kind == ItemKind::noun;
      bool first = dim_nodes_[i] == 0;
      dim.grouped =
          heads || !noun || (first && dim.plural && !any_group && continues_to_measure(i));
      if (dim.grouped && !heads) draft_.cost += weights::kPlainGroup;
      if (!dim.grouped) leave_as_context(i);
      any_group = any_group || dim.grouped;
    }
  }

  // "sales to customers" says nothing that the request needs; "sales with promotions" does.
  void leave_as_context(size_t dim) {
    size_t node = dim_nodes_[dim];
    bool condition = node > 0 && nodes_[node - 1].is(PhraseKind::with);
    if (condition) return unknown(draft_.dims[dim].item, weights::kUnused);
    draft_.cost += weights::kContextNoun;
  }

  // "stores and their sales", "list customers, orders"
  bool continues_to_measure(size_t dim) {
    Node* next = after(dim_nodes_[dim]);
    return next != nullptr && (next->is(PhraseKind::conjunction) || next->is(PhraseKind::by));
  }

  void settle_top() {
    if (!draft_.top) return;
    Top& top = *draft_.top;
    if (top.follows_order && draft_.descending == false) top.direction = -1;
    if (top.target < 0) top.target = which_dim_;
    for (size_t i = 0; i < draft_.dims.size() && top.target < 0; ++i)
      if (draft_.dims[i].grouped && !draft_.dims[i].each) top.target = static_cast<int>(i);
    for (size_t i = 0; i < draft_.dims.size() && top.target < 0; ++i)
      if (draft_.dims[i].grouped) top.target = static_cast<int>(i);
    bool per_each = false;
    for (size_t i = 0; i < draft_.dims.size(); ++i)
      per_each = per_each || (draft_.dims[i].each && static_cast<int>(i) != top.target);
    if (per_each && top.target >= 0) {
      draft_.trouble = "The top of each group cannot be asked for yet.";
      draft_.cost += weights::kInexpressible;
    }
  }

  // "best selling" names a measure by its verb where nothing else does; verbs beside a measure
  // ("units sold") are no second one.
  void settle_measures() {
    bool selling = draft_.top && std::abs(draft_.top->item->phrase->payload) == 3;
    bool named = std::any_of(draft_.measures.begin(), draft_.measures.end(),
                             [](const MeasureMention& mention) { return !mention.item->verb; });
    if (selling && draft_.measures.empty()) add_selling();
    if (!named) return drop_aggregate();
    for (size_t i = draft_.measures.size(); i-- > 0;) {
      if (!draft_.measures[i].item->verb) continue;
      bool used = std::any_of(draft_.conditions.begin(), draft_.conditions.end(),
                              [&](const Condition& c) { return c.measure == static_cast<int>(i); });
      if (used || (draft_.top && draft_.top->measure == static_cast<int>(i))) {
        draft_.cost += weights::kSecondMeasureVerb;
        continue;
      }
      for (MeasureMention& other : draft_.measures)
        if (!other.item->verb && other.members.empty() && !other.counted)
          other.members = draft_.measures[i].members;
      erase_measure(i);
    }
    drop_aggregate();
    settle_about();
  }

  // "net loss on catalog returns": the second says what the first is of, where both are measured on
  // the same events.
  void settle_about() {
    for (size_t i = 1; i < draft_.measures.size(); ++i) {
      MeasureMention& of = draft_.measures[i - 1];
      const MeasureMention& about = draft_.measures[i];
      if (of.counted || about.counted || is_used(i - 1) || is_used(i)) continue;
      std::vector<uint32_t> said = about.members.empty() ? members_of(*about.item) : about.members;
      if (is_compound(i)) {
        // "sales quantity": the quantity of sales
        std::vector<uint32_t> own = of.members.empty() ? members_of(*of.item) : of.members;
        if (!vocabulary_.same_facts(of.item->senses, about.item->senses, own)) continue;
        if (draft_.measures[i].members.empty()) draft_.measures[i].members = own;
        erase_measure(i - 1);
        return;
      }
      if (!says_about(i)) continue;
      // "the returned amount of web sales": the web one of the family, whatever it is measured on
      bool parted =
          !said.empty() && of.members.empty() && vocabulary_.has_members(of.item->senses, said);
      if (!parted && !vocabulary_.same_facts(of.item->senses, about.item->senses, said)) continue;
      if (of.members.empty()) of.members = said;
      erase_measure(i);
      return;
    }
  }

  // The member that a metric's own name says: "catalog returns".
  std::vector<uint32_t> members_of(const Item& item) const {
    std::vector<uint32_t> out;
    for (const Sense& sense : item.senses) {
      if (sense.kind != SenseKind::metric) return {};
      if (vocabulary_.model.metrics[sense.index].member.empty() && item.last > item.first + 1) {
        for (const Sense& word : vocabulary_.senses(chart_.tokens[item.first].stem))
          if (word.kind == SenseKind::member) return {word.index};
      }
      for (uint32_t i = 0; i < vocabulary_.members.size(); ++i)
        if (vocabulary_.members[i].name == vocabulary_.model.metrics[sense.index].member)
          out.push_back(i);
    }
    return out;
  }

  // Whether something else in the question needs the measure itself.
  bool is_used(size_t index) const {
    return (draft_.top && draft_.top->measure == static_cast<int>(index)) ||
           std::any_of(draft_.conditions.begin(), draft_.conditions.end(),
                       [&](const Condition& c) { return c.measure == static_cast<int>(index); });
  }

  // Nothing stands between the two: "sales quantity".
  bool is_compound(size_t index) const {
    const Item& left = *draft_.measures[index - 1].item;
    const Item& right = *draft_.measures[index].item;
    return left.last == right.first && !left.verb && !right.verb;
  }

  // A preposition, and nothing but parts of a metric, stands between the two.
  bool says_about(size_t index) const {
    size_t last = draft_.measures[index].item->first;
    std::string gap;
    for (const Node& node : nodes_) {
      if (node.item->first <= draft_.measures[index - 1].item->first || node.item->first > last)
        continue;
      if (node.kind() != ItemKind::member && node.kind() != ItemKind::measure) return false;
      gap += " " + node.gap + " ";
    }
    for (std::string_view word : {" on ", " of ", " from ", " for ", " in "})
      if (gap.find(word) != std::string::npos) return true;
    return false;
  }

  void erase_measure(size_t index) {
    draft_.context.push_back(draft_.measures[index].item);
    draft_.measures.erase(draft_.measures.begin() + static_cast<long>(index));
    auto shift = [&](int& measure) {
      if (measure > static_cast<int>(index)) --measure;
    };
    for (Condition& condition : draft_.conditions) shift(condition.measure);
    if (draft_.top) shift(draft_.top->measure);
  }

  // An aggregate with no measure after it belongs to the one before it, or to nothing.
  void drop_aggregate() {
    if (aggregate_ == nullptr) return;
    if (!draft_.measures.empty() && !draft_.measures.back().aggregate) {
      draft_.measures.back().aggregate = take_aggregate();
    } else {
      unknown(aggregate_->item, weights::kUnused);
    }
  }

  void add_selling() {
    Item item = Item(*draft_.top->item);
    item.kind = ItemKind::measure;
    item.phrase = nullptr;
    item.verb = true;
    for (const std::string& noun : text::nouns_of_verb(text::stem("sell")))
      for (const Sense& sense : vocabulary_.senses(noun))
        if (sense.kind == SenseKind::metric || sense.kind == SenseKind::family)
          item.senses.push_back(sense);
    if (item.senses.empty()) {
      draft_.vague = draft_.top->item;
      return;
    }
    draft_.made.push_back(std::make_shared<const Item>(std::move(item)));
    MeasureMention mention;
    mention.item = draft_.made.back().get();
    for (size_t k : member_nodes_)
      for (const Sense& sense : nodes_[k].item->senses) mention.members.push_back(sense.index);
    draft_.measures.push_back(std::move(mention));
  }

  // "compare 2000 and 2001": the years are shown side by side.
  void settle_comparison() {
    if (!versus_) return;
    if (draft_.times.size() > 1) draft_.compared_times = true;
    for (ValueMention& value : draft_.values)
      if (draft_.values.size() > 1 && !value.negated) value.compared = true;
  }

  const Vocabulary& vocabulary_;
  const Chart& chart_;
  std::vector<Node> nodes_;
  Draft draft_;
  size_t at_ = 0;
  Mode mode_ = Mode::none;
  bool listing_ = false;
  bool versus_ = false;
  size_t last_dim_node_ = SIZE_MAX - 8;
  size_t negating_list_ = SIZE_MAX;
  int which_dim_ = -1;
  Node* aggregate_ = nullptr;
  std::vector<size_t> measure_nodes_, member_nodes_, dim_nodes_;
  std::vector<const Node*> negations_;
};

}  // namespace

Draft assemble(const Vocabulary& vocabulary, const Chart& chart, const Covering& covering) {
  return Assembler(vocabulary, chart, covering).run();
}

}  // namespace tally::answer::parsed
