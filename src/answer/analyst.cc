#include "answer/analyst.h"

#include <fmt/format.h>

#include "answer/parsed/describe_request.h"
#include "answer/sign_doubts.h"
#include "answer/timeline.h"

namespace tally::answer {
namespace {

// One question on its way. Each step either fills in the answer further and says go on (true), or
// has settled the outcome (false).
class Course {
 public:
  Course(Workspace& workspace, const Clock& clock, Deadline deadline)
      : workspace_(workspace), deadline_(deadline), timeline_(clock) {}

  bool open_workspace();
  bool read_question(const std::string& text);
  bool take_request(const semantic::MetricRequest& request);
  bool compile_request();
  bool approve_sql();
  bool run_sql();
  void settle();
  bool fail(const Error& error);

  Answer& answer() { return answer_; }
  Answer finish() {
    answer_.timeline = timeline_.finish();
    return std::move(answer_);
  }

 private:
  bool stop(Outcome outcome, std::string reason);

  Workspace& workspace_;
  Deadline deadline_;
  Timeline timeline_;
  Answer answer_;
  Entry entry_;
  Trust trust_;
  semantic::Compiled compiled_;
  std::optional<sql::ApprovedSql> approved_;
};

bool Course::stop(Outcome outcome, std::string reason) {
  answer_.outcome = outcome;
  answer_.reason = std::move(reason);
  if (!entry_.route.empty()) {
    entry_.outcome = outcome;
    answer_.entries.push_back(std::move(entry_));
  }
  return false;
}

bool Course::fail(const Error& error) {
  std::string reason = error.message;
  if (!error.hint.empty()) reason += fmt::format(" ({})", error.hint);
  answer_.failure = error.kind;
  answer_.cancelled = error.code == "cancelled";
  return stop(Outcome::failed, std::move(reason));
}

bool Course::open_workspace() {
  timeline_.begin("open");
  auto parser = workspace_.parser(deadline_);
  if (!parser.ok()) return fail(parser.error());
  auto guard = workspace_.compiler_guard(deadline_);
  if (!guard.ok()) return fail(guard.error());
  return true;
}

// The parsed route's own outcomes become the answer's: with no second route there is nobody to ask.
bool Course::read_question(const std::string& text) {
  timeline_.begin("read");
  entry_.route = "parsed";
  auto parser = workspace_.parser(deadline_);
  if (!parser.ok()) return fail(parser.error());
  auto parsed = (*parser)->parse(text);
  if (auto* clarify = std::get_if<parsed::Clarify>(&parsed)) {
    answer_.choices = std::move(clarify->choices);
    return stop(Outcome::clarify, std::move(clarify->reason));
  }
  if (auto* abstain = std::get_if<parsed::Abstain>(&parsed)) {
    const std::string way = workspace_.way_out(abstain->unknown, deadline_);
    return stop(Outcome::abstain, abstain->reason + (way.empty() ? "" : " " + way));
  }
  if (auto* refuse = std::get_if<parsed::Refuse>(&parsed)) {
    // What the warehouse has a name for is no chatter, only nothing that can be asked.
    const std::string way = workspace_.way_out(refuse->unknown, deadline_);
    if (!way.empty())
      return stop(Outcome::abstain, "Nothing in the question is in the model. " + way);
    return stop(Outcome::refuse, std::move(refuse->reason));
  }
  auto& reading = std::get<parsed::Reading>(parsed);
  answer_.reading = std::move(reading.sentence);
  trust_.reasons = std::move(reading.reasons);
  entry_.request = std::move(reading.request);
  return true;
}

bool Course::take_request(const semantic::MetricRequest& request) {
  entry_.route = "request";
  entry_.request = request;
  auto model = workspace_.model(deadline_);
  if (!model.ok()) return fail(model.error());
  answer_.reading = parsed::describe_request(**model, request);
  return true;
}

bool Course::compile_request() {
  timeline_.begin("compile");
  auto model = workspace_.model(deadline_);
  if (!model.ok()) return fail(model.error());
  auto facts = workspace_.facts(deadline_);
  if (!facts.ok()) return fail(facts.error());
  auto outcome = semantic::compile(**model, *entry_.request, *facts);
  if (!outcome.ok()) return fail(outcome.error());
  if (auto* refused = std::get_if<semantic::NotExpressible>(&*outcome)) {
    std::string reason = refused->reason;
    if (!refused->hint.empty()) reason += fmt::format(" ({})", refused->hint);
    return stop(Outcome::abstain, std::move(reason));
  }
  compiled_ = std::get<semantic::Compiled>(*std::move(outcome));
  entry_.sql = compiled_.sql;
  return true;
}

// Our own SQL passes the same guard as anybody's.
bool Course::approve_sql() {
  timeline_.begin("guard");
  auto guard = workspace_.compiler_guard(deadline_);
  if (!guard.ok()) return fail(guard.error());
  auto verdict = (*guard)->judge({entry_.sql}, deadline_);
  if (!verdict.ok()) return fail(verdict.error());
  if (auto* refusal = std::get_if<guard::Refusal>(&*verdict)) {
    // A macro in place of a function that the model's metrics mean: the warehouse's doing.
    if (refusal->rule == "warehouse_macro")
      return fail(outside_error(refusal->message, "Rename the macro in the warehouse."));
    return fail(bug_error(fmt::format("the guard refused the compiled SQL ({}): {}", refusal->rule,
                                      refusal->message)));
  }
  approved_ = std::get<sql::ApprovedSql>(*std::move(verdict));
  return true;
}

bool Course::run_sql() {
  timeline_.begin("run");
  auto outcome = workspace_.engine().run(*approved_, workspace_.settings().limits, deadline_);
  if (!outcome.ok()) return fail(outcome.error());
  entry_.seconds = outcome->seconds;
  entry_.row_count = outcome->table.row_count;
  answer_.table = std::move(outcome->table);
  answer_.columns = compiled_.columns;
  return true;
}

// Whose definition the figures are, where it is not the model file's.
std::vector<TrustReason> project_reasons(const semantic::Model& model,
                                         const semantic::MetricRequest& request) {
  std::vector<TrustReason> reasons;
  if (!model.origin.empty())
    reasons.push_back({"project", fmt::format("The semantic model is that of {}.", model.origin)});
  for (const auto& name : request.metrics) {
    const auto* metric = model.metric(name);
    if (!metric) continue;
    if (!metric->origin.empty())
      reasons.push_back(
          {"project", fmt::format("\"{}\" is defined by {}.", metric->name, metric->origin)});
    for (const auto& note : metric->notes) reasons.push_back({"project", note});
  }
  return reasons;
}

bool is_empty(const table::ResultTable& table) {
  for (const auto& column : table.columns)
    for (bool null : column.nulls)
      if (!null) return false;
  return true;
}

// One entry: nothing to compare it with, and that is said. Whatever was decided silently is a
// reason.
void Course::settle() {
  timeline_.begin("settle");
  trust_.grade = TrustGrade::single;
  trust_.reasons.insert(
      trust_.reasons.begin(),
      {"one_route",
       "One route answered (question parser and compiler); nothing to compare it with."});
  for (auto& doubt : workspace_.engine().doubts())
    trust_.reasons.push_back({"warehouse", std::move(doubt)});
  for (const auto& rule : compiled_.rules) trust_.reasons.push_back({"rule", rule});
  for (auto& doubt : sign_doubts(*entry_.request, answer_.columns, *answer_.table))
    trust_.reasons.push_back(std::move(doubt));
  if (auto model = workspace_.model(deadline_); model.ok())
    for (auto& reason : project_reasons(**model, *entry_.request))
      trust_.reasons.push_back(std::move(reason));
  bool empty = is_empty(*answer_.table);
  entry_.findings.push_back({"not_empty", !empty,
                             empty ? "No rows match: the result is empty, which is not zero."
                                   : "The result has values."});
  if (empty) trust_.reasons.push_back({"empty_result", entry_.findings.back().text});
  if (answer_.table->more_rows)
    trust_.reasons.push_back(
        {"cut", answer_.table->row_count == 1
                    ? "Only the first row is here."
                    : fmt::format("Only the first {} rows are here.", answer_.table->row_count)});
  entry_.outcome = Outcome::answer;
  answer_.outcome = Outcome::answer;
  answer_.trust = std::move(trust_);
  answer_.entries.push_back(std::move(entry_));
}

}  // namespace

// The catalog and the facts are of the file as it was when first looked at, the result of the file
// as it was when the query ran: a change between them shows only afterwards.
template <typename Attempt>
Answer Analyst::of_one_database(Attempt attempt) {
  std::string question;
  auto noted = [&] {
    auto answer = attempt();
    question = answer.question;
    return answer;
  };
  auto answer = workspace_.of_one_database(noted, [](const Answer& one) { return one.cancelled; });
  if (answer.ok()) return *std::move(answer);
  Course course(workspace_, clock_, Deadline::never());
  course.answer().question = question;
  course.fail(answer.error());
  return course.finish();
}

Answer Analyst::ask(const Question& question, Deadline deadline) {
  return of_one_database([&] {
    Course course(workspace_, clock_, deadline);
    course.answer().question = question.text;
    bool answered = course.open_workspace() &&  // catalog, model, facts: cached or measured
                    course.read_question(question.text) &&  // question → request, or why not
                    course.compile_request() &&             // metric request → SQL
                    course.approve_sql() &&  // SQL → ApprovedSql; below here nothing else
                    course.run_sql();        // in a worker, under the deadline
    if (answered) course.settle();           // trust, with reasons
    return course.finish();
  });
}

Answer Analyst::answer_request(const semantic::MetricRequest& request, Deadline deadline) {
  return of_one_database([&] {
    Course course(workspace_, clock_, deadline);
    bool answered = course.take_request(request) && course.compile_request() &&
                    course.approve_sql() && course.run_sql();
    if (answered) course.settle();
    return course.finish();
  });
}

}  // namespace tally::answer
