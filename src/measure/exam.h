#pragma once
// An exam: templates with slots, phrasings, and the SQL that gives the right answer. The file
// format is exams/README.md. Immutable once read.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "answer/answer.h"
#include "measure/fill_text.h"
#include "semantic/model.h"

namespace tally::measure {

enum class Tier { everyday, analyst, official, not_answered };  // T1 to T4
enum class Split { dev, test, pool };

const char* tier_name(Tier tier);     // "T1" …
const char* split_name(Split split);  // "dev" …
std::optional<Split> split_of(std::string_view name);

// One value of a slot, or of one of its parts.
struct SlotValue {
  std::string literal;  // SQL
  std::string say;      // as a question says it
  bool operator==(const SlotValue&) const = default;
};

struct Slot {
  std::string name;
  std::vector<std::string> parts;  // {name.part}; empty: one value, {name}
  std::string sql;                 // the values come from the warehouse; empty: they are these
  std::vector<std::vector<SlotValue>> choices;  // each one value, or one a part
  semantic::Position at;
};

// A reference column declared as rounded.
struct RoundedColumn {
  std::string column;  // name, or number from 0
  int places = 0;
  semantic::Position at;
};

struct Template {
  std::string id;
  Tier tier = Tier::everyday;
  bool unseen = false;  // `split: test`: all its questions stand in test
  std::vector<answer::Outcome> outcomes;
  bool ordered = false;
  std::vector<RoundedColumn> rounded;
  std::optional<size_t> most_questions;
  std::vector<Slot> slots;
  std::vector<FillText> phrasings;
  FillText sql;  // empty if it must not be answered
  semantic::Position at;

  bool wants_answer() const { return tier != Tier::not_answered; }
};

struct Exam {
  std::string file;
  std::string name;
  int version = 0;
  std::string warehouse;
  uint64_t seed = 0;
  size_t per_template = 8;
  std::vector<Template> templates;
  std::string digest;  // of the file's bytes
};

struct ExamOutcome {
  std::optional<Exam> exam;  // absent if there is any complaint
  std::vector<semantic::Complaint> complaints;
};

// `text` is the file's bytes, `file` names it in complaints. All complaints at once, in file order.
ExamOutcome read_exam(std::string_view text, const std::string& file);

}  // namespace tally::measure
