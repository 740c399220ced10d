#pragma once
// A covering put together: what is measured, grouped, filtered and ordered, by which words. Which
// metric or field each mention is stays open; resolve decides that.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "answer/parsed/beam.h"
#include "answer/parsed/chart.h"
#include "semantic/request.h"

namespace tally::answer::parsed {

struct MeasureMention {
  const Item* item = nullptr;     // measure; or the noun that is counted
  bool counted = false;           // "how many stores": the item is a noun
  std::vector<uint32_t> members;  // named with it
  std::optional<Aggregate> aggregate;
  const Item* aggregate_item = nullptr;  // the word that says so
  bool both = false;                     // "both in shops and online"
  bool summed = false;                   // "shops and web together": their sum is asked for
  bool lent = false;      // the members are those of the measure before: "web orders and units"
  bool ordering = false;  // "top 5 brands by profit", "sorted by profit"
  bool distinct = false;  // "how many different items": only a count of members says it
};

// The words beside a field or value that say which one is meant.
struct Qualifiers {
  const Item* noun = nullptr;
  const Item* field = nullptr;  // of a value: "state TN"
  const Item* role = nullptr;
  bool direct = false;  // the noun stands right beside it: "the Essex ward"
  bool led = false;     // the role is only what a preposition says: "to Cairo"
};

struct DimMention {
  const Item* item = nullptr;  // field, noun, or a phrase with a grain
  std::optional<semantic::Grain> grain;
  Qualifiers beside;
  bool grouped = false;
  bool each = false;  // "in each store": one result per member
  bool by = false;    // behind "by" or "per", or in a list with such
  bool plural = false;
  bool counted = false;  // "how many customers had …": not shown, only told apart
};

struct ValueMention {
  const Item* item = nullptr;
  Qualifiers beside;
  bool negated = false;
  bool listed = false;    // joined to what stands before it: "Books and Music"
  bool compared = false;  // "Books versus Music": shown side by side
  bool both = false;      // "both Books and Music"
  bool either = false;    // behind an "or"
};

struct Condition {  // on a measure (index) or on a numeric field (index into dims, not grouped)
  semantic::FilterOp op = semantic::FilterOp::greater;
  std::vector<std::string> numbers;
  int measure = -1;
  const Item* field = nullptr;
  Qualifiers beside;
  const Item* item = nullptr;
  std::string unit;            // of the numbers: "minutes"; alone it says which field is meant
  const Item* time = nullptr;  // the field is a date, compared with this time instead of numbers
  bool negated = false;        // of a time
  bool thing = false;          // is_null of what a noun or a flag names: "without a doctor"
  bool age = false;            // the numbers are years, the field is an age or a birth
};

struct TimeMention {
  const Item* item = nullptr;
  bool negated = false;
  std::vector<const Item*> roles;  // ways of dating said of this time: "booked in 2001"
  bool either = false;             // … any of them: "booked or paid"
  bool both = false;               // "in both 2001 and 2002"
  bool joined = false;             // "and", "or", "vs" stands between it and the time before
};

struct Top {
  const Item* item = nullptr;
  int direction = 1;    // 1 the most first, -1 the least first
  bool judged = false;  // best, worst: turned by lower_is_better
  std::optional<int> count;
  bool follows_order = false;  // "the first 5": of whatever order there is
  int target = -1;             // index into dims
  int measure = -1;
  std::vector<size_t> within;  // indexes into dims: of each of these, "in each region"
};

// What is to be worked out from the rows, where no metric of the model says it.
struct WorkedOut {
  enum class Kind { share, change, running_total, fold, count };
  Kind kind = Kind::share;
  const Item* item = nullptr;  // the word that says so
  bool said_apart = false;     // no aggregate of a measure: "running total", "year over year"
  std::optional<semantic::Grain> step;  // change: "year over year"
  std::optional<Aggregate> fold;        // fold: "average … per customer", "median monthly …"
  size_t folded = 0;                    // fold, count ("how many brands"): index into dims
  bool of_second = false;               // share: of the second measure, "refunds as a % of sales"
  std::vector<const Item*> part;        // share: the values that a verb says, "were urgent"
};

// What a question asks for that no total answers.
enum class Asking { total, place, people, things };

struct Draft {
  std::vector<MeasureMention> measures;
  std::vector<DimMention> dims;
  std::vector<ValueMention> values;
  std::vector<Condition> conditions;
  std::vector<TimeMention> times;
  std::vector<const Item*> time_roles, unrecorded, unknown, context;
  std::optional<Top> top;
  std::optional<WorkedOut> worked_out;
  std::optional<bool> descending;  // "descending", "lowest first"
  bool judged_order = false;       // "best first": turned where less is better
  int order_dim = -1;              // "sorted by state"
  bool alphabetical = false, chronological = false;
  bool over_time = false, compared_times = false, every_member = false;
  const Item* vague = nullptr;
  Asking asking = Asking::total;
  bool named_only = false;  // what is offered for trouble are the metrics that are named, no others
  std::string trouble;      // why it cannot be done, in words; clarify
  std::string beyond;       // what no request can say, in words; abstain
  double cost = 0;          // of the covering and the putting together
  // Items that no words stand for alone. Shared, for drafts are copied and mentions point at them.
  std::vector<std::shared_ptr<const Item>> made;
  std::vector<const Item*> items;  // the covering
};

Draft assemble(const Vocabulary& vocabulary, const Chart& chart, const Covering& covering);

// Whether the noun and the field have to do with each other: -1 no; 0 its own field; else farther.
int relation(const Vocabulary& vocabulary, uint32_t dataset, uint32_t field);

}  // namespace tally::answer::parsed
