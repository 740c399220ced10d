#pragma once
// The warehouse asked about: engine + catalog + dbt project + semantic model + facts, each brought
// in when first wanted and then kept. A command that only runs SQL never pays for the model, and a
// question not for a project that has not changed.

#include <functional>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "answer/parsed/question_parser.h"
#include "answer/project/layer_model.h"
#include "answer/project/project_source.h"
#include "answer/settings.h"
#include "base/clock.h"
#include "base/result.h"
#include "catalog/catalog.h"
#include "catalog/facts.h"
#include "engine/engine.h"
#include "guard/guard.h"
#include "import/dbt/join.h"
#include "semantic/model.h"

namespace tally::answer {

class Workspace {
 public:
  // `engine` is already bound to settings.database; `note` receives what a person may want to know
  // while waiting ("reading the catalog of …"), never errors.
  Workspace(Settings settings, std::unique_ptr<engine::Engine> engine,
            std::function<void(const std::string&)> note = {});
  ~Workspace();

  // Ends the engine, for a workspace that is asked nothing any more.
  void close() { engine_.reset(); }

  const Settings& settings() const { return settings_; }
  engine::Engine& engine() { return *engine_; }

  // Each fails with the reason why it is not to be had, and may be asked again. Catalog, model and
  // facts come from .tally/ if what they were made of is still the same, else from their sources,
  // and are then saved (a folder that cannot be written is a warning, no failure).
  Result<const catalog::Catalog*> catalog(Deadline deadline);
  // What of it may be named and read: without the tables that the dbt project hides, its columns
  // that are hidden marked.
  Result<const catalog::Catalog*> visible_catalog(Deadline deadline);
  // The catalog with what the dbt project of tally.yml knows of its tables; where none is named
  // nullptr. Reads the project.
  Result<const importing::dbt::JoinedCatalog*> joined(Deadline deadline);
  // The catalog that a model is read against: that of joined(), or else catalog().
  Result<const catalog::Catalog*> described_catalog(Deadline deadline);
  Result<const importing::dbt::Import*> project() { return project_.read(); }
  bool has_project() const { return project_.is_named(); }
  const HiddenNames& hidden() { return project_.hidden(); }
  Result<const semantic::Model*> model(Deadline deadline);
  Result<const catalog::Facts*> facts(Deadline deadline);
  // For SQL that anybody wrote, and for that of our own compiler: only this may join by a column
  // that is hidden, for no answer shows it.
  Result<const guard::Guard*> guard(Deadline deadline);
  Result<const guard::Guard*> compiler_guard(Deadline deadline);
  Result<const parsed::QuestionParser*> parser(Deadline deadline);

  // What the warehouse has of these words that the model does not describe, as a sentence; empty:
  // nothing that may be named.
  std::string way_out(const std::vector<std::string>& unknown, Deadline deadline);

  // Looks at model file and project again, all complaints kept (`tally model check`).
  struct CheckedModel {
    semantic::LoadOutcome outcome;
    std::vector<NotTaken> not_taken;  // of the project's semantic layer, and what it hides
  };
  Result<CheckedModel> check_model(Deadline deadline);

  // True if the database is another file, or was written to, since it was first looked at: what was
  // made of it may be of both. Everything known of it is forgotten, so that the next call brings in
  // the new one.
  bool renew();
  // attempt(), and once more if the database was replaced meanwhile: what was approved or read of
  // one file must not have run on another. An error (changed_error) if it is replaced again. An
  // attempt that is_cancelled() stands as it is.
  template <typename Attempt, typename IsCancelled>
  auto of_one_database(Attempt attempt, IsCancelled is_cancelled) -> Result<decltype(attempt())> {
    for (int i = 0; i < 2; ++i) {
      auto result = attempt();
      if (is_cancelled(result) || !renew()) return result;
    }
    return changed_error();
  }

  const std::vector<std::string>& warnings() const { return warnings_; }
  // Why nothing is kept in the state folder for the next time; empty: it is.
  const std::string& unkept() const { return unkept_; }

 private:
  // What to say when it changes faster than it can be asked.
  Error changed_error() const;
  Result<std::string> fingerprint();
  bool is_as_first_seen() const;
  std::string state_file(const char* name) const;
  Result<std::string> key_of(std::string_view model_version);
  // What identifies a model: its file and the project.
  std::string version_of(std::string_view model_text);
  void note_unread_project();
  Error closed_error();
  void expect_facts();
  Result<std::string> model_text();
  Result<CheckedModel> load(const std::string& text, Deadline deadline);
  // `all` with what the project hides marked; where nobody knows what that is, no column is told.
  catalog::Catalog marked(const catalog::Catalog& all);
  std::vector<NotTaken> leave_out_hidden(semantic::Model& model);
  void keep(const Result<void>& saved);

  Settings settings_;
  std::unique_ptr<engine::Engine> engine_;
  std::function<void(const std::string&)> note_;
  std::optional<std::string> version_;  // fingerprint of the database when first looked at
  std::optional<catalog::Catalog> catalog_, visible_catalog_, marked_catalog_;
  ProjectSource project_;
  std::optional<importing::dbt::JoinedCatalog> joined_;
  std::optional<semantic::Model> model_;
  std::optional<catalog::Facts> facts_;
  // Kept facts on their way while the model loads: neither needs the other.
  struct ExpectedFacts {
    std::string key;
    std::future<std::optional<catalog::Facts>> loaded;
  };
  std::optional<ExpectedFacts> expected_facts_;
  std::optional<std::string> model_text_;  // read for the key of these facts, for the model to take
  std::optional<guard::Guard> guard_, compiler_guard_;
  std::unique_ptr<parsed::QuestionParser> parser_;
  std::vector<std::string> warnings_;
  std::string unkept_;
};

}  // namespace tally::answer
