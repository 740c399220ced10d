#pragma once
// What can be asked about, shown to somebody who has never seen the model.

#include <string>

#include "face/cli/context.h"
#include "semantic/model.h"

namespace tally::cli {

std::string model_text(const semantic::Model& model, const Terminal& terminal);
std::string model_json(const semantic::Model& model);

}  // namespace tally::cli
