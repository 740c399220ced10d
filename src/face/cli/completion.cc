// tally completion: scripts for bash, zsh and fish, made from the command table.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "face/cli/commands.h"

namespace tally::cli {
namespace {

std::vector<std::string> option_words(const CommandSpec& command) {
  std::vector<std::string> words;
  auto add = [&](const OptionSpec& option) {
    if (option.kind == OptionKind::flag || option.kind == OptionKind::value)
      words.push_back("--" + option.name);
  };
  for (const auto& option : command.options) add(option);
  for (const auto& option : common_options()) add(option);
  for (const auto& sub : command.subcommands) words.push_back(sub.name);
  words.push_back("--help");
  return words;
}

std::vector<std::string> command_names() {
  std::vector<std::string> names;
  for (const auto& command : all_commands()) names.push_back(command.name);
  return names;
}

// The words after `--option` that complete its value.
std::string value_cases() {
  std::string out;
  for (const auto& command : all_commands())
    for (const auto& option : command.options)
      if (!option.choices.empty())
        out += fmt::format("    --{}) COMPREPLY=($(compgen -W \"{}\" -- \"$word\")); return;;\n",
                           option.name, fmt::join(option.choices, " "));
  return out;
}

std::string bash_script() {
  std::string cases;
  for (const auto& command : all_commands())
    cases += fmt::format("    {}) words=\"{}\";;\n", command.name,
                         fmt::join(option_words(command), " "));
  return fmt::format(R"script(# bash completion for tally: eval "$(tally completion bash)"
_tally() {{
  local word="${{COMP_WORDS[COMP_CWORD]}}" previous="${{COMP_WORDS[COMP_CWORD-1]}}" command="" words i
  case "$previous" in
    -C|--dir) COMPREPLY=($(compgen -d -- "$word")); return;;
    --file) COMPREPLY=($(compgen -f -- "$word")); return;;
{}  esac
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "${{COMP_WORDS[i]}}" in
      -C|--dir) ((i++));;
      -*) ;;
      *) command="${{COMP_WORDS[i]}}"; break;;
    esac
  done
  case "$command" in
    "") words="{} --help --version -C";;
{}    *) words="";;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$word"))
  if [ ${{#COMPREPLY[@]}} -eq 0 ]; then COMPREPLY=($(compgen -f -- "$word")); fi
}}
complete -F _tally tally
)script",
                     value_cases(), fmt::join(command_names(), " "), cases);
}

std::string fish_script() {
  std::string out = "# fish completion for tally: tally completion fish | source\n";
  for (const auto& command : all_commands()) {
    out += fmt::format("complete -c tally -n __fish_use_subcommand -f -a {} -d '{}'\n",
                       command.name, command.summary);
    for (const auto& option : command.options)
      if (option.kind == OptionKind::flag || option.kind == OptionKind::value)
        out += fmt::format(
            "complete -c tally -n '__fish_seen_subcommand_from {}' -l {} -d '{}'{}\n", command.name,
            option.name, option.help, option.kind == OptionKind::value ? " -r" : "");
    for (const auto& sub : command.subcommands)
      out += fmt::format("complete -c tally -n '__fish_seen_subcommand_from {}' -f -a {} -d '{}'\n",
                         command.name, sub.name, sub.summary);
  }
  return out;
}

int run_completion(const Arguments& arguments, Context& context) {
  std::string shell = arguments.text("shell");
  if (shell == "fish")
    context.out(fish_script());
  else if (shell == "zsh")
    context.out(
        "# zsh completion for tally: eval \"$(tally completion zsh)\"\n"
        "autoload -U +X bashcompinit && bashcompinit\n" +
        bash_script());
  else
    context.out(bash_script());
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
