#include "measure/targets.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "semantic/tree_reader.h"

namespace tally::measure {
namespace {

using semantic::Entries;
using semantic::Node;

class TargetsReader {
 public:
  TargetsReader(const semantic::Tree& tree, semantic::Complaints& complaints)
      : reader_(tree, complaints) {}

  std::vector<Target> read() {
    std::vector<Target> targets;
    auto entries = reader_.map(reader_.tree().top(), "the file of targets", {{"targets", true}});
    if (!entries) return targets;
    for (const Node* node : reader_.list(*entries, "targets", "the file"))
      if (auto target = read_target(*node)) targets.push_back(*std::move(target));
    return targets;
  }

 private:
  std::optional<Target> read_target(const Node& node) {
    auto entries = reader_.map(
        node, "a target",
        {{"name", true}, {"figure", true}, {"tier"}, {"seen"}, {"at_least"}, {"at_most"}});
    if (!entries) return std::nullopt;
    Target target;
    target.name = reader_.text(*entries, "name", "a target");
    auto figure = reader_.located(*entries, "figure", "a target");
    target.figure = figure.text;
    if (figure.node &&
        std::find(std::begin(kFigures), std::end(kFigures), figure.text) == std::end(kFigures))
      reader_.complain(*figure.node, fmt::format("there is no figure \"{}\"", figure.text),
                       fmt::format("{}", fmt::join(kFigures, ", ")));
    auto tier = reader_.located(*entries, "tier", "a target");
    target.tier = tier.text;
    if (tier.node && (tier.text.size() != 2 || tier.text < "T1" || tier.text > "T4"))
      reader_.complain(*tier.node, fmt::format("there is no tier \"{}\"", tier.text), "T1 to T4");
    target.seen = reader_.boolean(*entries, "seen", "a target");
    target.at_least = number(*entries, "at_least");
    target.at_most = number(*entries, "at_most");
    if (target.at_least.has_value() == target.at_most.has_value())
      reader_.complain(node, fmt::format("target \"{}\" has no one bound", target.name),
                       "\"at_least\" or \"at_most\"");
    return target;
  }

  std::optional<double> number(const Entries& entries, std::string_view key) {
    const Node* node = entries.find(key);
    if (!node) return std::nullopt;
    char* end = nullptr;
    double value = std::strtod(node->text.c_str(), &end);
    if (node->is_scalar_text() && !node->text.empty() && *end == 0 && std::isfinite(value))
      return value;
    reader_.complain(*node, fmt::format("\"{}\" must be a number", key), "");
    return std::nullopt;
  }

  semantic::TreeReader reader_;
};

}  // namespace

Result<std::vector<Target>> read_targets(std::string_view text, const std::string& file) {
  semantic::Complaints complaints(file);
  auto yaml = semantic::parse_yaml(text);
  std::vector<Target> targets;
  if (yaml.tree)
    targets = TargetsReader(*yaml.tree, complaints).read();
  else
    complaints.add(yaml.fault.at, yaml.fault.message, yaml.fault.fix);
  if (complaints.empty()) return targets;
  auto error = semantic::model_error(complaints.take());
  error.hint = "correct the file of targets";
  return error;
}

}  // namespace tally::measure
