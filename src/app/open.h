#pragma once
// Settings → a workspace with a live engine behind it: the one place where the parts meet.

#include <functional>
#include <memory>
#include <string>

#include "answer/settings.h"
#include "answer/workspace.h"
#include "base/clock.h"
#include "base/result.h"
#include "engine/cancel.h"

namespace tally::app {

// Fails at once if the database file is missing or is none (no worker is needed to see that).
// `clock` and `cancel` (may be null) must outlive the workspace. `start`: whether a worker starts
// beforehand, or only when the engine is asked something.
enum class EngineStart { at_once, when_asked };
Result<std::unique_ptr<answer::Workspace>> open_workspace(
    const answer::Settings& settings, const Clock& clock, const engine::Cancel* cancel,
    std::function<void(const std::string&)> note, EngineStart start = EngineStart::at_once);

// An engine without a database, whose queries can read this CSV or Parquet file and nothing else.
Result<std::unique_ptr<engine::Engine>> open_data_file(const std::string& path, const Clock& clock,
                                                       const engine::Cancel* cancel);

}  // namespace tally::app
