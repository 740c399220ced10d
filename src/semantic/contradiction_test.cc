#include "semantic/contradiction.h"

#include <gtest/gtest.h>

namespace tally::semantic {
namespace {

Filter filter(FilterOp op, std::vector<std::string> values,
              Value::Kind kind = Value::Kind::number) {
  Filter made{{"shop", "size", ""}, op, {}};
  for (auto& value : values) made.values.push_back({kind, std::move(value)});
  return made;
}

bool may(const Filter& a, const Filter& b) {
  EXPECT_EQ(may_both_hold(a, b), may_both_hold(b, a));
  return may_both_hold(a, b);
}

TEST(Contradiction, ComparesTheValuesThatAreNamed) {
  using Op = FilterOp;
  const Filter seven = filter(Op::equal, {"7"}), some = filter(Op::in, {"7.0", "9"});
  EXPECT_TRUE(may(seven, some));
  EXPECT_FALSE(may(seven, filter(Op::equal, {"8"})));
  EXPECT_FALSE(may(seven, filter(Op::not_in, {"6", "7"})));
  EXPECT_FALSE(may(some, filter(Op::less, {"7"})));
  EXPECT_TRUE(may(some, filter(Op::less_equal, {"7"})));
  EXPECT_FALSE(may(some, filter(Op::greater, {"9"})));
  EXPECT_TRUE(may(some, filter(Op::greater_equal, {"9"})));
  EXPECT_FALSE(may(seven, filter(Op::between, {"8", "10"})));
  EXPECT_FALSE(may(seven, filter(Op::not_between, {"5", "10"})));
  EXPECT_TRUE(may(some, filter(Op::not_between, {"5", "8"})));
}

TEST(Contradiction, NothingIsOfNoValueAndOfOne) {
  const Filter none = filter(FilterOp::is_null, {});
  EXPECT_FALSE(may(none, filter(FilterOp::is_not_null, {})));
  EXPECT_FALSE(may(none, filter(FilterOp::not_equal, {"7"})));
  EXPECT_TRUE(may(none, none));
}

TEST(Contradiction, WhereNothingIsCertainBothMayHold) {
  const Filter seven = filter(FilterOp::equal, {"7"});
  EXPECT_TRUE(may(seven, filter(FilterOp::equal, {"8"}, Value::Kind::text)));
  EXPECT_TRUE(may(seven, filter(FilterOp::like, {"8%"}, Value::Kind::text)));
  EXPECT_TRUE(may(filter(FilterOp::less, {"3"}), filter(FilterOp::greater, {"5"})));
  EXPECT_FALSE(may(filter(FilterOp::equal, {"b"}, Value::Kind::text),
                   filter(FilterOp::equal, {"B"}, Value::Kind::text)));
}

TEST(Contradiction, OfPartsOfTheCalendar) {
  const TimePart spring{Grain::month_of_year, {3, 4}}, april{Grain::month_of_year, {4}};
  EXPECT_TRUE(may_both_hold(spring, april));
  EXPECT_FALSE(may_both_hold(april, TimePart{Grain::month_of_year, {3}}));
  EXPECT_TRUE(may_both_hold(april, TimePart{Grain::weekday, {1}}));
}

}  // namespace
}  // namespace tally::semantic
