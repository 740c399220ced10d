// libFuzzer target: any text parses or is refused with a line, any template renders or ends with a
// problem, within its limits; its calls can be read; blocks found by tags lie within the text.

#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "jinja/render.h"
#include "jinja/static_calls.h"

namespace {

using namespace tally::jinja;

void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "%s\n", what);
  std::abort();
}

// A few names, so that templates have something to work with.
class FewNames final : public Host {
 public:
  explicit FewNames(Names& names) : names_(names) {}
  Value lookup(Name name, const Template&) override {
    const auto text = names_.text(name);
    if (text == "xs") return Value::list({1, 2.5, "three", Value::none(), true});
    if (text == "s") return "a text, Ünï\xff";
    if (text == "d") return dict_;
    if (text == "ref") return function("ref", [](Call& call) { return Value(call.string(0, "")); });
    if (text == "return") {
      return function("return", [](Call& call) { return call.return_from_macro(1); });
    }
    return {};
  }

 private:
  Names& names_;
  Value dict_ = make<Dict>();
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  for (const auto& block : text_blocks(text)) {
    require(block.whole.data() >= text.data() &&
                block.whole.data() + block.whole.size() <= text.data() + text.size(),
            "a block beyond the text");
  }
  Names names;
  Problem problem;
  const auto source = Template::parse_or(text, "fuzz", names, {}, problem);
  if (!source) {
    require(problem.line > 0 && !problem.message.empty(), "a problem without line or reason");
    parse_library(text, "fuzz", names);
    return 0;
  }
  static_calls(*source);
  FewNames host(names);
  const Rendered rendered =
      render(*source, host, {.steps = 100'000, .depth = 200, .output = 1 << 16});
  require(rendered.complete || !rendered.problems.empty(), "it ended without a reason");
  require(rendered.text.size() <= 1 << 16, "it prints too much");
  for (const auto& definition : source->definitions()) {
    static_calls(*source, definition);
    if (definition.kind == DefinitionKind::snapshot) {
      render_body(*source, definition, host, {.steps = 10'000, .output = 1 << 16});
    }
  }
  return 0;
}
