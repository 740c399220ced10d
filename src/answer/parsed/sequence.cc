#include "answer/parsed/sequence.h"

#include <algorithm>
#include <string_view>

#include "text/stem.h"
#include "text/tokens.h"

namespace tally::answer::parsed {

namespace {

bool has_word(std::string_view words, std::string_view word) {
  size_t at = words.find(word);
  while (at != std::string_view::npos) {
    bool starts = at == 0 || words[at - 1] == ' ';
    bool ends = at + word.size() == words.size() || words[at + word.size()] == ' ';
    if (starts && ends) return true;
    at = words.find(word, at + 1);
  }
  return false;
}

bool is_genitive(const std::string& gap) {
  return has_word(gap, "of") || has_word(gap, "for");
}

// Words between a noun and the value that says where or which it is.
bool is_locating(const std::string& gap) {
  if (gap.empty()) return true;
  for (std::string_view word :
       {"in", "from", "of", "at", "is", "was", "were", "are", "located", "based", "living", "live",
        "to", "within", "on", "who", "that", "are", "one"})
    if (has_word(gap, word)) return true;
  return gap == "the" || gap == "a";
}

bool shares_field(const Item& value, const Item& field) {
  return std::any_of(value.values.begin(), value.values.end(), [&](const ValueSense& sense) {
    return std::any_of(field.senses.begin(), field.senses.end(),
                       [&](const Sense& named) { return named.index == sense.field; });
  });
}

bool related(const Vocabulary& vocabulary, const Item& noun, uint32_t field) {
  return std::any_of(noun.senses.begin(), noun.senses.end(), [&](const Sense& sense) {
    return relation(vocabulary, sense.index, field) >= 0;
  });
}

bool related_to_field(const Vocabulary& vocabulary, const Item& noun, const Item& field) {
  return std::any_of(field.senses.begin(), field.senses.end(),
                     [&](const Sense& sense) { return related(vocabulary, noun, sense.index); });
}

bool related_to_value(const Vocabulary& vocabulary, const Item& noun, const Item& value) {
  return std::any_of(value.values.begin(), value.values.end(), [&](const ValueSense& sense) {
    return related(vocabulary, noun, sense.field);
  });
}

class Attacher {
 public:
  Attacher(const Vocabulary& vocabulary, std::vector<Node>& nodes,
           std::vector<std::shared_ptr<const Item>>& made)
      : vocabulary_(vocabulary), nodes_(nodes), made_(made) {}

  void run() {
    for (size_t k = 0; k < nodes_.size(); ++k)
      if (nodes_[k].kind() == ItemKind::path_role) attach_role(k);
    for (size_t k = 0; k < nodes_.size(); ++k)
      if (nodes_[k].kind() == ItemKind::field) attach_field(k);
    for (size_t k = 0; k < nodes_.size(); ++k)
      if (nodes_[k].kind() == ItemKind::noun) attach_noun(k);
    for (size_t k = 0; k < nodes_.size(); ++k)
      if (nodes_[k].kind() == ItemKind::value) attach_value(k);
    for (size_t k = 0; k + 2 < nodes_.size(); ++k) share(k);
    for (Node& node : nodes_) lead_by_preposition(node);
    for (size_t k = 0; k + 2 < nodes_.size(); ++k) share_lead(k);
    attach_times();
  }

 private:
  Node* node(size_t at) { return at < nodes_.size() ? &nodes_[at] : nullptr; }

  // What asks for a group keeps the noun or field for itself: "by city Bonn".
  bool marked(size_t k) const {
    // "by origin country": the way only says which one
    while (k > 0 && nodes_[k - 1].consumed && nodes_[k - 1].kind() == ItemKind::path_role) --k;
    if (k == 0) return false;
    const Node& before = nodes_[k - 1];
    return before.is(PhraseKind::by) || before.is(PhraseKind::which) ||
           before.is(PhraseKind::top) || before.is(PhraseKind::count) ||
           before.kind() == ItemKind::number;
  }

  // "shipping state", "shipped to Bonn", "shipping customer state", "country of origin".
  void attach_role(size_t k) {
    bool behind = k > 0 && nodes_[k - 1].is_dim() && is_genitive(nodes_[k].gap);
    if (behind) {
      nodes_[k - 1].beside.role = nodes_[k].item;
      nodes_[k].consumed = true;
      return;
    }
    for (size_t next = k + 1; next <= k + 2 && next < nodes_.size(); ++next) {
      ItemKind kind = nodes_[next].kind();
      bool takes = kind == ItemKind::field || kind == ItemKind::noun || kind == ItemKind::value;
      if (!takes) {
        if (next == k + 1) stands_for_things(k);
        return;
      }
      nodes_[next].beside.role = nodes_[k].item;
      nodes_[k].consumed = true;
    }
  }

  const Node* node_behind(size_t k) const {
    return k + 1 < nodes_.size() ? &nodes_[k + 1] : nullptr;
  }

  // "top 3 destinations": a way alone stands for the things that it leads to.
  bool stands_for_things(size_t k) {
    Node& node = nodes_[k];
    // "by approval month" is a time
    const Node* next = node_behind(k);
    if (!marked(k) || (next != nullptr && next->gap.empty() && next->is_dim())) return false;
    Item item = *node.item;
    item.kind = ItemKind::noun;
    item.senses.clear();
    for (const Sense& sense : node.item->senses)
      for (const semantic::Relationship& way : vocabulary_.model.relationships) {
        int index = vocabulary_.dataset_index(way.to);
        if (way.role == vocabulary_.path_roles[sense.index] && index >= 0)
          item.senses.push_back({SenseKind::dataset, static_cast<uint32_t>(index), 0.0F});
      }
    if (item.senses.empty()) return false;
    made_.push_back(std::make_shared<const Item>(std::move(item)));
    node.beside.role = node.item;
    node.item = made_.back().get();
    return true;
  }

  // "from Lima to Cairo", where the model has a way called origin and one called destination.
  void lead_by_preposition(Node& node) {
    bool takes = node.kind() == ItemKind::value || node.kind() == ItemKind::field ||
                 node.kind() == ItemKind::noun;
    if (!takes || node.beside.role != nullptr) return;
    std::string gap = node.gap;
    if (gap.ends_with(" the")) gap.resize(gap.size() - 4);
    std::string word = gap.substr(gap.rfind(' ') + 1);
    if (word != "from" && word != "to") return;
    Item item;
    item.first = node.item->first;
    item.last = node.item->last;
    item.kind = ItemKind::path_role;
    for (uint32_t i = 0; i < vocabulary_.path_roles.size(); ++i)
      if (leads(vocabulary_.path_roles[i], word)) item.senses.push_back({SenseKind::path_role, i});
    if (item.senses.empty()) return;
    made_.push_back(std::make_shared<const Item>(std::move(item)));
    node.beside.role = made_.back().get();
    node.beside.led = true;
  }

  // "to Lima and Cairo", "from Lima or Cairo": both by the same way.
  void share_lead(size_t k) {
    const Node& first = nodes_[k];
    Node& second = nodes_[k + 2];
    bool list = first.kind() == ItemKind::value && second.kind() == ItemKind::value &&
                (nodes_[k + 1].is(PhraseKind::conjunction) || nodes_[k + 1].is(PhraseKind::versus));
    bool lends = list && first.beside.led && second.beside.role == nullptr &&
                 (second.gap.empty() || second.gap == "the") && share_values(first, second);
    if (!lends) return;
    second.beside.role = first.beside.role;
    second.beside.led = true;
  }

  static bool share_values(const Node& a, const Node& b) {
    return std::any_of(a.item->values.begin(), a.item->values.end(), [&](const ValueSense& one) {
      return std::any_of(b.item->values.begin(), b.item->values.end(),
                         [&](const ValueSense& other) { return other.field == one.field; });
    });
  }

  // Whether a way of this name is where something comes from, or goes to.
  static bool leads(const std::string& role, const std::string& word) {
    static const std::vector<std::string_view> kFrom = {"origin", "from",  "source", "departure",
                                                        "sender", "start", "pickup"};
    static const std::vector<std::string_view> kTo = {"destination", "to",  "target", "arrival",
                                                      "recipient",   "end", "dropoff"};
    const auto& names = word == "from" ? kFrom : kTo;
    std::string spoken = text::spoken(role);
    return std::any_of(names.begin(), names.end(),
                       [&](std::string_view name) { return has_word(spoken, name); });
  }

  void attach_field(size_t k) {
    Node& field = nodes_[k];
    Node* before = k > 0 ? node(k - 1) : nullptr;
    bool noun_before = before != nullptr && before->kind() == ItemKind::noun && !before->consumed &&
                       field.gap.empty();
    if (noun_before && related_to_field(vocabulary_, *before->item, *field.item)) {
      field.beside.noun = before->item;
      field.beside.direct = true;
      if (before->beside.role != nullptr) field.beside.role = before->beside.role;
      before->consumed = true;
      return;
    }
    Node* after = node(k + 1);
    bool noun_after =
        after != nullptr && after->kind() == ItemKind::noun && is_genitive(after->gap);
    if (noun_after && related_to_field(vocabulary_, *after->item, *field.item)) {
      field.beside.noun = after->item;
      if (after->beside.role != nullptr) field.beside.role = after->beside.role;
      after->consumed = true;
    }
  }

  // "by supplier region", "region of the supplier", where both are things: the first leads to the
  // second.
  void attach_noun(size_t k) {
    Node& thing = nodes_[k];
    if (thing.consumed || thing.beside.noun != nullptr) return;
    Node* before = k > 0 ? node(k - 1) : nullptr;
    bool compound = before != nullptr && before->kind() == ItemKind::noun && !before->consumed &&
                    thing.gap.empty() && leads_to(*before->item, *thing.item);
    Node* after = node(k + 1);
    bool genitive = after != nullptr && after->kind() == ItemKind::noun &&
                    is_genitive(after->gap) && leads_to(*after->item, *thing.item);
    if (!compound && !genitive) return;
    Node& owner = compound ? *before : *after;
    thing.beside.noun = owner.item;
    thing.beside.direct = compound;
    if (owner.beside.role != nullptr) thing.beside.role = owner.beside.role;
    owner.consumed = true;
  }

  bool leads_to(const Item& owner, const Item& thing) const {
    return std::any_of(owner.senses.begin(), owner.senses.end(), [&](const Sense& from) {
      return std::any_of(thing.senses.begin(), thing.senses.end(), [&](const Sense& to) {
        return from.index != to.index && vocabulary_.distance(from.index, to.index) > 0;
      });
    });
  }

  void attach_value(size_t k) {
    Node& value = nodes_[k];
    size_t left = k;
    // step over a negation or comparison between the two: "state is not TN"
    while (left > 0 &&
           (nodes_[left - 1].is(PhraseKind::negate) || nodes_[left - 1].is(PhraseKind::compare)))
      --left;
    // "country of the mill is Norway": the field, whose owner stands between
    bool owned = left > 1 && nodes_[left - 1].consumed &&
                 nodes_[left - 1].kind() == ItemKind::noun && nodes_[left - 2].is_dim() &&
                 nodes_[left - 2].beside.noun == nodes_[left - 1].item &&
                 nodes_[left - 2].kind() == ItemKind::field;
    if (owned) --left;
    if (left > 0) attach_left(value, left - 1, nodes_[left].gap);
    if (k + 1 < nodes_.size()) attach_right(value, k + 1);
  }

  // "repairs in rural branches": said of what follows, not of what stands before the preposition.
  bool is_adjective(const Node& value, const std::string& gap) const {
    const Node* next = &value + 1 < nodes_.data() + nodes_.size() ? &value + 1 : nullptr;
    bool thing = next != nullptr && next->gap.empty() &&
                 (next->kind() == ItemKind::noun || next->kind() == ItemKind::measure);
    return thing && !gap.empty() &&
           std::all_of(value.item->values.begin(), value.item->values.end(),
                       [&](const ValueSense& sense) { return vocabulary_.is_flag(sense.field); });
  }

  void attach_left(Node& value, size_t at, const std::string& gap) {
    Node& left = nodes_[at];
    // "the North region to the South region": the first has its field behind it
    bool taken = left.consumed && has_word(gap, "to");
    // "from ports to inland stations": each end has its own
    taken = taken || (left.follows("from") && has_word(gap, "to")) ||
            (left.follows("to") && has_word(gap, "from"));
    if (!taken && left.kind() == ItemKind::field && shares_field(*value.item, *left.item)) {
      value.beside.field = left.item;
      value.beside.noun = left.beside.noun;
      if (left.beside.role != nullptr) value.beside.role = left.beside.role;
      if (!marked(at)) left.consumed = true;
      return;
    }
    bool noun = left.kind() == ItemKind::noun && is_locating(gap) && !is_adjective(value, gap);
    if (noun && related_to_value(vocabulary_, *left.item, *value.item)) {
      value.beside.noun = left.item;
      value.beside.direct = gap.empty();
      if (left.beside.role != nullptr) value.beside.role = left.beside.role;
      if (!marked(at)) left.consumed = true;
    }
  }

  void attach_right(Node& value, size_t at) {
    Node& right = nodes_[at];
    if (!right.gap.empty() || right.consumed) return;
    if (right.kind() == ItemKind::field && value.beside.field == nullptr &&
        shares_field(*value.item, *right.item)) {
      value.beside.field = right.item;
      right.consumed = true;
      return;
    }
    bool noun = right.kind() == ItemKind::noun && value.beside.noun == nullptr;
    if (noun && related_to_value(vocabulary_, *right.item, *value.item)) {
      value.beside.noun = right.item;
      value.beside.direct = true;
      right.consumed = true;
    }
  }

  // ---- times ----

  // "booked in 2001 and paid in 2002": what each time is said of stands before it, or else after.
  void attach_times() {
    std::vector<size_t> times;
    for (size_t k = 0; k < nodes_.size(); ++k)
      if (nodes_[k].kind() == ItemKind::time) times.push_back(k);
    if (times.empty()) return;
    bool after = times.size() > 1 && !dates_between(0, times[0]);
    for (size_t i = 0; i < times.size(); ++i)
      after = after && dates_between(times[i], i + 1 < times.size() ? times[i + 1] : nodes_.size());
    size_t last = 0;
    for (size_t i = 0; i < times.size(); ++i) {
      size_t next = i + 1 < times.size() ? times[i + 1] : nodes_.size();
      if (after) {
        say_of(times[i], times[i], next);
      } else {
        say_of(times[i], last, times[i]);
        bool inherits = i > 0 && nodes_[times[i]].dated_by.empty() && continues(last, times[i]);
        if (inherits) nodes_[times[i]].dated_by = nodes_[last].dated_by;
      }
      bool or_before = i > 0 && nodes_[times[i]].dated_by != nodes_[last].dated_by &&
                       joined_by_or(last, times[i]);
      nodes_[times[i]].either = nodes_[times[i]].either || or_before;
      last = times[i];
    }
    bool none = std::all_of(times.begin(), times.end(),
                            [&](size_t k) { return nodes_[k].dated_by.empty(); });
    if (none) say_of(times.back(), times.back(), nodes_.size());
  }

  bool dates_between(size_t from, size_t to) const {
    for (size_t k = from; k < to; ++k)
      if (dates(k, to)) return true;
    return false;
  }

  // A role, a date word, or a date field right before the time at `time`.
  bool dates(size_t k, size_t time) const {
    const Node& node = nodes_[k];
    if (node.kind() == ItemKind::time_role || node.kind() == ItemKind::date_word) return true;
    if (node.kind() != ItemKind::field || marked(k)) return false;
    bool beside = k + 1 == time || (k + 2 == time && (nodes_[k + 1].is(PhraseKind::negate) ||
                                                      nodes_[k + 1].is(PhraseKind::with)));
    return beside && time < nodes_.size() && nodes_[time].kind() == ItemKind::time &&
           std::any_of(
               node.item->senses.begin(), node.item->senses.end(),
               [&](const Sense& sense) { return dates_by(vocabulary_.fields[sense.index]); });
  }

  void say_of(size_t time, size_t from, size_t to) {
    for (size_t k = from; k < to; ++k) {
      if (!dates(k, to)) continue;
      nodes_[time].dated_by.push_back(&nodes_[k]);
      if (nodes_[k].kind() != ItemKind::time_role) nodes_[k].consumed = true;
      bool or_before = k > 0 && nodes_[k - 1].is(PhraseKind::conjunction) &&
                       nodes_[k - 1].item->phrase->text == "or";
      nodes_[time].either = nodes_[time].either || (or_before && nodes_[time].dated_by.size() > 1);
    }
  }

  bool joined_by_or(size_t from, size_t to) const {
    for (size_t k = from + 1; k < to; ++k)
      if (nodes_[k].is(PhraseKind::conjunction) && nodes_[k].item->phrase->text == "or")
        return true;
    return false;
  }

  // Nothing between two times names what the second is about. A field keeps only what is joined to
  // its time: "opened after 1999 and before 2005".
  bool continues(size_t from, size_t to) const {
    bool field = std::any_of(nodes_[from].dated_by.begin(), nodes_[from].dated_by.end(),
                             [](const Node* by) { return by->kind() != ItemKind::time_role; });
    if (field) return to == from + 2 && nodes_[from + 1].is(PhraseKind::conjunction);
    for (size_t k = from + 1; k < to; ++k) {
      ItemKind kind = nodes_[k].kind();
      if (kind == ItemKind::measure || kind == ItemKind::noun) return false;
    }
    return true;
  }

  // Values in one list mean one field: "customers in Lima or Cairo", "red and blue lines".
  void share(size_t k) {
    Node& first = nodes_[k];
    // "rural and non-rural districts"
    bool denied = nodes_[k + 2].is(PhraseKind::negate) && k + 3 < nodes_.size();
    Node& second = nodes_[denied ? k + 3 : k + 2];
    if (first.kind() != ItemKind::value || second.kind() != ItemKind::value) return;
    if (!nodes_[k + 1].is(PhraseKind::conjunction) && !nodes_[k + 1].is(PhraseKind::versus)) return;
    lend(first, second);
    lend(second, first);
  }

  void lend(const Node& from, Node& to) {
    bool own = to.beside.field != nullptr || to.beside.noun != nullptr;
    if (own) return;
    if (from.beside.field != nullptr && shares_field(*to.item, *from.beside.field)) {
      to.beside = from.beside;
    } else if (from.beside.noun != nullptr &&
               related_to_value(vocabulary_, *from.beside.noun, *to.item)) {
      to.beside.noun = from.beside.noun;
      to.beside.role = from.beside.role;
    }
  }

  const Vocabulary& vocabulary_;
  std::vector<Node>& nodes_;
  std::vector<std::shared_ptr<const Item>>& made_;
};

}  // namespace

bool dates_by(const FieldEntry& field) {
  return field.dated || (field.numeric && has_word(field.name_keys, "year"));
}

std::vector<Node> make_sequence(const Covering& covering) {
  std::vector<Node> nodes;
  std::string gap;
  for (const Item* item : covering.items) {
    if (item->kind == ItemKind::phrase && item->phrase->kind == PhraseKind::stop) {
      const std::string& text = item->phrase->text;
      bool word = !text.empty() && text[0] >= 'a' && text[0] <= 'z';
      if (word && !gap.empty()) gap += ' ';
      if (word) gap += text;
      continue;
    }
    Node node;
    node.item = item;
    node.gap = std::move(gap);
    gap.clear();
    nodes.push_back(std::move(node));
  }
  return nodes;
}

void attach_qualifiers(const Vocabulary& vocabulary, std::vector<Node>& nodes,
                       std::vector<std::shared_ptr<const Item>>& made) {
  Attacher(vocabulary, nodes, made).run();
}

bool is_or(const std::vector<Node>& nodes, size_t node) {
  return node < nodes.size() && nodes[node].is(PhraseKind::conjunction) &&
         nodes[node].item->phrase->text == "or";
}

bool is_apart(const std::vector<Node>& nodes, size_t node) {
  bool listed = node > 1 && nodes[node - 1].is(PhraseKind::conjunction) &&
                nodes[node - 1].item->phrase->text != "or" &&
                nodes[node - 2].kind() == ItemKind::value;
  if (!listed) return false;
  for (std::string_view word : {"in", "at", "on", "from", "for", "during"})
    if (nodes[node].follows(word) && nodes[node - 2].follows(word)) return true;
  return false;
}

int relation(const Vocabulary& vocabulary, uint32_t dataset, uint32_t field) {
  const FieldEntry& entry = vocabulary.fields[field];
  if (entry.dataset == dataset) return 0;
  for (const std::string& noun : vocabulary.dataset_keys[dataset])
    if (has_word(vocabulary.dataset_keys[entry.dataset][0], noun) ||
        has_word(entry.name_keys, noun))
      return 1;
  int steps = vocabulary.distance(dataset, entry.dataset);
  return steps < 0 ? -1 : steps + 1;
}

bool asks_which(const std::string& gap) {
  for (std::string_view verb :
       {"is", "are", "was", "were", "did", "do", "does", "has", "have", "had"}) {
    size_t at = gap.find(verb);
    if (at != std::string::npos && (at == 0 || gap[at - 1] == ' ')) return false;
  }
  return true;
}

}  // namespace tally::answer::parsed
