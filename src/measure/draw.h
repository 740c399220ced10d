#pragma once
// Exam + warehouse → questions with trusted answers. The same seed and the same data give the same
// questions to the byte, however many jobs drew them, and a template more or less does not change
// those of the others.

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "measure/exam.h"
#include "measure/reference.h"

namespace tally::measure {

struct Question {
  std::string id;  // template, hash of the slot values, phrasing: "sales_by_year-3fa2c1-2"
  std::string template_id;
  Tier tier = Tier::everyday;
  Split split = Split::dev;
  bool unseen = false;
  std::string text;
  std::vector<answer::Outcome> outcomes;  // acceptable ones
  bool ordered = false;
  std::string sql;                         // empty: must not be answered
  std::vector<std::optional<int>> places;  // of the reference's columns, as CompareOptions
  std::optional<table::ResultTable> reference;
};

// What became of one template.
struct DrawnTemplate {
  std::string id;
  size_t questions = 0;
  size_t combinations = 0;           // kept
  std::vector<std::string> dropped;  // why others were not, as "{year} = 2003: has no rows"
  // Kept ones whose LIMIT cuts between equal rows, where that was asked for: another choice of them
  // is as right, and would be marked wrong.
  std::vector<std::string> arbitrary;
};

struct Drawn {
  std::vector<Question> questions;  // by template, in the order drawn
  std::vector<DrawnTemplate> templates;
  std::vector<semantic::Complaint> complaints;  // in file order
};

struct DrawOptions {
  size_t jobs = 1;
  std::function<void(size_t done, size_t all)> progress = {};  // templates; from any thread
  bool find_arbitrary = false;  // DrawnTemplate::arbitrary, for a query more a reference
};

// `run_for(job)` gives each job its own way to the warehouse; it is called once a job, from that
// job. An Error is the world's: a deadline, a cancel, a worker that died.
Result<Drawn> draw(const Exam& exam, const std::function<RunSql(size_t job)>& run_for,
                   const DrawOptions& options = {});

// The order in which a sitting asks: every template once, then every template again, so that the
// first n questions are of as many templates as can be, of all tiers. Only those of `split`.
std::vector<const Question*> questions_of(const Drawn& drawn, Split split);

// Of ids, texts, references and what is expected: what two sittings must share to be compared.
std::string question_digest(const std::vector<const Question*>& questions);

}  // namespace tally::measure
