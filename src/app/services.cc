#include "app/services.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>

#include "app/config.h"
#include "app/config_edit.h"
#include "app/open.h"
#include "base/files.h"
#include "engine/duckdb/build_process.h"
#include "semantic/model.h"

namespace tally::app {
namespace {

namespace fs = std::filesystem;
namespace builder = engine::duckdb;

constexpr const char* kDefaultWarehouse = "tpcds";
constexpr const char* kMark = "# written by tally demo; remove this line to keep your changes\n";

// What a folder of warehouses/ is built from.
struct Recipe {
  std::string script;  // its SQL file; empty: the generator, checked against row_counts.txt
  std::string model;
  std::string counts;
};

fs::path recipes_folder() {
  return fs::path(builder::data_folder()) / "warehouses";
}

std::vector<std::string> known_warehouses() {
  std::vector<std::string> names;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(recipes_folder(), ignored))
    if (fs::is_regular_file(entry.path() / "model.ossie.yml", ignored))
      names.push_back(entry.path().filename().string());
  std::sort(names.begin(), names.end());
  return names;
}

Result<Recipe> find_recipe(const std::string& name) {
  fs::path all = recipes_folder();
  fs::path folder = all / name;
  std::error_code ignored;
  if (name.find('/') != std::string::npos ||
      !fs::is_regular_file(folder / "model.ossie.yml", ignored))
    return user_error(fmt::format("there is no demo warehouse \"{}\"", name),
                      fmt::format("there are: {} (in {}; TALLY_DATA_DIR names another place)",
                                  fmt::join(known_warehouses(), ", "), all.string()));
  Recipe recipe{.script = "", .model = (folder / "model.ossie.yml").string(), .counts = ""};
  if (fs::is_regular_file(folder / "warehouse.sql", ignored))
    recipe.script = (folder / "warehouse.sql").string();
  else
    recipe.counts = (folder / "row_counts.txt").string();
  return recipe;
}

// A tally.yml that a person changed is theirs: only a missing or an unchanged one is written.
Result<void> write_config(const std::string& folder, const std::string& database,
                          const std::string& model) {
  std::string path = folder + "/tally.yml";
  std::string text = fmt::format(
      "{}warehouse: {}\nmodel: {}\n# what \"last year\" counts from; default: the last day with "
      "data\n"
      "# today: 2003-01-01\nlimits: {{deadline: 30s, rows: 10000, memory: 2GiB}}\n",
      kMark, fs::path(database).filename().string(), model);
  std::error_code ignored;
  if (fs::exists(path, ignored)) {
    TALLY_TRY(auto present, read_file(path));
    if (present.rfind(kMark, 0) != 0 || present == text) return {};
  }
  return write_file(path, text);
}

// A question to try: the first example that the model gives.
std::string first_example(const std::string& model_file) {
  auto text = read_file(model_file);
  if (!text.ok()) return "";
  auto loaded = semantic::load_model(*text, model_file, nullptr);
  return loaded.model && !loaded.model->examples.empty() ? loaded.model->examples.front() : "";
}

std::string stage_text(const builder::BuildProgress& progress) {
  switch (progress.stage) {
    case builder::BuildStage::waiting:
      return fmt::format("waiting for another build of the same file (process {})",
                         progress.waiting_for);
    case builder::BuildStage::generating:
      return "generating data";
    case builder::BuildStage::checking:
      return "counting rows";
    case builder::BuildStage::finishing:
      return "putting it in place";
  }
  return "";
}

double fraction_done(const builder::BuildProgress& progress) {
  if (progress.stage == builder::BuildStage::finishing) return 1;
  if (progress.expected_bytes == 0) return 0;
  return static_cast<double>(progress.bytes) / static_cast<double>(progress.expected_bytes);
}

}  // namespace

Result<answer::Settings> ProgramServices::settings(const std::string& folder) {
  return load_settings(folder, process_environment());
}

Result<answer::Settings> ProgramServices::changed(const answer::Settings& now,
                                                  const std::string& key,
                                                  const std::string& value) {
  std::string above = variable_above(key, process_environment());
  if (!above.empty())
    return user_error(fmt::format("{} is set, and stands above \"{}\" in tally.yml", above, key),
                      "unset it, so that a change can be kept");
  return changed_settings(now, key, value);
}

Result<void> ProgramServices::keep(const answer::Settings& now, const std::string& key,
                                   const std::string& value) {
  TALLY_TRY(auto text, read_file(now.file));
  TALLY_TRY(auto changed, changed_text(text, now.file, key, value));
  return write_file(now.file, changed);
}

Result<answer::Settings> ProgramServices::settings_if_any(const std::string& folder) {
  return load_settings(folder, process_environment(), Warehouse::optional);
}

Result<std::unique_ptr<answer::Workspace>> ProgramServices::open(
    const answer::Settings& settings, std::function<void(const std::string&)> note) {
  return open_workspace(settings, clock_, &cancel_, std::move(note));
}

Result<std::unique_ptr<answer::Workspace>> ProgramServices::open_at_rest(
    const answer::Settings& settings, std::function<void(const std::string&)> note) {
  return open_workspace(settings, clock_, &cancel_, std::move(note), EngineStart::when_asked);
}

Result<std::unique_ptr<engine::Engine>> ProgramServices::open_data_file(const std::string& path) {
  return app::open_data_file(path, clock_, &cancel_);
}

Result<void> ProgramServices::build_script(const std::string& script, const std::string& database) {
  TALLY_CHECK(builder::build_warehouse(
      {.destination = database, .script_path = script}, [](const builder::BuildProgress&) {},
      &cancel_));
  return {};
}

std::vector<std::string> ProgramServices::demo_warehouses() const {
  return known_warehouses();
}

std::string ProgramServices::exam_folder() const {
  return (fs::path(builder::data_folder()) / "exams").string();
}

Result<cli::DemoOutcome> ProgramServices::build_demo(const cli::DemoRequest& request,
                                                     const cli::Progress& progress) {
  std::string name = request.warehouse.empty() ? kDefaultWarehouse : request.warehouse;
  TALLY_TRY(auto recipe, find_recipe(name));
  auto start = clock_.now();
  std::string folder = fs::absolute(request.folder).lexically_normal().string();
  builder::BuildOptions options{.destination = folder + "/" + name + ".duckdb"};
  if (recipe.script.empty()) {
    options.scale = std::stod(request.scale);  // one of the command's choices
    options.counts_path = recipe.counts;
  } else {
    options.script_path = recipe.script;
  }
  TALLY_TRY(auto built, builder::build_warehouse(
                            options,
                            [&](const builder::BuildProgress& now) {
                              progress(fraction_done(now), stage_text(now));
                            },
                            &cancel_));
  TALLY_CHECK(write_config(folder, options.destination, recipe.model));
  double seconds = std::chrono::duration<double>(clock_.now() - start).count();
  return cli::DemoOutcome{.folder = request.folder,
                          .database = built.path,
                          .example = first_example(recipe.model),
                          .was_there = built.result == builder::BuildResult::already_there,
                          .seconds = seconds};
}

}  // namespace tally::app
