#include "catalog/spelling.h"

#include <gtest/gtest.h>

namespace tally::catalog {
namespace {

TEST(Spelling, StarsStandForAnything) {
  EXPECT_TRUE(fits_stars("a*c", "ABBC"));
  EXPECT_TRUE(fits_stars("*", ""));
  EXPECT_TRUE(fits_stars("a**", "a"));
  EXPECT_FALSE(fits_stars("a*c", "abcd"));
  EXPECT_FALSE(fits_stars("", "a"));
}

}  // namespace
}  // namespace tally::catalog
