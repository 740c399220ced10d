#include "answer/sign_doubts.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>

#include "text/tokens.h"

namespace tally::answer {
namespace {

using semantic::Calculation;
using Kind = Calculation::Kind;
using Numbers = std::vector<std::optional<double>>;

// Shares are divided, and their last place is rounded.
constexpr double kWhole = 100.000001;

class Signs {
 public:
  Signs(const semantic::MetricRequest& request, const std::vector<semantic::OutputColumn>& columns,
        const table::ResultTable& table)
      : request_(request), columns_(columns), table_(table) {}

  std::vector<TrustReason> doubts() const {
    std::vector<TrustReason> reasons;
    auto add = [&](std::string text) {
      bool said = std::any_of(reasons.begin(), reasons.end(),
                              [&](const TrustReason& there) { return there.text == text; });
      if (!said) reasons.push_back({"sign", std::move(text)});
    };
    for (const Calculation& made : request_.calculations) {
      const std::string name = text::spoken(made.of);
      if (made.kind == Kind::share && shares_cancel_out(made))
        add(
            fmt::format("Some of {} is negative: what adds to the total and what takes from it "
                        "cancel out, so these shares are no parts of a whole.",
                        name));
      if (made.kind == Kind::percent && any(made, [](double value) { return value < 0; }))
        add(
            fmt::format("{} or what it is compared with is negative: a percentage of that is no "
                        "part of a whole.",
                        name));
      if (turns_round(made))
        add(fmt::format("Where {} was negative before, a rise is a negative percentage.",
                        made.to.empty() ? name : text::spoken(made.to)));
    }
    return reasons;
  }

 private:
  Numbers numbers(const std::string& name) const {
    auto found = std::find_if(columns_.begin(), columns_.end(),
                              [&](const auto& column) { return column.name == name; });
    if (found == columns_.end()) return {};
    const table::Column& column = table_.columns[static_cast<size_t>(found - columns_.begin())];
    Numbers values;
    for (size_t row = 0; row < table_.row_count; ++row) {
      values.emplace_back();
      if (column.nulls[row] || !table::is_numeric(column.type)) continue;
      const std::string text = table::cell_text(column, row);
      double value = 0;
      auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), value);
      if (error == std::errc()) values.back() = value;
    }
    return values;
  }

  template <typename Is>
  bool any(const Calculation& made, Is is) const {
    const Numbers values = numbers(semantic::calculation_column(made));
    return std::any_of(values.begin(), values.end(),
                       [&](const auto& value) { return value && is(*value); });
  }

  bool shares_cancel_out(const Calculation& made) const {
    const Numbers of = numbers(made.of);
    return any(made, [](double value) { return value < 0 || value > kWhole; }) ||
           std::any_of(of.begin(), of.end(), [](const auto& value) { return value && *value < 0; });
  }

  // A change and the same in percent have one sign, unless what they are compared with is negative.
  bool turns_round(const Calculation& made) const {
    if (made.kind != Kind::growth && made.kind != Kind::change_percent) return false;
    Calculation plain = made;
    plain.kind = made.kind == Kind::growth ? Kind::difference : Kind::change;
    const Numbers percent = numbers(semantic::calculation_column(made));
    const Numbers change = numbers(semantic::calculation_column(plain));
    for (size_t row = 0; row < std::min(percent.size(), change.size()); ++row)
      if (percent[row] && change[row] && *percent[row] * *change[row] < 0) return true;
    return false;
  }

  const semantic::MetricRequest& request_;
  const std::vector<semantic::OutputColumn>& columns_;
  const table::ResultTable& table_;
};

}  // namespace

std::vector<TrustReason> sign_doubts(const semantic::MetricRequest& request,
                                     const std::vector<semantic::OutputColumn>& columns,
                                     const table::ResultTable& table) {
  if (request.summary || columns.size() != table.columns.size()) return {};
  return Signs(request, columns, table).doubts();
}

}  // namespace tally::answer
