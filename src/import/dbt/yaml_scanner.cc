#include "import/dbt/yaml_scanner.h"

#include <utility>

namespace tally::importing::dbt {
namespace {

constexpr size_t kMaxKeyLength = 1024;  // as PyYAML and libyaml have it
constexpr size_t kMaxFlowDepth = 400;

bool is_one_of(char c, std::string_view set) {
  return set.find(c) != std::string_view::npos;
}

}  // namespace

bool YamlScanner::blank_or_end(size_t ahead) const {
  return ended(ahead) || is_one_of(at(ahead), " \t\n");
}

void YamlScanner::newline() {
  ++at_;
  ++line_;
  line_start_ = at_;
}

void YamlScanner::fail(std::string message) {
  fail_at(line_, column(), std::move(message));
}

void YamlScanner::fail_at(uint32_t line, uint32_t column, std::string message) {
  if (failed_) return;
  failed_ = true;
  fault_ = {line + 1, column + 1, std::move(message)};
}

const YamlPiece& YamlScanner::peek() {
  while (!failed_ && need_more()) fetch_more();
  return failed_ || head_ == pieces_.size() ? end_ : pieces_[head_];
}

YamlPiece YamlScanner::take() {
  peek();
  if (failed_ || head_ == pieces_.size()) return end_;
  YamlPiece piece = std::move(pieces_[head_++]);
  ++taken_;
  if (head_ == pieces_.size()) {
    pieces_.clear();
    head_ = 0;
  }
  return piece;
}

// A token may be taken once no key can begin at it any more.
bool YamlScanner::need_more() {
  if (finished_) return false;
  if (head_ == pieces_.size()) return true;
  drop_stale_keys();
  if (failed_) return false;
  for (const PossibleKey& key : keys_)
    if (key.is_possible && key.token_number == taken_) return true;
  return false;
}

YamlPiece& YamlScanner::add(YamlToken token) {
  YamlPiece& piece = pieces_.emplace_back();
  piece.token = token;
  piece.line = line_;
  piece.column = column();
  return piece;
}

void YamlScanner::fetch_more() {
  skip_to_token();
  drop_stale_keys();
  if (failed_) return;
  unwind(column());
  if (ended()) {
    unwind(-1);
    remove_key();
    key_allowed_ = false;
    finished_ = true;
    add(YamlToken::stream_end);
  } else if (column() == 0 && at() == '%') {  // a directive says nothing that we need
    unwind(-1);
    remove_key();
    key_allowed_ = false;
    while (!break_or_end()) ++at_;
  } else if (document_mark("---")) {
    fetch_document_mark(YamlToken::document_start);
  } else if (document_mark("...")) {
    fetch_document_mark(YamlToken::document_end);
  } else if (!fetch_indicator()) {
    if (starts_plain())
      fetch_plain();
    else if (at() == '\t')
      fail("a tab cannot stand here: YAML indents with spaces");
    else
      fail(std::string("no value can start with ") + at());
  }
}

bool YamlScanner::fetch_indicator() {
  switch (at()) {
    case '[':
      return fetch_flow_start(YamlToken::flow_sequence_start), true;
    case '{':
      return fetch_flow_start(YamlToken::flow_mapping_start), true;
    case ']':
      return fetch_flow_end(YamlToken::flow_sequence_end), true;
    case '}':
      return fetch_flow_end(YamlToken::flow_mapping_end), true;
    case ',':
      key_allowed_ = true;
      remove_key();
      add(YamlToken::flow_entry);
      ++at_;
      return true;
    case '-':
      return blank_or_end(1) && (fetch_block_entry(), true);
    case '?':
      return (in_flow() || blank_or_end(1)) && (fetch_key(), true);
    case ':':
      return (in_flow() || blank_or_end(1)) && (fetch_value(), true);
    case '*':
      return fetch_name(YamlToken::alias), true;
    case '&':
      return fetch_name(YamlToken::anchor), true;
    case '!':
      return fetch_tag(), true;
    case '|':
    case '>':
      return !in_flow() && (fetch_block_scalar(), true);
    case '\'':
    case '"':
      return fetch_quoted(at() == '"'), true;
    default:
      return false;
  }
}

bool YamlScanner::rest_is_blank() const {
  size_t end = at_;
  while (end < text_.size() && is_one_of(text_[end], " \t")) ++end;
  return end == text_.size() || text_[end] == '\n' || text_[end] == '#';
}

// Tabs part tokens but do not indent. (Before nothing but the line's end one does no harm; there we
// are milder than dbt.)
void YamlScanner::skip_to_token() {
  while (true) {
    while (at() == ' ' || (at() == '\t' && (in_flow() || !key_allowed_ || rest_is_blank()))) ++at_;
    if (at() == '#')
      while (!break_or_end()) ++at_;
    if (ended() || at() != '\n') return;
    newline();
    if (!in_flow()) key_allowed_ = true;
  }
}

bool YamlScanner::document_mark(std::string_view mark) const {
  return column() == 0 && text_.substr(at_, 3) == mark && blank_or_end(3);
}

bool YamlScanner::starts_plain() const {
  const char c = at();
  if (!is_one_of(c, " \t\n-?:,[]{}#&*!|>'\"%@`")) return true;
  return !blank_or_end(1) && (c == '-' || (!in_flow() && is_one_of(c, "?:")));
}

void YamlScanner::unwind(int64_t column) {
  if (in_flow()) return;
  while (indent_ > column) {
    indent_ = indents_.back();
    indents_.pop_back();
    add(YamlToken::block_end);
  }
}

bool YamlScanner::indent_to(uint32_t column) {
  if (indent_ >= static_cast<int64_t>(column)) return false;
  indents_.push_back(indent_);
  indent_ = column;
  return true;
}

// A key without an explicit mark stands in one line and is short.
void YamlScanner::drop_stale_keys() {
  for (PossibleKey& key : keys_) {
    if (!key.is_possible || (key.line == line_ && at_ - key.at <= kMaxKeyLength)) continue;
    if (key.is_required) return fail_at(key.line, key.column, "a colon must follow this key");
    key.is_possible = false;
  }
}

void YamlScanner::save_key() {
  if (!key_allowed_) return;
  remove_key();
  keys_[flow_level_] = {true,
                        !in_flow() && indent_ == static_cast<int64_t>(column()),
                        taken_ + pieces_.size() - head_,
                        at_,
                        line_,
                        column()};
}

void YamlScanner::remove_key() {
  PossibleKey& key = keys_[flow_level_];
  if (key.is_possible && key.is_required)
    fail_at(key.line, key.column, "a colon must follow this key");
  key.is_possible = false;
}

void YamlScanner::fetch_document_mark(YamlToken token) {
  unwind(-1);
  remove_key();
  key_allowed_ = false;
  add(token);
  at_ += 3;
}

void YamlScanner::fetch_flow_start(YamlToken token) {
  save_key();
  if (++flow_level_ > kMaxFlowDepth) return fail("brackets are nested too deeply");
  keys_.resize(flow_level_ + 1);
  key_allowed_ = true;
  add(token);
  ++at_;
}

void YamlScanner::fetch_flow_end(YamlToken token) {
  remove_key();
  if (in_flow()) {
    --flow_level_;
    keys_.resize(flow_level_ + 1);
  }
  key_allowed_ = false;
  add(token);
  ++at_;
}

void YamlScanner::fetch_block_entry() {
  if (!in_flow()) {
    if (!key_allowed_) return fail("a list item cannot start here");
    if (indent_to(column())) add(YamlToken::block_sequence_start);
  }
  key_allowed_ = true;
  remove_key();
  add(YamlToken::block_entry);
  ++at_;
}

void YamlScanner::fetch_key() {
  if (!in_flow()) {
    if (!key_allowed_) return fail("a key cannot start here");
    if (indent_to(column())) add(YamlToken::block_mapping_start);
  }
  key_allowed_ = !in_flow();
  remove_key();
  add(YamlToken::key);
  ++at_;
}

void YamlScanner::fetch_value() {
  PossibleKey& key = keys_[flow_level_];
  if (key.is_possible) {
    key.is_possible = false;
    const auto place =
        pieces_.begin() + static_cast<std::ptrdiff_t>(head_ + key.token_number - taken_);
    YamlPiece mark{YamlToken::key, key.line, key.column, {}};
    const bool starts = !in_flow() && indent_to(key.column);
    const auto inserted = pieces_.insert(place, std::move(mark));
    if (starts)
      pieces_.insert(inserted, {YamlToken::block_mapping_start, key.line, key.column, {}});
    key_allowed_ = false;
  } else {
    if (!in_flow()) {
      if (!key_allowed_) return fail("a value cannot start here: is there a second colon?");
      if (indent_to(column())) add(YamlToken::block_mapping_start);
    }
    key_allowed_ = !in_flow();
    remove_key();
  }
  add(YamlToken::value);
  ++at_;
}

void YamlScanner::fetch_name(YamlToken token) {
  save_key();
  key_allowed_ = false;
  YamlPiece& piece = add(token);
  const size_t start = ++at_;
  while (!blank_or_end() && !is_one_of(at(), ",[]{}")) ++at_;
  // "*a :" has its colon apart, "*a:" names "a:" in YAML 1.2; PyYAML ends the name there.
  while (at_ > start && text_[at_ - 1] == ':') --at_;
  piece.text = text_.substr(start, at_ - start);
  if (piece.text.empty()) fail("a name must follow & or *");
}

void YamlScanner::fetch_tag() {
  save_key();
  key_allowed_ = false;
  YamlPiece& piece = add(YamlToken::tag);
  const size_t start = at_;
  while (!blank_or_end() && !(in_flow() && is_one_of(at(), ",]}"))) ++at_;
  piece.text = text_.substr(start, at_ - start);
}

void YamlScanner::fetch_plain() {
  save_key();
  key_allowed_ = false;
  const size_t index = pieces_.size();
  add(YamlToken::plain);
  pieces_[index].text = scan_plain();
}

void YamlScanner::fetch_quoted(bool is_double) {
  save_key();
  key_allowed_ = false;
  const size_t index = pieces_.size();
  add(YamlToken::quoted);
  pieces_[index].text = scan_quoted(is_double);
}

void YamlScanner::fetch_block_scalar() {
  key_allowed_ = true;
  remove_key();
  const size_t index = pieces_.size();
  add(YamlToken::quoted);
  pieces_[index].text = scan_block_scalar();
}

}  // namespace tally::importing::dbt
