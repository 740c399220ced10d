#include "face/cli/search_source.h"

#include <fmt/format.h>

#include <filesystem>

#include "answer/project/project_source.h"
#include "base/quantity.h"
#include "import/catalog_file/catalog_file.h"
#include "text/parts.h"

namespace tally::cli {

std::vector<OptionSpec> source_options() {
  return {{.name = "catalog",
           .kind = OptionKind::value,
           .help = "a catalog file (docs/catalog-files.md); several with commas are one",
           .value_name = "FILE",
           .is_file = true},
          {"db", OptionKind::value, "which database of a catalog file that holds many", "NAME"}};
}

std::vector<std::string> catalog_paths(const std::string& given) {
  std::error_code failed;
  if (std::filesystem::exists(given, failed)) return {given};
  std::vector<std::string> paths;
  for (auto part : text::parts_of(given, ','))
    if (!part.empty()) paths.emplace_back(part);
  return paths;
}

void note_findings(const std::vector<catalog::Finding>& findings, Context& context) {
  constexpr size_t kShown = 5;
  for (size_t at = 0; at < findings.size() && at < kShown; ++at) {
    const auto& finding = findings[at];
    const std::string place = finding.line > 0 ? fmt::format("{}:{}: ", finding.file, finding.line)
                              : finding.file.empty() ? ""
                                                     : finding.file + ": ";
    context.note(fmt::format("note: {}{}\n", place, finding.message));
  }
  if (findings.size() > kShown)
    context.note(fmt::format("note: {} more like these\n", findings.size() - kShown));
}

retrieval::KeptIndex index_of(std::shared_ptr<const catalog::Inventory> inventory,
                              const Arguments& arguments, Context& context) {
  auto settings = context.services.settings(arguments.text("dir"));
  // Without a tally.yml nobody asked for a folder of ours beside the files.
  if (!settings.ok() || settings->file.empty())
    return {.index = retrieval::SearchIndex::build(inventory),
            .read = inventory->resources().size(),
            .unkept = {}};
  auto kept = retrieval::open_index(std::move(inventory), settings->state + "/search.index");
  if (!kept.unkept.empty()) context.note(fmt::format("note: {}\n", kept.unkept));
  return kept;
}

Result<size_t> count_option(const Arguments& arguments, const char* name, size_t fallback,
                            size_t most) {
  auto given = arguments.value(name);
  if (!given) return fallback;
  auto count = parse_count(*given);
  if (!count.ok() || *count > most)
    return user_error(fmt::format("--{}: \"{}\" is no number up to {}", name, *given, most));
  return static_cast<size_t>(*count);
}

Result<catalog::HideRule> hide_rule(const Arguments& arguments, Context& context) {
  if (arguments.flag("include-hidden")) return catalog::HideRule{{}, {}};
  TALLY_TRY(const auto settings, context.services.settings_if_any(arguments.text("dir")));
  return answer::hide_rule_of(settings.dbt);
}

Result<std::shared_ptr<const catalog::Inventory>> open_catalog(const Arguments& arguments,
                                                               Context& context) {
  auto given = arguments.value("catalog");
  if (!given) return user_error("say which catalog: --catalog FILE");
  TALLY_TRY(const auto hide, hide_rule(arguments, context));
  std::vector<catalog::Inventory::Parts> all;
  for (const auto& path : catalog_paths(*given)) {
    TALLY_TRY(auto file, importing::read_catalog_file(path, hide));
    note_findings(file.findings, context);
    TALLY_TRY(const auto* chosen, importing::choose_catalog(file, arguments.text("db"), path));
    all.push_back(
        std::move(file.catalogs[static_cast<size_t>(chosen - file.catalogs.data())].parts));
    note_findings(all.back().findings, context);
  }
  if (all.empty()) return user_error("--catalog names no file");
  return std::make_shared<const catalog::Inventory>(catalog::Inventory::without_hidden_columns(
      catalog::Inventory(importing::joined(std::move(all)))));
}

}  // namespace tally::cli
