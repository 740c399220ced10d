#include <algorithm>
#include <utility>

#include "answer/parsed/conditions.h"
#include "answer/parsed/counts.h"
#include "answer/parsed/denials.h"
#include "answer/parsed/placement.h"
#include "answer/parsed/tops.h"
#include "answer/parsed/weights.h"
#include "text/stem.h"

namespace tally::answer::parsed {

namespace {

using semantic::Grain;

// One pass from left to right places every node; what the pass cannot know yet is settled after it.
class Assembler {
 public:
  Assembler(const Vocabulary& vocabulary, const Chart& chart, const Covering& covering)
      : at_hand_{vocabulary, chart, make_sequence(covering)},
        vocabulary_(vocabulary),
        chart_(chart),
        nodes_(at_hand_.nodes),
        draft_(at_hand_.draft),
        conditions_(at_hand_, [this](size_t node) { measure_of_condition(node); }),
        denials_(at_hand_, conditions_),
        tops_(at_hand_, conditions_) {
    draft_.cost = covering.cost;
    draft_.items = covering.items;
  }

  Draft run() {
    attach_qualifiers(vocabulary_, nodes_, draft_.made);
    for (at_ = 0; at_ < nodes_.size(); ++at_)
      if (!nodes_[at_].placed) place(nodes_[at_]);
    for (at_ = 0; at_ < nodes_.size(); ++at_)
      if (nodes_[at_].kind() == ItemKind::number && !nodes_[at_].placed) stray_number(at_);
    settle(at_hand_);
    return std::move(draft_);
  }

 private:
  enum class Mode { none, group, group_each, which, top, order };

  Node* before(size_t k) { return k > 0 ? &nodes_[k - 1] : nullptr; }

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
        if (!node.consumed) at_hand_.unknown(node.item, weights::kUnused);
        return;
      case ItemKind::time_role:
        return place_time_role(node);
      case ItemKind::date_word:
        if (!node.consumed) at_hand_.unknown(node.item, weights::kUnused);
        return;
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
        return at_hand_.unknown(node.item, 0);
    }
  }

  void place_time_role(Node& node) {
    // "takings per sailing" groups by no way of dating
    Node* by = before(at_);
    Node* behind = at_hand_.after(at_);
    bool grouped = by != nullptr && by->is(PhraseKind::by) &&
                   (behind == nullptr || !behind->gap.empty() ||
                    !(behind->is_dim() || behind->kind() == ItemKind::time));
    if (grouped) return at_hand_.unknown(node.item, weights::kUnused);
    draft_.time_roles.push_back(node.item);
    // "shipped to Lima" says where, not when
    Node* next = at_hand_.after(at_);
    bool where = next != nullptr && next->gap.starts_with("to") &&
                 (next->is_dim() || next->kind() == ItemKind::value);
    if (where) draft_.cost += weights::kIdleTimeRole;
  }

  void place_phrase(Node& node) {
    switch (node.item->phrase->kind) {
      case PhraseKind::stop:
      case PhraseKind::much:
      case PhraseKind::conjunction:
        break;
      case PhraseKind::by:
        if (!says_all(node)) mode_ = is_each(node) ? Mode::group_each : Mode::group;
        break;
      case PhraseKind::which:
        mode_ = Mode::which;
        break;
      case PhraseKind::with:
        mode_ = Mode::none;
        break;
      case PhraseKind::top:
        if (tops_.place(at_)) mode_ = Mode::top;
        break;
      case PhraseKind::compare:
        conditions_.place_compare(at_);
        break;
      case PhraseKind::between:
        conditions_.place_between(at_);
        break;
      case PhraseKind::negate:
        denials_.place(at_);
        break;
      case PhraseKind::absent:
      case PhraseKind::present:
        conditions_.place_presence(at_, node.item->phrase->kind == PhraseKind::present);
        break;
      case PhraseKind::count:
        if (const Node* counted = at_hand_.after(at_); counted != nullptr && is_led_by(at_))
          at_hand_.ordered_by = counted->item;
        place_count(at_hand_, at_);
        break;
      case PhraseKind::grain:
        place_dim(node, static_cast<Grain>(node.item->phrase->payload));
        break;
      case PhraseKind::grain_adverb:
        place_adverb(node);
        break;
      case PhraseKind::members:
        place_members_word(node);
        break;
      case PhraseKind::beyond:
        place_beyond(node);
        break;
      case PhraseKind::step:
      case PhraseKind::running:
        draft_.cost += weights::kBeyond;  // a name of the model in the same words is cheaper
        at_hand_.computed.push_back(&node);
        break;
      default:
        note(node);
    }
  }

  // Words that hold for what follows, or for the whole question.
  void note(const Node& node) {
    switch (node.item->phrase->kind) {
      case PhraseKind::versus:
      case PhraseKind::comparing:
        at_hand_.versus = true;
        break;
      case PhraseKind::aggregate:
        place_aggregate(at_hand_, node);
        break;
      case PhraseKind::vague:
        draft_.vague = node.item;
        break;
      case PhraseKind::order_by:
        mode_ = Mode::order;
        break;
      case PhraseKind::descending:
        draft_.descending = true;
        draft_.judged_order = node.item->phrase->payload == kJudged;
        break;
      case PhraseKind::ascending:
        draft_.descending = false;
        draft_.judged_order = node.item->phrase->payload == kJudged;
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
      default:
        break;
    }
  }

  // "monthly" may be what is ranked ("the highest monthly sales"); "each month" is never.
  void place_adverb(Node& node) {
    const std::string& text = node.item->phrase->text;
    bool each = text.starts_with("each ") || text.starts_with("every ") ||
                text.starts_with("per ") || text.starts_with("a ");
    if (each) mode_ = Mode::none;
    place_dim(node, static_cast<Grain>(node.item->phrase->payload));
    draft_.dims.back().grouped = true;
    draft_.dims.back().each = each;
  }

  // "every visit in 2023" is all of them: what is counted is not what is grouped by.
  bool says_all(const Node& node) {
    Node* next = at_hand_.after(at_);
    return node.item->phrase->text == "every" && draft_.measures.empty() && next != nullptr &&
           next->kind() == ItemKind::measure && names_a_thing(*next);
  }

  static bool is_each(const Node& node) {
    const std::string& text = node.item->phrase->text;
    return text.starts_with("within") || text.find("each") != text.npos ||
           text.find("every") != text.npos;
  }

  // A computation that no request can say; a name of the model in the same words is cheaper.
  void place_beyond(const Node& node) {
    draft_.cost += weights::kBeyond;
    if (!draft_.beyond.empty()) return;
    draft_.beyond = chart_.quoted(*node.item) +
                    " cannot be computed: a question is answered with the model's metrics, "
                    "grouped, filtered and ordered.";
  }

  // ---- measures ----

  void place_measure(Node& node) {
    if (at_hand_.aggregate == nullptr && mode_ == Mode::none) conditions_.place_having(at_);
    MeasureMention mention;
    mention.item = node.item;
    at_hand_.give_aggregate(mention);
    auto index = static_cast<int>(draft_.measures.size());
    bool ranks =
        mode_ == Mode::order || (mode_ == Mode::group && (draft_.top || draft_.descending));
    mention.ordering = ranks;
    for (std::string_view word : {"different", "distinct", "unique"})
      mention.distinct = mention.distinct || node.gap.ends_with(word);
    bool unranked_by = (mode_ == Mode::group || mode_ == Mode::group_each) && !ranks;
    if (unranked_by) group_by_measure(node);
    // "revenue of buyers": the second is what the first is about, rather a noun than a measure
    Node* described = before(at_);
    bool of_those = described != nullptr && described->item->absent && !described->gap.empty();
    bool about = !draft_.measures.empty() && (led_in(at_) || of_those) && !node.item->verb;
    if (about) draft_.cost += names_a_thing(node) ? weights::kAboutThing : weights::kAbout;
    Node* lead = before(at_);
    if (is_numbered(node)) lead = &nodes_[at_ - 2];
    bool superlative = lead != nullptr && lead->is(PhraseKind::top);
    if (draft_.top && (ranks || superlative)) draft_.top->measure = index;
    if (superlative && names_a_thing(node) && !counts(*lead)) draft_.cost += weights::kNounRanked;
    draft_.measures.push_back(std::move(mention));
    at_hand_.measure_nodes.push_back(at_);
    mode_ = Mode::none;
  }

  // "top 5 customers"
  bool is_numbered(const Node& node) const {
    return at_ > 1 && nodes_[at_ - 1].kind() == ItemKind::number && nodes_[at_ - 1].gap.empty() &&
           node.gap.empty() && nodes_[at_ - 2].is(PhraseKind::top);
  }

  // A preposition stands before it, or before the values that say which: "in rural branches".
  bool led_in(size_t node) const {
    while (nodes_[node].gap.empty() && node > 0 &&
           (nodes_[node - 1].kind() == ItemKind::value || nodes_[node - 1].is(PhraseKind::negate) ||
            nodes_[node - 1].is(PhraseKind::versus)))
      --node;
    return !nodes_[node].gap.empty();
  }

  // "genres by revenue" is an order; "revenue by orders" would make two measures of a group.
  void group_by_measure(const Node& node) {
    // "by hour", where hours are measured: nothing stands before that could be ordered
    bool named = at_ == 0 || !nodes_[at_ - 1].is(PhraseKind::by) || !draft_.dims.empty();
    bool divided = at_ > 0 && nodes_[at_ - 1].is(PhraseKind::by) &&
                   nodes_[at_ - 1].item->phrase->text.find("by") == std::string::npos;  // "per"
    bool ordered = draft_.measures.empty() && mode_ == Mode::group && named && !divided;
    if (ordered) {
      draft_.cost += weights::kUnrankedBy;
      if (is_led_by(at_)) at_hand_.ordered_by = node.item;
      return;
    }
    draft_.cost += weights::kGroupedByMeasure;
    if (draft_.beyond.empty())
      draft_.beyond = chart_.quoted(*node.item) +
                      " is a measure here: nothing can be grouped or divided by it.";
  }

  bool is_led_by(size_t node) const {
    return node > 0 && nodes_[node - 1].is(PhraseKind::by) && nodes_[node].gap.empty();
  }

  // The same words name a dataset: "clinics".
  static bool names_a_thing(const Node& node) { return !node.item->nouns.empty(); }

  // "the most clinics" counts them; "the top clinics" ranks them.
  static bool counts(const Node& top) {
    const std::string& text = top.item->phrase->text;
    for (std::string_view word : {"most", "least", "fewest", "highest", "lowest"})
      if (text == word || text == "the " + std::string(word)) return true;
    return false;
  }

  void place_member(Node& node) {
    if (is_no_member(node)) return at_hand_.unknown(node.item, weights::kUnused);
    at_hand_.member_nodes.push_back(at_);
    Node* lead = before(at_);
    if (lead != nullptr && lead->is(PhraseKind::negate)) {
      draft_.trouble = "Leaving out a part (" + std::string(chart_.words(*node.item)) +
                       ") of a metric over all of them is not possible yet.";
      draft_.cost += weights::kInexpressible;
    }
  }

  // "which store", "by store": what is asked for or grouped by is a thing, not a part of a metric.
  bool is_no_member(const Node& node) {
    bool asked = mode_ == Mode::which && node.gap.empty();
    bool grouped = mode_ == Mode::group || mode_ == Mode::group_each;
    if (!asked && !grouped) return false;
    // "by mail and online"
    bool listed = at_ > 1 && nodes_[at_ - 1].is(PhraseKind::conjunction) &&
                  nodes_[at_ - 2].kind() == ItemKind::member;
    if (listed) return false;
    Node* next = at_hand_.after(at_);
    if (next == nullptr) return true;
    bool leads = (next->kind() == ItemKind::measure && !next->item->verb) || next->is_dim() ||
                 next->kind() == ItemKind::member || next->is(PhraseKind::members) ||
                 next->is(PhraseKind::conjunction) || next->is(PhraseKind::versus);
    return !leads;
  }

  void place_members_word(Node& node) {
    bool grouping = mode_ == Mode::group || mode_ == Mode::group_each || mode_ == Mode::which ||
                    node.item->phrase->text.starts_with("by ") || (listing_ && continues_list());
    bool beside =
        (before(at_) != nullptr && before(at_)->kind() == ItemKind::member) ||
        (at_hand_.after(at_) != nullptr && at_hand_.after(at_)->kind() == ItemKind::member);
    // "compare the three channels": all that there are
    Node* count = before(at_);
    bool all = count != nullptr && count->kind() == ItemKind::number && !count->placed &&
               text::whole(*count->item->number) == static_cast<int>(vocabulary_.members.size());
    if (all) count->placed = true;
    if ((grouping || all) && vocabulary_.members.size() > 1) {
      draft_.every_member = true;
      mode_ = Mode::none;
    } else if (vocabulary_.members.empty()) {
      at_hand_.unknown(node.item, weights::kUnknown);
    } else if (!beside) {
      at_hand_.unknown(node.item, weights::kUnused);
    }
  }

  // ---- groups ----

  bool continues_list() {
    Node* joint = before(at_);
    if (joint == nullptr || !joint->is(PhraseKind::conjunction) || at_ < 2) return false;
    return last_dim_node_ + 2 == at_ ||
           (last_dim_node_ + 3 == at_ && nodes_[at_ - 2].is(PhraseKind::conjunction));
  }

  // "sold the most in stores": the stores are where, not what is ranked.
  static bool is_elsewhere(const std::string& gap) {
    for (std::string_view word : {"in", "at", "on", "from", "through", "via", "to"})
      if ((" " + gap + " ").find(" " + std::string(word) + " ") != std::string::npos) return true;
    return false;
  }

  // "by month of planned date": with another grain the word says what is dated, and no day.
  bool ends_role(const Node& node) {
    Node* role = before(at_);
    bool ends = role != nullptr && role->kind() == ItemKind::time_role && node.gap.empty() &&
                node.item->phrase->text.starts_with("date");
    return ends && std::any_of(nodes_.begin(), nodes_.end(), [&](const Node& other) {
             return &other != &node &&
                    (other.is(PhraseKind::grain) || other.is(PhraseKind::grain_adverb));
           });
  }

  void place_dim(Node& node, std::optional<Grain> grain) {
    if (node.consumed || (grain && ends_role(node))) return;
    if (node.item->absent) {
      conditions_.place_null(at_, false);
      return;
    }
    if (mode_ == Mode::none && !grain && conditions_.place_having(at_)) return;
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
    bool listed = listing_ && continues_list() && !(mention.plural && names_events(*node.item));
    if (mode_ == Mode::which && !asks_which(node.gap)) mode_ = Mode::none;
    if (mode_ == Mode::top && is_elsewhere(node.gap)) mode_ = Mode::none;
    bool done_by = mode_ == Mode::group && did_it(chart_, *before(at_), *node.item);
    bool grouping = (mode_ != Mode::none && directly && !done_by) || listed;
    mention.each =
        mode_ == Mode::group_each || (listed && !draft_.dims.empty() && draft_.dims.back().each);
    mention.by = (mode_ == Mode::group && !done_by) || mention.each ||
                 (listed && !draft_.dims.empty() && draft_.dims.back().by);
    bool most = before(at_) != nullptr && before(at_)->is(PhraseKind::top) && counts(*before(at_));
    if (most && is_amount(vocabulary_, *node.item)) rank_number(node);
    if (is_adjective(node)) draft_.cost += weights::kFlagGrouped;
    if (mode_ == Mode::order) {
      draft_.order_dim = index;
      mention.each = false;
    }
    mention.grouped = grouping;
    bool ranked = draft_.top && draft_.top->target < 0 && (mode_ == Mode::top);
    if (ranked) draft_.top->target = index;
    if (mode_ == Mode::which) at_hand_.which_dim = index;
    draft_.dims.push_back(mention);
    at_hand_.dim_nodes.push_back(at_);
    listing_ = grouping;
    last_dim_node_ = at_;
    mode_ = Mode::none;
  }

  // "tax by carrier, orders of 2021" has no row for each order.
  bool names_events(const Item& item) const {
    return item.kind == ItemKind::noun &&
           std::all_of(item.senses.begin(), item.senses.end(), [&](const Sense& sense) {
             return vocabulary_.model.datasets[sense.index].kind == semantic::DatasetKind::fact;
           });
  }

  // "the most fuel", "the highest credit limit": no row for each amount is meant.
  void rank_number(const Node& node) {
    draft_.cost += weights::kNounRanked;
    bool one = !text::is_plural(chart_.tokens[node.item->last - 1].text);
    if (one && draft_.trouble.empty())
      draft_.trouble =
          "No metric is called " + chart_.quoted(*node.item) + ", so nothing can be ranked by it.";
  }

  // "the most electric bikes": they are electric, and nothing is grouped by it.
  bool is_adjective(const Node& node) {
    bool flag = node.kind() == ItemKind::field &&
                std::all_of(node.item->senses.begin(), node.item->senses.end(),
                            [&](const Sense& sense) { return vocabulary_.is_flag(sense.index); });
    Node* next = at_hand_.after(at_);
    return flag && mode_ != Mode::group && mode_ != Mode::group_each && next != nullptr &&
           next->gap.empty() &&
           (next->kind() == ItemKind::measure || next->kind() == ItemKind::noun);
  }

  // ---- filters ----

  void place_value(Node& node) {
    if (node.item->compared_by) return conditions_.place_compared(at_);
    ValueMention mention;
    mention.item = node.item;
    mention.beside = node.beside;
    Node* lead = before(at_);
    mention.listed =
        lead != nullptr && (lead->is(PhraseKind::conjunction) || lead->is(PhraseKind::versus));
    // "in the north or by new riders"
    bool led = lead != nullptr && (lead->is(PhraseKind::by) || lead->is(PhraseKind::with));
    mention.negated = denials_.denies(at_);
    const bool negated = mention.negated;
    if (is_flag(*node.item)) place_flag(mention);
    if (negated) denials_.carry_over_list(at_);
    Node* left = before(at_);
    if (left != nullptr && left->is(PhraseKind::negate)) left = before_denial();
    mention.compared = at_hand_.versus || is_apart(nodes_, at_) ||
                       (left != nullptr && left->is(PhraseKind::versus));
    mention.both = node.follows("both");
    mention.either = is_or(nodes_, at_ - 1) || (led && is_or(nodes_, at_ - 2));
    draft_.values.push_back(mention);
    if (mode_ != Mode::order) mode_ = Mode::none;
  }

  bool is_flag(const Item& value) const {
    return std::all_of(value.values.begin(), value.values.end(),
                       [&](const ValueSense& sense) { return vocabulary_.is_flag(sense.field); });
  }

  Node* before_denial() { return at_ >= 2 ? &nodes_[at_ - 2] : nullptr; }  // before a "not"

  // Of a truth value, what it is not is the other one: "rural vs non-rural" are two of one field.
  // And "by remote" asks for both.
  void place_flag(ValueMention& mention) {
    if (!mention.negated) {
      Node* next = at_hand_.after(at_);
      bool alone = next == nullptr || !next->gap.empty() || !(next->is_dim() || next->consumed);
      bool grouping =
          mode_ == Mode::group || mode_ == Mode::group_each || (listing_ && continues_list());
      if (grouping && alone) draft_.cost += weights::kFlagGrouped;
      return;
    }
    Item other = *mention.item;
    for (ValueSense& sense : other.values)
      sense.stored = vocabulary_.flag_value(
          sense.field, sense.stored != vocabulary_.flag_value(sense.field, true));
    draft_.made.push_back(std::make_shared<const Item>(std::move(other)));
    mention.item = draft_.made.back().get();
    mention.negated = false;
    Node* joint = before_denial();
    mention.listed =
        mention.listed ||
        (joint != nullptr && (joint->is(PhraseKind::conjunction) || joint->is(PhraseKind::versus)));
  }

  bool is_joined(size_t node) const {
    while (node > 0 && nodes_[node - 1].kind() != ItemKind::time) {
      if (nodes_[node - 1].is(PhraseKind::conjunction) || nodes_[node - 1].is(PhraseKind::versus))
        return true;
      --node;
    }
    return false;
  }

  // A date field that the time is said of: "clinics opened since 1999".
  bool date_conditions(const Node& node) {
    bool any = false;
    for (const Node* by : node.dated_by) {
      if (by->kind() == ItemKind::time_role) continue;
      Condition condition;
      condition.item = condition.time = node.item;
      condition.field = by->item;
      condition.beside = by->beside;
      condition.negated = denials_.denies(at_);
      if (by->kind() == ItemKind::field) draft_.cost += weights::kDateAsField;
      draft_.conditions.push_back(std::move(condition));
      any = true;
    }
    return any;
  }

  void place_time(Node& node) {
    if (mode_ != Mode::order) mode_ = Mode::none;
    if (date_conditions(node)) return;
    TimeMention mention;
    mention.item = node.item;
    mention.negated = denials_.denies(at_);
    mention.either = node.either;
    mention.both = node.follows("both");
    mention.joined = is_joined(at_);
    for (const Node* by : node.dated_by) mention.roles.push_back(by->item);
    Node* left = before(at_);
    bool side_by_side = at_hand_.versus || (left != nullptr && left->is(PhraseKind::versus));
    if (node.item->time->compared || (side_by_side && node.item->time->spans.size() > 1))
      draft_.compared_times = true;
    draft_.times.push_back(mention);
  }

  void measure_of_condition(size_t node) {
    const size_t keep = std::exchange(at_, node);
    mode_ = Mode::none;
    place_measure(nodes_[node]);
    at_ = keep;
  }

  // A number that nothing took: the limit of a superlative, or a value.
  void stray_number(size_t k) {
    Node& node = nodes_[k];
    auto count = text::whole(*node.item->number);
    Node* next = at_hand_.after(k);
    bool counts = draft_.top && !draft_.top->count && count && *count > 0 &&
                  *count <= Tops::kMostRows && !node.item->number->ordinal &&
                  node.item->unit.empty();
    bool near = next != nullptr && (next->is_dim() || next->is(PhraseKind::top) || next->consumed ||
                                    next->kind() == ItemKind::member);
    near = near || (k > 0 && nodes_[k - 1].is(PhraseKind::top));
    if (counts && near) {
      draft_.top->count = count;
      node.placed = true;
      return;
    }
    conditions_.place_stray(k);
  }

  Placement at_hand_;
  const Vocabulary& vocabulary_;
  const Chart& chart_;
  std::vector<Node>& nodes_;
  Draft& draft_;
  Conditions conditions_;
  Denials denials_;
  Tops tops_;
  size_t at_ = 0;
  Mode mode_ = Mode::none;
  bool listing_ = false;
  size_t last_dim_node_ = SIZE_MAX - 8;
};

}  // namespace

Draft assemble(const Vocabulary& vocabulary, const Chart& chart, const Covering& covering) {
  return Assembler(vocabulary, chart, covering).run();
}

}  // namespace tally::answer::parsed
