#pragma once
// A refusal for a person: the rule, the place with the line of SQL under it, the way out.

#include <string>
#include <string_view>

#include "face/cli/context.h"
#include "guard/guard.h"

namespace tally::cli {

std::string refusal_text(const guard::Refusal& refusal, std::string_view sql,
                         const Context& context);

}  // namespace tally::cli
