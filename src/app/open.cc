#include "app/open.h"

#include "engine/duckdb/duckdb_engine.h"
#include "engine/duckdb/warehouse_error.h"

namespace tally::app {

Result<std::unique_ptr<answer::Workspace>> open_workspace(
    const answer::Settings& settings, const Clock& clock, const engine::Cancel* cancel,
    std::function<void(const std::string&)> note, EngineStart start) {
  TALLY_CHECK(engine::duckdb::check_database_file(settings.database));
  engine::duckdb::DuckDbOptions options{.database_path = settings.database,
                                        .address_space = settings.memory_bytes,
                                        .start_at_once = start == EngineStart::at_once};
  auto engine = std::make_unique<engine::duckdb::DuckDbEngine>(std::move(options), clock, cancel);
  return std::make_unique<answer::Workspace>(settings, std::move(engine), std::move(note));
}

Result<std::unique_ptr<engine::Engine>> open_data_file(const std::string& path, const Clock& clock,
                                                       const engine::Cancel* cancel) {
  TALLY_CHECK(engine::duckdb::check_data_file(path));
  engine::duckdb::DuckDbOptions options{.database_path = path, .is_data_file = true};
  return std::unique_ptr<engine::Engine>(
      std::make_unique<engine::duckdb::DuckDbEngine>(std::move(options), clock, cancel));
}

}  // namespace tally::app
