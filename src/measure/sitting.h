#pragma once
// A sitting: one run of the analyst over the questions of a split, as it stands in a file: a header
// line, then one JSON line a question, in the order answered.

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"

namespace tally::measure {

// What came of one question.
//   right      answered as the reference says, or not answered where it must not be
//   wrong      answered otherwise, or answered at all where it must not be
//   undecided  the comparator could not tell within its budget: counts as wrong, never as right
//   declined   not answered (clarify, abstain, refuse) where an answer, or another of these, was
//   due failed     neither: deadline, a fault
enum class Mark { right, wrong, undecided, declined, failed };
const char* mark_name(Mark mark);
std::optional<Mark> mark_of(std::string_view name);

struct SittingHeader {
  std::string exam;
  int version = 0;
  std::string split;
  uint64_t seed = 0;
  size_t questions = 0;  // to be asked; fewer lines: interrupted
  std::string digest;    // of those questions and their references
  std::string program;   // version and build
  std::string model;     // name and version of the semantic model
  std::string warehouse;
  std::string started;  // UTC
  std::vector<std::pair<std::string, std::string>> configuration;
};

// Something that code found out about a wrong or missed answer.
struct Fact {
  std::string kind;  // stable word: "table_missing", "literal_nowhere", …
  std::string text;
  bool operator==(const Fact&) const = default;
};

// One line, as far as scorecards need it.
struct SatQuestion {
  std::string id, template_id, tier, question;
  bool unseen = false;
  std::vector<std::string> expected;  // acceptable outcomes
  std::string got;                    // outcome
  Mark mark = Mark::failed;
  // Of the comparator, where both sides are tables: its code ("values", "rows", …), near miss and
  // sentence; else the analyst's reason.
  std::string code, near_miss, reason;
  std::vector<std::string> tables;  // that the reference reads
  std::vector<Fact> facts;
  double seconds = 0, credits = 0;
  std::optional<double> probability;  // of the answer's trust, where it has one
  size_t line = 0;                    // in the file, from 1

  bool answered() const { return got == "answer"; }
  bool wants_answer() const { return expected.size() == 1 && expected[0] == "answer"; }
};

struct Sitting {
  std::string file;
  SittingHeader header;
  std::vector<SatQuestion> questions;  // by id
  bool cut = false;                    // the last line was, and is left out

  bool complete() const { return questions.size() >= header.questions; }
};

std::string header_json(const SittingHeader& header);
// Error `user`: no header of a sitting, or of a format of another time.
Result<SittingHeader> parse_header(std::string_view line);
Result<SatQuestion> parse_line(std::string_view line);

// A last line without its end is left out and `cut` says so; anything else that is no line of a
// sitting is an error that names the line, as is a question that is there twice.
Result<Sitting> read_sitting(const std::string& path);

}  // namespace tally::measure
