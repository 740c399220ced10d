// Exam files (exams/README.md) into native types, every mistake at once.

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/bytes.h"
#include "base/quantity.h"
#include "measure/exam.h"
#include "measure/slot_reader.h"
#include "semantic/names.h"
#include "semantic/tree_reader.h"
#include "sql/parser.h"

namespace tally::measure {
namespace {

using semantic::Entries;
using semantic::Located;
using semantic::Node;

constexpr size_t kFewestPhrasings = 4;
constexpr size_t kMostPerTemplate = 1000;

class ExamReader {
 public:
  ExamReader(std::string_view text, const std::string& file, const semantic::Tree& tree,
             semantic::Complaints& complaints)
      : text_(text), reader_(tree, complaints) {
    exam_.file = file;
    exam_.digest = fmt::format("{:016x}", checksum(text));
  }

  Exam read();

 private:
  void read_template(const Node& node);
  void read_tier(const Entries& entries, Template& made);
  void read_split(const Entries& entries, Template& made);
  void read_outcomes(const Entries& entries, const Node& node, Template& made);
  void read_outcome(const Node& node, Template& made);
  void read_rounded(const Entries& entries, Template& made);
  void read_phrasings(const Entries& entries, Template& made);
  void read_sql(const Entries& entries, const Node& node, Template& made);
  void check_order(const Located& sql, const Template& made);
  void check_slots(const Node& where, const FillText& text, const Template& made,
                   const std::string& what);
  void check_use(const Node& node, const Template& made);
  void check_unseen(const Node& node);
  FillText fill_text(const Located& text, const std::string& what);
  std::optional<uint64_t> number(const Entries& entries, std::string_view key,
                                 const std::string& owner, uint64_t least, uint64_t most);

  std::string_view text_;
  semantic::TreeReader reader_;
  Exam exam_;
  std::string owner_;  // of the template being read
  std::set<std::string> ids_;
};

std::optional<uint64_t> ExamReader::number(const Entries& entries, std::string_view key,
                                           const std::string& owner, uint64_t least,
                                           uint64_t most) {
  const Node* node = entries.find(key);
  if (!node) return std::nullopt;
  auto parsed = parse_count(node->is_scalar_text() ? node->text : "");
  if (parsed.ok() && *parsed >= least && *parsed <= most) return *parsed;
  reader_.complain(*node, fmt::format("\"{}\" of {} must be a whole number", key, owner),
                   fmt::format("from {} to {}", least, most));
  return std::nullopt;
}

Exam ExamReader::read() {
  const Node& top = reader_.tree().top();
  auto entries = reader_.map(top, "the exam",
                             {{"exam", true},
                              {"version", true},
                              {"warehouse", true},
                              {"seed", true},
                              {"per_template"},
                              {"templates", true}});
  if (!entries) return exam_;
  exam_.name = reader_.text(*entries, "exam", "the exam");
  exam_.warehouse = reader_.text(*entries, "warehouse", "the exam");
  exam_.version =
      static_cast<int>(number(*entries, "version", "the exam", 1, 1'000'000).value_or(0));
  exam_.seed = number(*entries, "seed", "the exam", 0, UINT64_MAX).value_or(0);
  exam_.per_template =
      number(*entries, "per_template", "the exam", 1, kMostPerTemplate).value_or(8);
  for (const Node* node : reader_.list(*entries, "templates", "the exam")) read_template(*node);
  if (const Node* list = entries->find("templates")) check_unseen(*list);
  return std::move(exam_);
}

void ExamReader::read_template(const Node& node) {
  Template made;
  made.at = reader_.at(node);
  owner_ = fmt::format("template {}", exam_.templates.size() + 1);
  auto entries = reader_.map(node, owner_,
                             {{"id", true},
                              {"tier", true},
                              {"split"},
                              {"outcome"},
                              {"ordered"},
                              {"places"},
                              {"per_template"},
                              {"slots"},
                              {"phrasings", true},
                              {"sql"},
                              {"note"}});
  if (!entries) return;
  auto id = reader_.located(*entries, "id", owner_);
  made.id = id.text;
  auto is_word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; };
  if (id.node && (id.text.empty() || !std::all_of(id.text.begin(), id.text.end(), is_word)))
    reader_.complain(*id.node, fmt::format("the id \"{}\" is no single word", id.text),
                     "letters, digits and _");
  if (id.node && !ids_.insert(id.text).second)
    reader_.complain(*id.node, fmt::format("there are two templates \"{}\"", id.text),
                     "give one of them another id");
  if (!made.id.empty()) owner_ = fmt::format("template \"{}\"", made.id);
  read_tier(*entries, made);
  read_split(*entries, made);
  read_outcomes(*entries, node, made);
  made.ordered = reader_.boolean(*entries, "ordered", owner_).value_or(false);
  read_rounded(*entries, made);
  made.most_questions = number(*entries, "per_template", owner_, 1, kMostPerTemplate);
  if (const Node* slots = entries->find("slots")) made.slots = read_slots(*slots, reader_, owner_);
  read_phrasings(*entries, made);
  read_sql(*entries, node, made);
  reader_.text(*entries, "note", owner_);
  check_use(node, made);
  exam_.templates.push_back(std::move(made));
}

void ExamReader::read_tier(const Entries& entries, Template& made) {
  auto tier = reader_.located(entries, "tier", owner_);
  if (!tier.node) return;
  for (Tier known : {Tier::everyday, Tier::analyst, Tier::official, Tier::not_answered}) {
    made.tier = known;
    if (tier.text == tier_name(known)) return;
  }
  made.tier = Tier::everyday;
  reader_.complain(*tier.node, fmt::format("there is no tier \"{}\"", tier.text),
                   "T1 everyday, T2 analyst, T3 official, T4 must not be answered");
}

void ExamReader::read_split(const Entries& entries, Template& made) {
  auto split = reader_.located(entries, "split", owner_);
  made.unseen = split.text == "test";
  if (split.node && !made.unseen && split.text != "seen")
    reader_.complain(*split.node, fmt::format("there is no split \"{}\"", split.text),
                     "seen: spread over dev, test and pool; test: test alone");
}

void ExamReader::read_outcome(const Node& node, Template& made) {
  using answer::Outcome;
  for (Outcome known : {Outcome::answer, Outcome::clarify, Outcome::abstain, Outcome::refuse})
    if (node.is_scalar_text() && node.text == answer::outcome_name(known))
      return made.outcomes.push_back(known);
  reader_.complain(node, fmt::format("there is no outcome \"{}\"", node.text),
                   "answer, clarify, abstain or refuse");
}

void ExamReader::read_outcomes(const Entries& entries, const Node& node, Template& made) {
  const Node* outcome = entries.find("outcome");
  if (!outcome) {
    made.outcomes = {answer::Outcome::answer};
  } else if (outcome->kind == Node::Kind::list) {
    for (uint32_t child : outcome->children) read_outcome(reader_.tree()[child], made);
  } else {
    read_outcome(*outcome, made);
  }
  if (outcome && made.outcomes.empty()) return;
  bool answers = std::count(made.outcomes.begin(), made.outcomes.end(), answer::Outcome::answer);
  if (made.wants_answer() && (!answers || made.outcomes.size() != 1))
    reader_.complain(
        outcome ? *outcome : node,
        fmt::format("{} is of tier {} and expects no answer", owner_, tier_name(made.tier)),
        "T1, T2 and T3 expect the outcome \"answer\" alone");
  if (!made.wants_answer() && answers)
    reader_.complain(outcome ? *outcome : node, owner_ + " is of tier T4 and expects an answer",
                     "say its outcome: clarify, abstain or refuse");
}

void ExamReader::read_rounded(const Entries& entries, Template& made) {
  const Node* places = entries.find("places");
  if (!places) return;
  for (const auto& [column, value] : reader_.free_map(*places, "the places of " + owner_)) {
    auto count = parse_count(value->is_scalar_text() ? value->text : "");
    if (count.ok() && *count <= 18)
      made.rounded.push_back({column.text, static_cast<int>(*count), column.at()});
    else
      reader_.complain(*value, fmt::format("the places of \"{}\" must be 0 to 18", column.text),
                       "");
  }
}

FillText ExamReader::fill_text(const Located& text, const std::string& what) {
  auto parsed = FillText::parse(text.text);
  if (auto* made = std::get_if<FillText>(&parsed)) return std::move(*made);
  const auto& fault = std::get<FillText::Fault>(parsed);
  auto at = semantic::position_inside(text_, *text.node, fault.offset);
  Node place = *text.node;
  place.at = at;
  reader_.complain(place, fmt::format("{}: {}", what, fault.message), "");
  return {};
}

void ExamReader::read_phrasings(const Entries& entries, Template& made) {
  auto texts = reader_.texts(entries, "phrasings", owner_);
  std::set<std::string> seen;
  for (const auto& text : texts) {
    if (!seen.insert(text.text).second)
      reader_.complain(*text.node, owner_ + " has this phrasing twice", "say it another way");
    auto parsed = fill_text(text, "a phrasing of " + owner_);
    check_slots(*text.node, parsed, made, "a phrasing of " + owner_);
    made.phrasings.push_back(std::move(parsed));
  }
  const Node* list = entries.find("phrasings");
  if (list && texts.size() < kFewestPhrasings)
    reader_.complain(*list, fmt::format("{} has {} phrasings", owner_, texts.size()),
                     fmt::format("write at least {}: people ask in many ways", kFewestPhrasings));
}

void ExamReader::read_sql(const Entries& entries, const Node& node, Template& made) {
  auto sql = reader_.located(entries, "sql", owner_);
  if (made.wants_answer() && !sql.node)
    reader_.complain(node, owner_ + " has no reference", "add the key \"sql\"");
  if (!made.wants_answer() && sql.node)
    reader_.complain(*sql.node, owner_ + " is of tier T4 and has a reference", "remove \"sql\"");
  if (!sql.node) return;
  made.sql = fill_text(sql, "the reference of " + owner_);
  check_slots(*sql.node, made.sql, made, "the reference of " + owner_);
  check_order(sql, made);
}

// Only what our parser can read; the engine has the last word on the rest.
void ExamReader::check_order(const Located& sql, const Template& made) {
  if (!made.ordered) return;
  auto query = sql::parse_query(made.sql.fill([](const SlotName&) { return "1"; }));
  if (query.ok() && query->order_by.empty() && !query->order_by_all)
    reader_.complain(*sql.node, owner_ + " is ordered, its reference is not", "add ORDER BY");
}

void ExamReader::check_slots(const Node& where, const FillText& text, const Template& made,
                             const std::string& what) {
  for (const auto& name : text.slots()) {
    auto slot = std::find_if(made.slots.begin(), made.slots.end(),
                             [&](const Slot& one) { return one.name == name.slot; });
    std::vector<std::string> names;
    for (const auto& known : made.slots) names.push_back(known.name);
    if (slot == made.slots.end()) {
      reader_.complain(where, fmt::format("{} uses an unknown slot {{{}}}", what, name.text()),
                       semantic::did_you_mean(name.slot, names));
    } else if (slot->parts.empty() != name.part.empty() ||
               (!name.part.empty() && std::find(slot->parts.begin(), slot->parts.end(),
                                                name.part) == slot->parts.end())) {
      reader_.complain(
          where,
          fmt::format("{} uses {{{}}}, which slot \"{}\" has not", what, name.text(), name.slot),
          slot->parts.empty() ? "it has no parts" : semantic::did_you_mean(name.part, slot->parts));
    }
  }
}

// What the reference depends on must be said by every phrasing; what nothing uses is a slip.
void ExamReader::check_use(const Node& node, const Template& made) {
  auto uses = [](const FillText& text, const Slot& slot) {
    auto names = text.slots();
    return std::any_of(names.begin(), names.end(),
                       [&](const SlotName& name) { return name.slot == slot.name; });
  };
  for (const auto& slot : made.slots) {
    size_t silent = 0;
    for (const auto& phrasing : made.phrasings) {
      if (uses(phrasing, slot)) continue;
      ++silent;
      if (made.wants_answer())
        reader_.complain(node,
                         fmt::format("a phrasing of {} does not say {{{}}}: \"{}\"", owner_,
                                     slot.name, phrasing.written()),
                         "every phrasing says every slot");
    }
    bool idle = made.wants_answer() ? !made.sql.empty() && !uses(made.sql, slot)
                                    : silent == made.phrasings.size();
    if (idle)
      reader_.complain(
          node,
          fmt::format("{} of {} uses no {{{}}}",
                      made.wants_answer() ? "the reference" : "every phrasing", owner_, slot.name),
          "use the slot or remove it");
  }
}

// Without unseen templates nobody can tell what was learnt from what was learnt by heart.
void ExamReader::check_unseen(const Node& node) {
  size_t unseen = 0;
  for (const auto& one : exam_.templates) unseen += one.unseen;
  if (exam_.templates.empty())
    reader_.complain(node, "the exam has no templates", "add at least one");
  else if (unseen * 10 < exam_.templates.size() * 3)
    reader_.complain(
        node, fmt::format("{} of {} templates are in test alone", unseen, exam_.templates.size()),
        "at least 30 % must be: give them \"split: test\"");
}

}  // namespace

ExamOutcome read_exam(std::string_view text, const std::string& file) {
  ExamOutcome outcome;
  semantic::Complaints complaints(file);
  auto yaml = semantic::parse_yaml(text);
  if (!yaml.tree) {
    complaints.add(yaml.fault.at, yaml.fault.message, yaml.fault.fix);
    outcome.complaints = complaints.take();
    return outcome;
  }
  auto exam = ExamReader(text, file, *yaml.tree, complaints).read();
  outcome.complaints = complaints.take();
  if (outcome.complaints.empty()) outcome.exam = std::move(exam);
  return outcome;
}

}  // namespace tally::measure
