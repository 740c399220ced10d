// Any text as a model, with what stands behind a line "---" as a file of macros, in dbt's context:
// it ends, and what it asks for has names and lines. The same text as a python model and as a value
// of a property file.
#include <cstdlib>

#include "import/dbt/python_model.h"
#include "import/dbt/render.h"

namespace {

using namespace tally::importing::dbt;

Project small_project(std::string macros) {
  Project project;
  project.packages.emplace_back();
  project.packages[0].name = "p";
  project.packages[0].settings.kind = Data::Kind::map;
  project.absent_packages = {"gone"};
  if (!macros.empty()) project.packages[0].macro_files.push_back({"macros/m.sql", macros});
  return project;
}

void check(Renderer& renderer, std::string_view text) {
  Subject subject;
  subject.name = "model";
  subject.unique_id = "model.p.model";
  subject.path = "models/model.sql";
  const Asked asked = renderer.render(subject, text);
  for (const auto& finding : asked.findings)
    if (finding.code.empty() || finding.message.empty()) std::abort();
  renderer.value_of(0, text, nullptr).ok();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  // Kept, for reading dbt's own macros takes longer than most inputs.
  static const Project plain = small_project("");
  static Renderer renderer(plain);
  if (const size_t line = text.find("\n---\n"); line != text.npos) {
    const Project project = small_project(text.substr(line + 5));
    Renderer of_project(project);
    check(of_project, text.substr(0, line));
  } else {
    check(renderer, text);
  }
  read_python_model(text);
  read_calls(text, 1);
  std::vector<tally::catalog::Finding> findings;
  blocks_of(text, "docs", findings, "models/docs.md");
  return 0;
}
