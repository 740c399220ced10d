#include <algorithm>

#include "answer/parsed/placement.h"
#include "answer/parsed/weights.h"
#include "text/among.h"
#include "text/stem.h"

namespace tally::answer::parsed {

namespace {

class Settler : PlacementPass {
 public:
  using PlacementPass::PlacementPass;

  void run() {
    settle_members();
    settle_negation();
    settle_plain_dims();
    settle_top();
    settle_ranked_things();
    settle_verbs();
    settle_measures();
    settle_worked_out(at_hand_);
    settle_measured(at_hand_);
    settle_comparison();
    settle_demands(at_hand_);
    settle_asked(at_hand_);
  }

 private:
  // Members stand before their measure ("web sales"); what stands elsewhere holds for all measures
  // that have none ("sales on the web").
  void settle_members() {
    std::vector<uint32_t> everywhere;
    std::vector<const Item*> elsewhere;
    std::vector<std::vector<uint32_t>> own(draft_.measures.size());
    for (size_t k : at_hand_.member_nodes) {
      size_t next = k + 1;
      while (next < nodes_.size() &&
             (nodes_[next].kind() == ItemKind::member || nodes_[next].is(PhraseKind::members) ||
              nodes_[next].is(PhraseKind::versus) || nodes_[next].is(PhraseKind::aggregate) ||
              nodes_[next].is(PhraseKind::conjunction)))
        ++next;
      auto measure = std::find(at_hand_.measure_nodes.begin(), at_hand_.measure_nodes.end(), next);
      bool leads = measure != at_hand_.measure_nodes.end();
      auto& list =
          leads ? own[static_cast<size_t>(measure - at_hand_.measure_nodes.begin())] : everywhere;
      for (const Sense& sense : nodes_[k].item->senses) list.push_back(sense.index);
      if (!leads) elsewhere.push_back(nodes_[k].item);
    }
    bool all_own = !own.empty() && std::none_of(own.begin(), own.end(),
                                                [](const auto& list) { return list.empty(); });
    // "web sales by store …": a part that no measure takes is not dropped
    for (const Item* item : elsewhere)
      if (all_own) at_hand_.unknown(item, weights::kUnused);
    for (size_t i = 0; i < own.size(); ++i) {
      bool inherits = own[i].empty() && everywhere.empty() && i > 0 &&
                      at_hand_.measure_nodes[i] > 0 &&
                      nodes_[at_hand_.measure_nodes[i] - 1].is(PhraseKind::conjunction);
      if (inherits) {
        own[i] = own[i - 1].empty() ? members_of(*draft_.measures[i - 1].item) : own[i - 1];
        draft_.measures[i].lent = !own[i].empty();
      }
      if (own[i].empty()) own[i] = everywhere;
      draft_.measures[i].members = own[i];
    }
    settle_sums();
    if (draft_.measures.empty() && !at_hand_.member_nodes.empty())
      for (size_t k : at_hand_.member_nodes) draft_.context.push_back(nodes_[k].item);
  }

  // "shops and web together": one number of the parts, and no part by itself.
  void settle_sums() {
    bool both = std::any_of(at_hand_.member_nodes.begin(), at_hand_.member_nodes.end(),
                            [&](size_t k) { return nodes_[k].follows("both"); });
    bool summed = !at_hand_.versus && says_together();
    if (summed) join_parts();
    for (MeasureMention& mention : draft_.measures) {
      mention.both = both && mention.members.size() > 1;
      mention.summed = summed && mention.members.size() > 1;
    }
  }

  bool says_together() const {
    std::string silent = " ";  // what is said by no item, "|" for each that says something
    for (const Item* item : draft_.items) {
      bool stop = item->kind == ItemKind::phrase && item->phrase->kind == PhraseKind::stop;
      silent += (stop ? item->phrase->text : "|") + " ";
    }
    return phrases().says_together(silent);
  }

  // "shop sales and web sales combined": both name a part of one family.
  void join_parts() {
    if (draft_.measures.size() < 2) return;
    int family = -1;
    std::vector<uint32_t> parts;
    for (size_t i = 0; i < draft_.measures.size(); ++i) {
      std::vector<uint32_t> own = members_of(*draft_.measures[i].item);
      if (own.empty()) own = draft_.measures[i].members;
      int of = family_of(*draft_.measures[i].item);
      if (own.empty() || of < 0 || (i > 0 && of != family) || is_used(i)) return;
      family = of;
      for (uint32_t part : own)
        if (std::find(parts.begin(), parts.end(), part) == parts.end()) parts.push_back(part);
    }
    Item item = *draft_.measures[0].item;
    item.senses = {{SenseKind::family, static_cast<uint32_t>(family), 0.0F}};
    draft_.made.push_back(std::make_shared<const Item>(std::move(item)));
    while (draft_.measures.size() > 1) erase_measure(draft_.measures.size() - 1);
    draft_.measures[0].item = draft_.made.back().get();
    draft_.measures[0].members = parts;
  }

  int family_of(const Item& item) const {
    const Sense& sense = item.senses[0];
    for (uint32_t i = 0; i < vocabulary_.families.size(); ++i) {
      bool same = sense.kind == SenseKind::family ? sense.index == i
                                                  : vocabulary_.model.metrics[sense.index].family ==
                                                        vocabulary_.families[i].name;
      if (same) return static_cast<int>(i);
    }
    return -1;
  }

  void settle_negation() {
    for (const Node* node : at_hand_.negations) at_hand_.unknown(node->item, weights::kUnused);
  }

  // "sold in shops", "shop sales": the noun says where or what, and not what has a row each.
  bool is_where(size_t node) {
    for (std::string_view word : {"in", "at", "from", "through", "via"})
      if (nodes_[node].follows(word)) return true;
    Node* next = at_hand_.after(node);
    return next != nullptr && next->kind() == ItemKind::measure && !next->item->verb &&
           next->item->first == nodes_[node].item->last &&
           !text::is_plural(chart_.tokens[nodes_[node].item->last - 1].text);
  }

  static bool says_deed(const std::string& gap) {
    for (std::string_view verb : {"made", "make", "makes", "did", "do", "does", "got", "get",
                                  "took", "take", "generated", "earned", "brought", "had"})
      if ((" " + gap + " ").find(" " + std::string(verb) + " ") != std::string::npos) return true;
    return false;
  }

  bool leads_condition(size_t node) {
    // "of albums with …" heads no list
    for (std::string_view word : {"of", "from", "for", "to", "in", "at", "on"})
      if ((" " + nodes_[node].gap + " ").find(" " + std::string(word) + " ") != std::string::npos)
        return false;
    Node* next = at_hand_.after(node);
    // "what the shops made with members": the noun is who did it
    if (next != nullptr && next->is(PhraseKind::with) && says_deed(next->gap)) return false;
    return next != nullptr && (next->is(PhraseKind::with) || next->is(PhraseKind::top) ||
                               next->is(PhraseKind::order_by) || next->is(PhraseKind::descending));
  }

  // Fields and nouns that no word marked: a list heading, a group, or only what is talked about.
  void settle_plain_dims() {
    bool ranked = draft_.top && draft_.top->target < 0 && at_hand_.which_dim < 0;
    // "rank suppliers by units": what is put in order has a row each
    ranked = ranked || std::any_of(draft_.measures.begin(), draft_.measures.end(),
                                   [](const MeasureMention& mention) { return mention.ordering; });
    bool any_group = std::any_of(draft_.dims.begin(), draft_.dims.end(),
                                 [](const DimMention& dim) { return dim.grouped; });
    for (size_t i = 0; i < draft_.dims.size(); ++i) {
      DimMention& dim = draft_.dims[i];
      if (dim.grouped) continue;
      bool having = std::any_of(draft_.conditions.begin(), draft_.conditions.end(),
                                [](const Condition& condition) { return condition.measure >= 0; });
      bool noun = dim.item->kind == ItemKind::noun;
      bool lone = (having || ranked) && (!any_group || is_put_in_order(*dim.item)) &&
                  !(noun && is_where(at_hand_.dim_nodes[i]));
      bool heads = leads_condition(at_hand_.dim_nodes[i]) || lone ||
                   (draft_.measures.empty() && !draft_.top);
      bool first = at_hand_.dim_nodes[i] == 0;
      dim.grouped =
          heads || !noun || (first && dim.plural && !any_group && continues_to_measure(i));
      if (dim.grouped && !heads) draft_.cost += weights::kPlainGroup;
      if (dim.grouped && !heads && !ranked && is_amount(vocabulary_, *dim.item))
        say_unmeasured(*dim.item);
      if (dim.grouped && !heads && is_set_against(at_hand_.dim_nodes[i]))
        draft_.cost += weights::kSetAgainst;
      if (dim.grouped && !heads && is_flag(*dim.item)) draft_.cost += weights::kPlainGroup;
      if (!dim.grouped) settle_context(at_hand_, i);
      any_group = any_group || dim.grouped;
    }
    if (at_hand_.ordered_by != nullptr && !any_group) say_unordered();
  }

  // "rank stores by profit in each state"
  bool is_put_in_order(const Item& thing) const {
    size_t at = thing.first;
    while (at > 0 && text::among(word(at - 1), {"of", "the", "all", "our"})) --at;
    return at > 0 && text::among(word(at - 1), {"rank", "ranking", "ranks", "order", "sort"});
  }

  // "gold buyers by number of orders": of what is named nothing has a row.
  void say_unordered() {
    if (!draft_.trouble.empty()) return;
    draft_.cost += weights::kInexpressible;
    draft_.trouble = "‘by " + std::string(chart_.words(*at_hand_.ordered_by)) +
                     "’ puts nothing in order: say what to list.";
  }

  // "credit limit of gold customers": an amount is asked for, and no row for each amount.
  void say_unmeasured(const Item& amount) {
    if (!draft_.trouble.empty()) return;
    draft_.cost += weights::kInexpressible;
    draft_.trouble = "No metric is called " + chart_.quoted(amount) + ".";
  }

  // "sold units vs returned units": what is set against a measure is rather a measure too.
  bool is_set_against(size_t node) {
    Node* joint = at_hand_.after(node);
    Node* next = at_hand_.after(node, 2);
    return next != nullptr && next->kind() == ItemKind::measure &&
           (joint->is(PhraseKind::versus) || joint->is(PhraseKind::conjunction));
  }

  // "remote employees" are some of them; nobody means a breakdown.
  bool is_flag(const Item& item) const {
    return item.kind == ItemKind::field &&
           std::all_of(item.senses.begin(), item.senses.end(),
                       [&](const Sense& sense) { return vocabulary_.is_flag(sense.index); });
  }

  // "stores and their sales", "list customers, orders"
  bool continues_to_measure(size_t dim) {
    Node* next = at_hand_.after(at_hand_.dim_nodes[dim]);
    return next != nullptr && (next->is(PhraseKind::conjunction) || next->is(PhraseKind::by));
  }

  void settle_top() {
    if (!draft_.top) return;
    Top& top = *draft_.top;
    if (top.follows_order && draft_.descending == false) top.direction = -1;
    if (top.target < 0) top.target = at_hand_.which_dim;
    for (size_t i = 0; i < draft_.dims.size() && top.target < 0; ++i)
      if (draft_.dims[i].grouped && !draft_.dims[i].each) top.target = static_cast<int>(i);
    for (size_t i = 0; i < draft_.dims.size() && top.target < 0; ++i)
      if (draft_.dims[i].grouped) top.target = static_cast<int>(i);
    settle_ranked_within(at_hand_);
  }

  // "rank web shoppers by revenue, give their ids": the shoppers are what is ranked, and how many
  // of them there are is not asked for.
  void settle_ranked_things() {
    bool ranked = draft_.top || draft_.descending;
    for (size_t i = draft_.measures.size(); ranked && draft_.measures.size() > 1 && i-- > 0;) {
      MeasureMention said = draft_.measures[i];
      int thing = said.ordering || is_used(i) ? -1 : counted_thing(*said.item);
      if (thing < 0 || !is_grouped_by(static_cast<uint32_t>(thing))) continue;
      if (said.members.empty()) said.members = members_of(*said.item);
      erase_measure(i);
      for (MeasureMention& other : draft_.measures)
        if (other.members.empty()) other.members = said.members;
    }
  }

  // The dataset whose members the measure counts.
  int counted_thing(const Item& measure) const {
    int found = -1;
    for (const Sense& sense : measure.senses) {
      std::vector<uint32_t> list = {sense.index};
      if (sense.kind == SenseKind::family) list = vocabulary_.families[sense.index].metrics;
      for (uint32_t metric : list) {
        const MetricEntry& entry = vocabulary_.metrics[metric];
        int counted = entry.counts >= 0 ? entry.counts : entry.counts_via;
        if (counted < 0 || (found >= 0 && found != counted)) return -1;
        found = counted;
      }
    }
    return found;
  }

  // Each of its members has a row.
  bool is_grouped_by(uint32_t thing) const {
    return std::any_of(draft_.dims.begin(), draft_.dims.end(), [&](const DimMention& dim) {
      return dim.grouped &&
             std::any_of(dim.item->senses.begin(), dim.item->senses.end(), [&](const Sense& sense) {
               if (sense.kind == SenseKind::dataset) return sense.index == thing;
               return sense.kind == SenseKind::field &&
                      vocabulary_.presence_field(thing) == static_cast<int>(sense.index);
             });
    });
  }

  // "hired", where nothing here is hired: no other word stands for it if a measure is named.
  void settle_verbs() {
    const Item* verb = draft_.vague;
    bool unnamed = verb != nullptr && verb->phrase != nullptr && verb->phrase->text.empty();
    if (unnamed && !draft_.measures.empty()) at_hand_.unknown(verb, weights::kUnused);
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
      join_verb(i);
      erase_measure(i);
    }
    drop_aggregate();
    settle_about();
  }

  // The verb says what is done with what is measured: nothing more ("units sold"), or which of two
  // metrics is meant ("units that were returned").
  void join_verb(size_t verb) {
    const MeasureMention said = draft_.measures[verb];
    bool explained = false;
    for (MeasureMention& other : draft_.measures) {
      if (other.item->verb) continue;
      if (other.members.empty() && !other.counted) other.members = said.members;
      bool same = other.counted
                      ? is_counted_by(*other.item, *said.item)
                      : vocabulary_.same_facts(other.item->senses, said.item->senses, said.members);
      if (same) {
        explained = true;
      } else if (const Item* both = called(*other.item, *said.item)) {
        other.item = both;
        explained = true;
      }
    }
    if (!explained) at_hand_.unknown(said.item, weights::kUnused);
  }

  // "how many riders delivered": only a count over deliveries counts those who did; else the verb
  // would be lost.
  bool is_counted_by(const Item& noun, const Item& verb) const {
    for (const Sense& sense : noun.senses)
      for (uint32_t i = 0; i < vocabulary_.metrics.size(); ++i) {
        const MetricEntry& entry = vocabulary_.metrics[i];
        auto dataset = static_cast<int>(sense.index);
        if (entry.counts != dataset && entry.counts_via != dataset) continue;
        Sense counting{SenseKind::metric, i, 0.0F};
        if (vocabulary_.same_facts({&counting, 1}, verb.senses, {})) return true;
      }
    return false;
  }

  // The metric that both words name together: "returned units".
  const Item* called(const Item& measure, const Item& verb) {
    auto key = [&](const Item& item) {
      std::string words;
      for (size_t at = item.first; at < item.last; ++at)
        words += (words.empty() ? "" : " ") + chart_.tokens[at].stem;
      return words;
    };
    Item item = measure;
    item.senses.clear();
    for (const std::string& name : {key(verb) + " " + key(measure), key(measure) + " " + key(verb)})
      for (const Sense& sense : vocabulary_.senses(name))
        if (sense.kind == SenseKind::metric || sense.kind == SenseKind::family)
          item.senses.push_back(sense);
    if (item.senses.empty()) return nullptr;
    draft_.made.push_back(std::make_shared<const Item>(std::move(item)));
    return draft_.made.back().get();
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
      bool related = parted || is_thing_of(*of.item, *about.item) ||
                     vocabulary_.same_facts(of.item->senses, about.item->senses, said);
      if (!related) unrelated(of, about);
      if (!related) continue;
      if (of.members.empty()) of.members = said;
      // "delivery time of late lines": of these alone nothing is measured
      if (picks_rows(vocabulary_, *about.item) || says_some(*about.item))
        at_hand_.unknown(about.item, weights::kUnused);
      erase_measure(i);
      return;
    }
  }

  // "seats of cancelled subscriptions": not all of those that have seats.
  bool says_some(const Item& about) const {
    return about.nouns.empty() && about.last > about.first + 1 && word(about.first).ends_with("ed");
  }

  // "copies on loan": a state of some copies, which nothing here says.
  void unrelated(const MeasureMention& of, const MeasureMention& about) {
    draft_.cost += weights::kBeyond;
    if (!draft_.beyond.empty()) return;
    draft_.beyond = "What " + chart_.quoted(*about.item) + " says of " + chart_.quoted(*of.item) +
                    " cannot be told here: ask for both with ‘and’, or for one.";
  }

  // "hours of rentals": the words name a dataset that every row measured belongs to.
  bool is_thing_of(const Item& measure, const Item& about) const {
    return std::any_of(measure.senses.begin(), measure.senses.end(), [&](const Sense& sense) {
      if (sense.kind != SenseKind::metric) return false;
      const auto& facts = vocabulary_.metrics[sense.index].facts;
      return std::any_of(about.nouns.begin(), about.nouns.end(), [&](uint32_t noun) {
        return !facts.empty() && std::all_of(facts.begin(), facts.end(), [&](uint32_t fact) {
          return vocabulary_.distance(fact, noun) >= 0;
        });
      });
    });
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
    // of two tails of names each lacks its own head: "delivery time"
    return left.last == right.first && !left.verb && !right.verb &&
           left.cost <= weights::kNamed + weights::kFactNoun;
  }

  // A preposition, and nothing but parts of a metric, stands between the two.
  bool says_about(size_t index) const {
    size_t last = draft_.measures[index].item->first;
    std::string gap;
    for (const Node& node : nodes_) {
      if (node.item->first <= draft_.measures[index - 1].item->first || node.item->first > last)
        continue;
      if (node.kind() != ItemKind::member && node.kind() != ItemKind::measure &&
          node.kind() != ItemKind::time_role)
        return false;
      gap += " " + node.gap + " ";
    }
    for (std::string_view word : {" on ", " of ", " from ", " for ", " in "})
      if (gap.find(word) != std::string::npos) return true;
    return false;
  }

  void erase_measure(size_t index) {
    hand_over_aggregate(at_hand_, index);
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
    if (at_hand_.aggregate == nullptr) return;
    if (!draft_.measures.empty() && !draft_.measures.back().aggregate) {
      at_hand_.give_aggregate(draft_.measures.back());
    } else {
      at_hand_.unknown(at_hand_.aggregate->item, weights::kUnused);
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
    for (size_t k : at_hand_.member_nodes)
      for (const Sense& sense : nodes_[k].item->senses) mention.members.push_back(sense.index);
    draft_.measures.push_back(std::move(mention));
  }

  // "revenue compared to last year": of when, the question does not say.
  void refuse_one_sided() {
    for (size_t k = 0; k + 1 < nodes_.size(); ++k) {
      bool sided = nodes_[k].is(PhraseKind::versus) && nodes_[k + 1].kind() == ItemKind::time &&
                   nodes_[k + 1].item->time->spans.size() < 2;
      if (!sided) continue;
      draft_.beyond = chart_.quoted(nodes_[k].item->first, nodes_[k + 1].item->last) +
                      " names one time only; name both, as in “2022 and 2023”.";
    }
  }

  // "January and February each", "Jazz and Rock separately".
  bool says_each() const {
    bool trailing = !nodes_.empty() && nodes_.back().is(PhraseKind::by) &&
                    nodes_.back().item->phrase->text == "each";
    return trailing || std::any_of(draft_.items.begin(), draft_.items.end(), [](const Item* item) {
             return item->kind == ItemKind::phrase && item->phrase->kind == PhraseKind::stop &&
                    text::among(item->phrase->text,
                                {"separately", "individually", "respectively", "apiece",
                                 "side by side", "in separate columns", "as separate columns"});
           });
  }

  // "compare 2000 and 2001": the years are shown side by side.
  void settle_comparison() {
    if (says_each()) at_hand_.versus = draft_.compared_times = true;
    if (!at_hand_.versus) return;
    bool changes = draft_.worked_out && draft_.worked_out->kind == WorkedOut::Kind::change;
    if (draft_.times.size() == 1 && !changes) refuse_one_sided();
    if (draft_.times.size() > 1) draft_.compared_times = true;
    for (ValueMention& value : draft_.values)
      if (draft_.values.size() > 1 && !value.negated) value.compared = true;
  }
};

}  // namespace

void settle(Placement& placement) {
  Settler(placement).run();
}

}  // namespace tally::answer::parsed
