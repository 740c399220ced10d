#pragma once
// The closed vocabularies of a request, as JSON writes them.

#include <array>
#include <utility>

#include "semantic/request.h"

namespace tally::semantic {

inline constexpr std::array<std::pair<const char*, Grain>, 8> kGrainNames = {{
    {"year", Grain::year},
    {"quarter", Grain::quarter},
    {"month", Grain::month},
    {"week", Grain::week},
    {"day", Grain::day},
    {"quarter_of_year", Grain::quarter_of_year},
    {"month_of_year", Grain::month_of_year},
    {"weekday", Grain::weekday},
}};

inline constexpr std::array<std::pair<const char*, FilterOp>, 14> kOpTexts = {{
    {"=", FilterOp::equal},
    {"!=", FilterOp::not_equal},
    {"<", FilterOp::less},
    {"<=", FilterOp::less_equal},
    {">", FilterOp::greater},
    {">=", FilterOp::greater_equal},
    {"in", FilterOp::in},
    {"not_in", FilterOp::not_in},
    {"between", FilterOp::between},
    {"not_between", FilterOp::not_between},
    {"like", FilterOp::like},
    {"not_like", FilterOp::not_like},
    {"is_null", FilterOp::is_null},
    {"is_not_null", FilterOp::is_not_null},
}};

inline constexpr std::array<std::pair<const char*, Calculation::Kind>, 9> kCalculationNames = {{
    {"share", Calculation::Kind::share},
    {"percent", Calculation::Kind::percent},
    {"ratio", Calculation::Kind::ratio},
    {"difference", Calculation::Kind::difference},
    {"growth", Calculation::Kind::growth},
    {"change", Calculation::Kind::change},
    {"change_percent", Calculation::Kind::change_percent},
    {"running_total", Calculation::Kind::running_total},
    {"year_to_date", Calculation::Kind::year_to_date},
}};

inline constexpr std::array<std::pair<const char*, Summary::Aggregate>, 6> kSummaryNames = {{
    {"count", Summary::Aggregate::count},
    {"sum", Summary::Aggregate::sum},
    {"average", Summary::Aggregate::average},
    {"median", Summary::Aggregate::median},
    {"minimum", Summary::Aggregate::minimum},
    {"maximum", Summary::Aggregate::maximum},
}};

// Does it fold years together ("December", "Mondays")?
bool is_folded(Grain grain);

}  // namespace tally::semantic
