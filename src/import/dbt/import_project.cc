#include "import/dbt/import.h"

namespace tally::importing::dbt {

Result<catalog::Inventory> import_project(const ProjectOptions&) {
  return user_error("raw dbt projects are not read yet", "name a manifest with --manifest FILE");
}

}  // namespace tally::importing::dbt
