#include "face/cli/arguments.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <list>
#include <optional>

#include "face/cli/version.h"
#include "text/distance.h"

namespace tally::cli {
namespace {

// CLI11 writes into variables that must outlive the parse.
struct Slot {
  const OptionSpec* spec = nullptr;
  bool flag = false;
  std::string value;
  std::vector<std::string> words;
  CLI::Option* option = nullptr;
};
struct Bound {
  const CommandSpec* command = nullptr;
  CLI::App* app = nullptr;
  std::list<Slot> slots;
};

std::string spelling(const OptionSpec& option) {
  std::string long_name = "--" + option.name;
  return option.letter ? fmt::format("-{},{}", option.letter, long_name) : long_name;
}

void bind(const OptionSpec& spec, Bound& bound) {
  auto& slot = bound.slots.emplace_back();
  slot.spec = &spec;
  auto& app = *bound.app;
  switch (spec.kind) {
    case OptionKind::flag:
      slot.option = app.add_flag(spelling(spec), slot.flag, spec.help);
      break;
    case OptionKind::value:
      slot.option = app.add_option(spelling(spec), slot.value, spec.help)
                        ->type_name(spec.value_name.empty() ? "VALUE" : spec.value_name);
      break;
    case OptionKind::positional:
    case OptionKind::optional_positional:
      slot.option = app.add_option(spec.name, slot.value, spec.help)->type_name("");
      if (spec.kind == OptionKind::positional) slot.option->required();
      break;
    case OptionKind::optional_words:
      slot.option = app.add_option(spec.name, slot.words, spec.help)->type_name("");
      break;
  }
  if (!spec.choices.empty()) slot.option->check(CLI::IsMember(spec.choices));
}

std::string footer(const CommandSpec& command) {
  if (command.examples.empty()) return "";
  return fmt::format("Examples:\n  {}", fmt::join(command.examples, "\n  "));
}

void declare(CLI::App& parent, const CommandSpec& command, std::list<Bound>& all) {
  auto* app = parent.add_subcommand(command.name, command.summary);
  auto& bound = all.emplace_back();
  bound.command = &command;
  bound.app = app;
  if (!command.description.empty()) app->description(command.description);
  app->footer(footer(command));
  for (const auto& option : command.options) bind(option, bound);
  for (const auto& sub : command.subcommands) declare(*app, sub, all);
  if (!command.subcommands.empty()) app->require_subcommand(1);
  for (const auto& option : common_options()) bind(option, bound);
}

Arguments collect(const Bound& bound) {
  Arguments arguments;
  for (const auto& slot : bound.slots) {
    if (slot.option->count() == 0) continue;
    std::string value = slot.value;
    if (slot.spec->kind == OptionKind::optional_words)
      value = fmt::format("{}", fmt::join(slot.words, " "));
    arguments.set(slot.spec->name, std::move(value));
  }
  return arguments;
}

// The innermost command that was named.
const Bound* chosen(const std::list<Bound>& all) {
  const Bound* found = nullptr;
  for (const auto& bound : all)
    if (bound.app->parsed() && bound.command->run) found = &bound;
  return found;
}

std::string complaint(const CLI::Error& error, const CLI::App& app) {
  const CLI::App* at = &app;
  for (bool deeper = true; deeper;) {
    deeper = false;
    for (const auto* sub : at->get_subcommands()) {
      at = sub;
      deeper = true;
      break;
    }
  }
  std::string path;
  for (const auto* step = at; step; step = step->get_parent())
    path = path.empty() ? step->get_name() : step->get_name() + " " + path;
  return fmt::format("error: {}\nSee '{} --help'.\n", error.what(), path);
}

// The first word that is no option, if it is no command: CLI11 would only say that one is required.
std::optional<std::string> unknown_command(int count, const char* const* words,
                                           const std::vector<CommandSpec>& commands) {
  for (int i = 1; i < count; ++i) {
    std::string word = words[i];
    if (word == "-C" || word == "--dir")
      ++i;
    else if (word.empty() || word[0] != '-') {
      bool known = std::any_of(commands.begin(), commands.end(),
                               [&](const CommandSpec& command) { return command.name == word; });
      if (known) return std::nullopt;
      return word;
    }
  }
  return std::nullopt;
}

std::string unknown_command_text(const std::string& word,
                                 const std::vector<CommandSpec>& commands) {
  std::string nearest;
  size_t best = 3;
  for (const auto& command : commands) {
    size_t distance = text::edit_distance(word, command.name, best);
    if (distance < best) {
      best = distance;
      nearest = command.name;
    }
  }
  std::string hint = nearest.empty() ? "" : fmt::format("Did you mean '{}'? ", nearest);
  return fmt::format("error: there is no command '{}'\n{}See 'tally --help'.\n", word, hint);
}

}  // namespace

const std::vector<OptionSpec>& common_options() {
  static const std::vector<OptionSpec> options = {
      {"dir",
       OptionKind::value,
       "folder in which tally.yml is looked for (and above it)",
       "DIR",
       {},
       true,
       'C'},
      {"json", OptionKind::flag, "machine-readable output on stdout"},
  };
  return options;
}

std::variant<Invocation, Stop> parse_arguments(int count, const char* const* words,
                                               const std::vector<CommandSpec>& commands) {
  CLI::App app(
      "Ask a data warehouse in plain language, and learn how far the answer can be trusted.",
      "tally");
  app.set_version_flag("--version", kVersion, "print the version");
  app.require_subcommand(1);
  app.footer(
      "Start with:\n  tally demo && tally -C demo ask \"top 5 brands by sales\"\n\n"
      "Exit codes: 0 answered or passed, 1 wrong or failed check, 2 usage, 3 not answered "
      "(clarify, abstain,\nrefuse), 4 outside failure, 70 bug, 130 interrupted.");
  std::string folder;  // -C before the command, as with git and make
  app.add_option("-C,--dir", folder, "folder in which tally.yml is looked for (and above it)")
      ->type_name("DIR");
  std::list<Bound> all;
  for (const auto& command : commands) declare(app, command, all);
  try {
    app.parse(count, words);
  } catch (const CLI::CallForHelp&) {
    const CLI::App* at = &app;
    while (!at->get_subcommands().empty()) at = at->get_subcommands().front();
    return Stop{0, at->help()};
  } catch (const CLI::CallForVersion&) {
    return Stop{0, fmt::format("tally {}\n", kVersion)};
  } catch (const CLI::ParseError& error) {
    if (count <= 1) return Stop{2, app.help()};
    if (auto word = unknown_command(count, words, commands))
      return Stop{2, unknown_command_text(*word, commands)};
    return Stop{2, complaint(error, app)};
  }
  const auto* bound = chosen(all);
  if (!bound) return Stop{2, app.help()};
  Invocation invocation{bound->command, collect(*bound)};
  if (!folder.empty() && !invocation.arguments.value("dir"))
    invocation.arguments.set("dir", folder);
  return invocation;
}

}  // namespace tally::cli
