#pragma once
// What the command line needs from the program around it. The real side is app/services; tests hand
// in their own.

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "answer/settings.h"
#include "answer/workspace.h"
#include "base/clock.h"
#include "base/result.h"

namespace tally::cli {

struct DemoRequest {
  std::string warehouse;  // a folder of warehouses/; empty: the default one
  std::string folder;
  std::string scale;  // "0.1"
};
struct DemoOutcome {
  std::string folder;
  std::string database;
  std::string example;  // a question to try, from its model; may be empty
  bool was_there = false;
  double seconds = 0;
};
// Fraction done in [0, 1], and what is being done.
using Progress = std::function<void(double fraction, const std::string& stage)>;

class Services {
 public:
  virtual ~Services() = default;
  // tally.yml in `folder` or above it (empty: the current folder), with TALLY_* overrides.
  virtual Result<answer::Settings> settings(const std::string& folder) = 0;
  // `now` with one setting ("limits.rows") changed for a trial; and that setting written into the
  // tally.yml of `now` for good.
  virtual Result<answer::Settings> changed(const answer::Settings& now, const std::string& key,
                                           const std::string& value) = 0;
  virtual Result<void> keep(const answer::Settings& now, const std::string& key,
                            const std::string& value) = 0;
  // The same where no warehouse is needed: none may be named, and no tally.yml need be there.
  virtual Result<answer::Settings> settings_if_any(const std::string& folder) = 0;
  virtual Result<std::unique_ptr<answer::Workspace>> open(
      const answer::Settings& settings, std::function<void(const std::string&)> note) = 0;
  // The same for who asks of what is kept, and of the engine only if nothing is: no worker starts
  // before a query does.
  virtual Result<std::unique_ptr<answer::Workspace>> open_at_rest(
      const answer::Settings& settings, std::function<void(const std::string&)> note) = 0;
  // A CSV or Parquet file alone, for a query that reads it.
  virtual Result<std::unique_ptr<engine::Engine>> open_data_file(const std::string& path) = 0;
  virtual Result<DemoOutcome> build_demo(const DemoRequest& request, const Progress& progress) = 0;
  // The database that a build script makes (exams/official/queries.sql), unless it is there
  // already.
  virtual Result<void> build_script(const std::string& script, const std::string& database) = 0;
  // What build_demo can build, by name.
  virtual std::vector<std::string> demo_warehouses() const = 0;
  // Where the exams are that come with the program; empty: nowhere.
  virtual std::string exam_folder() const { return {}; }
  virtual const Clock& clock() const = 0;
};

}  // namespace tally::cli
