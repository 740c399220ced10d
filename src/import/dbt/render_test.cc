// The cases of tests/dbt_render: what templates of a project ask for in dbt's parse-time context.
// How a case file is written: tests/dbt_render/README.md.
#include "import/dbt/render.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "import/dbt/case_sections.h"
#include "import/dbt/conversions.h"
#include "jinja/json.h"

namespace tally::importing::dbt {
namespace {

Data data_from(const std::string& json) {
  const auto value = value_from_json(json);
  return value ? data_of(*value) : Data();
}

std::vector<std::string> words(const std::string& text) {
  std::vector<std::string> found;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find_first_of(" \n", at), text.size());
    if (end > at) found.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return found;
}

Package package_named(const std::string& name, const std::string& relative) {
  Package package;
  package.name = name;
  package.relative = relative;
  package.settings.kind = Data::Kind::map;
  return package;
}

// The root project is "shop"; a section "macros x" makes a package x.
Project project_of(std::map<std::string, std::string>& sections) {
  Project project;
  project.packages.push_back(package_named("shop", ""));
  for (auto& [name, text] : sections) {
    if (name == "macros") project.packages[0].macro_files.push_back({"macros/all.sql", text});
    if (!name.starts_with("macros ")) continue;
    project.packages.push_back(package_named(name.substr(7), "dbt_packages/" + name.substr(7)));
    project.packages.back().macro_files.push_back({"macros/all.sql", text});
  }
  for (const auto& [name, text] : sections) {
    if (name == "vars") project.packages[0].settings.set("vars", data_from(text));
    for (auto& package : project.packages) {
      if (name == "vars " + package.name) package.settings.set("vars", data_from(text));
    }
    if (!name.starts_with("dispatch ")) continue;
    project.packages[0].dispatch.push_back({name.substr(9), words(text)});
  }
  Invocation& invocation = project.invocation;
  invocation.adapter = sections.contains("adapter") ? words(sections["adapter"]).at(0) : "duckdb";
  invocation.target_name = "dev";
  invocation.schema = "main";
  invocation.database = "db";
  if (sections.contains("given vars")) invocation.vars = data_from(sections["given vars"]);
  for (const auto& name : words(sections["environment"])) invocation.environment[name] = "set";
  project.absent_packages = words(sections["absent"]);
  return project;
}

std::string asked_lines(const Asked& asked) {
  std::string text;
  for (const auto& ref : asked.refs) {
    text += fmt::format("ref {}{}{}{} :{}\n", ref.package.empty() ? "" : ref.package + ".",
                        ref.name, ref.version.empty() ? "" : " v" + ref.version,
                        ref.is_certain ? "" : " (maybe)", ref.line);
  }
  for (const auto& source : asked.sources) {
    text += fmt::format("source {}.{}{} :{}\n", source.source, source.table,
                        source.is_certain ? "" : " (maybe)", source.line);
  }
  for (const auto& metric : asked.metrics) text += fmt::format("metric {}\n", metric);
  return text;
}

std::string finding_lines(const std::vector<catalog::Finding>& findings) {
  std::string text;
  for (const auto& finding : findings) {
    text += fmt::format("{} {}:{} {}\n", finding.code, finding.file, finding.line, finding.message);
  }
  return text;
}

class RenderCase : public ::testing::TestWithParam<Case> {};

TEST_P(RenderCase, AsksForWhatDbtSees) {
  auto sections = GetParam().sections;
  const Project project = project_of(sections);
  Renderer renderer(project);
  const Data config = data_from(sections.contains("configured") ? sections["configured"] : "{}");
  Subject subject;
  subject.name = "orders";
  subject.unique_id = "model.shop.orders";
  subject.path = "models/orders.sql";
  subject.config = &config;
  subject.wants_text = true;
  const Asked asked = renderer.render(subject, sections["model"]);
  EXPECT_EQ(asked_lines(asked), sections["asked"]);
  EXPECT_EQ(finding_lines(renderer.findings()) + finding_lines(asked.findings),
            sections["findings"]);
  if (sections.contains("text")) {
    EXPECT_EQ(asked.text + "\n", sections["text"]);
  }
  if (sections.contains("config")) {
    EXPECT_EQ(jinja::json_of(value_of(asked.config), false).value_or("") + "\n",
              sections["config"]);
  }
}

INSTANTIATE_TEST_SUITE_P(Cases, RenderCase,
                         ::testing::ValuesIn(read_cases("tests/dbt_render", "model")));

struct NoDocs final : Renderer::Docs {
  const std::string* find(std::string_view, std::string_view name, uint32_t) const override {
    return name == "known" ? &text : nullptr;
  }
  std::string text = "a text";
};

class RendererTest : public ::testing::Test {
 protected:
  Project project() {
    std::map<std::string, std::string> sections{{"macros", macros}};
    return project_of(sections);
  }
  std::string generated(const char* macro, std::optional<std::string> custom) {
    const Project whole = project();
    Renderer renderer(whole);
    Subject node;
    node.name = "orders";
    const auto name = renderer.generated_name(macro, custom, node);
    return name ? name->text : name.error().message;
  }
  std::string macros;
};

TEST_F(RendererTest, NamesAreDbtsWithoutMacrosOfTheProjects) {
  EXPECT_EQ(generated("generate_schema_name", std::nullopt), "main");
  EXPECT_EQ(generated("generate_schema_name", " marts "), "main_marts");
  EXPECT_EQ(generated("generate_alias_name", std::nullopt), "orders");
  EXPECT_EQ(generated("generate_alias_name", "o"), "o");
  EXPECT_EQ(generated("generate_database_name", std::nullopt), "db");
}

TEST_F(RendererTest, AProjectsMacroNames) {
  macros =
      "{% macro generate_schema_name(custom, node) -%}\n"
      "  {{ custom if custom else target.schema }}_{{ node.name }}\n{%- endmacro %}";
  EXPECT_EQ(generated("generate_schema_name", std::nullopt), "main_orders");
  EXPECT_EQ(generated("generate_schema_name", "x"), "x_orders");
}

TEST_F(RendererTest, AProjectsDispatchedMacroNames) {
  macros = "{% macro default__generate_alias_name(custom, node) %}a_{{ node.name }}{% endmacro %}";
  EXPECT_EQ(generated("generate_alias_name", std::nullopt), "a_orders");
}

TEST_F(RendererTest, AMacroThatFailsSaysWhy) {
  macros = "{% macro generate_schema_name(c, n) %}{{ 1 // 0 }}{% endmacro %}";
  EXPECT_EQ(generated("generate_schema_name", "x"), "division by zero");
}

TEST_F(RendererTest, ValuesOfYamlKeepTheirType) {
  const Project whole = project();
  Renderer renderer(whole);
  const NoDocs docs;
  EXPECT_EQ(renderer.value_of(0, "plain {text}", &docs)->text, "plain {text}");
  EXPECT_EQ(renderer.value_of(0, "{{ 1 + 1 }}", &docs)->integer, 2);
  EXPECT_EQ(renderer.value_of(0, "{{ target.name == 'dev' }}", &docs)->kind, Data::Kind::boolean);
  EXPECT_EQ(renderer.value_of(0, "is {{ 1 }}", &docs)->text, "is 1");
  EXPECT_EQ(renderer.value_of(0, "{{ doc('known') }}", &docs)->text, "a text");
  EXPECT_EQ(renderer.value_of(0, "{{ doc('other') }}", &docs).error().message,
            "there is no docs block other");
  EXPECT_FALSE(renderer.value_of(0, "{{ broken", &docs).ok());
}

TEST(BlocksOf, FindsBodiesByTheirTags) {
  std::vector<catalog::Finding> findings;
  const std::string text =
      "{% docs a %}\nabout {{ this }}\n{% enddocs %}\n{# {% docs no %}{% enddocs %} #}\n"
      "{%- docs b -%} x {%- enddocs -%}\n{% docs open %} y";
  const auto blocks = blocks_of(text, "docs", findings, "models/docs.md");
  ASSERT_EQ(blocks.size(), 3u);
  EXPECT_EQ(blocks[0].name, "a");
  EXPECT_EQ(blocks[0].body, "\nabout {{ this }}\n");
  EXPECT_EQ(blocks[0].line, 1u);
  EXPECT_EQ(blocks[1].body, " x ");
  EXPECT_EQ(blocks[1].line, 5u);
  EXPECT_EQ(finding_lines(findings),
            "broken_jinja models/docs.md:6 the block open has no enddocs\n");
}

}  // namespace
}  // namespace tally::importing::dbt
