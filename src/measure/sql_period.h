#pragma once
// Which days do a query's filters keep? Years, months and dates that are compared with something,
// put together as one range: enough to tell two queries' periods apart, not to run them.

#include <optional>
#include <set>
#include <string>

#include "sql/tree.h"
#include "text/calendar.h"

namespace tally::measure {

// Both ends belong to it; an end that is not there is open.
struct Period {
  std::optional<text::Day> first, last;
  std::set<int> months;  // of whatever year, where they could not be put into the range
  bool unknown = false;  // some bound is not understood: nothing is to be said
  bool operator==(const Period&) const = default;
};

// "2001", "2001 to 2002", "2001-03-01 to 2001-03-31", "up to 2002", "no period"
std::string said(const Period& period);

class PeriodReader {
 public:
  // What the other side of a literal is: only numbers beside something of years are years.
  enum class Beside { nothing, year, month, quarter, date };
  static Beside kind_of(const sql::Expression& operand);
  // Is a number beside that operand a year, a month or a quarter?
  static bool is_of_time(const sql::Expression& operand, const sql::Expression& literal);

  void compare(sql::BinaryOp op, const sql::Expression& operand, const sql::Expression& literal);
  void between(const sql::Between& range);
  void in_list(const sql::InList& list);
  Period take();

 private:
  enum class Bound { at, from, after, until, before };
  void bound(Bound bound, const sql::Expression& operand, const sql::Expression& literal);
  void year(Bound bound, int year);
  void date(Bound bound, text::Day day);
  void starts(text::Day day);
  void ends(text::Day day);

  Period period_;
};

}  // namespace tally::measure
