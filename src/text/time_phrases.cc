#include "text/time_phrases.h"

#include <algorithm>
#include <string_view>

#include "text/numbers.h"
#include "text/time_points.h"

namespace tally::text {

namespace {

// What is on one side of these days.
DaySpan side_of(const DaySpan& days, Relative::Side side) {
  switch (side) {
    case Relative::Side::within:
      return days;
    case Relative::Side::from_start:
      return {days.from, std::nullopt};
    case Relative::Side::from_end:
      return {days.to, std::nullopt};
    case Relative::Side::to_start:
      return {std::nullopt, days.from};
    case Relative::Side::to_end:
      return {std::nullopt, days.to};
  }
  return days;
}

// Ranges, one-sided ranges and lists over single points. The year that one point names is lent to
// those beside it that name none ("from March to May 2001", "Q1 2001 and Q2").
class PhraseReader {
 public:
  PhraseReader(std::span<const Token> tokens, size_t at) : tokens_(tokens), at_(at) {}

  std::vector<TimePhrase> run() {
    bounded_range();
    one_sided();
    list();
    std::stable_sort(found_.begin(), found_.end(),
                     [](const TimePhrase& a, const TimePhrase& b) { return a.last > b.last; });
    return std::move(found_);
  }

 private:
  std::string_view word(size_t at) const {
    return at < tokens_.size() ? std::string_view(tokens_[at].text) : std::string_view{};
  }

  TimePhrase phrase(size_t last, Unit unit) const {
    TimePhrase made;
    made.first = at_;
    made.last = last;
    made.unit = unit;
    return made;
  }

  static bool absolute(const TimePoint& point) {
    return !point.relative && point.weekdays.empty() && point.trouble == TimeTrouble::none;
  }

  // Tokens of a word that joins the two ends of a range, 0 if none.
  size_t range_joint(size_t at, bool between) const {
    if (between) return word(at) == "and" || word(at) == "&" ? 1 : 0;
    if (word(at) == "up" && word(at + 1) == "to") return 2;
    for (std::string_view joint : {"to", "through", "thru", "until", "till", "-"})
      if (word(at) == joint) return 1;
    return 0;
  }

  // "from A to B", "between A and B", "A to B", "A-B".
  void bounded_range() {
    bool between = word(at_) == "between";
    bool led = between || word(at_) == "from";
    size_t start = at_ + (led ? 1 : 0);
    auto left = time_point_at(tokens_, start);
    if (!left && led) left = bare_day(start, between);
    if (left && left->weekdays.size() == 1) return weekday_range(*left, between);
    if (!left) return;
    size_t joint = range_joint(left->last, between);
    auto right = joint > 0 ? time_point_at(tokens_, left->last + joint) : std::nullopt;
    // "between 1 May and 15 May 2022"
    if (right && absolute(*right)) take_year(*left, *right);
    if (!right || !absolute(*left) || !absolute(*right)) return;
    TimePhrase made = phrase(right->last, left->unit == right->unit ? left->unit : Unit::day);
    if (word(made.last) == "inclusive") ++made.last;
    if (!left->year && !right->year) {
      if (!part_range(made, *left, *right)) return;
    } else {
      lend_years(*left, *right);
      made.spans = {{span_of(*left, 0).from, span_of(*right, 0).to}};
      // "compare 2002 to 2001" is no range
      bool forward = *made.spans[0].from < *made.spans[0].to;
      if (!forward && !led) return;
      if (!forward) made.trouble = TimeTrouble::reversed;
    }
    found_.push_back(made);
  }

  // The first of "between 1 and 15 June 2023": a day of the month that the second names.
  std::optional<TimePoint> bare_day(size_t at, bool between) const {
    auto number = number_at(tokens_, at);
    auto day = number ? whole(*number) : std::nullopt;
    if (!day || *day < 1) return std::nullopt;
    size_t joint = range_joint(number->last, between);
    auto right = joint > 0 ? time_point_at(tokens_, number->last + joint) : std::nullopt;
    bool later = right && absolute(*right) && right->unit == Unit::day && right->count == 1 &&
                 right->day > *day;
    if (!later) return std::nullopt;
    right->day = *day;
    right->last = number->last;
    return right;
  }

  static void take_year(TimePoint& day, const TimePoint& other) {
    bool lacks =
        day.trouble == TimeTrouble::no_year && day.unit == Unit::day && !day.year && day.count == 1;
    if (!lacks || !other.year || other.unit != Unit::day) return;
    day.trouble = TimeTrouble::none;
    day.year = other.year;
    bool turns = std::pair(other.index, other.day) < std::pair(day.index, day.day);
    if (turns) day.year = *other.year - 1;
    if (!is_valid({*day.year, day.index, day.day})) day.trouble = TimeTrouble::no_such_day;
  }

  // "Monday to Friday", "between Friday and Sunday".
  void weekday_range(const TimePoint& left, bool between) {
    size_t joint = range_joint(left.last, between);
    auto right = joint > 0 ? time_point_at(tokens_, left.last + joint) : std::nullopt;
    if (!right || right->weekdays.size() != 1) return;
    TimePhrase made = phrase(right->last, Unit::day);
    made.part = Part::weekday;
    for (int day = left.weekdays[0];; day = day % 7 + 1) {
      made.values.push_back(day);
      if (day == right->weekdays[0]) break;
    }
    std::sort(made.values.begin(), made.values.end());
    found_.push_back(made);
  }

  static void lend_years(TimePoint& left, TimePoint& right) {
    if (!left.year) {
      left.year = right.year;
      if (span_of(right, 0).from < span_of(left, 0).from) left.year = *right.year - 1;
    } else if (!right.year) {
      right.year = left.year;
      if (span_of(right, 0).from < span_of(left, 0).from) right.year = *left.year + 1;
    }
  }

  // "from November to February" of every year.
  static bool part_range(TimePhrase& made, const TimePoint& left, const TimePoint& right) {
    bool quarters = left.unit == Unit::quarter;
    if (left.unit != right.unit || (!quarters && left.unit != Unit::month)) return false;
    int most = quarters ? 4 : 12;
    made.part = quarters ? Part::quarter : Part::month;
    for (int value = left.index;; value = value % most + 1) {
      made.values.push_back(value);
      if (value == right.index) break;
    }
    std::sort(made.values.begin(), made.values.end());
    return true;
  }

  using Side = Relative::Side;
  struct Lead {
    std::initializer_list<std::string_view> words;
    Side side;
  };

  void one_sided() {
    static const Lead kLeads[] = {{{"on", "or", "after"}, Side::from_start},
                                  {{"on", "or", "before"}, Side::to_end},
                                  {{"starting", "from"}, Side::from_start},
                                  {{"starting", "in"}, Side::from_start},
                                  {{"starting", "with"}, Side::from_start},
                                  {{"starting", "on"}, Side::from_start},
                                  {{"beginning", "in"}, Side::from_start},
                                  {{"beginning", "with"}, Side::from_start},
                                  {{"later", "than"}, Side::from_end},
                                  {{"earlier", "than"}, Side::to_start},
                                  {{"prior", "to"}, Side::to_start},
                                  {{"up", "to", "and", "including"}, Side::to_end},
                                  {{"until", "and", "including"}, Side::to_end},
                                  {{"through", "and", "including"}, Side::to_end},
                                  {{"to", "and", "including"}, Side::to_end},
                                  {{"up", "to"}, Side::to_end},
                                  {{"up", "until"}, Side::to_end},
                                  {{"up", "through"}, Side::to_end},
                                  {{"no", "later", "than"}, Side::to_end},
                                  {{"by", "the", "end", "of"}, Side::to_end},
                                  {{"by", "end", "of"}, Side::to_end},
                                  {{"until", "the", "end", "of"}, Side::to_end},
                                  {{"until", "end", "of"}, Side::to_end},
                                  {{"since", "the", "start", "of"}, Side::from_start},
                                  {{"since", "the", "beginning", "of"}, Side::from_start},
                                  {{"from", "the", "start", "of"}, Side::from_start},
                                  {{"from", "the", "beginning", "of"}, Side::from_start},
                                  {{"since", "the", "end", "of"}, Side::from_end},
                                  {{"after", "the", "end", "of"}, Side::from_end},
                                  {{"before", "the", "end", "of"}, Side::to_end},
                                  {{"since"}, Side::from_start},
                                  {{"starting"}, Side::from_start},
                                  {{"after"}, Side::from_end},
                                  {{"before"}, Side::to_start},
                                  {{"until"}, Side::to_end},
                                  {{"till"}, Side::to_end},
                                  {{"through"}, Side::to_end}};
    for (const Lead& lead : kLeads) {
      size_t at = at_;
      bool matches = std::all_of(lead.words.begin(), lead.words.end(),
                                 [&](std::string_view text) { return word(at++) == text; });
      if (matches && add_one_sided(at, lead.side)) return;
    }
    open_ended();
  }

  bool add_one_sided(size_t at, Side side) {
    auto point = time_point_at(tokens_, at);
    if (!point || !point->weekdays.empty()) return false;
    TimePhrase made = phrase(point->last, point->unit);
    if (point->trouble != TimeTrouble::none) {
      made.trouble = point->trouble;
    } else if (point->relative) {
      made.relative = point->relative;
      made.relative->side = side;
    } else if (point->year) {
      made.spans = {side_of(span_of(*point, 0), side)};
    } else {
      return false;
    }
    found_.push_back(made);
    return true;
  }

  // "from 2001 on", "2001 onwards", "2001 or later", "2001 and earlier".
  void open_ended() {
    size_t start = at_ + (word(at_) == "from" ? 1 : 0);
    auto point = time_point_at(tokens_, start);
    if (!point || !absolute(*point) || !point->year) return;
    DaySpan days = span_of(*point, 0);
    size_t at = point->last;
    TimePhrase made = phrase(at + 1, point->unit);
    bool onwards = word(at) == "onwards" || word(at) == "onward" || word(at) == "forward" ||
                   (start > at_ && word(at) == "on");
    bool joined = word(at) == "or" || word(at) == "and";
    if (joined) ++made.last;
    bool later = joined && (word(at + 1) == "later" || word(at + 1) == "after");
    bool earlier = joined && (word(at + 1) == "earlier" || word(at + 1) == "before");
    if (onwards || later) {
      made.spans = {{days.from, std::nullopt}};
    } else if (earlier) {
      made.spans = {{std::nullopt, days.to}};
    } else {
      return;
    }
    found_.push_back(made);
  }

  // Tokens between two members of a list; `compared` is set for "versus" and the like.
  size_t list_joint(size_t at, bool& compared) const {
    size_t start = at;
    if (word(at) == ",") ++at;
    if (word(at) == "and" || word(at) == "or" || word(at) == "&" || word(at) == "plus")
      return at + 1 - start;
    if (word(at) == "vs" || word(at) == "versus" || word(at) == "against") {
      compared = true;
      ++at;
      if (word(at) == ".") ++at;
      return at - start;
    }
    if (word(at) == "compared" && (word(at + 1) == "to" || word(at + 1) == "with")) {
      compared = true;
      return at + 2 - start;
    }
    return at - start;
  }

  // One point, and each longer list that starts with it.
  void list() {
    std::vector<TimePoint> points;
    bool compared = false;
    auto next = time_point_at(tokens_, at_);
    while (next && points.size() < 40) {
      if (!points.empty() && !joins(points.back(), *next)) break;
      points.push_back(*next);
      add_list(points, compared);
      bool versus = compared;
      size_t joint = list_joint(points.back().last, versus);
      if (joint == 0) break;
      compared = versus;
      size_t after = points.back().last + joint;
      if (word(after) == "in") ++after;
      next = time_point_at(tokens_, after);
    }
  }

  // Whether `next` may follow in one list; "December 2000 and 2001" means both Decembers.
  static bool joins(const TimePoint& last, TimePoint& next) {
    if (last.relative || next.relative || last.trouble != next.trouble) return false;
    if (last.weekdays.empty() != next.weekdays.empty()) return false;
    bool lent = (last.unit == Unit::month || last.unit == Unit::quarter) && last.year &&
                next.unit == Unit::year && next.year;
    if (lent) {
      next.unit = last.unit;
      next.index = last.index;
    }
    return last.unit == next.unit;
  }

  void add_list(std::vector<TimePoint> points, bool compared) {
    TimePhrase made = phrase(points.back().last, points[0].unit);
    made.compared = compared;
    made.weak = points.size() == 1 && points[0].weak;
    if (points[0].trouble != TimeTrouble::none) {
      made.trouble = points[0].trouble;
    } else if (points[0].relative) {
      made.relative = points[0].relative;
    } else if (!points[0].weekdays.empty()) {
      made.part = Part::weekday;
      for (const TimePoint& point : points)
        made.values.insert(made.values.end(), point.weekdays.begin(), point.weekdays.end());
    } else if (!spans_or_parts(made, points)) {
      return;
    }
    std::sort(made.values.begin(), made.values.end());
    made.values.erase(std::unique(made.values.begin(), made.values.end()), made.values.end());
    found_.push_back(made);
  }

  static bool spans_or_parts(TimePhrase& made, std::vector<TimePoint>& points) {
    for (size_t i = points.size() - 1; i > 0; --i)
      if (!points[i - 1].year) points[i - 1].year = points[i].year;
    for (size_t i = 1; i < points.size(); ++i)
      if (!points[i].year) points[i].year = points[i - 1].year;
    if (points[0].year) {
      for (const TimePoint& point : points) made.spans.push_back(span_of(point, 0));
      return true;
    }
    made.part = made.unit == Unit::month ? Part::month : Part::quarter;
    for (const TimePoint& point : points) {
      if (made.unit == Unit::half) {
        made.values.push_back(point.index * 2 - 1);
        made.values.push_back(point.index * 2);
      } else if (made.unit == Unit::month || made.unit == Unit::quarter) {
        made.values.push_back(point.index);
      } else {
        return false;
      }
    }
    return true;
  }

  std::span<const Token> tokens_;
  size_t at_;
  std::vector<TimePhrase> found_;
};

DaySpan days_of(const Relative& relative, Day today) {
  Day tomorrow = plus(today, Unit::day, 1);
  Day start = start_of(today, relative.unit);
  switch (relative.kind) {
    case Relative::Kind::current:
      return {start, plus(start, relative.unit, 1)};
    case Relative::Kind::previous:
      return {plus(start, relative.unit, -1), start};
    case Relative::Kind::past:
      return {plus(tomorrow, relative.unit, -relative.count), tomorrow};
    case Relative::Kind::to_date:
      return {start, tomorrow};
    case Relative::Kind::ago: {
      Day day = plus(today, relative.unit, -relative.count);
      return {day, plus(day, Unit::day, 1)};
    }
    case Relative::Kind::whole: {
      Day from = plus(start, relative.unit, -relative.count);
      return {from, plus(from, relative.unit, 1)};
    }
  }
  return {};
}

}  // namespace

std::vector<TimePhrase> time_phrases_at(std::span<const Token> tokens, size_t at) {
  return PhraseReader(tokens, at).run();
}

DaySpan resolve(const Relative& relative, Day today) {
  return side_of(days_of(relative, today), relative.side);
}

}  // namespace tally::text
