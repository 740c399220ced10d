#include "face/cli/arguments.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <list>
#include <optional>
#include <span>
#include <string_view>

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
    case OptionKind::positional_list:
    case OptionKind::optional_list:
    case OptionKind::optional_words:
      slot.option = app.add_option(spec.name, slot.words, spec.help)->type_name("");
      if (spec.kind == OptionKind::positional_list) slot.option->required();
      break;
  }
  if (!spec.choices.empty()) slot.option->check(CLI::IsMember(spec.choices));
}

std::string footer(const CommandSpec& command) {
  if (command.examples.empty()) return "";
  return fmt::format("Examples:\n  {}", fmt::join(command.examples, "\n  "));
}

// Of a command that is not among the words only name and summary are wanted, for the list in a
// help: declaring the options of all commands would take a millisecond at each start.
void declare(CLI::App& parent, const CommandSpec& command, std::span<const char* const> words,
             std::list<Bound>& all) {
  auto* app = parent.add_subcommand(command.name, command.summary);
  const auto is_it = [&](std::string_view word) { return word == command.name; };
  if (std::none_of(words.begin(), words.end(), is_it)) return;
  auto& bound = all.emplace_back();
  bound.command = &command;
  bound.app = app;
  app->footer(footer(command));
  for (const auto& option : command.options) bind(option, bound);
  for (const auto& sub : command.subcommands) declare(*app, sub, words, all);
  if (!command.subcommands.empty()) app->require_subcommand(1);
  for (const auto& option : common_options()) bind(option, bound);
}

Arguments collect(const Bound& bound) {
  Arguments arguments;
  for (const auto& slot : bound.slots) {
    if (slot.option->count() == 0) continue;
    if (slot.spec->kind == OptionKind::positional_list ||
        slot.spec->kind == OptionKind::optional_list)
      arguments.set_list(slot.spec->name, slot.words);
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

// The help of the innermost command that was named. Lists of commands show their summaries, a
// command's own help its description.
std::string help_of(CLI::App& app, std::list<Bound>& all) {
  const CLI::App* at = &app;
  std::string before;
  while (!at->get_subcommands().empty()) {
    before += (before.empty() ? "" : " ") + at->get_name();
    at = at->get_subcommands().front();
  }
  for (auto& bound : all)
    if (bound.app == at && !bound.command->description.empty())
      bound.app->description(bound.command->description);
  return at->help(before);
}

// What CLI11 says, and whose help explains it.
Error complaint(const CLI::Error& error, const CLI::App& app) {
  const CLI::App* at = &app;
  while (!at->get_subcommands().empty()) at = at->get_subcommands().front();
  std::string path;
  for (const auto* step = at; step; step = step->get_parent())
    path = path.empty() ? step->get_name() : step->get_name() + " " + path;
  return user_error(error.what(), fmt::format("See '{} --help'.", path));
}

const CommandSpec* named(const std::vector<CommandSpec>& commands, const std::string& name) {
  for (const auto& command : commands)
    if (command.name == name) return &command;
  return nullptr;
}

std::string nearest_name(const std::vector<CommandSpec>& commands, const std::string& word) {
  std::string nearest;
  size_t best = 3;
  for (const auto& command : commands) {
    size_t distance = text::edit_distance(word, command.name, best);
    if (distance < best) {
      best = distance;
      nearest = command.name;
    }
  }
  return nearest;
}

std::string names_of(const std::vector<CommandSpec>& commands) {
  std::vector<std::string> names;
  for (const auto& command : commands) names.push_back(command.name);
  return fmt::format("{}", fmt::join(names, ", "));
}

// A word that is no command where one must stand, or no word there: CLI11 would only say that a
// subcommand is required. `path` is what was said so far: "tally model".
Error no_command(const std::string& path, const std::string& word,
                 const std::vector<CommandSpec>& commands) {
  std::string full = path.substr(std::min(path.size(), std::string_view("tally ").size()));
  full += full.empty() || word.empty() ? word : " " + word;
  std::string message = word.empty() ? fmt::format("'{}' is only the beginning of a command", path)
                                     : fmt::format("there is no command '{}'", full);
  std::string nearest = nearest_name(commands, word);
  std::string hint = nearest.empty() ? "" : fmt::format("Did you mean '{}'? ", nearest);
  return user_error(message, fmt::format("{}Commands of '{}': {}. See '{} --help'.", hint, path,
                                         names_of(commands), path));
}

std::optional<Error> wrong_command(int count, const char* const* words,
                                   const std::vector<CommandSpec>& commands) {
  std::string path = "tally";
  const auto* level = &commands;
  for (int i = 1; i < count; ++i) {
    std::string word = words[i];
    if (word == "-C" || word == "--dir") {
      ++i;
    } else if (word.empty() || word[0] != '-') {
      const auto* command = named(*level, word);
      if (!command) return no_command(path, word, *level);
      if (command->subcommands.empty()) return std::nullopt;
      path += " " + word;
      level = &command->subcommands;
    } else if (word != "--json") {
      return user_error(fmt::format("there is no option '{}'", word),
                        fmt::format("See '{} --help'.", path));
    }
  }
  return no_command(path, "", *level);
}

bool asks_for_json(int count, const char* const* words) {
  for (int i = 1; i < count && std::string_view(words[i]) != "--"; ++i)
    if (std::string_view(words[i]) == "--json") return true;
  return false;
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

std::variant<Invocation, Stop, UsageError> parse_arguments(
    int count, const char* const* words, const std::vector<CommandSpec>& commands) {
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
  bool json = false;  // likewise
  app.add_flag("--json", json, "machine-readable output on stdout");
  std::list<Bound> all;
  const std::span given(words, static_cast<size_t>(count));
  for (const auto& command : commands) declare(app, command, given, all);
  try {
    app.parse(count, words);
  } catch (const CLI::CallForHelp&) {
    return Stop{0, help_of(app, all)};
  } catch (const CLI::CallForVersion&) {
    return Stop{0, fmt::format("tally {}\n", kVersion)};
  } catch (const CLI::ParseError& error) {
    if (count <= 1) return Stop{2, app.help()};
    auto wrong = wrong_command(count, words, commands);
    UsageError usage{wrong ? *wrong : complaint(error, app), asks_for_json(count, words)};
    usage.error.code = "usage";
    return usage;
  }
  const auto* bound = chosen(all);
  if (!bound) return Stop{2, app.help()};
  Invocation invocation{bound->command, collect(*bound)};
  if (!folder.empty() && !invocation.arguments.value("dir"))
    invocation.arguments.set("dir", folder);
  if (json) invocation.arguments.set("json", "");
  return invocation;
}

}  // namespace tally::cli
