#pragma once
// YAML's characters → tokens, after the scanner of PyYAML and libyaml (MIT): indentation becomes
// block starts and ends; a key is only known as one when its colon comes, so tokens wait until no
// key can begin before them.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "import/dbt/yaml.h"

namespace tally::importing::dbt {

enum class YamlToken : uint8_t {
  stream_end,
  document_start,
  document_end,
  block_sequence_start,
  block_mapping_start,
  block_end,
  flow_sequence_start,
  flow_mapping_start,
  flow_sequence_end,
  flow_mapping_end,
  block_entry,
  flow_entry,
  key,
  value,
  alias,
  anchor,
  tag,
  plain,   // scalar without quotes
  quoted,  // scalar in quotes, or of a block
};

struct YamlPiece {
  YamlToken token = YamlToken::stream_end;
  uint32_t line = 0, column = 0;  // 0-based
  std::string text;               // of scalars, names of anchors and tags
};

class YamlScanner {
 public:
  // `text` has \n line ends only.
  explicit YamlScanner(std::string_view text) : text_(text), keys_(1) {}

  const YamlPiece& peek();  // stream_end after a fault
  YamlPiece take();

  bool failed() const { return failed_; }
  const YamlFault& fault() const { return fault_; }

 private:
  // Where a key may have begun whose colon has not come yet; one for each level of brackets.
  struct PossibleKey {
    bool is_possible = false, is_required = false;
    size_t token_number = 0, at = 0;
    uint32_t line = 0, column = 0;
  };

  char at(size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }
  bool ended(size_t ahead = 0) const { return at_ + ahead >= text_.size(); }
  bool blank_or_end(size_t ahead = 0) const;
  bool break_or_end(size_t ahead = 0) const { return ended(ahead) || at(ahead) == '\n'; }
  uint32_t column() const { return static_cast<uint32_t>(at_ - line_start_); }
  bool in_flow() const { return flow_level_ > 0; }
  void newline();  // past the line end that is next
  void fail(std::string message);
  void fail_at(uint32_t line, uint32_t column, std::string message);

  bool need_more();
  void fetch_more();
  bool fetch_indicator();
  void skip_to_token();
  bool rest_is_blank() const;
  bool document_mark(std::string_view mark) const;
  bool starts_plain() const;

  void unwind(int64_t column);
  bool indent_to(uint32_t column);
  void drop_stale_keys();
  void save_key();
  void remove_key();
  YamlPiece& add(YamlToken token);

  void fetch_document_mark(YamlToken token);
  void fetch_flow_start(YamlToken token);
  void fetch_flow_end(YamlToken token);
  void fetch_block_entry();
  void fetch_key();
  void fetch_value();
  void fetch_name(YamlToken token);
  void fetch_tag();
  void fetch_plain();
  void fetch_quoted(bool is_double);
  void fetch_block_scalar();

  // yaml_scalars.cc
  std::string scan_plain();
  bool scan_plain_spaces(uint32_t indent, std::string& spaces);
  std::string scan_quoted(bool is_double);
  void scan_quoted_spaces(std::string& out);
  bool scan_escape(std::string& out);
  std::string scan_block_scalar();
  bool scan_block_header(bool& keep, bool& strip, uint32_t& increment);
  std::string scan_block_indentation(uint32_t& deepest);
  std::string scan_block_breaks(uint32_t indent);
  std::string scan_block_lines(uint32_t indent, bool folded, bool keep, bool strip,
                               std::string breaks);

  std::string_view text_;
  size_t at_ = 0, line_start_ = 0;
  uint32_t line_ = 0;
  size_t flow_level_ = 0;
  int64_t indent_ = -1;
  std::vector<int64_t> indents_;
  bool key_allowed_ = true;
  bool finished_ = false, failed_ = false;
  std::vector<PossibleKey> keys_;
  std::vector<YamlPiece> pieces_;  // from head_ on; what is before was taken
  size_t head_ = 0, taken_ = 0;
  YamlFault fault_;
  YamlPiece end_;
};

}  // namespace tally::importing::dbt
