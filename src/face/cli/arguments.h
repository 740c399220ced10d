#pragma once
// What the command line says. Commands declare their options as data (CommandSpec), so that
// parsing, help and shell completion come from one place; CLI11 is seen only in arguments.cc.

#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "base/result.h"

namespace tally::cli {

enum class OptionKind {
  flag,        // --name
  value,       // --name VALUE
  positional,  // one word, required
  optional_positional,
  positional_list,  // one word or more, required
  optional_list,    // any number of words
  optional_words,   // the rest of the line, joined by spaces
};

struct OptionSpec {
  std::string name;  // "json", without dashes; positionals: their name in the usage line
  OptionKind kind = OptionKind::flag;
  std::string help;
  std::string value_name = {};            // "SECONDS"
  std::vector<std::string> choices = {};  // allowed values, also for completion
  bool is_file = false;                   // completes file names
  char letter = 0;                        // -C
  bool is_demo_warehouse = false;         // completes the names of demo warehouses
};

// What one command was called with.
class Arguments {
 public:
  bool flag(const std::string& name) const { return values_.count(name) > 0; }
  std::optional<std::string> value(const std::string& name) const {
    auto found = values_.find(name);
    if (found == values_.end()) return std::nullopt;
    return found->second;
  }
  std::string text(const std::string& name) const { return value(name).value_or(""); }
  std::vector<std::string> list(const std::string& name) const {
    auto found = lists_.find(name);
    return found == lists_.end() ? std::vector<std::string>() : found->second;
  }
  void set(const std::string& name, std::string value) { values_[name] = std::move(value); }
  void set_list(const std::string& name, std::vector<std::string> words) {
    lists_[name] = std::move(words);
  }

 private:
  std::map<std::string, std::string> values_;
  std::map<std::string, std::vector<std::string>> lists_;
};

struct Context;

struct CommandSpec {
  std::string name;
  std::string summary;      // one line
  std::string description;  // for its own help
  std::vector<std::string> examples = {};
  std::vector<OptionSpec> options = {};
  int (*run)(const Arguments& arguments, Context& context) = nullptr;
  std::vector<CommandSpec> subcommands = {};
};

// Options that every command takes.
const std::vector<OptionSpec>& common_options();

struct Invocation {
  const CommandSpec* command = nullptr;
  Arguments arguments;
};
// Help or version was asked for (exit 0), or nothing at all was said (exit 2): text to print.
struct Stop {
  int exit_code = 0;
  std::string text;
};
// What the line is wrong about, and whether it asked for JSON: no Arguments came of it.
struct UsageError {
  Error error;
  bool json = false;
};
std::variant<Invocation, Stop, UsageError> parse_arguments(
    int count, const char* const* words, const std::vector<CommandSpec>& commands);

}  // namespace tally::cli
