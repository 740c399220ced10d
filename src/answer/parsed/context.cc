// A noun that nothing groups by: only what is talked about ("sales to customers"), or more than a
// request can take ("sales with promotions", "visits of members").

#include <algorithm>

#include "answer/parsed/placement.h"
#include "answer/parsed/weights.h"
#include "text/among.h"
#include "text/stem.h"

namespace tally::answer::parsed {
namespace {

class Context : PlacementPass {
 public:
  using PlacementPass::PlacementPass;

  // "sales to customers" says nothing that the request needs; "sales with promotions" does.
  void leave_as_context(size_t dim) {
    size_t node = at_hand_.dim_nodes[dim];
    bool condition = node > 0 && nodes_[node - 1].is(PhraseKind::with);
    if (condition && is_compared(*draft_.dims[dim].item)) condition = false;
    for (std::string_view word : {"through", "via", "using", "under"})
      condition = condition || nodes_[node].follows(word);
    if (condition || stands_in_list(node) || !is_linked(*draft_.dims[dim].item))
      return at_hand_.unknown(draft_.dims[dim].item, weights::kUnused);
    draft_.cost += weights::kContextNoun;
    if (heads_question(dim)) draft_.cost += weights::kSetAgainst;
  }

 private:
  // "visits of members", where no visit says whose it is.
  bool is_linked(const Item& noun) const {
    const auto links = [&](uint32_t metric, uint32_t thing) {
      const auto& facts = vocabulary_.metrics[metric].facts;
      return facts.empty() || std::any_of(facts.begin(), facts.end(), [&](uint32_t fact) {
               return vocabulary_.distance(fact, thing) >= 0 ||
                      vocabulary_.distance(thing, fact) >= 0;
             });
    };
    const auto is_of = [&](const Sense& sense) {
      const std::vector<uint32_t> one = {sense.index};
      const auto& all =
          sense.kind == SenseKind::family ? vocabulary_.families[sense.index].metrics : one;
      return std::any_of(all.begin(), all.end(), [&](uint32_t metric) {
        return std::any_of(noun.senses.begin(), noun.senses.end(),
                           [&](const Sense& thing) { return links(metric, thing.index); });
      });
    };
    return draft_.measures.empty() ||
           std::any_of(draft_.measures.begin(), draft_.measures.end(), [&](const auto& mention) {
             return std::any_of(mention.item->senses.begin(), mention.item->senses.end(), is_of);
           });
  }

  // "orders per month and …": what the question begins with is not only talked about.
  bool heads_question(size_t dim) const {
    size_t node = at_hand_.dim_nodes[dim];
    return draft_.dims[dim].plural && nodes_[node].gap.empty() &&
           std::all_of(nodes_.begin(), nodes_.begin() + static_cast<long>(node),
                       [](const Node& lead) { return lead.kind() == ItemKind::phrase; });
  }

  // "with vans built before 2015": the noun only says whose field is compared.
  bool is_compared(const Item& noun) const {
    return std::any_of(
        draft_.conditions.begin(), draft_.conditions.end(), [&](const Condition& condition) {
          if (condition.field == nullptr) return false;
          return std::any_of(condition.field->senses.begin(), condition.field->senses.end(),
                             [&](const Sense& field) {
                               return std::any_of(
                                   noun.senses.begin(), noun.senses.end(), [&](const Sense& sense) {
                                     return vocabulary_.fields[field.index].dataset == sense.index;
                                   });
                             });
        });
  }

  // "patients and visits": what is joined to a measure is asked for as well.
  bool stands_in_list(size_t node) {
    Node* next = at_hand_.after(node, 2);
    Node* joint = at_hand_.after(node);
    bool leads = next != nullptr && joint->is(PhraseKind::conjunction) && !next->item->verb &&
                 next->kind() == ItemKind::measure;
    bool follows = node > 1 && nodes_[node - 1].is(PhraseKind::conjunction) &&
                   nodes_[node - 2].kind() == ItemKind::measure && !nodes_[node - 2].item->verb;
    return leads || follows;
  }
};

}  // namespace

bool did_it(const Chart& chart, const Node& by, const Item& thing) {
  if (thing.kind != ItemKind::noun || !by.is(PhraseKind::by) || by.item->first == 0 ||
      !text::is_plural(chart.tokens[thing.last - 1].text) ||
      !text::among(by.item->phrase->text, {"by", "by the"}))
    return false;
  const std::string& verb = chart.tokens[by.item->first - 1].text;
  return (verb.ends_with("ed") || text::is_irregular(verb)) &&
         !text::among(verb, {"sorted", "ordered", "ranked", "listed"});
}

void settle_context(Placement& placement, size_t dim) {
  Context(placement).leave_as_context(dim);
}

}  // namespace tally::answer::parsed
