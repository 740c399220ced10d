#include "text/time_relatives.h"

#include "text/numbers.h"
#include "text/time_points.h"
#include "text/token_cursor.h"

namespace tally::text {
namespace {

class RelativeReader : TokenCursor {
 public:
  RelativeReader(std::span<const Token> tokens, size_t at) : TokenCursor{tokens, at} {}

  std::optional<RelativeTime> run() {
    Relative found;
    bool read = single_word_relative(found) || to_date(found) || adjective_relative(found) ||
                units_ago(found);
    if (!read) return std::nullopt;
    return RelativeTime{found, at_};
  }

 private:
  // "two years ago" is that whole year; "three days ago" that day.
  bool units_ago(Relative& found) {
    size_t start = at_;
    auto number = number_at(tokens_, at_);
    bool article = word() == "a" || word() == "an";
    auto count = number && !number->ordinal ? whole(*number) : std::nullopt;
    if (!count && article) count = 1;
    if (!count || *count > 10'000) return false;
    at_ = number ? number->last : at_ + 1;
    auto unit = unit_of(word());
    if (unit && word(1) == "ago") {
      at_ += 2;
      found = {Relative::Kind::whole, *unit, *count, Relative::Side::within};
      return true;
    }
    at_ = start;
    return false;
  }

  bool single_word_relative(Relative& found) {
    if (word() == "tomorrow") {
      found = {Relative::Kind::ago, Unit::day, -1, Relative::Side::within};
    } else if (word() == "yesterday" || word() == "today") {
      found = {Relative::Kind::ago, Unit::day, word() == "yesterday" ? 1 : 0};
    } else if (word() == "ytd" || word() == "mtd" || word() == "qtd") {
      Unit unit = word()[0] == 'y' ? Unit::year : word()[0] == 'm' ? Unit::month : Unit::quarter;
      found = {Relative::Kind::to_date, unit, 0};
    } else {
      return false;
    }
    ++at_;
    return true;
  }

  bool to_date(Relative& found) {
    auto unit = unit_of(word());
    size_t dash = word(1) == "-" ? 1 : 0;
    bool follows = unit && word(1 + dash) == "to" && word(2 + 2 * dash) == "date";
    if (!follows) return false;
    found = {Relative::Kind::to_date, *unit, 0};
    at_ += 3 + 2 * dash;
    return true;
  }

  // "the year before", "a month earlier": before what is named beside it. "The year before 2001"
  // and "the month before opening" are not read so.
  bool year_before(Relative& found) {
    auto unit = unit_of(word());
    bool before = unit && (word(1) == "before" || word(1) == "earlier");
    const Token* next = before ? token(2) : nullptr;
    bool more = next != nullptr && next->kind != TokenKind::symbol && next->text != "by" &&
                next->text != "as" && next->text != "in" && next->text != "for";
    if (!before || more) return false;
    found = {Relative::Kind::previous, *unit, 1};
    found.anchor = Relative::Anchor::named;
    at_ += 2;
    return true;
  }

  bool adjective_relative(Relative& found) {
    if (auto unit = unit_of(word()); unit && word(1) == "before" && word(2) == "last") {
      found = {Relative::Kind::whole, *unit, 2};
      at_ += 3;
      return true;
    }
    if (year_before(found)) return true;
    if (auto unit = unit_of(word(1)); unit && (word() == "next" || word() == "coming")) {
      found = {Relative::Kind::whole, *unit, -1};
      at_ += 2;
      return true;
    }
    bool current = word() == "this" || word() == "current";
    bool past = word() == "past" || word() == "trailing";
    bool previous =
        word() == "last" || word() == "previous" || word() == "prior" || word() == "preceding";
    if (!current && !past && !previous) return false;
    if (auto unit = unit_of(word(1))) {
      using Kind = Relative::Kind;
      found = {current ? Kind::current
               : past  ? Kind::past
                       : Kind::previous,
               *unit, current ? 0 : 1};
      if (previous && word() != "last") found.anchor = Relative::Anchor::named_or_today;
      at_ += 2;
      if (current && word() == "so" && word(1) == "far") {
        found.kind = Kind::to_date;
        at_ += 2;
      }
      return true;
    }
    auto number = current ? std::nullopt : number_at(tokens_, at_ + 1);
    auto count = number && !number->ordinal ? whole(*number) : std::nullopt;
    if (!count || *count < 1 || *count > 10'000 || number->last >= tokens_.size()) return false;
    auto unit = unit_of(tokens_[number->last].text);
    if (!unit) return false;
    found = {Relative::Kind::past, *unit, *count};
    at_ = number->last + 1;
    return true;
  }
};

}  // namespace

std::optional<RelativeTime> relative_at(std::span<const Token> tokens, size_t at) {
  return RelativeReader(tokens, at).run();
}

}  // namespace tally::text
