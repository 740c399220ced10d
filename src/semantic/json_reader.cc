// JSON into the positioned tree. nlohmann's parser does the reading; it does not say where, so the
// iterator it reads through counts the bytes.

#include <iterator>
#include <nlohmann/json.hpp>

#include "semantic/tree.h"

namespace tally::semantic {
namespace {

constexpr size_t kMaxDepth = 100;

// A forward iterator over the text whose copies share one counter of bytes read.
struct CountingIterator {
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  const char* place = nullptr;
  const char* begin = nullptr;
  size_t* read = nullptr;

  reference operator*() const { return *place; }
  CountingIterator& operator++() {
    ++place;
    if (read) *read = static_cast<size_t>(place - begin);
    return *this;
  }
  CountingIterator operator++(int) {
    CountingIterator before = *this;
    ++*this;
    return before;
  }
  friend bool operator==(const CountingIterator& a, const CountingIterator& b) {
    return a.place == b.place;
  }
};

class Handler {
 public:
  using json = nlohmann::json;
  Handler(std::string_view text, const size_t& read) : text_(text), read_(read) {}

  bool null() { return add(Node::Kind::null, "null"); }
  bool boolean(bool value) { return add(Node::Kind::boolean, value ? "true" : "false"); }
  bool number_integer(json::number_integer_t) { return add_number(); }
  bool number_unsigned(json::number_unsigned_t) { return add_number(); }
  bool number_float(json::number_float_t, const std::string&) { return add_number(); }
  bool string(std::string& value) { return add(Node::Kind::text, std::move(value)); }
  bool binary(json::binary_t&) { return false; }
  bool key(std::string& value) { return add(Node::Kind::text, std::move(value)); }
  bool start_object(size_t) { return open(Node::Kind::map); }
  bool start_array(size_t) { return open(Node::Kind::list); }
  bool end_object() { return close(); }
  bool end_array() { return close(); }
  bool parse_error(size_t, const std::string&, const nlohmann::detail::exception& error) {
    fault.offset = read_ == 0 ? 0 : read_ - 1;
    fault.message = plain_reason(error.what());
    return false;
  }

  Tree tree;
  TreeFault fault;

 private:
  // "[json.exception.parse_error.101] parse error at line 1, column 2: syntax error while parsing
  // object key - unexpected '}'; expected string literal" → "syntax error while …".
  static std::string plain_reason(std::string reason) {
    size_t column = reason.find("column ");
    size_t colon = reason.find(": ", column == std::string::npos ? 0 : column);
    if (colon != std::string::npos) reason.erase(0, colon + 2);
    return reason;
  }
  // The token just read starts after the blanks and separators that follow the last one.
  uint32_t token_start() {
    while (last_end_ < text_.size() &&
           std::string_view(" \t\r\n,:").find(text_[last_end_]) != std::string_view::npos) {
      ++last_end_;
    }
    return static_cast<uint32_t>(last_end_);
  }
  bool add_number() {
    size_t start = token_start();
    size_t end = text_.find_first_not_of("+-.0123456789eE", start);
    return add(Node::Kind::number, std::string(text_.substr(start, end - start)));
  }
  bool add(Node::Kind kind, std::string text) {
    auto index = static_cast<uint32_t>(tree.nodes.size());
    uint32_t start = token_start();
    bool is_number = kind == Node::Kind::number;
    last_end_ = is_number ? start + text.size() : read_;
    tree.nodes.push_back({kind, std::move(text), {}, start, {}});
    if (!open_.empty()) tree.nodes[open_.back()].children.push_back(index);
    return true;
  }
  bool open(Node::Kind kind) {
    add(kind, {});
    open_.push_back(static_cast<uint32_t>(tree.nodes.size() - 1));
    if (open_.size() <= kMaxDepth) return true;
    fault.offset = tree.nodes.back().offset;
    fault.message = "nested too deeply";
    return false;
  }
  bool close() {
    open_.pop_back();
    last_end_ = read_;
    return true;
  }

  std::string_view text_;
  const size_t& read_;
  size_t last_end_ = 0;
  std::vector<uint32_t> open_;
};

}  // namespace

TreeOutcome parse_json(std::string_view text) {
  size_t read = 0;
  Handler handler(text, read);
  const char* end = text.data() + text.size();
  CountingIterator first{text.data(), text.data(), &read};
  bool ok = nlohmann::json::sax_parse(first, CountingIterator{end, text.data(), nullptr}, &handler);
  if (ok) return {std::move(handler.tree), {}};
  handler.fault.at = position_of(text, handler.fault.offset);
  return {std::nullopt, std::move(handler.fault)};
}

}  // namespace tally::semantic
