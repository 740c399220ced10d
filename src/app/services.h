#pragma once
// The real side of the command line's services.

#include "base/clock.h"
#include "engine/cancel.h"
#include "face/cli/services.h"

namespace tally::app {

class ProgramServices final : public cli::Services {
 public:
  explicit ProgramServices(const engine::Cancel& cancel) : cancel_(cancel) {}

  Result<answer::Settings> settings(const std::string& folder) override;
  Result<answer::Settings> changed(const answer::Settings& now, const std::string& key,
                                   const std::string& value) override;
  Result<void> keep(const answer::Settings& now, const std::string& key,
                    const std::string& value) override;
  Result<answer::Settings> settings_if_any(const std::string& folder) override;
  Result<std::unique_ptr<answer::Workspace>> open(
      const answer::Settings& settings, std::function<void(const std::string&)> note) override;
  Result<std::unique_ptr<answer::Workspace>> open_at_rest(
      const answer::Settings& settings, std::function<void(const std::string&)> note) override;
  Result<std::unique_ptr<engine::Engine>> open_data_file(const std::string& path) override;
  Result<cli::DemoOutcome> build_demo(const cli::DemoRequest& request,
                                      const cli::Progress& progress) override;
  Result<void> build_script(const std::string& script, const std::string& database) override;
  std::vector<std::string> demo_warehouses() const override;
  std::string exam_folder() const override;
  const Clock& clock() const override { return clock_; }

 private:
  SystemClock clock_;
  const engine::Cancel& cancel_;
};

}  // namespace tally::app
