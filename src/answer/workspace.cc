#include "answer/workspace.h"

#include <fmt/format.h>

#include <filesystem>
#include <utility>

#include "answer/wanted_facts.h"
#include "answer/way_out.h"
#include "base/files.h"
#include "catalog/hidden.h"
#include "import/warehouse/warehouse.h"
#include "semantic/leave_out.h"
#include "semantic/model_snapshot.h"

namespace tally::answer {

namespace dbt = importing::dbt;

namespace {

// What is done once must not fail in the same way for ever: who is in a hurry is told how to have
// it done.
Error said_of(Error error, const std::string& what) {
  if (error.code != "deadline") return error;
  error.message = fmt::format("{} took longer than the time limit", what);
  error.hint = "it is done once: run 'tally doctor --deadline 10m', then ask again";
  return error;
}

}  // namespace

Workspace::Workspace(Settings settings, std::unique_ptr<engine::Engine> engine,
                     std::function<void(const std::string&)> note)
    : settings_(std::move(settings)),
      engine_(std::move(engine)),
      note_(note ? std::move(note) : [](const std::string&) {}),
      project_(settings_.dbt, settings_.state + "/project") {}

Workspace::~Workspace() = default;

Result<std::string> Workspace::fingerprint() {
  if (!version_) {
    TALLY_TRY(version_, importing::file_fingerprint(settings_.database));
  }
  return *version_;
}

bool Workspace::is_as_first_seen() const {
  auto now = importing::file_fingerprint(settings_.database);
  return !version_ || (now.ok() && *now == *version_);
}

bool Workspace::renew() {
  if (is_as_first_seen()) return false;
  parser_.reset();  // each refers to those below it
  guard_.reset();
  compiler_guard_.reset();
  expected_facts_.reset();
  model_text_.reset();
  facts_.reset();
  model_.reset();
  joined_.reset();
  visible_catalog_.reset();
  marked_catalog_.reset();
  catalog_.reset();
  project_.forget();
  version_.reset();
  warnings_.clear();
  return true;
}

Error Workspace::changed_error() const {
  return outside_error(fmt::format("{} changed while it was asked", settings_.database),
                       "ask again when whatever writes it has finished", "database_changed");
}

std::string Workspace::state_file(const char* name) const {
  return settings_.state + "/" + name;
}

// Whatever is in the way is in the way of all of them: said once.
void Workspace::keep(const Result<void>& saved) {
  if (saved.ok() || !unkept_.empty()) return;
  unkept_ = fmt::format("nothing is kept in {} for the next time: {}", settings_.state,
                        saved.error().message);
}

Result<const catalog::Catalog*> Workspace::catalog(Deadline deadline) {
  if (catalog_) return &*catalog_;
  TALLY_TRY(auto version, fingerprint());
  catalog_ = importing::load_catalog(state_file("catalog"), version);
  if (catalog_) return &*catalog_;
  note_(fmt::format("reading the catalog of {}",
                    std::filesystem::path(settings_.database).filename().string()));
  auto read = importing::read_catalog(*engine_, version, deadline);
  if (!read.ok()) return said_of(std::move(read).error(), "reading the catalog");
  catalog_ = std::move(read).value();
  // Read of a file that was replaced after `version` was taken, it would be wrong for good.
  if (is_as_first_seen()) keep(importing::save_catalog(state_file("catalog"), version, *catalog_));
  return &*catalog_;
}

Result<const catalog::Catalog*> Workspace::visible_catalog(Deadline deadline) {
  TALLY_TRY(const auto* all, catalog(deadline));
  if (!project_.is_named()) return all;
  if (visible_catalog_) return &*visible_catalog_;
  const HiddenNames& hidden = project_.hidden();
  const bool known = project_.knows_what_is_hidden();
  note_unread_project();
  if (project_.may_hide_anything()) return closed_error();
  if (known && hidden.empty()) return all;
  visible_catalog_ = catalog::visible_part(*all, hidden.rule());
  if (!known) visible_catalog_ = catalog::unsuggested(*visible_catalog_);
  return &*visible_catalog_;
}

Result<const dbt::JoinedCatalog*> Workspace::joined(Deadline deadline) {
  if (!project_.is_named()) return nullptr;
  if (joined_) return &*joined_;
  TALLY_TRY(const auto* tables, catalog(deadline));
  TALLY_TRY(const auto* all, project_.read());
  joined_ = dbt::join_catalog(*tables, all->inventory);
  joined_->catalog = marked(joined_->catalog);
  return &*joined_;
}

Error Workspace::closed_error() {
  const auto& fault = project_.fault();
  Error error = user_error(
      fmt::format("the dbt project hides tables, and nobody knows which, for it cannot be read: {}",
                  fault.empty() ? "a property file or a folder of it" : fault),
      "mend it ('tally catalog check' lists its faults), or say in tally.yml that nothing is "
      "hidden: "
      "dbt: {hide: {tags: [], meta: []}}");
  error.code = "hidden_unknown";
  return error;
}

catalog::Catalog Workspace::marked(const catalog::Catalog& all) {
  const HiddenNames& hidden = project_.hidden();
  const bool known = project_.knows_what_is_hidden();
  auto catalog = catalog::marked_catalog(all, [&](const auto& table, auto column) {
    return hidden.hides(table, column) || (!known && !column.empty());
  });
  return known ? catalog : catalog::unsuggested(catalog);
}

// A project that cannot be read costs what it would add, and that is said; the rest is there.
Result<const catalog::Catalog*> Workspace::described_catalog(Deadline deadline) {
  TALLY_TRY(const auto* tables, catalog(deadline));
  if (!project_.is_named()) return tables;
  const auto both = joined(deadline);
  if (both.ok()) return &(*both)->catalog;
  if (!marked_catalog_) marked_catalog_ = marked(*tables);
  return &*marked_catalog_;
}

std::string Workspace::version_of(std::string_view text) {
  std::string version = semantic::model_version(text);
  if (!project_.is_named()) return version;
  version += "+" + project_.version();
  note_unread_project();
  return version;
}

void Workspace::note_unread_project() {
  project_.version();
  if (const auto& fault = project_.fault(); !fault.empty() && warnings_.empty())
    warnings_.push_back(
        fmt::format("nothing is known of the dbt project, nor what it hides: {}", fault));
}

// Empty where there is no file, and the project is the model.
Result<std::string> Workspace::model_text() {
  if (settings_.model.empty() && project_.is_named()) return std::string();
  if (settings_.model.empty())
    return user_error("no semantic model is configured",
                      fmt::format("add a line \"model: FILE\" to {}, or \"dbt: {{project: DIR}}\" "
                                  "where a dbt project has semantic models",
                                  settings_.file));
  if (model_text_) return *std::exchange(model_text_, std::nullopt);
  return read_file(settings_.model);
}

// The file's model with the project's metrics, or else the project's own.
Result<Workspace::CheckedModel> Workspace::load(const std::string& text, Deadline deadline) {
  TALLY_TRY(const auto* tables, described_catalog(deadline));
  if (settings_.model.empty()) {
    TALLY_TRY(const auto* all, project_.read());
    TALLY_TRY(const auto* both, joined(deadline));
    TALLY_TRY(auto made, model_of_project(*all, *both));
    return CheckedModel{{std::move(made.model), {}}, std::move(made.not_taken)};
  }
  CheckedModel checked{semantic::load_model(text, settings_.model, tables), {}};
  auto& model = checked.outcome.model;
  if (!model || !project_.is_named()) return checked;
  checked.not_taken = leave_out_hidden(*model);
  const auto all = project_.read();
  if (!all.ok() || (*all)->semantics.empty()) return checked;
  TALLY_TRY(const auto* both, joined(deadline));
  auto more = with_project_metrics(*std::move(model), **all, *both);
  model = std::move(more.model);
  for (auto& one : more.not_taken) checked.not_taken.push_back(std::move(one));
  return checked;
}

std::vector<NotTaken> Workspace::leave_out_hidden(semantic::Model& model) {
  const HiddenNames& hidden = project_.hidden();
  if (hidden.empty()) return {};
  std::vector<NotTaken> out;
  for (auto& one : semantic::leave_out_hidden(model, hidden.rule()))
    out.push_back({std::move(one.what), one.reason + " (dbt: hide: of tally.yml)", settings_.model,
                   static_cast<uint32_t>(one.at.line), false});
  return out;
}

Result<Workspace::CheckedModel> Workspace::check_model(Deadline deadline) {
  TALLY_TRY(auto text, model_text());
  return load(text, deadline);
}

Result<const semantic::Model*> Workspace::model(Deadline deadline) {
  if (model_) return &*model_;
  TALLY_TRY(auto text, model_text());
  const std::string version = version_of(text);
  TALLY_TRY(auto key, key_of(version));
  auto kept = read_file(state_file("model"));  // none the first time
  if (kept.ok()) model_ = semantic::decode_model(*kept, key);
  if (model_) return &*model_;
  TALLY_TRY(auto loaded, load(text, deadline));
  if (!loaded.outcome.model) return semantic::model_error(loaded.outcome.complaints);
  model_ = std::move(loaded.outcome.model);
  model_->version = version;
  if (is_as_first_seen())
    keep(write_file(state_file("model"), semantic::encode_model(*model_, key)));
  return &*model_;
}

std::string Workspace::way_out(const std::vector<std::string>& unknown, Deadline deadline) {
  if (unknown.empty()) return {};
  const auto semantics = model(deadline);
  const auto tables = visible_catalog(deadline);
  if (!semantics.ok() || !tables.ok()) return {};
  return answer::way_out(unknown, **semantics, **tables);
}

// A newer program may read the same file in another way.
Result<std::string> Workspace::key_of(std::string_view model_version) {
  TALLY_TRY(auto database, fingerprint());
  auto program = importing::file_fingerprint("/proc/self/exe");
  return fmt::format("{}/{}/{}", database, model_version, program.ok() ? *program : "");
}

// Whatever fails here fails again, with its reason, where it is really wanted.
void Workspace::expect_facts() {
  if (model_ || facts_) return;
  auto text = model_text();
  if (!text.ok()) return;
  auto key = key_of(version_of(*text));
  if (!key.ok()) return;
  model_text_ = std::move(text).value();
  auto load = [file = state_file("facts"), wanted = *key] {
    return importing::load_facts(file, wanted);
  };
  expected_facts_ = ExpectedFacts{*key, std::async(std::launch::async, std::move(load))};
}

Result<const catalog::Facts*> Workspace::facts(Deadline deadline) {
  if (facts_) return &*facts_;
  TALLY_TRY(const auto* semantics, model(deadline));
  TALLY_TRY(auto key, key_of(semantics->version));
  if (expected_facts_) {
    facts_ = expected_facts_->loaded.get();
    if (expected_facts_->key != key) facts_.reset();  // a file changed in between
    expected_facts_.reset();
  }
  if (!facts_) facts_ = importing::load_facts(state_file("facts"), key);
  if (facts_) return &*facts_;
  note_("measuring date ranges and values (once, until the data or the model change)");
  auto measured = importing::read_facts(*engine_, wanted_facts(*semantics), deadline);
  if (!measured.ok())
    return said_of(std::move(measured).error(), "measuring date ranges and values");
  facts_ = std::move(measured).value();
  for (const auto& warning : facts_->warnings) warnings_.push_back(warning);
  if (is_as_first_seen()) keep(importing::save_facts(state_file("facts"), key, *facts_));
  return &*facts_;
}

Result<const guard::Guard*> Workspace::guard(Deadline deadline) {
  if (!guard_) {
    TALLY_TRY(const auto* tables, visible_catalog(deadline));
    guard_.emplace(*engine_, *tables);
  }
  return &*guard_;
}

Result<const guard::Guard*> Workspace::compiler_guard(Deadline deadline) {
  if (!compiler_guard_) {
    TALLY_TRY(const auto* tables, visible_catalog(deadline));
    compiler_guard_.emplace(*engine_, *tables, guard::GuardOptions{.reads_hidden = true});
  }
  return &*compiler_guard_;
}

Result<const parsed::QuestionParser*> Workspace::parser(Deadline deadline) {
  if (!parser_) {
    expect_facts();
    TALLY_TRY(const auto* semantics, model(deadline));
    parsed::QuestionParser::warm_up();  // beside the facts, which take longer than the model
    TALLY_TRY(const auto* known, facts(deadline));
    TALLY_TRY(auto key, key_of(semantics->version));
    auto kept = read_file(state_file("lexicon"));  // none the first time
    parser_ = std::make_unique<parsed::QuestionParser>(
        *semantics, *known, parsed::ParserOptions{.today = settings_.today},
        parsed::KeptLexicon{kept.ok() ? std::move(*kept) : std::string(), key});
    if (auto lexicon = parser_->to_keep(key); lexicon && is_as_first_seen())
      keep(write_file(state_file("lexicon"), *lexicon));
  }
  return parser_.get();
}

}  // namespace tally::answer
