// Tokens → values: the grammar of YAML, anchors and aliases, merge keys.

#include "import/dbt/yaml.h"

#include <algorithm>
#include <initializer_list>
#include <unordered_map>
#include <unordered_set>

#include "import/dbt/yaml_scanner.h"

namespace tally::importing::dbt {
namespace {

constexpr size_t kMaxDepth = 200;
// Values that aliases and merge keys may add to what stands in the text: a bomb is over it at once.
constexpr size_t kMaxExpanded = 200'000;

size_t size_of(const Data& data) {
  size_t size = 1;
  for (const Data& value : data.values) size += size_of(value);
  return size;
}

class Composer {
 public:
  explicit Composer(std::string_view text) : scanner_(text) {}

  Yaml read() {
    Yaml yaml;
    while (next_is({YamlToken::document_start, YamlToken::document_end})) scanner_.take();
    if (!next_is({YamlToken::stream_end})) yaml.data = node(false);
    if (!failed_ && next_is({YamlToken::document_end})) scanner_.take();
    if (!failed_ && next_is({YamlToken::document_start})) {
      yaml.end = scanner_.peek().line + 1;
      doubt(scanner_.peek(), "a second YAML document starts here; only the first one counts");
    } else if (!failed_ && !scanner_.failed() && !next_is({YamlToken::stream_end})) {
      fail(scanner_.peek(), "the value ended before this: is the indentation right?");
    }
    if (scanner_.failed()) fault_ = scanner_.fault();
    yaml.doubts = std::move(doubts_);
    yaml.passed_over = std::move(passed_over_);
    if (failed_ || scanner_.failed()) {
      yaml.faults.push_back(fault_);
      yaml.data = {};
    }
    return yaml;
  }

 private:
  // A key is text in Data; whether it was written without quotes decides if `<<` merges.
  struct Key {
    std::string text;
    bool merges = false;
    YamlPiece place;
  };

  bool next_is(std::initializer_list<YamlToken> tokens) {
    const YamlToken token = scanner_.peek().token;
    return std::find(tokens.begin(), tokens.end(), token) != tokens.end();
  }
  void fail(const YamlPiece& piece, std::string message) {
    if (failed_ || scanner_.failed()) return;
    failed_ = true;
    fault_ = {piece.line + 1, piece.column + 1, std::move(message)};
  }
  void doubt(const YamlPiece& piece, std::string message) {
    doubts_.push_back({piece.line + 1, piece.column + 1, std::move(message)});
  }
  bool stopped() const { return failed_ || scanner_.failed(); }

  static Data place(const YamlPiece& piece, Data::Kind kind) {
    Data data;
    data.kind = kind;
    data.line = piece.line + 1;
    data.column = piece.column + 1;
    return data;
  }

  Data node(bool indentless) {
    if (depth_ >= kMaxDepth) {
      fail(scanner_.peek(), "values are nested too deeply");
      return {};
    }
    ++depth_;
    Data data = any_node(indentless);
    --depth_;
    return data;
  }

  Data any_node(bool indentless) {
    if (next_is({YamlToken::alias})) return alias();
    std::string anchor, tag;
    const YamlPiece start = {
        scanner_.peek().token, scanner_.peek().line, scanner_.peek().column, {}};
    while (next_is({YamlToken::anchor, YamlToken::tag})) {
      YamlPiece piece = scanner_.take();
      (piece.token == YamlToken::anchor ? anchor : tag) = std::move(piece.text);
    }
    if (!anchor.empty()) open_.push_back(anchor);
    Data data = content(start, tag, indentless, !anchor.empty() || !tag.empty());
    if (!anchor.empty()) {
      open_.pop_back();
      anchors_[anchor] = data;
    }
    return data;
  }

  Data content(const YamlPiece& start, const std::string& tag, bool indentless, bool may_be_empty) {
    switch (scanner_.peek().token) {
      case YamlToken::plain:
      case YamlToken::quoted:
        return scalar(tag);
      case YamlToken::flow_sequence_start:
        return flow_sequence();
      case YamlToken::flow_mapping_start:
        return flow_mapping();
      case YamlToken::block_sequence_start:
        return block_sequence();
      case YamlToken::block_mapping_start:
        return block_mapping();
      case YamlToken::block_entry:
        if (indentless) return indentless_sequence();
        break;
      default:
        break;
    }
    if (!may_be_empty) fail(scanner_.peek(), "a value must stand here");
    return place(start, Data::Kind::null);
  }

  Data scalar(const std::string& tag) {
    YamlPiece piece = scanner_.take();
    Data data = place(piece, Data::Kind::text);
    data.text = std::move(piece.text);
    const bool is_word =
        tag.empty() ? piece.token == YamlToken::plain
                    : tag == "!!int" || tag == "!!float" || tag == "!!bool" || tag == "!!null";
    if (is_word) resolve_plain(data);
    return data;
  }

  Data alias() {
    const YamlPiece piece = scanner_.take();
    if (std::find(open_.begin(), open_.end(), piece.text) != open_.end()) {
      fail(piece, "\"*" + piece.text + "\" stands inside what it names");
      return {};
    }
    const auto found = anchors_.find(piece.text);
    if (found == anchors_.end()) {
      fail(piece, "nothing is named \"&" + piece.text + "\"");
      return {};
    }
    count(size_of(found->second), piece);
    return stopped() ? Data() : found->second;
  }

  void count(size_t values, const YamlPiece& piece) {
    expanded_ += values;
    if (expanded_ > kMaxExpanded) fail(piece, "aliases repeat too much of the file");
  }

  Data block_sequence() {
    Data list = place(scanner_.take(), Data::Kind::list);
    while (!stopped() && next_is({YamlToken::block_entry})) {
      const YamlPiece entry = scanner_.take();
      const bool empty = next_is({YamlToken::block_entry, YamlToken::block_end});
      list.values.push_back(empty ? place(entry, Data::Kind::null) : node(false));
    }
    end_block("a list");
    return list;
  }

  Data indentless_sequence() {
    Data list = place(scanner_.peek(), Data::Kind::list);
    while (!stopped() && next_is({YamlToken::block_entry})) {
      const YamlPiece entry = scanner_.take();
      const bool empty =
          next_is({YamlToken::block_entry, YamlToken::key, YamlToken::value, YamlToken::block_end});
      list.values.push_back(empty ? place(entry, Data::Kind::null) : node(false));
    }
    return list;
  }

  void end_block(const char* what) {
    if (stopped()) return;
    if (next_is({YamlToken::block_end}))
      scanner_.take();
    else
      fail(scanner_.peek(), std::string("this does not belong to ") + what +
                                " that it stands in: is the indentation right?");
  }

  Data block_mapping() {
    Data map = place(scanner_.take(), Data::Kind::map);
    Members members(*this, map);
    while (!stopped() && next_is({YamlToken::key, YamlToken::value})) {
      Key key;
      key.place = place_of_next();
      if (next_is({YamlToken::key})) {
        scanner_.take();
        if (!next_is({YamlToken::key, YamlToken::value, YamlToken::block_end}))
          key = key_of(node(true));
      }
      members.add(std::move(key), block_value());
    }
    end_block("the map");
    members.merge();
    return map;
  }

  Data block_value() {
    if (!next_is({YamlToken::value})) return place(scanner_.peek(), Data::Kind::null);
    const YamlPiece colon = scanner_.take();
    if (next_is({YamlToken::key, YamlToken::value, YamlToken::block_end}))
      return place(colon, Data::Kind::null);
    return node(true);
  }

  YamlPiece place_of_next() {
    const YamlPiece& next = scanner_.peek();
    return {next.token, next.line, next.column, {}};
  }

  // What a key's value is in Data: its text. Lists and maps are none (PyYAML: "unhashable key").
  Key key_of(Data data) {
    Key key;
    key.place = {YamlToken::key, data.line - (data.line > 0), data.column - (data.column > 0), {}};
    if (data.is_list() || data.is_map())
      fail(key.place, "a key must be a word: is a template without quotes here?");
    key.merges = data.is_text() && data.text == "<<" && data.truth;
    key.text = std::move(data.text);
    return key;
  }

  Data flow_sequence() {
    Data list = place(scanner_.take(), Data::Kind::list);
    while (!stopped() && !next_is({YamlToken::flow_sequence_end})) {
      if (!list.values.empty() && !comma("a comma or ] must stand here")) break;
      if (next_is({YamlToken::flow_sequence_end})) break;
      list.values.push_back(next_is({YamlToken::key, YamlToken::value}) ? single_pair()
                                                                        : node(false));
    }
    if (!stopped()) scanner_.take();
    return list;
  }

  // [a: 1] holds a map of one.
  Data single_pair() {
    Data map = place(scanner_.peek(), Data::Kind::map);
    Members members(*this, map);
    Key key = flow_key();
    members.add(std::move(key), flow_value());
    members.merge();
    return map;
  }

  Data flow_mapping() {
    Data map = place(scanner_.take(), Data::Kind::map);
    Members members(*this, map);
    while (!stopped() && !next_is({YamlToken::flow_mapping_end})) {
      if (members.count() > 0 && !comma("a comma or } must stand here")) break;
      if (next_is({YamlToken::flow_mapping_end})) break;
      Key key = flow_key();
      members.add(std::move(key), flow_value());
    }
    if (!stopped()) scanner_.take();
    members.merge();
    return map;
  }

  bool comma(const char* message) {
    if (next_is({YamlToken::flow_entry})) {
      scanner_.take();
      return true;
    }
    fail(scanner_.peek(), message);
    return false;
  }

  Key flow_key() {
    if (next_is({YamlToken::key})) {
      const YamlPiece mark = scanner_.take();
      if (next_is({YamlToken::value, YamlToken::flow_entry, YamlToken::flow_mapping_end,
                   YamlToken::flow_sequence_end}))
        return {"", false, mark};
    } else if (next_is({YamlToken::value})) {
      return {"", false, place_of_next()};
    }
    return key_of(node(false));
  }

  Data flow_value() {
    if (!next_is({YamlToken::value})) return place(scanner_.peek(), Data::Kind::null);
    const YamlPiece colon = scanner_.take();
    if (next_is({YamlToken::flow_entry, YamlToken::flow_mapping_end, YamlToken::flow_sequence_end}))
      return place(colon, Data::Kind::null);
    return node(false);
  }

  // The members of one map while it is read: repeated keys, and what `<<` brings, which comes
  // first and gives way to the map's own.
  class Members {
   public:
    Members(Composer& composer, Data& map) : composer_(composer), map_(map) {}
    size_t count() const { return count_; }

    void add(Key key, Data value) {
      ++count_;
      if (composer_.stopped()) return;
      if (key.merges) return add_merged(key, value);
      const auto [found, is_new] = at_.try_emplace(key.text, map_.keys.size());
      if (!is_new) {
        composer_.doubt(key.place, "\"" + key.text + "\" is set twice; the last one counts");
        std::swap(map_.values[found->second], value);
        composer_.passed_over_.emplace_back().set(map_.keys[found->second], std::move(value));
        return;
      }
      map_.keys.push_back(std::move(key.text));
      map_.values.push_back(std::move(value));
    }

    void merge() {
      if (merged_.keys.empty() || composer_.stopped()) return;
      for (size_t at = 0; at < merged_.keys.size(); ++at) {
        if (!at_.try_emplace(merged_.keys[at], map_.keys.size()).second) continue;
        map_.keys.push_back(std::move(merged_.keys[at]));
        map_.values.push_back(std::move(merged_.values[at]));
      }
    }

   private:
    // A map, or a list of maps of which the first one that has a key gives it.
    void add_merged(const Key& key, const Data& value) {
      if (value.is_map()) return take(value);
      if (!value.is_list())
        return composer_.fail(key.place, "<< must be given a map, or a list of maps");
      for (const Data& one : value.values) {
        if (!one.is_map())
          return composer_.fail(key.place, "<< must be given a map, or a list of maps");
        take(one);
      }
    }
    void take(const Data& from) {
      for (size_t at = 0; at < from.keys.size(); ++at) {
        if (!merged_at_.insert(from.keys[at]).second) continue;
        merged_.keys.push_back(from.keys[at]);
        merged_.values.push_back(from.values[at]);
      }
    }

    Composer& composer_;
    Data& map_;
    Data merged_;
    size_t count_ = 0;
    std::unordered_map<std::string, size_t> at_;
    std::unordered_set<std::string> merged_at_;
  };

  YamlScanner scanner_;
  size_t depth_ = 0, expanded_ = 0;
  bool failed_ = false;
  YamlFault fault_;
  std::vector<YamlFault> doubts_;
  std::vector<Data> passed_over_;
  std::unordered_map<std::string, Data> anchors_;
  std::vector<std::string> open_;  // anchors whose value is being read
};

// \r\n and \r become \n; only a text that has them is copied.
std::string_view unix_lines(std::string_view text, std::string& copy) {
  if (text.find('\r') == text.npos) return text;
  copy.reserve(text.size());
  for (size_t at = 0; at < text.size(); ++at) {
    if (text[at] != '\r')
      copy += text[at];
    else if (at + 1 >= text.size() || text[at + 1] != '\n')
      copy += '\n';
  }
  return copy;
}

}  // namespace

Yaml read_yaml(std::string_view text) {
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
  std::string copy;
  return Composer(unix_lines(text, copy)).read();
}

}  // namespace tally::importing::dbt
