#pragma once
// One setting changed: for a trial, and in the text of tally.yml for good.

#include <string>
#include <string_view>

#include "answer/settings.h"
#include "base/result.h"

namespace tally::app {

// `now` with `key` (model, today, limits.deadline, limits.rows, limits.memory) set to `value`, a
// relative path starting at now.folder. Error `user`: no such setting (the nearest is named), one
// that changes no answer, or no value for it.
Result<answer::Settings> changed_settings(const answer::Settings& now, const std::string& key,
                                          const std::string& value);

// The file's text with that setting; all else in it, comments too, stays as it is. Error `user`:
// the file is written in a way that this cannot change.
Result<std::string> changed_text(const std::string& text, const std::string& file,
                                 const std::string& key, const std::string& value);

}  // namespace tally::app
