// tally guard: may this SQL run, and why not?

#include <fmt/format.h>

#include <iterator>
#include <nlohmann/json.hpp>

#include "base/files.h"
#include "face/cli/commands.h"
#include "face/cli/guard_text.h"
#include "guard/rules.h"

namespace tally::cli {
namespace {

std::string_view line_of(std::string_view text, int line) {
  for (int at = 1; at < line; ++at) {
    auto end = text.find('\n');
    if (end == std::string_view::npos) return {};
    text.remove_prefix(end + 1);
  }
  return text.substr(0, text.find('\n'));
}

std::string verdict_json(const guard::Verdict& verdict) {
  nlohmann::ordered_json json = {{"verdict", "approved"}, {"rule", nullptr},    {"line", nullptr},
                                 {"column", nullptr},     {"message", nullptr}, {"hint", nullptr}};
  if (auto* refusal = std::get_if<guard::Refusal>(&verdict))
    json = {{"verdict", "refused"},      {"rule", refusal->rule},       {"line", refusal->line},
            {"column", refusal->column}, {"message", refusal->message}, {"hint", refusal->hint}};
  return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

Result<int> guard_text_of(const Arguments& arguments, Context& context) {
  std::string text = arguments.text("text");
  if (auto file = arguments.value("file")) {
    TALLY_TRY(text, read_file(*file));
  }
  TALLY_TRY(auto workspace, open_workspace(arguments, context));
  TALLY_TRY(auto deadline, deadline_of(arguments, workspace->settings(), context.services.clock()));
  TALLY_TRY(const auto* guard, workspace->guard(deadline));
  TALLY_TRY(auto verdict, guard->judge({text}, deadline));
  auto* refusal = std::get_if<guard::Refusal>(&verdict);
  if (arguments.flag("json"))
    context.out(verdict_json(verdict) + "\n");
  else if (refusal)
    context.out(refusal_text(*refusal, text, context));
  else
    context.out(context.paint(Style::green, "approved") + "\n");
  note_troubles(*workspace, context);
  return refusal ? kWrong : kOk;
}

std::string rules_text() {
  std::string out;
  for (const auto& rule : guard::rules())
    out += fmt::format("{:<28} {}\n", rule.rule, rule.meaning);
  return out;
}

std::string rules_json() {
  auto list = nlohmann::ordered_json::array();
  for (const auto& rule : guard::rules())
    list.push_back({{"rule", rule.rule}, {"meaning", rule.meaning}, {"example", rule.example}});
  return nlohmann::ordered_json({{"rules", std::move(list)}}).dump(2) + "\n";
}

int run_guard(const Arguments& arguments, Context& context) {
  if (arguments.flag("rules")) {
    context.out(arguments.flag("json") ? rules_json() : rules_text());
    return kOk;
  }
  auto code = guard_text_of(arguments, context);
  return code.ok() ? *code : context.fail(code.error(), arguments);
}

}  // namespace

std::string refusal_text(const guard::Refusal& refusal, std::string_view sql,
                         const Context& context) {
  std::string where =
      refusal.line > 0 ? fmt::format("line {}, column {}: ", refusal.line, refusal.column) : "";
  std::string out = fmt::format("{} ({}): {}{}\n", context.paint(Style::red, "refused"),
                                refusal.rule, where, refusal.message);
  if (refusal.line > 0 && refusal.column > 0) {
    auto line = line_of(sql, refusal.line);
    auto column = static_cast<size_t>(refusal.column);
    if (line.size() <= 160 && column <= line.size() + 1)
      out += fmt::format("    {}\n    {:>{}}\n", line, "^", column);
  }
  if (!refusal.hint.empty()) out += fmt::format("  {}\n", refusal.hint);
  return out;
}

CommandSpec guard_command() {
  return {.name = "guard",
          .summary = "say whether SQL may run, and why not",
          .description =
              "Judge SQL without running it: approved, or refused with the rule, the place and\n"
              "a hint. Exit code 0 approved, 1 refused.",
          .examples = {"tally guard \"SELECT * FROM read_text('secret.txt')\"",
                       "tally guard --file query.sql --json", "tally guard --rules"},
          .options = {{"text", OptionKind::optional_words, "the SQL"},
                      {"file", OptionKind::value, "read the SQL from this file", "FILE", {}, true},
                      {"rules", OptionKind::flag, "list the rules and stop"},
                      deadline_option()},
          .run = run_guard};
}

}  // namespace tally::cli
