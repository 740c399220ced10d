#include "answer/parsed/conditions.h"

#include <fmt/format.h>

#include <algorithm>

#include "answer/parsed/counts.h"
#include "answer/parsed/weights.h"
#include "text/measure_units.h"
#include "text/stem.h"
#include "text/tokens.h"
#include "text/utf8.h"

namespace tally::answer::parsed {

namespace {

using semantic::FilterOp;

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

bool trails_number(const std::string& text) {
  return text.starts_with("or ") || text.starts_with("and ");
}

// "km", "EUR" and "tonne-km" as one name for all their spellings.
std::string unit_name(const std::string& word) {
  std::string folded = text::fold(word);
  auto known = text::measure_unit(folded);
  return known ? std::string(known->name) : text::spoken(folded);
}

bool is_years(const Condition& condition, const Item& number) {
  bool years = condition.unit.empty() || unit_name(condition.unit) == "year";
  return years && (number.measure == "old" || number.measure == "age" || number.measure == "older");
}

}  // namespace

std::optional<std::string> in_unit(const std::string& digits, const std::string& said,
                                   const std::string& declared) {
  if (said.empty() || declared.empty() || unit_name(said) == unit_name(declared)) return digits;
  auto from = text::measure_unit(text::fold(said));
  auto to = text::measure_unit(text::fold(declared));
  if (!from || !to) return std::nullopt;
  return text::converted(digits, *from, *to);
}

bool same_kind(const std::string& said, const std::string& declared) {
  return in_unit("1", said, declared).has_value();
}

Node* Conditions::number_at(size_t at) {
  Node* node = at < nodes_.size() ? &nodes_[at] : nullptr;
  bool free = node != nullptr && node->kind() == ItemKind::number && !node->placed &&
              !node->item->number->ordinal;
  return free ? node : nullptr;
}

void Conditions::add_number(Condition& condition, const Item& number) {
  condition.numbers.push_back(number.number->digits);
  if (!number.unit.empty()) condition.unit = number.unit;
  if (!number.number->currency.empty()) condition.unit = number.number->currency;
  if (number.number->percent) condition.unit = "%";
  condition.age = condition.age || is_years(condition, number);
}

// "more than 10 days" is so long, and groups by no day.
void Conditions::take_grain(Condition& condition, size_t at) {
  Node* grain = at < nodes_.size() ? &nodes_[at] : nullptr;
  bool unit = grain != nullptr && grain->is(PhraseKind::grain) && grain->gap.empty() &&
              grain->item->last == grain->item->first + 1 && condition.unit.empty();
  if (!unit) return;
  condition.unit = chart_.tokens[grain->item->first].text;
  grain->placed = true;
}

void Conditions::place_compare(size_t at) {
  Node& node = nodes_[at];
  bool trailing = trails_number(node.item->phrase->text);
  Node* number = trailing ? (at > 0 ? number_at(at - 1) : nullptr) : number_at(at + 1);
  if (number == nullptr) {
    // "state = TN": equality with a value is what a value says anyway
    Node* next = at_hand_.after(at);
    bool equality = static_cast<Compare>(node.item->phrase->payload) == Compare::equal &&
                    next != nullptr && next->kind() == ItemKind::value;
    if (!equality) at_hand_.unknown(node.item, weights::kUnused);
    return;
  }
  number->placed = true;
  Condition condition;
  condition.item = node.item;
  condition.op = filter_op(static_cast<Compare>(node.item->phrase->payload));
  add_number(condition, *number->item);
  if (!trailing) take_grain(condition, at + 2);
  target(std::move(condition), trailing ? at - 1 : at, trailing ? at + 1 : at + 2);
}

void Conditions::place_between(size_t at) {
  Node* low = number_at(at + 1);
  Node* joint = at_hand_.after(at, 2);
  Node* high = number_at(at + 3);
  bool joined = low != nullptr && high != nullptr && joint->is(PhraseKind::conjunction);
  if (joined) {
    low->placed = high->placed = true;
    Condition condition;
    condition.item = nodes_[at].item;
    condition.op = FilterOp::between;
    add_number(condition, *low->item);
    add_number(condition, *high->item);
    take_grain(condition, at + 4);
    return target(std::move(condition), at, at + 4);
  }
  place_range(at + 1);  // "ranging from 15 to 30"; else "between", said of something else
}

bool Conditions::place_range(size_t at) {
  Node* low = number_at(at);
  Node* high = number_at(at + 1);
  if (low == nullptr || high == nullptr || high->gap != "to") return false;
  low->placed = high->placed = true;
  Condition condition;
  condition.item = low->item;
  condition.op = FilterOp::between;
  add_number(condition, *low->item);
  add_number(condition, *high->item);
  target(std::move(condition), at, at + 2);
  return true;
}

Conditions::Fit Conditions::fit(const Node& node, const Condition& condition) const {
  Fit best = Fit::none;
  auto judge = [&](const std::string& declared, bool unitless) {
    bool unknown = declared.empty() && !unitless;
    Fit found = condition.unit.empty()                                     ? Fit::yes
                : unknown                                                  ? Fit::unknown
                : !declared.empty() && same_kind(condition.unit, declared) ? Fit::yes
                                                                           : Fit::none;
    best = std::max(best, found);
  };
  if (node.kind() == ItemKind::measure) {
    for (const Sense& sense : node.item->senses) {
      if (sense.kind == SenseKind::family) {
        for (uint32_t metric : vocabulary_.families[sense.index].metrics)
          judge(vocabulary_.metrics[metric].unit, false);
      } else if (sense.kind == SenseKind::metric) {
        const MetricEntry& metric = vocabulary_.metrics[sense.index];
        judge(metric.unit, metric.counts >= 0 || metric.aggregate == "count");
      }
    }
  } else if (node.kind() == ItemKind::field) {
    for (const Sense& sense : node.item->senses)
      if (vocabulary_.fields[sense.index].numeric)
        judge(vocabulary_.fields[sense.index].unit, false);
  }
  return best;
}

// "older than 30" says which field without naming it.
bool Conditions::on_implied_field(Condition& condition) {
  static const std::pair<std::string_view, std::string_view> kImplied[] = {
      {"cheaper", "price"},   {"more expensive", "price"}, {"pricier", "price"},
      {"heavier", "weight"},  {"lighter", "weight"},       {"taller", "height"},
      {"longer", "duration"}, {"shorter", "duration"}};
  if (condition.item->phrase == nullptr) return false;
  const std::string& said = condition.item->phrase->text;
  if (condition.age || said.starts_with("older") || said.starts_with("younger"))
    return on_age(condition);
  if ((said.starts_with("longer") || said.starts_with("shorter")) && on_length(condition))
    return true;
  for (const auto& [word, field] : kImplied) {
    if (!condition.unit.empty() || !said.starts_with(word)) continue;
    std::vector<Sense> senses;
    for (const Sense& sense : vocabulary_.senses(std::string(text::stem(field))))
      if (sense.kind == SenseKind::field && vocabulary_.fields[sense.index].numeric)
        senses.push_back(sense);
    if (senses.empty()) continue;
    on_senses(condition, std::move(senses));
    return true;
  }
  return false;
}

// "longer than 20 minutes": of all that is measured so, what is called a length or a time.
bool Conditions::on_length(Condition& condition) {
  std::vector<Sense> senses;
  for (uint32_t i = 0; !condition.unit.empty() && i < vocabulary_.fields.size(); ++i) {
    const FieldEntry& entry = vocabulary_.fields[i];
    if (!entry.numeric || entry.unit.empty() || !same_kind(condition.unit, entry.unit)) continue;
    std::string keys = " " + entry.name_keys + " ";
    for (std::string_view word : {"duration", "length", "time"})
      if (keys.find(" " + text::stem(word) + " ") != std::string::npos) {
        senses.push_back({SenseKind::field, i, 0.0F});
        break;
      }
  }
  if (senses.empty()) return false;
  on_senses(condition, std::move(senses));
  return true;
}

// An age is recorded as such, or follows from a birth; personal ones count, to be refused by name.
bool Conditions::on_age(Condition& condition) {
  if (!condition.unit.empty() && unit_name(condition.unit) != "year") return false;
  std::vector<Sense> senses;
  for (std::string_view name :
       {"age", "birth date", "date of birth", "birthday", "birth year", "year of birth"}) {
    for (const Sense& sense : vocabulary_.senses(key_of(name))) {
      if (sense.kind != SenseKind::field) continue;
      const FieldEntry& entry = vocabulary_.fields[sense.index];
      bool there = std::any_of(senses.begin(), senses.end(),
                               [&](const Sense& other) { return other.index == sense.index; });
      if (!there && (entry.numeric || entry.dated || entry.field->personal))
        senses.push_back(sense);
    }
    if (name == "age" && !senses.empty()) break;
  }
  if (senses.empty()) return false;
  condition.age = true;
  condition.unit.clear();
  on_senses(condition, std::move(senses));
  return true;
}

void Conditions::on_senses(Condition& condition, std::vector<Sense> senses) {
  Item item = *condition.item;
  item.kind = ItemKind::field;
  item.phrase = nullptr;
  item.senses = std::move(senses);
  draft_.made.push_back(std::make_shared<const Item>(std::move(item)));
  condition.field = draft_.made.back().get();
  draft_.conditions.push_back(std::move(condition));
}

void Conditions::place_compared(size_t at) {
  const Item& item = *nodes_[at].item;
  Condition condition;
  condition.item = &item;
  condition.op = *item.compared_by;
  condition.numbers = item.numbers;
  condition.beside = nodes_[at].beside;
  std::vector<Sense> senses;
  for (const ValueSense& value : item.values)
    senses.push_back({SenseKind::field, value.field, static_cast<float>(value.cost)});
  on_senses(condition, std::move(senses));
}

// What is compared stands before ("sales above 1000") or after ("more than 100 orders").
void Conditions::target(Condition condition, size_t left, size_t right) {
  const auto& numbers = condition.numbers;
  bool reversed = numbers.size() == 2 && numbers[0].size() >= numbers[1].size() &&
                  (numbers[0].size() > numbers[1].size() || numbers[0] > numbers[1]) &&
                  (numbers[0] + numbers[1]).find_first_of("-.") == std::string::npos;
  if (reversed && draft_.trouble.empty()) {
    draft_.trouble = fmt::format("‘{} and {}’ is no range: the first is larger than the second.",
                                 numbers[0], numbers[1]);
    draft_.cost += weights::kInexpressible;
  }
  if (reversed) return;
  if (on_implied_field(condition)) return;
  bool follows = right < nodes_.size() && nodes_[right].kind() == ItemKind::measure &&
                 !nodes_[right].placed && can_compare(nodes_[right], condition);
  bool leads = left > 0 && can_compare(nodes_[left - 1], condition);
  // "sold more than 100 units": the verb only says what is done with them; "how many customers had
  // more than 10 orders": the customers are asked for
  if (leads && follows && nodes_[right].gap.empty() &&
      (nodes_[left - 1].item->verb || is_asked_for(left - 1)))
    leads = false;
  if (!leads && follows) {
    check_percent(condition, fit(nodes_[right], condition));
    condition.measure = static_cast<int>(draft_.measures.size());
    draft_.conditions.push_back(std::move(condition));
    nodes_[right].placed = true;
    return place_measure_(right);
  }
  bool field_follows = right < nodes_.size() && nodes_[right].kind() == ItemKind::field &&
                       can_compare(nodes_[right], condition);
  if (field_follows && (!leads || nodes_[right].gap.empty())) return on_field(condition, right);
  // "orders with more than 5 items": it is the items that are compared, of which nothing is known
  bool thing = !follows && right < nodes_.size() && nodes_[right].kind() == ItemKind::noun &&
               nodes_[right].gap.empty() && condition.unit.empty();
  if (thing) return at_hand_.unknown(condition.item, weights::kUnused);
  for (size_t k = left; k > 0; --k) {
    if (!can_compare(nodes_[k - 1], condition)) continue;
    check_percent(condition, fit(nodes_[k - 1], condition));
    if (nodes_[k - 1].kind() == ItemKind::field) return on_field(condition, k - 1);
    return on_measure(condition, k - 1);
  }
  if (condition.unit.empty()) return at_hand_.unknown(condition.item, weights::kUnused);
  draft_.conditions.push_back(std::move(condition));
}

bool Conditions::is_asked_for(size_t node) const {
  const Item& item = *nodes_[node].item;
  return asks_how_many(chart_, item) || (node > 0 && nodes_[node - 1].is(PhraseKind::count));
}

// 10% is 10 here and 0.1 there; only a declared unit says which.
void Conditions::check_percent(const Condition& condition, Fit fits) {
  if (fits != Fit::unknown || unit_name(condition.unit) != "%") return;
  draft_.cost += weights::kInexpressible;
  if (draft_.trouble.empty())
    draft_.trouble = fmt::format(
        "‘{}%’: the model does not say that this is measured in percent. Say the number alone, "
        "as it is recorded.",
        condition.numbers[0]);
}

void Conditions::on_measure(Condition& condition, size_t node) {
  for (size_t i = 0; i < at_hand_.measure_nodes.size(); ++i)
    if (at_hand_.measure_nodes[i] == node) condition.measure = static_cast<int>(i);
  draft_.conditions.push_back(std::move(condition));
}

void Conditions::on_field(Condition& condition, size_t node) {
  condition.field = nodes_[node].item;
  condition.beside = nodes_[node].beside;
  drop_dim(node);
  draft_.conditions.push_back(std::move(condition));
}

void Conditions::drop_dim(size_t node) {
  nodes_[node].placed = true;
  // named for the comparison, so it is no group of its own
  for (size_t i = 0; i < at_hand_.dim_nodes.size(); ++i) {
    if (at_hand_.dim_nodes[i] != node || draft_.dims[i].grouped) continue;
    draft_.dims.erase(draft_.dims.begin() + static_cast<long>(i));
    at_hand_.dim_nodes.erase(at_hand_.dim_nodes.begin() + static_cast<long>(i));
    break;
  }
}

// ---- what is not there ----

std::vector<Sense> Conditions::null_fields(const Node& node) const {
  std::vector<Sense> out;
  for (const Sense& sense : node.item->senses) {
    if (node.kind() == ItemKind::field) out.push_back(sense);
    if (node.kind() == ItemKind::noun)
      if (int field = vocabulary_.presence_field(sense.index); field >= 0)
        out.push_back({SenseKind::field, static_cast<uint32_t>(field), sense.cost});
    for (const Sense& field : vocabulary_.date_fields(sense)) out.push_back(field);
  }
  return out;
}

bool Conditions::place_null(size_t at, bool present) {
  std::vector<Sense> senses = null_fields(nodes_[at]);
  if (senses.empty()) return false;
  Condition condition;
  condition.item = nodes_[at].item;
  condition.op = present ? FilterOp::is_not_null : FilterOp::is_null;
  condition.beside = nodes_[at].beside;
  condition.thing = true;
  drop_dim(at);
  on_senses(condition, std::move(senses));
  return true;
}

void Conditions::place_presence(size_t at, bool present) {
  auto holds = [&](size_t k) {
    bool there = k < nodes_.size() && !nodes_[k].consumed;
    return there && (nodes_[k].kind() == ItemKind::field || nodes_[k].kind() == ItemKind::noun) &&
           place_null(k, present);
  };
  const std::string& text = nodes_[at].item->phrase->text;
  bool predicate = text.starts_with("is ") || text.starts_with("are ") ||
                   text.starts_with("was ") || text.starts_with("not ") || text.starts_with("ha");
  bool placed = (predicate && at > 0 && holds(at - 1)) || (!predicate && holds(at + 1)) ||
                (at > 0 && holds(at - 1));
  bool truth = text.ends_with("true") || text.ends_with("false");
  bool flag =
      placed && std::all_of(draft_.conditions.back().field->senses.begin(),
                            draft_.conditions.back().field->senses.end(),
                            [&](const Sense& sense) { return vocabulary_.is_flag(sense.index); });
  if (!placed || (truth && !flag)) return at_hand_.unknown(nodes_[at].item, weights::kUnused);
  draft_.conditions.back().thing = truth;
}

bool Conditions::place_having(size_t at) {
  if (at == 0 || !nodes_[at - 1].is(PhraseKind::with)) return false;
  std::string gap = " " + nodes_[at].gap + " ";
  bool article = false;
  for (std::string_view word : {" a ", " an ", " any ", " some "})
    article = article || gap.find(word) != std::string::npos;
  const Node* next = at_hand_.after(at);
  bool more =
      next != nullptr && (next->is(PhraseKind::compare) || next->is(PhraseKind::between) ||
                          next->is(PhraseKind::top) || next->is(PhraseKind::absent) ||
                          next->is(PhraseKind::present) || next->is(PhraseKind::negate) ||
                          next->kind() == ItemKind::number || next->kind() == ItemKind::value);
  if (!article || more) return false;
  bool amount = nodes_[at].kind() == ItemKind::measure;
  for (const Sense& sense : nodes_[at].item->senses)
    amount =
        amount || (nodes_[at].kind() == ItemKind::field && vocabulary_.fields[sense.index].numeric);
  if (!amount) return place_null(at, true);
  // an amount that is there and an amount above zero are two things
  draft_.cost += weights::kInexpressible;
  if (draft_.trouble.empty())
    draft_.trouble = fmt::format(
        "‘with {} {}’: more than 0, or recorded at all? Compare it with a "
        "number, as in “more than 0”.",
        nodes_[at].gap, chart_.words(*nodes_[at].item));
  return false;
}

bool Conditions::place_lack(size_t at) {
  size_t next = at + 1;
  if (next >= nodes_.size() || nodes_[next].placed || nodes_[next].consumed) return false;
  const std::string& text = nodes_[at].item->phrase->text;
  bool lacks = text == "without" || text == "no" || text == "lacking";
  bool undone = !lacks && nodes_[next].kind() == ItemKind::time_role &&
                (text.find("not") != std::string::npos || text.ends_with("nt"));
  bool thing =
      lacks && (nodes_[next].kind() == ItemKind::field || nodes_[next].kind() == ItemKind::noun);
  return (undone || thing) && place_null(next, false);
}

void Conditions::place_stray(size_t at) {
  if (place_range(at)) return;
  Node& node = nodes_[at];
  Condition condition;
  condition.item = node.item;
  condition.op = FilterOp::equal;
  add_number(condition, *node.item);
  auto count = text::whole(*node.item->number);
  if (count && *count >= 1800 && *count < 2200 && node.item->number->bare)
    draft_.cost += weights::kYearAsValue;
  if (condition.age && on_age(condition)) return;
  auto compared = [&](const Node& field) {
    return std::any_of(draft_.conditions.begin(), draft_.conditions.end(),
                       [&](const Condition& there) { return there.field == field.item; });
  };
  Node* next = at_hand_.after(at);
  for (Node* field : {at > 0 ? &nodes_[at - 1] : nullptr, next}) {
    if (field == nullptr || field->kind() != ItemKind::field) continue;
    // "less than 40 beds in 2001": one field is not compared twice without a word for it
    if (!can_compare(*field, condition) || compared(*field)) continue;
    return on_field(condition, static_cast<size_t>(field - nodes_.data()));
  }
  if (condition.unit.empty()) return at_hand_.unknown(node.item, weights::kUnused);
  draft_.conditions.push_back(std::move(condition));
}

}  // namespace tally::answer::parsed
