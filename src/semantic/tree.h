#pragma once
// The tree that YAML and JSON texts are read into. Unlike the libraries' own documents it keeps
// positions, repeated keys and the digits of numbers, so that a mistake can be pointed at.

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "semantic/model.h"

namespace tally::semantic {

struct Node {
  // `plain` is an unquoted YAML scalar: whatever the reader wants it to be. The other scalar kinds
  // come from JSON (and `text` from quoted YAML).
  enum class Kind { null, boolean, number, text, plain, list, map };
  Kind kind = Kind::null;
  std::string text;                // scalars: decoded; number: as written
  Position at;                     // YAML only, where the node starts
  uint32_t offset = 0;             // where it starts in the text, in bytes
  std::vector<uint32_t> children;  // list: items; map: key, value, key, value, …

  bool is_scalar_text() const { return kind == Kind::text || kind == Kind::plain; }
};

struct Tree {
  std::vector<Node> nodes;
  uint32_t root = 0;
  std::function<Position(const Node&)> locate;  // position in the file; absent: Node::at

  const Node& operator[](uint32_t index) const { return nodes[index]; }
  const Node& top() const { return nodes[root]; }
  Position at(const Node& node) const { return locate ? locate(node) : node.at; }
};

// Why a text is not a tree. `offset` is in bytes of the text.
struct TreeFault {
  Position at;
  size_t offset = 0;
  std::string message, fix;
};

struct TreeOutcome {
  std::optional<Tree> tree;
  TreeFault fault;  // meaningful if there is no tree
};

// Anchors and aliases are resolved; their expansion is bounded. Merge keys (<<) are ordinary keys.
TreeOutcome parse_yaml(std::string_view text);

// RFC 8259. Positions of nodes and of the fault are offsets; `at` of the fault is the line and
// column within the text.
TreeOutcome parse_json(std::string_view text);

// Line and column (1-based, in bytes) of `offset` in `text`.
Position position_of(std::string_view text, size_t offset);
// The reverse; the end of the text if there is no such place.
size_t offset_of(std::string_view text, Position position);

// Where byte `offset` of a YAML scalar's decoded text stands in the file: looks through quotes,
// escapes, folding and the indentation of block scalars.
Position position_inside(std::string_view file_text, const Node& scalar, size_t offset);

// What a node is, for messages: "a list", "text", "a number".
const char* kind_text(Node::Kind kind);

}  // namespace tally::semantic
