#include "import/dbt/render.h"

#include <fmt/format.h>

#include <algorithm>

#include "import/dbt/context.h"
#include "import/dbt/conversions.h"
#include "import/dbt/macro_index.h"
#include "import/dbt/static_read.h"
#include "jinja/render.h"

namespace tally::importing::dbt {

namespace {

using catalog::Finding;

bool has_tags(std::string_view text) {
  for (size_t at = text.find('{'); at != std::string_view::npos; at = text.find('{', at + 1)) {
    const char next = at + 1 < text.size() ? text[at + 1] : '\0';
    if (next == '{' || next == '%' || next == '#') return true;
  }
  return false;
}

// Problems are told at the line of the file rendered; those within a macro say where that is, too.
std::string told(const jinja::Problem& problem, const std::string& path) {
  if (problem.template_name == path) return problem.message;
  return fmt::format("{} ({}:{})", problem.message, problem.template_name, problem.line);
}

// Whether a variable was missing: what came of it is a guess.
bool lacks_values(const Asked& asked) {
  return std::any_of(asked.findings.begin(), asked.findings.end(), [](const Finding& finding) {
    return finding.code == "missing_var" || finding.code == "missing_env_var";
  });
}

}  // namespace

class Renderer::Impl {
 public:
  explicit Impl(const Project& project)
      : project_(project), macros_(project, names_), context_(project, names_, macros_) {}

  const std::vector<Finding>& findings() const { return macros_.findings(); }

  Asked render(const Subject& subject, std::string_view text);
  Result<Data> value_of(const Subject& subject, std::string_view text, const Docs* docs);
  Result<GeneratedName> generated_name(std::string_view macro,
                                       const std::optional<std::string>& custom,
                                       const Subject& node);

 private:
  void keep_problems(const std::vector<jinja::Problem>& problems, bool complete,
                     const std::string& path);
  std::string default_name(std::string_view macro, const std::optional<std::string>& custom,
                           const Subject& node) const;
  Result<std::string> called_name(const MacroEntry& macro,
                                  const std::optional<std::string>& custom);

  const Project& project_;
  jinja::Names names_;
  MacroIndex macros_;
  Context context_;
};

void Renderer::Impl::keep_problems(const std::vector<jinja::Problem>& problems, bool complete,
                                   const std::string& path) {
  for (size_t at = 0; at < problems.size(); ++at) {
    const bool is_end = !complete && at + 1 == problems.size();
    std::string message = told(problems[at], path);
    // With what an absent package gives, it might not have ended here.
    const bool is_blind = context_.called_absent();
    if (is_end && is_blind) message += ", where a package that it calls is not installed";
    context_.find(is_end && !is_blind ? Finding::Severity::error : Finding::Severity::warning,
                  is_end ? "jinja_error" : "undefined_name", problems[at].root_line,
                  std::move(message));
  }
}

Asked Renderer::Impl::render(const Subject& subject, std::string_view text) {
  Asked asked;
  context_.begin(subject, asked);
  if (!has_tags(text)) {
    if (subject.wants_text) asked.text = text;
    return asked;
  }
  // dbt renames what a model defines: its macros are not there under their own names.
  const jinja::ParseOptions options{
      .first_line = subject.first_line, .tag = subject.package, .macro_prefix = "dbt_macro__"};
  jinja::Problem broken;
  const auto source =
      jinja::Template::parse_or(std::string(text), subject.path, names_, options, broken);
  if (!source) {
    context_.find(Finding::Severity::error, "broken_jinja", broken.line, broken.message);
    read_broken(text, subject, names_, context_);
    doubt_computed(text, asked.config);
    return asked;
  }
  auto rendered = jinja::render(*source, context_);
  keep_problems(rendered.problems, rendered.complete, subject.path);
  if (!rendered.complete && asked.config.keys.empty()) ask_config(text, subject, names_, context_);
  if (!rendered.complete || context_.decided_blindly()) read_statically(*source, context_);
  if (!rendered.complete || lacks_values(asked) || !rendered.problems.empty())
    doubt_computed(text, asked.config);
  if (subject.wants_text) asked.text = std::move(rendered.text);
  return asked;
}

Result<Data> Renderer::Impl::value_of(const Subject& subject, std::string_view text,
                                      const Docs* docs) {
  if (!has_tags(text)) return Data::of(std::string(text));
  Asked asked;
  context_.begin(subject, asked);
  TALLY_TRY(const auto source,
            jinja::Template::parse(std::string(text), "text", names_, {.tag = subject.package}));
  context_.set_docs(docs);
  const auto evaluated = jinja::evaluate(*source, context_);
  context_.set_docs(nullptr);
  if (!evaluated.complete) return user_error(evaluated.problems.back().message);
  Data data = data_of(evaluated.value);
  data.is_unknown |= lacks_values(asked) || !evaluated.problems.empty() || context_.called_absent();
  return data;
}

std::string Renderer::Impl::default_name(std::string_view macro,
                                         const std::optional<std::string>& custom,
                                         const Subject& node) const {
  const Invocation& invocation = project_.invocation;
  const auto trimmed = [](std::string_view text) {
    const size_t first = std::min(text.find_first_not_of(" \t\n\r"), text.size());
    return text.substr(first, text.find_last_not_of(" \t\n\r") + 1 - first);
  };
  if (macro == "generate_schema_name") {
    if (!custom) return invocation.schema;
    return fmt::format("{}_{}", invocation.schema, trimmed(*custom));
  }
  if (macro == "generate_database_name") {
    return std::string(custom ? trimmed(*custom) : invocation.database);
  }
  if (custom && !custom->empty()) return std::string(trimmed(*custom));
  std::string version = node.config ? node.config->text_of("version") : "";
  if (version.empty()) return node.name;
  std::replace(version.begin(), version.end(), '.', '_');
  return fmt::format("{}_v{}", node.name, version);
}

// A name that no template can have: the call is ours alone.
Result<std::string> Renderer::Impl::called_name(const MacroEntry& macro,
                                                const std::optional<std::string>& custom) {
  class Host final : public jinja::Host {
   public:
    Host(Context& context, jinja::Name called, jinja::Value macro, jinja::Name custom,
         jinja::Value value)
        : context_(context),
          called_(called),
          macro_(std::move(macro)),
          custom_(custom),
          value_(std::move(value)) {}
    jinja::Value lookup(jinja::Name name, const jinja::Template& asking) override {
      if (name == called_) return macro_;
      if (name == custom_) return value_;
      return context_.lookup(name, asking);
    }

   private:
    Context& context_;
    jinja::Name called_;
    jinja::Value macro_;
    jinja::Name custom_;
    jinja::Value value_;
  };
  TALLY_TRY(const auto call,
            jinja::Template::parse("{{ tally_generate(tally_custom, model) }}", "name", names_));
  Host host(context_, names_.intern("tally_generate"), macro.value, names_.intern("tally_custom"),
            custom ? jinja::Value(*custom) : jinja::Value::none());
  const auto evaluated = jinja::evaluate(*call, host);
  if (!evaluated.complete) return user_error(evaluated.problems.back().message);
  std::string name = evaluated.value.text();
  name.erase(0, std::min(name.find_first_not_of(" \t\n\r"), name.size()));
  name.erase(name.find_last_not_of(" \t\n\r") + 1);
  return name;
}

// The root project's own macro counts for every package; else that of the node's package; else
// dbt's.
Result<GeneratedName> Renderer::Impl::generated_name(std::string_view macro,
                                                     const std::optional<std::string>& custom,
                                                     const Subject& node) {
  Asked asked;
  context_.begin(node, asked);
  const jinja::Name wanted = names_.intern(macro);
  const MacroEntry* own = macros_.in(0, wanted);
  if (!own) own = macros_.in(node.package, wanted);
  if (!own) own = macros_.dispatch(macro, "dbt", node.package, 0);
  if (!own || own->source->tag() == MacroIndex::kDbt)
    return GeneratedName{default_name(macro, custom, node), true};
  TALLY_TRY(auto name, called_name(*own, custom));
  return GeneratedName{std::move(name), !lacks_values(asked)};
}

std::string text_without_names(std::string_view text) {
  class NoNames final : public jinja::Host {
    jinja::Value lookup(jinja::Name, const jinja::Template&) override { return {}; }
  };
  if (!has_tags(text)) return std::string(text);
  jinja::Names names;
  const auto source = jinja::Template::parse(std::string(text), "docs", names);
  if (!source.ok()) return std::string(text);
  NoNames host;
  auto rendered = jinja::render(**source, host);
  return rendered.complete ? std::move(rendered.text) : std::string(text);
}

Renderer::Renderer(const Project& project) : impl_(std::make_unique<Impl>(project)) {}
Renderer::~Renderer() = default;
const std::vector<Finding>& Renderer::findings() const {
  return impl_->findings();
}
Asked Renderer::render(const Subject& subject, std::string_view text) {
  return impl_->render(subject, text);
}
Result<Data> Renderer::value_of(uint32_t package, std::string_view text, const Docs* docs) {
  Subject subject;
  subject.package = package;
  return impl_->value_of(subject, text, docs);
}
Result<Data> Renderer::setting_of(std::string_view text) {
  Subject subject;
  subject.is_setting = true;
  return impl_->value_of(subject, text, nullptr);
}
Result<GeneratedName> Renderer::generated_name(std::string_view macro,
                                               const std::optional<std::string>& custom,
                                               const Subject& node) {
  return impl_->generated_name(macro, custom, node);
}

}  // namespace tally::importing::dbt
