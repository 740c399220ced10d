#include "text/time_points.h"

#include <string_view>

#include "text/among.h"
#include "text/numbers.h"
#include "text/time_relatives.h"
#include "text/token_cursor.h"

namespace tally::text {

namespace {

bool is_weak_month(std::string_view word) {
  return word == "may" || word == "march" || word == "mar";
}

class PointReader : TokenCursor {
 public:
  PointReader(std::span<const Token> tokens, size_t at) : TokenCursor{tokens, at} {}

  std::optional<TimePoint> run() {
    accept("the");
    TimePoint point;
    bool read = vague(point) || named_unit(point) || week_of_year(point) || week_of_day(point) ||
                decade_words(point) || numeric(point) || quarter_or_half(point) ||
                month_first(point) || day_first(point) || counted(point) || relative(point) ||
                weekday_part(point);
    if (!read) return std::nullopt;
    point.last = at_;
    return point;
  }

 private:
  // A bare run of `digits` digits at `offset`, as a number in [low, high].
  std::optional<int> digits(size_t offset, size_t least, size_t most, int low, int high) const {
    const Token* next = token(offset);
    if (next == nullptr || next->kind != TokenKind::number) return std::nullopt;
    size_t length = next->end - next->begin;
    if (length < least || length > most || next->text.size() != length) return std::nullopt;
    int value = 0;
    for (char digit : next->text) {
      if (digit == '.') return std::nullopt;
      value = value * 10 + (digit - '0');
    }
    if (value < low || value > high) return std::nullopt;
    return value;
  }
  std::optional<int> year(size_t offset = 0) const { return digits(offset, 4, 4, 1800, 2199); }

  // An optional "of", "in", comma, dash or "the year" and a year, if they follow.
  std::optional<int> following_year() {
    size_t offset = 0;
    if (word(offset) == "," || word(offset) == "-" || word(offset) == "'") ++offset;
    if (word(offset) == "of" || word(offset) == "in") ++offset;
    if (word(offset) == "the") ++offset;
    if (word(offset) == "calendar") ++offset;
    if (word(offset) == "year") ++offset;
    auto found = year(offset);
    if (!found || starts_iso(offset)) return std::nullopt;
    at_ += offset + 1;
    return found;
  }
  bool starts_iso(size_t offset) const {
    const Token* dash = token(offset + 1);
    return dash != nullptr && dash->glued && (dash->text == "-" || dash->text == "/") &&
           digits(offset + 2, 2, 2, 1, 12).has_value() && token(offset + 2)->glued;
  }

  // "year 2001", "calendar year 2001", "the month of May 2001".
  bool named_unit(TimePoint& point) {
    size_t offset = word() == "calendar" ? 1 : 0;
    if (word(offset) == "year" && year(offset + 1) && !starts_iso(offset + 1)) {
      at_ += offset + 1;
      point.year = year();
      ++at_;
      return true;
    }
    if ((word() == "month" || word() == "months") && word(1) == "of" && month_of(word(2))) {
      at_ += 2;
      bool read = month_first(point);
      point.weak = false;
      return read;
    }
    return false;
  }

  // "the week of 2001-03-15", "week beginning 12 March 2001", "week ending 3/25/2001".
  bool week_of_day(TimePoint& point) {
    const bool begins = among(word(1), {"beginning", "starting", "commencing", "from"});
    const bool ends = word(1) == "ending";
    if (word() != "week" || !(begins || ends || among(word(1), {"of", "containing", "with"})))
      return false;
    auto inner = time_point_at(tokens_, at_ + 2);
    if (!inner || inner->unit != Unit::day || inner->relative || !inner->weekdays.empty())
      return false;
    point = *inner;
    point.unit = Unit::week;
    at_ = inner->last;
    if (!point.year || point.trouble != TimeTrouble::none) return true;
    Day first{*point.year, point.index, point.day};
    if (ends) first = plus(first, Unit::day, -6);
    if (!begins && !ends) first = start_of(first, Unit::week);
    point.year = first.year;
    point.index = first.month;
    point.day = first.day;
    return true;
  }

  bool numeric(TimePoint& point) {
    if (auto named = year()) return iso_or_year(point, *named);
    return slashes(point);
  }

  bool iso_or_year(TimePoint& point, int named) {
    point.year = named;
    std::string_view mark = word(1);
    if (starts_iso(0)) {
      point.unit = Unit::month;
      point.index = *digits(2, 2, 2, 1, 12);
      auto day = digits(4, 2, 2, 1, 31);
      bool dated = day && word(3) == mark && token(3)->glued && token(4)->glued;
      if (dated) {
        point.unit = Unit::day;
        point.day = *day;
        at_ += 5;
        check_day(point);
        return true;
      }
      at_ += 3;
      return true;
    }
    if (decade(point, named)) return true;
    size_t offset = mark == "-" ? 2 : 1;
    if (auto part = letter_part(word(offset))) {
      set_part(point, word(offset).front(), *part);
      at_ += offset + 1;
      return true;
    }
    point.weak = true;
    ++at_;
    return true;
  }

  bool decade(TimePoint& point, int named) {
    const Token* tail = token(1);
    if (tail == nullptr || !tail->glued || tail->text != "s" || named % 10 != 0) return false;
    point.count = 10;
    at_ += 2;
    return true;
  }

  // 31/12/2000, 12/31/2000 where only one order makes a date; 06/2001.
  bool slashes(TimePoint& point) {
    auto first = digits(0, 1, 2, 1, 31);
    if (!first || word(1) != "/") return false;
    if (auto named = year(2); named && *first <= 12) {
      point = month_point(*first, *named);
      at_ += 3;
      return true;
    }
    auto second = digits(2, 1, 2, 1, 31);
    auto named = year(4);
    if (!second || !named || word(3) != "/") return false;
    bool month_leads = *first <= 12 && (*second > 12 || *first == *second);
    bool day_leads = *second <= 12 && *first > 12;
    point.unit = Unit::day;
    point.year = named;
    point.index = month_leads ? *first : *second;
    point.day = month_leads ? *second : *first;
    at_ += 5;
    check_day(point);
    if (!month_leads && !day_leads)
      point.trouble = *first > 12 ? TimeTrouble::no_such_day : TimeTrouble::two_ways;
    return true;
  }

  static void check_day(TimePoint& point) {
    if (!point.year) {
      point.trouble = TimeTrouble::no_year;
    } else if (!is_valid({*point.year, point.index, point.day})) {
      point.trouble = TimeTrouble::no_such_day;
    }
  }

  // "early 2001", "mid-2001", "late May 2001", "the end of 2001": no days are named.
  bool vague(TimePoint& point) {
    size_t offset = 0;
    bool adjective = word() == "early" || word() == "mid" || word() == "late";
    bool noun = word() == "beginning" || word() == "start" || word() == "end" || word() == "middle";
    if (adjective) offset = word(1) == "-" ? 2 : 1;
    if (noun && word(1) == "of") offset = 2;
    if (offset == 0) return false;
    if (word(offset) == "the") ++offset;
    auto inner = time_point_at(tokens_, at_ + offset);
    if (!inner) return false;
    point = *inner;
    point.trouble = TimeTrouble::vague;
    at_ = inner->last;
    return true;
  }

  // "week 12 of 2001": ISO 8601, the first week is the one with the first Thursday.
  bool week_of_year(TimePoint& point) {
    size_t offset = word() == "calendar" ? 1 : 0;
    if (word(offset) != "week") return false;
    auto number = digits(offset + 1, 1, 2, 1, 53);
    if (!number) return false;
    size_t start = at_;
    at_ += offset + 2;
    auto named = following_year();
    if (!named) {
      at_ = start;
      return false;
    }
    Day monday = plus(start_of({*named, 1, 4}, Unit::week), Unit::week, *number - 1);
    point.unit = Unit::week;
    point.year = monday.year;
    point.index = monday.month;
    point.day = monday.day;
    if (plus(monday, Unit::day, 3).year != *named) point.trouble = TimeTrouble::no_such_day;
    return true;
  }

  // "the nineties", "the 90s".
  bool decade_words(TimePoint& point) {
    std::optional<int> first;
    size_t used = 1;
    if (auto named = decade_of(word())) first = named;
    auto short_year = digits(0, 2, 2, 10, 99);
    if (short_year && *short_year % 10 == 0 && word(1) == "s" && token(1)->glued) {
      first = *short_year >= 30 ? 1900 + *short_year : 0;
      used = 2;
    }
    if (!first) return false;
    at_ += used;
    point.year = *first;
    point.count = 10;
    if (*first == 0) point.trouble = TimeTrouble::vague;
    return true;
  }

  static TimePoint month_point(int month, std::optional<int> year) {
    TimePoint point;
    point.unit = Unit::month;
    point.index = month;
    point.year = year;
    return point;
  }

  // "q3" → 3, "h1" → 1.
  static std::optional<int> letter_part(std::string_view text) {
    if (text.size() != 2) return std::nullopt;
    int digit = text[1] - '0';
    if (text[0] == 'q' && digit >= 1 && digit <= 4) return digit;
    if (text[0] == 'h' && digit >= 1 && digit <= 2) return digit;
    return std::nullopt;
  }
  static void set_part(TimePoint& point, char letter, int index) {
    point.unit = letter == 'q' ? Unit::quarter : Unit::half;
    point.index = index;
  }

  bool quarter_or_half(TimePoint& point) {
    if (auto part = letter_part(word())) {
      set_part(point, word().front(), *part);
      ++at_;
      point.year = following_year();
      return true;
    }
    if (word() == "quarter" && digits(1, 1, 1, 1, 4)) {
      set_part(point, 'q', *digits(1, 1, 1, 1, 4));
      at_ += 2;
      point.year = following_year();
      return true;
    }
    return ordinal_part(point);
  }

  // "third quarter of 2001", "2nd half of 2000", "last quarter of 2001", "second month of 2001".
  bool ordinal_part(TimePoint& point) {
    size_t start = at_;
    auto number = number_at(tokens_, at_);
    bool final = word() == "last" || word() == "final";
    auto index = number && number->ordinal ? whole(*number) : std::nullopt;
    if (!index && !final) return false;
    at_ = final ? at_ + 1 : number->last;
    auto unit = unit_of(word());
    int most = !unit                    ? 0
               : *unit == Unit::quarter ? 4
               : *unit == Unit::half    ? 2
               : *unit == Unit::month   ? 12
                                        : 0;
    if (most > 0 && (final || *index <= most)) {
      ++at_;
      point.unit = *unit;
      point.index = final ? most : *index;
      point.year = following_year();
      bool enough = point.year || (!final && *unit != Unit::month);
      if (enough) return true;
    }
    at_ = start;
    return false;
  }

  // "December 5, 2000", "Dec 2000", "December".
  bool month_first(TimePoint& point) {
    auto month = month_of(word());
    if (!month) return false;
    bool weak = is_weak_month(word());
    point = month_point(*month, std::nullopt);
    ++at_;
    accept(".");
    size_t after_month = at_;
    if (auto day = day_of_month()) {
      point.year = following_year();
      point.unit = Unit::day;
      point.day = *day;
      check_day(point);
      if (!counts_things(after_month)) return true;
      point = month_point(*month, std::nullopt);
      at_ = after_month;
    }
    point.year = following_year();
    point.weak = weak && !point.year;
    return true;
  }

  // "in May 5 wards": the number is none of a day if no year follows but a word does.
  bool counts_things(size_t number) const {
    bool dated = at_ >= 1 && tokens_[at_ - 1].kind == TokenKind::number && at_ - number > 1;
    const Token* next = token();
    return !dated && tokens_[number].kind == TokenKind::number && next != nullptr &&
           next->kind == TokenKind::word;
  }

  std::optional<int> day_of_month() {
    if (year()) return std::nullopt;
    accept("the");
    auto number = number_at(tokens_, at_);
    if (!number || (!number->bare && !number->ordinal)) return std::nullopt;
    auto value = whole(*number);
    if (!value || *value < 1 || *value > 31) return std::nullopt;
    at_ = number->last;
    return value;
  }

  // "5 December 2000", "the 5th of December, 2000".
  bool day_first(TimePoint& point) {
    size_t start = at_;
    auto day = day_of_month();
    if (day) accept("of");
    auto month = day ? month_of(word()) : std::nullopt;
    if (month) {
      bool plain = is_weak_month(word()) && !token()->capital;
      ++at_;
      point.year = following_year();
      if (plain && !point.year) {  // "the top 3 may …"
        at_ = start;
        return false;
      }
      point.unit = Unit::day;
      point.index = *month;
      point.day = *day;
      check_day(point);
      return true;
    }
    at_ = start;
    return false;
  }

  // "first 3 months of 2001", "last day of 2001", "second week of May 2001".
  bool counted(TimePoint& point) {
    size_t start = at_;
    auto part = stretch();
    auto whole = part ? following_period() : std::nullopt;
    if (whole) {
      Day from = part->from_end ? plus(*whole->to, part->unit, -part->count)
                                : plus(*whole->from, part->unit, part->skipped);
      if (from < *whole->from || plus(from, part->unit, part->count) > *whole->to)
        point.trouble = TimeTrouble::no_such_day;
      // one week: counted from the first day, or from the first Monday?
      else if (part->single && part->unit == Unit::week)
        point.trouble = TimeTrouble::vague;
      point.unit = part->unit;
      point.year = from.year;
      point.count = part->count;
      point.index = part->unit == Unit::quarter ? (from.month + 2) / 3
                    : part->unit == Unit::half  ? (from.month + 5) / 6
                                                : from.month;
      point.day = from.day;
      return true;
    }
    // "last week of May": of which year? It is no last week and, besides, May.
    bool more = part && part->single && word() == "of";
    if (auto inner = more ? time_point_at(tokens_, at_ + 1) : std::nullopt) {
      at_ = inner->last;
      point.unit = part->unit;
      point.count = 0;  // no year that stands elsewhere makes days of it
      point.trouble = TimeTrouble::no_year;
      return true;
    }
    at_ = start;
    return false;
  }

  struct Stretch {
    bool from_end = false;
    bool single = false;         // "last day", and not "last 2 days"
    int skipped = 0, count = 1;  // units before it, and its own
    Unit unit = Unit::day;
  };

  // "first 3 months", "last day", "second week". Longer units by their place are read elsewhere,
  // and "last weeks" says no number.
  std::optional<Stretch> stretch() {
    Stretch part;
    part.from_end = word() == "last" || word() == "final";
    auto ordinal = number_at(tokens_, at_);
    auto index = ordinal && ordinal->ordinal ? whole(*ordinal) : std::nullopt;
    if (!part.from_end && !index) return std::nullopt;
    at_ = part.from_end ? at_ + 1 : ordinal->last;
    auto number = number_at(tokens_, at_);
    auto count = number && !number->ordinal ? whole(*number) : std::nullopt;
    part.single = !count;
    part.count = count.value_or(1);
    part.skipped = part.from_end ? 0 : *index - 1;
    if (count) at_ = number->last;
    bool fits = part.single ? word() == "day" || word() == "week" : part.skipped == 0;
    auto unit = unit_of(word());
    bool sane = part.count >= 1 && part.count <= 366 && part.skipped <= 366;
    if (!unit || !fits || !sane) return std::nullopt;
    part.unit = *unit;
    ++at_;
    return part;
  }

  // "of 2001", "of May 2001", "in Q1 2001": the days of what follows.
  std::optional<DaySpan> following_period() {
    size_t start = at_;
    if (auto named = following_year()) return span_of(year_point(*named), *named);
    at_ = start;
    size_t offset = word() == "of" || word() == "in" ? 1 : 0;
    if (offset == 0) return std::nullopt;
    auto inner = time_point_at(tokens_, at_ + offset);
    bool period = inner && inner->year && !inner->relative && inner->weekdays.empty() &&
                  inner->trouble == TimeTrouble::none;
    if (!period) return std::nullopt;
    at_ = inner->last;
    return span_of(*inner, 0);
  }
  static TimePoint year_point(int year) {
    TimePoint point;
    point.year = year;
    return point;
  }

  bool relative(TimePoint& point) {
    if (named_relative(point)) return true;
    auto found = relative_at(tokens_, at_);
    if (!found) return false;
    point.relative = found->relative;
    point.unit = found->relative.unit;
    at_ = found->last;
    return true;
  }

  // "last March", "next Monday": of this year, or of the one before?
  bool named_relative(TimePoint& point) {
    bool led = word() == "last" || word() == "this" || word() == "next" || word() == "previous" ||
               word() == "coming";
    bool named = led && (month_of(word(1)) || weekday_of(word(1)));
    if (!named) return false;
    at_ += 2;
    if (auto year = following_year()) {
      point = year_point(*year);
      point.unit = Unit::month;
    }
    point.trouble = TimeTrouble::vague;
    return true;
  }

  bool weekday_part(TimePoint& point) {
    if (auto named = weekday_of(word())) {
      point.weekdays = {*named};
    } else if (word() == "weekend" || word() == "weekends") {
      point.weekdays = {6, 7};
    } else if (word() == "weekdays") {
      point.weekdays = {1, 2, 3, 4, 5};
    } else {
      return false;
    }
    point.unit = Unit::day;
    ++at_;
    return true;
  }
};

}  // namespace

std::optional<TimePoint> time_point_at(std::span<const Token> tokens, size_t at) {
  return PointReader(tokens, at).run();
}

DaySpan span_of(const TimePoint& point, int year) {
  Day from{point.year.value_or(year), 1, 1};
  switch (point.unit) {
    case Unit::year:
      break;
    case Unit::half:
      from.month = point.index * 6 - 5;
      break;
    case Unit::quarter:
      from.month = point.index * 3 - 2;
      break;
    case Unit::month:
      from.month = point.index;
      break;
    case Unit::week:
    case Unit::day:
      from.month = point.index;
      from.day = point.day;
      break;
  }
  return {from, plus(from, point.unit, point.count)};
}

}  // namespace tally::text
