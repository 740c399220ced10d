#include "text/tokens.h"

#include "text/stem.h"
#include "text/utf8.h"

namespace tally::text {

namespace {

constexpr char32_t kRightQuote = 0x2019;

class Tokeniser {
 public:
  Tokeniser(std::string_view text, size_t most) : text_(text), most_(most) {}

  std::vector<Token> run() {
    while (at_ < text_.size() && tokens_.size() < most_) {
      CodePoint point = decode(text_, at_);
      if (is_space(point.value)) {
        at_ += point.length;
      } else if (is_digit(point.value)) {
        number();
      } else if (is_letter(point.value)) {
        word();
      } else {
        symbol(point);
      }
    }
    return std::move(tokens_);
  }

 private:
  Token start(TokenKind kind) const {
    Token token;
    token.kind = kind;
    token.begin = at_;
    token.glued = !tokens_.empty() && tokens_.back().end == at_;
    return token;
  }

  void finish(Token token) {
    token.end = at_;
    tokens_.push_back(std::move(token));
  }

  bool digit_at(size_t at) const { return at < text_.size() && is_digit(text_[at]); }

  // A comma groups digits only if three and no more follow: "1,000" but not "1,2" or "2000,2001".
  bool groups_at(size_t at) const {
    return digit_at(at) && digit_at(at + 1) && digit_at(at + 2) && !digit_at(at + 3);
  }

  void number() {
    Token token = start(TokenKind::number);
    bool point_seen = false;
    size_t since_group = 0;
    while (at_ < text_.size()) {
      char c = text_[at_];
      bool grouping =
          c == ',' && !point_seen && since_group > 0 && since_group <= 3 && groups_at(at_ + 1);
      if (digit_at(at_)) {
        token.text += c;
        ++since_group;
      } else if (grouping) {
        since_group = 0;
      } else if (c == '.' && !point_seen && digit_at(at_ + 1)) {
        token.text += c;
        point_seen = true;
      } else {
        break;
      }
      ++at_;
    }
    finish(std::move(token));
  }

  void word() {
    Token token = start(TokenKind::word);
    token.upper = true;
    for (bool first = true; at_ < text_.size(); first = false) {
      CodePoint point = decode(text_, at_);
      bool inside = is_letter(point.value) || is_digit(point.value);
      if (!inside) break;
      if (first) token.capital = is_upper(point.value);
      if (is_letter(point.value) && !is_upper(point.value)) token.upper = false;
      append_folded(token.text, point.value);
      at_ += point.length;
    }
    apostrophe(token);
    token.stem = stem(token.text);
    finish(std::move(token));
  }

  // 's and a bare ' after s belong to the word before them; n't and the like stay in it.
  void apostrophe(Token& token) {
    if (at_ >= text_.size()) return;
    CodePoint mark = decode(text_, at_);
    if (mark.value != '\'' && mark.value != kRightQuote) return;
    size_t after = at_ + mark.length;
    char32_t next = after < text_.size() ? decode(text_, after).value : U' ';
    if (!is_letter(next)) {
      if (token.text.empty() || token.text.back() != 's' || is_digit(next)) return;
      token.possessive = true;
      return;  // the mark may close a quotation: it stays a symbol of its own
    }
    std::string tail;
    size_t end = after;
    while (end < text_.size()) {
      CodePoint point = decode(text_, end);
      if (!is_letter(point.value)) break;
      append_folded(tail, point.value);
      end += point.length;
    }
    at_ = end;
    if (tail == "s") {
      token.possessive = true;
    } else if (tail == "t" && token.text.size() > 1 && token.text.back() == 'n') {
      token.text += "t";  // don't → dont
    } else if (tail != "re" && tail != "ve" && tail != "ll" && tail != "d" && tail != "m") {
      token.text += tail;  // o'brien → obrien
    }
  }

  void symbol(CodePoint point) {
    Token token = start(TokenKind::symbol);
    token.text = std::string(text_.substr(at_, point.length));
    if (point.value == 0x2013 || point.value == 0x2014 || point.value == 0x2212) token.text = "-";
    at_ += point.length;
    finish(std::move(token));
  }

  std::string_view text_;
  size_t most_;
  size_t at_ = 0;
  std::vector<Token> tokens_;
};

}  // namespace

std::vector<Token> tokenise(std::string_view text, size_t most) {
  return Tokeniser(text, most).run();
}

std::string spoken(std::string_view name) {
  std::string out;
  out.reserve(name.size() + 4);
  bool lower_before = false;
  for (size_t at = 0; at < name.size();) {
    // The names of a model are many and plain: most letters need no table.
    if (char c = name[at]; (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')) {
      out += c;
      lower_before = c >= 'a';
      ++at;
      continue;
    }
    CodePoint point = decode(name, at);
    bool inside =
        is_letter(point.value) || is_digit(point.value) || point.value == '&' || point.value == '%';
    bool hump = lower_before && is_upper(point.value);
    bool space = !inside || hump;
    if (space && !out.empty() && out.back() != ' ') out += ' ';
    if (inside) append_folded(out, point.value);
    lower_before = is_letter(point.value) && !is_upper(point.value);
    at += point.length;
  }
  while (!out.empty() && out.back() == ' ') out.pop_back();
  return out;
}

}  // namespace tally::text
