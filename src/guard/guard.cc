// From text to verdict: text gates, the engine's parser, the judge of its tree, the engine's
// binder.

#include "guard/guard.h"

#include <utility>

#include "guard/text_gates.h"
#include "guard/tree_judge.h"

namespace tally::guard {

// The only maker of ApprovedSql from run-time text, and not to be had outside this file.
class Approver {
 public:
  static sql::ApprovedSql approve(const sql::ParsedSql& parsed, sql::ApprovalScope scope) {
    return {parsed.text, std::move(scope)};
  }
};

Guard::Guard(engine::Engine& engine, const catalog::Catalog& catalog, GuardOptions options)
    : engine_(engine), catalog_(catalog), options_(options) {}

Result<Verdict> Guard::judge(const sql::SqlText& text, Deadline deadline) const {
  if (auto refusal = judge_text(text.text, options_.max_text_bytes)) return Verdict(*refusal);

  auto parsed = engine_.parse(text, deadline);
  if (!parsed.ok()) {
    if (parsed.error().kind != ErrorKind::user) return parsed.error();
    return Verdict(explain_parse_error(parsed.error(), text.text));
  }
  // What is judged must be what runs.
  if (parsed->text != text.text)
    return bug_error("the engine parsed another text than it was given");
  const TreeLimits limits{.reads_hidden = options_.reads_hidden};
  if (auto refusal = judge_tree(parsed->tree_json, text.text, catalog_, limits))
    return Verdict(*refusal);

  if (options_.plan) {
    auto plan = engine_.explain(*parsed, deadline);
    if (!plan.ok() && plan.error().kind != ErrorKind::user) return plan.error();
    if (!plan.ok()) return Verdict(explain_binder_error(plan.error(), catalog_));
  }
  return Verdict(Approver::approve(*parsed, {engine_.name(), catalog_.version(), "analyst"}));
}

}  // namespace tally::guard
