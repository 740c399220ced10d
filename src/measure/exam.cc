#include "measure/exam.h"

namespace tally::measure {

const char* tier_name(Tier tier) {
  switch (tier) {
    case Tier::everyday:
      return "T1";
    case Tier::analyst:
      return "T2";
    case Tier::official:
      return "T3";
    case Tier::not_answered:
      return "T4";
  }
  return "";
}

const char* split_name(Split split) {
  switch (split) {
    case Split::dev:
      return "dev";
    case Split::test:
      return "test";
    case Split::pool:
      return "pool";
  }
  return "";
}

std::optional<Split> split_of(std::string_view name) {
  for (Split split : {Split::dev, Split::test, Split::pool})
    if (name == split_name(split)) return split;
  return std::nullopt;
}

}  // namespace tally::measure
