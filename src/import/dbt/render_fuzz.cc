// Any text as a model, and as a file of macros beside one, in dbt's context: it ends, and what it
// asks for has names and lines. The same text as a python model and as a value of a property file.
#include <cstdlib>

#include "import/dbt/python_model.h"
#include "import/dbt/render.h"

namespace {

using namespace tally::importing::dbt;

void check(const Asked& asked) {
  for (const auto& finding : asked.findings)
    if (finding.code.empty() || finding.message.empty()) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  Project project;
  project.packages.emplace_back();
  project.packages[0].name = "p";
  project.packages[0].settings.kind = Data::Kind::map;
  if (size % 2 == 1) project.absent_packages = {"gone"};
  const size_t half = std::min(text.find("\n---\n"), text.size());
  if (half < text.size())
    project.packages[0].macro_files.push_back({"macros/m.sql", text.substr(half + 5)});
  Renderer renderer(project);
  Subject subject;
  subject.name = "model";
  subject.unique_id = "model.p.model";
  subject.path = "models/model.sql";
  check(renderer.render(subject, std::string_view(text).substr(0, half)));
  renderer.value_of(0, text, nullptr).ok();
  check(read_python_model(text));
  check(read_calls(text, 1));
  std::vector<tally::catalog::Finding> findings;
  blocks_of(text, "docs", findings, "models/docs.md");
  return 0;
}
