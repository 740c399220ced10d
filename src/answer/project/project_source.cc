#include "answer/project/project_source.h"

#include <unistd.h>

#include <fmt/format.h>

#include <filesystem>

#include "answer/project/project_version.h"
#include "base/bytes.h"
#include "base/files.h"
#include "catalog/spelling.h"
#include "import/dbt/project_files.h"
#include "import/warehouse/warehouse.h"

namespace tally::answer {

namespace fs = std::filesystem;
namespace dbt = importing::dbt;

namespace {

constexpr std::string_view kMagic = "TallyProject4\n";

std::map<std::string, std::string> dbt_variables() {
  std::map<std::string, std::string> variables;
  for (char** entry = environ; entry && *entry; ++entry) {
    const std::string_view text = *entry;
    const size_t equals = text.find('=');
    if (text.starts_with("DBT_") && !text.starts_with("DBT_ENV_SECRET") && equals != text.npos)
      variables[std::string(text.substr(0, equals))] = text.substr(equals + 1);
  }
  return variables;
}

}  // namespace

dbt::HideRule hide_rule_of(const DbtSettings& settings) {
  dbt::HideRule rule;
  if (settings.hide_tags) rule.tags = *settings.hide_tags;
  if (settings.hide_meta) rule.meta_keys = *settings.hide_meta;
  return rule;
}

dbt::ProjectOptions project_options(const DbtSettings& settings, const std::string& folder) {
  dbt::ProjectOptions options{.folder = folder, .hide = hide_rule_of(settings)};
  const fs::path named(folder);
  if (named.filename() == "dbt_project.yml") options.folder = named.parent_path().string();
  if (options.folder.empty()) options.folder = ".";
  options.target = settings.target;
  options.profiles_folder = settings.profiles;
  options.vars = settings.vars;
  options.environment = dbt_variables();
  for (const auto& [name, value] : settings.environment) options.environment[name] = value;
  return options;
}

dbt::ManifestOptions manifest_options(const DbtSettings& settings, const std::string& named) {
  std::string file = named;
  std::error_code failed;
  for (const char* inside : {"manifest.json", "target/manifest.json"})
    if (fs::is_directory(file, failed) && fs::is_regular_file(fs::path(file) / inside, failed))
      file = (fs::path(file) / inside).string();
  return {.manifest = file, .hide = hide_rule_of(settings)};
}

// A newer program may read the same files in another way; so does another target or variable.
std::string ProjectSource::key() const {
  ByteWriter all;
  const auto program = importing::file_fingerprint("/proc/self/exe");
  const auto options = project_options(settings_, settings_.project);
  for (const auto& text : {settings_.manifest, options.folder, options.target,
                           options.profiles_folder, program.ok() ? *program : std::string()})
    all.text(text);
  for (const auto* map : {&options.vars, &options.environment})
    all.list(*map, [&](const auto& entry) {
      all.text(entry.first);
      all.text(entry.second);
    });
  all.texts(options.hide.tags);
  all.texts(options.hide.meta_keys);
  return fmt::format("{:016x}", checksum(all.bytes()));
}

// What was hidden by another rule says nothing.
uint64_t ProjectSource::rule_key() const {
  ByteWriter all;
  const auto rule = hide_rule_of(settings_);
  all.texts(rule.tags);
  all.texts(rule.meta_keys);
  return checksum(all.bytes());
}

bool ProjectSource::load_kept() {
  const auto bytes = read_file(state_file_);
  if (!bytes.ok() || !bytes->starts_with(kMagic)) return false;
  ByteReader whole(std::string_view(*bytes).substr(kMagic.size()));
  const uint64_t sum = whole.number();
  if (whole.failed()) return false;
  const std::string_view body = std::string_view(*bytes).substr(kMagic.size() + sizeof sum);
  if (sum != checksum(body)) return false;
  ByteReader in(body);
  const bool same_rule = in.number() == rule_key();
  const bool same_settings = in.text() == key();
  const uint64_t stamp = in.number();
  std::string version = in.text(), fault = in.text(), hint = in.text();
  const bool is_outside = in.byte() != 0;
  auto hidden = HiddenNames::read(in);
  const bool was_read_whole = in.byte() != 0, in_doubt = in.byte() != 0, may_hide = in.byte() != 0;
  const auto files = in.texts();
  if (!in.finished()) return false;
  // Of use although a file or a setting changed: the project may be broken.
  if (same_rule && was_read_whole) hidden_before_ = hidden;
  if (!same_settings || dbt::stamp_of(files) != stamp) return false;
  version_ = std::move(version);
  fault_ = std::move(fault);
  hint_ = std::move(hint);
  fault_kind_ = is_outside ? ErrorKind::outside : ErrorKind::user;
  hidden_ = std::move(hidden);
  is_in_doubt_ = in_doubt;
  may_hide_anything_ = may_hide;
  return true;
}

// What cannot be kept is only read once more.
void ProjectSource::keep(const std::vector<std::string>& files, uint64_t stamp) const {
  ByteWriter body, head;
  body.number(rule_key());
  body.text(key());
  body.number(stamp);
  body.text(*version_);
  body.text(fault_);
  body.text(hint_);
  body.byte(fault_kind_ == ErrorKind::outside ? 1 : 0);
  hidden_.write(body);
  const bool was_read_whole = hidden_before_ || (fault_.empty() && !is_in_doubt_);
  for (const bool flag : {was_read_whole, is_in_doubt_, may_hide_anything_})
    body.byte(flag ? 1 : 0);
  body.texts(files);
  head.number(checksum(body.bytes()));
  (void)write_file(state_file_, std::string(kMagic) + head.bytes() + body.bytes());
}

const std::string& ProjectSource::version() {
  if (version_) return *version_;
  if (!is_named()) return version_.emplace();
  if (load_kept()) return *version_;
  // Before it is read: what changes meanwhile is another project next time.
  const auto files = settings_.project.empty()
                         ? dbt::files_of(manifest_options(settings_, settings_.manifest))
                         : dbt::files_of(project_options(settings_, settings_.project));
  const uint64_t stamp = dbt::stamp_of(files);
  const auto whole = read();
  version_ = whole.ok() ? version_of(**whole) : "unreadable";
  look_at_hidden(whole);
  if (hidden_.remembered() > 0 || !knows_what_is_hidden()) {
    ByteWriter all;
    hidden_.write(all);
    all.byte(may_hide_anything_ ? 1 : 0);
    *version_ += fmt::format("-{:016x}", checksum(all.bytes()));
  }
  keep(files, stamp);
  return *version_;
}

void ProjectSource::look_at_hidden(const Result<const dbt::Import*>& whole) {
  const HiddenNames before = hidden_before_.value_or(HiddenNames());
  hidden_ = whole.ok() ? HiddenNames(**whole, before) : before;
  is_in_doubt_ = whole.ok() && (*whole)->is_in_doubt;
  may_hide_anything_ = false;
  if (hidden_before_) return;
  // A file that is no YAML tells its names all the same.
  if (whole.ok())
    may_hide_anything_ = (*whole)->is_blind;
  else
    may_hide_anything_ = settings_.project.empty()
                             ? dbt::may_hide(manifest_options(settings_, settings_.manifest))
                             : dbt::may_hide(project_options(settings_, settings_.project));
}

const HiddenNames& ProjectSource::hidden() {
  version();
  return hidden_;
}

bool ProjectSource::knows_what_is_hidden() {
  version();
  return fault_.empty() && !is_in_doubt_;
}

bool ProjectSource::may_hide_anything() {
  version();
  return may_hide_anything_;
}

Result<const dbt::Import*> ProjectSource::read() {
  if (import_) return &*import_;
  if (!fault_.empty()) return Error{fault_kind_, fault_, hint_, {}};
  auto all = [&] {
    const auto before = hidden_before_ ? hidden_before_->rule() : catalog::IsHidden();
    if (settings_.project.empty()) {
      auto options = manifest_options(settings_, settings_.manifest);
      options.hidden_before = before;
      return dbt::import_all(options);
    }
    auto options = project_options(settings_, settings_.project);
    options.hidden_before = before;
    return dbt::import_all(options);
  }();
  if (!all.ok()) {
    fault_ = all.error().message;
    fault_kind_ = all.error().kind;
    hint_ = all.error().hint;
    return all.error();
  }
  import_ = std::move(all).value();
  return &*import_;
}

Result<dbt::Import> ProjectSource::take() {
  version();
  TALLY_CHECK(read());
  return *std::exchange(import_, std::nullopt);
}

void ProjectSource::forget() {
  version_.reset();
  import_.reset();
  fault_.clear();
  hint_.clear();
  hidden_ = {};
  hidden_before_.reset();
  is_in_doubt_ = may_hide_anything_ = false;
}

}  // namespace tally::answer
