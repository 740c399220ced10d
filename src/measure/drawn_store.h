#pragma once
// Drawn questions kept under .tally/, since running every reference twice takes longer than a
// sitting. `key` says what they were drawn from; another key, damage or a foreign file is nullopt.

#include <optional>
#include <string>

#include "engine/engine.h"
#include "measure/draw.h"

namespace tally::measure {

std::string drawn_key(const Exam& exam, const std::string& database_fingerprint,
                      const engine::RunLimits& limits);
std::optional<Drawn> load_drawn(const std::string& path, const std::string& key);
Result<void> save_drawn(const std::string& path, const std::string& key, const Drawn& drawn);

}  // namespace tally::measure
