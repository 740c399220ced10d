// The one file that knows yaml-cpp: the model and tally.yml both come through it. Its event
// interface is used rather than its document: three times faster, and it does not lose repeated
// keys. Its exceptions stop here.

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <map>
#include <sstream>

#include "semantic/tree.h"

namespace tally::semantic {
namespace {

constexpr size_t kMaxNodes = 2'000'000;  // after expansion of aliases: a bomb is over it at once

struct TooLarge {
  Position at;
};

Position to_position(const YAML::Mark& mark) {
  return {mark.line + 1, mark.column + 1};
}

// Builds the tree from events. `open_` is the chain of unfinished lists and maps.
class Builder final : public YAML::EventHandler {
 public:
  Tree take() { return std::move(tree_); }
  bool empty() const { return tree_.nodes.empty(); }

  void OnDocumentStart(const YAML::Mark&) override {}
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    add({Node::Kind::null, {}, null_position(mark), offset(mark), {}}, anchor);
  }
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    auto target = anchors_.find(anchor);
    // An alias to a node that is still open would be a cycle.
    if (target == anchors_.end() || is_open(target->second)) {
      add({Node::Kind::null, {}, to_position(mark), offset(mark), {}}, 0);
      return;
    }
    count(expanded_[target->second], mark);
    attach(target->second);
  }
  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override {
    auto kind = tag == "?" ? Node::Kind::plain : Node::Kind::text;
    add({kind, value, to_position(mark), offset(mark), {}}, anchor);
  }
  void OnSequenceStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value) override {
    open({Node::Kind::list, {}, to_position(mark), offset(mark), {}}, anchor);
  }
  void OnSequenceEnd() override { close(); }
  void OnMapStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value) override {
    open({Node::Kind::map, {}, to_position(mark), offset(mark), {}}, anchor);
  }
  void OnMapEnd() override { close(); }

 private:
  static uint32_t offset(const YAML::Mark& mark) { return static_cast<uint32_t>(mark.pos); }

  // yaml-cpp puts an absent value where the next token starts, often lines below: its key is
  // nearer.
  Position null_position(const YAML::Mark& mark) const {
    if (open_.empty()) return to_position(mark);
    const Node& parent = tree_.nodes[open_.back().node];
    bool is_value = parent.kind == Node::Kind::map && parent.children.size() % 2 == 1;
    return is_value ? tree_.nodes[parent.children.back()].at : to_position(mark);
  }
  bool is_open(uint32_t node) const {
    for (const auto& entry : open_) {
      if (entry.node == node) return true;
    }
    return false;
  }
  void count(size_t nodes, const YAML::Mark& mark) { count(nodes, to_position(mark)); }
  void count(size_t nodes, Position at) {
    total_ += nodes;
    if (total_ > kMaxNodes) throw TooLarge{at};
  }
  void attach(uint32_t node) {
    if (!open_.empty()) tree_.nodes[open_.back().node].children.push_back(node);
  }
  uint32_t add(Node node, YAML::anchor_t anchor) {
    count(1, node.at);
    auto index = static_cast<uint32_t>(tree_.nodes.size());
    tree_.nodes.push_back(std::move(node));
    expanded_.push_back(1);
    if (anchor != 0) anchors_[anchor] = index;
    attach(index);
    return index;
  }
  void open(Node node, YAML::anchor_t anchor) {
    size_t before = total_;
    open_.push_back({add(std::move(node), anchor), before});
  }
  void close() {
    expanded_[open_.back().node] = total_ - open_.back().total_before;
    open_.pop_back();
  }

  struct Open {
    uint32_t node;
    size_t total_before;
  };
  Tree tree_;
  std::vector<size_t> expanded_;  // nodes below each node, aliases expanded
  std::vector<Open> open_;
  std::map<YAML::anchor_t, uint32_t> anchors_;
  size_t total_ = 0;
};

TreeOutcome fault(Position at, std::string message, std::string fix) {
  return {std::nullopt, {at, 0, std::move(message), std::move(fix)}};
}

// The first tab before the text of line `line` (from 0). The library stumbles over a tab in words
// of its own ("illegal map value"), always on the tab's own line.
std::optional<Position> tab_of_indentation(std::string_view text, int line) {
  if (line < 0) return std::nullopt;
  size_t start = 0;
  for (int i = 0; i < line && start < text.size(); ++i)
    start = std::min(text.find('\n', start), text.size() - 1) + 1;
  std::string_view rest = text.substr(std::min(start, text.size()));
  size_t tab = rest.substr(0, rest.find_first_not_of(" -\t")).find('\t');
  if (tab == std::string_view::npos) return std::nullopt;
  return Position{line + 1, static_cast<int>(tab) + 1};
}

}  // namespace

TreeOutcome parse_yaml(std::string_view text) {
  Builder builder;
  try {
    std::istringstream stream{std::string(text)};
    YAML::Parser parser(stream);
    parser.HandleNextDocument(builder);
    if (builder.empty()) return fault({1, 1}, "the file is empty", "");
    Builder second;
    if (parser.HandleNextDocument(second) && !second.empty()) {
      return fault(second.take().top().at, "a second YAML document starts here",
                   "keep one document in the file");
    }
  } catch (const TooLarge& error) {
    return fault(error.at, "the file is too large once its aliases are expanded",
                 "write the repeated parts out, or repeat less");
  } catch (const YAML::Exception& error) {
    if (auto tab = tab_of_indentation(text, error.mark.line))
      return fault(*tab, "a tab indents this line, and YAML takes only spaces",
                   "write spaces for it");
    return fault(to_position(error.mark), "not valid YAML: " + error.msg,
                 "check quotes, brackets and indentation here and above");
  }
  return {builder.take(), {}};
}

}  // namespace tally::semantic
