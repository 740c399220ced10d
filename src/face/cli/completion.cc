// tally completion: scripts for bash, zsh and fish, made from the command table.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

#include "face/cli/commands.h"

namespace tally::cli {
namespace {

// One command or subcommand: what may follow it.
struct Level {
  std::string path;  // "model check"
  const CommandSpec* command = nullptr;
};

std::vector<Level> levels() {
  std::vector<Level> all;
  for (const auto& command : all_commands()) {
    all.push_back({command.name, &command});
    for (const auto& sub : command.subcommands)
      all.push_back({command.name + " " + sub.name, &sub});
  }
  return all;
}

bool is_option(const OptionSpec& option) {
  return option.kind == OptionKind::flag || option.kind == OptionKind::value;
}

std::vector<OptionSpec> options_of(const CommandSpec& command) {
  auto all = command.options;
  all.insert(all.end(), common_options().begin(), common_options().end());
  return all;
}

// What completes a word of `option`, files apart.
std::vector<std::string> values_of(const OptionSpec& option, const Services& services) {
  return option.is_demo_warehouse ? services.demo_warehouses() : option.choices;
}

// What may stand behind a command that is no option: subcommands, a positional's values.
std::vector<std::string> plain_words(const CommandSpec& command, const Services& services) {
  std::vector<std::string> words;
  for (const auto& sub : command.subcommands) words.push_back(sub.name);
  for (const auto& option : command.options)
    if (!is_option(option))
      for (auto& value : values_of(option, services)) words.push_back(std::move(value));
  return words;
}

bool takes_file(const CommandSpec& command) {
  return std::any_of(command.options.begin(), command.options.end(),
                     [](const OptionSpec& option) { return !is_option(option) && option.is_file; });
}

std::vector<std::string> words_after(const CommandSpec& command, const Services& services) {
  auto words = plain_words(command, services);
  for (const auto& option : options_of(command))
    if (is_option(option)) words.push_back("--" + option.name);
  words.emplace_back("--help");
  return words;
}

// bash: how the value behind each option is completed, whatever the command: what any of those that
// have it takes.
std::string bash_values() {
  struct Values {
    std::vector<std::string> choices;
    bool files = false;
  };
  std::map<std::string, Values> all;
  for (const auto& level : levels())
    for (const auto& option : level.command->options) {
      if (option.kind != OptionKind::value) continue;
      auto& values = all[option.name];
      values.files = values.files || option.is_file;
      for (const auto& choice : option.choices)
        if (std::find(values.choices.begin(), values.choices.end(), choice) == values.choices.end())
          values.choices.push_back(choice);
    }
  std::string out;
  for (const auto& [name, values] : all)
    out += fmt::format("    --{}) COMPREPLY=($(compgen {}-W \"{}\" -- \"$word\")); return;;\n",
                       name, values.files ? "-f " : "", fmt::join(values.choices, " "));
  return out;
}

std::string bash_script(const Services& services) {
  std::vector<std::string> names, nested;
  std::string cases;
  for (const auto& level : levels()) {
    bool is_nested = level.path.find(' ') != std::string::npos;
    (is_nested ? nested : names).push_back(is_nested ? "'" + level.path + "'" : level.path);
    cases += fmt::format("    '{}') words=\"{}\"{};;\n", level.path,
                         fmt::join(words_after(*level.command, services), " "),
                         takes_file(*level.command) ? " files=yes" : "");
  }
  return fmt::format(R"script(# bash completion for tally: eval "$(tally completion bash)"
_tally() {{
  local word="${{COMP_WORDS[COMP_CWORD]}}" previous="${{COMP_WORDS[COMP_CWORD-1]}}"
  local command="" words="" files="" i
  case "$previous" in
    -C|--dir) COMPREPLY=($(compgen -d -- "$word")); return;;
{}  esac
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "${{COMP_WORDS[i]}}" in
      -C|--dir) ((i++));;
      -*) ;;
      *) case "$command ${{COMP_WORDS[i]}}" in
           {}) command="$command ${{COMP_WORDS[i]}}";;
           *) command="${{command:-${{COMP_WORDS[i]}}}}";;
         esac;;
    esac
  done
  case "$command" in
    "") words="{} --help --version --json -C";;
{}  esac
  COMPREPLY=($(compgen -W "$words" -- "$word"))
  if [ -n "$files" ]; then COMPREPLY+=($(compgen -f -- "$word")); fi
}}
complete -F _tally tally
)script",
                     bash_values(),
                     nested.empty() ? "''" : fmt::format("{}", fmt::join(nested, "|")),
                     fmt::join(names, " "), cases);
}

std::string fish_quoted(std::string_view text) {
  std::string out = "'";
  for (char c : text) {
    if (c == '\'' || c == '\\') out += '\\';
    out += c;
  }
  return out + "'";
}

std::string fish_option(const std::string& when, const OptionSpec& option) {
  std::string out = fmt::format("complete -c tally -n {} -l {} -d {}", when, option.name,
                                fish_quoted(option.help));
  if (option.letter) out += fmt::format(" -s {}", option.letter);
  if (option.kind == OptionKind::value) out += option.is_file ? " -r -F" : " -x";
  if (!option.choices.empty())
    out += " -a " + fish_quoted(fmt::format("{}", fmt::join(option.choices, " ")));
  return out + "\n";
}

std::string fish_script(const Services& services) {
  std::string out =
      "# fish completion for tally: tally completion fish | source\n"
      "complete -c tally -f\n";
  for (const auto& command : all_commands())
    out += fmt::format("complete -c tally -n __fish_use_subcommand -f -a {} -d {}\n", command.name,
                       fish_quoted(command.summary));
  for (const auto& option : common_options()) out += fish_option("__fish_use_subcommand", option);
  for (const auto& level : levels()) {
    std::string condition;
    for (size_t from = 0, to = 0; to != std::string::npos; from = to + 1) {
      to = level.path.find(' ', from);
      condition += (condition.empty() ? "" : "; and ") +
                   std::string("__fish_seen_subcommand_from ") + level.path.substr(from, to - from);
    }
    std::string when = fish_quoted(condition);
    for (const auto& sub : level.command->subcommands)
      out += fmt::format("complete -c tally -n {} -f -a {} -d {}\n", when, sub.name,
                         fish_quoted(sub.summary));
    for (const auto& option : level.command->options)
      if (auto values = values_of(option, services); !is_option(option) && !values.empty())
        out += fmt::format("complete -c tally -n {} -f -a {}\n", when,
                           fish_quoted(fmt::format("{}", fmt::join(values, " "))));
    if (takes_file(*level.command)) out += fmt::format("complete -c tally -n {} -F\n", when);
    for (const auto& option : options_of(*level.command))
      if (is_option(option)) out += fish_option(when, option);
  }
  return out;
}

int run_completion(const Arguments& arguments, Context& context) {
  std::string shell = arguments.text("shell");
  if (shell == "fish")
    context.out(fish_script(context.services));
  else if (shell == "zsh")
    context.out(
        "# zsh completion for tally: eval \"$(tally completion zsh)\"\n"
        "autoload -U +X bashcompinit && bashcompinit\n" +
        bash_script(context.services));
  else
    context.out(bash_script(context.services));
  return kOk;
}

}  // namespace

CommandSpec completion_command() {
  return {.name = "completion",
          .summary = "print a completion script for bash, zsh or fish",
          .description = "Print a shell completion script.",
          .examples = {"eval \"$(tally completion bash)\"", "tally completion fish | source"},
          .options =
              {{"shell", OptionKind::positional, "bash, zsh or fish", "", {"bash", "zsh", "fish"}}},
          .run = run_completion};
}

}  // namespace tally::cli
