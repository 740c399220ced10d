#include "answer/sign_doubts.h"

#include <gtest/gtest.h>

namespace tally::answer {
namespace {

using semantic::Calculation;
using Kind = Calculation::Kind;
using Cells = std::vector<std::optional<double>>;

struct Result {
  semantic::MetricRequest request;
  std::vector<semantic::OutputColumn> columns = {};
  table::ResultTable table = {};

  Result& with(const std::string& name, const Cells& cells) {
    table::Column column{name, table::Type::real, "DOUBLE", 0, {}, std::vector<double>{}};
    for (const auto& cell : cells) {
      column.nulls.push_back(!cell);
      std::get<std::vector<double>>(column.values).push_back(cell.value_or(0));
    }
    table.row_count = cells.size();
    table.columns.push_back(std::move(column));
    columns.push_back({name, "", true});
    return *this;
  }
  std::vector<std::string> doubts() const {
    std::vector<std::string> texts;
    for (const auto& reason : sign_doubts(request, columns, table)) {
      EXPECT_EQ(reason.kind, "sign");
      texts.push_back(reason.text);
    }
    return texts;
  }
};

Result of(std::vector<Calculation> made) {
  Result result;
  result.request.calculations = std::move(made);
  return result;
}

const std::vector<std::string> kCancelsOut = {
    "Some of net change is negative: what adds to the total and what takes from it cancel out, so "
    "these shares are no parts of a whole."};

TEST(SignDoubts, SharesOfMixedSign) {
  const Calculation share{Kind::share, "net_change", "", {}, 1};
  EXPECT_TRUE(of({share}).with("net_change_share", {60, 40, std::nullopt}).doubts().empty());
  EXPECT_EQ(of({share}).with("net_change_share", {120, -20}).doubts(), kCancelsOut);
  // the top one alone says it, too
  EXPECT_EQ(of({share}).with("net_change_share", {120}).doubts(), kCancelsOut);
  EXPECT_TRUE(of({share}).with("net_change_share", {100.00000000001}).doubts().empty());
}

TEST(SignDoubts, SharesOfALoss) {
  const Calculation share{Kind::share, "net_change", "", {}, 1};
  EXPECT_EQ(of({share}).with("net_change", {-6, -4}).with("net_change_share", {60, 40}).doubts(),
            kCancelsOut);
}

TEST(SignDoubts, PercentageThatIsNegative) {
  const Calculation percent{Kind::percent, "churn_part", "net_change", {}, 1};
  EXPECT_TRUE(of({percent}).with("churn_part_percent", {130}).doubts().empty());
  EXPECT_EQ(of({percent}).with("churn_part_percent", {-30}).doubts().size(), 1u);
}

TEST(SignDoubts, RiseFromALossIsANegativePercentage) {
  const Calculation change{Kind::change, "net_change", "", {}, 1};
  const Calculation percent{Kind::change_percent, "net_change", "", {}, 1};
  auto result = [&](double by, double in_percent) {
    return of({change, percent})
        .with("net_change_change", {by})
        .with("net_change_change_percent", {in_percent})
        .doubts();
  };
  EXPECT_TRUE(result(5, 50).empty());
  EXPECT_TRUE(result(-5, -50).empty());
  EXPECT_EQ(result(5, -50),
            std::vector<std::string>{"Where net change was negative before, a rise is a negative "
                                     "percentage."});
}

TEST(SignDoubts, NothingIsSaidOfASummary) {
  auto result = of({{Kind::share, "net_change", "", {}, 1}});
  result.request.summary = semantic::Summary{};
  EXPECT_TRUE(result.with("net_change_share", {-20}).doubts().empty());
}

}  // namespace
}  // namespace tally::answer
