#include "measure/draw.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <mutex>
#include <set>
#include <tuple>

#include "measure/combinations.h"
#include "measure/order_keys.h"
#include "measure/parallel.h"
#include "measure/random.h"
#include "measure/slot_value.h"

namespace tally::measure {
namespace {

constexpr size_t kMostValues = 10'000;  // of one slot

struct Combination {
  std::vector<size_t> picked;  // value a slot
  std::string sql;
  std::optional<table::ResultTable> reference;
  Split split = Split::dev;
  size_t first_phrasing = 0;
};

// Draws the questions of one template. Its own random numbers, so that no other template matters.
class TemplateDraw {
 public:
  TemplateDraw(const Exam& exam, const Template& from, const RunSql& run,
               const DrawOptions& options)
      : exam_(exam),
        from_(from),
        run_(run),
        options_(options),
        random_(exam.seed ^ stable_hash(from.id)) {
    drawn_.id = from.id;
  }

  Result<void> run();
  std::vector<Question> questions;
  std::vector<semantic::Complaint> complaints;
  DrawnTemplate take_drawn() { return std::move(drawn_); }

 private:
  Result<void> fetch_slots();
  Result<bool> try_combination(const std::vector<size_t>& picked);
  Result<std::optional<std::string>> run_reference(Combination& made);
  const SlotValue& value_of(const std::vector<size_t>& picked, const SlotName& name) const;
  std::string described(const std::vector<size_t>& picked) const;
  std::string of(const std::vector<size_t>& picked, const std::string& what) const {
    std::string values = described(picked);
    return values.empty() ? what : values + ": " + what;
  }
  std::string hash_of(const std::vector<size_t>& picked) const;
  void spread_splits();
  void make_questions();
  void add_question(const Combination& combination, size_t phrasing, Split split);
  void resolve_places();
  size_t wanted() const { return from_.most_questions.value_or(exam_.per_template); }
  void complain(semantic::Position at, std::string message, std::string fix = {}) {
    complaints.push_back({exam_.file, at, std::move(message), std::move(fix)});
  }

  const Exam& exam_;
  const Template& from_;
  const RunSql& run_;
  const DrawOptions& options_;
  Random random_;
  DrawnTemplate drawn_;
  std::vector<std::vector<std::vector<SlotValue>>> choices_;  // slot, value, part
  std::vector<Combination> kept_;
  std::vector<std::optional<int>> places_;
  std::set<std::string> said_;
};

// Sorted and without repetition: the order in which an engine finds values is nobody's promise.
std::vector<std::vector<SlotValue>> in_order(std::vector<std::vector<SlotValue>> choices) {
  auto literals = [](const std::vector<SlotValue>& choice) {
    std::vector<std::string> out;
    for (const auto& value : choice) out.push_back(value.literal);
    return out;
  };
  std::stable_sort(choices.begin(), choices.end(),
                   [&](const auto& a, const auto& b) { return literals(a) < literals(b); });
  auto end = std::unique(choices.begin(), choices.end(),
                         [&](const auto& a, const auto& b) { return literals(a) == literals(b); });
  choices.erase(end, choices.end());
  return choices;
}

// Rows of a slot's query as choices; those with a NULL are left out. An Error says what is wrong
// with the query.
Result<std::vector<std::vector<SlotValue>>> choices_of(const Slot& slot,
                                                       const table::ResultTable& table) {
  size_t columns = table.columns.size();
  bool spoken = slot.parts.empty() && columns == 2;
  size_t wanted = slot.parts.empty() ? (spoken ? 2 : 1) : slot.parts.size();
  if (columns != wanted)
    return user_error(fmt::format("gives {} columns, not {}", columns,
                                  slot.parts.empty() ? "one or two" : std::to_string(wanted)));
  std::vector<std::vector<SlotValue>> choices;
  for (size_t row = 0; row < table.row_count; ++row) {
    std::vector<SlotValue> choice;
    for (const auto& column : table.columns) {
      if (column.nulls[row]) break;
      auto value = slot_value(column, row);
      if (!value)
        return user_error(
            fmt::format("gives {} values, which are not written as literals", column.engine_type));
      choice.push_back(*std::move(value));
    }
    if (choice.size() != columns) continue;
    if (spoken) choice = {{choice[0].literal, choice[1].say}};
    choices.push_back(std::move(choice));
  }
  return choices;
}

bool is_of_sql(const Error& error) {
  return error.kind == ErrorKind::user;
}

Result<void> TemplateDraw::fetch_slots() {
  for (const auto& slot : from_.slots) {
    auto& choices = choices_.emplace_back(slot.choices);
    std::string owner = fmt::format("slot \"{}\" of template \"{}\"", slot.name, from_.id);
    if (!slot.sql.empty()) {
      auto table = run_(slot.sql);
      auto fetched = table.ok() ? choices_of(slot, *table) : table.error();
      if (!fetched.ok()) {
        if (!is_of_sql(fetched.error())) return fetched.error();
        complain(slot.at, fmt::format("the query of {} fails: {}", owner, fetched.error().message),
                 fetched.error().hint);
        continue;
      }
      choices = *std::move(fetched);
    }
    choices = in_order(std::move(choices));
    if (choices.empty()) complain(slot.at, owner + " has no values in this warehouse");
    if (choices.size() > kMostValues)
      complain(slot.at, fmt::format("{} has {} values", owner, choices.size()),
               fmt::format("at most {}: add a LIMIT", kMostValues));
  }
  return {};
}

const SlotValue& TemplateDraw::value_of(const std::vector<size_t>& picked,
                                        const SlotName& name) const {
  size_t slot = 0;
  while (from_.slots[slot].name != name.slot) ++slot;
  const auto& choice = choices_[slot][picked[slot]];
  const auto& parts = from_.slots[slot].parts;
  auto part = std::find(parts.begin(), parts.end(), name.part) - parts.begin();
  return choice[parts.empty() ? 0 : static_cast<size_t>(part)];
}

std::string TemplateDraw::described(const std::vector<size_t>& picked) const {
  std::vector<std::string> parts;
  for (size_t slot = 0; slot < picked.size(); ++slot) {
    std::vector<std::string> literals;
    for (const auto& value : choices_[slot][picked[slot]]) literals.push_back(value.literal);
    parts.push_back(fmt::format("{} = {}", from_.slots[slot].name, fmt::join(literals, ", ")));
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::string TemplateDraw::hash_of(const std::vector<size_t>& picked) const {
  return fmt::format("{:06x}", Random(stable_hash(described(picked))).next() >> 40);
}

// Why the reference is no good; nullopt: it is.
Result<std::optional<std::string>> TemplateDraw::run_reference(Combination& made) {
  std::vector<table::ResultTable> tables;
  for (int turn = 0; turn < 2; ++turn) {
    auto table = run_(made.sql);
    if (!table.ok()) {
      if (!is_of_sql(table.error())) return table.error();
      return std::optional("fails: " + table.error().message);
    }
    tables.push_back(*std::move(table));
  }
  auto fault = reference_fault(tables[0], tables[1], from_.ordered);
  made.reference = std::move(tables[0]);
  return fault;
}

// true: kept.
Result<bool> TemplateDraw::try_combination(const std::vector<size_t>& picked) {
  Combination made;
  made.picked = picked;
  if (from_.wants_answer()) {
    made.sql = from_.sql.fill([&](const SlotName& name) { return value_of(picked, name).literal; });
    TALLY_TRY(auto fault, run_reference(made));
    if (fault) {
      drawn_.dropped.push_back(of(picked, *fault));
      return false;
    }
    if (options_.find_arbitrary) {
      TALLY_TRY(auto cut, arbitrary_cut(made.sql, run_));
      if (cut) drawn_.arbitrary.push_back(of(picked, *cut));
    }
  }
  kept_.push_back(std::move(made));
  return true;
}

// A fifth of the combinations to the pool, whole: an example must not give a scored answer away.
void TemplateDraw::spread_splits() {
  bool has_examples = from_.wants_answer() && kept_.size() >= 3;
  size_t pool = !has_examples ? 0 : std::max<size_t>(1, kept_.size() / 5);
  for (size_t i = 0; i < kept_.size(); ++i) {
    kept_[i].first_phrasing = static_cast<size_t>(random_.below(from_.phrasings.size()));
    if (from_.unseen)
      kept_[i].split = Split::test;
    else if (i + pool >= kept_.size())
      kept_[i].split = Split::pool;
  }
}

void TemplateDraw::resolve_places() {
  if (kept_.empty() || !kept_[0].reference) return;
  const auto& columns = kept_[0].reference->columns;
  for (const auto& rounded : from_.rounded) {
    size_t at = 0;
    while (at < columns.size() && columns[at].name != rounded.column &&
           std::to_string(at) != rounded.column)
      ++at;
    if (at == columns.size()) {
      complain(rounded.at, fmt::format("the reference of template \"{}\" has no column \"{}\"",
                                       from_.id, rounded.column));
      continue;
    }
    places_.resize(std::max(places_.size(), at + 1));
    places_[at] = rounded.places;
  }
}

void TemplateDraw::add_question(const Combination& combination, size_t phrasing, Split split) {
  Question made;
  made.text = from_.phrasings[phrasing].fill(
      [&](const SlotName& name) { return value_of(combination.picked, name).say; });
  if (!said_.insert(made.text).second) return;  // two values with one spoken form
  made.id = fmt::format("{}-{}-{}", from_.id, hash_of(combination.picked), phrasing + 1);
  made.template_id = from_.id;
  made.tier = from_.tier;
  made.split = split;
  made.unseen = from_.unseen;
  made.outcomes = from_.outcomes;
  made.ordered = from_.ordered;
  made.sql = combination.sql;
  made.places = places_;
  made.reference = combination.reference;
  questions.push_back(std::move(made));
}

void TemplateDraw::make_questions() {
  bool dev = random_.below(2) == 0;
  for (size_t round = 0; round < from_.phrasings.size(); ++round)
    for (const auto& combination : kept_) {
      if (questions.size() >= wanted()) return;
      Split split = combination.split;
      if (split == Split::dev) {
        split = dev ? Split::dev : Split::test;
        dev = !dev;
      }
      add_question(combination, (combination.first_phrasing + round) % from_.phrasings.size(),
                   split);
    }
}

Result<void> TemplateDraw::run() {
  TALLY_CHECK(fetch_slots());
  if (!complaints.empty()) return {};
  std::vector<size_t> sizes;
  for (const auto& choices : choices_) sizes.push_back(choices.size());
  // More than are wanted: some have no rows. Not without end: most may have none.
  size_t most = wanted() * 4 + 10;
  for (const auto& picked : random_combinations(sizes, most, random_)) {
    if (kept_.size() >= wanted()) break;
    TALLY_TRY([[maybe_unused]] bool kept, try_combination(picked));
  }
  drawn_.combinations = kept_.size();
  if (kept_.empty()) {
    complain(from_.at,
             fmt::format("template \"{}\" has no trusted answer: {}", from_.id, drawn_.dropped[0]),
             "correct the reference or its slots");
    return {};
  }
  resolve_places();
  spread_splits();
  make_questions();
  drawn_.questions = questions.size();
  return {};
}

void check_ids(const Exam& exam, Drawn& drawn) {
  std::set<std::string> ids, texts;
  for (const auto& question : drawn.questions) {
    if (!ids.insert(question.id).second)
      drawn.complaints.push_back(
          {exam.file, {}, "two questions have the id " + question.id, "change the exam's seed"});
    if (!texts.insert(question.text).second)
      drawn.complaints.push_back({exam.file,
                                  {},
                                  fmt::format("\"{}\" is asked by two templates", question.text),
                                  "say one of them another way"});
  }
}

}  // namespace

Result<Drawn> draw(const Exam& exam, const std::function<RunSql(size_t job)>& run_for,
                   const DrawOptions& options) {
  size_t count = exam.templates.size();
  std::vector<std::optional<TemplateDraw>> draws(count);
  std::vector<RunSql> runs(std::max<size_t>(1, options.jobs));
  std::mutex mutex;
  std::optional<Error> failure;
  size_t done = 0;
  in_parallel(count, options.jobs, [&](size_t job, size_t item) {
    if (!runs[job]) runs[job] = run_for(job);
    draws[item].emplace(exam, exam.templates[item], runs[job], options);
    auto outcome = draws[item]->run();
    std::lock_guard lock(mutex);
    if (!outcome.ok() && !failure) failure = outcome.error();
    if (outcome.ok() && options.progress) options.progress(++done, count);
    return outcome.ok();
  });
  if (failure) return *failure;
  Drawn drawn;
  for (auto& one : draws) {
    std::move(one->questions.begin(), one->questions.end(), std::back_inserter(drawn.questions));
    std::move(one->complaints.begin(), one->complaints.end(), std::back_inserter(drawn.complaints));
    drawn.templates.push_back(one->take_drawn());
  }
  check_ids(exam, drawn);
  return drawn;
}

std::vector<const Question*> questions_of(const Drawn& drawn, Split split) {
  struct Place {
    size_t rank = 0;         // within its template
    uint64_t template_ = 0;  // shuffled: files go tier by tier
    const Question* question = nullptr;
  };
  std::vector<Place> places;
  std::map<std::string, size_t> ranks;
  for (const auto& question : drawn.questions)
    if (question.split == split)
      places.push_back({ranks[question.template_id]++,
                        Random(stable_hash(question.template_id)).next(), &question});
  std::stable_sort(places.begin(), places.end(), [](const Place& a, const Place& b) {
    return std::tie(a.rank, a.template_) < std::tie(b.rank, b.template_);
  });
  std::vector<const Question*> out;
  for (const auto& place : places) out.push_back(place.question);
  return out;
}

std::string question_digest(const std::vector<const Question*>& questions) {
  std::string all;
  for (const auto* question : questions) {
    all += question->id + '\0' + question->text + '\0' + question->sql + '\0';
    for (auto outcome : question->outcomes) all += answer::outcome_name(outcome);
    if (question->reference)
      all += std::to_string(reference_digest(*question->reference, question->ordered));
  }
  return fmt::format("{:016x}", stable_hash(all));
}

}  // namespace tally::measure
