#include "semantic/tree_snapshot.h"

#include "base/bytes.h"

namespace tally::semantic {
namespace {

constexpr std::string_view kMagic = "TallyTree1\n";
// Kind, size of text, line, column, offset, count of children: no node is shorter.
constexpr size_t kShortestNode = 1 + 4 + 8 + 8 + 8 + 8;

void write_node(ByteWriter& out, const Node& node) {
  out.byte(static_cast<uint8_t>(node.kind));
  out.text(node.text);
  out.number(static_cast<uint64_t>(node.at.line));
  out.number(static_cast<uint64_t>(node.at.column));
  out.number(node.offset);
  out.raw(node.children);
}

std::optional<Node> read_node(ByteReader& in, uint64_t node_count) {
  Node node;
  uint8_t kind = in.byte();
  if (kind > static_cast<uint8_t>(Node::Kind::map)) return std::nullopt;
  node.kind = static_cast<Node::Kind>(kind);
  node.text = in.text();
  node.at.line = static_cast<int>(in.number());
  node.at.column = static_cast<int>(in.number());
  node.offset = static_cast<uint32_t>(in.number());
  node.children = in.raw<uint32_t>();
  for (uint32_t child : node.children)
    if (child >= node_count) return std::nullopt;
  return node;
}

}  // namespace

std::string encode_tree(const Tree& tree, std::string_view text) {
  ByteWriter body;
  body.number(text.size());
  body.number(checksum(text));
  body.number(tree.root);
  body.list(tree.nodes, [&](const Node& node) { write_node(body, node); });
  ByteWriter header;
  header.number(checksum(body.bytes()));
  return std::string(kMagic) + header.bytes() + body.bytes();
}

// The checksum over all of it makes a chance mix of other nodes as good as impossible; that
// children exist is checked all the same, since they are followed without a look.
std::optional<Tree> decode_tree(std::string_view bytes, std::string_view text) {
  if (bytes.substr(0, kMagic.size()) != kMagic) return std::nullopt;
  ByteReader in(bytes.substr(kMagic.size()));
  uint64_t sum = in.number();
  if (in.failed() || sum != checksum(bytes.substr(kMagic.size() + 8))) return std::nullopt;
  uint64_t size = in.number();
  if (size != text.size() || in.number() != checksum(text)) return std::nullopt;
  Tree tree;
  tree.root = static_cast<uint32_t>(in.number());
  uint64_t count = in.counted(kShortestNode);
  tree.nodes.reserve(count);
  for (uint64_t i = 0; i < count; ++i) {
    auto node = read_node(in, count);
    if (!node) return std::nullopt;
    tree.nodes.push_back(*std::move(node));
  }
  if (!in.finished() || tree.root >= count) return std::nullopt;
  return tree;
}

}  // namespace tally::semantic
