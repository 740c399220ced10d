#include "app/open.h"

#include "engine/duckdb/duckdb_engine.h"
#include "engine/duckdb/warehouse_error.h"

namespace tally::app {

Result<std::unique_ptr<answer::Workspace>> open_workspace(
    const answer::Settings& settings, const Clock& clock, const engine::Cancel* cancel,
    std::function<void(const std::string&)> note) {
  TALLY_CHECK(engine::duckdb::check_database_file(settings.database));
  engine::duckdb::DuckDbOptions options{.database_path = settings.database,
                                        .address_space = settings.memory_bytes};
  auto engine = std::make_unique<engine::duckdb::DuckDbEngine>(std::move(options), clock, cancel);
  return std::make_unique<answer::Workspace>(settings, std::move(engine), std::move(note));
}

}  // namespace tally::app
