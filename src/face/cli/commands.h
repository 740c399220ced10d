#pragma once
// The table of subcommands, one file each.

#include <vector>

#include "face/cli/arguments.h"
#include "face/cli/context.h"

namespace tally::cli {

CommandSpec ask_command();
CommandSpec sql_command();
CommandSpec guard_command();
CommandSpec request_command();
CommandSpec model_command();
CommandSpec diff_command();
CommandSpec lineage_command();
CommandSpec show_command();
CommandSpec catalog_command();
CommandSpec doctor_command();
CommandSpec demo_command();
CommandSpec exam_command();
CommandSpec search_command();
CommandSpec columns_command();
CommandSpec schema_command();
CommandSpec eval_command();
CommandSpec completion_command();

const std::vector<CommandSpec>& all_commands();

}  // namespace tally::cli
